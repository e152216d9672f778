# SPDX-License-Identifier: GPL-3.0-or-later
"""``hektor check``: what works here, one fact a line, printed and spoken; and the report of a
fault: this computer, Hektor, and where it failed last, with nobody's name and no recording.
``hektor model`` lists the speech models that are here, and fetches another.
"""

import argparse
import hashlib
import locale
import os
import platform
import re
import sqlite3
import sys
import time
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

from announce.errors import PlayerError, told
from announce.lexicon import lexicon
from game.app import options
from game.app.cli import version
from game.app.devices import kept_voice, outputs, players
from game.app.options import interface
from game.speech import readers
from game.speech.espeak import VoiceMissing
from game.speech.player import LoudspeakerLost
from game.speech.voices import EngineRenderer
from ground import folders, portaudio
from record.archive_file import JournalError
from voice.hearing.audio import Microphone, MicrophoneError
from voice.hearing.models import ModelError, find_model, get_model, model_directories
from voice.hearing.recogniser import Recogniser
from voice.language.grammar import unsayable
from voice.language.lexicon import vocabulary
from voice.learning.store import Voices


def add_check_options(parser: argparse.ArgumentParser) -> None:
    """The devices, the model and the archive of a game."""
    parser.add_argument("--report", action="store_true", help="check.report")
    options.add_settings(parser, "check")


def run_check(given: argparse.Namespace) -> int:
    """Try everything. The exit status is 0 even if something is missing: a game still works."""
    lines = _report(given) if given.report else findings(given)
    for line in lines:
        print(line, flush=True)
    return 0


def _report(given: argparse.Namespace) -> Iterator[str]:
    """The facts for whoever mends Hektor: in English, without names, nothing is played."""

    yield from surroundings()
    given.language, given.no_speech = "en", True
    for line in findings(given, names=False):
        yield without_names(line)
    yield from last_fault()


def findings(given: argparse.Namespace, *, names: bool = True) -> Iterator[str]:
    """The facts, as they are found; ``names``: also whose voices were learnt."""
    language = given.language
    version = ".".join(map(str, sys.version_info[:3]))
    yield f"Python {version}, SQLite {sqlite3.sqlite_version}."
    yield _model(given.model, language)
    yield from _devices(language)
    yield _microphone(given.microphone, language)
    yield from _voices(given, language)
    yield _reader(language)
    yield _archive(given, language)
    if names:
        yield _learnt(language)


def _says(language: str, name: str, of: str = "", /, **fields: object) -> str:
    """A line of the lexicon's reports; ``of`` is what it is about, a word there too."""
    words = lexicon(language)
    what = words.text(f"program.report.{of}", **fields) if of else ""
    return words.text(f"program.report.{name}", what=what, **fields)


def _fails(language: str, of: str, error: Exception, /, **fields: object) -> str:
    """A line about what does not work."""
    return _says(language, "fails", of, reason=told(error, language).rstrip("."), **fields)


def _model(name: str | None, language: str) -> str:
    try:
        before = time.monotonic()
        recogniser = Recogniser(find_model(name))
        took = 1_000 * (time.monotonic() - before)
    except ModelError as error:
        return _fails(language, "model", error)
    missing = recogniser.missing_words(vocabulary())
    if missing:
        lost = ", ".join(unsayable(frozenset(missing)))
        name = "unsayable" if lost else "words missing"
        return _says(language, name, "model", words=", ".join(missing), phrases=lost)
    return _says(language, "words known", "model", count=len(vocabulary()), time=f"{took:.0f}")


def _devices(language: str) -> Iterator[str]:
    """The devices that --microphone and --loudspeaker may name."""
    kinds: tuple[tuple[portaudio.Direction, str], ...] = (
        ("input", "microphones"), ("output", "loudspeakers")
    )  # fmt: skip
    for kind, what in kinds:
        try:
            found = portaudio.devices(kind)
        except Exception:  # without PortAudio or its server, which is told below
            continue
        if found:
            names = "; ".join(f"{one.number} {one.name}" for one in found)
            yield _says(language, "names", what, names=names)


def _microphone(device: str | int | None, language: str) -> str:
    try:
        microphone = Microphone(device)
    except MicrophoneError as error:
        if error.name == "no_microphone":
            return _says(language, "none", "microphone")
        return _fails(language, "microphone", error)
    block = microphone.read(2.0)
    microphone.close()
    return _says(language, "no sound" if block is None else "works", "microphone")


def _voices(given: argparse.Namespace, language: str) -> Iterator[str]:
    renderer = EngineRenderer()
    sound = None
    for spoken, text in (("de", "Hektor ist bereit."), (language, "Hektor.")):
        if spoken == "de" and sound is not None:
            continue
        try:
            sound = renderer.render(text, kept_voice(given).for_language(spoken))
            yield _says(language, "works", "voice", language=spoken)
        except VoiceMissing as error:
            yield _fails(language, "voice", error, language=spoken)
    for who, player in players(outputs(given)).items():
        name = "loudspeaker" if who is None else f"loudspeaker of {who.value}"
        try:
            player.open()
            if sound is not None and not given.no_speech:
                player.play(sound, player.ticket(), lambda _at: None)
            yield _says(language, "works", name)
        except LoudspeakerLost as error:
            if error.none:
                yield _says(language, "none", name)
            else:
                yield _fails(language, name, error)
        player.close()


def _reader(language: str) -> str:
    name = readers.running()
    if name is None:
        return _says(language, "none runs", "screen reader")
    return _says(language, "runs" if name else "one runs", "screen reader", name=name)


def _learnt(language: str) -> str:
    people = Voices().people()
    if not people:
        return _says(language, "none learnt", "voices")
    names = [
        person.name
        if person.fits or not person.model
        else _says(language, "again", name=person.name)
        for person in people
    ]
    return _says(language, "learnt", "voices", names=", ".join(names))


def _archive(given: argparse.Namespace, language: str) -> str:
    try:
        archive = options.archive(given)
        return _says(language, "games", "archive", path=archive.path, count=len(archive.games()))
    except JournalError as error:
        return told(error, language)


# --- The report of a fault ------------------------------------------------------------------------

_PACKAGES = ("chess", "vosk", "sounddevice", "espeakng-loader", "numpy", "soundfile", "soxr",
    "cryptography", "cattrs", "platformdirs")  # fmt: skip
_MODEL = Path(__file__).parents[3] / "voice" / "model" / "am" / "final.mdl"
_FRAME = re.compile(
    r'  File ".*?((?:rules|clock|voice|table|announce|game)[\\/][^"]*)", (line \d+.*)'
)


def surroundings() -> Iterator[str]:
    """Versions, system and terminal, in English as whoever mends Hektor reads it."""
    yield f"Hektor {version()}"
    yield f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}"
    yield f"System: {platform.system()} {platform.release()}, {platform.machine()}"
    yield f"Processors: {os.cpu_count()}"
    encodings = ", ".join(
        f"{name} {getattr(stream, 'encoding', None)}"
        f"{' (terminal)' if stream is not None and stream.isatty() else ''}"
        for name, stream in (("input", sys.stdin), ("output", sys.stdout))
    )
    yield f"Encodings: {encodings}, locale {locale.getlocale()[0]}"
    found = ", ".join(f"{name} {_version(name)}" for name in _PACKAGES)
    yield f"Packages: {found}"
    digest = hashlib.sha256(_MODEL.read_bytes()).hexdigest() if _MODEL.is_file() else "missing"
    yield f"Model: {digest[:16]}"


def last_fault() -> Iterator[str]:
    """Where Hektor failed last, if it did: the frames and the kind of error, no values."""
    try:
        text = (folders.logs() / "fault.txt").read_text(encoding="utf-8")
    except (OSError, UnicodeError):
        return
    frames = [f"{place}, {line}" for place, line in _FRAME.findall(text)]
    kinds = re.findall(r"^([A-Za-z_][\w.]*)(?::|$)", text, re.MULTILINE)
    kind = [name for name in kinds if name != "Traceback"]
    yield f"Last fault: {kind[-1] if kind else 'unknown'}"
    yield from (f"  {frame}" for frame in frames)


def without_names(line: str) -> str:
    """The line without the user's folder, which has the user's name."""
    home = str(Path.home())
    return line.replace(home, "~") if len(home) > 1 else line


def _version(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return "missing"


def add_model_options(parser: argparse.ArgumentParser) -> None:
    """list, or get NAME."""
    parser.add_argument("action", choices=("list", "get"), help="model.action")
    parser.add_argument("name", nargs="?", help="model.name")


def run_model(given: argparse.Namespace) -> int:
    """List or fetch."""
    model = lexicon(interface()).word("program.report.model")
    if given.action == "get":
        if given.name is None:
            raise PlayerError("model_unnamed")
        print(f"{model}: {get_model(given.name)}")
        return 0
    print(f"{model}: {find_model()}")
    for folder in model_directories():
        for path in sorted(folder.glob("vosk-model*")) if folder.is_dir() else ():
            print(f"{model}: {path}")
    return 0
