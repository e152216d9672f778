# SPDX-License-Identifier: GPL-3.0-or-later
"""Models by path and name, broken ones, and fetching one with and without a network."""

import hashlib
import io
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from voice.hearing import models
from voice.hearing.models import BUNDLED, ModelError, find_model, get_model
from voice.hearing.recogniser import Recogniser
from voice.hearing.second_pass import load_engine
from voice.language import lexicon


def model_at(folder: Path) -> Path:
    """What looks like a model."""
    (folder / "am").mkdir(parents=True)
    (folder / "am" / "final.mdl").write_bytes(b"")
    return folder


@pytest.fixture
def places(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Hektor's own directory of models, in a temporary home without any other."""
    monkeypatch.setattr(models, "model_directories", lambda: (tmp_path / "own", tmp_path / "vosk"))
    return tmp_path


# --- Finding --------------------------------------------------------------------------------------


def test_bundled_model_knows_every_word_to_say() -> None:
    assert find_model() == BUNDLED
    missing = Recogniser(BUNDLED).missing_words(lexicon.vocabulary())
    assert missing == (), "phrases with these words belong below [typed] in lexicon/de/game.toml"


def test_a_model_is_found_by_path(tmp_path: Path) -> None:
    assert find_model(str(model_at(tmp_path / "mine"))) == tmp_path / "mine"


@pytest.mark.parametrize("place", ["own", "vosk"])
def test_model_is_found_by_its_name(places: Path, place: str) -> None:
    model_at(places / place / "vosk-model-small-de-0.15")
    assert find_model("vosk-model-small-de-0.15") == places / place / "vosk-model-small-de-0.15"


def test_vosk_s_own_directories_are_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VOSK_MODEL_PATH", "/from/the/environment")
    found = models.model_directories()
    assert Path("/from/the/environment") in found
    assert Path.home() / ".cache" / "vosk" in found


def test_unknown_name_ends_in_a_helpful_sentence(places: Path) -> None:
    with pytest.raises(ModelError, match=r"^no_model, name nobody"):
        find_model("nobody")


def test_folder_without_a_model_gives_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"^not_a_model"):
        find_model(tmp_path)


def test_a_broken_model_ends_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"^model_unloaded"):
        Recogniser(model_at(tmp_path / "broken"))


def test_a_model_that_would_end_the_program_is_tried_in_a_child(tmp_path: Path) -> None:
    """libvosk aborts the process over an empty configuration."""
    damaged = tmp_path / "damaged"
    shutil.copytree(BUNDLED, damaged)
    (damaged / "conf" / "model.conf").write_text("")
    with pytest.raises(ModelError, match=r"^model_unloaded"):
        load_engine(damaged)


# --- Fetching -------------------------------------------------------------------------------------

NAME = "vosk-model-small-de-0.15"


def archive(**files: bytes) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr(f"{NAME}/am/final.mdl", b"model")
        for name, data in files.items():
            file.writestr(f"{NAME}/{name}", data)
    return buffer.getvalue()


Server = Callable[[bytes], Callable[..., io.BytesIO]]


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Server:
    """A server that sends some bytes, and a program that knows the digest of `archive`."""
    monkeypatch.setitem(models.FETCHABLE, NAME, fetchable(archive()))

    def sends(data: bytes) -> Callable[..., io.BytesIO]:
        return lambda _address, timeout: io.BytesIO(data)

    return sends


def fetchable(data: bytes) -> tuple[int, str]:
    return (len(data), hashlib.sha256(data).hexdigest())


def unplugged(*_: object, **__: object) -> None:
    raise OSError("no network")


def test_model_is_fetched_whole_after_its_size(places: Path, server: Server) -> None:
    said: list[str] = []
    path = get_model(NAME, said.append, server(archive()))
    assert path == places / "own" / NAME
    assert (path / "am" / "final.mdl").read_bytes() == b"model"
    assert " MB, to " in said[0]
    assert "100 percent." in said
    assert "SHA-256" in said[-2]
    assert said[-1].endswith(f"--model {NAME}.")
    assert [entry.name for entry in (places / "own").iterdir()] == [NAME]


def test_model_present_is_not_fetched_again(places: Path) -> None:
    model_at(places / "own" / NAME)
    said: list[str] = []
    assert get_model(NAME, said.append) == places / "own" / NAME
    assert "already" in said[0]


def test_offline_it_says_what_to_put_where(places: Path) -> None:
    expected = rf"^model_unfetched.*{NAME}\.zip.*{NAME}[/\\]am$"
    with pytest.raises(ModelError, match=expected):
        get_model(NAME, print, unplugged)


@pytest.mark.parametrize(
    "sent",
    [b"", archive()[:-1], archive() + b"!", archive(malware=b""), archive()[:-1] + b"?"],
    ids=["nothing", "half", "more", "another", "changed"],
)
def test_another_archive_leaves_nothing_behind(places: Path, server: Server, sent: bytes) -> None:
    with pytest.raises(ModelError, match=r"^other_model$"):
        get_model(NAME, lambda _: None, server(sent))
    assert list((places / "own").iterdir()) == []


def test_no_more_is_fetched_than_the_model_has(places: Path, server: Server) -> None:
    class Endless(io.BytesIO):
        sent = 0

        def read(self, size: int | None = -1) -> bytes:
            Endless.sent += size or 0
            return bytes(size or 0)

    with pytest.raises(ModelError, match=r"^other_model$"):
        get_model(NAME, lambda _: None, lambda _address, timeout: Endless())
    assert Endless.sent <= len(archive()) + models._PIECE


def test_an_archive_that_swells_is_not_unpacked(
    places: Path, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    bomb = archive(zeros=bytes(1_000_000))
    monkeypatch.setitem(models.FETCHABLE, NAME, fetchable(bomb))
    with pytest.raises(ModelError, match=r"^model_swells$"):
        get_model(NAME, lambda _: None, server(bomb))
    assert list((places / "own").iterdir()) == []


def test_a_model_whose_digest_nobody_knows_is_not_fetched(places: Path) -> None:
    with pytest.raises(ModelError, match=r"^model_unknown, name nobody"):
        get_model("nobody", print, unplugged)


def test_the_digests_stand_in_the_program() -> None:
    for size, sha256 in models.FETCHABLE.values():
        assert len(bytes.fromhex(sha256)) == 32
        assert 1_000_000 < size < 3_000_000_000
