# SPDX-License-Identifier: GPL-3.0-or-later
"""How soon the assistant's page shows a move, in milliseconds.

    python -m bench.page [--moves 60] [--json FILE]

A real ``hektor play --page`` gets a typed line; the clock stops when the move stands in the score
of the page in Chromium ("changed"), and when the frame that shows it is painted ("painted").
"""

import argparse
import tempfile
import time
from pathlib import Path

import chess

from bench import results
from bench.browser import Browser, PageGame, Tab

WATCH = """
const now = () => performance.timeOrigin + performance.now();
new MutationObserver(() => {
    window.changed = now();
    requestAnimationFrame(() => setTimeout(() => { window.painted = now(); }));
}).observe(document.querySelector('#moves'), {childList: true, subtree: true});
0"""
"""Notes the times, in milliseconds since 1970, of a change and of the end of its frame."""


def moves(count: int) -> list[str]:
    """The first legal moves of some game."""
    board, made = chess.Board(), []
    for number in range(count):
        legal = sorted(board.legal_moves, key=str)
        made.append(legal[number * 7 % len(legal)])
        board.push(made[-1])
    return [move.uci() for move in made]


def measure(tab: Tab, game: PageGame, count: int) -> list[tuple[float, float]]:
    """Milliseconds from each line to the change of the page, and to the end of its frame."""
    taken = []
    game.type("")  # starts the game, once Hektor is ready
    tab.wait_for("document.querySelector('#white.running')")
    tab.evaluate(WATCH)
    for move in moves(count):
        tab.evaluate("window.painted = 0")
        sent = time.time() * 1000
        game.type(move)
        tab.wait_for("window.painted")
        changed, painted = tab.evaluate("[window.changed, window.painted]")
        taken.append((changed - sent, painted - sent))
        game.type("")  # presses the clock
        tab.wait_for("document.querySelector('#state').textContent.includes('am Zug')")
    return taken


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--moves", type=int, default=60)
    results.add_option(parser)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = Path(name)
        game = PageGame(folder)
        browser = Browser(folder / "chromium")
        try:
            tab = browser.open(game.address)
            tab.look(1280, 900)
            taken = measure(tab, game, given.moves)
            tab.close()
        finally:
            browser.close()
            game.close()
    found = {
        "changed_ms": results.summary([changed for changed, _ in taken]),
        "painted_ms": results.summary([painted for _, painted in taken]),
    }
    for name, figure in found.items():
        print(f"{name}: {figure}")
    results.write(given.json, "page", found)


if __name__ == "__main__":
    main()
