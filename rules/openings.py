# SPDX-License-Identifier: GPL-3.0-or-later
"""The openings that have a name here: by their code, by the moves as written, by the position."""

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

import chess

_OPENINGS: Final = Path(__file__).with_name("openings.toml")

FIRST_PLIES: Final = 12
"""So many plies belong to an opening: none that has a name here is longer."""


@cache
def _table() -> Mapping[str, Mapping[str, Any]]:
    return tomllib.loads(_OPENINGS.read_text(encoding="utf-8"))


@cache
def openings() -> Mapping[str, tuple[tuple[str, ...], ...]]:
    """The first moves, as in PGN and in each of their orders, of the openings by the keys under
    which the lexicons have their names."""
    return {
        name: tuple(tuple(moves.split()) for moves in entry["moves"])
        for name, entry in _table().items()
    }


@cache
def _by_code() -> Mapping[str, str]:
    """The key of the opening that has a code (ECO), as "B20"."""
    found: dict[str, str] = {}
    for name, entry in _table().items():
        for span in entry["eco"]:
            for code in _codes(span):
                found.setdefault(code, name)
    return found


def _codes(span: str) -> list[str]:
    first, last = span.split("-")
    return [f"{first[0]}{number:02}" for number in range(int(first[1:]), int(last[1:]) + 1)]


def opening_of(code: str) -> str:
    """The key of the opening with this code; empty if it has no name here."""
    return _by_code().get(code[:3].upper(), "")


def opening_of_score(moves: Sequence[str]) -> str:
    """The key of the longest opening that these moves, as written in PGN, begin with."""
    begun = (
        (len(opening), name)
        for name, orders in openings().items()
        for opening in orders
        if tuple(moves[: len(opening)]) == opening
    )
    return max(begun, default=(0, ""))[1]


def opening_reached(boards: Iterable[chess.Board]) -> str:
    """The key of the last opening whose position was on one of these boards, whatever the order of
    the moves; empty if none was."""
    named = _positions()
    reached = (named[key] for board in boards if (key := _key(board)) in named)
    return next(reversed([*reached]), "")


@cache
def _positions() -> Mapping[tuple[str, chess.Color], str]:
    named = {}
    for name, orders in openings().items():
        for opening in orders:
            board = chess.Board()
            for san in opening:
                board.push_san(san)
            named[_key(board)] = name
    return named


def _key(board: chess.Board) -> tuple[str, chess.Color]:
    return board.board_fen(), board.turn
