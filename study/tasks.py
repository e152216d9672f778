# SPDX-License-Identifier: GPL-3.0-or-later
"""Tasks for practice: mates from games, elementary endings, the board without a board."""

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

import chess

from rules.position import Key, Position, key

if TYPE_CHECKING:
    import chess.syzygy

DRILLS: Final = ("mate", "mate two", "ending", "squares", "diagonals", "knight")
"""The drills, as topics of help."""


class Drill(StrEnum):
    """The drills; the score is kept for each."""

    MATE_1 = "mate in one"
    MATE_2 = "mate in two"
    QUEEN = "queen"
    ROOK = "rook"
    BISHOPS = "bishops"
    BISHOP_KNIGHT = "bishop_knight"
    PAWN = "pawn"
    PAWN_PAWN = "pawn_pawn"  # face to face
    PAWNS = "pawns"  # two against the king
    SQUARES = "squares"
    DIAGONALS = "diagonals"
    KNIGHT = "knight"


class DrillGoal(StrEnum):
    MATE = "mate"
    WIN = "win"
    DRAW = "draw"


ENDINGS: Final = (
    Drill.QUEEN,
    Drill.ROOK,
    Drill.BISHOPS,
    Drill.BISHOP_KNIGHT,
    Drill.PAWN,
    Drill.PAWN_PAWN,
    Drill.PAWNS,
)
BOARDLESS: Final = (Drill.SQUARES, Drill.DIAGONALS, Drill.KNIGHT)


@dataclass(frozen=True, slots=True, eq=False)
class PositionTask:
    """The side that began has a goal to reach from the start of ``position``, where the moves made
    so far have led. A mate is one in so many ``moves``, in a game of which ``source`` tells.
    ``failed``: something was wrong already. ``hinted`` is where a hint was given, in plies."""

    drill: Drill
    position: Position
    goal: DrillGoal
    moves: int = 0
    source: str = ""
    failed: bool = False
    hinted: int | None = None

    @property
    def colour(self) -> chess.Color:
        return self.position.turn == (self.position.ply % 2 == 0)

    @property
    def made(self) -> int:
        """How many moves that side has made."""
        return (self.position.ply + 1) // 2

    @property
    def left(self) -> int:
        """The number of moves that are left for the mate."""
        return self.moves - self.made


@dataclass(frozen=True, slots=True)
class BoardTask:
    """A question about the board that is only in the head; ``answer`` is a number, or yes or no: a
    square is light, two are on one diagonal."""

    drill: Drill
    square: chess.Square
    to_square: chess.Square | None
    answer: bool | int
    failed: bool = False

    @property
    def position(self) -> None:
        return


Task = PositionTask | BoardTask


# --- Mates ----------------------------------------------------------------------------------------

MATES: Final = Path(__file__).with_name("mates.tsv")
"""The mates that are shipped, from games that were played, each with one solution.
``python -m tools.mates`` makes the file from PGN files."""


@cache
def mates(moves: int) -> tuple[tuple[str, str], ...]:
    """The mates in ``moves`` by the file: the position as FEN, and the game's name."""
    lines = MATES.read_text(encoding="utf-8").splitlines()
    rows = (line.split("\t") for line in lines if line and not line.startswith("#"))
    return tuple((fen, source) for length, fen, source in rows if int(length) == moves)


def mate(drill: Drill, draw: int) -> PositionTask:
    """A mate in one or two moves; ``draw`` is a number drawn by lot."""
    moves = 1 if drill is Drill.MATE_1 else 2
    known = mates(moves)
    fen, source = known[draw % len(known)]
    return PositionTask(drill, Position.from_fen(fen), DrillGoal.MATE, moves, source)


# --- The board in the head ------------------------------------------------------------------------

FARTHEST: Final = 6
"""No two squares are more moves of a knight apart."""


@cache
def knight_moves(start: chess.Square) -> tuple[int, ...]:
    """In how many moves a knight on an empty board is on each square."""
    found = {start: 0}
    ahead = [start]
    for square in ahead:
        for target in chess.SquareSet(chess.BB_KNIGHT_ATTACKS[square]):
            if target not in found:
                found[target] = found[square] + 1
                ahead.append(target)
    return tuple(found[square] for square in chess.SQUARES)


def reached(start: chess.Square, moves: int) -> tuple[chess.Square, ...]:
    """Where a knight can be after so many moves, by file: after an even number also at home."""
    squares = chess.SquareSet([start])
    for _ in range(min(moves, FARTHEST)):
        squares = chess.SquareSet(
            target
            for square in squares
            for target in chess.SquareSet(chess.BB_KNIGHT_ATTACKS[square])
        )
    return tuple(sorted(squares, key=lambda one: (chess.square_file(one), one)))


def knight_path(start: chess.Square, end: chess.Square) -> tuple[chess.Square, ...]:
    """A shortest way of a knight: the squares after ``start``."""
    apart, here, found = knight_moves(end), start, []
    while here != end:
        targets = chess.SquareSet(chess.BB_KNIGHT_ATTACKS[here])
        here = next(each for each in targets if apart[each] == apart[here] - 1)
        found.append(here)
    return tuple(found)


def question(drill: Drill, draw: int) -> BoardTask:
    """A question; ``draw`` is a number drawn by lot. Half of the pairs of squares are on one
    diagonal."""
    draw, square = divmod(draw, 64)
    if drill is Drill.SQUARES:
        return BoardTask(drill, square, None, _is_light(square))
    draw, wanted = divmod(draw, 2)
    others = [each for each in chess.SQUARES if each != square]
    if drill is Drill.DIAGONALS:
        alike = [each for each in others if _is_light(each) == _is_light(square)]
        others = [each for each in alike if _on_diagonal(square, each) == bool(wanted)]
        other = others[draw % len(others)]
        return BoardTask(drill, square, other, bool(wanted))
    other = others[draw % len(others)]
    return BoardTask(drill, square, other, knight_moves(square)[other])


def _is_light(square: chess.Square) -> bool:
    return bool(chess.BB_SQUARES[square] & chess.BB_LIGHT_SQUARES)


def _on_diagonal(one: chess.Square, other: chess.Square) -> bool:
    files = chess.square_file(one) - chess.square_file(other)
    ranks = chess.square_rank(one) - chess.square_rank(other)
    return one != other and abs(files) == abs(ranks)


# --- Mates by force -------------------------------------------------------------------------------


def mating_moves(board: chess.Board, moves: int) -> Iterator[chess.Move]:
    """The moves with which the side on the move mates in at most ``moves`` moves, whatever the
    opponent replies."""
    for move in list(board.legal_moves):
        if forces_mate(board, move, moves):
            yield move


def forces_mate(board: chess.Board, move: chess.Move, moves: int) -> bool:
    """True if the legal ``move`` is the first of at most ``moves`` that mate by force."""
    if moves == 1 and not board.gives_check(move):
        return False
    board.push(move)
    try:
        replies = list(board.legal_moves)
        if not replies:
            return board.is_check()
        return moves > 1 and all(_loses(board, reply, moves - 1) for reply in replies)
    finally:
        board.pop()


def _loses(board: chess.Board, reply: chess.Move, moves: int) -> bool:
    """True if the opponent mates in at most ``moves`` moves after this reply."""
    board.push(reply)
    try:
        return any(True for _ in mating_moves(board, moves))
    finally:
        board.pop()


def stubborn_reply(board: chess.Board, moves: int) -> chess.Move | None:
    """The reply after which there are the fewest ways to mate in ``moves`` moves; None if there is
    no reply."""

    def ways(reply: chess.Move) -> tuple[int, str]:
        board.push(reply)
        try:
            return sum(1 for _ in mating_moves(board, moves)), reply.uci()
        finally:
            board.pop()

    return min(list(board.legal_moves), key=ways, default=None)


# --- Elementary endings, judged by the Syzygy tables ----------------------------------------------
#
# The tables of all endings of up to four men lie in study/syzygy. They know the result under the
# fifty-move rule and the distance to zeroing: the plies to the mate or to the next capture or pawn
# move on the way to it. They do not know the distance to mate; without pawns, and with nothing to
# capture for the side that wins, it is the same.


PIECES: Final[Mapping[Drill, tuple[chess.PieceType, ...]]] = {
    Drill.QUEEN: (chess.QUEEN,),
    Drill.ROOK: (chess.ROOK,),
    Drill.BISHOPS: (chess.BISHOP, chess.BISHOP),
    Drill.BISHOP_KNIGHT: (chess.KNIGHT, chess.BISHOP),
}
"""The pieces beside the king of the stronger side, by kind of ending."""

LEAST: Final[Mapping[Drill, int]] = {
    Drill.QUEEN: 9,
    Drill.ROOK: 17,
    Drill.BISHOPS: 21,
    Drill.BISHOP_KNIGHT: 31,
    Drill.PAWN: 3,
    Drill.PAWN_PAWN: 3,
    Drill.PAWNS: 3,
}
"""A task to win begins at least so many plies before the mate or the next pawn move: where a pawn
has only to be pushed there is nothing to do."""

_FIFTY_MOVES: Final = 100
"""Plies without a capture or a pawn move after which a draw can be claimed (9.3)."""
_KINGS: Final = 60
"""How often the kings are put on other squares, before the pawns are."""
_AHEAD: Final = 2
"""In a draw so many moves of the other side are looked at for the chance that it goes wrong."""

_KEPT: Final = 20_000
_KNOWN: Final[dict[Key, chess.Color | None]] = {}
"""The winners of positions that were looked up: of five times it is four times the same ones."""


@cache
def _tables() -> "chess.syzygy.Tablebase":
    import chess.syzygy  # noqa: PLC0415 - endings alone need it

    return chess.syzygy.open_tablebase(str(Path(__file__).with_name("syzygy")))


def value(position: Position) -> tuple[chess.Color | None, int]:
    """The winner of a position of at most four men with the best play of both, None for a draw, and
    the distance to zeroing in plies, which the tables round by one in some endings. A win for which
    the fifty-move rule leaves no time is a draw. Raises KeyError with more men."""
    board = position.board
    if board.is_checkmate():
        return not board.turn, 0
    winner = _winner(board)
    if winner is None:
        return None, 0
    plies = abs(_tables().probe_dtz(board))
    return (winner, plies) if board.halfmove_clock + plies <= _FIFTY_MOVES else (None, 0)


def _winner(board: chess.Board) -> chess.Color | None:
    """Who wins if the count of the fifty-move rule begins here; what was looked up is kept."""
    asked = key(board)
    if asked not in _KNOWN:
        if len(_KNOWN) == _KEPT:
            _KNOWN.clear()
        result = _tables().probe_wdl(board)
        _KNOWN[asked] = None if abs(result) < 2 else board.turn == (result > 0)
    return _KNOWN[asked]


# --- Moves ----------------------------------------------------------------------------------------


def best(position: Position) -> chess.Move | None:
    """The fastest win, the longest defence; in a draw rather a move that takes something. None
    where there is no move."""

    def worth(move: chess.Move) -> tuple[tuple[int, int], bool, int, str]:
        takes = position.board.is_capture(move)
        return _worth(position, move), takes, _promotion(move), move.uci()

    return max(position.legal_moves, key=worth, default=None)


def hardest(position: Position) -> chess.Move | None:
    """The fastest win; where the other side wins, what takes it longest; in a draw a new position
    with something left to go wrong. Among such moves the one after which somebody who moves by
    lot goes wrong most often. None where there is no move."""
    worths = {move: _worth(position, move) for move in position.legal_moves}
    good = max(worths.values(), default=(0, 0))

    def harm(move: chess.Move) -> tuple[bool, float, int, str]:
        after = position.play(move)
        risk = _risk(after.board.copy(stack=False), 1 if good[0] else _AHEAD)
        new = len(after.occurrences()) == 1
        return new and risk > 0, risk, _promotion(move), move.uci()

    return max((move for move in worths if worths[move] == good), key=harm, default=None)


def _promotion(move: chess.Move) -> int:
    """A pawn becomes a queen where nothing else is better."""
    return move.promotion or 0


def has_promoted(move: chess.Move, after: Position) -> bool:
    """True if a pawn was promoted, and the new piece cannot be taken at once."""
    taken = any(reply.to_square == move.to_square for reply in after.legal_moves)
    return move.promotion is not None and not taken


def is_bare(position: Position, colour: chess.Color) -> bool:
    """True if a side has nothing but its king, and so cannot win."""
    board = position.board
    return not board.occupied_co[colour] & ~board.kings


def _worth(position: Position, move: chess.Move) -> tuple[int, int]:
    """The worth of a legal move for its side, the more the better: a win, the sooner it is
    settled; a draw; a loss, the later."""
    after = position.play(move)
    winner, plies = value(after)
    if winner is None:
        return 0, 0
    if winner != position.turn:  # what takes something resists longest
        takes = position.board.is_capture(move)
        return -1, plies + (_FIFTY_MOVES if takes else 0)
    if has_promoted(move, after):
        return 1, 0
    # A capture or a move of a pawn begins to count anew, and brings the win nearer.
    return 1, -1 if position.board.is_zeroing(move) else -plies


def _risk(board: chess.Board, moves: int) -> float:
    """The chance that the side on the move, moving by lot, throws away within so many moves what it
    has; the other side replies so that it is greatest."""
    before = _winner(board)
    legal = list(board.legal_moves)
    if not legal:
        return 0.0
    wrong = 0.0
    for move in legal:
        board.push(move)
        if _winner(board) != before:
            wrong += 1
        elif moves > 1:
            wrong += _risk_later(board, before, moves - 1)
        board.pop()
    return wrong / len(legal)


def _risk_later(board: chess.Board, before: chess.Color | None, moves: int) -> float:
    greatest = 0.0
    for reply in list(board.legal_moves):
        board.push(reply)
        if _winner(board) == before:
            greatest = max(greatest, _risk(board, moves))
        board.pop()
    return greatest


# --- Positions to practise ------------------------------------------------------------------------


def start(drill: Drill, draw: int) -> Position:
    """A position of this ending in which the side on the move has to win, or to hold the draw:
    far from the end, and with moves that throw it away. ``draw`` is a number drawn by lot."""
    lots = random.Random(draw)
    turn = drill in PIECES or lots.random() < 0.5
    while True:
        men = _men(drill, lots)
        for _ in range(_KINGS):
            position = _with_kings(men, lots, turn=turn)
            if position is not None and _is_task(position, drill):
                return position


def _is_task(position: Position, drill: Drill) -> bool:
    """True if the side on the move has something to do."""
    winner = _winner(position.board)
    if winner not in (None, position.turn) or (drill in PIECES and winner is None):
        return False
    if drill not in PIECES:
        after = {move: _winner(position.play(move).board) for move in position.legal_moves}
        right = [move for move, each in after.items() if each == winner]
        if any(move.promotion or position.board.is_capture(move) for move in right):
            return False  # it is too plain to see
        if not 0 < 2 * len(right) <= len(after):
            return False
    return winner is None or value(position)[1] >= LEAST[drill]


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
