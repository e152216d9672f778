# SPDX-License-Identifier: GPL-3.0-or-later
"""What a recogniser heard: text, how sure it is, and when each word was said."""

from dataclasses import dataclass
from enum import Enum
from typing import Final

UNKNOWN: Final = "[unk]"
"""Stands for sound that is none of the words listened for, in grammars and in transcripts."""


@dataclass(frozen=True, slots=True)
class Word:
    """One word with its times in seconds from the start of the utterance's sound."""

    text: str
    start_s: float
    end_s: float
    confidence: float


@dataclass(frozen=True, slots=True)
class Transcript:
    """One hypothesis of an n-best list; ``confidence`` is its share of the list, 0 to 1.

    ``[unk]`` stands for sound that is none of the words listened for.
    """

    text: str
    confidence: float
    words: tuple[Word, ...] = ()


class Settled(Enum):
    """What the words so far amount to."""

    COMPLETE = "complete"  # a legal move or a command that nothing legal continues
    OPEN = "open"  # something legal may follow
    WHOLE = "whole"  # a whole phrase, but of no legal move or of several
    UNKNOWN = "unknown"
