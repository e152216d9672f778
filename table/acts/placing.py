# SPDX-License-Identifier: GPL-3.0-or-later
"""Another position to begin from, before a game in training: odds, a FEN, or piece by piece.

Piece by piece the board is put together in the state, and no game begins until it is whole
(`State.setup`). A position that cannot come about is refused with the reason (3.10.3).
"""

from dataclasses import replace

import chess

from rules.position import faults
from table.acts import answering
from table.acts.setup import UNSTARTED
from table.core.state import State, new_state
from table.core.step import ROLE_OF, Step
from table.events.answers import Answer, PiecesAnswer, PlacedPiece, SquareAnswer, TurnAnswer
from table.events.dialogue import InfoGiven
from table.events.game import PositionSet, Refusal, Role
from voice.language.commands import Command

_EMPTY = "8/8/8/8/8/8/8/8 w - - 0 1"


def set_up(step: Step, command: Command, colour: chess.Color, who: Role | None) -> None:
    """The board is emptied, is whole, or is as in a FEN or at the start; or who has the move."""
    state, board = step.state, _board(step.state)
    if state.started:
        step.refuse(colour, Refusal.BEFORE_GAME)
    elif command.word == "empty":
        step.state = replace(state, setup=_EMPTY, asked=None)
        step.emit(PositionSet(step.at))
    elif command.word == "done" and not state.setup:
        _tell(step, colour, who, UNSTARTED)
    elif command.word is None and command.colour is not None:
        board.turn = command.colour
        _changed(step, board, colour, who, TurnAnswer(command.colour))
    elif command.word not in (None, "done"):
        _read(step, chess.STARTING_FEN if command.word == "start" else str(command.word), colour)
    else:
        _hold(step, board)


def place(step: Step, command: Command, colour: chess.Color, who: Role | None) -> None:
    """A piece stands on a square; or, where none or nobody's is named, the square is empty."""
    board, said = _board(step.state), command.board
    if step.state.started:
        step.refuse(colour, Refusal.BEFORE_GAME)
    elif said.square is None:
        step.refuse(colour, Refusal.NOT_HERE)
    elif said.piece is not None and said.colour is not None:
        piece = chess.Piece(said.piece, said.colour)
        board.set_piece_at(said.square, piece)
        placed = (PlacedPiece(said.square, piece),)
        _changed(step, board, colour, who, PiecesAnswer(placed, (said.colour,), (said.piece,)))
    elif said.piece not in (None, board.piece_type_at(said.square)):
        _tell(
            step, colour, who, answering.square(board, said.square)
        )  # another one stands there, or none
    else:
        board.remove_piece_at(said.square)
        _changed(step, board, colour, who, answering.square(board, said.square))


def _board(state: State) -> chess.Board:
    return chess.Board(state.setup) if state.setup else state.position.board.copy(stack=False)


def _tell(step: Step, colour: chess.Color, who: Role | None, answer: Answer) -> None:
    step.emit(InfoGiven(step.at, who or ROLE_OF[colour], answer))


def _changed(
    step: Step, board: chess.Board, colour: chess.Color, who: Role | None, answer: Answer
) -> None:
    """A board that is being set up is kept as far as it is; another one has to be possible."""
    if step.state.setup:
        step.state = replace(step.state, setup=board.fen())
        _tell(step, colour, who, answer)
    else:
        if isinstance(answer, SquareAnswer) and not faults(board):  # what is given as odds
            _tell(step, colour, who, answering.missing_from(board, chess.Board(), None))
        _hold(step, board)


def _read(step: Step, fen: str, colour: chess.Color) -> None:
    try:
        board = chess.Board(fen)
    except ValueError:
        step.refuse(colour, Refusal.NO_FEN)
    else:
        _hold(step, board, castling=board.castling_rights)


def _hold(step: Step, board: chess.Board, castling: int | None = None) -> None:
    """The game begins from here, if that can be. Without a FEN a king and a rook that stand where
    they began may castle."""
    if castling is None:
        board.set_castling_fen("KQkq")
    board.castling_rights = board.clean_castling_rights()
    if board.ep_square is not None and not board.has_pseudo_legal_en_passant():
        board.ep_square = None
    if wrong := faults(board):
        step.emit(PositionSet(step.at, faults=wrong))
        return
    agreed = replace(step.state.conditions, fen=board.fen(), chess960=None)
    step.state = new_state(agreed, step.state.pin_key)
    step.emit(PositionSet(step.at, board.fen(), board.turn))
