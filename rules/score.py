# SPDX-License-Identifier: GPL-3.0-or-later
"""Whole scores in any form of Appendix C: read, checked against the Laws, written again.

Programs that read PGN pass over what they do not know: of "Sf3" they read "f3", and of "ed"
nothing. So what is written in other letters than PGN's is translated first, move by move.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import pairwise

import chess

from rules.explanation import Illegality
from rules.notation import (
    LANGUAGES,
    SHORT,
    NoMove,
    NotationStyle,
    Reading,
    Reason,
    read,
    read_fully,
    write,
)
from rules.position import Position, board_from_fen

RESULTS = {
    "1-0": "1-0",
    "1:0": "1-0",
    "0-1": "0-1",
    "0:1": "0-1",
    "1/2-1/2": "1/2-1/2",
    "1/2": "1/2-1/2",
    "½-½": "1/2-1/2",
    "½:½": "1/2-1/2",
    "½": "1/2-1/2",
    "*": "*",
    "remis": "1/2-1/2",
    "Remis": "1/2-1/2",
}


class Unclosed(StrEnum):
    """What begins and has no end: the text was cut off, or a bracket forgotten."""

    COMMENT = "comment"
    VARIATION = "variation"


@dataclass(frozen=True, slots=True)
class Remark:
    """Something wrong with the move ``number`` of ``colour``: what was written, and why.

    ``why`` is the fact: no move, a check or mate that is not given, the number that is due,
    or what has no end. ``announce.words.program`` has the sentences.
    """

    number: int
    colour: chess.Color
    text: str
    why: NoMove | Illegality | Unclosed | int


@dataclass(frozen=True, slots=True)
class Score:
    """A score that was read as far as it can be.

    ``position`` is the last one reached and knows all moves. ``error`` ends the reading; what
    stands behind it could only be guessed. ``remarks`` are wrong check marks (C.13) and wrong
    move numbers, which hinder nothing. ``offers`` are the plies of draw offers (C.12), counted
    from one. ``headers`` are the tags of PGN that stood before it.
    """

    position: Position
    result: str | None = None
    error: Remark | None = None
    remarks: tuple[Remark, ...] = ()
    offers: tuple[int, ...] = ()
    headers: Mapping[str, str] = field(default_factory=dict)


HEADER = re.compile(r'^\s*\[([A-Za-z0-9]\w*)\s+"((?:[^"\\]|\\.)*)"\]\s*$', re.MULTILINE | re.ASCII)
"""A tag of PGN."""

_FIRST_TAG = re.compile(r'(?:\A\s*|\n[ \t]*\r?\n\s*)(?=\[[A-Za-z0-9]\w*\s+")')
_FIRST_MOVE = re.compile(  # and no date; in a table the numbers have no point
    r"^\s*(?:\d+\s*(?:\.+|…)\s*[^\s\d.]|1[ \t]+\S?[a-h][1-8])", re.MULTILINE
)
JUDGEMENT = re.compile(r"(?!--$)[-+=/±∓⩲⩱∞⇆→↑⊕□△⌓~!?]+|N|D")
"""A sign of annotators that stands by itself."""

_TOKEN = re.compile(
    r"""
    (?P<number>\d+\s*(?:\.+|…)|^[ \t]*\d+(?=[ \t]))
  | (?P<nag>\$\d+)
  | (?P<open>\{|(?<!\S)\((?!=\)))
  | (?P<word>[^\s.…${};]+(?:\s*e\.?\s?p\.?(?=[\s(]|$)|\.p\.)?(?:\s*\(=\))?)
  | (?P<dots>[.…]+)
    """,
    re.VERBOSE | re.MULTILINE,
)


def games(text: str) -> list[str]:
    """The texts of the games in ``text``, each with its tags: what has none is one game."""
    starts = [match.start() for match in _FIRST_TAG.finditer(text)]
    if len(starts) < 2 or text[: starts[0]].strip():
        return [text]
    return [text[start:end] for start, end in pairwise([*starts, len(text)])]


def read_in_any(text: str, start: Position | None = None) -> Score:
    """Read a score in whatever language it is: English first if it has the tags of PGN, else
    German; of those in which it cannot be read to its end, the one that goes furthest, and knows
    the letters where it ends."""
    first = "en" if HEADER.search(text) else "de"
    tried = [read_score(text, first, start)]
    for language in LANGUAGES:
        if tried[-1].error is None:
            return tried[-1]
        if language != first:
            tried.append(read_score(text, language, start))
    whole = [score for score in tried if score.error is None]
    return (whole or [max(tried, key=_reach)])[0]


def _reach(score: Score) -> tuple[int, bool]:
    why = score.error.why if score.error else None
    unknown = isinstance(why, NoMove) and why.reason is Reason.UNKNOWN_LETTER
    return score.position.ply, not unknown


def read_score(text: str, language: str = "de", start: Position | None = None) -> Score:
    """Read a score; PGN headers ``FEN`` and ``Variant`` are heeded where ``start`` is not given.

    Comments in braces or behind a semicolon, variations in round brackets, annotation signs and
    titles before the first numbered move are passed over. Raises ``ValueError`` if the language is
    unknown, ``BadSetup`` if the FEN is bad.
    """
    headers = {tag: re.sub(r"\\(.)", r"\1", value) for tag, value in HEADER.findall(text)}
    score = Score(start or _start(headers), RESULTS.get(headers.get("Result", "")), headers=headers)
    for kind, word in _tokens(untitled(HEADER.sub("", text))):
        if kind == "number":
            score = _count(score, word)
        elif kind == "open":
            unclosed = Unclosed.COMMENT if word == "{" else Unclosed.VARIATION
            score = replace(score, error=_remark(score, word, unclosed))
        elif word in RESULTS:
            score = replace(score, result=RESULTS[word])
        elif not JUDGEMENT.fullmatch(word):
            score = _play(score, word, language)
        if score.error is not None:
            break
    return score


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
        here = here.play(move)
    return lines


def write_headers(headers: Mapping[str, str]) -> str:
    """The tags as PGN has them, a line each."""
    return "".join(f'[{tag} "{escaped(value)}"]\n' for tag, value in headers.items())


def escaped(value: str) -> str:
    """The value of a tag as it stands between the quotation marks of PGN."""
    return re.sub(r'(["\\])', r"\\\1", value)


def write_score(position: Position, language: str = "de", style: NotationStyle = SHORT) -> str:
    """The moves that led to ``position``, numbered as on a scoresheet."""
    return " ".join(write_moves(position, language, style=style))


def _start(headers: dict[str, str]) -> Position:
    if "FEN" not in headers:
        return Position.start()
    variant = headers.get("Variant", "").lower()
    chess960 = True if "960" in variant or "random" in variant else None
    board = board_from_fen(headers["FEN"], chess960)
    return Position.from_fen(headers["FEN"], chess960=board.chess960)


def untitled(text: str) -> str:
    """Without what stands before the first numbered move at the beginning of a line: the names and
    the day, as Hektor's own files have them. A comment may stand before it too."""
    first = _FIRST_MOVE.search(text)
    before = "" if first is None else text[: first.start()]
    return text if first is None or re.search(r"[{(;]|^%", before) else text[first.start() :]


def _tokens(text: str) -> Iterator[tuple[str, str]]:
    """Move numbers and words of the main line, and brackets that nothing closes."""
    bare = re.sub(r"\{[^}]*\}|;[^\n]*|^%[^\n]*", " ", text, flags=re.MULTILINE)
    while True:  # innermost variations first; "(=)" and "(D)" hold no space and no digit
        shorter = re.sub(r"(?:(?<=\s)|^)\((?!=\))[^()]*\)", " ", bare)
        if shorter == bare:
            break
        bare = shorter
    for match in _TOKEN.finditer(bare):
        kind = match.lastgroup or ""
        if kind in ("number", "word", "open"):
            yield kind, match[0]


def _count(score: Score, token: str) -> Score:
    """Compare a written move number with the one that is due."""
    written = int(re.sub(r"\D", "", token))
    due = score.position.number
    if written == due:
        return score
    return replace(score, remarks=(*score.remarks, _remark(score, token, due)))


def _play(score: Score, word: str, language: str) -> Score:
    position = score.position
    answer = read_fully(word, position, (language,))
    if not isinstance(answer, Reading):
        return replace(score, error=_remark(score, word, answer))
    if answer.wrong_claim is not None:
        remark = _remark(score, word, answer.wrong_claim)
        score = replace(score, remarks=(*score.remarks, remark))
    if answer.draw_offered:
        score = replace(score, offers=(*score.offers, position.ply + 1))
    return replace(score, position=position.play(answer.move))


def _remark(score: Score, text: str, why: NoMove | Illegality | Unclosed | int) -> Remark:
    return Remark(score.position.number, score.position.turn, text, why)


# --- Translation ----------------------------------------------------------------------------------


_PLAIN = re.compile(
    r"\{[^}]*\}?|;[^\n]*|^%[^\n]*|\$\d+"
    r"|[NBKRQ]?[a-h]?[1-8]?[-x]?[a-h][1-8](?:=?[NBRQ])?|[0O]-[0O](?:-[0O])?",
    re.MULTILINE,
)
"""What is understood as it stands."""

_STRANGE = re.compile(r"[^\W\d_]|[♔-♟×:]|\(=\)")

_EVERY_TOKEN = re.compile(
    r"""
    (?P<kept>\{[^}]*\}?|;[^\n]*\n?|\$\d+|\d+\s*(?:\.+|…))
  | (?P<ignored>^%[^\n]*|^[ \t]*\d+(?=[ \t])|[.…}])
  | (?P<offer>\(=\))
  | (?P<open>\()
  | (?P<close>\))
  | (?P<word>[^\s.…${}();]+(?:\([^\W\d_]\))?(?:\s*e\.?\s?p\.?(?=[\s()]|$)|\.p\.)?)
    """,
    re.VERBOSE | re.MULTILINE,
)
_REMARK = re.compile(r"(?![a-h]x?[a-h][^\W\d_a-z]?\b)[^\W\d_]{3,}[.,:]?")
"""A word such as "Zeitnot": of moves only a pawn's short capture, "exd", has no digit."""

_GLYPHS = re.compile(r"[!?]+$")


@dataclass(frozen=True, slots=True)
class Translation:
    """``text`` is PGN, with the tags as they were. ``plies`` moves of the main line were read;
    ``whole``: all of them. ``lines``: those of all variations, too."""

    text: str
    plies: int
    whole: bool
    lines: bool


def is_strange(text: str) -> bool:
    """True if something stands among the moves that PGN does not know."""
    return _STRANGE.search(_PLAIN.sub(" ", HEADER.sub("", text))) is not None


def in_english(text: str) -> Translation:
    """The score in the language in which it can be read, or else the furthest.

    English comes first where there are the tags of PGN, else German. Titles before the first move
    are left out. Raises ``ValueError`` if the position of the tags cannot come about.
    """
    tags = "".join(f"{found[0].strip()}\n" for found in HEADER.finditer(text))
    start = read_score(tags).position
    moves = untitled(HEADER.sub("", text))
    best: Translation | None = None
    for language in sorted(LANGUAGES, key=("en" if tags else "de").__ne__):
        found = _translated(moves, start, language)
        if best is None or found.whole or found.plies > best.plies:
            best = replace(found, text=f"{tags}\n{found.text}\n")
        if found.whole:
            break
    assert best is not None
    return best


@dataclass(frozen=True, slots=True)
class _Reached:
    """How far a line of moves was read: the position before its last move and after it; None where
    it cannot be read on."""

    before: Position | None
    after: Position | None


def _translated(moves: str, start: Position, language: str) -> Translation:
    lines, told, plies, complete = [_Reached(None, start)], list[str](), 0, True
    for kind, token in _every_token(moves):
        line = lines[-1]
        if kind == "open":
            lines.append(_Reached(None, line.before if line.after is not None else None))
            told.append("(")
        elif kind == "close":
            if len(lines) > 1:
                lines.pop()
                told.append(")")
        elif line.after is None:
            continue
        elif kind == "offer":
            told.append("{ (=) }")
        elif kind == "kept" or token in RESULTS:
            told.append(RESULTS.get(token, token))
        elif not JUDGEMENT.fullmatch(token) and not _REMARK.fullmatch(token):
            move = read(token, line.after, language)
            if isinstance(move, chess.Move):
                glyphs = _GLYPHS.search(token)
                told.append(line.after.board.san(move) + (glyphs[0] if glyphs else ""))
                lines[-1] = _Reached(line.after, line.after.play(move))
                plies += len(lines) == 1
            else:
                lines[-1], complete = _Reached(line.before, None), False
                if len(lines) == 1:
                    break
    return Translation(" ".join(told), plies, lines[0].after is not None, complete)


def _every_token(moves: str) -> Iterator[tuple[str, str]]:
    for found in _EVERY_TOKEN.finditer(moves):
        if found.lastgroup and found.lastgroup != "ignored":
            yield found.lastgroup, found[0]
