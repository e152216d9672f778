# SPDX-License-Identifier: GPL-3.0-or-later
"""Inputs, events and the state of a game to plain JSON data and back, exactly.

The declared field types say how a value is read back. Where several classes may stand, the class
name stands with them under ``"is"``; the facts of an answer are of the type that its subject names.
A field by which values are not compared is secret or follows from the others
(`table.core.state.State.pin_key`), and is not written.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, is_dataclass
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin

import chess
from cattrs import Converter
from cattrs.gen import make_dict_unstructure_fn, override

from clock.events import GamePaused, GameResumed, MoveCompleted
from record.archive_file import Json
from rules.position import Position
from table.core.conditions import Conditions
from table.core.inputs import Input
from table.core.state import State
from table.events import Event
from table.events.answers import About, Answer
from table.events.dialogue import (
    AlphabetSwitched,
    DeviceLost,
    DeviceRestored,
    InfoGiven,
    MoveWordsChosen,
    NotUnderstood,
)
from table.events.game import MoveMade, Refused

TAG = "is"


class Records:
    """Reads and writes the values of some classes, each with the name of its own.

    How a class is read and written is worked out when the first of its values is: to do so for
    all of them would keep the program from starting for a tenth of a second.
    """

    def __init__(self, *classes: type) -> None:
        self._classes = {kind.__name__: kind for kind in classes}

    def encode(self, value: object) -> dict[str, Any]:
        """Plain JSON data with the class name under ``"is"``. Raises KeyError for other classes."""
        name = type(value).__name__
        return {**_CONVERTER.unstructure(value, self._classes[name]), TAG: name}

    def decode(self, data: dict[str, Any]) -> Any:
        """The value that :meth:`encode` wrote. Raises ValueError if it is anything else."""
        try:
            return self._read(data)
        except Exception as error:
            raise ValueError(f"damaged record: {error}") from error

    def _read(self, data: dict[str, Any]) -> Any:
        fields = {**data}
        return _CONVERTER.structure(fields, self._classes[fields.pop(TAG)])


_PLAIN = (int, str, NoneType)
"""Types that are written as they are where they are one of several alternatives."""


def _is_choice(kind: Any) -> bool:
    """True of a union of which JSON does not tell which class is meant, or one of plain values."""
    members = get_args(kind) if get_origin(kind) in (Union, UnionType) else ()
    several = len([one for one in members if one is not NoneType]) > 1
    return several and all(is_dataclass(one) or one in _PLAIN for one in members)


def _classes_of(union: Any) -> Records:
    return Records(*(one for one in get_args(union) if one not in _PLAIN))


def _writer(union: Any) -> Callable[[Any], Any]:
    records = _classes_of(union)
    return lambda value: records.encode(value) if is_dataclass(value) else value


def _reader(union: Any) -> Callable[[Any, Any], Any]:
    records, plain = _classes_of(union), tuple(one for one in get_args(union) if one in _PLAIN)
    return lambda data, _: data if isinstance(data, plain) else records._read(data)


def _has_unwritten(kind: Any) -> bool:
    return is_dataclass(kind) and any(not each.compare for each in fields(kind))


def _without_unwritten(kind: type) -> Callable[[Any], dict[str, Any]]:
    left_out: dict[str, Any] = {
        each.name: override(omit=True) for each in fields(kind) if not each.compare
    }
    return make_dict_unstructure_fn(kind, _CONVERTER, **left_out)


def _position(data: dict[str, Any], _: object) -> Position:
    start = {**data}
    moves = [chess.Move.from_uci(move) for move in start.pop("moves")]
    return Position.rebuilt(**start, moves=moves)


def _answer_written(answer: Answer[Any]) -> dict[str, Any]:
    facts = [_CONVERTER.unstructure(fact, answer.about.facts) for fact in answer.facts]
    return {"about": answer.about, "facts": facts, "colour": answer.colour}


def _answer_read(data: dict[str, Any], _: object) -> Answer[Any]:
    about = _CONVERTER.structure(data["about"], About)
    facts: Iterator[Any] = (_CONVERTER.structure(fact, about.facts) for fact in data["facts"])
    return Answer(about, tuple(facts), data["colour"])


def _is_answer(kind: Any) -> bool:
    return get_origin(kind) is Answer


_CONVERTER = Converter(forbid_extra_keys=True, unstruct_collection_overrides={frozenset: sorted})
_CONVERTER.register_unstructure_hook(chess.Move, lambda move: move.uci())
_CONVERTER.register_structure_hook(chess.Move, lambda text, _: chess.Move.from_uci(text))
_CONVERTER.register_unstructure_hook(chess.Piece, lambda piece: piece.symbol())
_CONVERTER.register_structure_hook(chess.Piece, lambda text, _: chess.Piece.from_symbol(text))
_CONVERTER.register_unstructure_hook_factory(_has_unwritten, _without_unwritten)
_CONVERTER.register_structure_hook(Position, _position)
_CONVERTER.register_unstructure_hook_func(_is_answer, _answer_written)
_CONVERTER.register_structure_hook_func(_is_answer, _answer_read)
_CONVERTER.register_unstructure_hook_factory(_is_choice, _writer)
_CONVERTER.register_structure_hook_factory(_is_choice, _reader)

INPUTS = Records(*get_args(Input), Conditions)
"""Inputs, and the conditions, which are the first entry of a journal."""

EVENTS = Records(*get_args(Event))


# --- The snapshot of a game, from which it goes on ------------------------------------------------

PASSING = (
    InfoGiven,
    NotUnderstood,
    AlphabetSwitched,
    MoveWordsChosen,
    Refused,
    GamePaused,
    GameResumed,
    DeviceLost,
    DeviceRestored,
)
"""Events that are not told again when a game is resumed: they answered somebody, or are no longer
so."""

PRESS = (MoveMade, MoveCompleted)
"""Events that are told again with the announcement before them."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The ``state`` of a game, and the events that were ``announced`` last: nobody knows whether
    they were heard before the program died."""

    state: State
    announced: tuple[Event, ...] = ()

    def after(self, state: State, events: tuple[Event, ...], told: bool) -> "Snapshot":
        """The snapshot after an input; ``told`` if anything was said of its events."""
        if not told:
            return Snapshot(state, self.announced)
        lasting = tuple(event for event in events if not isinstance(event, PASSING))
        pressed = all(isinstance(event, PRESS) for event in lasting)
        return Snapshot(state, self.announced + lasting if pressed else lasting)


_SNAPSHOTS = Records(Snapshot)


def encode_snapshot(snapshot: Snapshot) -> Json:
    """The stored form of a snapshot."""
    return _SNAPSHOTS.encode(snapshot)


def decode_snapshot(data: Any) -> Snapshot:
    """The snapshot of a stored form. Raises ValueError if it cannot be read."""
    found: Snapshot = _SNAPSHOTS.decode(data)
    if len(found.state.record) != found.state.position.ply:
        raise ValueError("the record is not that of the position")
    return found
