# SPDX-License-Identifier: GPL-3.0-or-later
"""The verdicts of ``hektor judge`` on single positions."""

import json

import chess
import pytest

from rules.outcome import judge

JUDGED = [
    # FEN, legal moves, check, checkmate, stalemate, dead, White and Black can win, article
    (chess.STARTING_FEN, 20, False, False, False, False, (True, True), None),
    ("k6R/8/1K6/8/8/8/8/8 b - - 0 1", 0, True, True, False, False, (True, False), "5.1.1"),
    ("k7/8/KQ6/8/8/8/8/8 b - - 0 1", 0, False, False, True, True, (False, False), "5.2.1"),
    ("8/8/4k3/8/8/3K4/8/8 w - - 0 1", 8, False, False, False, True, (False, False), "5.2.2"),
    ("8/8/4k3/8/8/3KR3/8/8 b - - 0 1", 6, True, False, False, False, (True, False), None),
    ("8/8/4k3/8/8/3KR3/8/8 b - - 150 99", 6, True, False, False, False, (True, False), "9.6.2"),
]


@pytest.mark.parametrize("row", JUDGED)
def test_a_position_judged(row: tuple[object, ...]) -> None:
    fen, moves, check, mate, stalemate, dead, winners, article = row
    assert isinstance(fen, str)
    assert isinstance(winners, tuple)
    assert judge(fen) == {
        "fen": fen,
        "valid": True,
        "reason": None,
        "legal_moves": moves,
        "check": check,
        "checkmate": mate,
        "stalemate": stalemate,
        "dead": dead,
        "can_win": {"white": winners[0], "black": winners[1]},
        "undecided": [],
        "article": article,
    }


@pytest.mark.article("E.05-3")
def test_e_05_3_no_seventy_five_moves_in_2005() -> None:
    fen = "8/8/4k3/8/8/3KR3/8/8 b - - 150 99"
    assert judge(fen, edition=2005)["article"] is None


@pytest.mark.parametrize("text", ["", "rubbish", "8/8/8/8/8/8/8/8 w - - 0 1", "\x00\n\t"])
def test_whatever_is_no_position_has_a_reason(text: str) -> None:
    answer = judge(text)
    assert answer["valid"] is False
    assert answer["reason"]
    assert answer["article"] == "3.10.3"
    assert set(answer) == set(judge(chess.STARTING_FEN))
    json.dumps(answer)
