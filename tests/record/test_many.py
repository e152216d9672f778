# SPDX-License-Identifier: GPL-3.0-or-later
"""Many answers at a time: their order, those who wait for each, and how far it is."""

import re
import threading
from collections.abc import Iterator
from functools import partial

import pytest

from announce.text.settings import LANGUAGES
from game.app import many
from game.app.many import _words, answers
from ground.progress import EVERY, Progress


def spelled(line: str) -> str:
    return line.strip().upper()


def test_answers_come_in_the_order_of_the_questions() -> None:
    """From other processes too."""
    asked = [f"line {number}\n" for number in range(3 * many._MANY)]
    assert list(answers(spelled, asked, processors=2)) == [line.strip().upper() for line in asked]


def test_who_waits_for_each_answer_gets_it() -> None:
    """Another program asks the next question after the answer to the last."""
    answered = threading.Event()

    def asking() -> Iterator[str]:
        for line in ("one", "two"):
            answered.clear()
            yield line
            assert answered.wait(10)

    found = []
    for answer in answers(spelled, asking()):
        found.append(answer)
        answered.set()
    assert found == ["ONE", "TWO"]


def test_long_work_tells_how_far_it_is() -> None:
    told: list[str] = []
    at = [0.0]
    progress = Progress(tell=told.append, now=lambda: at[0])
    for done in range(1, 121):
        at[0] = done / 10
        progress(done, 300)
    assert told == ["50 of 300; about 0:25 minutes left.", "100 of 300; about 0:20 minutes left."]


def test_work_without_a_known_end_tells_what_is_done() -> None:
    told: list[str] = []
    at = [0.0]
    progress = Progress(partial(_words, "de"), told.append, now=lambda: at[0])
    for each in progress.over(iter("abc")):
        assert each
        at[0] += EVERY
    assert told == ["1 bisher.", "2 bisher.", "3 bisher."]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_same_is_told_in_every_language(language: str) -> None:
    told = _words(language, 50, 300, "0:25")
    assert {"50", "300", "0:25"} <= set(re.findall(r"[\d:]+", told))
    assert "50" in _words(language, 50, None, "")


def test_items_that_have_a_length_are_counted_of_it() -> None:
    told: list[str] = []
    at = [0.0]
    progress = Progress(tell=told.append, now=lambda: at[0])
    for _ in progress.over(range(4)):
        at[0] += EVERY
    assert told == [
        "2 of 4; about 0:10 minutes left.",
        "3 of 4; about 0:05 minutes left.",
    ]
