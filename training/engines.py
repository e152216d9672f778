# SPDX-License-Identifier: GPL-3.0-or-later
"""English by other programs than espeak-ng (`engines.toml`), with the phones that networks find.

    apt-get install flite festival festvox-kallpc16k festvox-kdlpc16k festival-czech
    pip install kokoro piper-tts

and RHVoice with its voices (https://rhvoice.org), whose `RHVoice-test` speaks here.

Who has heard one program has learnt one way to make speech. These make it of people's sounds, or of
models of people.
"""

import random
import subprocess
import tempfile
import tomllib
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Final

import numpy as np

from training import foreign, recordings, rooms
from voice.acoustic import examples, talk
from voice.acoustic.align import align
from voice.acoustic.augment import Wave
from voice.acoustic.dictionary import Phones
from voice.acoustic.kaldi_io import read_learnt, read_networks
from voice.language.lexicon import FALLBACK

_SLOWER: Final = (0.75, 1.3)  # times as slow
_MOVES, _PHRASES = 0.45, 0.3  # the shares of moves and of commands; the rest are common words
_COMMON, _LONGEST = 800, 6  # of these at a time, and in an utterance at most
_LEAST_SCORE: Final = 0.5  # of an alignment
_MOVED: Final = 3  # times, each utterance in other ways


@dataclass(frozen=True, slots=True)
class Engine:
    """A program that speaks: the voices that are learnt from, those ``kept`` out, and how it is
    called."""

    voices: Sequence[str]
    kept: Sequence[str]
    command: Sequence[str]
    language: str = FALLBACK


@cache
def engines() -> Mapping[str, Engine]:
    """The programs of `engines.toml` by their names."""
    data = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
    return {name: Engine(**one) for name, one in data.items()}


def say(engine: str, voice: str, text: str, choose: random.Random) -> Wave:
    """A text said by a voice in its language, at 16 kHz, in some tempo.

    OSError if the program is not installed, CalledProcessError if it fails.
    """
    one = engines()[engine]
    slower = round(choose.uniform(*_SLOWER), 2)
    spelt = foreign.spelt(text, one.language)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "said.wav")
        known = {"voice": voice, "text": spelt, "path": path, "slower": slower}
        known |= {"faster": round(1 / slower, 2), "percent": round(100 / slower)}
        called = [each.format(**known) for each in one.command]
        given = None if any("{text}" in each for each in one.command) else spelt
        subprocess.run(called, input=given, text=True, check=True, capture_output=True)
        return recordings.load(path)


def make(path: Path, seed: int, count: int, model: Path, attempt: int = 0) -> None:
    """Write `count` utterances in English to `path`, as many by each voice, with the phones that
    the networks of `model` find, the one of English among them. Raises as `say`."""
    draw, choose = np.random.default_rng([seed, attempt]), random.Random(f"{seed} {attempt}")
    known, networks = _known(model, choose), read_networks(model)
    networks = replace(networks, others=(*networks.others, *read_learnt(model, FALLBACK)))
    speakers = [(name, voice) for name, one in engines().items() for voice in one.voices]
    made: list[examples.Example] = []
    for said in _texts(choose, known):
        wave = say(*speakers[len(made) // _MOVED % len(speakers)], " ".join(said), choose)
        found, score = align(networks, wave, [known[word] for word in said])
        if score < _LEAST_SCORE:
            continue
        for _ in range(_MOVED):
            moved = recordings.in_another_voice(wave, found, choose, draw)
            made.append(examples.example(*rooms.somewhere(*moved, draw)))
        if len(made) >= count:
            break
    examples.save(path, made[:count])


def _known(model: Path, choose: random.Random) -> Mapping[str, Sequence[Phones]]:
    """The ways to say each word: those that are taught of the words of the game, and of some
    common ones what any voice makes of them."""
    common = sorted(talk.common_words(FALLBACK))
    some = choose.sample(common, _COMMON)
    return {**foreign.every_way(some, FALLBACK), **foreign.taught(model, FALLBACK)}


def _texts(choose: random.Random, known: Collection[str]) -> Iterator[tuple[str, ...]]:
    """Endless texts of words that are `known`."""
    moves, words = foreign.moves(FALLBACK, choose), sorted(known)
    phrases = [tuple(each.split()) for each in foreign.phrases(FALLBACK)]
    while True:
        kind = choose.random()
        if kind < _MOVES:
            said = next(moves)
        elif kind < _MOVES + _PHRASES:
            said = choose.choice(phrases)
        else:
            said = tuple(choose.choices(words, k=choose.randint(1, _LONGEST)))
        if all(word in known for word in said):
            yield said
