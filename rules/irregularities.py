# SPDX-License-Identifier: GPL-3.0-or-later
"""Irregularities: completed illegal moves, their counter, and what they cost (7.5, A.4, B.4);
games that began with a wrong position or with reversed colours (7.2, 7.3, A.4.1.2).

Nothing here is done to a game; these are the decisions. A rate of play is named as in
``clock.control``.
"""

from dataclasses import dataclass, replace

import chess

from rules.description import Castling, Illegality, MoveDescription, MoveFault
from rules.editions import edition
from rules.explanation import castling_meant
from rules.position import Position
from rules.touch import Hands

_CASTLING = frozenset(
    {MoveFault.CASTLING_LOST, MoveFault.CASTLING_BLOCKED, MoveFault.CASTLING_ATTACKED}
)

EXECUTABLE = _CASTLING | frozenset(
    {
        MoveFault.NOT_YOUR_PIECE,
        MoveFault.OWN_PIECE_THERE,
        MoveFault.NOT_ITS_WAY,
        MoveFault.BLOCKED,
        MoveFault.PINNED,
        MoveFault.LEAVES_CHECK,
        MoveFault.INTO_CHECK,
        MoveFault.NO_EN_PASSANT,
        MoveFault.TAKES_KING,
    }
)
"""The faults that hands can commit on a board against Articles 3.1 to 3.9. All others are slips of
the tongue, about pieces that are not there or captures that take nothing: they are asked about and
never counted."""

NOT_LEFT = _CASTLING | {MoveFault.OWN_PIECE_THERE, MoveFault.TAKES_KING, MoveFault.NOT_YOUR_PIECE}
"""The faults that leave no board on which a game can go on: it is explained, and nothing is
made."""


@dataclass(frozen=True, slots=True)
class IllegalMoves:
    """The illegal moves of a game: one counter a player for all four kinds (7.5.5).

    ``unclear``: since the last move something was said that
    was not understood, so that a press does not count as one without a move. ``counted_ply`` is
    the last move that stands and was counted: made with two hands (7.5.4), or a pawn that became a
    queen (7.5.2). ``early``: since the last move the clock was
    pressed before a move was announced (D.2.4); in so many moves White has, and Black.
    """

    white: int = 0
    black: int = 0
    unclear: bool = False
    counted_ply: int | None = None
    early: bool = False
    early_white: int = 0
    early_black: int = 0

    def of(self, colour: chess.Color) -> int:
        """How many illegal moves ``colour`` has completed."""
        return self.white if colour == chess.WHITE else self.black

    def presses_of(self, colour: chess.Color) -> int:
        """In how many moves ``colour`` has pressed too early (D.2.4, 7.5.3)."""
        return self.early_white if colour == chess.WHITE else self.early_black

    def pressed_early(self, colour: chess.Color) -> "IllegalMoves":
        """The same with one more by ``colour``, in this move."""
        number = self.presses_of(colour) + 1
        if colour == chess.WHITE:
            return replace(self, early=True, early_white=number)
        return replace(self, early=True, early_black=number)

    def counted(self, colour: chess.Color) -> "IllegalMoves":
        """The same with one more by ``colour``."""
        number = self.of(colour) + 1
        if colour == chess.WHITE:
            return replace(self, white=number)
        return replace(self, black=number)


NO_ILLEGAL_MOVES = IllegalMoves()


def cost(year: int, rate: str, number: int) -> int | None:
    """The cost of a player's ``number``-th illegal move, counted from 1: so many seconds for the
    opponent, or the game (None)."""
    laws = edition(year)
    return None if number >= laws.losing_illegal_move[rate] else laws.illegal_move_bonus[rate]


def counts(illegality: Illegality) -> bool:
    """True if pressing the clock after such an announcement completes an illegal move."""
    return illegality.fault in EXECUTABLE or illegality.article == "3.7.3"


def acts_unasked(year: int, rate: str, supervised: bool) -> bool:
    """True if Hektor, who sees every illegal move, acts at once; False if it waits for a claim.

    In rapid and blitz play without adequate supervision the opponent claims (A.4.2, B.4); the Laws
    of 2005 knew no other rapid and blitz (E.05-7).
    """
    return rate == "standard" or (supervised and edition(year).supervised_quick_games)


def replacement_touches(board: chess.Board, illegality: Illegality) -> tuple[chess.Square, ...]:
    """The pieces that an illegal move touched, which bind its replacement (7.5.1, 4.3).

    A capture touches both; castling the king first, which must move if it can (4.4.3). A piece
    that is not known binds nobody.
    """
    square, target = illegality.square, illegality.to_square
    if square is None:
        return ()
    if target is None or illegality.fault in (*_CASTLING, MoveFault.TAKES_KING):
        return (square,)
    takes = board.color_at(target) == (not board.turn)
    return (square, target) if takes else (square,)


def bound(hands: Hands, board: chess.Board, illegality: Illegality) -> Hands:
    """``hands`` with the touches of an illegal move (7.5.1), which nobody can dispute.

    Where nobody knows which piece of its kind it was, any of them is bound, unless one was touched
    before.
    """
    touched = replacement_touches(board, illegality)
    if illegality.square is not None:
        return hands.ruling(*touched)
    target = illegality.to_square
    if target is not None and board.color_at(target) == (not board.turn):
        touched = (target,)
    own = any(board.color_at(one) == board.turn for one in hands.touched)
    known = hands.ruling(*touched)
    return known if own else replace(known, kind=illegality.piece)


def on_board(
    board: chess.Board, illegality: Illegality, said: MoveDescription | None = None
) -> chess.Move | None:
    """The illegal move as hands do it, where it leaves a board on which the game can go on.

    ``said`` tells to which side was castled: the illegality does not.
    """
    square, target = illegality.square, illegality.to_square
    if said is not None and square is not None and illegality.fault in _CASTLING:
        return _castled(board, square, said)
    if square is None or target is None or illegality.fault in NOT_LEFT or not counts(illegality):
        return None
    if board.color_at(square) != board.turn or board.color_at(target) == board.turn:
        return None
    if board.piece_type_at(square) == chess.PAWN and chess.square_rank(target) in (0, 7):
        return None  # it was to be a king, or a pawn: that is asked about
    return None if target == board.king(not board.turn) else chess.Move(square, target)


def _castled(board: chess.Board, king: chess.Square, said: MoveDescription) -> chess.Move | None:
    """A castling that is lost, blocked or attacked, where king and rook find room."""
    side = said.castling
    if side is None and said.to_square is not None:
        side = castling_meant(board, king, said.to_square)
    short, rank = side is Castling.SHORT, chess.square_rank(king)
    rooks = [
        rook
        for rook in board.pieces(chess.ROOK, board.turn)
        if chess.square_rank(rook) == rank and (rook > king) == short
    ]
    if not board.chess960:
        at_home = chess.square_file(king) == 4
        rooks = [rook for rook in rooks if at_home and chess.square_file(rook) in (0, 7)]
    if side is None or rank != (0 if board.turn == chess.WHITE else 7) or len(rooks) != 1:
        return None
    king_to, rook_to = (chess.square(file, rank) for file in ((6, 5) if short else (2, 3)))
    others = board.occupied & ~(chess.BB_SQUARES[king] | chess.BB_SQUARES[rooks[0]])
    if others & (chess.BB_SQUARES[king_to] | chess.BB_SQUARES[rook_to]):
        return None
    return chess.Move(king, rooks[0] if board.chess960 else king_to)


def impossible(board: chess.Board) -> bool:
    """A.4.4: both kings are in check, or a pawn stands on the rank where it is promoted."""
    both = all(
        (king := board.king(colour)) is not None and board.attackers_mask(not colour, king)
        for colour in chess.COLORS
    )
    last = board.pawns & (chess.BB_RANK_8 & board.occupied_co[chess.WHITE]
                          | chess.BB_RANK_1 & board.occupied_co[chess.BLACK])  # fmt: skip
    return both or bool(last)


def intervenes(year: int, rate: str, after: chess.Board) -> bool:
    """E.05-7: what only a claim takes back in rapid play of 2005, the arbiter does where it leaves
    both kings in check or a pawn on the last rank. In blitz the opponent claims the game."""
    return not edition(year).drawn_by_illegality and rate == "rapid" and impossible(after)


def drawn_by_illegality(before: chess.Board, after: chess.Board) -> bool:
    """A.4.4: the arbiter waits until the next move is completed; if it still is so, a draw."""
    return impossible(before) and impossible(after)


# --- Games that began wrongly ---------------------------------------------------------------------


MOVES = 10
"""Made by each of the players; then the game goes on as it began."""


def moves_of_both(position: Position) -> int:
    """The number of moves that both players have made."""
    return position.ply // 2


def new_game_for_colours(position: Position, wanted: bool = False) -> bool:
    """7.3: whether a game with reversed colours is played anew.

    In 2005 it goes on unless the arbiter wants it otherwise (E.05-11).
    """
    if edition(position.edition).colours_stay:
        return wanted
    return moves_of_both(position) < MOVES


def new_game_for_setup(position: Position, quick: bool) -> bool:
    """7.2.1: whether a game from a wrong position is played anew.

    ``quick``: a rapid or blitz game without enough supervision, where that is no longer possible
    once both have made ten moves (A.4.1.2; in 2005 three).
    """
    limit = edition(position.edition).setup_moves
    return not quick or moves_of_both(position) < limit


def without_castling(
    position: Position, colour: chess.Color, rook: chess.Square | None = None
) -> Position | None:
    """A.4.1.2: the king of ``colour`` cannot castle, or not with the ``rook`` of that square.

    None if that king has already castled that way, or never could.
    """
    start = chess.Board(position.start_fen, chess960=position.chess960)
    theirs = start.castling_rights & chess.BB_RANKS[0 if colour == chess.WHITE else 7]
    lost = theirs if rook is None else theirs & chess.BB_SQUARES[rook]
    if not lost:
        return None
    start.castling_rights &= ~lost
    changed = Position.from_fen(start.fen(), position.chess960, position.edition)
    try:
        return changed.play_all(position.moves)
    except ValueError:
        return None
