# SPDX-License-Identifier: GPL-3.0-or-later
"""The page of a hall's desk in a real browser: forty tables seen at once, and calls heard."""

from collections.abc import Iterator

import pytest
from browsers import Listener, axe, browser, contains, square, violations
from hall_page import ServedHall, served

from bench.browser import Browser, Tab
from clock.clock import SECOND
from game.base.inbox import TypedLine
from hall.served import SignsIn
from table.core.inputs import DeviceChanged
from table.events.dialogue import Device
from table.events.game import Role

__all__ = ["axe", "browser"]  # fixtures

SIZES = [(320, 568), (768, 1024), (1366, 768)]
THEMES: list[dict[str, str]] = [
    {"prefers_color_scheme": "light"},
    {"prefers_color_scheme": "dark"},
    {"forced_colors": "active"},
]


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedHall]:
    """Forty tables: one calls, one claims, one has lost its microphone, one is alone, one over."""
    with served(tmp_path_factory.mktemp("hall"), 40) as made:
        made.say(7, "Schiedsrichter", Role.WHITE)
        made.say(12, "Remis reklamieren Stellungswiederholung", Role.WHITE)
        made.tables[20].put(DeviceChanged(Device.MICROPHONE, False))
        made.say(31, "ich gebe auf", Role.WHITE)
        made.say(31, "ja", Role.WHITE)
        made.now += 75 * SECOND
        for number, table in made.tables.items():
            table.seconds += 75
            made.follow(number, alive=number != 33)
        made.tables[3].seconds += 190
        made.follow(3)
        made.show()
        yield made


@pytest.fixture
def tab(browser: Browser, hall: ServedHall) -> Iterator[Tab]:
    hall.items.clear()
    made = browser.open(hall.server.address)
    made.look(1366, 768)
    made.wait_for("document.querySelectorAll('#rows tr').length === 40")
    yield made
    made.close()


def test_forty_tables_are_seen_at_once_with_what_calls_for_an_arbiter(tab: Tab) -> None:
    last = "document.querySelector('#table-40').getBoundingClientRect()"
    assert tab.evaluate(f"{last}.bottom <= innerHeight && {last}.right <= innerWidth")
    for number, mark in ((12, "Remis 9.2"), (20, "Gerät"), (31, "0-1"), (33, "allein")):
        assert mark in tab.text(f"#table-{number}")
    assert "Weber-Hohenfels 7, Anna" in tab.text("#table-7")
    tab.wait_for("document.querySelector('#table-3 .low .time')?.textContent.startsWith('0:')")
    assert tab.evaluate("document.querySelectorAll('#table-1 .small use').length") == 32
    right = "getBoundingClientRect().right"
    badges = "[...document.querySelectorAll('#rows .badge')]"
    cut = f"{badges}.filter((one) => one.{right} > one.closest('td').{right}).length"
    assert tab.evaluate(cut) == 0
    assert "wartet" not in tab.text("#queue")  # since when stands beside it, and runs
    assert "1:15" in tab.text("#queue")


def test_what_is_done_there_is_what_could_be_typed(tab: Tab, hall: ServedHall) -> None:
    tab.click("#queue [data-take='7']")
    tab.click("#rows [data-table='12']")
    tab.wait_for(contains("#opened-told", "Reklamation 9.2"))
    tab.wait_for(contains("#talk", "In der letzten Minute"))
    tab.wait_for(contains("#opened-white", "4:53 Weber-Hohenfels 12, Anna reklamiert"))
    assert tab.evaluate("document.activeElement.id") == "opened-head"
    assert tab.evaluate(f"document.querySelector('{square('e4')}')?.dataset.piece") != "p"
    tab.evaluate("document.querySelector('#order-name').value = 'pause'")
    tab.click("#order button")
    tab.click("#line-text")
    tab.type("alle weiter")
    tab.press("Enter")
    tab.wait_for("document.querySelector('#line-text').value === ''")
    tab.click("#sign-passphrase")
    tab.type("a rook")
    tab.press("Enter")
    tab.wait_for("document.querySelector('#sign-passphrase').value === ''")
    tab.click("#queue [data-take='7']")
    tab.press("Escape")
    assert tab.evaluate("document.activeElement.dataset.table") == "12"
    lines = [one.text for one in hall.items if isinstance(one, TypedLine)]
    assert lines[:3] == ["Tisch 7: ich komme", "Tisch 12: pause", "alle weiter"]
    assert SignsIn("Anna Schmidt", "a rook") in hall.items
    assert tab.faults == []


def test_axe_finds_no_violation_and_nothing_is_cut(tab: Tab, axe: str) -> None:
    tab.click("#rows [data-table='12']")
    tab.wait_for(contains("#opened-told", "Reklamation 9.2"))
    found = {}
    for number, (width, height) in enumerate(SIZES):
        tab.look(width, height, 1, **THEMES[number])
        if told := violations(tab, axe):
            found[width, height] = told
        assert tab.evaluate("document.documentElement.scrollWidth") <= width
    assert found == {}


def test_a_call_is_heard_once_and_a_row_is_read_as_one_of_a_table(
    browser: Browser, hall: ServedHall
) -> None:
    tab = browser.open(hall.server.address)
    tab.look(1366, 768)
    reader = Listener(tab, hall.server.address)
    called = "Tisch 9, Schwarz ruft."
    hall.say(9, "Schiedsrichter", Role.BLACK)
    hall.tell(9)
    said = reader.hears(f"assertive: {called}")
    assert said.count(f"assertive: {called}") == 1
    rows = tab.evaluate("document.querySelector('#table-9 [role=rowheader]').textContent")
    assert rows == "Tisch 9"
    tab.close()
