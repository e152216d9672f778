# SPDX-License-Identifier: GPL-3.0-or-later
"""``hektor play --page`` in a real browser: the whole way from the keyboard to what can be read.

Without Chromium, or without axe-core for the tests of accessibility, the tests are skipped, except
in CI, where both have to be there. ``./test`` fetches them.
"""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from told import sentence

from bench.browser import Browser, PageGame, Tab, program
from clock.side import shown
from game.journal import Archive
from game.session import replay

ROOT = Path(__file__).parent.parent
AXE = ROOT / ".cache" / "axe-core-4.14.1.js"
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
PATIENCE = 60.0


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    if program() is None and not os.environ.get("CI"):
        pytest.skip("Chromium is not installed")
    made = Browser(tmp_path_factory.mktemp("chromium"))
    yield made
    made.close()


class Game(PageGame):
    """A game of five minutes a side."""

    def __init__(self, folder: Path, *options: str) -> None:
        super().__init__(folder, "--time", "5", *options)

    def moves(self) -> list[str]:
        """The moves on record, once the program has ended."""
        self.process.wait(PATIENCE)
        state = replay(Archive(self.archive), 1)
        return [made.facts.uci for made in state.record]


@pytest.fixture
def game(tmp_path: Path) -> Iterator[Game]:
    made = Game(tmp_path, "--white", "Anna <i>Müller", "--black", "Bernd")
    yield made
    made.close()


@pytest.fixture
def tab(browser: Browser, game: Game) -> Iterator[Tab]:
    made = browser.open(game.address)
    made.look(1280, 900)
    yield made
    made.close()


@pytest.fixture(scope="module")
def middle(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tab]:
    """The page of a game that has begun; the tests that share it change nothing in the game."""
    game = Game(tmp_path_factory.mktemp("middle"))
    tab = browser.open(game.address)
    tab.look(1280, 900)
    game.type("e4", "", "e5", "", "Sf3")
    tab.wait_for(contains("#moves", "Gustav eins Felix drei"))
    yield tab
    tab.close()
    game.close()


def contains(selector: str, text: str) -> str:
    found = f"document.querySelector({json.dumps(selector)}).textContent"
    return f"{found}.includes({json.dumps(text)})"


def test_game_by_keyboard_and_the_page_follows(tab: Tab, game: Game) -> None:
    tab.wait_for(contains("#state", "noch nicht begonnen"))
    tab.tab_to("#press")
    tab.press("Enter")
    tab.wait_for("document.querySelector('#white.running')")
    assert "läuft" in tab.text("#white")
    assert "Anna <i>Müller" in tab.text("#white")

    game.type("e4")
    tab.wait_for(
        contains(
            "#todo",
            sentence("game.hand_move", piece="Weißen Bauern", square="Eva zwei", to="Eva vier"),
        )
    )
    tab.wait_for(contains("#moves", "Eva zwei Eva vier"))
    tab.wait_for(contains("#state", "Weiß hat einen Zug angesagt."))
    tab.tab_to("#done")
    tab.press(" ")
    tab.wait_for("document.querySelector('#todo .done')")
    tab.tab_to("#press")
    tab.press("Enter")
    tab.wait_for("document.querySelector('#black.running')")

    tab.tab_to("#say-who")
    tab.press("ArrowDown")
    tab.press("ArrowDown")
    tab.tab_to("#say-text")
    tab.type("Eva sieben Eva fünf")
    tab.press("Enter")
    tab.wait_for(contains("#moves", "Eva sieben Eva fünf"))
    tab.wait_for("document.querySelector('#say-text').value === ''")

    tab.tab_to("#all-done")
    tab.press("Enter")
    tab.wait_for("!document.querySelector('#todo .next')")
    game.type("Korrektur")
    tab.wait_for(contains("#todo", "zurückgenommen"))
    assert sentence(
        "game.hand_move", piece="Schwarzen Bauern", square="Eva fünf", to="Eva sieben"
    ) in tab.text("#todo .next")
    tab.wait_for(contains("#urgent", sentence("game.corrected")))
    game.type("d5", "", "exd5")
    tab.wait_for("document.querySelector('#urgent').textContent === ''")
    tab.wait_for(
        contains("#todo", sentence("game.hand_off", piece="Schwarzen Bauern", square="David fünf"))
    )
    row = "[...document.querySelectorAll('#squares tr')][4]"
    assert "weißer Bauer" in tab.evaluate(f"{row}.innerText")

    game.type("", "schwarz: ich gebe auf", "schwarz: ja")
    tab.wait_for(contains("#state", sentence("game.result.1-0")))
    game.type("ende")
    tab.wait_for(contains("#connection", sentence("page.over")))
    assert game.moves() == ["e2e4", "d7d5", "e4d5"]
    assert tab.faults == []


def test_assistant_learns_to_correct_the_board(middle: Tab) -> None:
    tab = middle
    tab.tab_to("#compare-file")
    tab.press("ArrowDown")  # Bella
    tab.tab_to("#compare-kind")
    tab.press("ArrowDown")  # a white king
    tab.tab_to("#add")
    tab.press("Enter")
    assert tab.evaluate("document.querySelector('#differs').value") == "Bella eins: weißer König"
    tab.tab_to("#differs")
    tab.type("\ne1 leer")
    tab.tab_to("#compare button:not([id])")
    tab.press("Enter")
    tab.wait_for("document.querySelectorAll('#corrections li').length === 2")
    assert sentence(
        "game.hand_move", piece="Weißen König", square="Bella eins", to="Eva eins"
    ) in tab.text("#corrections")
    assert sentence("game.hand_on", piece="Weißen Springer", to="Bella eins") in tab.text(
        "#corrections"
    )
    assert tab.faults == []


def test_click_on_the_drawing_chooses_a_square(tab: Tab, game: Game) -> None:
    game.type("")
    tab.wait_for("document.querySelector('#white.running')")
    tab.evaluate(
        "document.querySelector('[data-square=g1]').dispatchEvent("
        "new MouseEvent('click', {bubbles: true}))"
    )
    told = "document.querySelectorAll('#messages li').length"
    before = tab.evaluate(told)
    tab.tab_to("#touch button")
    tab.press("Enter")
    tab.wait_for(f"{told} > {before}")
    game.type("ende")
    game.process.wait(PATIENCE)
    heard = [entry.input for entry in Archive(game.archive).entries(1)]
    assert any(
        "berührt Springer Gustav eins" in json.dumps(one, ensure_ascii=False) for one in heard
    )


def test_focus_stays_when_the_page_changes(tab: Tab, game: Game) -> None:
    tab.tab_to("#done")
    game.type("e4", "", "e5", "", "Sf3")
    tab.wait_for(contains("#moves", "Gustav eins Felix drei"))
    assert tab.evaluate("document.activeElement.id") == "done"


def test_tab_key_reaches_everything(middle: Tab) -> None:
    controls = "a[href], button, select, input, textarea"
    here = f"[...document.querySelectorAll('{controls}')].indexOf(document.activeElement)"
    outline = "getComputedStyle(document.activeElement).outlineStyle"
    expected = middle.evaluate(f"document.querySelectorAll('{controls}').length")
    reached = set()
    for _ in range(expected + 10):
        middle.press("Tab")
        number, seen = middle.evaluate(f"[{here}, {outline}]")
        assert number == -1 or seen != "none"
        reached.add(number)
    assert reached >= set(range(expected))


def test_at_400_percent_only_the_table_overflows(middle: Tab) -> None:
    """WCAG 1.4.10: a window 1280 pixels wide at four times the size."""
    middle.look(1280, 1024, zoom=4)
    assert middle.evaluate("innerWidth") == 320
    assert middle.evaluate("document.documentElement.scrollWidth") <= 320
    out = middle.evaluate(
        "[...document.querySelectorAll('main *')].filter((one) => !one.closest('.wide')"
        " && !one.closest('.hidden') && one.getBoundingClientRect().right > innerWidth + 1)"
        ".map((one) => one.outerHTML.slice(0, 80))"
    )
    assert out == []
    middle.look(1280, 900)


def test_page_shows_times_as_the_clock(middle: Tab) -> None:
    times = [0, 1, 999, 1000, 59_999, 60_000, 599_999, 3_599_999, 3_600_000, 36_061_000]
    told = middle.evaluate(f"{times}.map(shown)")
    assert told == [shown(time * 1_000_000) for time in times]


def test_page_without_hektor_says_so_and_stops(tab: Tab, game: Game) -> None:
    game.type("")
    tab.wait_for("document.querySelector('#white.running')")
    game.process.kill()
    tab.wait_for(contains("#connection", "Keine Verbindung"))
    tab.wait_for("!document.querySelector('.running')")


def test_foreign_origin_can_neither_read_nor_press(browser: Browser, game: Game) -> None:
    """Given even the address, then what the browser sends for a foreign page is refused."""
    foreign = browser.open("data:text/html,<title>elsewhere</title>")
    attack = """Promise.allSettled([
        fetch(ADDRESS + 'press', {method: 'POST', mode: 'no-cors', body: '{}'}),
        fetch(ADDRESS + 'press', {method: 'POST', body: '{}',
                                  headers: {'Content-Type': 'application/json'}}),
        fetch(ADDRESS).then((answer) => answer.text()),
        new Promise((_, refused) => { new EventSource(ADDRESS + 'events').onerror = refused; }),
    ]).then((all) => all.map((one) => one.status))"""
    results = foreign.evaluate(attack.replace("ADDRESS", json.dumps(game.address)))
    assert results[1:] == ["rejected"] * 3
    foreign.close()
    game.type("ende")
    game.process.wait(PATIENCE)
    assert not replay(Archive(game.archive), 1).started


# --- For everybody --------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def axe() -> str:
    if not AXE.exists() and not os.environ.get("CI"):
        pytest.skip("axe-core was not fetched; ./test does it")
    return AXE.read_text(encoding="utf-8")


def violations(tab: Tab, axe: str) -> Any:
    """What axe-core finds, each with the elements."""
    tab.evaluate(f"{axe}; 0")
    options = {"runOnly": {"type": "tag", "values": TAGS}, "resultTypes": ["violations"]}
    return tab.evaluate(
        f"axe.run(document, {json.dumps(options)}).then((told) => told.violations.map("
        "(one) => [one.id, one.nodes.map((node) => node.html)]))"
    )


def test_axe_finds_no_violation_in_a_game(tab: Tab, game: Game, axe: str) -> None:
    assert violations(tab, axe) == []
    game.type("e4", "", "e5", "", "Ke3", "Sf3")
    tab.wait_for(contains("#moves", "Gustav eins"))
    tab.tab_to("#done")
    tab.press("Enter")
    tab.wait_for("document.querySelector('#todo .done')")
    tab.evaluate("document.querySelector('#differs').value = 'e4 leer'")
    tab.evaluate("document.querySelector('#compare').requestSubmit()")
    tab.wait_for("document.querySelector('#corrections li')")
    assert violations(tab, axe) == []
    tab.look(1280, 900, prefers_color_scheme="dark")
    assert violations(tab, axe) == []
    tab.look(1280, 1024, zoom=4, prefers_contrast="more")
    assert violations(tab, axe) == []
    game.type("", "schwarz: ich gebe auf", "schwarz: ja")
    tab.wait_for(contains("#state", sentence("game.result.1-0")))
    assert violations(tab, axe) == []
    game.type("ende")
    tab.wait_for(contains("#connection", sentence("page.over")))
    assert violations(tab, axe) == []


def test_axe_finds_no_violation_in_another_language(
    browser: Browser, tmp_path: Path, axe: str
) -> None:
    game = Game(tmp_path, "--page-language", "sr-Cyrl")
    tab = browser.open(game.address)
    tab.look(1280, 900)
    game.type("e4")
    tab.wait_for(contains("#moves", "Eva vier"))
    assert tab.evaluate("document.documentElement.lang") == "sr-Cyrl"
    assert violations(tab, axe) == []
    tab.close()
    game.close()


def test_screen_reader_gets_names_for_everything(middle: Tab) -> None:
    """Given the accessibility tree of the browser, then the board is a picture and a table, the
    clocks have names, and no control is without one."""
    nodes = middle.call("Accessibility.getFullAXTree")["nodes"]
    named = [
        (node["role"]["value"], node.get("name", {}).get("value", ""))
        for node in nodes
        if not node["ignored"]
    ]
    assert ("image", "Zeichnung des Bretts") in named
    assert {("timer", "Weiß"), ("timer", "Schwarz")} <= set(named)
    assert {("columnheader", "Anna"), ("rowheader", "acht")} <= set(named)
    assert sum(role == "cell" for role, _ in named) >= 64
    controls = {"button", "combobox", "textbox", "link"}
    assert all(name for role, name in named if role in controls)
