# SPDX-License-Identifier: GPL-3.0-or-later
"""The judgement whether a phrase that was asked for was said, and well enough to learn from.

The bundled model judges a voice that it may hear badly: that is why somebody learns. So a take
need not be heard word for word; it must be nearer to what was asked for than to anything else.
"""

from collections.abc import Callable, Sequence
from typing import Final, TypeVar

import numpy as np

from voice.hearing.audio import RATE, Samples, blocks
from voice.hearing.recogniser import Recogniser
from voice.language.transcript import HeardUtterance, Transcript, Words, distance, known
from voice.learning.lesson import TakeFault
from voice.learning.phrases import PHRASES, completeness, listened_for, wish_of
from voice.learning.store import Take

SURE: Final = 0.6
"""So much of the n-best list a wish needs: one that is heard by mistake ends a lesson."""

_FRAME: Final = RATE // 50
_LOUD: Final = 300.0  # RMS of the loudest fiftieth of a second; people speak with 1,000 and more
_ABOVE_ROOM: Final = 3.0  # 10 dB: so much louder is a voice than the room it is in
_FULL: Final = 32_700
_CLIPPED_RUN: Final = 4  # samples at full scale in a row: no wave does that by itself
_CLIPPED_RUNS: Final = 3
_PER_WORD: Final = 0.12  # seconds; hurried players need more for a word
_MISHEARD: Final = 0.34  # words in a hundred of a phrase that a strange voice may have wrong
_NO_WORDS: Final = 0.5  # the share of a transcript that may be unknown sounds
_PLACES: Final = (1 / 3, 1 / 2, 2 / 3)  # of a lesson at which somebody else may go on
_TOLD_APART: Final = 3  # every third take judges what the others say
_FEWEST_OF_ONE: Final = 9  # takes on either side of the place

P = TypeVar("P")


def fault_of(heard: HeardUtterance, wanted: Words) -> TakeFault | None:
    """The fault of an utterance where ``wanted`` was asked for; None: it is a good take."""
    samples: Samples = np.frombuffer(heard.pcm, "<i2")
    if heard.clipped:
        return TakeFault.CUT
    return fault_of_sound(samples, wanted) or fault_of_words(heard.transcripts, wanted)


def fault_of_sound(samples: Samples, wanted: Words) -> TakeFault | None:
    """Too quiet, cut by the microphone, or too short for the words."""
    whole = len(samples) // _FRAME
    if not whole:
        return TakeFault.TOO_SHORT
    frames = samples[: whole * _FRAME].reshape(whole, _FRAME).astype(np.float64)
    levels = np.sqrt(np.mean(frames**2, axis=1))
    loudest, room = float(levels.max()), float(np.percentile(levels, 5))
    if _clipped_runs(samples) >= _CLIPPED_RUNS:
        return TakeFault.CLIPPED
    if loudest < _LOUD or loudest < _ABOVE_ROOM * room:
        return TakeFault.TOO_QUIET
    spoken = np.count_nonzero(levels > max(2.0 * room, loudest / 30)) * _FRAME / RATE
    return TakeFault.TOO_SHORT if spoken < _PER_WORD * len(wanted) else None


def _clipped_runs(samples: Samples) -> int:
    full = np.abs(samples.astype(np.int32)) >= _FULL
    runs = np.convolve(full, np.ones(_CLIPPED_RUN, np.int32), "valid") == _CLIPPED_RUN
    return int(np.count_nonzero(np.diff(runs.astype(np.int8)) == 1) + bool(runs[:1].any()))


def fault_of_words(transcripts: Sequence[Transcript], wanted: Words) -> TakeFault | None:
    """The fault of the words: something else was said, or nothing that is a phrase."""
    said = transcripts[0].words
    words = known(said)
    if not words or len(said) - len(words) > _NO_WORDS * len(said):
        return TakeFault.CHATTER
    wrong = distance(words, wanted)
    others = {phrase for phrase in PHRASES if phrase != wanted}
    if any(distance(words, phrase) < wrong for phrase in others):
        return TakeFault.WRONG_PHRASE
    if wrong <= _MISHEARD * len(wanted) and len(said) == len(words):
        return None
    if any(each.words == wanted for each in transcripts):
        return None  # a strange voice: among what else may have been said it was
    return TakeFault.CHATTER if len(said) > len(words) else TakeFault.WRONG_PHRASE


# --- Recordings -----------------------------------------------------------------------------------


def hear(recogniser: Recogniser, samples: Samples, wanted: Words) -> Take | TakeFault:
    """The take in a recording of ``wanted`` alone, or why there is none."""
    recogniser.reset()
    recogniser.listen_for(listened_for(wanted), lambda words: completeness(words, wanted))
    faults: list[TakeFault] = []
    for heard in _utterances(recogniser, samples):
        fault = fault_of(heard, wanted)
        if fault is None:
            return Take(wanted, np.frombuffer(heard.pcm, "<i2").copy())
        faults.append(fault)
    if faults:
        return faults[0]
    return fault_of_sound(samples, wanted) or TakeFault.CHATTER


def _utterances(recogniser: Recogniser, samples: Samples) -> list[HeardUtterance]:
    end = 0
    found = []
    for block in blocks(samples):
        end = block.at
        found.append(recogniser.feed(block.pcm, end))
    found.append(recogniser.flush(end))
    return [heard for heard in found if heard is not None]


def is_wish(heard: HeardUtterance, wanted: Words) -> bool:
    """True if the speaker clearly wants something of Hektor instead of saying ``wanted``."""
    best = heard.transcripts[0]
    if heard.clipped or best.confidence < SURE:
        return False
    return best.words != wanted and wish_of(best.words) is not None


# --- One voice or two -----------------------------------------------------------------------------


def two_voices(
    takes: Sequence[Take],
    profile: Callable[[Sequence[Take]], P],
    likelier: Callable[[P, P, Samples], float],
) -> bool:
    """True if a first part and the rest of the takes, in the order in which they were said, are
    two voices.

    ``profile`` and ``likelier`` are those of ``voice.learning.speaker_identification``: a profile
    is made of either part, and takes set aside are told apart by them. With one voice that is
    guessing; with two every one of them falls to its own part.
    """
    cuts = {round(len(takes) * place) for place in _PLACES}
    return any(_differ(takes[:cut], takes[cut:], profile, likelier) for cut in sorted(cuts))


def _differ(
    early: Sequence[Take],
    late: Sequence[Take],
    profile: Callable[[Sequence[Take]], P],
    likelier: Callable[[P, P, Samples], float],
) -> bool:
    if min(len(early), len(late)) < _FEWEST_OF_ONE:
        return False
    one, other = (
        profile([take for i, take in enumerate(part) if i % _TOLD_APART]) for part in (early, late)
    )
    return all(likelier(one, other, take.samples) > 0 for take in early[::_TOLD_APART]) and all(
        likelier(one, other, take.samples) < 0 for take in late[::_TOLD_APART]
    )
