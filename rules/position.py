# SPDX-License-Identifier: GPL-3.0-or-later
"""A position with the game that led to it, as a value.

The Laws ask more of a position than a board shows: which positions stood before (9.2, 9.6.1),
which castling rights were lost by history (9.2.2.2), what stood at an earlier ply when the
arbiter goes back to it (7.5.1). A :class:`Position` knows its start and its moves, so all of
that is a function of it, and going back is replaying.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import chess

DEFAULT_EDITION = 2018

Key = tuple[int, ...]
"""What makes two positions the same (9.2.2); equal keys, same position. See :func:`key`."""


@dataclass(frozen=True)
class Position:
    """A position and how it came about; equal if start, edition and moves are equal.

    ``board`` is shared: nobody may change it (``board.copy()`` first). ``keys`` holds the
    repetition key of every position of the game, the present one last.
    """

    start_fen: str
    chess960: bool
    edition: int
    moves: tuple[chess.Move, ...]
    board: chess.Board = field(compare=False, repr=False)
    keys: tuple[Key, ...] = field(compare=False, repr=False)

    @classmethod
    def start(cls, chess960: int | None = None, edition: int = DEFAULT_EDITION) -> "Position":
        """The initial position (2.3), or number 0 to 959 of Chess960 (Guidelines II)."""
        if chess960 is None:
            return cls._of(chess.Board(), edition)
        return cls._of(chess.Board.from_chess960_pos(chess960), edition)

    @classmethod
    def from_fen(
        cls, fen: str, chess960: bool = False, edition: int = DEFAULT_EDITION
    ) -> "Position":
        """A position that was set up.

        Raises ``ValueError`` with the reason where the text is no FEN or the position cannot
        come about in a game (3.10.3).
        """
        board = chess.Board(fen, chess960=chess960)
        status = board.status()
        if status:
            raise ValueError(f"illegal position: {status!r}")
        return cls._of(board, edition)

    @classmethod
    def _of(cls, board: chess.Board, edition: int) -> "Position":
        return cls(board.fen(), board.chess960, edition, (), board, (key(board, edition),))

    @property
    def turn(self) -> chess.Color:
        """The side that has the move (1.3)."""
        return self.board.turn

    @property
    def ply(self) -> int:
        """How many moves of either side were made since the start of this game."""
        return len(self.moves)

    @property
    def number(self) -> int:
        """The number of the move to be played, as on a scoresheet."""
        return self.board.fullmove_number

    @property
    def fen(self) -> str:
        """The board as FEN."""
        return self.board.fen()

    @property
    def key(self) -> Key:
        """The repetition key of the present position (9.2.2)."""
        return self.keys[-1]

    @cached_property
    def legal_moves(self) -> tuple[chess.Move, ...]:
        """All legal moves (3.10.1), in python-chess's order."""
        return tuple(self.board.legal_moves)

    def play(self, move: chess.Move) -> "Position":
        """The position after ``move``; raises ``ValueError`` where it is not legal."""
        if move not in self.legal_moves:
            raise ValueError(f"illegal move {move.uci()} in {self.fen}")
        board = self.board.copy(stack=False)
        board.push(move)
        board.clear_stack()
        return Position(
            self.start_fen,
            self.chess960,
            self.edition,
            (*self.moves, move),
            board,
            (*self.keys, key(board, self.edition)),
        )

    def play_all(self, moves: Sequence[chess.Move]) -> "Position":
        """The position after all of ``moves``."""
        position = self
        for move in moves:
            position = position.play(move)
        return position

    def back_to(self, ply: int) -> "Position":
        """The position after the first ``ply`` moves, with all that belonged to it (7.1, 7.5.1).

        Raises ``ValueError`` where the game has no such ply.
        """
        if not 0 <= ply <= self.ply:
            raise ValueError(f"no ply {ply} in a game of {self.ply}")
        board = chess.Board(self.start_fen, chess960=self.chess960)
        for move in self.moves[:ply]:
            board.push(move)
        board.clear_stack()
        return Position(
            self.start_fen,
            self.chess960,
            self.edition,
            self.moves[:ply],
            board,
            self.keys[: ply + 1],
        )

    def occurrences(self) -> tuple[int, ...]:
        """The plies at which the present position stood, the present ply last (9.2.2)."""
        return tuple(ply for ply, known in enumerate(self.keys) if known == self.key)


def key(board: chess.Board, edition: int = DEFAULT_EDITION) -> Key:
    """What makes two positions the same: 9.2.2.

    Placement, side to move, castling rights and the file of a *legal* en passant capture. Rights
    are those not yet forfeited by a move of king or rook (9.2.2.2); an attacked or occupied
    square in between takes nothing away. The 2005 edition calls positions different if the right
    to castle has changed "temporarily or permanently", so there the castlings that could be
    played at once by either side count too.
    """
    en_passant = -1
    if board.ep_square is not None and board.has_legal_en_passant():
        en_passant = board.ep_square
    known = (
        board.pawns,
        board.knights,
        board.bishops,
        board.rooks,
        board.queens,
        board.kings,
        board.occupied_co[chess.WHITE],
        int(board.turn),
        board.clean_castling_rights(),
        en_passant,
    )
    if edition > 2005:
        return known
    return (*known, *_castlings_at_once(board))


def _castlings_at_once(board: chess.Board) -> tuple[int, ...]:
    """Each castling playable if its side had the move, as from and to squares."""
    playable: list[int] = []
    for colour in chess.COLORS:
        side = board.copy(stack=False)
        side.turn = colour
        for move in side.generate_castling_moves():
            playable += (move.from_square, move.to_square)
    return tuple(playable)
