# SPDX-License-Identifier: GPL-3.0-or-later
"""A move and a square in the words of Appendix D.2.1, in the language of moves for everyone."""

from typing import Any

import chess

from announce.lexicon import MOVES, Phrase, Segment, lexicon
from announce.scripts import notation_letters
from announce.settings import Settings, Style
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
    words = " ".join(
        _full(move, settings) if settings.style is Style.FULL else _words(move, settings)
    )
    if move.mate or (move.check and (settings.say_check or settings.style is Style.FULL)):
        words += f", {_table()['mate' if move.mate else 'check']}"
    return (Segment(words, MOVES),)


def description_words(said: MoveDescription, settings: Settings) -> Phrase:
    """A move as it was described, with what was said of it and no more."""
    table = _table()
    if said.castling is not None:
        return castling_words(said.castling)
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
    return (Segment(" ".join(words), MOVES),)


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
    if settings.style is not Style.SAN:
        return ()
    letters = notation_letters(settings)
    names = {chess.piece_symbol(kind).upper(): chess.piece_name(kind) for kind in chess.PIECE_TYPES}
    san = move.san.replace("O", "0")  # C.13: castling is written with noughts
    line = "".join(letters.get(names.get(char, ""), char) for char in san)
    return (Segment(line, MOVES),)


def _words(move: MoveFacts, settings: Settings) -> list[str]:
    """Piece, square of departure, square of arrival; the short style leaves out what is plain."""
    table = _table()
    if move.castling is not None:
        return [table["castling"][move.castling.value]]
    short = settings.style is not Style.APPENDIX_D
    words = [] if move.piece == chess.PAWN else [_piece(move.piece)]
    if not short:
        words.append(_square(move.from_square, settings))
    else:
        pawn_takes = move.piece == chess.PAWN and move.captured is not None
        if move.from_file_needed or pawn_takes:  # Appendix C.10, C.11
            words.append(table["files"][chess.square_file(move.from_square)])
        if move.from_rank_needed:
            words.append(_rank(chess.square_rank(move.from_square), settings))
    if move.captured is not None:
        words.append(table["takes"])
    words.append(_square(move.to_square, settings))
    if move.en_passant:
        words.append(table["en_passant"])
    if move.promotion is not None:  # D.2.1: the piece must be announced
        words.append(_piece(move.promotion))
    return words


def _full(move: MoveFacts, settings: Settings) -> list[str]:
    table = _table()
    if move.castling is not None:
        return [table["castling"][move.castling.value]]
    words = [
        _piece(move.piece),
        table["from"],
        _square(move.from_square, settings),
        table["to"],
        _square(move.to_square, settings),
    ]
    if move.captured is not None:
        words[-1] += ","
        words += [table["takes"], _piece(move.captured)]
    if move.en_passant:
        words.append(table["en_passant"])
    if move.promotion is not None:
        words[-1] += ","
        words += [table["becomes"], _piece(move.promotion)]
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
