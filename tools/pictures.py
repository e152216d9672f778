# SPDX-License-Identifier: GPL-3.0-or-later
"""Pictures of the assistant's page: ``python -m tools.pictures`` makes those of the docs.

A game is typed into ``hektor play --page`` in each language, and Chromium shows its page: in the
middle of the game, and when a wrong board is put right, in dark colours. Writes
``docs/LANG/page.png`` and ``docs/LANG/wrong-board.png``.

``python -m tools.pictures --check FOLDER`` makes pictures of this page and of that of a study in
seven sizes and three themes instead, to be looked at, and asks axe-core about each; what it finds
is printed.
"""

import argparse
import json
import tempfile
from pathlib import Path
from typing import Any

from bench.browser import ROOT, Browser, PageGame, Tab

WIDTH, HEIGHT, SCALE = 1240, 700, 0.6
"""Of the window, in CSS pixels, and how many pixels of the picture are one of them."""

SIZES = ((320, 568), (568, 320), (375, 812), (768, 1024), (1024, 600), (1366, 768), (1920, 1080))
THEMES: dict[str, Any] = {
    "light": {"prefers_color_scheme": "light"},
    "dark": {"prefers_color_scheme": "dark"},
    "forced": {"forced_colors": "active"},
}
AXE = ROOT / ".cache" / "axe-core-4.14.1.js"

STUDIED = """[Event "Bled"]
[Date "1931.08.23"]
[White "Alekhine, Alexander"]
[Black "Nimzowitsch, Aron"]
[Result "1-0"]

1. e4 e6 2. d4 d5 3. Nc3 {Oder 3. e5.}
(3. e5 $5 c5 4. c3 (4. Nf3 cxd4) 4... Nc6) 3... Bb4 4. Nge2 $2
1-0

[Event "Klub"]
[White "Meier"]
[Black "Novak"]
[Result "0-1"]

1. e4 c5 0-1
"""
"""Two games to be studied."""

WRONG = "Bella eins: weißer König\\ne1 leer"
"""Squares that differ on the board."""


def shoot(tab: Tab, path: Path, colours: str) -> None:
    """Write what the window shows, in light or dark colours."""
    tab.look(round(WIDTH * SCALE), round(HEIGHT * SCALE), SCALE, prefers_color_scheme=colours)
    tab.screenshot(path, whole=False)


def begin(browser: Browser, language: str, folder: Path) -> tuple[PageGame, Tab]:
    """A game in its middle, and its page."""
    game = PageGame(
        folder, "--page-language", language, "--language", language, "--time", "15+10",
        "--white", "Anna", "--black", "Bernd",
    )  # fmt: skip
    tab = browser.open(game.address)
    tab.look(WIDTH, HEIGHT)
    game.type("Eva vier", "", "David fünf", "")
    tab.wait_for("document.querySelectorAll('#moves a').length >= 2")
    tab.evaluate("document.querySelector('#all-done').click()")
    tab.wait_for("document.querySelectorAll('#todo li.done').length === 2")
    game.type("Eva schlägt David fünf")
    tab.wait_for("document.querySelectorAll('#todo li:not(.done)').length === 2")
    return game, tab


def pictures(browser: Browser, language: str, folder: Path, out: Path) -> None:
    """Both pictures of one language."""
    game, tab = begin(browser, language, folder)
    try:
        shoot(tab, out / "page.png", "light")
        tab.evaluate(f"document.querySelector('#differs').value = '{WRONG}'")
        tab.evaluate("document.querySelector('#compare').requestSubmit()")
        tab.wait_for("document.querySelectorAll('#corrections li').length > 0")
        shoot(tab, out / "wrong-board.png", "dark")
    finally:
        tab.close()
        game.close()


def begin_study(browser: Browser, folder: Path) -> tuple[PageGame, Tab]:
    """A study in a variation, and its page."""
    file = folder / "games.pgn"
    file.write_text(STUDIED, encoding="utf-8")
    game = PageGame(folder, str(file), "--language", "de", command="study")
    tab = browser.open(game.address)
    game.type("Zug drei", "Variante", "was wäre wenn a6")
    tab.wait_for("document.querySelector('#tried').textContent")
    return game, tab


def check(game: PageGame, tab: Tab, name: str, out: Path) -> int:
    """Pictures in all sizes and themes; how many of them axe-core finds fault with."""
    faulty = 0
    try:
        tab.evaluate(f"{AXE.read_text(encoding='utf-8')}; 0")
        for width, height in SIZES:
            for theme, media in THEMES.items():
                tab.look(width, height, **media)
                tab.screenshot(out / f"{name}-{width}x{height}-{theme}.png", whole=False)
                found = tab.evaluate(
                    "axe.run(document, {resultTypes: ['violations']}).then((told) =>"
                    " told.violations.map((one) => [one.id, one.nodes.map((node) => node.html)]))"
                )
                faulty += bool(found)
                told = json.dumps(found) if found else "no violation"
                print(f"{name} {width}x{height} {theme}: {told}")
    finally:
        tab.close()
        game.close()
    return faulty


def main() -> int:
    """Make the pictures."""
    parser = argparse.ArgumentParser(description="Make pictures of the assistant's page.")
    parser.add_argument("--languages", nargs="+", default=["de", "en"], metavar="LANG")
    parser.add_argument("--out", type=Path, default=ROOT / "docs", help="default: docs")
    parser.add_argument("--check", type=Path, metavar="FOLDER", help="all sizes and themes")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(
        ignore_cleanup_errors=True
    ) as name:  # a helper may still write
        browser = Browser(Path(name) / "chromium")
        try:
            if options.check:
                options.check.mkdir(parents=True, exist_ok=True)
                folder = Path(name)
                return check(*begin(browser, "de", folder), "page", options.check) + check(
                    *begin_study(browser, folder), "study", options.check
                )
            for language in options.languages:
                out = options.out / language
                out.mkdir(parents=True, exist_ok=True)
                pictures(browser, language, Path(name), out)
        finally:
            browser.close()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
