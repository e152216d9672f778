# SPDX-License-Identifier: GPL-3.0-or-later
"""The judgement whether a phrase that was asked for was said, and well enough to learn from.

The bundled model judges a voice that it may hear badly: that is why somebody learns. So a take
need not be heard word for word; it must be nearer to what was asked for than to anything else.
"""

from collections.abc import Sequence
from typing import Final

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
