# SPDX-License-Identifier: GPL-3.0-or-later
"""A file has its old content or the new one, whenever the power fails."""

import ctypes
import errno
import os
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from ground import files


def _opens_folders() -> bool:
    try:
        os.close(os.open(Path(__file__).parent, os.O_RDONLY))
    except OSError:
        return False
    return True


OPENS_FOLDERS = _opens_folders()
"""Windows does not, and so writes no folder to the disk."""


class Disk:
    """What the disk was asked to do, in order: names with ``fsync``, or ``replace``."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.done: list[str] = []
        self.fails = ""
        self._names: dict[int, str] = {}
        self._open, self._replace = os.open, os.replace
        monkeypatch.setattr(os, "open", self.open)
        monkeypatch.setattr(os, "fsync", self.fsync)
        monkeypatch.setattr(os, "replace", self.replace)

    def open(self, path: Any, flags: int, *rest: Any) -> int:
        number = self._open(path, flags, *rest)
        self._names[number] = Path(path).name
        return number

    def fsync(self, number: int) -> None:
        if self._names[number] == self.fails:
            raise OSError("the disk says no")
        self.done.append(self._names[number])

    def replace(self, new: Path, path: Path) -> None:
        self.done.append(f"{new.name} -> {path.name}")
        self._replace(new, path)


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Disk:
    return Disk(monkeypatch)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "folder"
    made.mkdir()
    return made


def test_content_is_on_disk_before_its_name(folder: Path, disk: Disk) -> None:
    path = folder / "voice.toml"
    path.write_text("old")
    files.write(path, b"new")
    assert path.read_bytes() == b"new"
    written = [".voice.toml.new", ".voice.toml.new -> voice.toml", "folder"]
    assert disk.done == (written if OPENS_FOLDERS else written[:2])
    assert [*folder.iterdir()] == [path]


def test_failed_write_changes_nothing(folder: Path, disk: Disk) -> None:
    path = folder / "voice.toml"
    path.write_text("old")
    disk.fails = ".voice.toml.new"
    with pytest.raises(OSError, match="says no"):
        files.write(path, b"new")
    assert path.read_text() == "old"
    assert [*folder.iterdir()] == [path]


def test_unsyncable_folder_is_no_error(folder: Path, disk: Disk) -> None:
    disk.fails = "folder"
    files.write(folder / "voice.toml", b"new")
    assert (folder / "voice.toml").read_bytes() == b"new"


def test_folder_appears_with_all_its_content(folder: Path, disk: Disk) -> None:
    new = files.beside(folder / "model-1")
    (new / "am").mkdir(parents=True)
    (new / "am" / "final.mdl").write_bytes(b"model")
    files.put_in_place(new, folder / "model-1")
    assert (folder / "model-1" / "am" / "final.mdl").read_bytes() == b"model"
    if not OPENS_FOLDERS:
        assert disk.done == ["final.mdl", ".model-1.new -> model-1"]
        return
    assert sorted(disk.done[:3]) == [".model-1.new", "am", "final.mdl"]
    assert disk.done[3:] == [".model-1.new -> model-1", "folder"]


def test_a_folder_with_umlauts_has_another_name_on_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    """libvosk opens files by the code page of the system, and is given UTF-8."""

    def short(name: str, buffer: Any, size: int) -> int:
        buffer.value = name.replace("Jürgen", "JRGEN~1") if "Jürgen" in name else ""
        return len(buffer.value)

    kernel = SimpleNamespace(kernel32=SimpleNamespace(GetShortPathNameW=short))
    umlaut, plain, elsewhere = (Path("home", each) for each in ("Jürgen", "Juergen", "Žiga"))
    monkeypatch.setattr(sys, "platform", "linux")
    assert files.ascii_path(umlaut) == str(umlaut)
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(ctypes, "windll", kernel, raising=False)
    assert files.ascii_path(umlaut) == str(Path("home", "JRGEN~1"))
    assert files.ascii_path(plain) == str(plain)
    assert files.ascii_path(elsewhere) == str(elsewhere)  # the disk has no such names


# --- What is read ---------------------------------------------------------------------------------


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="a pipe with a name is POSIX")
def test_a_pipe_into_which_nobody_writes_keeps_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ground.files.PATIENCE", 0.0)
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OSError, match=os.strerror(errno.ETIMEDOUT)):
        files.read(tmp_path / "pipe")


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="POSIX has it")
def test_endless_input_has_an_end() -> None:
    with pytest.raises(OSError, match=os.strerror(errno.EFBIG)):
        files.read(Path("/dev/zero"), 10_000)


def test_a_file_is_read_to_its_end(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"x\r\n" * 1_000_000)
    assert files.read(tmp_path / "file") == b"x\r\n" * 1_000_000
