# SPDX-License-Identifier: GPL-3.0-or-later
"""What a screen reader says of the page: each change once, and none of it where nobody asked."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from browsers import Game, Listener, browser, contains, square
from told import sentence

from bench.browser import Browser, Tab

__all__ = ["browser"]  # a fixture


@pytest.fixture(scope="module")
def table(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Tab, Game, Listener]]:
    """One game for all tests, in order."""
    game = Game(tmp_path_factory.mktemp("heard"))
    tab = browser.open(game.address)
    tab.look(1280, 900)
    yield tab, game, Listener(tab, game.address)
    tab.close()
    game.close()


STEP = "polite: " + sentence(
    "game.hand_move", piece="Weißen Bauern", square="Eva zwei", to="Eva vier"
)


def test_each_change_is_told_once(table: tuple[Tab, Game, Listener]) -> None:
    _, game, reader = table
    game.type("e4")
    told = reader.hears(STEP)
    assert told[0] == "polite: Die Partie beginnt."
    assert told.count("polite: Eva vier") == 1
    assert told[-1] == STEP
    assert len(told) == len(set(told))
    game.type("")
    to_move = "polite: Schwarz ist am Zug."
    assert reader.hears(to_move) == [to_move]


def test_what_has_to_be_acted_on_interrupts(table: tuple[Tab, Game, Listener]) -> None:
    _, game, reader = table
    game.type("Ke4")
    tab = reader.tab
    tab.wait_for("reader.lastSpokenPhrase().then((told) => told.startsWith('assertive: '))")
    told = reader.said()
    assert len(told) == 1


def test_focus_on_a_square_tells_it_and_what_was_chosen(table: tuple[Tab, Game, Listener]) -> None:
    tab, _, reader = table
    tab.evaluate(f"document.querySelector('{square('d7')}').focus()")
    told = reader.hears("gridcell, David sieben: schwarzer Bauer")
    assert len(told) == 1
    tab.press("Enter")
    told = reader.hears("polite: Gewählt: David sieben: schwarzer Bauer. Möglich: d6, d5")
    assert len(told) == 1
    tab.press("Escape")


def test_looking_back_is_told(table: tuple[Tab, Game, Listener]) -> None:
    tab, _, reader = table
    tab.click("#moves a")
    told = reader.hears("polite: Stellung nach 1. e4")
    assert [line for line in told if line.startswith(("polite", "assertive"))] == [
        "polite: Stellung nach 1. e4"
    ]
    tab.click("#now")
    reader.hears("link, Zurück zur Partie")


def test_wrong_board_is_told(table: tuple[Tab, Game, Listener]) -> None:
    tab, _, reader = table
    tab.evaluate("document.querySelector('#differs').value = 'e4 leer'")
    tab.evaluate("document.querySelector('#compare').requestSubmit()")
    line = sentence("game.hand_on", piece="Weißen Bauern", to="Eva vier")
    told = reader.hears(f"polite: {line}")
    assert len(told) == 1
    tab.click("#all-done")
    told = reader.hears(f"polite: {sentence('page.agrees')}")
    assert [line for line in told if line.startswith(("polite", "assertive"))] == [told[-1]]


def live(told: list[str]) -> list[str]:
    """What was said though the focus did not move."""
    return [line for line in told if line.startswith(("polite", "assertive"))]


def test_what_is_done_on_the_board_is_told_once(table: tuple[Tab, Game, Listener]) -> None:
    """A touch, a question, and what is refused, which is louder."""
    tab, game, reader = table
    tab.click(square("g8"), "right")
    told = reader.hears("polite: Schwarz hat berührt: schwarzen Springer Gustav acht.")
    assert len(set(live(told))) == len(live(told))
    tab.evaluate("document.querySelector('[name=mode][value=ask]').click()")
    tab.click(square("e4"))
    told = reader.hears("polite: Eva vier: weißer Bauer.")
    assert live(told) == ["polite: Eva vier: weißer Bauer."]
    tab.evaluate("document.querySelector('[name=mode][value=move]').click()")
    game.type("e5")
    line = "Berührt: schwarzer Springer Gustav acht. Diese Figur muss ziehen."
    assert live(reader.hears(f"assertive: {line}")) == [f"assertive: {line}"]


def test_order_and_what_it_lacks_are_told(table: tuple[Tab, Game, Listener]) -> None:
    tab, _, reader = table
    tab.evaluate("document.querySelector('#order-name').value = 'fine'")
    tab.evaluate("document.querySelector('#order-name').dispatchEvent(new Event('change'))")
    tab.evaluate("document.querySelector('#order').requestSubmit()")
    line = f"assertive: {sentence('page.incomplete')}"
    assert live(reader.hears(line)) == [line]
    tab.evaluate("document.querySelector('#order-colour').value = 'white'")
    tab.evaluate("document.querySelector('#order-number').value = '50'")
    tab.evaluate("document.querySelector('#order').requestSubmit()")
    told = live(reader.hears("polite: Schiedsrichter: Artikel 12.9.7."))
    assert sorted(told) == [
        "assertive: Weiß: Geldbuße.",
        "polite: Schiedsrichter: Artikel 12.9.7.",
    ]


def test_lost_connection_is_told_once(table: tuple[Tab, Game, Listener]) -> None:
    tab, game, reader = table
    game.process.kill()
    tab.wait_for(contains("#connection", "Keine Verbindung"))
    told = reader.hears(f"polite: {sentence('page.disconnected')}")
    assert told.count(f"polite: {sentence('page.disconnected')}") == 1
    tab.wait_for("!document.querySelector('.running')")


def test_menu_of_a_promotion_and_its_move_are_told(browser: Browser, tmp_path: Path) -> None:
    """By keyboard; the focus comes back to the square from which it went."""
    game = Game(tmp_path, "--fen", "8/P6k/8/8/8/8/6P1/K7 w - - 0 1")
    tab = browser.open(game.address)
    tab.look(1280, 900)
    reader = Listener(tab, game.address)
    game.type("")
    reader.hears("polite: Trainingspartie.")
    tab.evaluate(f"document.querySelector('{square('a7')}').focus()")
    for key in ("Enter", "ArrowUp", "Enter"):
        tab.press(key)
    assert reader.hears("button, weiße Dame")[-2:] == ["dialog, Umwandeln in", "button, weiße Dame"]
    tab.press("Enter")
    told = reader.hears("polite: Anna acht Dame")
    assert live(told).count("polite: Anna acht Dame") == 1
    assert tab.evaluate("document.activeElement.dataset.square") == "a8"
    tab.close()
    game.close()
