# SPDX-License-Identifier: GPL-3.0-or-later
"""What a recogniser says it heard, before anybody asks what it means."""

from dataclasses import dataclass

UNKNOWN = "[unk]"
"""The word that stands for speech outside the grammar, in Vosk's grammars and results."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word with its place in seconds since the recogniser's start, and its confidence 0 to 1.

    Vosk's word confidences are 1.0 for wrong words too: they are for people who look for the
    cause of a mistake, no decision rests on them.
    """

    text: str
    start_s: float
    end_s: float
    confidence: float


@dataclass(frozen=True, slots=True)
class Transcript:
    """One hypothesis of an n-best list, the best first.

    ``confidence`` is the recogniser's score as a natural logarithm up to a constant (Vosk's
    lattice score): greater is better, and it only compares hypotheses of one list.
    """

    text: str
    confidence: float
    words: tuple[Word, ...] = ()
