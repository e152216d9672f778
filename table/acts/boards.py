# SPDX-License-Identifier: GPL-3.0-or-later
"""Two boards, one game (D.1, D.2.9): what stands where, and how both are set right.

Nobody sees the boards but the people at the table: they say what stands on a square that shows
something else than the game's position. No board that is wrong costs a penalty.
"""

from dataclasses import replace

import chess

from rules.boards import corrections
from rules.description import MoveFault
from rules.position import Position
from rules.scoresheet import ScoreLine, Scoresheet, last_agreed
from table.acts import illegal
from table.core.state import State
from table.core.step import Step
from table.events import Event
from table.events.dialogue import BoardsMayDiffer
from table.events.game import IllegalMove, Refusal, Refused, Role
from table.events.scoresheets import BoardReported, BoardsCompared
from voice.language.commands import Command

STRAYS = 2
"""After so many moves in a row that fit no board here, one may be missing on another."""

_SAID_WRONGLY = (
    MoveFault.FILE_MISSING,
    MoveFault.PROMOTION_MISSING,
    MoveFault.PROMOTION_NOT_POSSIBLE,
)
"""Faults of the words, and of no board."""


def notice(step: Step) -> None:
    """Look at what became of a move that was said: such as only another board allows, again and
    again, mean that one was lost there or here. Which stands last is told, once until a move is
    announced.

    In competition nothing is given away by it: what was refused or explained was told already, and
    what is read back although it is illegal does not count.
    """
    if not any(_fits_no_board(event) for event in step.events):
        return
    step.state = replace(step.state, strays=step.state.strays + 1)
    if step.state.strays == STRAYS and step.state.outcome is None:
        last = step.state.told_moves[-1:]
        turn = step.state.present.turn
        step.emit(BoardsMayDiffer(step.at, turn, last[0] if last else None))


def _fits_no_board(event: Event) -> bool:
    match event:
        case IllegalMove(illegality=why):
            return why.fault not in _SAID_WRONGLY
        case Refused(reason=Refusal.NOT_ON_MOVE):
            return True
    return False


def report(step: Step, command: Command, colour: chess.Color, _who: Role | None) -> None:
    """On somebody's board a square shows this piece, or, without one, nothing."""
    state = step.state
    whose = colour if command.colour is None else command.colour
    named = command.board
    if named.square is None:
        step.refuse(colour, Refusal.NOT_HERE)
        return
    board = chess.BaseBoard(_shown(state, whose))
    piece = None
    if named.piece is not None:
        piece = chess.Piece(named.piece, bool(named.colour))
    board.set_piece_at(named.square, piece)
    shown = board.board_fen()
    same = shown == state.position.board.board_fen()
    step.state = replace(step.state, boards=state.boards.change(whose, "" if same else shown))
    step.emit(BoardReported(step.at, whose, named.square, piece))


def compare(step: Step, _command: Command, colour: chess.Color, who: Role | None) -> None:
    """D.2.9: with the arbiter and both scoresheets.

    Where they agree, each board is set right. Where they differ, the game goes back to the last
    move on which both and the program's record agree, and the clocks to what they showed then.
    """
    state = step.state
    if state.outcome is not None:
        step.refuse(colour, Refusal.GAME_OVER, state.outcome.article)
        return
    agreed = agreed_ply(state)
    differ = agreed < state.position.ply
    should = state.position.back_to(agreed)
    white, black = (
        corrections(chess.BaseBoard(_shown(state, each)).piece_map(), should.board.piece_map())
        for each in (chess.WHITE, chess.BLACK)
    )
    last = state.record[agreed - 1].facts if agreed else None
    step.emit(BoardsCompared(step.at, differ, last if differ else None, white, black))
    if differ:
        illegal.restore(step, agreed, "D.2.9")


def agreed_ply(state: State) -> int:
    """How many plies nobody's record contradicts: neither player's, nor the program's."""
    record = _sheet(state.position)
    white, black = state.scoresheets.white.sheet, state.scoresheets.black.sheet
    pairs = ((white, black), (white, record), (black, record))
    return min(state.position.ply, *(last_agreed(one, other) for one, other in pairs))


def _shown(state: State, whose: chess.Color) -> str:
    return state.boards.of(whose) or state.position.board.board_fen()


def _sheet(position: Position) -> Scoresheet:
    return Scoresheet(tuple(ScoreLine(move.uci(), move) for move in position.moves))
