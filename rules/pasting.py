# SPDX-License-Identifier: GPL-3.0-or-later
"""A game that was pasted: many lines that are one. Whatever stands in it, none is a command."""

import re
from collections.abc import Iterable, Iterator

from rules.score import HEADER

_NUMBERED = re.compile(r"\s*1\s*\.\s*(?!\.)\S+\s+(?!\d)\S.*")  # "1. e4 e5"; "1. e4" is a move
_SECOND = re.compile(r"(?<!\S)2\s*\.")
_END = re.compile(r"(?:^|\s)(?:1-0|0-1|1/2-1/2|½-½|\*)\s*$")
_MOVES = re.compile(
    r"(?:\s*(?:\{[^}]*\}|;.*|[()]|\d+\s*\.+|\$\d+|[^\W\d_]{0,2}[1-8]?[x:-]?[a-h]x?[1-8]\S*"
    r"|[O0o]-[O0o]\S*|--|1-0|0-1|1/2-1/2|½-½|\*|[!?+#=/-]+))*\s*"
)

_MOST = 200_000
"""Letters of a game that are kept: no person pastes a longer one."""


def is_game(text: str) -> bool:
    """True if a typed text is a game: it has tags, or several numbered moves."""
    lines = text.strip().splitlines()
    if not lines:
        return False
    tags = len(lines) > 1 and bool(HEADER.match(lines[0]))
    return tags or bool(_NUMBERED.match(text) and (len(lines) > 1 or _SECOND.search(text)))


def joined(lines: Iterable[str | None]) -> Iterator[str]:
    """Lines as they come, and those of a game as one, with newlines in it; None among them says
    that nothing came for a while.

    A game begins with a tag of PGN or with its first two moves. It ends with its result, with an
    empty line behind its moves, or before what cannot be a line of it. Empty lines behind it belong
    to it: one alone would be the key of the clock.
    """
    game: list[str] = []
    over = False  # with its result, and perhaps more empty lines follow
    for line in lines:
        text = (line or "").rstrip("\r\n")
        if game and (line is None or not _goes_on(game, text)):
            yield "\n".join(game)
            game, over = [], not text.strip()
        if line is None:
            over = False
        elif game or HEADER.match(text) or _NUMBERED.match(text):
            game = [*game, text] if sum(map(len, game)) < _MOST else game
            if over := _is_over(game, text):
                yield "\n".join(game)
                game = []
        elif text.strip() or not over:
            over = False
            yield line
    if game:
        yield "\n".join(game)


def _goes_on(game: list[str], line: str) -> bool:
    text = "\n".join(game)
    if text.count("{") > text.count("}"):
        return True
    if HEADER.match(line):
        return all(HEADER.match(each) or not each.strip() for each in game)
    played = not HEADER.match(game[-1]) and bool(game[-1].strip())
    if not line.strip():
        return not played
    return bool(_MOVES.fullmatch(line)) or line.count("{") > line.count("}")


def _is_over(game: list[str], line: str) -> bool:
    text = "\n".join(game)
    return text.count("{") <= text.count("}") and bool(_END.search(line))
