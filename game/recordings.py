# SPDX-License-Identifier: GPL-3.0-or-later
"""The sound of announced moves, kept with the game (D.2.7): FLAC, 16 kHz, one channel.

A blind player may record his moves with a recorder: this is it. A recording is in the archive
before its move counts, and the entry of the move names its digest.
"""

import io
from dataclasses import dataclass

import numpy as np

from game.journal import sha256
from table.inputs import Said
from voice.hearing.audio import RATE, Samples
from voice.language.commands import Command, CommandName
from voice.language.intent import Ambiguous, Heard, Illegal, Unsure

LONGEST = 15
"""Seconds that are kept of one announcement, its last: no move takes as long to say."""


@dataclass(frozen=True, slots=True)
class Recording:
    """``data`` is a whole FLAC file, ``digest`` its SHA-256."""

    data: bytes
    digest: str


def record(pcm: bytes) -> Recording | None:
    """16 kHz mono PCM as a recording; None for silence of no length."""
    import soundfile  # noqa: PLC0415 - only a game with a microphone needs it

    samples = np.frombuffer(pcm, "<i2")[-LONGEST * RATE :]
    if not len(samples):
        return None
    file = io.BytesIO()
    soundfile.write(file, samples, RATE, format="FLAC", subtype="PCM_16")
    data = file.getvalue()
    return Recording(data, sha256(data))


def samples_of(data: bytes, rate: int = RATE) -> Samples:
    """What is heard in a recording, at ``rate`` samples a second."""
    import soundfile  # noqa: PLC0415
    import soxr  # noqa: PLC0415

    samples, found = soundfile.read(io.BytesIO(data), dtype="int16")
    resampled: Samples = samples if found == rate else soxr.resample(samples, found, rate)
    return resampled


def is_kept(said: Said) -> bool:
    """Whether the sound of these words is part of the record: moves, and what is written down."""
    match said.intent:
        case Heard() | Illegal() | Ambiguous() | Unsure():
            return not said.typed
        case Command(name=CommandName.WRITE_DOWN):
            return not said.typed
    return False
