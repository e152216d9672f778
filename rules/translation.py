# SPDX-License-Identifier: GPL-3.0-or-later
"""A score in any language, with its comments and variations, as PGN in English.

Programs that read PGN pass over what they do not know: of "Sf3" they read "f3", and of "ed"
nothing. So what is written in other letters than PGN's is translated first, move by move.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

import chess

from rules.notation import LANGUAGES, read
from rules.position import Position
from rules.score import HEADER, JUDGEMENT, RESULTS, read_score, untitled

_PLAIN = re.compile(
    r"\{[^}]*\}?|;[^\n]*|^%[^\n]*|\$\d+"
    r"|[NBKRQ]?[a-h]?[1-8]?[-x]?[a-h][1-8](?:=?[NBRQ])?|[0O]-[0O](?:-[0O])?",
    re.MULTILINE,
)
"""What is understood as it stands."""

_STRANGE = re.compile(r"[^\W\d_]|[♔-♟×:]|\(=\)")

_TOKEN = re.compile(
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
    """Whether something stands among the moves that PGN does not know."""
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
class _Line:
    """A line of moves: before the last one, and after it; None where it cannot be read on."""

    before: Position | None
    after: Position | None


def _translated(moves: str, start: Position, language: str) -> Translation:
    lines, told, plies, complete = [_Line(None, start)], list[str](), 0, True
    for kind, token in _tokens(moves):
        line = lines[-1]
        if kind == "open":
            lines.append(_Line(None, line.before if line.after is not None else None))
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
                lines[-1] = _Line(line.after, line.after.play(move))
                plies += len(lines) == 1
            else:
                lines[-1], complete = _Line(line.before, None), False
                if len(lines) == 1:
                    break
    return Translation(" ".join(told), plies, lines[0].after is not None, complete)


def _tokens(moves: str) -> Iterator[tuple[str, str]]:
    for found in _TOKEN.finditer(moves):
        if found.lastgroup and found.lastgroup != "ignored":
            yield found.lastgroup, found[0]
