# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the pictures of the assistant's page for the docs: ``python -m bench.pictures``.

A game is typed into ``hektor play --page`` in each language, and Chromium shows its page: in the
middle of the game, and when a wrong board is put right, in dark colours. Writes
``docs/LANG/page.png`` and ``docs/LANG/wrong-board.png``.
"""

import argparse
import tempfile
from pathlib import Path

from bench.browser import ROOT, Browser, PageGame, Tab

WIDTH, HEIGHT, SCALE = 1000, 800, 0.8
"""Of the window, in CSS pixels, and how many pixels of the picture are one of them."""

WRONG = "Bella eins: weißer König\\ne1 leer"
"""What stands differently on the board."""


def shoot(tab: Tab, path: Path, colours: str) -> None:
    """Write what the window shows, in light or dark colours."""
    tab.look(round(WIDTH * SCALE), round(HEIGHT * SCALE), SCALE, prefers_color_scheme=colours)
    tab.screenshot(path, whole=False)


def pictures(browser: Browser, language: str, folder: Path, out: Path) -> None:
    """Both pictures of one language."""
    game = PageGame(
        folder, "--page-language", language, "--language", language, "--time", "15+10",
        "--white", "Anna", "--black", "Bernd",
    )  # fmt: skip
    tab = browser.open(game.address)
    try:
        game.type("Eva vier", "", "David fünf", "")
        tab.wait_for("document.querySelectorAll('#todo li').length === 2")
        tab.evaluate("document.querySelector('#all-done').click()")
        tab.wait_for("document.querySelectorAll('#todo li.done').length === 2")
        game.type("Eva schlägt David fünf")
        tab.wait_for("document.querySelectorAll('#todo li:not(.done)').length === 2")
        shoot(tab, out / "page.png", "light")
        tab.evaluate(f"document.querySelector('#differs').value = '{WRONG}'")
        tab.evaluate("document.querySelector('#compare button:not([id])').click()")
        tab.wait_for("document.querySelectorAll('#corrections li').length > 0")
        tab.evaluate("document.querySelector('section.compare').scrollIntoView()")
        shoot(tab, out / "wrong-board.png", "dark")
    finally:
        tab.close()
        game.close()


def main() -> None:
    parser = argparse.ArgumentParser(description="Make the pictures of the assistant's page.")
    parser.add_argument("--languages", nargs="+", default=["de", "en"], metavar="LANG")
    parser.add_argument("--out", type=Path, default=ROOT / "docs", help="default: docs")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        browser = Browser(Path(name) / "chromium")
        try:
            for language in options.languages:
                out = options.out / language
                out.mkdir(parents=True, exist_ok=True)
                pictures(browser, language, Path(name), out)
        finally:
            browser.close()


if __name__ == "__main__":
    main()
