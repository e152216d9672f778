# SPDX-License-Identifier: GPL-3.0-or-later
"""The pages on who may do what are those of the table by which Hektor decides."""

import pytest

from docs import authority
from rules.rights import Right


@pytest.mark.article("D.2.10", "12.3")
@pytest.mark.parametrize("language", authority.PAGES)
def test_the_page_is_up_to_date(language: str) -> None:
    written = authority.PAGES[language].read_text(encoding="utf-8")
    assert written == authority.page(language), "run: python -m docs.authority"


@pytest.mark.parametrize("language", authority.PAGES)
def test_every_act_has_its_words_and_its_line(language: str) -> None:
    told = authority.words(language)["acts"]
    assert list(told) == [act.value for act in Right]
    assert len(set(told.values())) == len(told)
    page = authority.page(language)
    assert all(page.count(f"\n| {text} | ") == 1 for text in told.values())
