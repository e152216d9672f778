# SPDX-License-Identifier: GPL-3.0-or-later
"""Random texts for the synthetic voices, from `texts.toml` and the vocabulary of the game."""

import random
import re
import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from voice.language.commands import CommandName
from voice.language.grammar import examples

_SLOT = re.compile(r"\{(\w+)\}")


@cache
def _data() -> dict[str, Any]:
    return tomllib.loads(Path(__file__).with_name("texts.toml").read_text("utf-8"))


def move(draw: random.Random) -> str:
    """A phrase of the language of moves; it need not be a legal move."""
    slots = _data()["slots"]
    pattern = draw.choice(_data()["moves"]["patterns"])
    return _SLOT.sub(lambda slot: draw.choice(slots[slot[1]].split()), pattern)


def command(draw: random.Random) -> str:
    """A phrase for one of the commands."""
    return draw.choice(examples(draw.choice(tuple(CommandName))))


def words(draw: random.Random, vocabulary: Sequence[str]) -> str:
    """One to five words of the vocabulary in any order."""
    return " ".join(draw.choice(vocabulary) for _ in range(draw.randint(1, 5)))


def everyday(draw: random.Random) -> str:
    """Two to six German or German-sounding words."""
    known = _everyday_words()
    return " ".join(
        _invented(draw) if draw.random() < 0.4 else draw.choice(known)
        for _ in range(draw.randint(2, 6))
    )


def hesitant(draw: random.Random, text: str) -> str:
    """`text` with a filler before one of its words."""
    said = text.split()
    said.insert(draw.randrange(len(said)), draw.choice(_data()["everyday"]["hesitations"].split()))
    return " ".join(said)


@cache
def _everyday_words() -> tuple[str, ...]:
    return tuple(_data()["everyday"]["words"].split())


def _invented(draw: random.Random) -> str:
    """A word of one to three German syllables that most likely does not exist."""
    parts = _data()["everyday"]
    syllables = (
        (draw.choice(parts["onsets"].split()) if draw.random() < 0.93 else "")
        + draw.choice(parts["nuclei"].split())
        + (draw.choice(parts["codas"].split()) if draw.random() < 0.8 else "")
        for _ in range(draw.choice((1, 1, 2, 2, 3)))
    )
    word = "".join(syllables)
    return word + draw.choice(parts["endings"].split()) if draw.random() < 0.3 else word
