# SPDX-License-Identifier: GPL-3.0-or-later
"""Text to sound: a renderer with a voice for each language.

On Windows the system's own voices speak (`SystemVoices`). espeak-ng
(:mod:`game.speech.espeak`), which Hektor brings along, speaks elsewhere, every language that
Windows has no voice for, and all of them once a voice of Windows has failed.
"""

import re
import sys
import tempfile
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from announce.lexicon import MOVES, Lexicon
from game.speech.espeak import PITCH, RATE, VOLUME, Espeak, VoiceMissing, works
from game.speech.voice import Voice
from ground import files

SAMPLE_RATE = 22_050  # Hz, espeak-ng's own
RENDER_LIMIT = 10.0  # seconds; a phrase takes some 15 ms, so after this the engine hangs
CACHE_BYTES = 8_000_000  # about three minutes of speech
END_PAUSE = SAMPLE_RATE // 20  # kept of the 0.3 s of silence that espeak-ng puts after a phrase
SILENT = 64  # amplitude of 32768 below which a sample is silence

Samples = npt.NDArray[np.int16]


class Renderer(Protocol):
    """Turns words into sound."""

    def render(self, text: str, voice: Voice) -> Samples:
        """Mono sound at :data:`SAMPLE_RATE`. Raises VoiceMissing if it cannot be had."""
        ...


class EngineRenderer:
    """The speech engine, with a cache of the phrases rendered last."""

    def __init__(
        self, cache_bytes: int = CACHE_BYTES, thread: "EngineThread | None" = None
    ) -> None:
        """``thread`` stands for the process's one engine in tests."""
        self._thread = thread
        self._most = cache_bytes
        self._size = 0
        self._lock = threading.Lock()
        self._rendered: OrderedDict[tuple[str, Voice], Samples] = OrderedDict()  # used last: last

    def render(self, text: str, voice: Voice) -> Samples:
        """Mono sound at :data:`SAMPLE_RATE`.

        Raises VoiceMissing if the engine or a voice is missing.
        """
        words = " ".join(text.split())
        if not any(char.isalnum() for char in words):
            return np.zeros(0, np.int16)
        with self._lock:
            if (words, voice) in self._rendered:
                self._rendered.move_to_end((words, voice))
                return self._rendered[words, voice]
        samples = (self._thread or _engine_thread()).render(words, voice)
        with self._lock:
            if (words, voice) not in self._rendered and samples.nbytes <= self._most:
                self._rendered[words, voice] = samples
                self._size += samples.nbytes
            while self._size > self._most:
                self._size -= self._rendered.popitem(last=False)[1].nbytes
        return samples


_Answer = SimpleQueue["Samples | Exception"]


class EngineThread:
    """The one thread that makes and uses an engine.

    It never keeps the program alive, and nobody waits long for an engine that hangs. One that was
    only slow, as the first time on a busy machine, is used again once it has answered.
    """

    def __init__(self, make: Callable[[], Renderer]) -> None:
        self._make = make
        self._asked: SimpleQueue[tuple[_Answer, str, Voice]] = SimpleQueue()
        self._late: _Answer | None = None
        threading.Thread(target=self._run, name="voice", daemon=True).start()

    def render(self, text: str, voice: Voice) -> Samples:
        """As :meth:`Renderer.render`, from any thread."""
        if self._late is not None and self._late.empty():
            raise VoiceMissing("No voice: the speech engine no longer answers.")
        self._late = None
        answer: _Answer = SimpleQueue()
        self._asked.put((answer, text, voice))
        try:
            found = answer.get(timeout=RENDER_LIMIT)
        except Empty as error:
            self._late = answer
            raise VoiceMissing("No voice: the speech engine no longer answers.") from error
        if isinstance(found, VoiceMissing):
            raise found
        if isinstance(found, Exception):  # a library of the system may fail in any way
            raise VoiceMissing(f"No voice: the speech engine failed ({found}).") from found
        return found

    def _run(self) -> None:
        engine: Renderer | None = None
        while True:
            answer, text, voice = self._asked.get()
            try:
                engine = engine or self._make()
                answer.put(engine.render(text, voice))
            except Exception as error:  # it is raised where the sound was asked for
                answer.put(error)


@cache
def _engine_thread() -> EngineThread:
    """One for the process: espeak-ng has one voice and one callback, whoever asks."""
    return EngineThread(InstalledVoices)


class SystemVoices:
    """The voices that Windows brings along, one for each language; every call on one thread.

    pyttsx3 is only asked to write sound files, from the one thread that owns it: its ``say``
    blocks, loses phrases and cannot be stopped. On Linux its one driver is espeak-ng, which writes
    files from a thread of its own where sounds get lost, and for macOS it wants 170 packages.
    """

    def __init__(self, driver: str | None = None) -> None:
        """``driver`` is a name of pyttsx3's; None takes that of the system.

        Raises VoiceMissing if there are none, or if pyttsx3 cannot read what is installed: it
        fails on a voice of Windows that speaks two languages.
        """
        try:
            import pyttsx3  # noqa: PLC0415 - only where the system has voices

            self._engine: Any = pyttsx3.init(driver)
            self._voices = _by_language(self._engine.getProperty("voices"))
            self._engine.runAndWait()  # until it has run once it puts off all that is asked of it
        except Exception as error:  # its drivers raise whatever their systems raise
            raise VoiceMissing(str(error) or type(error).__name__) from error
        self._folder = tempfile.TemporaryDirectory(prefix="hektor-")
        self._file = Path(self._folder.name) / "speech.wav"
        self._using: tuple[str, int, float] | None = None

    def has(self, language: str) -> bool:
        """True if a voice speaks the language, given as "de"."""
        return language in self._voices

    def render(
        self, text: str, language: str, rate: int, volume: float
    ) -> tuple[npt.NDArray[np.int16], int]:
        """Mono sound and its samples per second. ``rate`` is in words a minute, ``volume`` 0 to 1.

        Raises VoiceMissing if no sound comes out.
        """
        import soundfile  # noqa: PLC0415 - only where the system has voices

        try:
            self._use(language, rate, volume)
            self._file.unlink(missing_ok=True)
            self._engine.save_to_file(text, str(self._file))
            self._engine.runAndWait()
            samples, sample_rate = soundfile.read(self._file, dtype="int16", always_2d=True)
        except Exception as error:
            raise VoiceMissing(str(error) or type(error).__name__) from error
        return samples[:, 0], sample_rate

    def _use(self, language: str, rate: int, volume: float) -> None:
        wanted = language, rate, volume
        if wanted == self._using:
            return
        self._using = None
        self._engine.setProperty("voice", self._voices[language])
        self._engine.setProperty("rate", rate)
        self._engine.setProperty("volume", volume)
        self._using = wanted


def system_voices() -> SystemVoices | None:
    """The voices of Windows; None on other systems, and where they do not work."""
    if sys.platform != "win32":
        return None
    try:
        return SystemVoices()
    except VoiceMissing:
        return None


def _by_language(voices: Iterable[Any]) -> dict[str, str]:
    """The identifier of the first voice of each language ("de")."""
    found: dict[str, str] = {}
    for voice in voices:
        for language in voice.languages or ():
            found.setdefault(str(language)[:2].lower(), voice.id)
    return found


class InstalledVoices:
    """Renders with the system's voices where it has them, else with espeak-ng; on one thread."""

    def __init__(self, system: Callable[[], SystemVoices | None] = system_voices) -> None:
        """``system`` gives the voices of the system. Raises VoiceMissing if there is no voice."""
        self._system = system()
        self._espeak = None if self._system is not None else _espeak()
        self._voice: Voice | None = None  # the one that espeak-ng has

    def render(self, text: str, voice: Voice) -> Samples:
        """As :meth:`Renderer.render`."""
        if self._system is not None and self._system.has(voice.language):
            try:
                sound = self._system.render(
                    text, voice.language, voice.rate, min(voice.volume, 1.0)
                )
                return _trimmed(*sound)
            except VoiceMissing:
                self._system = None  # it may fail again and again: one that speaks is better
        self._espeak = self._espeak or _espeak()
        if voice != self._voice:
            self._use(self._espeak, voice)
        try:
            said = self._espeak.render(respell(text, voice.language))
        except VoiceMissing as error:
            raise VoiceMissing(f"No voice: espeak-ng failed ({error}).") from error
        return _trimmed(np.frombuffer(said, np.int16), self._espeak.sample_rate)

    def _use(self, espeak: Espeak, voice: Voice) -> None:
        self._voice = None
        name = Lexicon(voice.language).own("grammar.voice")
        if name is None:
            raise VoiceMissing(f"No voice for the language {voice.language!r} was found.")
        if voice.variant:
            name = f"{name}+{voice.variant}"
        _try(name)
        try:
            espeak.use(
                name, {RATE: voice.rate, VOLUME: round(100 * voice.volume), PITCH: voice.pitch}
            )
        except VoiceMissing as error:
            missing = f"No voice for the language {voice.language!r} was found."
            raise VoiceMissing(missing) from error
        self._voice = voice


def _espeak() -> Espeak:
    """espeak-ng. Raises VoiceMissing if it does not work here."""
    _try(Lexicon(MOVES).own("grammar.voice"))
    try:
        return Espeak(*espeak_place())
    except (VoiceMissing, UnicodeError) as error:
        raise VoiceMissing(f"No voice: espeak-ng could not be started ({error}).") from error


def _try(name: str) -> None:
    """Raises VoiceMissing if espeak-ng would end the program that speaks with this voice."""
    if not works(*espeak_place(), name):
        raise VoiceMissing(f"No voice: espeak-ng cannot speak with its voice {name!r}.")


def espeak_place() -> tuple[str, str]:
    """The path of espeak-ng's library and that of its data; both are empty without the wheel,
    where one of the system is found, if there is one."""
    try:
        import espeakng_loader  # noqa: PLC0415 - a system may have espeak-ng without it

        data = files.ascii_path(Path(espeakng_loader.get_data_path()))
        return str(espeakng_loader.get_library_path()), data
    except (ImportError, OSError, RuntimeError):
        return "", ""


def _trimmed(samples: Samples, rate: int) -> Samples:
    """The sound at :data:`SAMPLE_RATE`, with little silence after the words."""
    if rate != SAMPLE_RATE:  # espeak-ng's own, unless the system's is built for another
        import soxr  # noqa: PLC0415

        samples = soxr.resample(samples, rate, SAMPLE_RATE)
    loud = np.flatnonzero(np.abs(samples.astype(np.int32)) > SILENT)
    end = int(loud[-1]) + END_PAUSE if len(loud) else 0
    return np.ascontiguousarray(samples[:end])


def respell(text: str, language: str) -> str:
    """``text`` with the words that espeak-ng says wrongly spelled as they sound."""
    table, pattern = _respellings(language)
    return pattern.sub(lambda found: table[found.group().lower()], text) if table else text


@cache
def _respellings(language: str) -> tuple[dict[str, str], re.Pattern[str]]:
    table = {
        word.lower(): sound
        for word, sound in (Lexicon(language).own("grammar.pronunciation") or {}).items()
    }
    words = "|".join(re.escape(word) for word in sorted(table, key=len, reverse=True))
    return table, re.compile(rf"\b(?:{words})\b", re.IGNORECASE)
