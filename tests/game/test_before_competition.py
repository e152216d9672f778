# SPDX-License-Identifier: GPL-3.0-or-later
"""What is told before a competition: newer Laws, and what one microphone for two players means."""

from datetime import date

import pytest

from game.app import options
from game.app.cli import make_parser

TODAY = date(2026, 11, 26)


def told(*arguments: str, today: date = TODAY) -> tuple[str, ...]:
    words = ["play", *arguments]
    given = make_parser(words).parse_args(words)
    given.words = words
    return options.before_competition(given, options.conditions(given), today)


def test_training_begins_at_once() -> None:
    assert told() == ()


def test_a_competition_hears_both() -> None:
    assert told("--mode", "competition") == ("newer_laws", "one_microphone")


@pytest.mark.parametrize(
    "surer",
    [("--no-microphone",), ("--white-microphone", "1"),
     ("--black-microphone", "2")],
)  # fmt: skip
def test_where_it_is_known_who_speaks_there_is_nothing_to_say(surer: tuple[str, ...]) -> None:
    assert "one_microphone" not in told("--mode", "competition", *surer)


@pytest.mark.parametrize("chosen", ["2005", "2018", "2023"])
def test_who_has_chosen_an_edition_is_offered_no_other(chosen: str) -> None:
    assert "newer_laws" not in told("--mode", "competition", "--edition", chosen)


def test_before_2023_the_laws_of_2018_are_the_newest() -> None:
    competition = ("--mode", "competition")
    assert "newer_laws" not in told(*competition, today=date(2022, 12, 31))
    assert "newer_laws" in told(*competition, today=date(2023, 1, 1))
