# SPDX-License-Identifier: GPL-3.0-or-later
"""Whole scores: what was read of one (``rules.reader`` reads it), scores written anew, and files
of scores as they come from the world."""

import codecs
import re
import textwrap
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import pairwise

import chess

from ground.text import one_line
from rules.explanation import Illegality
from rules.notation import SHORT, NoMove, NotationStyle, write
from rules.position import Position


class Loss(StrEnum):
    """A part of the text that was left out, has no end, or may have been meant otherwise."""

    COMMENT = "comment"  # without an end: the text was cut off, or a bracket forgotten
    VARIATION = "variation"  # the same
    TEXT = "left out text"  # words that are no moves
    BRACKET = "left out bracket"  # one that closes nothing
    ESCAPE = "left out escape"  # a line of PGN that begins with "%"
    REST = "left out rest"  # all that stands behind the end, or behind what cannot be read
    LINE = "left out line"  # the rest of a variation, with moves
    DEEP = "left out deep"  # variations within too many others
    MAYBE_MOVES = "maybe moves"  # a comment that may be moves
    MAYBE_SIGN = "maybe sign"  # a sign that may be the letter of a piece
    TAG_DIFFERS = "tag differs"  # the result of the tags from that of the text
    MENDED = "mended start"  # rights in the FEN that the position does not allow
    NULL_MOVE = "null move"
    VARIANT = "other variant"  # another kind of chess


UNCLOSED = (Loss.COMMENT, Loss.VARIATION)

MISSING = (Loss.REST, Loss.LINE, Loss.DEEP, Loss.VARIANT)
"""With these, moves are missing."""


@dataclass(frozen=True, slots=True)
class Remark:
    """A remark on the move ``number`` of ``colour``: what was written, and why it is told.

    ``why`` is the fact: no move, a check or mate that is not given, the number that is due, what
    has no end, or what was left out. ``announce.words.program`` has the sentences.
    """

    number: int
    colour: chess.Color
    text: str
    why: NoMove | Illegality | Loss | int


@dataclass(frozen=True, slots=True)
class Score:
    """A score that was read as far as it can be.

    ``position`` is the last one reached and knows all moves. ``error`` ends the reading; what
    stands behind it could only be guessed. ``remarks`` are wrong check marks (C.13) and wrong
    move numbers, which hinder nothing; ``left_out`` is what the text has and the game has not.
    ``offers`` are the plies of draw offers (C.12), counted from one. ``headers`` are the tags of
    PGN that stood before it, ``title`` the names and the day before a score without tags. ``text``
    is all of it as PGN, with variations, comments and signs.
    """

    position: Position
    result: str | None = None
    error: Remark | None = None
    remarks: tuple[Remark, ...] = ()
    left_out: tuple[Remark, ...] = ()
    offers: tuple[int, ...] = ()
    headers: Mapping[str, str] = field(default_factory=dict)
    text: str = ""
    title: str = ""

    @property
    def whole(self) -> bool:
        """True if no move is missing."""
        return self.error is None and all(one.why not in MISSING for one in self.left_out)


HEADER = re.compile(
    r'(?<![^\s\]0-9*])[ \t]*\[([A-Za-z0-9]\w*)\s+"((?:[^"\\\n]|\\.)*)"\]'
    r"(?:[ \t]*$|(?=[ \t]*\[|\s))",
    re.MULTILINE | re.ASCII,
)
"""A tag of PGN: on a line of its own, beside others, or behind the result of the game before."""


WIDTH = 79
"""Letters of a line of PGN at most (4.3 of its standard), but for longer words."""


def wrapped(text: str) -> str:
    """PGN of one game with its moves in lines of `WIDTH`. None begins with a percent sign, which
    would hide it."""
    head, apart, moves = text.partition("\n\n") if text.startswith("[") else ("", "", text)
    moves = " ".join(moves.split()).replace(" %", "\0%")
    lines = textwrap.fill(moves, WIDTH, break_long_words=False, break_on_hyphens=False)
    return f"{head}{apart}{lines}\n".replace("\0", " ")


def write_moves(
    position: Position,
    language: str = "de",
    marks: Mapping[int, str] | None = None,
    style: NotationStyle = SHORT,
) -> list[str]:
    """The moves that led to ``position``, numbered, a line for each move of both.

    ``marks`` is what is noted after the move of a ply, counted from 0, as "(=)" (C.12).
    """
    lines: list[str] = []
    here = position.back_to(0)
    for ply, move in enumerate(position.moves):
        white = here.turn == chess.WHITE
        if white or not lines:
            lines.append(f"{here.number}{'.' if white else '...'}")
        mark = f" {marks[ply]}" if marks and ply in marks else ""
        lines[-1] += f" {write(here, move, language, style)}{mark}"
        here = here.stand(move)  # one that is illegal may stand (A.4.2)
    return lines


def write_headers(headers: Mapping[str, str]) -> str:
    """The tags as PGN has them, a line each."""
    return "".join(f'[{tag} "{escaped(value)}"]\n' for tag, value in headers.items())


def escaped(value: str) -> str:
    """The value of a tag as it stands between the quotation marks of PGN."""
    plain = "".join(one for one in one_line(value) if one.isprintable())
    return re.sub(r'(["\\])', r"\\\1", plain)


def write_score(position: Position, language: str = "de", style: NotationStyle = SHORT) -> str:
    """The moves that led to ``position``, numbered as on a scoresheet."""
    return " ".join(write_moves(position, language, style=style))


# --- Files: their letters, what wraps them, and where in them the games begin ---------------------


_INVISIBLE = re.compile("[\u200b-\u200f\u2060-\u2064\ufeff\u00ad]")
_WRAPPER = re.compile(r"\[/?pgn\]", re.IGNORECASE)
_TAG_OR_COMMENT = re.compile(rf"{HEADER.pattern}|(?P<comment>\{{[^}}]*\}})", HEADER.flags)


def decoded(data: bytes, language: str | None = None) -> str:
    """The text of a file: UTF-8 or UTF-16, else in the letters of an older Windows, of which the
    ``language`` that was asked for or, without one, the content tells which."""
    return data.decode(encoding_of(data, language), "replace")


def encoding_of(data: bytes, language: str | None = None) -> str:
    """The name of the encoding by which `decoded` reads a file."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return _CODES.get(language or "") or _code_of(data)
    return "utf-8-sig" if data.startswith(codecs.BOM_UTF8) else "utf-8"


_CODES = {"cs": "cp1250", "sl": "cp1250", "sr-Latn": "cp1250", "sr-Cyrl": "cp1251"}
_CYRILLIC = re.compile(rb"[\xc0-\xff\xa8\xb8]{3,}")
_CARONS = re.compile(rb"[\x8a\x8e\x9a\x9e]")
_HIGH = re.compile(rb"[\xc0-\xff]")


def _code_of(data: bytes) -> str:
    """Words of letters above ASCII alone are Cyrillic; S and Z with a caron are of the east."""
    high, cyrillic = len(_HIGH.findall(data)), sum(map(len, _CYRILLIC.findall(data)))
    if high and 2 * cyrillic > high:
        return "cp1251"
    return "cp1250" if _CARONS.search(data) else "cp1252"


def games(text: str) -> list[str]:
    """The texts of the games in ``text``, each with its tags: what has none is one game.

    A game begins with a tag that stands behind moves, a result or a comment, or that names the
    event once more.
    """
    bare = _masked(text)
    starts, event, tags_end = [0], False, -1
    for found in tags(text):
        between = bare[tags_end:] if tags_end < 0 else bare[tags_end : found.start()]
        played = tags_end >= 0 and bool(between.strip())
        again = found[1] == "Event" and event
        if played or again:
            starts.append(found.start())
            event = False
        event = event or found[1] == "Event"
        tags_end = found.end()
    return [text[start:end] for start, end in pairwise([*starts, len(text)])]


def tags(text: str) -> list[re.Match[str]]:
    """The tags of PGN in ``text``; in a comment there is none, nor a comment in a tag."""
    found = HEADER.finditer(_masked(text))
    return [tag for tag in found if text[tag.start() : tag.end()] == tag[0]]


def _masked(text: str) -> str:
    """The text with blanks for its comments, which keep their lines and their length."""

    def mask(found: re.Match[str]) -> str:
        return found[0] if found["comment"] is None else re.sub(r"[^\n]", " ", found[0])

    return _TAG_OR_COMMENT.sub(mask, text)  # a brace within a tag opens no comment


def cleaned(text: str) -> str:
    """The text without invisible characters and without the markup of a forum."""
    text = _INVISIBLE.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
    text = _WRAPPER.sub(" ", text.replace("\xa0", " "))
    return text.replace(
        "\x1a", "\n"
    )  # the end of a file of DOS; others may have been put behind it
