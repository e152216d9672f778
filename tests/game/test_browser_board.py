# SPDX-License-Identifier: GPL-3.0-or-later
"""The board of the page as an instrument, by mouse and by keyboard; the score and the orders."""

from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

import pytest
from browsers import Game, browser, contains, game, square, tab
from told import sentence

from bench.browser import CONTROL, Browser, Tab

__all__ = ["browser", "game", "tab"]  # fixtures


@pytest.fixture(scope="module")
def shared(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Tab, Game]]:
    """One game for the tests at the end of this file, in order."""
    game = Game(tmp_path_factory.mktemp("shared"))
    tab = browser.open(game.address)
    tab.look(1280, 900)
    yield tab, game
    tab.close()
    game.close()


def test_game_played_on_the_board(tab: Tab, game: Game) -> None:
    """By drag, by two clicks and by the arrow keys; the clock by keys; a step by doing it; then a
    touch is reported and a square asked for."""
    tab.press(" ")
    tab.wait_for("document.querySelector('#white.running')")
    tab.drag(square("e2"), square("e4"))
    tab.wait_for(contains("#moves", "e4"))
    assert tab.evaluate("document.querySelectorAll('.announced[data-square]').length") == 2
    tab.wait_for(f"document.querySelector('{square('e2')}.lift')")
    tab.drag(square("e2"), square("e4"))  # the hand does on this board what it did on the other
    tab.wait_for("document.querySelector('#todo .done')")
    tab.press("Enter", CONTROL)
    tab.wait_for("document.querySelector('#black.running')")

    tab.click(square("d7"))
    tab.wait_for(f"document.querySelector('{square('d5')}[data-target]')")
    tab.click(square("d5"))
    tab.wait_for(contains("#moves", "d5"))
    tab.press("+")
    tab.wait_for("document.querySelectorAll('#todo .done').length === 2")
    tab.press(" ")
    tab.wait_for("document.querySelector('#white.running')")

    tab.evaluate(f"document.querySelector('{square('e4')}').focus()")
    tab.press("Enter")
    tab.press("ArrowLeft")
    tab.press("ArrowUp")
    assert tab.evaluate("document.activeElement.dataset.square") == "d5"
    tab.press("Enter")
    tab.wait_for(contains("#moves", "exd5"))
    assert tab.evaluate("document.activeElement.dataset.square") == "d5"
    tab.press("Enter", CONTROL)
    tab.wait_for("document.querySelector('#black.running')")

    tab.click(square("g8"), "right")
    tab.wait_for(f"document.querySelector('{square('g8')}.touched')")
    tab.evaluate("document.querySelector('[name=mode][value=ask]').click()")
    tab.click(square("d8"))
    tab.wait_for(contains("#messages", "schwarze Dame"))
    game.leave()
    assert game.moves() == ["e2e4", "d7d5", "e4d5"]
    assert "berührt Springer Gustav acht" in game.heard()
    assert tab.faults == []


def test_wrong_board_is_put_right_by_arrows(shared: tuple[Tab, Game]) -> None:
    tab, _ = shared
    tab.evaluate("document.querySelector('[name=mode][value=differs]').click()")
    tab.drag(square("e1"), square("e3"))
    tab.wait_for("document.querySelectorAll('#corrections li').length === 1")
    assert sentence(
        "game.hand_move", piece="Weißen König", square="Eva drei", to="Eva eins"
    ) in tab.text("#corrections")
    assert tab.evaluate("document.querySelectorAll('#arrows polygon').length") == 1
    tab.click(square("b4"))
    tab.wait_for("document.querySelector('#stands[open]')")
    tab.click("#stands [data-kind=n]")
    tab.wait_for("document.querySelectorAll('#corrections li').length === 2")
    assert "b4: schwarzer Springer" in tab.evaluate("document.querySelector('#differs').value")
    assert not tab.evaluate("document.querySelector('#todo').checkVisibility()")
    tab.press("+")  # the first step of what puts it right is done, then the last
    tab.wait_for("document.querySelectorAll('#corrections li').length === 1")
    assert tab.evaluate("document.querySelectorAll('[data-differs]').length") == 1
    tab.press("+")
    tab.wait_for(contains("#compared", sentence("page.agrees")))
    assert tab.evaluate("document.querySelector('#differs').value") == ""
    assert tab.evaluate("document.querySelectorAll('[data-differs]').length") == 0
    assert tab.evaluate("document.querySelector('#todo').checkVisibility()")
    assert tab.faults == []


@pytest.fixture
def promoting(browser: Browser, tmp_path: Path) -> Iterator[tuple[Tab, Game]]:
    game = Game(tmp_path, "--fen", "8/P6k/8/8/8/8/6P1/K7 w - - 0 1")
    tab = browser.open(game.address)
    tab.look(1280, 900)
    yield tab, game
    tab.close()
    game.close()


def test_promotion_is_chosen_from_a_menu(promoting: tuple[Tab, Game]) -> None:
    tab, game = promoting
    game.type("")
    tab.wait_for("document.querySelector('#white.running')")
    tab.drag(square("a7"), square("a8"))
    tab.wait_for("document.querySelector('#promotion[open]')")
    assert "weiße Dame" in tab.evaluate("document.activeElement.textContent")
    tab.click("#promotion [data-kind=n][data-colour=white]")
    tab.wait_for(contains("#moves", "a8=S"))
    game.type("")
    tab.wait_for("document.querySelector('#black.running')")
    game.leave()
    assert game.moves() == ["a7a8n"]


def test_score_is_looked_back_at_and_a_move_leads_to_the_game(shared: tuple[Tab, Game]) -> None:
    tab, game = shared
    game.type("e4", "", "d5", "", "exd5", "")
    tab.wait_for(contains("#moves", "exd5"))
    tab.click("#moves a[data-ply='1']")
    tab.wait_for(contains("#place", "Stellung nach 1. e4"))
    assert tab.evaluate(f"document.querySelector('{square('e4')}').dataset.piece") == "P"
    tab.drag(square("d7"), square("d5"))  # nothing is announced in a position of the past
    tab.evaluate("document.querySelector('#moves a[data-ply=\"1\"]').focus()")
    tab.press("ArrowRight")
    tab.press("Enter")
    tab.wait_for(contains("#place", "Stellung nach 1… d5"))
    game.type("Dxd5")
    tab.wait_for("!document.querySelector('body.looking')")
    assert tab.evaluate(f"document.querySelector('{square('d5')}').dataset.piece") == "q"
    tab.evaluate("document.querySelector('[name=mode][value=move]').click()")
    with urlopen(f"{game.address}record.pgn", timeout=60) as answer:
        assert "1. e4" in answer.read().decode()
    with urlopen(f"{game.address}game.brf", timeout=60) as answer:
        assert answer.read().isascii()
    with urlopen(f"{game.address}position.svg", timeout=60) as answer:
        assert answer.read().startswith(b"<svg")


def test_a_finger_that_rests_on_a_piece_reports_no_touch(shared: tuple[Tab, Game]) -> None:
    """4.3: a browser sends a right click for it, but a touch that is reported binds."""
    tab, _ = shared
    rest = (
        "['pointerdown', 'contextmenu', 'pointercancel'].forEach((name) =>"
        f" document.querySelector('{square('g1')}').dispatchEvent(new PointerEvent(name,"
        " {bubbles: true, cancelable: true, pointerType: 'touch'})))"
    )
    tab.evaluate(rest)
    tab.evaluate("document.querySelector('[name=mode][value=ask]').click()")
    tab.click(square("a8"))
    tab.wait_for(contains("#messages", "schwarzer Turm"))
    assert "berührt" not in tab.text("#messages")
    tab.evaluate("document.querySelector('[name=mode][value=move]').click()")


def test_board_is_turned_and_dressed_as_last_time(shared: tuple[Tab, Game]) -> None:
    tab, game = shared
    place = f"document.querySelector('{square('a1')}').getBoundingClientRect()"
    before = tab.evaluate(f"{place}.left")
    tab.click("#turn")
    assert tab.evaluate(f"{place}.left") > before
    tab.evaluate("document.querySelector('#look').value = 'plain'")
    tab.evaluate("document.querySelector('#look').dispatchEvent(new Event('change'))")
    tab.go(game.address)
    assert tab.evaluate("document.body.dataset.look") == "plain"
    shapes = "getComputedStyle(document.querySelector('#white-king > .{}')).display"
    assert tab.evaluate(shapes.format("book")) == "none"
    assert tab.evaluate(shapes.format("plain")) == "inline"


def test_arbiter_gives_an_order_by_the_form(shared: tuple[Tab, Game]) -> None:
    tab, _ = shared
    choose = (
        "(([id, value]) => {{ const one = document.getElementById(id); one.value = value;"
        " one.dispatchEvent(new Event('change')); }})(['{}', '{}'])"
    )
    tab.evaluate(choose.format("order-name", "add_time"))
    assert tab.evaluate("document.querySelector('[data-slot=article]').hidden")
    tab.evaluate(choose.format("order-minutes", "2"))
    tab.evaluate(choose.format("order-colour", "white"))
    tab.evaluate("document.querySelector('#order').requestSubmit()")
    tab.wait_for("document.querySelector('#white .time').textContent.startsWith('6:')")
    tab.evaluate(choose.format("order-name", "loss"))
    tab.evaluate("document.querySelector('#order button').focus()")
    tab.press("Enter")
    tab.wait_for("document.querySelector('[data-access=asks]')")
    assert tab.evaluate("document.activeElement.closest('form').id") == "asked"
    tab.tab_to("#asked [value=nein]")
    tab.press("Enter")
    tab.wait_for("document.querySelector('[data-access=orders]')")
    assert tab.evaluate("document.activeElement.id") == "order-name"
    tab.evaluate(choose.format("order-name", "fine"))
    tab.evaluate(choose.format("order-colour", ""))
    tab.evaluate("document.querySelector('#order').requestSubmit()")
    tab.wait_for("document.querySelector('#incomplete').textContent !== ''")
