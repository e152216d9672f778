# SPDX-License-Identifier: GPL-3.0-or-later
"""Threats: the moves that a side would play next if its opponent did nothing.

A threat is a mate, a promotion or a capture that gains material in the exchange on one square.
Deeper tactics (forks, discovered attacks) are left to the player.
"""

from typing import Literal, get_args

import chess

from rules.description import MoveFacts
from rules.moves import facts
from rules.position import Position

VALUES = {
    chess.PAWN: 1,
    chess.KNIGHT: 3,
    chess.BISHOP: 3,
    chess.ROOK: 5,
    chess.QUEEN: 9,
    chess.KING: 0,  # it is never captured
}
"""The usual values of the pieces, in pawns."""


ThreatKind = Literal["mate", "promotion", "capture"]
KINDS: tuple[ThreatKind, ...] = get_args(ThreatKind)
"""Kinds of threats, the gravest first."""


def kind_of(move: MoveFacts) -> ThreatKind:
    """The kind of threat that a move makes."""
    return "mate" if move.mate else "promotion" if move.promotion else "capture"


def threats(position: Position, colour: chess.Color) -> tuple[MoveFacts, ...]:
    """The moves that ``colour`` threatens, as if it were on the move now, the gravest first.

    One mate is enough, and one capture of each piece. Nothing is told of a side whose opponent is
    on the move and in check: that has to be answered first.
    """
    if position.turn != colour:
        if position.board.is_check():
            return ()
        position = _passed(position)
    board = position.board.copy()
    found: dict[tuple[ThreatKind, chess.Square | None], tuple[int, chess.Move]] = {}
    for move in sorted(position.legal_moves, key=lambda move: _value(board, move.from_square)):
        threat, gain = _kind(board, move)
        if threat is not None:
            place = (threat, None if threat == "mate" else move.to_square)
            if place not in found or found[place][0] < gain:
                found[place] = (gain, move)
    ranked = sorted(found.items(), key=lambda item: (KINDS.index(item[0][0]), -item[1][0]))
    return tuple(facts(position, move) for _, (_, move) in ranked)


def _passed(position: Position) -> Position:
    """The position with the other side on the move, as if a move had been passed."""
    board = position.board.copy(stack=False)
    board.push(chess.Move.null())
    return Position.from_fen(board.fen(), position.chess960, position.edition)


def _kind(board: chess.Board, move: chess.Move) -> tuple[ThreatKind | None, int]:
    """The kind of threat that ``move`` is, and how many pawns it gains."""
    gain = exchange(board, move) if board.is_capture(move) or move.promotion else 0
    board.push(move)
    mates = board.is_checkmate()
    board.pop()
    if mates:
        return "mate", gain
    if gain <= 0:
        return None, 0
    return ("promotion" if move.promotion else "capture"), gain


def exchange(board: chess.Board, move: chess.Move) -> int:
    """How many pawns ``move`` gains if both sides capture on its square while it pays.

    Each captures with its least piece, as in every static exchange evaluation; that a capture has
    to be legal (3.9.2) is kept. ``board`` is left as it was.
    """
    gain = _value(board, move.to_square)
    if board.is_en_passant(move):
        gain = VALUES[chess.PAWN]
    if move.promotion:
        gain += VALUES[move.promotion] - VALUES[chess.PAWN]
    board.push(move)
    there = chess.BB_SQUARES[move.to_square]
    replies = list(board.generate_legal_captures(to_mask=there))
    if replies:
        reply = min(
            replies, key=lambda one: (_value(board, one.from_square), -(one.promotion or 0))
        )
        gain -= max(0, exchange(board, reply))
    board.pop()
    return gain


def _value(board: chess.Board, square: chess.Square) -> int:
    kind = board.piece_type_at(square)
    return 0 if kind is None else VALUES[kind]
