# SPDX-License-Identifier: GPL-3.0-or-later
"""What may be meant, and what one sequence of words means in a position.

How sure it is that these words were said at all is weighed in ``intent``.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import chess

from rules.description import Castling, MoveDescription
from rules.illegal import Illegality, explain
from rules.moves import find
from rules.position import Position
from voice import lexicon
from voice.commands import Command, CommandName
from voice.deciding import answered, deciding_words
from voice.readings import Reading, parse_words


@dataclass(frozen=True, slots=True)
class Heard:
    """A legal move, said clearly; ``text`` is what was heard."""

    move: chess.Move
    text: str


@dataclass(frozen=True, slots=True)
class Ambiguous:
    """Several legal moves may be meant; ``options`` are the words that decide ("Anna", "Felix").

    There may be fewer options than moves: then the answer leaves a further question.
    """

    moves: tuple[chess.Move, ...]
    options: tuple[str, ...]
    text: str

    @property
    def only_promotion(self) -> bool:
        """Whether nothing but the piece of a promotion was left unsaid (D.2.1)."""
        return len({(move.from_square, move.to_square) for move in self.moves}) == 1


@dataclass(frozen=True, slots=True)
class Unsure:
    """A legal move was probably said: ask "is it this?" before anything is done."""

    move: chess.Move
    text: str


@dataclass(frozen=True, slots=True)
class Illegal:
    """A move was said clearly that the Laws do not allow here, and why."""

    description: MoveDescription
    illegality: Illegality
    text: str


@dataclass(frozen=True, slots=True)
class NotUnderstood:
    """No move and no command; ``text`` is the best guess at the words."""

    text: str


Intent = Heard | Ambiguous | Unsure | Illegal | Command | NotUnderstood

Asked = Ambiguous | Unsure | Command | None
"""What an open question is about: these words may be the answer."""


def meaning(
    words: tuple[str, ...], position: Position, asked: Asked = None, letters: bool = False
) -> Intent:
    """What ``words`` mean if they were said: an answer first, then a legal move, then the rest."""
    text = lexicon.written(words)
    if isinstance(asked, Ambiguous):
        chosen = answered(position, asked.moves, words, letters)
        if chosen:
            return _of_moves(chosen, position, text)
    return of_readings(parse_words(words, letters), position, text)


def of_readings(readings: Sequence[Reading], position: Position, text: str) -> Intent:
    """Legal moves first, then commands, then illegal moves."""
    moves = dict.fromkeys(
        move
        for said in readings
        if isinstance(said, MoveDescription)
        for move in find(position, said)
    )
    if moves:
        return _of_moves(tuple(moves), position, text)
    for said in readings:
        if isinstance(said, Command):
            castles = said.name is CommandName.CASTLE_INTENT
            return _castling_without_side(position, text) if castles else said
    for said in readings:
        if isinstance(said, MoveDescription):
            return _illegal(position, said, text)
    return NotUnderstood(text)


def _of_moves(moves: tuple[chess.Move, ...], position: Position, text: str) -> Intent:
    if len(moves) == 1:
        return Heard(moves[0], text)
    return Ambiguous(moves, deciding_words(position, moves), text)


def _illegal(position: Position, said: MoveDescription, text: str) -> Intent:
    illegality = explain(position, said)
    return Illegal(said, illegality, text) if illegality else NotUnderstood(text)


def _castling_without_side(position: Position, text: str) -> Intent:
    """The side is asked for; where only one is legal it was not said either, so that is asked."""
    said = {side: MoveDescription(castling=side) for side in Castling}
    moves = tuple(move for side in Castling for move in find(position, said[side]))
    if len(moves) == 1:
        return Unsure(moves[0], text)
    if moves:
        return _of_moves(moves, position, text)
    rights = position.board.has_queenside_castling_rights(position.turn)
    only_long = rights and not position.board.has_kingside_castling_rights(position.turn)
    return _illegal(position, said[Castling.LONG if only_long else Castling.SHORT], text)


def wordless(meant: Intent) -> Intent:
    """The meaning without the words, in which two ways of saying it differ."""
    return replace(meant, text="")
