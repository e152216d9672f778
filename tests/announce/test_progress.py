# SPDX-License-Identifier: GPL-3.0-or-later
"""How far long work is, in whole lines."""

import re
from functools import partial

import pytest

from announce.text.settings import LANGUAGES
from announce.words.program import progress_line
from ground.progress import EVERY, Progress


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
    progress = Progress(partial(progress_line, "de"), told.append, now=lambda: at[0])
    for each in progress.over(iter("abc")):
        assert each
        at[0] += EVERY
    assert told == ["1 bisher.", "2 bisher.", "3 bisher."]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_same_is_told_in_every_language(language: str) -> None:
    told = progress_line(language, 50, 300, "0:25")
    assert {"50", "300", "0:25"} <= set(re.findall(r"[\d:]+", told))
    assert "50" in progress_line(language, 50, None, "")


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
