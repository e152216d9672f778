# SPDX-License-Identifier: GPL-3.0-or-later
"""Inputs and events to plain JSON data and back, exactly.

The declared field types say how a value is read back. Where several classes may stand, the class
name stands with them under ``"is"``.
"""

from collections.abc import Iterable
from typing import Any, get_args

import chess
from cattrs import Converter
from cattrs.strategies import configure_union_passthrough

from table.core.conditions import Conditions
from table.core.inputs import Input
from table.events import Event
from table.events.answers import Answer
from voice.language.interpretation import Intent

TAG = "is"


def make_converter() -> Converter:
    """A converter that knows the types of the chess library."""
    converter = Converter(forbid_extra_keys=True)
    configure_union_passthrough(int | str | None, converter)
    converter.register_unstructure_hook(chess.Move, lambda move: move.uci())
    converter.register_structure_hook(chess.Move, lambda text, _: chess.Move.from_uci(text))
    converter.register_unstructure_hook(chess.Piece, lambda piece: piece.symbol())
    converter.register_structure_hook(chess.Piece, lambda text, _: chess.Piece.from_symbol(text))
    return converter


class Records:
    """Reads and writes the values of a closed set of classes.

    How a class is read and written is worked out when the first of its values is: to do so for
    all of them would keep the program from starting for a tenth of a second.
    """

    def __init__(self, classes: Iterable[type], unions: tuple[Any, ...] = ()) -> None:
        """``unions`` are type aliases, used inside of the classes, that need the class name."""
        converter = make_converter()
        for union in unions:
            inner = _Named(get_args(union), converter)
            converter.register_unstructure_hook(union, inner.write)
            converter.register_structure_hook(union, inner.read)
        self._records = _Named(classes, converter)

    def encode(self, value: object) -> dict[str, Any]:
        """Plain JSON data with the class name under ``"is"``. Raises KeyError for other classes."""
        return self._records.write(value)

    def decode(self, data: dict[str, Any]) -> Any:
        """What :meth:`encode` wrote. Raises ValueError if it is anything else."""
        try:
            return self._records.read(data)
        except Exception as error:
            raise ValueError(f"damaged record: {error}") from error


class _Named:
    """Values of several classes, each written with the name of its own."""

    def __init__(self, classes: Iterable[type], converter: Converter) -> None:
        self._names = {kind: kind.__name__ for kind in classes}
        self._classes = {name: kind for kind, name in self._names.items()}
        self._converter = converter

    def write(self, value: object) -> dict[str, Any]:
        name = self._names[type(value)]
        data = self._converter.unstructure(value)
        return {**data, TAG: name}

    def read(self, data: dict[str, Any], _type: object = None) -> Any:
        fields = {**data}
        name = fields.pop(TAG)
        kind = self._classes[name]
        return self._converter.structure(fields, kind)


INPUTS = Records((*get_args(Input), Conditions), (Intent,))
"""Inputs, and the conditions, which are the first entry of a journal."""

EVENTS = Records(get_args(Event), (Answer,))
