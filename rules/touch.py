# SPDX-License-Identifier: GPL-3.0-or-later
"""Touched pieces: what they bind the player on the move to (Article 4), as a pure decision.

A touch is what was declared, by whoever saw it. On a blind player's board a piece is touched when
it is taken out of its aperture; feeling the board with the fingers is no touch (D.2.2).
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import chess

from rules.description import Castling
from rules.explanation import castling_meant
from rules.moves import capture_of, castling_squares
from rules.position import Position


def is_touch(lifted: bool, sighted: bool) -> bool:
    """True if it counts that a hand lifted a piece, or only felt it: blind players may feel their
    board (D.2.2), sighted ones may not (4.2.2, D.2.5)."""
    return sighted or lifted


@dataclass(frozen=True, slots=True)
class Release:
    """A piece was put down and let go (4.7); ``promotion`` is the piece put in a pawn's place.

    ``claimed``: others say so, and it binds unless the player denies it.
    """

    from_square: chess.Square
    to_square: chess.Square
    promotion: chess.PieceType | None = None
    claimed: bool = False


@dataclass(frozen=True, slots=True)
class Hands:
    """The touches of the player on the move since the last move was made.

    ``touched`` are squares of either colour in the order of the touches; where that is not
    clear, as :func:`in_unclear_order` has it.
    ``adjusting`` are the squares that the player said they would adjust (4.2.1): none given, and
    nothing said, is None; without a square they adjust them all.

    Of the touches, ``claimed`` are those that the player has not admitted: they bind unless the
    player denies them. ``ruled`` are those that bind by the arbiter's word or by 7.5.1.
    ``accidents`` no longer count as touches: the player said so (4.2.2), and the opponent may
    dispute it. ``kind``: a piece of that kind was touched, nobody knows which (7.5.1).
    """

    touched: tuple[chess.Square, ...] = ()
    adjusting: tuple[chess.Square, ...] | None = None
    released: Release | None = None
    claimed: tuple[chess.Square, ...] = ()
    ruled: tuple[chess.Square, ...] = ()
    accidents: tuple[chess.Square, ...] = ()
    kind: chess.PieceType | None = None

    @property
    def has_touched(self) -> bool:
        """True if any touch counts."""
        return bool(self.touched) or self.kind is not None

    def adjusts(self, square: chess.Square) -> bool:
        """True if a touch of ``square`` was announced as an adjustment (4.2.1)."""
        return self.adjusting is not None and (not self.adjusting or square in self.adjusting)

    def touching(self, *squares: chess.Square) -> "Hands":
        """With ``squares`` touched after all the others."""
        return replace(self, touched=tuple(dict.fromkeys((*self.touched, *squares))))

    def without(self, *squares: chess.Square) -> "Hands":
        """The touches of ``squares`` were accidents, or none (4.2.2)."""
        return replace(
            self,
            touched=_but(self.touched, squares),
            claimed=_but(self.claimed, squares),
            ruled=_but(self.ruled, squares),
        )

    def claiming(self, square: chess.Square) -> "Hands":
        """With a touch of ``square`` that its player has not admitted."""
        if square in self.touched:
            return self
        return replace(self.touching(square), claimed=(*self.claimed, square))

    def admitting(self, square: chess.Square) -> "Hands":
        """With a touch of ``square`` that its player has admitted."""
        claimed, accidents = _but(self.claimed, (square,)), _but(self.accidents, (square,))
        return replace(self.touching(square), claimed=claimed, accidents=accidents)

    @property
    def disputed(self) -> tuple[chess.Square, ...]:
        """The touches on which a ruling is due: those that only others claim, or else those without
        a ruling."""
        return self.claimed if self.has_claims else _but(self.touched, self.ruled)

    @property
    def has_claims(self) -> bool:
        """True if the player is bound by the word of others alone."""
        return bool(self.claimed) or (self.released is not None and self.released.claimed)

    @property
    def settled(self) -> "Hands":
        """The touches that nobody disputes, nor can any more."""
        released = self.released
        if released is not None and (released.claimed or released.from_square in self.disputed):
            released = None
        return replace(self.without(*self.disputed), released=released)

    def ruling(self, *squares: chess.Square) -> "Hands":
        """With touches of ``squares`` that are ruled on, or beyond dispute."""
        ruled = tuple(dict.fromkeys((*self.ruled, *squares)))
        known = replace(
            self,
            claimed=_but(self.claimed, squares),
            accidents=_but(self.accidents, squares),
            ruled=ruled,
        )
        return known.touching(*squares)


def _but(squares: Iterable[chess.Square], gone: Collection[chess.Square]) -> tuple[int, ...]:
    return tuple(one for one in squares if one not in gone)


NO_HANDS = Hands()


@dataclass(frozen=True, slots=True)
class Obligation:
    """The moves that the touches leave to be played, and the ``article`` that says so.

    ``piece`` is where the own piece stands that must move, ``capture`` where the one stands that
    must be captured, ``to_square`` where the piece was released; ``castling`` must be done.
    Where none of these is set, any legal move may be made (4.5). ``kind`` is the kind of the piece
    that must move where any of that kind may.
    """

    article: str
    moves: tuple[chess.Move, ...]
    piece: chess.Square | None = None
    capture: chess.Square | None = None
    to_square: chess.Square | None = None
    castling: Castling | None = None
    kind: chess.PieceType | None = None


def obligation(position: Position, hands: Hands) -> Obligation | None:
    """The obligation of the player on the move after the touches of ``hands``; None: no touches."""
    first = _after_release(position, hands.released) or _of_kind(position, hands)
    if first is not None:
        return first
    touched = [one for one in hands.touched if position.board.piece_at(one) is not None]
    if not touched:
        return None
    board = position.board
    own = [square for square in touched if _is_own(position, square)]
    theirs = [square for square in touched if not _is_own(position, square)]
    if own and theirs:
        both = tuple(move for move in _moves_of(position, own[0])
                     if capture_of(board, move)[1] == theirs[0])  # fmt: skip
        if both:
            return Obligation("4.3.3", both, own[0], theirs[0])
    elif own:
        castling = _king_and_rook(position, own)
        if castling is not None:
            return castling
    article = "4.3.3" if own and theirs else "4.3.1" if own else "4.3.2"
    forbidden = set(_castlings_lost(position, own))
    for square in touched:
        if _is_own(position, square):
            moves = tuple(m for m in _moves_of(position, square) if m not in forbidden)
            if moves:
                rook_first = forbidden and board.piece_type_at(square) in (chess.ROOK, chess.KING)
                return Obligation("4.4.2" if rook_first else article, moves, piece=square)
        else:
            moves = _captures_of(position, square)
            if moves:
                return Obligation(article, moves, capture=square)
    return Obligation("4.5", position.legal_moves)


def in_unclear_order(
    position: Position, squares: Sequence[chess.Square]
) -> tuple[chess.Square, ...]:
    """Touches whose order nobody knows: the own pieces come first (4.3.3), and the king
    before the rook, as a player who touches both at once castles (4.4.1)."""
    king = position.board.king(position.turn)
    return tuple(sorted(squares, key=lambda one: (not _is_own(position, one), one != king)))


def claim_lapsed(hands: Hands, announced: bool) -> bool:
    """4.8: a player who has touched a piece cannot claim that the opponent broke 4.1 to 4.7.

    ``announced``: they have announced a move, which is a touch too.
    """
    return announced or hands.has_touched


def _is_own(position: Position, square: chess.Square) -> bool:
    return position.board.color_at(square) == position.turn


def _moves_of(position: Position, square: chess.Square) -> tuple[chess.Move, ...]:
    return tuple(move for move in position.legal_moves if move.from_square == square)


def _captures_of(position: Position, square: chess.Square) -> tuple[chess.Move, ...]:
    """The legal captures of the piece on ``square``, en passant too."""
    board = position.board
    return tuple(move for move in position.legal_moves if capture_of(board, move)[1] == square)


def _of_kind(position: Position, hands: Hands) -> Obligation | None:
    """The moves that remain after the touch of a piece of which only the kind is known; None if
    there are none, or if it leaves the choice to other touches. If it can, it captures what was
    touched (4.3.3)."""
    kind, board = hands.kind, position.board
    if kind is None:
        return None
    own = tuple(m for m in position.legal_moves if board.piece_type_at(m.from_square) == kind)
    takes = tuple(m for m in own if capture_of(board, m)[1] in hands.touched)
    if takes:
        return Obligation("4.3.3", takes, kind=kind)
    if own:
        return Obligation("4.3.1", own, kind=kind)
    return None if hands.touched else Obligation("4.5", position.legal_moves)


def _castlings(position: Position) -> Iterator[tuple[chess.Move, Castling, chess.Square]]:
    """The legal castlings with the side and where their rooks stand."""
    for move in position.legal_moves:
        if position.board.is_castling(move):
            side, _, rook_from, _ = castling_squares(position.board, move)
            yield move, side, rook_from


def _king_and_rook(position: Position, own: Sequence[chess.Square]) -> Obligation | None:
    """4.4.1 and 4.4.3: king, then rook; None where the touches mean no castling."""
    board = position.board
    king = board.king(position.turn)
    rooks = board.pieces(chess.ROOK, position.turn)
    first = next((i for i, one in enumerate(own) if one == king or one in rooks
                  or _moves_of(position, one)), None)  # fmt: skip
    if king is None or first is None or own[first] != king or len(own) < first + 2:
        return None
    rook = own[first + 1]
    if rook not in rooks or not _means_castling(board, king, rook):
        return None
    for move, side, rook_from in _castlings(position):
        if rook_from == rook:
            return Obligation("4.4.1", (move,), king, castling=side)
    moves = _moves_of(position, king)
    return Obligation("4.4.3", moves, king) if moves else Obligation("4.4.3", position.legal_moves)


def _means_castling(board: chess.Board, king: chess.Square, rook: chess.Square) -> bool:
    """True if a touch of both can mean castling: they stand where it begins (3.8.2)."""
    rank = 0 if board.turn == chess.WHITE else 7
    at_home = chess.square_rank(king) == chess.square_rank(rook) == rank
    return at_home and (
        board.chess960 or (chess.square_file(king) == 4 and chess.square_file(rook) in (0, 7))
    )


def _castlings_lost(position: Position, own: Sequence[chess.Square]) -> Iterator[chess.Move]:
    """4.4.2: the castlings with a rook that was touched before the king."""
    king = position.board.king(position.turn)
    if king not in own:
        return
    before = own[: own.index(king)]
    for move, _, rook_from in _castlings(position):
        if rook_from in before:
            yield move


def _after_release(position: Position, release: Release | None) -> Obligation | None:
    """4.7: the piece stays where it was released, if that is a legal move or a part of one."""
    if release is None:
        return None
    board = position.board
    piece, to_square = release.from_square, release.to_square
    if piece == board.king(position.turn):
        side = castling_meant(board, piece, to_square)
        if side is not None:
            return _king_released(position, piece, side)
    moves = tuple(move for move in _moves_of(position, piece) if move.to_square == to_square)
    chosen = tuple(move for move in moves if move.promotion == release.promotion)
    if release.promotion is not None and chosen:  # 4.4.4: the choice is final
        return Obligation("4.4.4", chosen, piece, to_square=to_square)
    return Obligation("4.7", moves, piece, to_square=to_square) if moves else None


def _king_released(position: Position, king: chess.Square, side: Castling) -> Obligation:
    """4.7.2: the king was released on the square to which it castles."""
    for move, castles, _ in _castlings(position):
        if castles is side:
            return Obligation("4.7.2", (move,), king, castling=side)
    moves = _moves_of(position, king)
    return Obligation("4.7.2", moves, king) if moves else Obligation("4.7.2", position.legal_moves)
