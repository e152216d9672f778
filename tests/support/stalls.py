# SPDX-License-Identifier: GPL-3.0-or-later
"""The real loop on a machine whose disk, terminal and loudspeaker can hold it up."""

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from boards import Clock

from announce.text.settings import Settings
from announce.text.utterance import Priority, Utterance
from game.base.game_time import GameTime
from game.base.inbox import Inbox, Item, TypedLine
from game.play.game import Game
from game.play.loop import Loop
from game.sound.presenter import Presenter
from game.speech.voice import Voice
from record.archive_file import JournalError
from record.journal import Archive, Journal
from record.session import begin
from table.core.conditions import SECOND, Conditions
from table.events.game import Role


class Timeline(Inbox):
    """Items that come at their times; whoever waits for them lets the time pass."""

    def __init__(self, clock: Clock) -> None:
        super().__init__(clock)
        self.machine = clock
        self.coming: list[tuple[int, Item]] = []

    def get(self, timeout: float) -> Item | None:
        """The next item, at its moment or, if the loop was held up, as soon as it asks."""
        due = self.machine.now + round(max(timeout, 0.001) * SECOND)
        if not self.coming:
            return TypedLine("ende", 0)
        if self.coming[0][0] > due:
            self.machine.now = due
            return None
        at, item = self.coming.pop(0)
        self.machine.now = max(self.machine.now, at)
        return item

    def waiting_since(self) -> int | None:
        """When the oldest item came that still waits."""
        at = self.coming[0][0] if self.coming else self.machine.now + 1
        return at if at <= self.machine.now else None


class HoldingSpeech:
    """A loudspeaker that takes what it is given after ``held`` nanoseconds."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.held = 0
        self.voice = Voice()

    def say(self, utterance: Utterance) -> int:
        self.clock.now, self.held = self.clock.now + self.held, 0
        return 0

    def knock(self) -> bool:
        return False

    def cancel(self, up_to: Priority = Priority.NOW) -> None:
        """Cut nothing."""

    def give_way(self) -> None:
        """Do nothing: nobody speaks."""

    def go_on(self, *, answered: bool) -> None:
        """Do nothing: nothing gave way."""

    def wait_idle(self, timeout: float | None = None) -> bool:
        return True

    def close(self) -> None:
        """Close no device."""


class Stalled:
    """A game of ``minutes`` in which the loop can be held up; times in seconds."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, **conditions: Any) -> None:
        self.clock, self.slept = Clock(), Clock()
        self.archive = Archive(folder / "games.sqlite")
        agreed = Conditions(**{"press_after": None, "time_control": "1", **conditions})
        self.session = begin(self.archive, agreed, Settings(), lambda: "")
        self.inbox = Timeline(self.clock)
        self.lines: list[str] = []
        self.events: list[Any] = []
        self.speech = HoldingSpeech(self.clock)
        self.disk_holds = 0  # so many nanoseconds the next entry takes
        self.beat_holds = 0  # and the next sign of life
        self.terminal_holds = 0
        self.disk_is_full = False
        self._hold_disk(monkeypatch)
        presenter = Presenter(Settings(), self._write, self.speech, overheard=self._overhear)
        time = GameTime(self.clock, self.slept)
        self.game = Game(self.session, presenter, self.inbox, time=time)
        self.loop = Loop(self.inbox, presenter, self.game)

    def at(self, seconds: float, text: str, who: Role | None = None) -> None:
        """A line is typed then."""
        moment = round(seconds * SECOND)
        self.inbox.coming.append((moment, TypedLine(text, moment, who)))

    def meanwhile(self, seconds: float, act: Any) -> None:
        """Let something happen to the machine then."""
        item: Any = _Act(act)
        self.inbox.coming.append((round(seconds * SECOND), item))

    def play(self, until: float) -> None:
        """Let the real loop run."""
        self.inbox.coming.append((round(until * SECOND), TypedLine("ende", 0)))
        get = self.inbox.get

        def acting(timeout: float) -> Item | None:
            item = get(timeout)
            while isinstance(item, _Act):
                item.act()
                item = None
            return item

        self.inbox.get = acting  # type: ignore[method-assign]
        self.loop.run()

    def of_kind(self, kind: type) -> list[Any]:
        return [event for event in self.events if isinstance(event, kind)]

    def white(self) -> float:
        """Seconds on White's display."""
        return self.session.state.clock.remaining(True, self.game.now()) / SECOND

    def assert_time_never_decreases(self) -> None:
        times = [entry.at for entry in self.archive.entries(1)]
        assert all(one <= other for one, other in pairwise(times)), times
        assert times[-1] <= self.archive.last_alive(1)

    def _hold_disk(self, monkeypatch: pytest.MonkeyPatch) -> None:
        append, alive = Journal.append, Journal.alive

        def refuse() -> None:
            if self.disk_is_full:
                raise JournalError("archive_unwritten", archive="games", reason="disk full")

        def slow_append(journal: Journal, **fields: Any) -> None:
            refuse()
            self.clock.now, self.disk_holds = self.clock.now + self.disk_holds, 0
            append(journal, **fields)

        def slow_alive(journal: Journal, at: int) -> None:
            refuse()
            self.clock.now, self.beat_holds = self.clock.now + self.beat_holds, 0
            alive(journal, at)

        monkeypatch.setattr(Journal, "append", slow_append)
        monkeypatch.setattr(Journal, "alive", slow_alive)

    def _write(self, line: str) -> None:
        self.clock.now, self.terminal_holds = self.clock.now + self.terminal_holds, 0
        self.lines.append(line)

    def _overhear(self, events: Sequence[Any]) -> None:
        self.events += events


class _Act:
    """What happens to the machine is no item for the loop."""

    def __init__(self, act: Any) -> None:
        self.act = act
