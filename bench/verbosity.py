# SPDX-License-Identifier: GPL-3.0-or-later
"""How many words Hektor says for a move, by kind, over a whole game of training.

    python -m bench.verbosity [SCRIPT]

Without a script it is Morphy's game at the Opera, typed, with what a blind player asks in it.
Counted are the printed lines, which are all that a screen reader has.
"""

import argparse
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from game.play.script import parse, run

PACE: Final = 6
"""Seconds from one move to the next: the clock is pressed before the reply."""

MOVES: Final = (
    "e4 e5 Sf3 d6 d4 Lg4 dxe5 Lxf3 Dxf3 dxe5 Lc4 Sf6 Db3 De7 Sc3 c6 Lg5 b5 Sxb5 cxb5 Lxb5 Sbd7 "
    "0-0-0 Td8 Txd7 Txd7 Td1 De6 Lxd7 Sxd7 Db8 Sxb8 Td8"
)
"""Morphy against the Duke of Brunswick and Count Isouard, Paris 1858: 17 moves, and mate."""

QUESTIONS: Final = {
    6: ("letzter Zug",), 10: ("Zeit",), 14: ("Stellung",), 20: ("letzte fünf Züge", "Zeit"),
    24: ("wo steht die Dame",), 28: ("Stellung", "meine Zeit"), 32: ("was steht auf David acht",),
}  # fmt: skip
"""What the player who is to move asks before the move with this number of those above, from 0."""


def opera() -> str:
    """The game as a script."""
    lines = ["set time 15+10"]
    for number, move in enumerate(MOVES.split()):
        who, at = "black" if number % 2 else "white", number * PACE
        asked = QUESTIONS.get(number, ())
        lines += [f"{at + place} {who} {said}" for place, said in enumerate((*asked, move))]
    lines.append(f"{len(MOVES.split()) * PACE} white <wait>")
    return "\n".join(lines)


def by_kind(told: Iterable[Mapping[str, Any]]) -> Counter[str]:
    """The words of the lines of a script, by the event that they tell."""
    counted: Counter[str] = Counter()
    for line in told:
        counted[line["event"]] += len(line.get("text", "").split())
    return +counted


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("script", type=Path, nargs="?")
    given = parser.parse_args()
    told = list(run(parse(given.script.read_text() if given.script else opera())))
    moves = sum(line["event"] == "MoveMade" for line in told)
    kinds = by_kind(told)
    for kind, count in [*kinds.most_common(), ("all", kinds.total())]:
        print(f"{kind}: {count} words, {count / moves:.2f} a move")


if __name__ == "__main__":
    main()
