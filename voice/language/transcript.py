# SPDX-License-Identifier: GPL-3.0-or-later
"""The recogniser's transcript: words, how sure it is of them, and when each of them was said."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from voice.language import lexicon

UNKNOWN: Final = "[unk]"
"""Stands for sound that is not one of the words listened for, in grammars and in transcripts."""

Words = tuple[str, ...]
"""A phrase, split, in the spelling of the vocabulary."""


@dataclass(frozen=True, slots=True)
class Word:
    """One word with its times in seconds from the start of the utterance's sound."""

    text: str
    start_s: float
    end_s: float
    confidence: float


@dataclass(frozen=True)
class Transcript:
    """One hypothesis of an n-best list; ``confidence`` is its share of the list, 0 to 1, by its
    sound alone.

    ``timed`` are its words with their times, if the engine tells them. ``[unk]`` stands for sound
    that is not one of the words listened for.
    """

    text: str
    confidence: float
    timed: tuple[Word, ...] = ()

    @cached_property
    def words(self) -> Words:
        """The text split, once for all that reads it, and spelled as in the vocabulary."""
        return lexicon.words(self.text)

    @property
    def plain(self) -> str:
        """The text without the marks for unknown sounds and other languages."""
        return " ".join(lexicon.native(known(self.text.split())))


def known(words: Iterable[str]) -> Words:
    """The words without the marks for unknown sounds."""
    return tuple(word for word in words if word != UNKNOWN)


def known_words(text: str) -> str:
    """The text without the marks for unknown sounds."""
    return " ".join(known(text.split()))


@dataclass(frozen=True, slots=True)
class HeardUtterance:
    """One utterance; ``transcripts`` are the n best, best first, never empty.

    ``ended_at`` is when the speaker fell silent, ``decided_at`` when that was certain; both in
    nanoseconds of the clock of the blocks. ``clipped``: its start or end was lost because Hektor
    spoke, or its start because the microphone woke late, so it must not be taken for a move; ask
    for it again.
    ``pcm`` is its sound, 16 kHz mono. The times of its words count from ``origin``.
    """

    transcripts: tuple[Transcript, ...]
    started_at: int
    ended_at: int
    decided_at: int
    clipped: bool = False
    pcm: bytes = field(default=b"", compare=False, repr=False)
    origin: int = field(default=0, compare=False)

    @property
    def has_words(self) -> bool:
        """True if the best transcript holds any word that was listened for."""
        return bool(known_words(self.transcripts[0].text))


def shares_of(transcripts: Sequence[Transcript]) -> list[float]:
    """The share of each hypothesis; they add up to 1. By their order where they have none."""
    given = [max(each.confidence, 0.0) for each in transcripts]
    if not any(given):
        given = [0.5**place for place in range(len(transcripts))]
    total = sum(given)
    return [share / total for share in given]


def distance(one: Words, other: Words) -> int:
    """How many words must be changed, left out or put in (Levenshtein 1966)."""
    row = list(range(len(other) + 1))
    for i, word in enumerate(one, start=1):
        before, row[0] = row[0], i
        for j, wanted in enumerate(other, start=1):
            here = min(before + (word != wanted), row[j] + 1, row[j - 1] + 1)
            before, row[j] = row[j], here
    return row[-1]
