# SPDX-License-Identifier: GPL-3.0-or-later
"""``hektor study --page`` in a real browser: seen, heard, by mouse and by keyboard."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from browsers import Listener, axe, browser, contains, square, violations
from studies import ANNOTATED, SHORT

from bench.browser import Browser, PageGame, Tab

__all__ = ["axe", "browser"]  # fixtures

SIZES = [(320, 568), (568, 320), (768, 1024), (1024, 600), (1366, 768)]
THEMES: list[dict[str, str]] = [
    {"prefers_color_scheme": "light"},
    {"prefers_color_scheme": "dark"},
    {"forced_colors": "active"},
]
CURSOR = "document.querySelector('#cursor').textContent"
HERE = "document.querySelector('#moves [aria-current]')?.dataset.path"


@pytest.fixture
def study(tmp_path: Path) -> Iterator[PageGame]:
    file = tmp_path / "games.pgn"
    file.write_text(f"{ANNOTATED.strip()}\n\n{SHORT.strip()}\n", encoding="utf-8")
    made = PageGame(tmp_path, str(file), "--language", "de", command="study")
    yield made
    made.close()


@pytest.fixture
def tab(browser: Browser, study: PageGame) -> Iterator[Tab]:
    made = browser.open(study.address)
    made.look(1366, 768)
    made.wait_for(contains("#game", "Nimzowitsch"))
    yield made
    made.close()


def test_page_follows_the_study_and_leads_it(tab: Tab, study: PageGame) -> None:
    study.type("")
    tab.wait_for(f"{CURSOR} === '0'")
    assert tab.evaluate(HERE) == "0"
    tab.press("ArrowRight")
    tab.wait_for(f"{CURSOR} === '0.0'")
    tab.press("ArrowLeft")
    tab.wait_for(f"{CURSOR} === '0'")
    tab.click("#moves [data-path='0.0.0.0.0.0.1.0']")  # into a variation
    tab.wait_for(f"{HERE} === '0.0.0.0.0.0.1.0'")
    assert tab.evaluate(f"document.querySelector('{square('c5')}').dataset.piece") == "p"
    study.type("was wäre wenn f4")
    tab.wait_for(contains("#tried", "5. f4"))
    tab.click("#back")
    tab.wait_for("document.querySelector('#tried').textContent === ''")
    tab.evaluate("document.querySelector('#moves [aria-current]').focus()")
    tab.press("ArrowLeft")  # among the moves the arrow keys only lead the focus
    assert tab.evaluate("document.activeElement.dataset.path") == "0.0.0.0.0.0.1"
    tab.press("Enter")
    tab.wait_for(f"{HERE} === '0.0.0.0.0.0.1'")
    assert tab.evaluate("document.activeElement.dataset.path") == "0.0.0.0.0.0.1"
    tab.tab_to("#games [data-game='2']")
    tab.press("Enter")
    tab.wait_for(contains("#game", "Meier"))
    assert tab.faults == []


def test_axe_finds_no_violation_and_nothing_is_cut(tab: Tab, study: PageGame, axe: str) -> None:
    study.type("Zug vier", "was wäre wenn f5")
    tab.wait_for(contains("#messages", "vier"))
    found = {}
    for number, (width, height) in enumerate(SIZES):
        tab.look(width, height, 1, **THEMES[number % 3])
        if told := violations(tab, axe):
            found[width, height] = told
        assert tab.evaluate("document.documentElement.scrollWidth") <= width
        box = "document.querySelector('#frame').getBoundingClientRect()"
        assert tab.evaluate(f"{box}.bottom <= innerHeight && {box}.right <= innerWidth")
    tab.look(1280, 1024, zoom=4)
    assert tab.evaluate("document.documentElement.scrollWidth") <= 320
    assert found == {}


def test_each_step_is_heard_once(browser: Browser, study: PageGame) -> None:
    tab = browser.open(study.address)
    tab.look(1366, 768)
    reader = Listener(tab, study.address)
    study.type("")
    line = "polite: Weiß, Zug eins: Eva vier."
    assert reader.hears(line) == [line]
    tab.click("#next")
    line = "polite: Schwarz, Zug eins: Eva sechs."
    told = reader.hears(line)
    assert [one for one in told if one.startswith(("polite", "assertive"))] == [line]
    tab.evaluate("document.querySelector('#moves [data-path=\"0.0\"]').focus()")
    tab.wait_for("reader.lastSpokenPhrase().then((told) => told.startsWith('link'))")
    assert reader.said() == ["link, 1. Eva sechs, current item"]
    tab.close()
