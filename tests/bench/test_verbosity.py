# SPDX-License-Identifier: GPL-3.0-or-later
"""How much is said in a game of training: not more than it was, and no press."""

import numpy as np

from bench.verbosity import MOVES, PATIENCE, STOP, by_kind, measured, opera, seconds, told
from game.play.script import parse, run
from game.speech.voice import Voice
from game.speech.voices import SAMPLE_RATE, Samples


def a_second_a_word(text: str, voice: Voice) -> Samples:
    return np.zeros(len(text.split()) * SAMPLE_RATE, np.int16)


def test_words_are_counted_by_what_they_tell() -> None:
    lines = [
        {"event": "MoveSpoken", "text": "Eva zwei Eva vier"},
        {"event": "MoveMade", "text": ""},
        {"event": "MoveSpoken", "text": "Springer Gustav eins\nFelix drei"},
    ]
    assert by_kind(lines) == {"MoveSpoken": 9}


def test_who_has_a_voice_is_heard_and_all_else_is_hektor() -> None:
    game = [(0.0, "white", "Eva vier"), (0.0, "MoveSpoken", "Eva vier"), (6.0, "black", "Eva fünf"),
        (6.0, "MoveSpoken", "Eva fünf")]  # fmt: skip
    alone = measured([("computer", game)], a_second_a_word)["computer"]
    assert (alone["people_s"], alone["share"]) == (2, round(2 / 3, 3))
    together = measured([("two people", game)], a_second_a_word)["two people"]
    assert (together["people_s"], together["share"]) == (4, 0.5)


def test_answers_are_left_out_of_what_nobody_asked_for() -> None:
    game = [(0.0, "white", "Zeit"), (0.0, "InfoGiven", "Weiß zehn Minuten")]
    found = measured([("two people", game)], a_second_a_word)["two people"]
    assert (found["share"], found["unasked"]) == (0.75, 0)


def test_what_is_stopped_is_heard_so_long() -> None:
    game = [(0.0, "white", "Stellung"), (0.0, "InfoGiven", "Weiß " * 60), (1.0, "white", STOP)]
    assert seconds(game, {"white": Voice()}, a_second_a_word)["InfoGiven"] == PATIENCE


def test_a_game_of_training_is_not_talked_over() -> None:
    counted = by_kind({"event": who, "text": text} for _, who, text in told(opera()))
    moves = len(MOVES.split())
    assert "MoveCompleted" not in counted
    assert counted["MoveSpoken"] / moves < 3.4
    assert (counted.total() - counted["white"] - counted["black"]) / moves < 10.2


def test_a_competition_tells_each_press() -> None:
    acts = ("0 white Eva vier", "2 white <key>", "4 black Eva fünf", "5 black <key>")
    lines = run(parse("\n".join(("set mode competition", *acts))))
    assert by_kind(lines)["MoveCompleted"] == 2
