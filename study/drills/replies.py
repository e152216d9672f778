# SPDX-License-Identifier: GPL-3.0-or-later
"""Endings: which moves are right, which is best, and which is hardest to play against."""

from collections.abc import Iterator
from typing import Final

import chess

from rules.position import Position
from study.drills.task import Judge, Verdict

_AHEAD: Final = 2
"""So many moves of the other side are looked at for the chance that it goes wrong."""

Worth = tuple[int, int, bool, float, int, str]
After = tuple[chess.Move, Position, Verdict]


def is_bare(position: Position, colour: chess.Color) -> bool:
    """Whether a side has nothing but its king, and so cannot win."""
    board = position.board
    return not board.occupied_co[colour] & ~board.kings


def has_promoted(move: chess.Move, after: Position) -> bool:
    """Whether a pawn is something else now that cannot be taken at once."""
    taken = any(reply.to_square == move.to_square for reply in after.legal_moves)
    return move.promotion is not None and not taken


def best(position: Position, judge: Judge) -> chess.Move | None:
    """The fastest win, the longest defence; in a draw rather one that takes something. A pawn
    becomes a queen where nothing else is better. None where there is no move."""

    def worth(each: After) -> Worth:
        move, _, verdict = each
        takes = position.board.is_capture(move)
        return *_result(verdict, position.turn), takes, 0.0, move.promotion or 0, move.uci()

    return max(_known(position, judge), key=worth, default=(None,))[0]


def hardest(position: Position, judge: Judge) -> chess.Move | None:
    """The fastest win; where the other side wins, what takes it longest; in a draw a new position
    with something left to go wrong. Among such moves the one after which somebody who moves by
    lot goes wrong most often. None where there is no move."""

    def worth(each: After) -> Worth:
        move, after, verdict = each
        risk = _risk(after, judge, _AHEAD if verdict.winner is None else 1)
        new = len(after.occurrences()) == 1
        return (
            *_result(verdict, position.turn),
            new and risk > 0,
            risk,
            move.promotion or 0,
            move.uci(),
        )

    return max(_known(position, judge), key=worth, default=(None,))[0]


def _known(position: Position, judge: Judge) -> Iterator[After]:
    """All moves of which it is known what they come to."""
    for move in position.legal_moves:
        after = position.play(move)
        verdict = judge.verdict(after)
        if verdict is not None:
            settled = verdict.winner == position.turn and has_promoted(move, after)
            yield move, after, Verdict(verdict.winner) if settled else verdict


def _result(verdict: Verdict, side: chess.Color) -> tuple[int, int]:
    """What a verdict is worth to a side: the more the better."""
    if verdict.winner is None:
        return 0, 0
    return (1, -verdict.plies) if verdict.winner == side else (-1, verdict.plies)


def _risk(position: Position, judge: Judge, moves: int) -> float:
    """The chance that the side on the move, moving by lot, throws away within so many moves what it
    has; the other side replies so that it is greatest."""
    before = judge.verdict(position)
    known = [*_known(position, judge)]
    if before is None or not known:
        return 0.0
    right = [after for _, after, verdict in known if verdict.winner == before.winner]
    wrong = len(known) - len(right)
    later = sum(_risk_later(after, judge, before, moves - 1) for after in right) if moves > 1 else 0
    return (wrong + later) / len(known)


def _risk_later(position: Position, judge: Judge, before: Verdict, moves: int) -> float:
    replies = (
        _risk(after, judge, moves)
        for _, after, verdict in _known(position, judge)
        if verdict.winner == before.winner
    )
    return max(replies, default=0.0)
