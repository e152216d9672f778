# SPDX-License-Identifier: GPL-3.0-or-later
"""Draws: claims by the third occurrence (9.2) and fifty moves (9.3), and offers (9.1).

A claim is made on the position on the board or on the one after a move that the claimant names
and will not play: so that move may be any legal one, also one that mates or stalemates, and a
claim that is right ends the game before it is made.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

import chess

from rules.position import Position, key

THREEFOLD = 3
FIFTY_MOVES = 100
"""In plies without a capture or a pawn's move."""


class Ground(StrEnum):
    """Why a draw is claimed."""

    THREEFOLD = "threefold"
    FIFTY = "fifty"


@dataclass(frozen=True, slots=True)
class Occurrence:
    """Where a position came about: after move ``number`` of ``colour``; ``ply`` moves were made.

    ``colour`` is ``None`` for the position that the game began with.
    """

    ply: int
    number: int
    colour: chess.Color | None


@dataclass(frozen=True, slots=True)
class Finding:
    """The finding on a claim (11.12).

    ``article`` is that under which the claim was made. For the third occurrence, ``evidence``
    lists where the position stood, the named move's included; for fifty moves, after which move
    the counting began. ``count`` is the number of occurrences, or of plies without a capture and
    a pawn's move.
    """

    upheld: bool
    ground: Ground
    article: str
    count: int
    evidence: tuple[Occurrence, ...]


def forbidden_by(
    position: Position, claimant: chess.Color, touched: bool = False
) -> Literal["9.2.1", "9.4"] | None:
    """The article that forbids ``claimant`` to claim now: a claim is for the player who has the
    move (9.2.1, 9.3), and has not ``touched`` a piece in it (9.4)."""
    if claimant != position.turn:
        return "9.2.1"
    return "9.4" if touched else None


def examine(
    position: Position, ground: Ground | None = None, move: chess.Move | None = None
) -> Finding:
    """Examine the claim of the player on move, on the board or with a legal ``move``.

    Without a ``ground`` both are examined and the one that holds counts; a claim that fails on
    both counts as one of the third occurrence. Raises ``ValueError`` if a move is illegal.
    """
    if move is not None and move not in position.legal_moves:
        raise ValueError(f"illegal move {move.uci()} in {position.fen}")
    findings = {
        Ground.THREEFOLD: _examine_threefold,
        Ground.FIFTY: _examine_fifty,
    }
    if ground is not None:
        return findings[ground](position, move)
    both = [examination(position, move) for examination in findings.values()]
    return next((finding for finding in both if finding.upheld), both[0])


def _examine_threefold(position: Position, move: chess.Move | None) -> Finding:
    plies = list(position.occurrences())
    if move is not None:
        after = position.board.copy(stack=False)
        after.push(move)
        wanted = key(after)
        plies = [ply for ply, known in enumerate(position.keys) if known == wanted]
        plies.append(position.ply + 1)
    return Finding(
        upheld=len(plies) >= THREEFOLD,
        ground=Ground.THREEFOLD,
        article="9.2.1.2" if move is None else "9.2.1.1",
        count=len(plies),
        evidence=tuple(occurrence(position, ply) for ply in plies),
    )


def _examine_fifty(position: Position, move: chess.Move | None) -> Finding:
    count = position.board.halfmove_clock
    if move is not None:
        count = 0 if position.board.is_zeroing(move) else count + 1
    last = position.ply + (move is not None)
    return Finding(
        upheld=count >= FIFTY_MOVES,
        ground=Ground.FIFTY,
        article="9.3.2" if move is None else "9.3.1",
        count=count,
        evidence=(occurrence(position, max(last - count, 0)),),
    )


def occurrence(position: Position, ply: int) -> Occurrence:
    """The move that led to the position after ``ply`` moves of the game."""
    start = chess.Board(position.start_fen, chess960=position.chess960)
    if ply == 0:
        return Occurrence(0, start.fullmove_number, None)
    halves = 2 * start.fullmove_number + (start.turn == chess.BLACK) + ply - 1
    return Occurrence(ply, halves // 2, chess.BLACK if halves % 2 else chess.WHITE)


# --- Offers (9.1) ---------------------------------------------------------------------------------


def may_agree(agreement_from: int | None, white_moves: int, black_moves: int) -> bool:
    """9.1.1: true if the rules of the event let players offer a draw, or agree to one.

    ``agreement_from``: so many moves each player must have made; None: never.
    """
    return agreement_from is not None and min(white_moves, black_moves) >= agreement_from


def noted_with_next(
    colour: chess.Color, on_move: chess.Color, announced: bool, moved: bool
) -> bool:
    """9.1.2.2: "(=)" is written at the move that ``colour`` is about to make, not at the last one.

    ``announced``: the player's move waits for the clock. ``moved``: the player has made a move in
    this game.
    """
    return announced or colour == on_move or not moved


def offer_lives_on(offered_by: chess.Color, toucher: chess.Color) -> bool:
    """9.1.2.1-d: the opponent rejects an offer by touching a piece to move or capture it.

    So says the English text; the Slovenian one asks for a move that was played.
    """
    return offered_by == toucher
