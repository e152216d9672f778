# SPDX-License-Identifier: GPL-3.0-or-later
"""The examples that a network learns from: the features of an utterance, and the pdf of every
output frame.

`save` and `load` are of the training data of a model. Its own file `replay.npz`, of
`save_rehearsal` and `load_rehearsal`, has utterances of many synthetic voices that say every word
of the model. A model that is fitted to one person rehearses them, lest it forget the words that
this person did not say; those kept for tests tell whether it did. Cepstra are kept there in steps
of a twelfth of their deviation, which compresses to a third of what 16-bit floats would take.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from voice.acoustic import features
from voice.acoustic.phones import PhoneSpan, labels

REHEARSAL: Final = "replay.npz"
_STEPS: Final = 12  # to a standard deviation


@dataclass(frozen=True, slots=True)
class Example:
    """`features` (input frames, inputs of the network) and `targets` (output frames) of one
    utterance; its `words`, where they are needed: of what is rehearsed."""

    features: NDArray[np.float16]
    targets: NDArray[np.int16]
    words: tuple[str, ...] = ()


def example(
    wave: NDArray[np.float64], segments: Sequence[PhoneSpan], words: tuple[str, ...] = ()
) -> Example:
    """The training example of an utterance at 16 kHz."""
    cepstra = features.mfcc(wave)
    targets = labels(segments, len(cepstra))
    return Example(cepstra.astype(np.float16), targets.astype(np.int16), words)


def with_background(one: Example) -> Example:
    """The same for a network that hears the background beside each frame."""
    return replace(
        one, features=features.with_background(one.features.astype(np.float32)).astype(np.float16)
    )


def save(path: Path, examples: Sequence[Example]) -> None:
    """Write `examples` as one file; it appears at `path` only once it is complete."""
    partial = path.with_suffix(".partial.npz")
    np.savez(
        partial,
        features=np.concatenate([one.features for one in examples]),
        targets=np.concatenate([one.targets for one in examples]),
        lengths=np.array([(len(one.features), len(one.targets)) for one in examples]),
    )
    partial.rename(path)


def load(paths: Iterable[Path]) -> list[Example]:
    """The examples of all files, in order."""
    found: list[Example] = []
    for path in paths:
        with np.load(path) as data:
            inputs, targets, lengths = data["features"], data["targets"], data["lengths"]
        input_ends, target_ends = lengths.cumsum(0).T
        for (rows, outputs), until, target_until in zip(
            lengths, input_ends, target_ends, strict=True
        ):
            found.append(
                Example(
                    inputs[until - rows : until], targets[target_until - outputs : target_until]
                )
            )
    return found


def save_rehearsal(path: Path, rehearsed: Sequence[Example], tests: Sequence[Example]) -> None:
    """Write a file; the same utterances make the same bytes.

    Every word of the model is in what is ``rehearsed``; the ``tests`` are never learnt from.
    """
    every = [*rehearsed, *tests]
    cepstra = np.concatenate([one.features for one in every]).astype(np.float32)
    step = (cepstra.std(0) / _STEPS).astype(np.float32)
    middle = cepstra.mean(0).astype(np.float32)
    np.savez_compressed(
        path,
        cepstra=np.clip(np.round((cepstra - middle) / step), -127, 127).astype(np.int8),
        step=step,
        middle=middle,
        targets=np.concatenate([one.targets for one in every]).astype(np.uint8),
        lengths=np.array([(len(one.features), len(one.targets)) for one in every], np.int32),
        words=np.array([" ".join(one.words) for one in every]),
        rehearsed=np.int32(len(rehearsed)),
    )


def load_rehearsal(path: Path) -> tuple[list[Example], list[Example]]:
    """The utterances of a file: those that are rehearsed, and those kept for tests.

    Raises OSError, KeyError or ValueError if it cannot be read.
    """
    every: list[Example] = []
    with np.load(path) as data:
        cepstra = (data["cepstra"] * data["step"] + data["middle"]).astype(np.float16)
        targets = data["targets"].astype(np.int16)
        lengths, words, rehearsed = data["lengths"], data["words"], int(data["rehearsed"])
    ends = lengths.cumsum(0)
    for (rows, outputs), (end, target_end), said in zip(lengths, ends, words, strict=True):
        inputs, wanted = cepstra[end - rows : end], targets[target_end - outputs : target_end]
        every.append(Example(inputs, wanted, tuple(str(said).split())))
    return every[:rehearsed], every[rehearsed:]
