# SPDX-License-Identifier: GPL-3.0-or-later
"""Events of a lesson in which Hektor learns a voice, and of the voices that were learnt, as pure
data."""

from dataclasses import dataclass
from enum import StrEnum

import chess


class TakeFault(StrEnum):
    """Why a recording of somebody who lets Hektor learn their voice cannot be used."""

    TOO_QUIET = "too quiet"
    CLIPPED = "clipped"  # so loud that the microphone cut the waves
    TOO_SHORT = "too short"
    CUT = "cut"  # Hektor spoke
    WRONG_PHRASE = "wrong phrase"
    CHATTER = "chatter"  # no phrase at all: noise, music, another language


class Fixed(StrEnum):
    """Events without any particulars."""

    ASK_KEEP = "ask_keep"  # may the recordings stay?
    KEPT = "kept"
    NOT_KEPT = "not_kept"
    SAID_ALREADY = "said_already"  # all was said, only the learning is left
    POSTPONED = "postponed"  # after some tries: comes back at the end
    SKIPPED = "skipped"
    NOTHING_HEARD = "nothing_heard"
    LEARNS_NOW = "learns_now"
    TOO_FEW = "too_few"  # good takes
    NO_SPACE = "no_space"
    FAILED = "failed"
    NO_MICROPHONE = "no_microphone"
    ASK_FORGET = "ask_forget"
    FORGOTTEN = "forgotten"
    CONFUSIONS_FORGOTTEN = "confusions_forgotten"
    NOTHING_KNOWN = "nothing_known"
    NOTHING_DONE = "nothing_done"
    HELP = "help"  # what may be said now


@dataclass(frozen=True, slots=True)
class LessonBegan:
    """So many phrases are to be said; ``again``: the lesson goes on where it was left."""

    name: str
    left: int
    again: bool = False


@dataclass(frozen=True, slots=True)
class PhraseWanted:
    """``words`` are German, as they are to be said; ``left`` is told if it is not None."""

    words: str
    left: int | None = None


@dataclass(frozen=True, slots=True)
class TakeRefused:
    """A phrase that is to be said again; ``recording`` is the name of the file, if it was one."""

    fault: TakeFault
    recording: str = ""


@dataclass(frozen=True, slots=True)
class WordsMissing:
    """No take holds these words, so they may be heard worse than others."""

    words: str


@dataclass(frozen=True, slots=True)
class LessonLeft:
    """The lesson was left; ``left`` phrases are still to be said."""

    left: int


@dataclass(frozen=True, slots=True)
class VoiceLearnt:
    """How many of ``of`` words of the speaker were heard right ``before`` and ``after``.

    ``better``: the new model is in force; else the old one stays.
    """

    name: str
    before: int
    after: int
    of: int
    better: bool


@dataclass(frozen=True, slots=True)
class VoiceUsed:
    """A player is heard with a model of their own, or it no longer fits this version of Hektor."""

    colour: chess.Color
    name: str
    fits: bool


LearningEvent = (
    Fixed
    | LessonBegan
    | PhraseWanted
    | TakeRefused
    | WordsMissing
    | LessonLeft
    | VoiceLearnt
    | VoiceUsed
)
