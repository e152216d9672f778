# SPDX-License-Identifier: GPL-3.0-or-later
"""What people type who have not read the docs: each line of ``newcomers.tsv`` with its language and
the command that it is."""

from dataclasses import replace
from pathlib import Path

import pytest

from study.handle import typed as studied
from study.state import StudyState
from table import understanding
from table.core.conditions import Conditions
from table.core.state import new_state
from voice.language.commands import Command, Tag
from voice.language.study import StudyCommand, StudyName

TEXT = (Path(__file__).parent / "newcomers.tsv").read_text("utf-8")
LINES = [tuple(line.split("\t")) for line in TEXT.splitlines()]
NEW = new_state(Conditions())
RUNNING = replace(NEW, clock=replace(NEW.clock, running=True))


@pytest.mark.parametrize(("language", "name", "line"), LINES)
def test_a_newcomer_is_understood(language: str, name: str, line: str) -> None:
    meant = understanding.typed(line, RUNNING, None, language)
    assert isinstance(meant, Command)
    assert meant.name.value == name


@pytest.mark.parametrize(
    ("language", "line", "control"),
    [
        ("de", "20 Minuten pro Spieler", "20"),
        ("en", "20 minutes each", "20"),
        ("en", "10 minutes per player plus 5 seconds per move", "10+5"),
        ("sr", "20 minuta po igraču", "20"),
        ("sl", "20 minut na igralca", "20"),
        ("cs", "20 minut na hráče", "20"),
    ],
)
def test_both_players_have_the_time(language: str, line: str, control: str) -> None:
    meant = understanding.typed(line, NEW, None, language)
    assert isinstance(meant, Command) and meant.about == control


@pytest.mark.parametrize(
    ("language", "line", "name"),
    [
        ("de", "Weiß ist Anna Berg", "Anna Berg"),
        ("en", "White is called John", "John"),
        ("en", "White is John", "John"),
    ],
)
def test_a_name_is_the_name_alone(language: str, line: str, name: str) -> None:
    meant = understanding.typed(line, NEW, None, language)
    assert isinstance(meant, Command) and meant.about == Tag("white", name)


@pytest.mark.parametrize("line", ["Weiß ist dran?", "1", "2", "Schwarz ist schneller"])
def test_what_may_mean_anything_is_not_guessed(line: str) -> None:
    assert not isinstance(understanding.typed(line, NEW), Command)


@pytest.mark.parametrize(
    ("language", "line", "name"),
    [
        ("de", "Kommentar lesen", StudyName.COMMENT),
        ("en", "comment again", StudyName.COMMENT),
        ("sr", "ponovi komentar", StudyName.COMMENT),
        ("sl", "ponovi komentar", StudyName.COMMENT),
        ("cs", "zopakuj komentář", StudyName.COMMENT),
        ("de", "zeige mir die Fehler", StudyName.ERRORS),
        ("en", "show me my mistakes", StudyName.ERRORS),
        ("de", "hell", StudyName.ANSWER),
        ("sr", "tamno", StudyName.ANSWER),
        ("sl", "temno", StudyName.ANSWER),
        ("cs", "tmavé", StudyName.ANSWER),
    ],
)
def test_in_study_a_request_is_no_text_of_ones_own(
    language: str, line: str, name: StudyName
) -> None:
    meant = studied(line, StudyState(), language)
    assert isinstance(meant, StudyCommand)
    assert meant.name is name


@pytest.mark.parametrize(
    ("language", "line"), [("en", "show the position"), ("de", "zeige die Stellung")]
)
def test_a_question_about_the_position_recalls_no_note(language: str, line: str) -> None:
    assert isinstance(studied(line, StudyState(), language), Command)
