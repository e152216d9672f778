# SPDX-License-Identifier: GPL-3.0-or-later
"""What the assistant does with their hands, in order (D.2.10.1), and in words.

The order is that of the Laws: a captured piece leaves the board first (D.2.3.1), then the piece
moves (D.2.3.2); in castling the king goes before the rook (4.4.2).
"""

import chess

from announce.text.settings import Settings
from announce.text.utterance import Utterance
from announce.words.phraser import Phraser, Value, in_script
from rules.boards import Step
from rules.description import MoveFacts

KING_FILE = 4
"""Where the king stands at the start of a game of chess: the e-file."""


def steps(move: MoveFacts) -> tuple[Step, ...]:
    """The steps that play a move."""
    if move.castling is not None:
        return _castling(move)
    piece = chess.Piece(move.piece, move.colour)
    done: list[Step] = []
    if move.captured is not None:
        taken = move.to_square if move.capture_square is None else move.capture_square
        done.append(Step(chess.Piece(move.captured, not move.colour), taken, None))
    if move.promotion is None:
        done.append(Step(piece, move.from_square, move.to_square))
    else:  # 3.7.5.1: the pawn is exchanged for the new piece
        done.append(Step(piece, move.from_square, None))
        done.append(Step(chess.Piece(move.promotion, move.colour), None, move.to_square))
    return tuple(done)


def undo(move: MoveFacts) -> tuple[Step, ...]:
    """The steps that take a move back (D.2.8, 7.5.1): its own, backwards."""
    return tuple(step.reversed() for step in reversed(steps(move)))


def hand_words(steps: tuple[Step, ...], settings: Settings) -> tuple[Utterance, ...]:
    """One line for each step: "Weißen Springer von Felix drei nach Gustav eins."."""
    phraser = Phraser(settings)
    return in_script([step_words(step, phraser) for step in steps], settings)


def step_words(step: Step, phraser: Phraser) -> Utterance:
    """The line of one step."""
    known: dict[str, Value] = {"piece": phraser.coloured(step.piece)}
    if step.from_square is not None:
        known["square"] = phraser.square(step.from_square)
    if step.to_square is not None:
        known["to"] = phraser.square(step.to_square)
    return phraser.say("game.hand_move", "game.hand_off", "game.hand_on", **known)


def _castling(move: MoveFacts) -> tuple[Step, ...]:
    """King, then rook; from squares that only Chess960 knows, as II.3.2.5.1 advises.

    There the king leaves the board, the rook goes to its square, and the king is put on its own:
    so the king is touched first (4.4.2), and neither is in the other's way. A piece that stays is
    not touched (II.3.2.7.2).
    """
    assert move.rook_from is not None
    assert move.rook_to is not None
    king = chess.Piece(chess.KING, move.colour)
    rook = chess.Piece(chess.ROOK, move.colour)
    king_step = Step(king, move.from_square, move.to_square)
    rook_step = Step(rook, move.rook_from, move.rook_to)
    if move.from_square == move.to_square:
        return (rook_step,)
    if move.rook_from == move.rook_to:
        return (king_step,)
    if chess.square_file(move.from_square) == KING_FILE and _in_a_corner(move.rook_from):
        return king_step, rook_step
    return (
        Step(king, move.from_square, None),
        rook_step,
        Step(king, None, move.to_square),
    )


def _in_a_corner(square: chess.Square) -> bool:
    return bool(chess.BB_SQUARES[square] & chess.BB_CORNERS)
