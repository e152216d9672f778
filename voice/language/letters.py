# SPDX-License-Identifier: GPL-3.0-or-later
"""Files said by the names of their letters: which of them sound alike, and what legality says.

"Be", "ce", "de", "e" and "ge" are one vowel with little before it, and so are "a" and "ha". What
was heard as one of them may have been another: the position decides which, as it does for people
across a board. Where it leaves several, the table asks, by the names of the files.
"""

import math
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import product

from voice.language import lexicon
from voice.language.transcript import Words

Alternatives = Iterator[tuple[Words, float]]
"""Words that may have been said instead, and what each costs."""


@cache
def names(language: str) -> frozenset[str]:
    """The names of the letters of the files."""
    table = lexicon.load(language)["letters"]
    return frozenset(name for said in table.values() for name in said)


def instead(
    words: Words, confusions: Mapping[str, Mapping[str, float]], language: str
) -> Alternatives:
    """``words`` with one or more letters that sound alike, and not the words themselves."""
    known = names(language)
    ways = []
    for word in words:
        alike = confusions.get(word, {}) if word in known else {}
        ways.append(
            [(word, 0.0), *((each, alike[each]) for each in sorted(alike) if each in known)]
        )
    for chosen in product(*ways):
        other = tuple(word for word, _ in chosen)
        if other != words:
            yield other, sum(cost for _, cost in chosen)


def decided(
    words: Words,
    confusions: Mapping[str, Mapping[str, float]],
    language: str,
    is_legal: Callable[[Words], bool],
) -> list[tuple[Words, float]]:
    """The parts that ``words`` which are no legal move give to those that are, if letters were
    heard for others: the likelier, the more alike they sound. The rest of the part stays theirs.

    Empty where no letter makes a legal move of them.
    """
    if names(language).isdisjoint(words):
        return []
    others = [
        (other, math.exp(-cost))
        for other, cost in instead(words, confusions, language)
        if is_legal(other)
    ]
    if not others:
        return []
    most, whole = max(part for _, part in others), sum(part for _, part in others)
    return [*((other, most * part / whole) for other, part in others), (words, 1.0 - most)]
