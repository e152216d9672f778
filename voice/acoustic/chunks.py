# SPDX-License-Identifier: GPL-3.0-or-later
"""Files of training data: the features of some utterances and the pdf of every output frame."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from voice.acoustic import features
from voice.acoustic.phones import PhoneSpan, labels


@dataclass(frozen=True, slots=True)
class Example:
    """`features` (input frames, inputs of the network) and `targets` (output frames)."""

    features: NDArray[np.float16]
    targets: NDArray[np.int16]


def example(wave: NDArray[np.float64], segments: Sequence[PhoneSpan]) -> Example:
    """The training example of an utterance at 16 kHz."""
    cepstra = features.mfcc(wave)
    targets = labels(segments, len(cepstra))
    return Example(cepstra.astype(np.float16), targets.astype(np.int16))


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
