# SPDX-License-Identifier: GPL-3.0-or-later
"""The phrases that somebody says so that Hektor learns their voice, and what they may say beside
them."""

import tomllib
from collections.abc import Mapping
from enum import Enum
from pathlib import Path
from typing import Final

from voice.language import lexicon
from voice.language.completeness import Completeness
from voice.language.transcript import UNKNOWN, Words

_EXPECTED: Final = 30  # how often what was asked for stands in the recogniser's list


_DATA: Final = tomllib.loads((Path(__file__).parent / "phrases.toml").read_text("utf-8"))

PHRASES: Final[tuple[Words, ...]] = tuple(map(lexicon.words, _DATA["phrases"]))
"""The phrases in the order in which they are asked for, as words of the vocabulary. One may stand
twice."""


class Wish(Enum):
    """The speaker's wish instead of saying the phrase."""

    REPEAT = "repeat"
    SKIP = "skip"
    LATER = "later"
    YES = "yes"
    NO = "no"
    HELP = "help"


WISHES: Final[Mapping[Wish, tuple[str, ...]]] = {
    wish: tuple(_DATA["wishes"][wish.value]) for wish in Wish
}
"""How each is said, the usual way first."""


def wish_of(words: Words) -> Wish | None:
    """The wish that these words say; None if they say none."""
    said = " ".join(words)
    return next((wish for wish in Wish if said in WISHES[wish]), None)


def wish_typed(text: str) -> Wish | None:
    """The wish that a typed line says, in any language; None if it says none."""
    said = wish_of(lexicon.words(text))
    return said or _TYPED.get(_plain(text))


def _plain(text: str) -> str:
    return lexicon.without_marks(lexicon.in_one_script(text.strip().lower()))


_TYPED: Final = {_plain(way): Wish(name) for name, ways in _DATA["typed"].items() for way in ways}


def listened_for(wanted: Words) -> list[str]:
    """The phrases to expect where ``wanted`` was asked for; empty: an answer only."""
    wishes = [way for said in WISHES.values() for way in said]
    unknown = [UNKNOWN] * (_EXPECTED // 3)
    if not wanted:
        return [*[*WISHES[Wish.YES], *WISHES[Wish.NO]] * _EXPECTED, *wishes, *unknown]
    phrases = [" ".join(phrase) for phrase in PHRASES]
    return [*[" ".join(wanted)] * _EXPECTED, *phrases, *wishes, *unknown]


def completeness(said: Words, wanted: Words) -> Completeness:
    """The judgement whether the speaker is done: ``wanted`` was said, or a wish."""
    if said == wanted or wish_of(said) is not None:
        return Completeness.COMPLETE
    if any(phrase[: len(said)] == said for phrase in (wanted, *PHRASES)):
        return Completeness.OPEN
    return Completeness.UNKNOWN
