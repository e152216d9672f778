# SPDX-License-Identifier: GPL-3.0-or-later
"""The learnt voices on disk: one folder a person in the user's data folder.

    voices/anna/person.toml      name, consent, which model is in force and for which bundled one
    voices/anna/model-1/         the person's own model
    voices/anna/lesson/          recordings of a lesson that goes on later
    voices/anna/takes/           recordings kept with consent
    voices/anna/confusions.toml  words that were taken for one another

A model comes into force by one small file that is written last and replaced at once: a full disk
or a power cut leaves the old one.
"""

import hashlib
import io
import re
import shutil
import tomllib
import unicodedata
import wave
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Final

import numpy as np

from ground import files, folders
from ground.faults import Fault
from voice.acoustic.kaldi_io import FIRST, OTHERS
from voice.hearing.audio import RATE, Samples
from voice.hearing.models import BUNDLED
from voice.language.transcript import Words

_LONGEST: Final = 40  # characters of a name
_PLAIN: Final = re.compile(r"[^\W_]|[- ]")
_RESERVED: Final = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)", re.I)  # files of no disk on Windows
_TAKE_NAME: Final = re.compile(r"(\d+) ([^.]+)\.wav")
_GONE: Final = ".gone-"  # what is being removed


class NoSpace(Fault):
    """The files of a learnt voice cannot be written, most likely because the disk is full."""


@dataclass(frozen=True, slots=True)
class Person:
    """One person as kept.

    ``keep`` is the answer to whether recordings may stay, None while nobody was asked. ``model``
    is the folder of the model in force, "" for none, and ``base`` the hash of the bundled model
    that it was made from. ``before`` and ``after`` are how many of ``of`` words of their own,
    set aside, were heard right.
    """

    name: str
    keep: bool | None = None
    model: str = ""
    base: str = ""
    before: int = 0
    after: int = 0
    of: int = 0

    @property
    def fits(self) -> bool:
        """True if the model in force was made from the model that is bundled now."""
        return self.model != "" and self.base == base_hash()


@dataclass(frozen=True, slots=True)
class Take:
    """A take: the phrase that was asked for, as words of the vocabulary, and its sound (16 kHz
    mono)."""

    words: Words
    samples: Samples = field(compare=False, repr=False)


def default_root() -> Path:
    """The folder of all voices."""
    return folders.data() / "voices"


def folder_name(name: str) -> str:
    """A name as that of a folder on any system; small and capital letters make no difference.

    Raises:
        Fault: it is empty or longer than 40 characters.
    """
    plain = " ".join(unicodedata.normalize("NFC", name).split()).casefold()
    if not plain or not any(char.isalnum() for char in plain):
        raise Fault("person_unnamed")
    if len(plain) > _LONGEST:
        raise Fault("name_long", letters=_LONGEST)
    if _RESERVED.fullmatch(plain):
        return f"%{plain}"
    return "".join(
        char if _PLAIN.fullmatch(char) else "".join(f"%{byte:02x}" for byte in char.encode())
        for char in plain
    )


@cache
def base_hash(base: Path = BUNDLED) -> str:
    """The identity of a bundled model: the hash of its acoustics and its words."""
    digest = hashlib.sha256()
    for file in (FIRST, *OTHERS, Path("graph/words.txt")):
        if file not in OTHERS or (base / file).exists():
            digest.update((base / file).read_bytes())
    return digest.hexdigest()


class Voices:
    """The folder of all voices; used by one thread."""

    def __init__(self, root: Path | None = None) -> None:
        self.root = root or default_root()

    def people(self) -> list[Person]:
        """The people of whom something is kept, by name."""
        files = sorted(self.root.glob("*/person.toml")) if self.root.is_dir() else []
        found = [_read_person(file) for file in files if not file.parent.name.startswith(_GONE)]
        return sorted((one for one in found if one is not None), key=lambda one: one.name)

    def person(self, name: str) -> Person | None:
        """The person of that name, if something is kept of one. Raises Fault for no name."""
        return _read_person(self._folder(name) / "person.toml")

    def save(self, person: Person) -> None:
        """Keep these facts; if they cannot be written, raises NoSpace and the old ones stay."""
        lines = ["# A person whose voice Hektor has learnt, or is learning."]
        lines.append(f"name = {_quoted(person.name)}")
        if person.keep is not None:
            lines.append(f"keep = {str(person.keep).lower()}  # whether recordings may stay")
        lines.append(f'model = "{person.model}"')
        lines.append(f'base = "{person.base}"')
        lines += [f"{key} = {getattr(person, key)}" for key in ("before", "after", "of")]
        self.write(person.name, "person.toml", "\n".join(lines) + "\n")

    def write(self, name: str, file: str, text: str) -> None:
        """A small file of a person's, whole or not at all; raises NoSpace if it cannot."""
        with _writing(name):
            files.write(self._made(name) / file, text.encode())

    def read(self, name: str, file: str) -> str | None:
        """A small file of a person's; None if there is none that can be read."""
        with suppress(OSError, UnicodeDecodeError):
            return (self._folder(name) / file).read_text(encoding="utf-8")
        return None

    def path(self, name: str, file: str) -> Path:
        """Where a file of a person's is, or would be."""
        return self._folder(name) / file

    # --- The model --------------------------------------------------------------------------------

    def model(self, person: Person) -> Path | None:
        """The model in force, if there is one that fits the bundled model and is whole."""
        if not person.fits or person.model != Path(person.model).name:
            return None
        path = self._folder(person.name) / person.model
        return path if (path / FIRST).is_file() else None

    def put_in_force(self, person: Person, write_model: Callable[[Path], None] | None) -> Person:
        """Let a new model take the place of the old one, at the end and at once; the person as
        kept. ``write_model`` makes the folder that it is given; None leaves the old model in force.

        Raises:
            NoSpace: something cannot be written; the old model stays in force.
        """
        folder = self._made(person.name)
        number = 1 + max((_number(path) for path in folder.glob("model-*")), default=0)
        new = folder / f"model-{number}"
        try:
            if write_model is not None:
                with _writing(person.name):
                    write_model(new)
                person = replace(person, model=new.name, base=base_hash())
            self.save(person)
        except BaseException:
            shutil.rmtree(new, ignore_errors=True)
            raise
        for old in folder.glob("model-*"):
            if old.name != person.model:
                shutil.rmtree(old, ignore_errors=True)
        return person

    # --- Recordings -------------------------------------------------------------------------------

    def add_to_lesson(self, name: str, number: int, take: Take) -> None:
        """Keep a take until the lesson is over; ``number`` is that of the phrase.

        Raises:
            NoSpace: it cannot be written.
        """
        with _writing(name):
            _write_take(self._made(name) / "lesson", number, take)

    def lesson(self, name: str) -> dict[int, Take]:
        """The takes of the lesson that is not over, by the number of the phrase."""
        return dict(_takes_in(self._folder(name) / "lesson"))

    def takes(self, name: str) -> list[Take]:
        """The recordings that are kept with consent."""
        return [take for _, take in _takes_in(self._folder(name) / "takes")]

    def end_lesson(self, name: str, keep: bool) -> None:
        """The lesson is over: its recordings are kept, or else removed.

        Raises:
            NoSpace: they cannot be kept.
        """
        lesson, takes = (self._folder(name) / part for part in ("lesson", "takes"))
        if keep:
            with _writing(name):
                first = 1 + max((number for number, _ in _takes_in(takes)), default=0)
                for place, (_, take) in enumerate(_takes_in(lesson)):
                    _write_take(takes, first + place, take)
        _remove(lesson)

    # --- Forgetting -------------------------------------------------------------------------------

    def forget(self, name: str) -> bool:
        """Remove all that is kept of a person; False if nothing was.

        Raises:
            Fault: it cannot be removed.
        """
        return _remove(self._folder(name))

    def forget_confusions(self, name: str) -> bool:
        """Remove what was learnt of words taken for one another; False if nothing was."""
        return _remove(self._folder(name) / "confusions.toml")

    def _folder(self, name: str) -> Path:
        return self.root / folder_name(name)

    def _made(self, name: str) -> Path:
        folder = self._folder(name)
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise _unwritable(name, error) from error
        return folder


def _number(model: Path) -> int:
    number = model.name.rpartition("-")[2]
    return int(number) if number.isdecimal() else 0


def _read_person(file: Path) -> Person | None:
    """None if there is no such file, or it is not one of ours."""
    try:
        kept = tomllib.loads(file.read_text(encoding="utf-8"))
        keep = kept.get("keep")
        return Person(
            str(kept["name"]),
            keep if isinstance(keep, bool) else None,
            str(kept["model"]),
            str(kept["base"]),
            *(int(kept[key]) for key in ("before", "after", "of")),
        )
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None


def _quoted(text: str) -> str:
    """A text as a string of TOML."""
    plain = "".join(char if char.isprintable() else " " for char in text)
    return '"' + plain.replace("\\", "\\\\").replace('"', '\\"') + '"'


@contextmanager
def _writing(name: str) -> Iterator[None]:
    """Turns what the disk says into a sentence."""
    try:
        yield
    except OSError as error:
        raise _unwritable(name, error) from error


def _unwritable(name: str, error: OSError) -> NoSpace:
    return NoSpace("voice_unwritten", name=name, reason=error)


def _write_take(folder: Path, number: int, take: Take) -> None:
    folder.mkdir(exist_ok=True)
    data = io.BytesIO()
    with wave.open(data, "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(2)
        sound.setframerate(RATE)
        sound.writeframes(take.samples.astype("<i2").tobytes())
    files.write(folder / f"{number:04} {' '.join(take.words)}.wav", data.getvalue())


def _takes_in(folder: Path) -> Iterator[tuple[int, Take]]:
    """The takes of a folder by their numbers; a file that is no take of ours is passed over."""
    for path in sorted(folder.glob("[0-9]*.wav")):
        name = _TAKE_NAME.fullmatch(unicodedata.normalize("NFC", path.name))
        with suppress(OSError, wave.Error, EOFError, ValueError):
            if name is not None:
                words: Words = tuple(name[2].split())
                yield int(name[1]), Take(words, _read_wave(path))


def _read_wave(path: Path) -> "np.ndarray[tuple[int], np.dtype[np.int16]]":
    with wave.open(str(path), "rb") as sound:
        if (sound.getnchannels(), sound.getsampwidth(), sound.getframerate()) != (1, 2, RATE):
            raise ValueError("another kind of recording")
        return np.frombuffer(sound.readframes(sound.getnframes()), "<i2").astype(np.int16)


def _remove(path: Path) -> bool:
    """Out of sight at once, and then removed: half of it is never left."""
    gone = path.with_name(f"{_GONE}{path.name}")
    try:
        if gone.is_dir():
            shutil.rmtree(gone)
        path.rename(gone)
    except FileNotFoundError:
        return False
    except OSError as error:
        raise Fault("unremoved", path=path, reason=error) from error
    try:
        if gone.is_dir():
            shutil.rmtree(gone)
        else:
            gone.unlink()
    except OSError as error:
        raise Fault("unremoved", path=gone, reason=error) from error
    return True
