# SPDX-License-Identifier: GPL-3.0-or-later
"""How much is said in a game of training at home: not more than it was, and no press."""

from collections import Counter
from collections.abc import Iterable

import chess

from lab.script import parse, run

OPERA = (
    "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5 Nbd7 "
    "O-O-O Rd8 Rxd7 Rxd7 Rd1 Qe6 Bxd7 Nxd7 Qb8 Nxb8 Rd8"
)
"""Morphy against the Duke of Brunswick and Count Isouard, Paris 1858: 17 moves, and mate."""

QUESTIONS = {
    6: ("letzter Zug",), 10: ("Zeit",), 14: ("Stellung",), 20: ("letzte fünf Züge", "Zeit"),
    24: ("wo steht die Dame",), 28: ("Stellung", "meine Zeit"), 32: ("was steht auf David acht",),
}  # fmt: skip
"""What is asked before the move with this number, from 0."""

PACE = 6
"""Seconds from one move to the next: the clock is pressed before the reply."""


def words_of(script: Iterable[str]) -> Counter[str]:
    """The words of a script, counted by the event that they tell."""
    counted: Counter[str] = Counter()
    for line in run(parse("\n".join(script))):
        counted[line["event"]] += len(line.get("text", "").split())
    return +counted


def test_a_game_of_training_is_not_talked_over() -> None:
    script = ["set time 15+10", "set press 3", "set style usual"]
    board, moves = chess.Board(), OPERA.split()
    for number, san in enumerate(moves):
        move = board.push_san(san)
        for place, said in enumerate((*QUESTIONS.get(number, ()), move.uci())):
            script.append(f"{PACE * number + place} {chess.COLOR_NAMES[not board.turn]} {said}")
    counted = words_of([*script, f"{PACE * len(moves)} table <wait>"])
    assert "MoveCompleted" not in counted
    assert counted["MoveSpoken"] / len(moves) < 3.4
    assert counted.total() / len(moves) < 10.2


def test_a_competition_tells_each_press() -> None:
    acts = ("0 white Eva vier", "2 white <key>", "4 black Eva fünf", "5 black <key>")
    assert words_of(("set mode competition", *acts))["MoveCompleted"] == 2
