# SPDX-License-Identifier: GPL-3.0-or-later
"""The judge of elementary endings: what a position comes to, and positions to practise."""

import random
from collections.abc import Callable, Mapping
from typing import Final

import chess

from rules.position import Position
from study.drills.task import Drill, Verdict
from study.endings import pawns, pieces, queens

PIECES: Final[dict[Drill, pieces.Kinds]] = {
    Drill.QUEEN: (chess.QUEEN,),
    Drill.ROOK: (chess.ROOK,),
    Drill.BISHOPS: (chess.BISHOP, chess.BISHOP),
    Drill.BISHOP_KNIGHT: (chess.KNIGHT, chess.BISHOP),
}
"""What stands beside the king of the stronger side, by kind."""

LEAST: Final = {
    Drill.QUEEN: 9,
    Drill.ROOK: 17,
    Drill.BISHOPS: 21,
    Drill.BISHOP_KNIGHT: 31,
    Drill.PAWN: 5,
    Drill.PAWN_PAWN: 9,
    Drill.PAWNS: 7,
    Drill.PASSED_PAWN: 9,
}
"""So many plies before it is settled a task to win begins at least."""

_KINGS: Final = 60
"""How often the kings are put on other squares, before the pawns are."""


class Endings:
    """Judges elementary endings (``study.drills.task.Judge``)."""

    def __init__(self, waits: Callable[[], None] = lambda: None) -> None:
        """``waits`` is called before a table is made that takes seconds."""
        self._waits = waits
        self._made: set[pieces.Kinds] = set()

    def verdict(self, position: Position) -> Verdict | None:
        """What it comes to with the best play of both; None where that is not known."""
        return self._of(position.board)

    def start(self, drill: Drill, draw: int) -> Position:
        """A position of this ending, in which there is something to do: far from the end, and with
        moves that throw the win, or the draw, away."""
        lots = random.Random(draw)
        turn = drill in PIECES or lots.random() < 0.5
        while True:
            men = _men(drill, lots)
            for _ in range(_KINGS):
                position = _with_kings(men, lots, turn=turn)
                if position is not None and self._is_task(position, drill):
                    return position

    def _of(self, board: chess.Board) -> Verdict | None:
        if board.is_insufficient_material():
            return Verdict(None)
        if board.occupied == board.kings | board.pawns:
            return self._of_pawns(board)
        others = board.occupied & ~board.kings & ~board.pawns
        strong = bool(others & board.occupied_co[chess.WHITE])
        if others & board.occupied_co[not strong]:
            return None
        if not board.pawns:
            return self._of_pieces(board, strong)
        wins = _wins_with_queen if board.pawns & board.occupied_co[not strong] else _wins_at_all
        if board.turn == strong:
            return Verdict(strong, 1) if wins(board) else None
        return self._after_replies(board, strong)

    def _of_pawns(self, board: chess.Board) -> Verdict | None:
        if not pawns.is_known(board):
            return None
        found = {colour: pawns.outlook(board, colour) for colour in chess.COLORS}
        for colour, outlook in found.items():
            if outlook.plies is not None:
                return Verdict(colour, outlook.plies)
        return Verdict(None) if all(each.hopeless for each in found.values()) else None

    def _of_pieces(self, board: chess.Board, strong: chess.Color) -> Verdict | None:
        if strong == chess.BLACK:
            board = board.mirror()
        found = [(kind, square) for kind in chess.PIECE_TYPES[1:-1]
                 for square in board.pieces(kind, chess.WHITE)]  # fmt: skip
        kinds = tuple(kind for kind, _ in found)
        if kinds not in PIECES.values():
            return None
        lone, king = board.king(chess.BLACK), board.king(chess.WHITE)
        assert lone is not None
        assert king is not None
        table = self._table(kinds)
        squares = [square for _, square in found]
        plies = table.plies(lone, king, squares, lone_moves=board.turn == chess.BLACK)
        return Verdict(None) if plies is None else Verdict(strong, plies)

    def _after_replies(self, board: chess.Board, strong: chess.Color) -> Verdict | None:
        """A pawn has promoted, and the other side has the move; there are pawns still."""
        found = []
        for move in board.legal_moves:
            after = board.copy(stack=False)
            after.push(move)
            found.append(self._of(after))
        if not found:
            return Verdict(strong if board.is_check() else None)
        known = [each for each in found if each is not None]
        best = next((each for each in known if each.winner == (not strong)), None)
        if best is not None or len(known) < len(found):
            return best
        if any(each.winner is None for each in known):
            return Verdict(None)
        return Verdict(strong, max(each.plies for each in known) + 1)

    def _table(self, kinds: pieces.Kinds) -> pieces.Table:
        if kinds not in self._made and len(kinds) > 1:
            self._waits()
        self._made.add(kinds)
        return pieces.solved(kinds)

    def _is_task(self, position: Position, drill: Drill) -> bool:
        """Whether the side on the move has something to do."""
        verdict = self.verdict(position)
        if verdict is None or verdict.winner not in (None, position.turn):
            return False
        if verdict.winner is not None and verdict.plies < LEAST[drill]:
            return False
        if drill in PIECES:
            return verdict.winner is not None
        after = {move: self.verdict(position.play(move)) for move in position.legal_moves}
        if any(each is None and not move.promotion for move, each in after.items()):
            return False
        right = [move for move, each in after.items() if each and each.winner == verdict.winner]
        if any(move.promotion or position.board.is_capture(move) for move in right):
            return False  # it is too plain to see
        return 0 < 2 * len(right) <= len(after)


def _wins_at_all(board: chess.Board) -> bool:
    """Whether who has the move certainly wins against the king, with a pawn and what promoted."""
    return bool(board.queens | board.rooks)


def _wins_with_queen(board: chess.Board) -> bool:
    """Whether who has the move, and a queen, certainly wins against pawns."""
    if board.turn == chess.BLACK:
        board = board.mirror()
    queen, king, foe = board.queens, board.king(chess.WHITE), board.king(chess.BLACK)
    others = board.occupied & ~board.kings & ~board.pawns & ~queen
    if chess.popcount(queen) != 1 or others or not pawns.is_known(board):
        return False
    assert foe is not None
    own, foes = (tuple(board.pieces(chess.PAWN, side)) for side in chess.COLORS)
    return bool(int(queens.wins(own, foes).attacks[chess.msb(queen), king]) >> foe & 1)


def _men(drill: Drill, lots: random.Random) -> dict[chess.Square, chess.Piece]:
    """All but the kings on squares drawn by lot. White is the stronger side, where there is one."""
    white, black = (chess.Piece(chess.PAWN, colour) for colour in chess.COLORS)
    match drill:
        case Drill.PAWN:
            return {lots.randrange(8, 56): white}
        case Drill.PAWNS:
            return dict.fromkeys(lots.sample(range(8, 56), 2), white)
        case Drill.PAWN_PAWN:
            file = lots.randrange(8)
            below, above = sorted(lots.sample(range(1, 7), 2))
            return {chess.square(file, below): white, chess.square(file, above): black}
        case Drill.PASSED_PAWN:
            file, rank = lots.randrange(8), lots.randrange(1, 6)
            apart = [other for other in range(8) if abs(other - file) >= 2]
            passed = chess.square(lots.choice(apart), lots.randrange(1, 6))
            blocked = chess.square(file, rank), chess.square(file, rank + 1)
            return {passed: white, blocked[0]: white, blocked[1]: black}
    kinds = PIECES[drill]
    squares = lots.sample(range(64), len(kinds))
    return {
        square: chess.Piece(kind, chess.WHITE) for kind, square in zip(kinds, squares, strict=True)
    }


def _with_kings(
    men: Mapping[chess.Square, chess.Piece], lots: random.Random, *, turn: chess.Color
) -> Position | None:
    """The kings beside the men, by lot, and whose move it is; None if they cannot stand so."""
    board = chess.Board(None)
    free = sorted({*chess.SQUARES} - {*men})
    white, black = lots.sample(free, 2)
    kings = {
        white: chess.Piece(chess.KING, chess.WHITE),
        black: chess.Piece(chess.KING, chess.BLACK),
    }
    board.set_piece_map({**men, **kings})
    board.turn = turn
    return Position.from_fen(board.fen()) if board.is_valid() else None
