# SPDX-License-Identifier: GPL-3.0-or-later
"""``hektor play --page`` in a real browser, for tests.

Without Chromium, or without what ``.ci/npm`` fetches, the tests are skipped, except in CI, where
all has to be there. ``./test`` fetches it.
"""

import base64
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bench.browser import Browser, PageGame, Tab, program
from record.journal import Archive
from record.snapshot import stored

ROOT = Path(__file__).parents[2]
CACHE = ROOT / ".cache"
AXE = CACHE / "axe-core-4.14.1.js"
READER = CACHE / "virtual-screen-reader-0.33.0.js"
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
PATIENCE = 60.0


class Game(PageGame):
    """A game of five minutes a side, unless the options say otherwise."""

    def __init__(self, folder: Path, *options: str) -> None:
        super().__init__(folder, "--time", "5", *options)

    def leave(self) -> None:
        """The program ends, and its record is complete."""
        self.type("ende")
        self.wait()

    def moves(self) -> list[str]:
        """The moves on record, once the program has ended."""
        self.wait()
        return [made.facts.uci for made in stored(Archive(self.archive), 1).state.record]

    def heard(self) -> str:
        """All inputs on record, once the program has ended."""
        inputs = [entry.input for entry in Archive(self.archive).entries(1)]
        return json.dumps(inputs, ensure_ascii=False)


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    if program() is None and not os.environ.get("CI"):
        pytest.skip("Chromium is not installed")
    made = Browser(tmp_path_factory.mktemp("chromium"))
    yield made
    made.close()


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


def fetched(path: Path) -> bytes:
    """A script that ``.ci/npm`` has fetched."""
    if not path.exists() and not os.environ.get("CI"):
        pytest.skip(f"{path.name} was not fetched; ./test does it")
    return path.read_bytes()


@pytest.fixture(scope="module")
def axe() -> str:
    return fetched(AXE).decode()


def violations(tab: Tab, axe: str) -> Any:
    """Violations that axe-core finds, each with the elements."""
    tab.evaluate(f"{axe}; 0")
    options = {"runOnly": {"type": "tag", "values": TAGS}, "resultTypes": ["violations"]}
    return tab.evaluate(
        f"axe.run(document, {json.dumps(options)}).then((told) => told.violations.map("
        "(one) => [one.id, one.nodes.map((node) => node.html)]))"
    )


def contains(selector: str, text: str) -> str:
    """The condition that an element has a text."""
    found = f"document.querySelector({json.dumps(selector)})?.textContent"
    return f"{found}?.includes({json.dumps(text)})"


def square(name: str) -> str:
    """The selector of a square of the board."""
    return f'[data-square="{name}"]'


class Listener:
    """A screen reader on a page: what it says, in order."""

    def __init__(self, tab: Tab, address: str) -> None:
        self.tab = tab
        self._told = 0
        tab.call("Page.setBypassCSP", enabled=True)  # the reader is no part of the page
        tab.go(address)
        script = base64.b64encode(fetched(READER)).decode()
        tab.evaluate(
            f"import('data:text/javascript;base64,{script}').then(async ({{virtual}}) => {{"
            " window.reader = virtual; await virtual.start({container: document.body}); })"
        )
        self.said()

    def said(self) -> list[str]:
        """Phrases said since the last time."""
        told = self.tab.evaluate("reader.spokenPhraseLog()")
        new: list[str] = told[self._told :]
        self._told = len(told)
        return new

    def hears(self, line: str) -> list[str]:
        """Phrases said until ``line`` has been."""
        self.tab.wait_for(
            f"reader.spokenPhraseLog().then((told) => told.slice({self._told})"
            f".includes({json.dumps(line)}))"
        )
        return self.said()
