# SPDX-License-Identifier: GPL-3.0-or-later
"""Text to sound: a renderer with a voice for each language.

pyttsx3 is only asked to write WAV files, from one thread that owns it: its ``say`` blocks, loses
phrases and cannot be stopped. The wheel ``espeakng-loader`` brings espeak-ng and its data, so an
ordinary user needs no root to hear Hektor; on Windows and macOS the system's own voices speak.
"""

import ctypes
import os
import re
import sys
import tempfile
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from announce.lexicon import MOVES, Lexicon
from announce.speech import trial

SAMPLE_RATE = 22_050  # Hz, espeak-ng's own
RENDER_LIMIT = 10.0  # seconds; a phrase takes some 15 ms, so after this the engine hangs
SETTLING = 0.0005  # seconds between two looks whether espeak-ng is done
ATTEMPTS = 3  # to have words written as a sound, before they count as unpronounceable
CACHE_BYTES = 8_000_000  # about three minutes of speech
END_PAUSE = SAMPLE_RATE // 20  # kept of the 0.3 s of silence that espeak-ng puts after a phrase
SILENT = 64  # amplitude of 32768 below which a sample is silence

VARIANTS = ("", "f2", "m3", "f5", "m7")
"""The voices of espeak-ng among which "andere Stimme" goes round; the first is its usual one."""

Samples = npt.NDArray[np.int16]


class VoiceMissing(RuntimeError):
    """There is no speech, or no voice of a language; the message is a sentence for the user."""


@dataclass(frozen=True, slots=True)
class Voice:
    """How to speak one language.

    ``rate`` is in words a minute (80 to 450), ``pitch`` 0 to 99 and ``volume`` 0.0 to 1.0.
    ``variant`` is one of espeak-ng's ("f3", "m2", "klatt"), to tell speakers apart; other
    engines have none and take no notice of it or of the pitch.
    """

    language: str = "de"
    rate: int = 170
    pitch: int = 50
    volume: float = 1.0
    variant: str = ""

    def for_language(self, language: str) -> "Voice":
        """The same way of speaking in another language."""
        return replace(self, language=language)

    def faster(self) -> "Voice":
        """A tenth faster."""
        return replace(self, rate=min(round(self.rate * 1.1), 450))

    def slower(self) -> "Voice":
        """A tenth slower."""
        return replace(self, rate=max(round(self.rate / 1.1), 80))

    def higher(self) -> "Voice":
        """A step of ten higher."""
        return replace(self, pitch=min(self.pitch + 10, 99))

    def deeper(self) -> "Voice":
        """A step of ten deeper."""
        return replace(self, pitch=max(self.pitch - 10, 0))

    def another(self) -> "Voice":
        """The next of :data:`VARIANTS`."""
        place = VARIANTS.index(self.variant) if self.variant in VARIANTS else -1
        return replace(self, variant=VARIANTS[(place + 1) % len(VARIANTS)])

    def louder(self) -> "Voice":
        """A step of ten louder, up to the full volume."""
        return replace(self, volume=min(round(self.volume + 0.1, 1), 1.0))

    def quieter(self) -> "Voice":
        """A step of ten quieter, never to silence."""
        return replace(self, volume=max(round(self.volume - 0.1, 1), 0.1))


class Renderer(Protocol):
    """What turns words into sound."""

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
        self._rendered = _Cache(cache_bytes)
        self._silent: tuple[str, Voice] | None = None  # what had no sound when it was said last

    def render(self, text: str, voice: Voice) -> Samples:
        """Mono sound at :data:`SAMPLE_RATE`.

        Raises VoiceMissing if the engine or a voice is missing.
        """
        words = " ".join(text.split())
        if not any(char.isalnum() for char in words):
            return np.zeros(0, np.int16)
        samples = self._rendered.get((words, voice))
        if samples is None:
            samples = (self._thread or _engine_thread()).render(words, voice)
            # A sound that was lost may be there the next time; what has none twice is unsayable.
            if len(samples) or self._silent == (words, voice):
                self._rendered.put((words, voice), samples)
            else:
                self._silent = words, voice
        return samples


class EngineThread:
    """The one thread that makes and uses an engine.

    It never keeps the program alive, and nobody waits long for an engine that hangs.
    """

    def __init__(self, make: Callable[[], Renderer]) -> None:
        self._make = make
        self._asked: SimpleQueue[tuple[Future[Samples], str, Voice]] = SimpleQueue()
        self._hung = False
        threading.Thread(target=self._run, name="voice", daemon=True).start()

    def render(self, text: str, voice: Voice) -> Samples:
        """As :meth:`Renderer.render`, from any thread."""
        if self._hung:
            raise VoiceMissing("No voice: the speech engine no longer answers.")
        future: Future[Samples] = Future()
        self._asked.put((future, text, voice))
        try:
            return future.result(RENDER_LIMIT)
        except VoiceMissing:
            raise
        except TimeoutError as error:
            self._hung = True
            raise VoiceMissing("No voice: the speech engine no longer answers.") from error
        except Exception as error:  # the engines of three systems raise what they like
            raise VoiceMissing(f"No voice: the speech engine failed ({error}).") from error

    def _run(self) -> None:
        engine: Renderer | None = None
        while True:
            future, text, voice = self._asked.get()
            try:
                engine = engine or self._make()
                future.set_result(engine.render(text, voice))
            except Exception as error:  # it is raised where the sound was asked for
                future.set_exception(error)


@cache
def _engine_thread() -> EngineThread:
    """One for the process: espeak-ng has one voice and one callback, whoever asks."""
    return EngineThread(_Pyttsx3)


class _Cache:
    """The sounds used last, up to a number of bytes."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._size = 0
        self._lock = threading.Lock()
        self._sounds: OrderedDict[tuple[str, Voice], Samples] = OrderedDict()

    def get(self, key: tuple[str, Voice]) -> Samples | None:
        with self._lock:
            if key not in self._sounds:
                return None
            self._sounds.move_to_end(key)
            return self._sounds[key]

    def put(self, key: tuple[str, Voice], samples: Samples) -> None:
        with self._lock:
            if key in self._sounds or samples.nbytes > self._limit:
                return
            self._sounds[key] = samples
            self._size += samples.nbytes
            while self._size > self._limit:
                self._size -= self._sounds.popitem(last=False)[1].nbytes


class _Pyttsx3:
    """pyttsx3 and the file it writes to; every call on one thread."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="hektor-")
        name = "speech.aiff" if sys.platform == "darwin" else "speech.wav"
        self._file = Path(self._folder.name) / name
        self._voice: Voice | None = None
        try:
            self._espeak = _load_espeak()
            self._try(Lexicon(MOVES).own("grammar.voice"))
            import pyttsx3  # noqa: PLC0415 - only where there is speech

            self._engine: Any = pyttsx3.init()
            _silence_prints(self._engine)
            self._voices = _system_voices(self._engine)
            self._engine.runAndWait()  # until it has run once it puts off all that is asked of it
        except VoiceMissing:
            raise
        except Exception as error:  # its drivers raise whatever their systems raise
            raise VoiceMissing(f"No voice: speech could not be started ({error}).") from error

    def render(self, text: str, voice: Voice) -> Samples:
        """On a busy machine espeak-ng's thread may be cancelled before its first sample: a file
        without a sound is written again."""
        if voice != self._voice:
            self._set(voice)
        for _ in range(ATTEMPTS):
            self._file.unlink(missing_ok=True)
            self._settle()
            self._engine.save_to_file(respell(text, voice.language), str(self._file))
            self._engine.runAndWait()
            try:
                samples = _read(self._file)
            except (OSError, RuntimeError) as error:
                raise VoiceMissing(f"No voice: no sound was written ({error}).") from error
            if len(samples):
                break
        return samples

    def _set(self, voice: Voice) -> None:
        self._voice = None
        wanted = self._identifier(voice)
        if self._voices is None:
            self._try(wanted)
        self._settle()
        self._engine.setProperty("voice", wanted)
        if str(self._engine.getProperty("voice")).lower() != wanted.lower():  # pyttsx3 is silent
            raise VoiceMissing(f"No voice for the language {voice.language!r} was found.")
        self._engine.setProperty("rate", voice.rate)
        self._engine.setProperty("volume", voice.volume)
        if self._voices is None:
            self._engine.setProperty("pitch", voice.pitch)
        self._voice = voice

    def _try(self, name: str) -> None:
        """Raises VoiceMissing if espeak-ng, where it is what speaks, would end the program."""
        if sys.platform not in ("win32", "darwin") and not trial.run(*self._espeak, name):
            raise VoiceMissing(f"No voice: espeak-ng cannot speak with its voice {name!r}.")

    def _settle(self) -> None:
        """Waits until espeak-ng's own thread has done all it was told.

        pyttsx3 begins each run by cancelling what still goes on there: new rates, even sounds.
        """
        if self._voices is None:
            is_busy = sys.modules["pyttsx3.drivers._espeak"].IsPlaying
            while is_busy():
                time.sleep(SETTLING)

    def _identifier(self, voice: Voice) -> str:
        if self._voices is None:
            name = Lexicon(voice.language).own("grammar.voice")
        else:
            name = self._voices.get(voice.language)
        if name is None:
            raise VoiceMissing(f"No voice for the language {voice.language!r} was found.")
        return f"{name}+{voice.variant}" if voice.variant and self._voices is None else name


def _load_espeak() -> tuple[str, str]:
    """Makes pyttsx3 find the espeak-ng of the wheel: it looks for the name of a loaded library.

    The path of the library and that of its data; both are empty without the wheel, where an
    espeak-ng of the system is found, if there is one.
    """
    try:
        import espeakng_loader  # noqa: PLC0415

        library, data = espeakng_loader.get_library_path(), espeakng_loader.get_data_path()
        ctypes.CDLL(library, mode=ctypes.RTLD_GLOBAL)
    except (ImportError, OSError, RuntimeError):
        return "", ""
    os.environ["ESPEAK_DATA_PATH"] = data
    return library, data


def _silence_prints(engine: Any) -> None:
    """pyttsx3 prints a line for each file; it must not stand between the lines of the game.

    Only its own ``print`` is replaced: redirecting stdout would swallow other threads' lines.
    """
    module = sys.modules[type(engine.proxy._driver).__module__]
    vars(module)["print"] = lambda *_, **__: None


def _system_voices(engine: Any) -> dict[str, str] | None:
    """The first voice of each language on Windows and macOS; None for espeak-ng."""
    if engine.driver_name == "espeak":
        return None
    found: dict[str, str] = {}
    for voice in engine.getProperty("voices"):
        for language in voice.languages or []:
            found.setdefault(str(language)[:2].lower(), voice.id)
    return found


def _read(path: Path) -> Samples:
    """The file as mono samples at :data:`SAMPLE_RATE`, with little silence after the words."""
    import soundfile  # noqa: PLC0415 - WAV and the AIFF of macOS alike

    samples, rate = soundfile.read(path, dtype="int16", always_2d=True)
    mono: Samples = samples[:, 0]
    if rate != SAMPLE_RATE:
        import soxr  # noqa: PLC0415

        mono = soxr.resample(mono, rate, SAMPLE_RATE)
    loud = np.flatnonzero(np.abs(mono.astype(np.int32)) > SILENT)
    end = int(loud[-1]) + END_PAUSE if len(loud) else 0
    return np.ascontiguousarray(mono[:end])


def respell(text: str, language: str) -> str:
    """``text`` with the words that a voice says wrongly spelled as they sound."""
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
