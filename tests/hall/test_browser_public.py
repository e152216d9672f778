# SPDX-License-Identifier: GPL-3.0-or-later
"""The public's page of a round in a real browser, from a folder at some web server."""

import functools
import http.server
import os
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import chess
import chess.pgn
import pytest
from browsers import Listener, axe, browser, contains, violations

from announce.text.settings import Settings
from bench.browser import Browser, Tab
from game.page.handler import file
from hall import public
from hall.broadcast import file_of
from rules.score import wrapped

__all__ = ["axe", "browser"]  # fixtures

SIZES = [(320, 568), (375, 812), (1366, 768)]
THEMES: list[dict[str, str]] = [
    {"prefers_color_scheme": "light"},
    {"prefers_color_scheme": "dark"},
    {"forced_colors": "active"},
]
OPENING = ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6", "O-O", "Be7"]


def text(number: int, moves: Sequence[str], result: str = "*") -> str:
    """A table of the public's PGN."""
    game = chess.pgn.Game()
    game.headers.update({
        "Event": "Liga <b>Süd</b>", "Site": "Olomouc", "Date": "2026.11.28", "Round": "3",
        "Board": str(number), "White": f"Weber-Hohenfels {number}, Anna",
        "Black": f"Novák {number}, Jiří", "Result": result,
    })  # fmt: skip
    node: chess.pgn.GameNode = game
    for ply, san in enumerate(moves):
        node = node.add_variation(node.board().parse_san(san))
        node.set_clock(5400 - 75 * ply)
    return wrapped(str(game))


@dataclass
class Published:
    """A folder of forty tables, and a web server that knows nothing of Hektor."""

    folder: Path
    texts: list[str] = field(
        default_factory=lambda: [text(one, OPENING[: one % 10]) for one in range(1, 41)]
    )
    asked: list[str] = field(default_factory=list)
    changes: int = 1_800_000_000

    def __post_init__(self) -> None:
        for name in public.FILES:
            (self.folder / name).write_text(file(name).text, encoding="utf-8")
        self.put()
        asked = self.asked

        class Handler(http.server.SimpleHTTPRequestHandler):
            def log_message(self, format: str, *args: object) -> None:
                asked.append(f"{self.command} {self.path}")

        made = functools.partial(Handler, directory=str(self.folder))
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), made)
        self.address = f"http://127.0.0.1:{self.server.server_port}/"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def put(self, number: int = 0, changed: str = "") -> None:
        if number:
            self.texts[number - 1] = changed
        html, page = public.page(self.texts, 15, 0, Settings()), self.folder / "index.html"
        page.write_text(html, encoding="utf-8")
        self.changes += 10
        os.utime(page, (self.changes, self.changes))  # Hektor never writes twice in one second
        (self.folder / "round.pgn").write_text(file_of(self.texts), encoding="utf-8")


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Published]:
    made = Published(tmp_path)
    yield made
    made.server.shutdown()
    made.server.server_close()


@pytest.fixture
def tab(browser: Browser, place: Published) -> Iterator[Tab]:
    made = browser.open(place.address)
    made.look(1366, 768)
    made.wait_for("document.querySelectorAll('.follow').length === 40")
    yield made
    made.close()


def look(tab: Tab) -> None:
    """The page looks now, as when one comes back to it."""
    tab.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


def test_every_table_has_a_heading_a_board_and_how_it_stands(tab: Tab) -> None:
    assert tab.text("h1") == "Liga <b>Süd</b>, Runde 3"
    assert "Verzögerung: fünfzehn Minuten." in tab.text("header")
    heading = tab.evaluate("document.querySelector('#table-7 .told').textContent")
    assert heading == "Tisch 7: Weber-Hohenfels 7, Anna gegen Novák 7, Jiří"
    assert "4. La4. Schwarz ist am Zug." in tab.text("#table-7 .stands")
    assert tab.text("#table-7 .clocks").endswith("Weiß\xa01:22:30, Schwarz\xa01:23:45")
    assert tab.evaluate("document.querySelectorAll('#table-7 .small use').length") == 32
    assert tab.text("#over") == "Zu Ende: 0 von 40."
    tab.click("#table-7 summary")
    assert "Weiß: Ke1, Dd1, Ta1, Th1, Lc1, La4" in tab.text("#table-7 details")


@pytest.mark.parametrize("number", range(len(SIZES)))
def test_axe_finds_no_violation_and_nothing_is_cut(tab: Tab, axe: str, number: int) -> None:
    width, height = SIZES[number]
    tab.click("#table-7 summary")
    tab.look(width, height, 1, **THEMES[number])
    assert violations(tab, axe) == []
    assert tab.evaluate("document.documentElement.scrollWidth") <= width
    assert tab.faults == []


def test_what_is_new_comes_without_moving_the_reader(tab: Tab, place: Published) -> None:
    tab.click("#table-7 summary")
    focus = "document.activeElement.closest('article').id"
    assert tab.evaluate(focus) == "table-7"
    place.put(7, text(7, OPENING[:8]))
    look(tab)
    tab.wait_for(contains("#table-7 .stands", "4. La4 Sf6. Weiß ist am Zug."))
    assert tab.evaluate("document.querySelector('#table-7 details').open")
    assert tab.evaluate(focus) == "table-7"
    place.put(7, text(7, OPENING[:8], "1-0"))
    look(tab)
    tab.wait_for(contains("#over", "Zu Ende: 1 von 40."))
    assert "over" in tab.evaluate("document.querySelector('#table-7').className")


def test_only_what_was_asked_for_is_told_aloud(browser: Browser, place: Published) -> None:
    tab = browser.open(place.address)
    reader = Listener(tab, place.address)
    tab.evaluate("document.querySelector('#table-7 .follow').click()")
    tab.evaluate("document.querySelector('#results').click()")
    place.put(8, text(8, OPENING[:9]))
    place.put(7, text(7, OPENING[:9]))
    look(tab)
    said = reader.hears("polite: Tisch 7: 4. La4 Sf6 5. 0-0")
    assert not any("Tisch 8" in one for one in said)
    place.put(8, text(8, OPENING[:9], "1/2-1/2"))
    look(tab)
    tab.wait_for(contains("#heard", "Tisch 8: "))
    assert "1/2-1/2" in tab.text("#heard p:last-child")
    tab.close()


def test_it_asks_for_its_own_files_and_sends_nothing(tab: Tab, place: Published) -> None:
    look(tab)
    tab.wait_for("performance.getEntriesByType('resource').some((one) => "
                 "one.name.endsWith('index.html'))")  # fmt: skip
    names = {"", "index.html", *public.FILES}
    assert set(place.asked) <= {f"GET /{one}" for one in names}
    assert tab.evaluate("document.querySelectorAll('form, input, iframe').length") == 0


def test_a_server_that_is_gone_is_told(tab: Tab, place: Published) -> None:
    place.server.shutdown()
    place.server.server_close()
    look(tab)
    tab.wait_for(contains("#connection", "nicht zu erreichen"))
