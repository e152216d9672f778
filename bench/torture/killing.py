# SPDX-License-Identifier: GPL-3.0-or-later
"""The real program, killed at any moment: a campaign of torture that takes real time.

What was told is on record when it is killed, and the time of the game stands where it was within a
second and a quarter; so do both displays, which follow from the entries and that time.
"""

import random
import re
import signal
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import chess

from bench.nursery import Program, running
from game.app.commands import verify
from record.journal import Archive

QUIET = ("--no-speech", "--no-microphone", "--language", "de")
LATE = 1.25
"""Seconds of game time that may be lost when the program is killed."""

LIVES = 8

_MOVE = re.compile(
    r"(König|Dame|Turm|Läufer|Springer|Anna|Bella|Cesar|David|Eva|Felix|Gustav|Hektor|Kurze|Lange)"
    r" (\w+ )*(eins|zwei|drei|vier|fünf|sechs|sieben|acht|Rochade)"
)
"""A move that is read back."""

_SINCE: dict[str, Callable[[str], object]] = {"words": lambda _: True, "move": _MOVE.match}
"""From which line on the seconds of a life are counted, unless from its birth."""


def lives(rng: random.Random) -> list[Any]:
    """Lives of one game: how many seconds it lasts, counted from its beginning or
    from its first words, and how many lines it is given at once; a seed for their moves."""
    return [
        [
            rng.choice(("birth", "words", "words", "words")),
            round(rng.uniform(0, rng.choice((0.05, 0.2, 0.2, 0.6, 0.6, 2.5))), 3),
            rng.randrange(1, 12),
            rng.randrange(1 << 30),
        ]
        for _ in range(LIVES)
    ]


def killed(case: list[Any], folder: Path, late: float = LATE) -> None:
    """One game in several lives, each ended by SIGKILL; ``late``: the seconds that may be lost on
    a machine with nothing else to do."""
    path = folder / "games.sqlite"
    alive = 0
    for since, seconds, count, seed in case:
        begun = any(game.begun for game in Archive(path).games())
        first = ("resume",) if begun else ("play", "--press", "0")
        with running(folder, *first, *QUIET, "--archive", str(path)) as program:
            moves = _moves(_made(path), count, random.Random(seed))
            program.type(*(("weiter",) if begun else ()), *moves)
            if since != "birth":
                program.read_until(_SINCE[since])
            program.read(seconds)
            program.signal(signal.SIGKILL)
            at = time.monotonic()
            program.read(5)
        alive = _check(path, program, at, alive, late)


def _moves(made: list[str], count: int, rng: random.Random) -> list[str]:
    """Moves that may follow, and end nothing."""
    board, moves = chess.Board(), list[str]()
    for uci in made:
        board.push_uci(uci)
    while len(moves) < count:
        board.push(rng.choice(list(board.legal_moves)))
        if board.is_game_over() or board.is_repetition(3):
            board.pop()
            break
        moves.append(board.peek().uci())
    return moves


def _check(path: Path, program: Program, at: float, before: int, late: float) -> int:
    """What was told is there, and the time as well, which was ``before`` when the life began; what
    time it is now, in nanoseconds of the game."""
    archive = Archive(path)
    told = Counter(line for _, line in program.lines if _MOVE.match(line))
    games = [game for game in archive.games() if game.begun]
    if not games:
        assert not told, told
        return 0
    (game,) = games
    verify.report(archive, game.id, game.result)
    said = Counter(each for entry in archive.entries(game.id) for each in entry.said)
    lost = told - Counter({line: count for line, count in said.items() if _MOVE.match(line)})
    assert sum(lost.values()) <= (before > 0), f"told and not on record: {lost}"  # told once more
    alive = archive.last_alive(game.id)
    moments = [moment for moment, line in program.lines if _MOVE.match(line)]
    made = moments[before > 0 :]  # what is told again, is told before the time goes on
    if made:
        lived = (alive - before) / 1e9
        assert at - made[0] - late <= lived, f"{at - made[0] - lived:.2f} s of time were lost"
        assert lived <= at - program.born + 0.01, f"{lived:.2f} s of time in a shorter life"
    return alive


def _made(path: Path) -> list[str]:
    """The moves on record of the game that is going on, in UCI."""
    archive = Archive(path)
    games = [game.id for game in archive.games() if game.begun]
    events = (event for game in games for entry in archive.entries(game) for event in entry.events)
    return [event["move"]["uci"] for event in events if event["is"] == "MoveMade"]
