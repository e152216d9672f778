# SPDX-License-Identifier: GPL-3.0-or-later
"""A move and a square in the words of Appendix D.2.1, in the language of moves for everyone."""

from typing import Any

import chess

from announce.lexicon import MOVES, Phrase, Segment, lexicon
from announce.text.scripts import notation_letters
from announce.text.settings import Settings, Style
from rules.description import Castling, Distinction, MoveDescription, MoveFacts


def square_words(square: chess.Square, settings: Settings) -> Phrase:
    """ "Felix drei"."""
    return (Segment(_square(square, settings), MOVES),)


def file_words(file: int) -> Phrase:
    """ "Felix"; ``file`` is 0 to 7."""
    return (Segment(_table()["files"][file], MOVES),)


def rank_words(rank: int, settings: Settings) -> Phrase:
    """ "drei"; ``rank`` is 0 to 7."""
    return (Segment(_rank(rank, settings), MOVES),)


def castling_words(castling: Castling) -> Phrase:
    """ "Kurze Rochade"."""
    return (Segment(_table()["castling"][castling.value], MOVES),)


def move_words(move: MoveFacts, settings: Settings) -> Phrase:
    """The move in the style of ``settings``; the style "san" is spoken as the short one."""
    full = settings.style is Style.FULL
    words = _full(move, settings) if full else _described(_description(move, settings), settings)
    if move.mate or (move.check and (settings.say_check or full)):
        words += f", {_table()['mate' if move.mate else 'check']}"
    return (Segment(words, MOVES),)


def description_words(said: MoveDescription, settings: Settings) -> Phrase:
    """A move as it was described, with what was said of it and no more."""
    return (Segment(_described(said, settings), MOVES),)


def distinction_words(one: Distinction, settings: Settings) -> Phrase:
    """What tells one of several moves from the others: "Bella", "kurze"."""
    table = _table()
    if one.castling is not None:
        return (Segment(table["side"][one.castling.value], MOVES),)
    words = [_piece(kind) for kind in (one.piece, one.promotion) if kind is not None]
    for file, rank in ((one.from_file, one.from_rank), (one.to_file, one.to_rank)):
        if file is not None:
            words.append(table["files"][file])
        if rank is not None:
            words.append(_rank(rank, settings))
    return (Segment(" ".join(words), MOVES),)


def move_line(move: MoveFacts, settings: Settings) -> Phrase:
    """The move for the eye in the style "san": its notation (Appendix C); else nothing."""
    return (Segment(notation(move, settings), MOVES),) if settings.style is Style.SAN else ()


def notation(move: MoveFacts, settings: Settings) -> str:
    """ "Sf3", in the letters of the settings' language and script (Appendix C)."""
    letters = notation_letters(settings)
    names = {chess.piece_symbol(kind).upper(): chess.piece_name(kind) for kind in chess.PIECE_TYPES}
    san = move.san.replace("O", "0")  # C.13: castling is written with noughts
    return "".join(letters.get(names.get(char, ""), char) for char in san)


def _description(move: MoveFacts, settings: Settings) -> MoveDescription:
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


def _described(said: MoveDescription, settings: Settings) -> str:
    table = _table()
    if said.castling is not None:
        return str(table["castling"][said.castling.value])
    words = [] if said.piece in (None, chess.PAWN) else [_piece(said.piece)]
    if said.from_file is not None:
        words.append(table["files"][said.from_file])
    if said.from_rank is not None:
        words.append(_rank(said.from_rank, settings))
    if said.capture or said.captured is not None:
        words.append(table["takes"])
    if said.captured is not None:
        words.append(_piece(said.captured))
    if said.to_square is not None:
        words.append(_square(said.to_square, settings))
    if said.en_passant:
        words.append(table["en_passant"])
    if said.promotion is not None:
        words.append(_piece(said.promotion))
    return " ".join(words)


def _full(move: MoveFacts, settings: Settings) -> str:
    table = _table()
    if move.castling is not None:
        return str(table["castling"][move.castling.value])
    start, end = _square(move.from_square, settings), _square(move.to_square, settings)
    words = f"{_piece(move.piece)} {table['from']} {start} {table['to']} {end}"
    if move.captured is not None:
        words += f", {table['takes']} {_piece(move.captured)}"
    if move.en_passant:
        words += f" {table['en_passant']}"
    if move.promotion is not None:
        words += f", {table['becomes']} {_piece(move.promotion)}"
    return words


def _table() -> Any:
    return lexicon(MOVES).own("moves")


def _piece(kind: chess.PieceType) -> str:
    word: str = _table()["pieces"][chess.piece_name(kind)]
    return word


def _square(square: chess.Square, settings: Settings) -> str:
    file: str = _table()["files"][chess.square_file(square)]
    return f"{file} {_rank(chess.square_rank(square), settings)}"


def _rank(rank: int, settings: Settings) -> str:
    word: str = _table()["zwo"] if settings.zwo and rank == 1 else _table()["ranks"][rank]
    return word
