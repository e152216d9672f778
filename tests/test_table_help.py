# SPDX-License-Identifier: GPL-3.0-or-later
""" "Hilfe" at the table: five short lines, of what can be said at that moment."""

from pathlib import Path

import pytest
from test_game_loop import Board, typed

CORRECTION = "Korrektur: den Zug zurücknehmen."


@pytest.mark.parametrize(
    ("lines", "first", "second"),
    [
        ((), "Ein Zug, zum Beispiel: Springer Felix drei.", "Uhr: die Uhr starten."),
        (
            ("",),
            "Ein Zug, zum Beispiel: Springer Felix drei.",
            "Zeit: die eigene Zeit hören.",
        ),
        (("e4",), "Uhr: die Uhr drücken.", "Korrektur: den Zug zurücknehmen."),
        (
            ("", "aufgeben"),
            "Ja oder nein: die Frage beantworten.",
            "Korrektur: die Frage zurücknehmen.",
        ),
        (
            ("weiß: e4", "", "weiß: biete Remis", "weiß: ja"),
            "Remis angenommen oder Remis abgelehnt: das Angebot beantworten.",
            "Ein Zug, zum Beispiel: Springer Felix drei.",
        ),
        (("", "Pause"), "Weiter: die Partie fortsetzen.", "Zeit: die eigene Zeit hören."),
    ],
    ids=["before the game", "own move", "move waits", "question", "draw offer", "pause"],
)
def test_help_is_of_the_moment(
    tmp_path: Path, lines: tuple[str, ...], first: str, second: str
) -> None:
    board = Board(tmp_path)
    board.run(*(typed(line) for line in lines))
    told = len(board.lines)
    board.run(typed("Hilfe"))
    answer = [line for line in board.lines[told:] if line]
    assert answer[:2] == [first, second]
    assert len(answer) == 5


def test_the_opponent_of_the_mover_is_not_told_to_move(tmp_path: Path) -> None:
    board = Board(tmp_path)
    told = board.run(typed("e4"), typed(""), typed("weiß: Hilfe"))[-5:]
    assert not any("Ein Zug" in line for line in told)


def test_1_3_the_opponent_may_reply_to_a_move_that_waits(tmp_path: Path) -> None:
    board = Board(tmp_path)
    told = board.run(typed("e4"), typed("schwarz: Hilfe"))[-5:]
    assert told[0].startswith("Ein Zug")
    assert CORRECTION not in told
