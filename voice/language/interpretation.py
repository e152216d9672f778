# SPDX-License-Identifier: GPL-3.0-or-later
"""The possible meanings, and the meaning of one sequence of words in a position.

How sure it is that these words were said at all is weighed in ``intent``.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import chess

from rules.description import Castling, MoveDescription
from rules.explanation import Illegality, explain
from rules.moves import castlings, find
from rules.position import Position
from voice.language import lexicon
from voice.language.commands import Command, CommandName
from voice.language.disambiguation import answered
from voice.language.lexicon import GERMAN, Language, Line
from voice.language.orders import Order, PinGiven
from voice.language.semantics import ParsedWords, parse_line, parse_words
from voice.language.transcript import Words


@dataclass(frozen=True, slots=True)
class Heard:
    """A legal move, said clearly; ``text`` is what was heard."""

    move: chess.Move
    text: str


@dataclass(frozen=True, slots=True)
class Ambiguous:
    """Several legal moves may be meant."""

    moves: tuple[chess.Move, ...]
    text: str

    @property
    def only_promotion(self) -> bool:
        """True if nothing but the piece of a promotion was left unsaid (D.2.1)."""
        return len({(move.from_square, move.to_square) for move in self.moves}) == 1


@dataclass(frozen=True, slots=True)
class Unsure:
    """A legal move was probably said: ask "is it this?" before anything is done."""

    move: chess.Move
    text: str


@dataclass(frozen=True, slots=True)
class Either:
    """A move of either player: ``own`` are legal moves of the player who has announced one,
    ``reply`` those of the opponent after it."""

    own: tuple[chess.Move, ...]
    reply: tuple[chess.Move, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Illegal:
    """A move was said clearly that the Laws do not allow here, and why."""

    description: MoveDescription
    illegality: Illegality
    text: str


@dataclass(frozen=True, slots=True)
class NoMatch:
    """No move and no command; ``text`` is the best guess at the words.

    ``clipped``: only a part was heard, so it is not known what was said.
    """

    text: str
    clipped: bool = False


Intent = Heard | Ambiguous | Unsure | Either | Illegal | Command | Order | PinGiven | NoMatch

AskedAbout = Ambiguous | Unsure | Command | None
"""The subject of an open question: these words may be the answer."""


_WHO_CASTLE = (chess.KING, chess.ROOK)


def meaning(
    words: Words | Line, position: Position, asked: AskedAbout = None, language: Language = GERMAN
) -> Intent:
    """The meaning of ``words`` if they were said or typed: an answer first, then a legal move, then
    the rest."""
    said = words.words if isinstance(words, Line) else words
    text = lexicon.written(said, language.name)
    if isinstance(asked, Ambiguous):
        chosen = answered(position, asked.moves, said, language)
        if chosen:
            return _of_moves(chosen, text)
    if isinstance(words, Line):
        readings = parse_line(words, language)
    else:
        readings = parse_words(words, language)
    if asked is not None and _is_about_castling(asked, position, language):
        castling = _castling_answered(readings, position, text)
        if castling is not None:
            return castling
    return of_readings(readings, position, text)


def of_readings(readings: Sequence[ParsedWords], position: Position, text: str) -> Intent:
    """Legal moves first, then commands, then illegal moves."""
    moves = dict.fromkeys(
        move
        for said in readings
        if isinstance(said, MoveDescription)
        for move in find(position, said)
    )
    if moves:
        return _of_moves(tuple(moves), text)
    for said in readings:
        if isinstance(said, Command):
            castles = said.name is CommandName.CASTLE_INTENT
            return _about_to_castle(position, said, text) if castles else said
    for said in readings:
        if isinstance(said, MoveDescription):
            return _illegal(position, said, text)
    return NoMatch(text)


def _of_moves(moves: tuple[chess.Move, ...], text: str) -> Intent:
    return Heard(moves[0], text) if len(moves) == 1 else Ambiguous(moves, text)


def _illegal(position: Position, said: MoveDescription, text: str) -> Intent:
    illegality = explain(position, said)
    return Illegal(said, illegality, text) if illegality else NoMatch(text)


def _about_to_castle(position: Position, said: Command, text: str) -> Intent:
    """ "Ich rochiere", alone or with where the king goes: never a step of the king (II.3.2.7.1).

    The side is asked for; where only one is legal it was not said either, so that is asked.
    """
    if said.board.square is not None:
        return _castling_there(position, said, said.board.square, text)
    moves = castlings(position)
    if len(moves) == 1:
        return Unsure(moves[0], text)
    if moves:
        return _of_moves(moves, text)
    rights = position.board.has_queenside_castling_rights(position.turn)
    only_long = rights and not position.board.has_kingside_castling_rights(position.turn)
    side = Castling.LONG if only_long else Castling.SHORT
    return _illegal(position, MoveDescription(castling=side), text)


def _castling_there(position: Position, said: Command, square: chess.Square, text: str) -> Intent:
    """The castling by the square that the king goes to, or by that of the rook."""
    if said.board.piece not in (None, *_WHO_CASTLE):
        return NoMatch(text)
    moves = castlings(position, MoveDescription(to_square=square))
    if len(moves) == 1:
        return Heard(moves[0], text)
    king = position.board.king(position.turn)
    side = Castling.LONG if king is not None and square < king else Castling.SHORT
    return _illegal(position, MoveDescription(castling=side), text)


def _is_about_castling(asked: AskedAbout, position: Position, language: Language) -> bool:
    """True if the player said that they castle, and was asked which castling is meant."""
    match asked:
        case Ambiguous(moves=moves):
            return all(position.board.is_castling(move) for move in moves)
        case Unsure(text=text):
            said = parse_words(lexicon.words(text, language), language)
            return any(
                isinstance(one, Command) and one.name is CommandName.CASTLE_INTENT for one in said
            )
    return False


def _castling_answered(
    readings: Sequence[ParsedWords], position: Position, text: str
) -> Heard | None:
    """The castling that is meant where the king's or the rook's square is the answer."""
    for said in readings:
        if isinstance(said, MoveDescription) and said.to_square is not None:
            moves = castlings(position, said)
            if said.piece in _WHO_CASTLE and len(moves) == 1:
                return Heard(moves[0], text)
    return None


def moves_of(intent: Intent) -> tuple[chess.Move, ...]:
    """The legal moves that were meant; where it may be either side's, those of the reply."""
    match intent:
        case Heard(move=move) | Unsure(move=move):
            return (move,)
        case Ambiguous():
            return intent.moves
        case Either():
            return intent.reply
    return ()


def either_of(own: Intent, reply: Intent) -> Intent:
    """The meaning of words that mean ``own`` of who has announced a move, and ``reply`` of the
    opponent after it."""
    of_player, of_opponent = moves_of(own), moves_of(reply)
    if isinstance(own, Command | Order | PinGiven):
        return own
    if of_player and of_opponent:
        return Either(of_player, of_opponent, reply.text)
    nothing = isinstance(reply, NoMatch)
    return own if of_player or (nothing and isinstance(own, Illegal)) else reply
