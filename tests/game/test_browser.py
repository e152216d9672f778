# SPDX-License-Identifier: GPL-3.0-or-later
"""``hektor play --page`` in a real browser: the whole way from the keyboard to what can be read."""

import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browsers import PATIENCE, Game, axe, browser, contains, game, tab, violations
from told import sentence

from bench.browser import SHIFT, Browser, Tab
from clock.clock import shown
from record.journal import Archive
from record.snapshot import stored

__all__ = ["axe", "browser", "game", "tab"]  # fixtures

SIZES = [(320, 568), (568, 320), (375, 812), (1024, 600), (768, 1024), (1366, 768), (1920, 1080)]
THEMES: list[dict[str, str]] = [
    {"prefers_color_scheme": "light"},
    {"prefers_color_scheme": "dark"},
    {"forced_colors": "active"},
]
PLACES = ["frame", "white", "black", "press"]


@pytest.fixture(scope="module")
def middle(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tab]:
    """The page of a game that has begun; the tests that share it change nothing in the game."""
    game = Game(tmp_path_factory.mktemp("middle"), "--white", "Anna Müller-Lüdenscheidt")
    tab = browser.open(game.address)
    tab.look(1280, 900)
    game.type("e4", "", "d5", "", "exd5", "", "Dxd5", "", "Sc3", "", "De5", "", "De2")
    tab.wait_for(contains("#moves", "De2"))
    yield tab
    tab.close()
    game.close()


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
    tab.wait_for(contains("#moves", "Eva vier"))
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
    tab.wait_for(contains("#moves", "Eva fünf"))
    tab.wait_for("document.querySelector('#say-text').value === ''")

    tab.tab_to("#all-done")
    tab.press("Enter")
    tab.wait_for("!document.querySelector('#todo .next')")
    game.type("Korrektur")
    tab.wait_for(contains("#todo", "zurückgenommen"))
    assert sentence(
        "game.hand_move", piece="Schwarzen Bauern", square="Eva fünf", to="Eva sieben"
    ) in tab.text("#todo .next")
    tab.wait_for(contains("#messages li.urgent", sentence("game.corrected")))
    game.type("d5", "", "exd5")
    tab.wait_for(
        contains("#todo", sentence("game.hand_off", piece="Schwarzen Bauern", square="David fünf"))
    )
    assert "weißer Bauer" in tab.evaluate("document.querySelector('[data-square=d5]').textContent")

    game.type("", "schwarz: ich gebe auf", "schwarz: ja")
    tab.wait_for(contains("#state", sentence("game.result.1-0")))
    game.type("ende")
    tab.wait_for(contains("#connection", sentence("page.over")))
    assert game.moves() == ["e2e4", "d7d5", "e4d5"]
    assert tab.faults == []


def test_focus_stays_when_the_page_changes(tab: Tab, game: Game) -> None:
    tab.tab_to("[data-square=e1]")
    game.type("e4", "", "e5", "", "Ke2")
    tab.wait_for(contains("#moves", "Ke2"))
    assert tab.evaluate("document.activeElement.dataset.square") == "e1"
    assert tab.evaluate("document.activeElement.dataset.piece === undefined")


def test_tab_key_reaches_everything(middle: Tab) -> None:
    """The board and the score are one stop each; the arrow keys go on from there."""
    controls = 'a[href]:not([tabindex="-1"]), button, select, input:not([type=radio]), textarea'
    seen = f"[...document.querySelectorAll('{controls}')].filter((one) => one.checkVisibility())"
    here = f"{seen}.indexOf(document.activeElement)"
    outline = "getComputedStyle(document.activeElement).outlineStyle"
    expected = middle.evaluate(f"{seen}.length")
    reached, cells = set(), 0
    for _ in range(expected + 12):
        middle.press("Tab")
        number, ring, cell = middle.evaluate(
            f"[{here}, {outline}, document.activeElement.matches('[data-square]')]"
        )
        assert number == -1 or ring != "none"
        reached.add(number)
        cells += cell
    assert reached >= set(range(expected))
    assert cells >= 1


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_board_clocks_and_button_fit_the_window(middle: Tab, size: tuple[int, int]) -> None:
    width, height = size
    middle.look(width, height)
    boxes = middle.evaluate(
        f"{PLACES}.map((id) => document.getElementById(id).getBoundingClientRect())"
        ".map(({left, top, right, bottom}) => [left, top, right, bottom])"
    )
    for name, (left, top, right, bottom) in zip(PLACES, boxes, strict=True):
        assert left >= 0 and top >= 0 and right <= width and bottom <= height, name
    board = boxes[0]
    assert min(width, height) * 0.9 <= board[2] - board[0], "as large as can be"
    assert middle.evaluate("document.documentElement.scrollWidth") <= width
    middle.look(1280, 900)


def test_running_clock_is_larger_and_has_a_sign(middle: Tab) -> None:
    style = "getComputedStyle(document.querySelector('#{} .time')).fontSize"
    running, waiting = (
        float(middle.evaluate(style.format(name)).removesuffix("px")) for name in ("white", "black")
    )
    assert running > 1.3 * waiting
    assert running >= 60
    assert "▶" in middle.evaluate(
        "getComputedStyle(document.querySelector('#white .sign'), '::before').content"
    )


def test_last_minute_is_larger_still(browser: Browser, tmp_path: Path) -> None:
    game = Game(tmp_path, "--time", "50s")
    tab = browser.open(game.address)
    tab.look(1366, 768)
    size = "parseFloat(getComputedStyle(document.querySelector('#white .time')).fontSize)"
    before = tab.evaluate(size)
    game.type("")
    tab.wait_for("document.querySelector('#white.running.low')")
    assert tab.evaluate(size) > 1.5 * before
    assert not tab.evaluate("document.querySelector('#black').classList.contains('low')")
    tab.close()
    game.close()


def test_at_400_percent_nothing_is_cut(middle: Tab) -> None:
    """WCAG 1.4.10: a window 1280 pixels wide at four times the size."""
    middle.look(1280, 1024, zoom=4)
    assert middle.evaluate("innerWidth") == 320
    assert middle.evaluate("document.documentElement.scrollWidth") <= 320
    out = middle.evaluate(
        "[...document.querySelectorAll('main *')].filter((one) => !one.closest('.hidden')"
        " && one.getBoundingClientRect().right > innerWidth + 1)"
        ".map((one) => one.outerHTML.slice(0, 80))"
    )
    assert out == []
    middle.look(1280, 900)


def test_page_shows_times_as_the_clock(middle: Tab) -> None:
    times = [0, 1, 999, 1000, 59_999, 60_000, 599_999, 3_599_999, 3_600_000, 36_061_000]
    told = middle.evaluate(f"import('./page.js').then(({{shown}}) => {times}.map(shown))")
    assert told == [shown(time * 1_000_000) for time in times]


def test_page_says_that_it_is_stale_and_mends_itself(tab: Tab, game: Game) -> None:
    """Given a Hektor that stands still, as in a laptop asleep, and then one that is gone."""
    game.type("")
    tab.wait_for("document.querySelector('#white.running')")
    game.signal(signal.SIGSTOP)
    tab.wait_for("document.querySelector('body.stale')")
    assert not tab.evaluate("document.querySelector('.running')")
    game.signal(signal.SIGCONT)
    tab.wait_for("!document.querySelector('body.stale')")
    game.type("e4")
    tab.wait_for(contains("#moves", "e4"))
    game.process.kill()
    tab.wait_for(contains("#connection", "Keine Verbindung"))
    tab.wait_for("!document.querySelector('.running')")


def test_without_javascript_the_page_shows_the_game_and_refreshes(
    browser: Browser, game: Game
) -> None:
    game.type("e4", "")
    tab = browser.open(game.address)
    tab.call("Emulation.setScriptExecutionDisabled", value=True)
    tab.call("Page.reload")
    tab.wait_for("document.querySelector('noscript p')")
    tab.wait_for(contains("#moves", "e4"))
    assert "weißer Bauer" in tab.evaluate("document.querySelector('[data-square=e4]').textContent")
    assert tab.evaluate("document.querySelector('meta[http-equiv=refresh]').content") == "5"
    tab.close()


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
    results = foreign.evaluate(attack.replace("ADDRESS", f"'{game.address}'"))
    assert results[1:] == ["rejected"] * 3
    foreign.close()
    game.type("ende")
    game.wait()
    assert not stored(Archive(game.archive), 1).state.started


# --- For everybody --------------------------------------------------------------------------------


def test_axe_finds_no_violation_at_five_sizes_and_in_three_themes(middle: Tab, axe: str) -> None:
    """``python -m tools.pictures --check`` tries each size in each theme."""
    found: dict[Any, Any] = {}
    for (width, height), theme in zip(
        SIZES[::2] + SIZES[3:4], [*THEMES, *THEMES[::-1]], strict=False
    ):
        middle.look(width, height, 1, **theme)
        if told := violations(middle, axe):
            found[width, height, str(theme)] = told
    middle.look(1280, 1024, zoom=4, prefers_contrast="more")
    assert violations(middle, axe) == []
    middle.look(1280, 900)
    assert found == {}


def test_axe_finds_no_violation_as_a_game_goes_on(tab: Tab, game: Game, axe: str) -> None:
    game.type("e4", "", "e5", "", "Ke3", "Sf3")
    tab.wait_for(contains("#moves", "Felix drei"))
    tab.evaluate("document.querySelector('#differs').value = 'e4 leer'")
    tab.evaluate("document.querySelector('#compare').requestSubmit()")
    tab.wait_for("document.querySelector('#corrections li')")
    tab.click("#moves a")
    tab.wait_for("document.querySelector('body.looking')")
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


def test_another_device_is_let_in_and_sent_away(browser: Browser, tmp_path: Path, axe: str) -> None:
    """By the code that Hektor prints; as a spectator it has no controls."""
    game = Game(tmp_path, "--page-address", "127.0.0.2")
    _, line = game.printed.get(timeout=PATIENCE)
    device, here = browser.open(line.split()[-1]), browser.open(game.address)
    for one in (device, here):
        one.look(1024, 600)
    device.tab_to("[data-part=spectator]")
    device.press("Enter")
    device.wait_for("document.activeElement.id === 'code'")
    assert violations(device, axe) == []
    here.wait_for(contains("#messages", "Seine Zahl ist: "))
    device.type(here.text("#messages li").split(": ")[-1])
    device.press("Enter")
    device.wait_for("document.querySelector('body.spectator')")
    game.type("e4")
    device.wait_for(contains("#moves", "e4"))
    assert violations(device, axe) == []
    assert not device.evaluate("document.querySelector('#press').checkVisibility()")
    for width, height in SIZES:
        device.look(width, height)
        outside = device.evaluate(
            "['frame', 'white', 'black'].filter((id) => {"
            " const {left, top, right, bottom} = document.getElementById(id)"
            ".getBoundingClientRect();"
            " return left < 0 || top < 0 || right > innerWidth || bottom > innerHeight; })"
        )
        assert outside == [], (width, height)
    here.click("#devices button")
    device.wait_for("document.querySelector('body.stale')")
    for one in (device, here):
        one.close()
    game.close()


def test_screen_reader_gets_names_for_everything(middle: Tab) -> None:
    """Given the accessibility tree of the browser, then the board is a grid of squares with names,
    the clocks have names, and no control is without one."""
    nodes = middle.call("Accessibility.getFullAXTree")["nodes"]
    named = [
        (node["role"]["value"], node.get("name", {}).get("value", ""))
        for node in nodes
        if not node["ignored"]
    ]
    assert ("grid", "Brett") in named
    assert {("timer", "Weiß"), ("timer", "Schwarz")} <= set(named)
    squares = [name for role, name in named if role == "gridcell"]
    assert len(squares) == 64
    assert squares[0] == "Anna acht: schwarzer Turm"
    controls = {"button", "combobox", "textbox", "link", "radio"}
    assert all(name for role, name in named if role in controls)


def test_shift_and_tab_go_back(middle: Tab) -> None:
    middle.tab_to("#done")
    middle.press("Tab", SHIFT)
    assert middle.evaluate("document.activeElement.id") == "todo"
