# SPDX-License-Identifier: GPL-3.0-or-later
"""A move and a square in the words of Appendix D.2.1, in the language of moves for everyone or in
that in which the players say them, and what the assistant does with their hands to play one
(D.2.10.1)."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

import chess

from announce.lexicon import MOVES, Phrase, Segment, languages, lexicon
from announce.text.settings import Settings, Style, notation_letters
from rules.boards import BoardStep
from rules.description import Castling, Distinction, MoveDescription, MoveFacts
from table.core.conditions import Conditions

KING_FILE = 4
"""Where the king stands at the start of a game of chess: the e-file."""


_WORDS: Final[dict[str, Any]] = {
    language: words for language in languages() if (words := lexicon(language).own("moves"))
}
"""The words of moves, in each language in which they are told."""


def as_agreed(settings: Settings, agreed: Conditions) -> Settings:
    """The ``settings`` with moves told in the language that is agreed, if it has words for them; in
    competition in German (D.2.1)."""
    chosen = agreed.moves_in in _WORDS and not agreed.competes
    return replace(settings, moves=agreed.moves_in if chosen else MOVES)


def square_words(square: chess.Square, settings: Settings) -> Phrase:
    """ "Felix drei"."""
    return _phrase(settings, _square(square, settings))


def file_words(file: int, settings: Settings) -> Phrase:
    """ "Felix"; ``file`` is 0 to 7."""
    return _phrase(settings, _WORDS[settings.moves]["files"][file])


def rank_words(rank: int, settings: Settings) -> Phrase:
    """ "drei"; ``rank`` is 0 to 7."""
    return _phrase(settings, *_place(None, rank, settings))


def castling_words(castling: Castling, settings: Settings) -> Phrase:
    """ "Kurze Rochade"."""
    return _phrase(settings, _WORDS[settings.moves]["castling"][castling.value])


def move_words(move: MoveFacts, settings: Settings) -> Phrase:
    """The move in the style of ``settings``; the style "san" is spoken as the short one."""
    full = settings.style is Style.FULL
    words = (
        _full(move, settings) if full else " ".join(_described(_short(move, settings), settings))
    )
    if move.mate or (move.check and (settings.say_check or full)):
        words += f", {_WORDS[settings.moves]['mate' if move.mate else 'check']}"
    return _phrase(settings, words)


def description_words(said: MoveDescription, settings: Settings) -> Phrase:
    """A move as it was described, with what was said of it and no more."""
    return _phrase(settings, *_described(said, settings))


def distinction_words(one: Distinction, settings: Settings) -> Phrase:
    """The words that single out one of several moves: "Bella", "kurze"."""
    if one.castling is not None:
        return _phrase(settings, _WORDS[settings.moves]["side"][one.castling.value])
    kinds = (one.piece, one.promotion)
    pieces = [_piece(kind, settings) for kind in kinds if kind is not None]
    places = ((one.from_file, one.from_rank), (one.to_file, one.to_rank))
    squares = (word for place in places for word in _place(*place, settings))
    return _phrase(settings, *pieces, *squares)


def move_line(move: MoveFacts, settings: Settings) -> Phrase:
    """The move for the eye in the style "san": its notation (Appendix C); else nothing."""
    return _phrase(settings, notation(move, settings)) if settings.style is Style.SAN else ()


def notation(move: MoveFacts, settings: Settings) -> str:
    """ "Sf3", in the letters of the settings' language and script (Appendix C)."""
    letters = notation_letters(settings)
    names = {chess.piece_symbol(kind).upper(): chess.piece_name(kind) for kind in chess.PIECE_TYPES}
    san = move.san.replace("O", "0")  # C.13: castling is written with noughts
    return "".join(letters.get(names.get(char, ""), char) for char in san)


def _short(move: MoveFacts, settings: Settings) -> MoveDescription:
    """Piece, square of departure, square of arrival; the short style leaves out what is plain."""
    whole = settings.style is Style.APPENDIX_D
    captures = move.captured is not None
    named = move.from_file_needed or (captures and move.piece == chess.PAWN)  # Appendix C.10, C.11
    file, rank = chess.square_file(move.from_square), chess.square_rank(move.from_square)
    return MoveDescription(
        piece=move.piece,
        from_file=file if whole or named else None,
        from_rank=rank if whole or move.from_rank_needed else None,
        to_square=move.to_square,
        promotion=move.promotion,  # D.2.1: the piece must be announced
        capture=captures,
        en_passant=move.en_passant,
        castling=move.castling,
    )


def _described(said: MoveDescription, settings: Settings) -> Iterator[str]:
    known = _WORDS[settings.moves]
    if said.castling is not None:
        yield known["castling"][said.castling.value]
        return
    if said.piece not in (None, chess.PAWN):
        yield _piece(said.piece, settings)
    yield from _place(said.from_file, said.from_rank, settings)
    if said.capture or said.captured is not None:
        yield known["takes"]
    if said.captured is not None:
        yield _piece(said.captured, settings)
    if said.to_square is not None:
        file, rank = chess.square_file(said.to_square), chess.square_rank(said.to_square)
        yield from _place(file, rank, settings)
    if said.en_passant:
        yield known["en_passant"]
    if said.promotion is not None:
        yield _piece(said.promotion, settings)


def _full(move: MoveFacts, settings: Settings) -> str:
    known = _WORDS[settings.moves]
    if move.castling is not None:
        return str(known["castling"][move.castling.value])
    start, end = _square(move.from_square, settings), _square(move.to_square, settings)
    words = f"{_piece(move.piece, settings)} {known['from']} {start} {known['to']} {end}"
    if move.captured is not None:
        words += f", {known['takes']} {_piece(move.captured, settings)}"
    if move.en_passant:
        words += f" {known['en_passant']}"
    if move.promotion is not None:
        words += f", {known['becomes']} {_piece(move.promotion, settings)}"
    return words


def _phrase(settings: Settings, *words: str) -> Phrase:
    return (Segment(" ".join(words), settings.moves),)


def _piece(kind: chess.PieceType, settings: Settings) -> str:
    return str(_WORDS[settings.moves]["pieces"][chess.piece_name(kind)])


def _square(square: chess.Square, settings: Settings) -> str:
    return " ".join(_place(chess.square_file(square), chess.square_rank(square), settings))


def _place(file: int | None, rank: int | None, settings: Settings) -> Iterator[str]:
    known = _WORDS[settings.moves]
    if file is not None:
        yield known["files"][file]
    if rank is not None:
        yield known["zwo"] if settings.zwo and rank == 1 else known["ranks"][rank]


# --- By hand --------------------------------------------------------------------------------------


def steps(move: MoveFacts) -> tuple[BoardStep, ...]:
    """The steps that play a move: a captured piece leaves the board first (D.2.3.1), then the piece
    moves (D.2.3.2)."""
    if move.castling is not None:
        return _castling_steps(move)
    piece = chess.Piece(move.piece, move.colour)
    done: list[BoardStep] = []
    if move.captured is not None:
        taken = move.to_square if move.capture_square is None else move.capture_square
        done.append(BoardStep(chess.Piece(move.captured, not move.colour), taken, None))
    if move.promotion is None:
        done.append(BoardStep(piece, move.from_square, move.to_square))
    else:  # 3.7.5.1: the pawn is exchanged for the new piece
        done.append(BoardStep(piece, move.from_square, None))
        done.append(BoardStep(chess.Piece(move.promotion, move.colour), None, move.to_square))
    return tuple(done)


def undo(move: MoveFacts) -> tuple[BoardStep, ...]:
    """The steps that take a move back (D.2.8, 7.5.1): its own, backwards."""
    return tuple(step.reversed() for step in reversed(steps(move)))


def _castling_steps(move: MoveFacts) -> tuple[BoardStep, ...]:
    """King, then rook (4.4.2); from squares that only Chess960 knows, as II.3.2.5.1 advises.

    There the king leaves the board, the rook goes to its square, and the king is put on its own:
    so the king is touched first, and neither is in the other's way. A piece that stays is not
    touched (II.3.2.7.2).
    """
    assert move.rook_from is not None
    assert move.rook_to is not None
    king = chess.Piece(chess.KING, move.colour)
    king_step = BoardStep(king, move.from_square, move.to_square)
    rook_step = BoardStep(chess.Piece(chess.ROOK, move.colour), move.rook_from, move.rook_to)
    if move.from_square == move.to_square:
        return (rook_step,)
    if move.rook_from == move.rook_to:
        return (king_step,)
    in_a_corner = chess.BB_SQUARES[move.rook_from] & chess.BB_CORNERS
    if chess.square_file(move.from_square) == KING_FILE and in_a_corner:
        return king_step, rook_step
    return BoardStep(king, move.from_square, None), rook_step, BoardStep(king, None, move.to_square)
