# SPDX-License-Identifier: GPL-3.0-or-later
"""Games that began wrongly: colours reversed (7.3), the men set up wrongly (7.2, A.4.1.2)."""

import chess

from rules.editions import edition
from rules.position import Position

MOVES = 10
"""Made by each of the players; then the game goes on as it began."""


def moves_of_both(position: Position) -> int:
    """How many moves each of the two has made at the least."""
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
