# SPDX-License-Identifier: GPL-3.0-or-later
"""What a line at the desk means: a question is answered there, an order names its tables."""

from pathlib import Path

import pytest
from halls import Played, seen

from hall.desk import TableView
from hall.desk_words import DeskWord
from hall.lines import AsksTables, Meaning, NotMeant, OfHall, Ordering, heard, meant, yes_or_no
from voice.language.orders import Order, OrderName
from voice.language.transcript import Transcript


@pytest.fixture
def views(tmp_path: Path) -> dict[int, TableView]:
    """Two tables with a game, and one that has sent nothing."""
    found = {9: TableView(9)}
    for number in (7, 8):
        (tmp_path / str(number)).mkdir()
        table = Played(tmp_path / str(number), f"olympiad/{number}")
        table.play("e4")
        found[number] = seen(table.letters, TableView(number))
    return found


def means(line: str, views: dict[int, TableView], **more: object) -> Meaning:
    return meant(line, views, 0, "de", **more)  # type: ignore[arg-type]


def test_an_order_is_understood_as_at_each_table(views: dict[int, TableView]) -> None:
    found = means("Tische 7 und 8 zwei Minuten für Schwarz", views)
    assert isinstance(found, Ordering)
    assert [table for table, _ in found.intents] == [7, 8]
    for _, intent in found.intents:
        assert isinstance(intent, Order)
        assert (intent.name, intent.seconds, intent.colour) == (OrderName.ADD_TIME, 120, False)


def test_tables_without_a_game_are_told_and_the_others_obey(views: dict[int, TableView]) -> None:
    found = means("alle Pause", views)
    assert isinstance(found, Ordering)
    assert ([table for table, _ in found.intents], found.missing) == ([7, 8], (9,))
    assert means("Tisch 9 Pause", views) == NotMeant("Pause", (9,))
    assert means("Tisch 6 Pause", views) == NotMeant("Pause", (6,))


def test_an_order_that_names_no_table_is_for_none(views: dict[int, TableView]) -> None:
    assert means("Pause", views, opened=7) == NotMeant("Pause", why="unnamed")
    assert means("ja", views, opened=7) == NotMeant("ja", why="unasked")


def test_an_answer_is_for_the_tables_that_ask(views: dict[int, TableView]) -> None:
    found = means("ja", views, asking=[8])
    assert isinstance(found, Ordering)
    assert [table for table, _ in found.intents] == [8]


def test_a_question_is_about_the_table_that_is_open(views: dict[int, TableView]) -> None:
    for line, opened in (("Stellung", 7), ("Tisch 7 Stellung", None)):
        found = means(line, views, opened=opened)
        assert isinstance(found, AsksTables)
        assert [table for table, _ in found.asked] == [7]
    assert means("Stellung", views) == NotMeant("Stellung", why="unnamed")


def test_the_words_of_the_desk(views: dict[int, TableView]) -> None:
    assert means("Tisch 7", views) == OfHall(DeskWord.OPEN, (7,))
    assert means("alle", views) == OfHall(DeskWord.OVERVIEW)
    assert means("Rufe", views) == OfHall(DeskWord.CALLS)
    assert means("ich komme", views) == OfHall(DeskWord.TAKE)
    assert means("Tisch 8 ich komme", views) == OfHall(DeskWord.TAKE, (8,))
    assert means("Protokoll", views, opened=8) == OfHall(DeskWord.RECORD, (8,))
    assert means("Kauderwelsch", views, opened=8) == NotMeant("Kauderwelsch")
    assert means("Tisch 7 Kauderwelsch", views) == NotMeant("Kauderwelsch")


def test_what_most_hypotheses_have_is_heard() -> None:
    line = "brett sieben pause"
    assert heard([Transcript(line, 0.6), Transcript("brett acht pause", 0.4)]) == (
        "Brett sieben Pause",
        "de",
    )
    assert heard([Transcript(line, 0.4), Transcript("brett acht pause", 0.6)]) is None
    same = [Transcript(line, 0.4), Transcript("bretter sieben pause", 0.3)]
    assert heard([*same, Transcript("brett acht pause", 0.3)]) == ("Brett sieben Pause", "de")
    assert heard([Transcript("brett [unk] pause", 1.0)]) is None
    assert heard([Transcript("", 1.0)]) is None


def test_an_answer_is_yes_or_no() -> None:
    assert yes_or_no("ja", "de") is True
    assert yes_or_no("nein", "de") is False
    assert yes_or_no("Brett sieben", "de") is None


def test_a_table_is_a_board_too(views: dict[int, TableView]) -> None:
    found = means("Bretter sieben und acht Pause", views)
    assert isinstance(found, Ordering)
    assert (found.tables, found.answers) == ((7, 8), False)
    assert means("Brett sieben öffnen", views) == OfHall(DeskWord.OPEN, (7,))
