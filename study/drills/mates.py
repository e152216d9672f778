# SPDX-License-Identifier: GPL-3.0-or-later
"""The mates that are shipped: from games that were played, each with one solution.

``python -m bench.study.mates`` makes the file from PGN files.
"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from rules.position import Position
from study.drills.task import Drill, MateTask

DRILLS = {1: Drill.MATE_1, 2: Drill.MATE_2}
FILE = Path(__file__).with_name("mates.tsv")


@dataclass(frozen=True, slots=True)
class Mate:
    """A position in which the side on the move mates in ``moves``; ``source`` names the game."""

    moves: int
    fen: str
    source: str


@cache
def mates() -> tuple[Mate, ...]:
    """All of them, in the order of the file."""
    lines = FILE.read_text(encoding="utf-8").splitlines()
    rows = (line.split("\t") for line in lines if line and not line.startswith("#"))
    return tuple(Mate(int(moves), fen, source) for moves, fen, source in rows)


def task(moves: int, draw: int) -> MateTask:
    """A mate in one or two moves; ``draw`` is a number drawn by lot."""
    known = [mate for mate in mates() if mate.moves == moves]
    chosen = known[draw % len(known)]
    position = Position.from_fen(chosen.fen)
    return MateTask(DRILLS[moves], position, position, moves, moves, chosen.source)
