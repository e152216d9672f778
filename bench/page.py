# SPDX-License-Identifier: GPL-3.0-or-later
"""How soon the assistant's page shows a move, and that many readers do not disturb the game.

    python -m bench.page [--moves 60] [--readers 24] [--asleep 15] [--json FILE]

A real ``hektor play --page`` gets a typed line; the clock stops when the move stands in the score
of the page in Chromium ("changed"), and when the frame that shows it is painted ("painted").
"First paint" is that of a page that is opened. "Printed" is when the line of the read-back comes
out of the program: alone, and again while ``--readers`` other pages listen, a tenth of which never
read. "Stale" is how soon the page says that Hektor was stopped, "mended" how soon it is up to date
again once Hektor goes on, "awake" the same for a browser that stood still for ``--asleep`` seconds,
as in a laptop that sleeps: longer than Hektor waits for a page that does not read. All in
milliseconds.
"""

import argparse
import selectors
import signal
import socket
import tempfile
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import urlsplit

import chess

from bench import results
from bench.browser import PATIENCE, Browser, PageGame, Tab
from ground.progress import Progress

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
    for move in Progress().over(moves(count)):
        tab.evaluate("window.painted = 0")
        sent = time.time() * 1000
        game.type(move)
        tab.wait_for("window.painted")
        changed, painted = tab.evaluate("[window.changed, window.painted]")
        taken.append((changed - sent, painted - sent))
        game.type("")  # presses the clock
        tab.wait_for("document.querySelector('#state').textContent.includes('am Zug')")
    return taken


def first_paint(tab: Tab, game: PageGame, count: int) -> list[float]:
    """Milliseconds from the navigation to the first paint with something on it, page by page."""
    taken = []
    for _ in range(count):
        tab.go(game.address)
        tab.wait_for("performance.getEntriesByName('first-contentful-paint').length")
        taken.append(
            tab.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
        )
    return taken


def printed(game: PageGame, lines: Sequence[str]) -> list[float]:
    """Milliseconds from each typed move to the line that the program prints."""
    taken = []
    for line in lines:
        while not game.printed.empty():
            game.printed.get()
        sent = time.time()
        game.type(line)
        taken.append((game.printed.get(timeout=PATIENCE)[0] - sent) * 1000)
        game.type("")
        game.printed.get(timeout=PATIENCE)
    return taken


def crowd(game: PageGame, count: int) -> tuple[list[socket.socket], threading.Event]:
    """So many pages that listen; every tenth never reads."""
    address = urlsplit(game.address)
    ended = threading.Event()
    made = []
    for number in range(count):
        client = socket.create_connection((address.hostname or "", address.port or 0), PATIENCE)
        client.sendall(
            f"GET {address.path}events?known=0 HTTP/1.1\r\nHost: {address.netloc}\r\n\r\n".encode()
        )
        made.append(client)
        if number % 10:
            client.setblocking(False)
    readers = selectors.DefaultSelector()
    for number, client in enumerate(made):
        if number % 10:
            readers.register(client, selectors.EVENT_READ)

    def read() -> None:
        while not ended.is_set():
            for key, _ in readers.select(0.2):
                if not key.fileobj.recv(65536):  # type: ignore[union-attr]
                    readers.unregister(key.fileobj)

    threading.Thread(target=read, daemon=True).start()
    return made, ended


def lost(tab: Tab, game: PageGame) -> tuple[float, float]:
    """Milliseconds until the page says that Hektor stopped, and until it is mended."""
    game.signal(signal.SIGSTOP)
    began = time.time()
    tab.wait_for("document.querySelector('body.stale')")
    stale = time.time() - began
    game.signal(signal.SIGCONT)
    began = time.time()
    tab.wait_for("!document.querySelector('body.stale')")
    return stale * 1000, (time.time() - began) * 1000


def asleep(browser: Browser, tab: Tab, game: PageGame, made: Sequence[str], wait: float) -> float:
    """Milliseconds after a sleep of ``wait`` seconds until the page shows the last move of
    ``made``, which was made meanwhile."""
    browser.sleep()
    try:
        game.type(made[-1], "")
        time.sleep(wait)
    finally:
        browser.wake()
    began = time.time()
    tab.wait_for(
        f"document.querySelector('#moves [aria-current]').dataset.ply === '{len(made)}'"
        " && !document.querySelector('body.stale')"
    )
    return (time.time() - began) * 1000


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--moves", type=int, default=60)
    parser.add_argument("--readers", type=int, default=24)
    parser.add_argument("--asleep", type=float, default=15, metavar="SECONDS")
    results.add_option(parser)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = Path(name)
        games = [PageGame(folder / number) for number in ("page", "crowd")]
        lines = moves(2 * given.moves)
        browser = Browser(folder / "chromium")
        try:
            tab = browser.open(games[0].address)
            tab.look(1280, 900)
            paint = first_paint(tab, games[0], 1 + given.moves // 6)
            taken = measure(tab, games[0], given.moves)
            outages = [lost(tab, games[0]) for _ in range(1 + given.moves // 12)]
            sleeps = [
                asleep(browser, tab, games[0], lines[:ply], given.asleep)
                for ply in range(given.moves + 1, given.moves + 2 + given.moves // 12)
            ]
            tab.close()
            games[1].type("")
            alone = printed(games[1], lines[: given.moves])
            clients, ended = crowd(games[1], given.readers)
            crowded = printed(games[1], lines[given.moves :])
            ended.set()
            for client in clients:
                client.close()
        finally:
            browser.close()
            for game in games:
                game.close()
    found = {
        "changed_ms": results.summary([changed for changed, _ in taken]),
        "painted_ms": results.summary([painted for _, painted in taken]),
        "first_paint_ms": results.summary(paint),
        "printed_ms": results.summary(alone),
        "printed_with_readers_ms": results.summary(crowded),
        "stale_ms": results.summary([stale for stale, _ in outages]),
        "mended_ms": results.summary([mended for _, mended in outages]),
        "awake_ms": results.summary(sleeps),
    }
    for name, figure in found.items():
        print(f"{name}: {figure}")
    results.write(given.json, "page", found)


if __name__ == "__main__":
    main()
