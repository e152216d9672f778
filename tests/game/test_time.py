# SPDX-License-Identifier: GPL-3.0-or-later
"""A laptop that is closed, a program that is kept from running, a time of day that is changed."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from boards import Board, Clock, typed
from told import sentence

from announce.text.settings import LANGUAGES, Settings
from announce.words.events import words
from game.base.game_time import SLEPT, STOOD, GameTime, system_sleep
from game.base.inbox import Inbox
from game.play.game import HEARTBEAT, Game
from game.play.loop import Loop
from game.sound.presenter import Presenter
from record.session import Session
from record.snapshot import replayed
from table.chessclock import ALONE
from table.core.conditions import SECOND, Conditions
from table.core.inputs import Stood
from table.core.state import new_state
from table.events.dialogue import Stoppage, TimeStood


class Machine:
    """The clocks of a computer that can be put to sleep between two items of a loop's queue."""

    def __init__(self) -> None:
        self.monotonic = Clock()
        self.slept = Clock()
        self.wall = "2026-06-01T12:00:00+02:00"

    def passes(self, seconds: float) -> None:
        self.monotonic.now += round(seconds * SECOND)


class Played:
    """A loop on such a machine, to which items come one by one."""

    def __init__(self, folder: Path) -> None:
        self.machine = Machine()
        machine = self.machine
        self.board = Board(folder, wall=lambda: machine.wall)
        inbox = Inbox(machine.monotonic)
        time = GameTime(machine.monotonic, machine.slept, counts_sleep=False)
        self.game = Game(self.board.session, self.board.presenter, inbox, time=time)
        self.loop = Loop(inbox, self.board.presenter, self.game)
        self.loop.start()

    def one(self, item: Any) -> None:
        self.loop.turn(item)

    def say(self, text: str) -> None:
        self.one(typed(text, self.machine.monotonic.now / SECOND))

    def white(self) -> float:
        return self.board.session.state.clock.remaining(True, self.game.now()) / SECOND


@pytest.fixture
def played(tmp_path: Path) -> Played:
    return Played(tmp_path)


def test_sleep_pauses_both_clocks_and_is_told(played: Played) -> None:
    """Linux and macOS: the monotonic clock stood meanwhile."""
    played.say("")
    played.machine.passes(5)
    played.machine.slept.now += 3600 * SECOND
    played.say("meine Zeit")
    assert played.board.lines[-3:] == [
        sentence("game.stood.asleep", time="eine Stunde"),
        sentence("game.clocks_stand"),
        "Weiß: vier Minuten und fünfundfünfzig Sekunden.",
    ]
    played.machine.passes(8)
    played.say("weiter")
    assert played.white() == 295


def test_sleep_is_deducted_where_the_clock_ran(played: Played) -> None:
    """Windows: the monotonic clock may count the sleep; no flag falls by it."""
    played.say("")
    played.machine.passes(1)
    played.say("meine Zeit")
    played.machine.passes(3600)
    played.say("meine Zeit")
    assert played.white() == 299
    assert played.board.session.state.paused
    assert not any("abgelaufen" in line for line in played.board.lines)


def test_typing_during_a_stall_counts_from_waking(played: Played) -> None:
    played.say("")
    played.machine.passes(20)
    played.one(typed("e4", 10))
    assert played.board.lines[-1] == sentence("game.refused.paused")
    assert [entry.at for entry in played.board.archive.entries(1)] == [0, 0, 0]


def test_sleep_before_the_game_does_not_matter(played: Played) -> None:
    played.machine.passes(3600)
    played.say("")
    assert not played.board.session.state.paused
    assert played.white() == 300


def test_changed_time_of_day_changes_nothing(played: Played) -> None:
    played.say("")
    played.machine.passes(5)
    played.machine.wall = "2026-06-01T09:00:00+02:00"
    played.say("e4")
    assert played.white() == 295
    walls = [entry.wall for entry in played.board.archive.entries(1)]
    assert walls == sorted(walls, reverse=True)


def test_journal_gives_same_clocks_after_a_sleep(played: Played) -> None:
    played.say("e4")
    played.machine.slept.now += 60 * SECOND
    played.say("weiter")
    played.say("")
    played.board.session.close()
    assert replayed(played.board.archive, 1).state == played.board.session.state


def test_a_busy_machine_is_not_asleep() -> None:
    machine = Machine()
    time = GameTime(machine.monotonic, machine.slept)
    machine.passes(STOOD / SECOND)
    machine.slept.now += SLEPT
    assert time.gap() is None
    assert time.now() == STOOD
    machine.passes(STOOD / SECOND + 1)
    assert time.gap() == Stood(Stoppage.STOPPED, STOOD + SECOND)
    assert time.now() == STOOD
    assert time.gap() is None
    assert HEARTBEAT < STOOD


def test_moment_in_a_gap_is_the_end_of_it() -> None:
    """What was typed while the program was stopped comes after all that was done before."""
    machine = Machine()
    time = GameTime(machine.monotonic, machine.slept)
    machine.passes(1)
    time.now()
    machine.passes(STOOD / SECOND + 1)
    assert time.now() == SECOND
    machine.passes(5)
    assert [time.at(round(at * SECOND)) for at in (0.5, 1, 9, 13)] == [
        *(SECOND, SECOND, SECOND, 2 * SECOND)
    ]


@pytest.mark.parametrize("slept", [3, 300])
def test_sleep_is_deducted_where_the_clock_ran_on(slept: int) -> None:
    """Windows' clock does; also a short sleep is told, and charged to nobody."""
    clock, asleep = Clock(), Clock()
    time = GameTime(clock, asleep, counts_sleep=True)
    clock.now += SECOND
    assert time.now() == SECOND
    clock.now += (slept + 1) * SECOND
    asleep.now += slept * SECOND
    assert time.now() == 2 * SECOND
    assert time.gap() == Stood(Stoppage.ASLEEP, slept * SECOND)


def test_a_program_that_stood_before_it_slept_lost_both(played: Played) -> None:
    clock, asleep = Clock(), Clock()
    time = GameTime(clock, asleep, counts_sleep=True)
    clock.now += 60 * SECOND
    asleep.now += 20 * SECOND
    assert time.now() == 0
    assert time.gap() == Stood(Stoppage.STOPPED, 60 * SECOND)


def test_sleep_of_this_system_is_known() -> None:
    assert system_sleep() >= 0


def test_the_clock_alone_sleeps_too() -> None:
    machine = Machine()
    lines: list[str] = []
    settings = Settings()
    session = Session(new_state(Conditions(time_control="5")), settings, table=ALONE)
    time = GameTime(machine.monotonic, machine.slept)
    presenter = Presenter(settings, lines.append)
    inbox = Inbox(machine.monotonic)
    loop = Loop(inbox, presenter, Game(session, presenter, inbox, time=time))
    loop.start()
    loop.turn(typed("", 0))
    machine.slept.now += 60 * SECOND
    loop.turn(None)
    assert session.state.paused
    assert sentence("game.stood.asleep", time="eine Minute") in lines


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_said_in_every_language(language: str) -> None:
    settings = Settings(language=language)
    for why in Stoppage:
        stood = TimeStood(0, why, 70 * SECOND, True)
        assert len(words(stood, settings)) == 1
        assert len(words(replace(stood, decides=True), settings)) == 3
