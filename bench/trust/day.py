# SPDX-License-Identifier: GPL-3.0-or-later
"""Eight hours of a tournament: does anything grow, or stay behind?

    python -m bench.trust.day [--games 10] [--moves 20] [--hours 8] [--json FILE]

One process, as a club would leave it running: game after game of two synthetic people by sound, in
a simulated room (`game.play.simulated_room`), with the talk that people make at the board and
between games, each game on record in one archive. A page is open all day long. Between the first
games both players teach Hektor their voices, each in a process of its own as ``hektor learn`` is,
and are heard with what was learnt from then on. While they think the room is silent, and nothing
of that silence is computed: for what that takes there is ``bench.trust.idle``.

The memory is that of the process after each game, when the game is let go of; it grows from the
second game, the first one with both voices, to the last one. Threads and open files are counted
before the first game and after the last.
"""

import argparse
import gc
import multiprocessing
import os
import random
import re
import tempfile
import threading
import time
import urllib.request
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import chain
from multiprocessing import resource_tracker
from pathlib import Path
from typing import Any

from announce.page.view import View
from announce.text.settings import Settings
from bench import results
from bench.conversation import acts, line_of_moves, resigned
from bench.dictations import outside
from bench.talk.acts import Act, Group
from bench.talkers import Conversation, Place, ReckonedRoom, SteadyRenderer, to_microphone
from game.app.commands import learn as learning
from game.page.assistant import AssistantPage
from game.page.content import Hub
from game.page.server import PageServer
from game.play.devices import Devices
from game.sound.speakers import load
from game.speech.voice import Voice
from ground.progress import Progress
from record.journal import Archive
from record.session import begin
from table.core.conditions import SECOND, Conditions
from table.core.inputs import Begin
from table.core.state import new_state
from training.synthesis import Synthesiser
from voice.hearing.audio import RATE
from voice.hearing.models import find_model
from voice.hearing.recogniser import Recogniser
from voice.learning.phrases import PHRASES
from voice.learning.store import Person, Take, Voices

PLAYERS = {"Anna": Voice(variant="f3", rate=150, pitch=50), "Bernd": Voice(variant="m7", rate=160)}
_TAUGHT = 2
"""Before this game, counted from 1, the players teach Hektor their voices."""

_ASIDES = 3


class Hall(ReckonedRoom):
    """A room in which people think without a sound."""

    def think(self, seconds: float) -> None:
        """Time passes and nothing is heard: nobody computes what the silence sounds like."""
        self._let_be_due(self.now + round(seconds * SECOND))
        self._heard = self.now * RATE // SECOND


class Page:
    """A browser with the page open: it reads what comes, and forgets it."""

    def __init__(self, server: PageServer) -> None:
        self._stream = urllib.request.urlopen(f"{server.address}events")
        self.bytes = 0
        self._thread = threading.Thread(target=self._read, name="browser", daemon=True)
        self._thread.start()

    def _read(self) -> None:
        while data := self._stream.read1(1 << 16):
            self.bytes += len(data)

    def close(self) -> None:
        """After the server said goodbye."""
        self._thread.join(10)
        self._stream.close()


class Day:
    """The archive, the page and the recogniser that stay, and the games that come and go."""

    def __init__(self, folder: Path, page: AssistantPage, synthesiser: Synthesiser) -> None:
        self.archive = Archive(folder / "games.sqlite")
        self._recogniser = Recogniser(find_model())
        self._page = page
        self._synthesiser = synthesiser
        self.seconds = 0.0

    def play(self, number: int, moves: int, seconds: float) -> str:
        """A game of so many moves of each player, which takes about so many seconds; its result."""
        rng = random.Random(f"day {number}")
        white, black = sorted(PLAYERS, reverse=bool(number % 2))
        conditions = Conditions(time_control="120+30", white=white, black=black)
        session = begin(self.archive, conditions, Settings())
        renderer = SteadyRenderer(self._synthesiser)
        halls: list[Hall] = []

        def place(note: Callable[[Any], None]) -> Place:
            devices = Devices(page=self._page, speakers=load(conditions))
            halls.append(Hall(session, self._recogniser, renderer, note, devices=devices))
            halls[0].put(Begin())
            return halls[0]

        self._recogniser.reset()
        self._page.next_game()
        game = line_of_moves(rng, 2 * moves)
        talk = Conversation(place, renderer, (PLAYERS[white], PLAYERS[black]))
        said = acts(rng, game, by_word=number % 3 == 0)
        last = game[-1][0].turn
        said = chain(_thinking(said, halls[0], seconds / len(game)), resigned(last))
        figures = talk.play(said)
        talk.play(_chat(rng))
        halls[0].rest()
        halls[0].think(max(0.0, seconds - halls[0].now / SECOND))  # until the next game
        self.seconds += halls[0].now / SECOND
        session.close()
        outcome = session.state.outcome
        told = "" if not figures.broken else f", broken: {figures.broken}"
        return f"{outcome.result if outcome else '*'} after {len(session.state.record)} plies{told}"


def _thinking(said: Iterator[Act], hall: Hall, seconds: float) -> Iterator[Act]:
    """The same, and the time that people think before they say a move."""
    for act in said:
        if act.group is Group.MOVE:
            hall.think(seconds)
        yield act


def _chat(rng: random.Random) -> Iterator[Act]:
    """What is said between two games."""
    for _ in range(_ASIDES):
        yield Act(rng.random() < 0.5, next(outside(rng)), Group.ASIDE, pause=2.0)


def teach(name: str) -> None:
    """A lesson with all phrases; the voice is kept where the player's game will look for it."""
    voice, store = PLAYERS[name], Voices()
    with Synthesiser() as synthesiser:
        renderer = SteadyRenderer(synthesiser)
        said = [(words, renderer.render(" ".join(words), voice)) for words in PHRASES]
    takes = [Take(words, to_microphone(sound)) for words, sound in said]
    store.save(Person(name, keep=False))
    told = learning.learn(store, Person(name, keep=False), takes)
    print(f"{name}: {told[-1]}", flush=True)


def memory() -> float:
    """What the process holds, in megabytes."""
    gc.collect()
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(status.split("VmRSS:")[1].split()[0]) / 1e3


def open_files() -> list[str]:
    """What the process has open, but for the folder in which that stands."""
    found = [str(each.readlink()) for each in Path("/proc/self/fd").iterdir() if each.is_symlink()]
    return sorted(re.sub(r"\d+", "", name) for name in found if not name.startswith("/proc/"))


def threads() -> int:
    """How many threads of Python's the process has."""
    return threading.active_count()


def play_day(games: int, moves: int, hours: float, folder: Path) -> dict[str, Any]:
    """The games, and what is left of them."""
    hub: Hub[View] = Hub()
    page = AssistantPage(Settings(), hub)
    with ExitStack() as closing:
        synthesiser = closing.enter_context(Synthesiser())
        SteadyRenderer(synthesiser).render("Eva", Voice())  # its process begins
        resource_tracker.ensure_running()  # a pipe of the processes that learn
        day = Day(folder, page, synthesiser)
        before = threads(), open_files()
        page.show(new_state(Conditions()), 0, 0)
        server = PageServer(hub, lambda _: None)
        server.start()
        browser = Page(server)
        held = []
        for number in Progress().over(range(1, games + 1)):
            if number == _TAUGHT:
                for name in PLAYERS:
                    child = multiprocessing.get_context("spawn").Process(target=teach, args=(name,))
                    child.start()
                    child.join()
                    child.close()
            begun = time.process_time()
            told = day.play(number, moves, hours * 3600 / games)
            held.append(memory())
            spent = time.process_time() - begun
            print(f"game {number}: {told}, {spent:.0f} s of a core, {held[-1]:.1f} MB", flush=True)
        server.close()
        browser.close()
        after = threads(), open_files()
    return {
        "games": games,
        "hours": round(day.seconds / 3600, 2),
        "memory_mb": held,
        "growth_mb": round(held[-1] - held[min(_TAUGHT, games) - 1], 1),
        "threads": [before[0], after[0]],
        "open_files": [len(before[1]), len(after[1])],
        "left_open": list((Counter(after[1]) - Counter(before[1])).elements()),
        "page_kb": round(browser.bytes / 1000),
    }


def main() -> None:
    """Play the day, and print what is left of it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--moves", type=int, default=20, help="of each player")
    parser.add_argument("--hours", type=float, default=8)
    results.add_option(parser)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="day-") as name:
        os.environ["XDG_DATA_HOME"] = name  # of the voices
        found = play_day(options.games, options.moves, options.hours, Path(name))
    for key, figure in found.items():
        print(f"{key}: {figure}")
    results.write(options.json, "trust.day", found)


if __name__ == "__main__":
    main()
