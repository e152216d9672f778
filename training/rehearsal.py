# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the utterances that a model rehearses when it learns a person's voice (`replay.npz`)."""

import random
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np

from training import texts
from training.corpus import Speaker
from voice.acoustic import chunks
from voice.acoustic.augment import Draw, surroundings
from voice.acoustic.rehearsal import RehearsedUtterance, save

_WORDS: Final = 5  # of the vocabulary in an utterance
_MOVES, _TESTED_MOVES = 20, 12
_TESTED: Final = 3  # one word in three of the vocabulary is in the tests, beside those of moves


def make(path: Path, seed: int, vocabulary: Sequence[str], attempt: int = 0) -> None:
    """Write utterances that say every word of `vocabulary`, and moves, to `path`."""
    draw, choose = np.random.default_rng([seed, attempt]), random.Random(f"{seed} {attempt}")
    rehearsed = choose.sample(vocabulary, len(vocabulary))
    tested = choose.sample(vocabulary, len(vocabulary) // _TESTED)
    with tempfile.TemporaryDirectory() as folder:
        speaker = Speaker(Path(folder))
        save(
            path,
            _said(_texts(rehearsed, _MOVES, choose), speaker, choose, draw),
            _said(_texts(tested, _TESTED_MOVES, choose), speaker, choose, draw),
        )


def _texts(words: Sequence[str], moves: int, choose: random.Random) -> list[str]:
    some = [" ".join(words[i : i + _WORDS]) for i in range(0, len(words), _WORDS)]
    return some + [texts.move(choose) for _ in range(moves)]


def _said(
    said: Sequence[str], speaker: Speaker, choose: random.Random, draw: Draw
) -> list[RehearsedUtterance]:
    """Each in a voice, a vocal tract and a room of its own."""
    found = []
    for text in said:
        sound = None
        while sound is None:
            sound = speaker.say(text, choose, draw)
        example = chunks.example(*surroundings(*sound, draw))
        found.append(RehearsedUtterance(tuple(text.split()), example))
    return found
