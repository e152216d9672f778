# SPDX-License-Identifier: GPL-3.0-or-later
""" "Hilfe" at the table: five short lines, of what can be said at that moment."""

from pathlib import Path

import pytest
from boards import Board, typed
from told import sentence

from lab.script import parse, run
from table.events.answers import Topic

CORRECTION = sentence("answers.help.correct", command="Korrektur")


@pytest.mark.parametrize(
    ("lines", "first", "second"),
    [
        (
            (),
            sentence("answers.help.move", move="Springer Felix drei"),
            sentence("answers.help.start", command="Uhr"),
        ),
        (
            ("",),
            sentence("answers.help.move", move="Springer Felix drei"),
            sentence("answers.help.time", command="Zeit"),
        ),
        (
            ("e4",),
            sentence("answers.help.press", command="Uhr"),
            sentence("answers.help.correct", command="Korrektur"),
        ),
        (
            ("", "aufgeben"),
            sentence("answers.help.yes or no", command="Ja oder nein"),
            sentence("answers.help.correct question", command="Korrektur"),
        ),
        (
            ("weiß: e4", "", "weiß: biete Remis", "weiß: ja"),
            sentence("answers.help.answer draw", command="Remis angenommen oder Remis abgelehnt"),
            sentence("answers.help.move", move="Springer Felix sechs"),
        ),
        (
            ("", "Pause"),
            sentence("answers.help.resume", command="Weiter"),
            sentence("answers.help.time", command="Zeit"),
        ),
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


def test_movers_opponent_is_not_told_to_move(tmp_path: Path) -> None:
    board = Board(tmp_path)
    told = board.run(typed("e4"), typed(""), typed("weiß: Hilfe"))[-5:]
    assert not any("Ein Zug" in line for line in told)


@pytest.mark.article("1.3")
def test_1_3_opponent_may_reply_to_a_waiting_move(tmp_path: Path) -> None:
    board = Board(tmp_path)
    told = board.run(typed("e4"), typed("schwarz: Hilfe"))[-5:]
    assert told[0].startswith("Ein Zug")
    assert CORRECTION not in told


MOVED = "1 white Eva vier\n2 white Uhr\n"
KNIGHTS = "set fen 4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1\n"
SEALED = """set white Anna
set black Bella
1 arbiter vertagen
2 arbiter Umschlag Kennwort
2 arbiter gut gehütet
2 arbiter gut gehütet
3 arbiter Umschlag Fortsetzung morgen
4 white Abgabezug e4
"""


@pytest.mark.parametrize(
    ("script", "topics"),
    [
        (
            "1 white Hilfe\n2 table <begin>",
            [Topic.MOVE, Topic.START, Topic.SET_TIME, Topic.OPPONENT, Topic.POSITION],
        ),
        (
            MOVED + "3 black Hilfe",
            [Topic.MOVE, Topic.TIME, Topic.LAST_MOVE, Topic.POSITION, Topic.SQUARE],
        ),
        ("1 white Hilfe", [Topic.MOVE, Topic.TIME, Topic.POSITION, Topic.SQUARE, Topic.REPEAT]),
        (
            MOVED + "3 white Hilfe",
            [Topic.TIME, Topic.LAST_MOVE, Topic.POSITION, Topic.SQUARE, Topic.REPEAT],
        ),
        (
            MOVED + "3 black Eva fünf\n4 black Hilfe",
            [Topic.PRESS, Topic.CORRECT, Topic.TIME, Topic.LAST_MOVE, Topic.POSITION],
        ),
        (
            MOVED + "3 black aufgeben\n4 black Hilfe",
            [Topic.YES_NO, Topic.CORRECT_QUESTION, Topic.TIME, Topic.LAST_MOVE, Topic.POSITION],
        ),
        (
            KNIGHTS + "1 white Springer David zwei\n2 white Hilfe",
            [Topic.OPTIONS, Topic.CORRECT_QUESTION, Topic.TIME, Topic.POSITION, Topic.SQUARE],
        ),
        (
            "1 white Eva vier\n2 white Remis\n3 white ja\n4 white Uhr\n5 black Hilfe",
            [Topic.ANSWER_DRAW, Topic.MOVE, Topic.TIME, Topic.LAST_MOVE, Topic.POSITION],
        ),
        (
            MOVED + "3 black Eva fünf\n4 black Pause\n5 black Hilfe",
            [Topic.RESUME, Topic.TIME, Topic.LAST_MOVE, Topic.POSITION, Topic.SQUARE],
        ),
        (
            MOVED + "3 black aufgeben\n4 black ja\n5 white Hilfe",
            [Topic.NEW_GAME, Topic.STUDY, Topic.SCORE, Topic.POSITION, Topic.TIME],
        ),
        (
            f"set no-signatures no\n{MOVED}3 black aufgeben\n4 black ja\n5 white Hilfe",
            [Topic.SIGN, Topic.SCORE, Topic.LAST_MOVE, Topic.POSITION, Topic.REPEAT],
        ),
        (
            SEALED + "5 white Hilfe",
            [Topic.SEAL, Topic.PRESS, Topic.TIME, Topic.POSITION, Topic.SQUARE],
        ),
        (
            SEALED + "5 white Uhr\n6 white Hilfe",
            [Topic.ENVELOPE, Topic.SCORE, Topic.LAST_MOVE, Topic.POSITION, Topic.REPEAT],
        ),
    ],
)
def test_help_names_five_things_to_say_now(script: str, topics: list[Topic]) -> None:
    told = [event for event in run(parse(script)) if event["event"] == "InfoGiven"][-1]
    assert [one["topic"] for one in told["answer"]["facts"]] == [topic.value for topic in topics]


NO_KNIGHTS = "set fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n"


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("de", "Ein Zug, zum Beispiel: Eva vier."),
        ("en", "A move, for example: Eva vier."),
        ("sr", "Potez, na primer: Eva vier."),
        ("sl", "Poteza, na primer: Eva vier."),
        ("cs", "Tah, například: Eva vier."),
    ],
)
def test_the_example_is_a_move_that_can_be_played(language: str, line: str) -> None:
    script = parse(f"{NO_KNIGHTS}set language {language}\n1 white Hilfe")
    assert list(run(script))[-1]["text"].splitlines()[0] == line


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("de", "Ein Zug: erst die Figur, dann das Feld."),
        ("en", "A move: first the piece, then the square."),
        ("sr", "Potez: prvo figura, zatim polje."),
        ("sl", "Poteza: najprej figura, nato polje."),
        ("cs", "Tah: nejdřív figura, potom pole."),
    ],
)
def test_in_competition_help_names_no_move(language: str, line: str) -> None:
    script = parse(f"{NO_KNIGHTS}set language {language}\nset mode competition\n1 white Hilfe")
    assert list(run(script))[-1]["text"].splitlines()[0] == line
