# SPDX-License-Identifier: GPL-3.0-or-later
"""Written moves: every form of Appendix C, in one language at a time.

``S`` is a knight in German and a bishop in Czech, ``К`` a king in Serbian and a knight in
Russian: so a text is read in the language it is said to be in, and never in another one because
that happens to give a legal move (C.3). Figurines mean the same everywhere and are read in every
language; so are coordinates as engines write them (``g1f3``, ``e7e8q``).
"""

import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from pathlib import Path

import chess

from rules.description import Castling, MoveDescription
from rules.explanation import Illegality, explain, missing_promotion, wrong_claim
from rules.moves import facts, find
from rules.position import Position

LANGUAGES = (
    "en", "de", "sl", "sr-Latn", "sr-Cyrl", "cs", "figurine",
    "fr", "es", "it", "nl", "pl", "hu", "hr", "ru",
)  # fmt: skip
"""Those that Hektor speaks come first, in which a score is sooner."""

_ALIASES = {"sr": "sr-Latn"}

PIECES = (chess.KING, chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT)
"""The order of the piece letters in ``notation.toml``."""


class Reason(StrEnum):
    """Why a text is not read as a move."""

    NOT_A_MOVE = "not a move"
    NULL_MOVE = "null move"
    NOT_ALGEBRAIC = "not algebraic"
    UNKNOWN_LETTER = "unknown letter"
    PAWN_LETTER = "pawn letter"
    NOT_A_SQUARE = "not a square"
    TWO_LANGUAGES = "two languages"
    AMBIGUOUS = "ambiguous"
    ILLEGAL = "illegal"


@dataclass(frozen=True, slots=True)
class NoMove:
    """A text that gives no move. ``detail`` is the letter or square that is wrong.

    ``moves`` are the legal moves between which the text does not decide (C.10), ``illegality``
    says why no legal move fits it.
    """

    text: str
    reason: Reason
    detail: str = ""
    moves: tuple[chess.Move, ...] = ()
    illegality: Illegality | None = None


@dataclass(frozen=True, slots=True)
class Reading:
    """A text read as a legal move.

    ``wrong_claim`` is a check or mate that was written but not given: reported, no obstacle (C.13).
    """

    move: chess.Move
    description: MoveDescription
    draw_offered: bool = False
    wrong_claim: Illegality | None = None


@dataclass(frozen=True, slots=True)
class NotationStyle:
    """The form of Appendix C to write; the signs of check, mate and en passant are optional (C.13).
    ``promotion`` is how the letter of the new piece is written (C.11)."""

    long: bool = False
    hyphen: bool = False
    capture: str = "x"
    castling: str = "0-0"
    check: str = "+"
    mate: str = "#"
    en_passant: str = ""
    promotion: str = "{}"


SHORT = NotationStyle()
LONG = NotationStyle(long=True, hyphen=True)
PGN = NotationStyle(castling="O-O", promotion="={}")


@dataclass(frozen=True, slots=True)
class _PieceLetters:
    pieces: dict[str, chess.PieceType]
    pawn: str
    files: dict[str, str]
    spelled: dict[str, str]

    def letter(self, piece: chess.PieceType) -> str:
        sign = next(letter for letter, kind in self.pieces.items() if kind == piece)
        return next((letters for letters, one in self.spelled.items() if one == sign), sign)


@cache
def _language(name: str) -> _PieceLetters:
    """The letters of a language; raises ``ValueError`` if it is unknown."""
    name = _ALIASES.get(name, name)
    tables = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
    if name not in tables:
        raise ValueError(f"no notation for language {name!r}; there are {', '.join(LANGUAGES)}")
    table = tables[name]
    pieces = dict(zip(table["pieces"], PIECES, strict=True))
    for alike, letter in table.get("also", {}).items():
        pieces[alike] = pieces[letter]
    for figurines in ("♔♕♖♗♘", "♚♛♜♝♞"):
        pieces.update(
            (sign, kind) for sign, kind in zip(figurines, PIECES, strict=True) if sign not in pieces
        )
    return _PieceLetters(pieces, table["pawn"], table.get("files", {}), table.get("spelled", {}))


def letters(language: str) -> frozenset[str]:
    """The letters and signs of pieces in a language. Raises ValueError if it has no table."""
    return frozenset(_language(language).pieces)


_LONGEST = 60
"""Letters: no move with its number, a promotion and every sign after it is half as long."""

_NULL = {"--", "z0", "0000", "@@@@", "null", "pass", "(none)"}
_ZEROS = "[0OoОо]"
_HYPHEN = "[-\u2010\u2011\u2012\u2013\u2014\u2212]"
_CASTLING = re.compile(rf"{_ZEROS}{_HYPHEN}{_ZEROS}({_HYPHEN}{_ZEROS})?")
_PREFIX = re.compile(r"^\s*\d+\s*[.…]+")
_SUFFIX = re.compile(
    r"""\s*(?:
        (?P<draw>\(=\))
      | (?P<en_passant>e\.?\s?p\.?)
      | (?P<mate>\+\+|\#|‡)
      | (?P<check>\+|†)
      | (?P<capture>[:×x])
      | [!?]+
    )$""",
    re.VERBOSE,
)
_DESCRIPTIVE = re.compile(r"[KQRBNP]{1,3}(-|x)[KQRBNP]{1,3}\d?")
_FILES_ONLY = re.compile(r"([a-h])[x×:]?([a-h])(?:=?([^\W\d_]|[♔-♟]))?")
_UCI = re.compile(r"([a-h])([1-8])([a-h])([1-8])([qrbn])?")
_MOVE = re.compile(
    rf"""
    (?P<piece>[^\Wa-h\d_]|[♔-♟])?
    (?P<from_file>\w)??
    (?P<from_rank>\d)?
    (?P<join>{_HYPHEN}|[x×:])?
    (?P<to_file>\w)(?P<to_rank>\d)
    (?:(?:=|/)?(?P<promotion>[^\W\d_]|[♔-♟])|\((?P<bracketed>[^\W\d_]|[♔-♟])\))?
    """,
    re.VERBOSE,
)


def piece_of(letter: str, language: str) -> chess.PieceType | None:
    """The piece that a letter of a language means, a pawn too; None if it means none."""
    found = _language(language)
    return chess.PAWN if letter == found.pawn else found.pieces.get(letter)


def read_move(text: str, position: Position, language: str = "de") -> chess.Move | NoMove:
    """The move that ``text`` writes in ``language``, or why it writes no move.

    Raises ``ValueError`` if the language has no table.
    """
    reading = read_fully(text, position, (language,))
    return reading.move if isinstance(reading, Reading) else reading


def read_fully(
    text: str, position: Position, languages: Sequence[str] = ("de", "en")
) -> Reading | NoMove:
    """Like :func:`read_move`, with all that the text says besides.

    With several languages a text is read where it means the same in all that can read it, and
    refused where it does not, whatever the position allows (C.3).
    """
    answers = [parse(text, language) for language in languages]
    written = {answer for answer in answers if not isinstance(answer, NoMove)}
    if len(written) > 1:
        return NoMove(text, Reason.TWO_LANGUAGES)
    if not written:
        return next(answer for answer in answers if isinstance(answer, NoMove))
    return _decide(position, text, written.pop())


def _decide(
    position: Position, text: str, written: tuple[MoveDescription, ...]
) -> Reading | NoMove:
    found = [(found, said) for said in written if (found := find(position, said))]
    moves = tuple({move: None for found_moves, _ in found for move in found_moves})
    if not moves:
        reason = explain(position, written[0])
        return NoMove(text, Reason.ILLEGAL, illegality=reason)
    said = found[0][1]
    missing = missing_promotion(position, said)
    if missing is not None:
        return NoMove(text, Reason.ILLEGAL, moves=moves, illegality=missing)
    if len(moves) > 1:
        return NoMove(text, Reason.AMBIGUOUS, moves=moves)
    _, marks = _parted(_bare(text))
    return Reading(moves[0], said, "draw" in marks, wrong_claim(position, said, moves[0]))


def parse(text: str, language: str = "de") -> tuple[MoveDescription, ...] | NoMove:
    """The meanings of ``text`` in ``language``, on any board: more than one thing only where a
    letter may be two, as a Cyrillic ``х`` is the file h and looks like the sign of a capture."""
    letters = _language(language)
    rest = _bare(text)
    if len(rest) > _LONGEST:
        return NoMove(text, Reason.NOT_A_MOVE)
    if rest.lower() in _NULL:
        return NoMove(text, Reason.NULL_MOVE)
    rest, marks = _parted(rest)
    said = MoveDescription(
        check="check" in marks or "mate" in marks,
        mate="mate" in marks,
        en_passant="en_passant" in marks,
        capture="capture" in marks,  # "Dd5:", as German books have it
    )
    descriptions: list[MoveDescription] = []
    refusal = NoMove(text, Reason.NOT_A_MOVE)
    for spelling in _spellings(rest, letters):
        descriptions += _captures(spelling, letters, said)
        answer = _description(text, spelling, letters, said)
        if isinstance(answer, NoMove):
            refusal = answer
        else:
            descriptions.append(answer)
    return tuple(descriptions) or refusal


def _bare(text: str) -> str:
    """Without the number of the move, and how signs are to be drawn."""
    return _PREFIX.sub("", re.sub("[\ufe0e\ufe0f]", "", text)).strip()


def _parted(text: str) -> tuple[str, set[str]]:
    """The move, and the signs after it."""
    marks: set[str] = set()
    while match := _SUFFIX.search(text):
        marks.update(name for name, value in match.groupdict().items() if value)
        text = text[: match.start()]
    return text, marks


def _spellings(text: str, letters: _PieceLetters) -> Iterator[str]:
    """The text with Latin files, and a sign for a piece of two letters; a Cyrillic ``х`` within a
    move also as the sign of capture."""
    for spelled, sign in letters.spelled.items():
        text = text.replace(spelled, sign)
    latin = "".join(letters.files.get(sign, sign) for sign in text)
    for index in range(1, len(text) - 2):
        if text[index] == "х" in letters.files and text[index + 1].isalpha():
            yield f"{latin[:index]}x{latin[index + 1 :]}"
    yield latin


def _captures(
    spelling: str, letters: _PieceLetters, said: MoveDescription
) -> Iterator[MoveDescription]:
    """A pawn's capture by its two files, "ed" (C.9.3 in its shortest form): on any rank."""
    found = _FILES_ONLY.fullmatch(spelling)
    if found is None or abs(ord(found[1]) - ord(found[2])) != 1:
        return
    if found[3] and found[3] not in letters.pieces:
        return
    for rank in chess.RANK_NAMES:
        yield replace(
            said,
            from_file=_file(found[1]),
            to_square=chess.parse_square(found[2] + rank),
            promotion=letters.pieces.get(found[3] or ""),
            capture=True,
        )


def _description(
    text: str, spelling: str, letters: _PieceLetters, said: MoveDescription
) -> MoveDescription | NoMove:
    castling = _CASTLING.fullmatch(spelling)
    if castling:
        return replace(said, castling=Castling.LONG if castling[1] else Castling.SHORT)
    uci = _UCI.fullmatch(spelling)
    if uci:
        promotion = chess.PIECE_SYMBOLS.index(uci[5]) if uci[5] else None
        return replace(
            said,
            from_file=_file(uci[1]),
            from_rank=int(uci[2]) - 1,
            to_square=chess.parse_square(uci[3] + uci[4]),
            promotion=promotion,
        )
    if _DESCRIPTIVE.fullmatch(spelling):
        return NoMove(text, Reason.NOT_ALGEBRAIC)  # C.0
    match = _MOVE.fullmatch(spelling)
    if match is None:
        return NoMove(text, Reason.NOT_A_MOVE)
    capture = said.capture or (match["join"] is not None and match["join"] in "x×:")
    if capture and not match["piece"] and not match["from_file"]:
        return NoMove(text, Reason.NOT_A_MOVE)  # C.9.3 asks for the file
    promoted = match["promotion"] or match["bracketed"]
    for letter in (match["piece"], promoted):
        if letter and letter not in letters.pieces:
            pawn = letter in (letters.pawn, "♙", "♟")
            return NoMove(text, Reason.PAWN_LETTER if pawn else Reason.UNKNOWN_LETTER, letter)
    for file, rank in (("from_file", "from_rank"), ("to_file", "to_rank")):
        name = (match[file] or "") + (match[rank] or "")
        if (match[file] or "a") not in chess.FILE_NAMES or (match[rank] or "1") not in (
            chess.RANK_NAMES
        ):
            return NoMove(text, Reason.NOT_A_SQUARE, name)
    return replace(
        said,
        piece=letters.pieces.get(match["piece"] or ""),
        from_file=_file(match["from_file"]),
        from_rank=int(match["from_rank"]) - 1 if match["from_rank"] else None,
        to_square=chess.parse_square(match["to_file"] + match["to_rank"]),
        promotion=letters.pieces.get(promoted or ""),
        capture=capture,
    )


def _file(name: str | None) -> int | None:
    return None if name is None else chess.FILE_NAMES.index(name)


def write(
    position: Position, move: chess.Move, language: str = "de", style: NotationStyle = SHORT
) -> str:
    """The legal ``move`` in the letters of ``language`` (C.8 to C.13)."""
    letters = _language(language)
    known = facts(position, move)
    mark = style.mate if known.mate else style.check if known.check else ""
    if known.castling is not None:
        zero = style.castling[0]
        return "-".join([zero] * (2 if known.castling is Castling.SHORT else 3)) + mark
    piece = "" if known.piece == chess.PAWN else letters.letter(known.piece)
    start = chess.square_name(known.from_square)
    if not style.long:
        start = start[0] * known.from_file_needed + start[1] * known.from_rank_needed
    join = style.capture if known.captured else "-" * (style.long and style.hyphen)
    ending = ""
    if known.promotion:
        ending = style.promotion.format(letters.letter(known.promotion))
    suffix = f" {style.en_passant}" if known.en_passant and style.en_passant else ""
    return f"{piece}{start}{join}{chess.square_name(known.to_square)}{ending}{mark}{suffix}"
