# SPDX-License-Identifier: GPL-3.0-or-later
"""A pair of values, one for each player, as one immutable value."""

from dataclasses import dataclass, replace
from typing import Generic, Self, TypeVar

import chess

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Both(Generic[T]):
    """One for White and one for Black."""

    white: T
    black: T

    def of(self, colour: chess.Color) -> T:
        """That of ``colour``."""
        return self.white if colour == chess.WHITE else self.black

    def less(self: "Both[int]", other: "Both[int]") -> "Both[int]":
        """The difference of two pairs of numbers."""
        return Both(self.white - other.white, self.black - other.black)

    def change(self, colour: chess.Color, value: T) -> Self:
        """With another one for ``colour``."""
        if colour == chess.WHITE:
            return replace(self, white=value)
        return replace(self, black=value)
