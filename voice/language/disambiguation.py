# SPDX-License-Identifier: GPL-3.0-or-later
"""The shortest question between several moves, and which of them an answer means."""

from collections.abc import Callable, Sequence

import chess

from rules.description import Distinction, MoveDescription
from rules.moves import castling_squares, fits
from rules.position import Position
from voice.language import lexicon
from voice.language.lexicon import GERMAN, Language
from voice.language.semantics import parse_reply
from voice.language.transcript import Words

Aspect = Callable[[Position, chess.Move], Distinction]
"""The features that may tell moves apart."""


def distinctions(position: Position, moves: Sequence[chess.Move]) -> tuple[Distinction, ...]:
    """The features to choose by, in the order of ``moves``, each once: the b-file, the d-file.

    As in Appendix C.10 the file comes before the rank, and both together last. An aspect that does
    not tell all moves apart is taken if there is none better; the next question tells the rest.
    """
    aspect = _aspect(position, moves)
    return tuple(dict.fromkeys(aspect(position, move) for move in moves))


def deciding_words(
    position: Position, moves: Sequence[chess.Move], language: Language = GERMAN
) -> tuple[str, ...]:
    """The words to choose with, in the order of ``moves``, each once: "Bella", "David"."""
    return tuple(_words(one, language.name) for one in distinctions(position, moves))


def answered(
    position: Position, moves: Sequence[chess.Move], words: Words, language: Language = GERMAN
) -> tuple[chess.Move, ...]:
    """The moves of ``moves`` that ``words`` choose; none where they are no answer.

    The offered words count first; then what else may be said of the departure or the promotion
    ("von Anna", "Turm Anna eins", "wird Dame").
    """
    aspect = _aspect(position, moves)
    said = " ".join(lexicon.usual(word, language.name) for word in words)
    chosen = tuple(m for m in moves if _words(aspect(position, m), language.name).lower() == said)
    if chosen:
        return chosen
    for partial in parse_reply(words, language):
        chosen = tuple(m for m in moves if _fits_partly(position, partial, m))
        if chosen:
            return chosen
    return ()


def _aspect(position: Position, moves: Sequence[chess.Move]) -> Aspect:
    counts = [len({aspect(position, move) for move in moves}) for aspect in _ASPECTS]
    return _ASPECTS[counts.index(max(counts))]


def _fits_partly(position: Position, said: MoveDescription, move: chess.Move) -> bool:
    """True if a piece, a departure and a promotion that were said are those of ``move``."""
    board = position.board
    whole = MoveDescription(
        piece=said.piece or board.piece_type_at(move.from_square),
        from_file=said.from_file,
        from_rank=said.from_rank,
        promotion=said.promotion,
        to_square=move.to_square,
        capture=board.is_capture(move),
    )
    return not board.is_castling(move) and fits(board, whole, move)


def _words(one: Distinction, language: str) -> str:
    if one.castling is not None:
        return lexicon.usual_for("castling_side", one.castling.value, language)
    words = [
        lexicon.usual_for("pieces", chess.piece_name(kind), language)
        for kind in (one.piece, one.promotion)
        if kind is not None
    ]
    for file, rank in ((one.from_file, one.from_rank), (one.to_file, one.to_rank)):
        if file is not None:
            words.append(lexicon.usual_for("files", chess.FILE_NAMES[file], language))
        if rank is not None:
            words.append(lexicon.usual_for("ranks", chess.RANK_NAMES[rank], language))
    return " ".join(words)


def _mover_or_castling(position: Position, move: chess.Move) -> Distinction:
    if position.board.is_castling(move):
        return Distinction(castling=castling_squares(position.board, move)[0])
    return Distinction(position.board.piece_type_at(move.from_square))


def _departure(_: Position, move: chess.Move) -> Distinction:
    square = move.from_square
    return Distinction(from_file=chess.square_file(square), from_rank=chess.square_rank(square))


def _arrival(_: Position, move: chess.Move) -> Distinction:
    square = move.to_square
    return Distinction(to_file=chess.square_file(square), to_rank=chess.square_rank(square))


_ASPECTS: tuple[Aspect, ...] = (
    lambda _, move: Distinction(promotion=move.promotion or chess.PAWN),
    lambda _, move: Distinction(from_file=chess.square_file(move.from_square)),
    lambda _, move: Distinction(from_rank=chess.square_rank(move.from_square)),
    _mover_or_castling,
    lambda _, move: Distinction(to_file=chess.square_file(move.to_square)),
    lambda _, move: Distinction(to_rank=chess.square_rank(move.to_square)),
    _departure,
    _arrival,
    lambda _, move: Distinction(
        from_file=chess.square_file(move.from_square),
        from_rank=chess.square_rank(move.from_square),
        to_file=chess.square_file(move.to_square),
        to_rank=chess.square_rank(move.to_square),
    ),
)
"""In the order of preference; the first that tells most moves apart is taken."""
