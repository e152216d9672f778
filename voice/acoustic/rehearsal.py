# SPDX-License-Identifier: GPL-3.0-or-later
"""Utterances of many synthetic voices that say every word of a model, in its `replay.npz`.

A model that is fitted to one person rehearses them, lest it forget the words that this person
did not say; those kept for tests tell whether it did. Cepstra are kept in steps of a twelfth of
their deviation, which compresses to a third of what 16-bit floats would take.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

from voice.acoustic.chunks import Example

FILE: Final = "replay.npz"
_STEPS: Final = 12  # to a standard deviation


@dataclass(frozen=True, slots=True)
class RehearsedUtterance:
    """An utterance: the words, and their sound."""

    words: tuple[str, ...]
    example: Example


def save(
    path: Path, rehearsed: Sequence[RehearsedUtterance], tests: Sequence[RehearsedUtterance]
) -> None:
    """Write a file; the same utterances make the same bytes.

    Every word of the model is in what is ``rehearsed``; the ``tests`` are never learnt from.
    """
    every = [*rehearsed, *tests]
    cepstra = np.concatenate([one.example.features for one in every]).astype(np.float32)
    step = (cepstra.std(0) / _STEPS).astype(np.float32)
    middle = cepstra.mean(0).astype(np.float32)
    np.savez_compressed(
        path,
        cepstra=np.clip(np.round((cepstra - middle) / step), -127, 127).astype(np.int8),
        step=step,
        middle=middle,
        targets=np.concatenate([one.example.targets for one in every]).astype(np.uint8),
        lengths=np.array(
            [(len(one.example.features), len(one.example.targets)) for one in every], np.int32
        ),
        words=np.array([" ".join(one.words) for one in every]),
        rehearsed=np.int32(len(rehearsed)),
    )


def load(path: Path) -> tuple[list[RehearsedUtterance], list[RehearsedUtterance]]:
    """The utterances of a file: those that are rehearsed, and those kept for tests.

    Raises OSError, KeyError or ValueError if it cannot be read.
    """
    every: list[RehearsedUtterance] = []
    with np.load(path) as data:
        cepstra = (data["cepstra"] * data["step"] + data["middle"]).astype(np.float16)
        targets = data["targets"].astype(np.int16)
        lengths, words, rehearsed = data["lengths"], data["words"], int(data["rehearsed"])
    ends = lengths.cumsum(0)
    for (rows, outputs), (end, target_end), said in zip(lengths, ends, words, strict=True):
        example = Example(cepstra[end - rows : end], targets[target_end - outputs : target_end])
        every.append(RehearsedUtterance(tuple(str(said).split()), example))
    return every[:rehearsed], every[rehearsed:]
