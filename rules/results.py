# SPDX-License-Identifier: GPL-3.0-or-later
"""Results of every kind and what they score (Article 10, glossary "result" and "points").

A result is written with White first: "1-0", "0-1", "1/2-1/2"; by the arbiter's decision also
"0-0", "1/2-0", "0-1/2"; for a game that was not played "+/-", "-/+", "-/-".
"""

import re
from collections.abc import Mapping
from fractions import Fraction

import chess

WIN = 2
"""Half points: nobody gets more in a game, nor do both together (10.2)."""

PLAYED: Mapping[str, tuple[int, int]] = {
    "1-0": (2, 0),
    "0-1": (0, 2),
    "1/2-1/2": (1, 1),
    "0-0": (0, 0),
    "1/2-0": (1, 0),
    "0-1/2": (0, 1),
}
"""The results of games at the board, in half points; no other pair is possible (10.2)."""

UNPLAYED: Mapping[str, tuple[int, int]] = {"+/-": (2, 0), "-/+": (0, 2), "-/-": (0, 0)}
"""Games that were not played: somebody, or nobody, was there in time (6.7, glossary)."""

RESULTS = {**PLAYED, **UNPLAYED}

_NAMES = {halves: result for result, halves in PLAYED.items()}
_HALF = re.compile(r"½|0[.,]5|1/2")
_SIGNS = re.compile(r"([0-9½+\u2212\u2013-](?:/2)?)\s*[-:/\u2013]\s*([0-9½+\u2212\u2013-](?:/2)?)")


def read_result(text: str) -> str | None:
    """A written result in any usual spelling ("1:0", "½-½", "+:-"); None if it is not one."""
    plain = "".join(text.split())
    if plain in RESULTS:
        return plain
    match = _SIGNS.fullmatch(_HALF.sub("½", plain))
    if match is None:
        return None
    white, black = (sign.replace("\u2212", "-").replace("\u2013", "-") for sign in match.groups())
    link = "/" if {white, black} & {"+", "-"} else "-"
    found = f"{white}{link}{black}".replace("½", "1/2")
    return found if found in RESULTS else None


def loss(loser: chess.Color, opponent: int = WIN) -> str:
    """12.9.6, 11.7: the game is lost, and the arbiter gives the opponent so many half points."""
    return _NAMES[(0, opponent) if loser == chess.WHITE else (opponent, 0)]


def not_played(white_there: bool, black_there: bool) -> str:
    """6.7: the result where not both were there in time; raises ValueError if both were."""
    if white_there and black_there:
        raise ValueError("nobody was absent")
    return "+/-" if white_there else "-/+" if black_there else "-/-"


def with_points(result: str, colour: chess.Color, halves: int) -> str:
    """12.9.4, 12.9.5: half points more, or less, for ``colour``, as far as 10.2 allows.

    A game that was not played, or has no result, stays as it is.
    """
    if result not in PLAYED:
        return result
    scores = dict(zip((chess.WHITE, chess.BLACK), PLAYED[result], strict=True))
    most = WIN - scores[not colour]
    scores[colour] = max(0, min(scores[colour] + halves, most))
    return _NAMES[scores[chess.WHITE], scores[chess.BLACK]]


Scoring = tuple[Fraction, Fraction, Fraction]
"""The points for a win, a draw and a loss."""

USUAL: Scoring = Fraction(1), Fraction(1, 2), Fraction(0)
"""10.1; some events give three points for a win."""


def scoring(text: str) -> Scoring:
    """Read "3-1-0" or "1-1/2-0"; raises ValueError if it is no scoring."""
    try:
        win, draw, loss = (Fraction(part) for part in text.replace("½", "1/2").split("-"))
    except (ValueError, ZeroDivisionError):
        win = draw = loss = Fraction(0)
    if not win > draw > loss >= 0:
        raise ValueError(f"{text!r} is no scoring, such as 3-1-0")
    return win, draw, loss


def points(result: str, scoring: Scoring = USUAL) -> tuple[Fraction, Fraction] | None:
    """The points of White and Black; None for a game without a result."""
    if result not in RESULTS:
        return None
    white, black = RESULTS[result]
    return scoring[WIN - white], scoring[WIN - black]


def pgn_tag(result: str) -> str:
    """The result as PGN has it, which knows three and "*"; the others need a comment (G.3)."""
    if result in ("1-0", "0-1", "1/2-1/2"):
        return result
    return {"+/-": "1-0", "-/+": "0-1"}.get(result, "*")


def checked(text: str) -> str:
    """A scoring as it was written; raises ValueError if it cannot be read."""
    scoring(text)
    return text
