# SPDX-License-Identifier: GPL-3.0-or-later
"""Inputs and events to plain JSON data and back, exactly.

The declared field types say how a value is read back. Where several classes may stand, the class
name stands with them under ``"is"``.
"""

from functools import reduce
from operator import or_
from types import ModuleType
from typing import Any

import chess
from cattrs import Converter
from cattrs.strategies import configure_tagged_union

TAG = "is"


def dataclasses_of(*modules: ModuleType) -> list[type]:
    """The dataclasses that the given modules define."""
    return [
        item
        for module in modules
        for item in vars(module).values()
        if isinstance(item, type)
        and hasattr(item, "__dataclass_fields__")
        and item.__module__ == module.__name__
    ]


def make_converter() -> Converter:
    """A converter that knows the types of the chess library."""
    converter = Converter(forbid_extra_keys=True)
    converter.register_unstructure_hook(chess.Move, lambda move: move.uci())
    converter.register_structure_hook(chess.Move, lambda text, _: chess.Move.from_uci(text))
    converter.register_unstructure_hook(chess.Piece, lambda piece: piece.symbol())
    converter.register_structure_hook(chess.Piece, lambda text, _: chess.Piece.from_symbol(text))
    return converter


class Records:
    """Reads and writes the values of a closed set of classes."""

    def __init__(self, classes: list[type], unions: tuple[Any, ...] = ()) -> None:
        """``unions`` are type aliases, used inside of the classes, that need the class name."""
        self._converter = make_converter()
        for union in unions:
            configure_tagged_union(union, self._converter, tag_name=TAG)
        self._union: Any = reduce(or_, classes)
        configure_tagged_union(self._union, self._converter, tag_name=TAG)

    def encode(self, value: object) -> dict[str, Any]:
        """Plain JSON data with the class name under ``"is"``."""
        data: dict[str, Any] = self._converter.unstructure(value, self._union)
        return data

    def decode(self, data: dict[str, Any]) -> Any:
        """What :meth:`encode` wrote; ValueError for anything else."""
        try:
            return self._converter.structure(data, self._union)
        except Exception as error:
            raise ValueError(f"damaged record: {error}") from error
