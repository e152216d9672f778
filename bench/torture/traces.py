# SPDX-License-Identifier: GPL-3.0-or-later
"""Search for what is lost of a score without a word: for torture, and for the tests."""

import re
from random import Random

from rules.reader import read_score
from rules.score import UNCLOSED, Score, cleaned

_BESIDE = re.compile(r";?[\d.…]*;?")
"""Words that tell nothing: numbers of moves, dots, and a comment without a word."""


def without_a_trace(text: str, most: int = 10_000) -> list[str]:
    """The words of a score without which it is read just the same, though they tell something; at
    ``most`` so many of its words are looked at, which the text itself chooses."""
    words = [
        word
        for word in re.finditer(r"\S+", text)
        if not _BESIDE.fullmatch("".join(cleaned(word[0]).split()))
    ]
    if len(words) > most:
        words = Random(text).sample(words, most)
    read = _read(text)
    if isinstance(read, Score) and read.error and read.error.why in UNCLOSED:
        return []  # it is told that there is no end, and which bracket lacks one nobody knows
    return [word[0] for word in words if _read(text[: word.start()] + text[word.end() :]) == read]


def _read(text: str) -> object:
    try:
        return read_score(text)
    except ValueError as error:
        return str(error)
