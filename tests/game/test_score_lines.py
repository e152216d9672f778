# SPDX-License-Identifier: GPL-3.0-or-later
"""``hektor score --moves``: a line in; out comes the move, or why it is not one."""

import random

import chess
import pytest

from announce.words.program import no_move_line
from game.app.commands.score import answer_line
from rules.explanation import Illegality, MoveFault
from rules.notation import NoMove, Reason
from rules.position import Position

START = chess.STARTING_FEN
LINES = [
    (f"de\tSf3\t{START}", "g1f3"),
    (f"en\tNf3\t{START}\n", "g1f3"),
    (f"sl\tSg1-f3\t{START}\r\n", "g1f3"),
    (f"sr-Cyrl\tСф3\t{START}", "g1f3"),
    (f"cs\tJf3\t{START}", "g1f3"),
    ("de\t0-0\t4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1"),
    ("de\te8=D+\t7k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7e8q"),
    ("de\t0-0\t4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1"),
    (f"cs\tSf3\t{START}", "error: No bishop of White's can go to Felix drei. (3.2)"),
    (f"xx\tКf3\t{START}", "error: no notation for language 'xx'; there are en, de, sl, sr-Latn,"),
    ("en\tNd2\t4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "error: This can be several moves: Nbd2, Nfd2"),
    (f"en\t--\t{START}", "error: A move that is left out is no move."),
    (f"de\tBe4\t{START}", "error: Pawns have no letter (Article C.4)."),
    ("de\te8\t7k/4P3/8/8/8/8/8/4K3 w - - 0 1", "error: Which piece does the pawn become"),
    ("de\tSf3\tnonsense", "error: not a FEN"),
    ("de Sf3", "error: expected LANGUAGE, TEXT and FEN"),
    ("de\t\t" + START, "error: This is no move"),
    ("de\tSf3\t8/8/8/8/8/8/8/8 w - - 0 1", "error: illegal position (3.10.3)"),
]


@pytest.mark.parametrize(("line", "answer"), LINES)
def test_lines_are_answered_one_by_one(line: str, answer: str) -> None:
    given = answer_line(line)
    assert given == answer if not answer.startswith("error") else given.startswith(answer)
    assert "\n" not in given


def test_every_illegality_has_its_line() -> None:
    chance = random.Random(8)
    position = Position.start()
    for _ in range(60):
        if not position.legal_moves:
            break
        for _ in range(20):
            letter = chance.choice(["", "K", "D", "T", "L", "S", "e", "dx", "Sx"])
            square = chess.square_name(chance.randrange(64))
            line = answer_line(f"de\t{letter}{square}\t{position.fen}")
            assert line
            assert "{" not in line
            assert "None" not in line
        position = position.play(chance.choice(position.legal_moves))


def test_every_fault_and_every_reason_has_words() -> None:
    for fault in MoveFault:
        refusal = NoMove("x", Reason.ILLEGAL, illegality=Illegality(fault, "3.1"))
        assert "{" not in no_move_line(refusal, Position.start(), "en")
    for reason in set(Reason) - {Reason.ILLEGAL, Reason.AMBIGUOUS}:
        assert no_move_line(NoMove("x", reason, "x"), Position.start(), "en")
