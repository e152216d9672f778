# SPDX-License-Identifier: GPL-3.0-or-later
"""What is most like a line that nobody understands: of what is obeyed now, and soon found."""

from pathlib import Path
from typing import Any

import chess
import pytest
from boards import Board, typed
from effort import calls
from told import sentence

from table.core.conditions import Conditions, Mode
from table.core.inputs import Begin, Said
from table.core.state import new_state
from table.handle import handle
from table.reception import LONGEST_LINE, nearest
from voice.language.interpretation import NoMatch

COMPETITION = {"mode": Mode.COMPETITION}

MOST_CALLS = 400_000
"""Of functions for one line: some 50 ms."""


def near(line: str, language: str = "de", **conditions: Any) -> list[str]:
    state, *_ = handle(new_state(Conditions(press_after=None, **conditions)), Begin(), 0)
    said = Said(NoMatch(line), 10**9, heard=line, typed=True)
    return [phrase for phrase, _ in nearest(said, state, language, handle)]


@pytest.mark.parametrize(
    ("language", "line", "meant"),
    [
        ("de", "Einstelungen", "Einstellungen"),
        ("de", "wie vil Zeit", "wie viel Zeit"),
        ("de", "Bauernstelung", "Bauernstellung"),
        ("en", "whose trun", "whose turn"),
        ("en", "Bauernstelung", "Bauernstellung"),
        ("sr", "poslednji potes", "poslednji potez"),
    ],
)
def test_a_slip_finds_what_was_meant(language: str, line: str, meant: str) -> None:
    assert near(line, language)[0] == meant


def test_two_commands_are_named_at_most_and_none_twice() -> None:
    assert len(near("letzte fünf Zügge")) == 2
    assert near("xyzzy") == []
    assert near("hello there", "en") == []  # "schneller" is not what was meant


def test_nothing_is_named_that_is_refused() -> None:
    assert near("Vorschlak", computer=chess.BLACK) == ["Vorschlag"]
    assert near("Vorschlak") == []


@pytest.mark.article("D.2.6.1")
def test_d_2_6_1_in_competition_no_times_are_brought_up() -> None:
    assert near("gegnerische Zeid")[0] == "gegnerische Zeit"
    assert near("gegnerische Zeid", **COMPETITION) == []


@pytest.mark.parametrize("line", ["x", "Zeit " * 8, "e" * 40, "ab" * 20, "z" * LONGEST_LINE])
@pytest.mark.parametrize("language", ["de", "cs"])
def test_it_is_soon_found(line: str, language: str) -> None:
    near("warm", language)
    assert calls(lambda: near(line, language)) < MOST_CALLS


def test_it_is_told_once_after_two_lines_in_a_row(tmp_path: Path) -> None:
    board = Board(tmp_path)
    board.run(typed("e4"))
    board.lines.clear()
    told = sentence("program.message.nearest", command="was fehlt")
    one = typed("was fehtl")
    assert board.run(one, typed("Notation"), one).count(told) == 0
    assert board.run(one).count(told) == 1
    assert board.run(one, one).count(told) == 1
    assert board.run(typed("Notation"), one, one).count(told) == 2
