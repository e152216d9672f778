# SPDX-License-Identifier: GPL-3.0-or-later
"""Templates in which every number is one sign: "zwei Minuten" and "120 Minuten" are one phrase.

The automata of ``template`` list all that can be said; of numbers there are too many. Here a line
is read with a sign in place of each, and the numbers beside it.
"""

import re
from collections.abc import Iterable, Set

from voice.language import lexicon, time_control
from voice.language.template import Emits, Slot

NUMBER = "#"
"""Stands for any number."""

NUMBER_WORD = "any"
"""The slot of a number that is only a word: "ein halber Punkt"."""

_WORD = re.compile(r"(?<![{<\w])\w+(?![}>\w])")


def slots(names: Iterable[str]) -> dict[str, Slot]:
    """Slots of these names, each for any number."""
    return dict.fromkeys((*names, NUMBER_WORD), ((0, (NUMBER,)),))


def numbered(
    plain: tuple[str, ...], language: str, marked: tuple[str, ...] = ()
) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """The words with a sign in place of each number, and the numbers. ``marked`` are the same words
    with their marks, if these shall stay."""
    tokens: list[str] = []
    numbers: list[int] = []
    place = 0
    while place < len(plain):
        number, end = time_control.number_at(plain, place, language)
        if number is None:
            tokens.append((marked or plain)[place])
            place += 1
        else:
            tokens.append(NUMBER)
            numbers.append(number)
            place = end
    return tuple(tokens), tuple(numbers)


def filled(emits: Emits, numbers: Iterable[int], names: Set[str]) -> Emits:
    """The emits with the numbers that were said, one after the other, in the slots ``names``."""
    values = iter(numbers)
    counted = {*names, NUMBER_WORD}
    return tuple((slot, next(values) if slot in counted else value) for slot, value in emits)


def plain_text(template: str, language: str) -> str:
    """A template without umlauts, and with a slot in place of each word for a number."""

    def counted(word: re.Match[str]) -> str:
        number, _ = time_control.number_at((word[0],), 0, language)
        return word[0] if number is None else f"{{{NUMBER_WORD}}}"

    return _WORD.sub(counted, lexicon.plain(template, language))
