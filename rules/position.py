# SPDX-License-Identifier: GPL-3.0-or-later
"""A position with the game that led to it, as a value.

The Laws ask more of a position than a board shows: which positions stood before (9.2, 9.6.1),
which castling rights were lost by history (9.2.2.2), what stood at an earlier ply when the
arbiter goes back to it (7.5.1). A :class:`Position` knows its start and its moves, so all of
that is a function of it, and going back is replaying.

A position that is set up is refused where it cannot come about by legal moves (3.10.3). Only what
can be seen on the board at once is judged; whether a game could really lead there is a question
for chess problems.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import islice
from typing import Final

import chess

from rules.editions import edition as laws_of
from rules.winnable import Proof, Winnability, prove

DEFAULT_EDITION = 2018

Key = tuple[int, ...]
"""All that makes two positions the same (9.2.2); equal keys, same position. See :func:`key`."""


@dataclass(frozen=True)
class Position:
    """A position and how it came about; equal if start, edition and moves are equal.

    ``edition`` is the number of the Laws by which the game is played (``rules.editions``).

    ``board`` is shared: nobody may change it (``board.copy()`` first). ``keys`` holds the
    repetition key of every position of the game, the present one last. ``known_mate`` are legal
    moves that led from the position before it to a mate, none where no such line is known.
    """

    start_fen: str
    chess960: bool
    edition: int
    moves: tuple[chess.Move, ...]
    board: chess.Board = field(compare=False, repr=False)
    keys: tuple[Key, ...] = field(compare=False, repr=False)
    known_mate: tuple[chess.Move, ...] = field(default=(), compare=False, repr=False)

    @classmethod
    def start(cls, chess960: int | None = None, edition: int = DEFAULT_EDITION) -> "Position":
        """The initial position (2.3), or number 0 to 959 of Chess960 (Guidelines II)."""
        if chess960 is None:
            return cls._of(chess.Board(), edition)
        return cls._of(chess.Board.from_chess960_pos(chess960), edition)

    @classmethod
    def from_fen(
        cls, fen: str, chess960: bool | None = False, edition: int = DEFAULT_EDITION
    ) -> "Position":
        """A position that was set up; ``None`` takes it for Chess960 if its castlings ask for it.

        Raises ``BadSetup``, a ``ValueError``, with the reason in one sentence where the text is
        no FEN or the position cannot come about in a game (3.10.3).
        """
        return cls._of(board_from_fen(fen, chess960), edition)

    @classmethod
    def _of(cls, board: chess.Board, edition: int) -> "Position":
        laws_of(edition)  # which refuses one that there is not
        return cls(board.fen(), board.chess960, edition, (), board, (key(board),))

    @classmethod
    def rebuilt(
        cls, start_fen: str, chess960: bool, edition: int, moves: Sequence[chess.Move]
    ) -> "Position":
        """The position of these fields, where all else follows from them. The moves need not be
        legal (A.4.2). Raises ``ValueError`` if the text is no FEN."""
        board = chess.Board(start_fen, chess960=chess960)
        position = cls(start_fen, chess960, edition, (), board, (key(board),))
        for move in moves:
            position = position.stand(move)
        return position

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
        return self.board.fen()

    @property
    def key(self) -> Key:
        """The repetition key of the present position (9.2.2)."""
        return self.keys[-1]

    @cached_property
    def legal_moves(self) -> tuple[chess.Move, ...]:
        """All legal moves (3.10.1), in python-chess's order."""
        king = self.board.king(not self.turn)  # 1.4.1: never captured, not even left in check
        return tuple(move for move in self.board.legal_moves if move.to_square != king)

    @cached_property
    def alive(self) -> Proof:
        """Can either side mate by any series of legal moves (5.2.2)? ``YES`` has such a series.

        Nothing has to be searched where the series that proved it one move ago still ends in mate.
        """
        mate = self._mate_as_known()
        if mate:
            return Winnability.YES, mate
        verdict = Winnability.NO
        for colour in chess.COLORS:
            proof = prove(self.board, colour)
            if proof[0] is Winnability.YES:
                return proof
            if proof[0] is Winnability.UNDECIDED:
                verdict = Winnability.UNDECIDED
        return verdict, ()

    def _mate_as_known(self) -> tuple[chess.Move, ...]:
        """The known line to a mate, taken up again from here: after an answer to the last move,
        or after that, the last move back and the answer back. Empty where neither goes."""
        if not 0 < len(self.known_mate) <= _LONGEST:
            return ()
        last = self.moves[-1]
        back = chess.Move(last.to_square, last.from_square)
        for answer in islice(self.board.legal_moves, _ANSWERS):
            answer_back = chess.Move(answer.to_square, answer.from_square)
            for way in ((answer,), (answer, back, answer_back)):
                line = (*way, *self.known_mate)
                if _mates(self.board, line):
                    return line
        return ()

    def play(self, move: chess.Move) -> "Position":
        """The position after ``move``; raises ``ValueError`` if it is not legal."""
        if move not in self.legal_moves:
            raise ValueError(f"illegal move {move.uci()} in {self.fen}")
        return self.stand(move)

    def stand(self, move: chess.Move) -> "Position":
        """The position after ``move``, which may be illegal: one that was claimed too late and
        stands (A.4.2). It moves a piece of the side on the move.

        The last answer is kept: a move is looked at when it is announced and made when the clock
        is pressed, and all that was worked out of the position after it is still known.
        """
        known: tuple[chess.Move, Position] | None = self.__dict__.get("_after")
        if known is not None and known[0] == move:
            return known[1]
        board = self.board.copy(stack=False)
        board.push(move)
        board.clear_stack()
        keys = (*self.keys, key(board))
        _, mate = self.__dict__.get("alive", (None, ()))
        moves = (*self.moves, move)
        after = replace(self, moves=moves, board=board, keys=keys, known_mate=mate)
        self.__dict__["_after"] = move, after
        return after

    def play_all(self, moves: Sequence[chess.Move]) -> "Position":
        """The position after all of ``moves``."""
        position = self
        for move in moves:
            position = position.play(move)
        return position

    def back_to(self, ply: int) -> "Position":
        """The position after the first ``ply`` moves, with all that belonged to it (7.1, 7.5.1).

        Raises ``ValueError`` if the game has no such ply.
        """
        if not 0 <= ply <= self.ply:
            raise ValueError(f"no ply {ply} in a game of {self.ply}")
        board = chess.Board(self.start_fen, chess960=self.chess960)
        for move in self.moves[:ply]:
            board.push(move)
        board.clear_stack()
        known = self.keys[: ply + 1]
        return replace(self, moves=self.moves[:ply], board=board, keys=known, known_mate=())

    def occurrences(self) -> tuple[int, ...]:
        """The plies at which the present position stood, the present ply last (9.2.2)."""
        here = self.keys[-1]
        return tuple(ply for ply, known in enumerate(self.keys) if known == here)


_ANSWERS: Final = 4
"""After so many answers a known line to a mate is tried."""

_LONGEST: Final = 100
"""A longer line is forgotten: to search anew is no dearer than to play it."""


def _mates(board: chess.Board, line: Sequence[chess.Move]) -> bool:
    """True if these are legal moves that end in mate."""
    board = board.copy(stack=False)
    for move in line:
        if not board.is_legal(move):
            return False
        board.push(move)
    return board.is_checkmate()


def key(board: chess.Board) -> Key:
    """The identity of a position: two with the same key are the same by 9.2.2.

    Placement, side to move, castling rights and the file of a *legal* en passant capture. Rights
    are those not yet forfeited by a move of king or rook (9.2.2.2); an attacked or occupied
    square in between takes nothing away. The 2005 edition also calls positions different if the
    right to castle has changed "temporarily"; but what prevents castling for the moment is to be
    seen on the board, so that equal placement and rights leave nothing to change.
    """
    en_passant = -1
    if board.ep_square is not None and board.has_legal_en_passant():
        en_passant = board.ep_square
    return (
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


# --- Set-up positions -----------------------------------------------------------------------------


CASTLING_RIGHTS: Final = "castling rights without king and rook at home"

_FAULTS: Final = {
    chess.STATUS_NO_WHITE_KING: "White has no king",
    chess.STATUS_NO_BLACK_KING: "Black has no king",
    chess.STATUS_TOO_MANY_KINGS: "a side has more than one king",
    chess.STATUS_TOO_MANY_WHITE_PAWNS: "White has more than eight pawns",
    chess.STATUS_TOO_MANY_BLACK_PAWNS: "Black has more than eight pawns",
    chess.STATUS_TOO_MANY_WHITE_PIECES: "White has more than sixteen men",
    chess.STATUS_TOO_MANY_BLACK_PIECES: "Black has more than sixteen men",
    chess.STATUS_PAWNS_ON_BACKRANK: "a pawn stands on the first or eighth rank",
    chess.STATUS_OPPOSITE_CHECK: "the side that is not on move is in check",
    chess.STATUS_TOO_MANY_CHECKERS: "more than two pieces give check",
    chess.STATUS_IMPOSSIBLE_CHECK: "no move can have given these checks",
    chess.STATUS_BAD_CASTLING_RIGHTS: CASTLING_RIGHTS,
    chess.STATUS_INVALID_EP_SQUARE: "no pawn has just passed the en passant square",
}
"""Why a position is illegal, by the flags of python-chess, in words fit to be shown."""

_PROMOTED: Final = {
    colour: f"{name.capitalize()} has more promoted pieces than pawns are missing"
    for colour, name in ((chess.WHITE, "white"), (chess.BLACK, "black"))
}

REASONS: Final = (*_FAULTS.values(), *_PROMOTED.values())
"""All that `faults` may name."""


class BadSetup(ValueError):
    """A text that is no FEN, or a FEN of an illegal position; the message is one sentence."""


def board_from_fen(fen: str, chess960: bool | None = None) -> chess.Board:
    """The board of a FEN. ``chess960=None`` takes it for Chess960 if its castlings ask for it.

    Raises :class:`BadSetup` if the text is no FEN or the position is illegal.
    """
    try:
        board = chess.Board(fen, chess960=bool(chess960))
        if chess960 is None and faults(board) == (CASTLING_RIGHTS,):
            other = chess.Board(fen, chess960=True)
            board = board if faults(other) else other
    except ValueError as error:
        raise BadSetup(f"not a FEN: {error}") from None
    wrong = faults(board)
    if wrong:
        raise BadSetup(f"illegal position (3.10.3): {'; '.join(wrong)}")
    return board


def faults(board: chess.Board) -> tuple[str, ...]:
    """The faults that make a position impossible, as far as they can be seen on ``board``."""
    status = board.status()
    found = [fault for flag, fault in _FAULTS.items() if status & flag]
    if board.chess960 and CASTLING_RIGHTS not in found and _unlike_arrays(board):
        found.append(CASTLING_RIGHTS)
    found += [_PROMOTED[one] for one in chess.COLORS if _too_many_promoted(board, one)]
    return tuple(found)


def _unlike_arrays(board: chess.Board) -> bool:
    """True if kings and rooks that have not moved stand on different files (II.2.3)."""
    king_files = set()
    rook_files: dict[bool, set[int]] = {True: set(), False: set()}
    for rook in chess.scan_forward(board.castling_rights):
        colour = rook < 8
        king = board.king(colour)
        if king is not None:
            king_files.add(chess.square_file(king))
            rook_files[rook > king].add(chess.square_file(rook))
    return len(king_files) > 1 or any(len(files) > 1 for files in rook_files.values())


def _too_many_promoted(board: chess.Board, colour: chess.Color) -> bool:
    """True if more pieces must have been pawns than pawns are missing (3.7.5.1)."""
    men = board.occupied_co[colour]
    promoted = (
        _beyond(board.queens & men, 1)
        + _beyond(board.rooks & men, 2)
        + _beyond(board.knights & men, 2)
        + _beyond(board.bishops & men & chess.BB_LIGHT_SQUARES, 1)
        + _beyond(board.bishops & men & chess.BB_DARK_SQUARES, 1)
    )
    return promoted > max(8 - (board.pawns & men).bit_count(), 0)


def _beyond(pieces: chess.Bitboard, at_first: int) -> int:
    return max(pieces.bit_count() - at_first, 0)
