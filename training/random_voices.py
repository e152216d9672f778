# SPDX-License-Identifier: GPL-3.0-or-later
"""Voices that nobody has heard, for training: crossings of espeak-ng's own voice variants.

A network that hears sixty voices only, however warped, takes their ways for the ways of speech. A
random voice has each property (a formant, the pitch, the breath, ...) from one of two variants that
are for training, with every number moved a little. Format of the files: espeak-ng's
`docs/voices.md`.
"""

import random
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

_DRAWN: Final = "drawn"
_NUMBER: Final = re.compile(r"-?\d+(\.\d+)?")
_MOVED: Final = 0.08  # standard deviation of the logarithm
_KEPT: Final = ("klatt", "echo", "stressLength", "gender")  # their numbers are no measures
_NEVER: Final = ("name", "language")

_Properties = dict[str, str]


class RandomVoices:
    """A copy of espeak-ng's data in `folder` with one more variant, drawn anew at will."""

    def __init__(self, data: Path, folder: Path, parents: Sequence[str]) -> None:
        """`parents` are variants of `data`, the library's data. The copy is of links."""
        variants = folder / "voices" / "!v"
        variants.mkdir(parents=True)
        for here, there in ((data, folder), (data / "voices" / "!v", variants)):
            for entry in here.iterdir():
                if entry.name != "voices":
                    (there / entry.name).symlink_to(entry)
        self.folder = folder
        self._file = variants / _DRAWN
        self._parents = [properties(variants / name) for name in parents if name]

    def draw(self, choose: random.Random) -> str:
        """The name of a new variant; the one drawn before is gone."""
        mother, father = choose.sample(self._parents, 2)
        lines = [
            f"{name} {moved(name, values, choose)}"
            for name, values in _crossed(mother, father, choose)
        ]
        self._file.write_text("\n".join(["language variant", f"name {_DRAWN}", *lines, ""]))
        return _DRAWN


def properties(file: Path) -> _Properties:
    """The lines of a variant by what they are about: "formant 3", "pitch"."""
    found: _Properties = {}
    for line in file.read_text("utf-8", "replace").splitlines():
        words = line.split("//")[0].split("#")[0].split()
        count = 2 if words[:1] == ["formant"] else 1
        if len(words) > count and words[0] not in _NEVER:
            found[" ".join(words[:count])] = " ".join(words[count:])
    return found


def _crossed(
    mother: _Properties, father: _Properties, choose: random.Random
) -> Iterator[tuple[str, str]]:
    """Each property that either has, from one of them; so some are missing, as they are there."""
    for name in sorted({*mother, *father}):
        values = choose.choice((mother, father)).get(name)
        if values is not None:
            yield name, values


def moved(name: str, values: str, choose: random.Random) -> str:
    """`values` with each number a little larger or smaller, if `name` is of something measured."""
    if name in _KEPT:
        return values
    return _NUMBER.sub(
        lambda number: str(round(float(number[0]) * choose.lognormvariate(0, _MOVED))), values
    )
