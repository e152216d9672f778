# SPDX-License-Identifier: GPL-3.0-or-later
"""Readers of a text aloud for a measurement, in another voice every time.

An engine is either for training or for the final figures. **SVOX Pico** (`pip install py-nanotts`,
Apache-2.0) is for these alone: nobody trains on it, tunes or chooses with it, or looks at what it
was misunderstood in; a model is measured with it once. The diphones of ``training.diphones``
are for choosing between recipes that were trained without their language, and what
``training/engines.toml`` keeps out, voices of Flite, Kokoro and Piper, for English ones.
**Spliced** are single words of people who were kept out of training, put together to moves with
letters.
"""

import random
import tomllib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final, Protocol

import numpy as np

from bench import dictations
from lab.acoustics import level
from training import corpus, diphones, engines, foreign
from training.pronunciations import respelled
from training.recordings import load, manifest
from training.synthesis import ESPEAK_RATE, Prosody, Synthesiser, resampled
from voice.acoustic.augment import Wave
from voice.hearing.audio import RATE, Samples
from voice.language.lexicon import GERMAN

PICO: Final = "pico"
ESPEAK: Final = "espeak"
SPLICED: Final = "spliced"
_PICO: Final = {"de": ("de-DE",), "en": ("en-GB", "en-US")}
_PITCH: Final = (0.7, 1.3)  # Pico's, times the usual one
_SPEED: Final = (0.75, 1.2)
_QUIETEST: Final = -0.5  # powers of ten
_ATTEMPTS: Final = 10
_PEOPLE: Final = {
    "picochess": ("janniclas",),
    "klettres and hd06": ("klettres-nds", "hd06"),
    "klettres and hd09": ("klettres-nds", "hd09"),
}
_SPELLED: Final = ("ah", "beh", "zeh", "deh", "eh", "eff", "geh", "hah")
_NAMES: Final = ("a", "be", "ce", "de", "e", "ef", "ge", "ha")  # as in the lexicon
_LEVEL: Final = 2_500.0
_QUIET_DB: Final = -32.0
_GAP_S: Final = (0.02, 0.12)


class Reader(Protocol):
    """Reads a text aloud."""

    def read(self, text: str, rng: random.Random) -> Samples | None:
        """The text said at 16 kHz; None if this voice cannot say it."""


class Espeak:
    """espeak-ng in the voices that were kept out of training."""

    def __init__(self, synthesiser: Synthesiser, voices: list[str], language: str) -> None:
        self._synthesiser, self._voices, self._language = synthesiser, voices, language

    def read(self, text: str, rng: random.Random) -> Samples | None:
        """See :class:`Reader`."""
        voice = f"{self._language}+{rng.choice(self._voices)}"
        prosody = Prosody(rng.randint(110, 200), rng.randint(20, 80), rng.randint(20, 80))
        spoken = foreign.spelt(text, self._language)
        if self._language == GERMAN.name:
            spoken = respelled(text, random.Random(0))
        speech = self._synthesiser.speak(spoken, voice, prosody)
        return resampled(speech.audio, ESPEAK_RATE, RATE)


class Pico:
    """SVOX Pico's voices of a language, higher or lower, faster or slower."""

    def __init__(self, language: str) -> None:
        """ImportError if it is not installed."""
        import py_nanotts  # noqa: PLC0415  (for final figures only)

        self._speak, self._language = py_nanotts.NanoTTS().speak, language

    def read(self, text: str, rng: random.Random) -> Samples | None:
        """See :class:`Reader`."""
        speed, pitch = rng.uniform(*_SPEED), rng.uniform(*_PITCH)
        voice, spoken = rng.choice(_PICO[self._language]), foreign.spelt(text, self._language)
        said = self._speak(spoken, voice, speed=speed, pitch=pitch)
        return np.frombuffer(said, "<i2").astype(np.int16)


class Program:
    """A program of ``training/engines.toml`` in the voices that were kept out of training."""

    def __init__(self, name: str) -> None:
        self._name, self._voices = name, engines.engines()[name].kept

    def read(self, text: str, rng: random.Random) -> Samples | None:
        """See :class:`Reader`."""
        said = engines.say(self._name, rng.choice(self._voices), text, rng)
        return np.clip(said, -32_768, 32_767).astype(np.int16)


class Foreign:
    """People of another language, or models of them, who say German with their own sounds."""

    def __init__(self, synthesiser: Synthesiser, language: str) -> None:
        self._synthesiser, self._sounds = synthesiser, diphones.languages()[language]

    def read(self, text: str, rng: random.Random) -> Samples | None:
        """See :class:`Reader`."""
        voices = sorted(self._sounds.voices)
        spoken = respelled(text, random.Random(0))
        for _ in range(_ATTEMPTS):
            voice = rng.choice(voices)
            speech = self._synthesiser.speak(spoken, "de", Prosody(rng.randint(110, 200)))
            if said := corpus.voiced(voice, self._sounds, [speech], 1, rng):
                wave, rate, _ = said[0]
                return resampled((wave * 0.5).astype(np.int16), rate, RATE)
        return None


class Spliced:
    """Single words of people who were kept out of training: picochess's chess words, and letters of
    KLettres' Low German speaker before digits of two more."""

    def __init__(self, folders: Sequence[Path]) -> None:
        """Folders as ``python -m training --speech`` takes them."""
        spelled = dict(zip(_SPELLED, _NAMES, strict=True))
        self._people: dict[str, dict[str, list[Path]]] = {name: {} for name in _PEOPLE}
        for one in (row for folder in folders for row in manifest(folder)):
            for name, speakers in _PEOPLE.items():
                if one.speaker in speakers:
                    word = spelled.get(one.transcript, one.transcript)
                    self._people[name].setdefault(word, []).append(one.path)

    def read(self, text: str, rng: random.Random) -> Samples | None:
        """See :class:`Reader`."""
        words = text.lower().split()
        able = [own for own in self._people.values() if all(word in own for word in words)]
        if not able:
            return None
        own = rng.choice(able)
        sounds = [trimmed(load(rng.choice(own[word]))) for word in words]
        joined = [np.zeros(0)]
        for sound in sounds:
            joined += [sound / level(sound) * _LEVEL, np.zeros(round(rng.uniform(*_GAP_S) * RATE))]
        return np.clip(np.concatenate(joined), -32_768, 32_767).astype(np.int16)


def trimmed(sound: Wave) -> Wave:
    """Without the quiet before and after what is said."""
    size = RATE // 100
    power = (sound[: len(sound) // size * size].reshape(-1, size) ** 2).mean(axis=1)
    loud = np.flatnonzero(power > power.max() * 10 ** (_QUIET_DB / 10))
    return sound[loud[0] * size : (loud[-1] + 1) * size]


_PROGRAMS: Final = tuple(name for name, one in engines.engines().items() if one.kept)
NAMES: Final = (ESPEAK, PICO, *_PROGRAMS, SPLICED, *sorted(diphones.languages()))


@contextmanager
def reader(
    name: str,
    speech: Sequence[Path] = (),
    voices: str = "held_out",
    language: str = GERMAN.name,
) -> Iterator[Reader]:
    """The reader of that name; of espeak-ng with the ``voices`` that are kept for this, of people
    with the words in the folders ``speech``. Pico and espeak-ng read in a ``language``."""
    if name == PICO:
        yield Pico(language)
    elif name in _PROGRAMS:
        yield Program(name)
    elif name == SPLICED:
        yield Spliced(speech)
    else:
        with Synthesiser() as synthesiser:
            if name == ESPEAK:
                table = tomllib.loads(dictations.VOICES.read_text("utf-8"))
                yield Espeak(synthesiser, table[voices], language)
            else:
                yield Foreign(synthesiser, name)


def read(by: Reader, text: str, rng: random.Random) -> Samples | None:
    """The text, more or less loud."""
    said = by.read(text, rng)
    if said is None:
        return None
    louder = 10 ** rng.uniform(_QUIETEST, 0.0)
    return np.asarray(said * louder, np.int16)
