# SPDX-License-Identifier: GPL-3.0-or-later
"""How much is said in a game of training: not more than it was, and no press."""

from bench.verbosity import MOVES, by_kind, opera
from game.play.script import parse, run


def test_words_are_counted_by_what_they_tell() -> None:
    told = [
        {"event": "MoveSpoken", "text": "Eva zwei Eva vier"},
        {"event": "MoveMade", "text": ""},
        {"event": "MoveSpoken", "text": "Springer Gustav eins\nFelix drei"},
    ]
    assert by_kind(told) == {"MoveSpoken": 9}


def test_a_game_of_training_is_not_talked_over() -> None:
    counted = by_kind(run(parse(opera())))
    moves = len(MOVES.split())
    assert "MoveCompleted" not in counted
    assert counted["MoveSpoken"] / moves < 5.2
    assert counted.total() / moves < 13.5


def test_a_competition_tells_each_press() -> None:
    acts = ("0 white Eva vier", "2 white <key>", "4 black Eva fünf", "5 black <key>")
    told = run(parse("\n".join(("set mode competition", *acts))))
    assert by_kind(told)["MoveCompleted"] == 2
