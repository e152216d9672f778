# SPDX-License-Identifier: GPL-3.0-or-later
"""Something holds the loop up: no flag falls by it, and time never runs backwards."""

import shutil
import signal
import sqlite3
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from scripted import named
from stalls import Stalled
from told import sentence

from announce.errors import UserError
from announce.text.settings import Settings
from clock.events import FlagFell
from game.app.commands import verify
from game.base.inbox import Inbox, TypedLine
from record import archive_file
from record.journal import Archive
from record.session import Session, begin, resume
from rules.outcome import Termination
from table.arbiter.pin import hashed
from table.core.conditions import SECOND, Conditions, Mode
from table.core.inputs import Begin, Hearing, Said, Tick
from table.events.dialogue import Device, DeviceLost, DeviceRestored, Stoppage, TimeStood
from table.events.game import MoveMade, Role
from table.understanding import typed as understood

Make = Callable[..., Stalled]


@pytest.fixture
def stalled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Make:
    def make(**conditions: Any) -> Stalled:
        return Stalled(tmp_path, monkeypatch, **conditions)

    return make


def disk(game: Stalled) -> None:
    game.disk_holds = 70 * SECOND


def heartbeat(game: Stalled) -> None:
    game.beat_holds = 70 * SECOND


def terminal(game: Stalled) -> None:
    game.terminal_holds = 70 * SECOND


def loudspeaker(game: Stalled) -> None:
    game.speech.held = 70 * SECOND


HOLDERS = pytest.mark.parametrize("hold", [disk, heartbeat, terminal, loudspeaker])


@HOLDERS
@pytest.mark.parametrize("mode", list(Mode))
def test_a_stall_in_the_loop_loses_no_game(stalled: Make, hold: Any, mode: Mode) -> None:
    game = stalled(mode=mode)
    game.at(0, "")
    game.at(2, "e4")
    game.meanwhile(3, lambda: hold(game))
    game.at(4, "")
    game.play(90)
    assert not game.of_kind(FlagFell)
    assert game.session.state.paused
    game.assert_time_never_decreases()
    assert 55 < game.white() <= 60


@HOLDERS
def test_after_a_stall_in_competition_the_arbiter_decides(stalled: Make, hold: Any) -> None:
    """Else a player could win time to think: 6.11.3."""
    game = stalled(mode=Mode.COMPETITION, arbiter_pin=hashed("471100"))
    game.at(0, "")
    game.at(2, "e4")
    game.meanwhile(3, lambda: hold(game))
    game.at(4, "")
    game.at(100, "weiter")
    game.play(110)
    (stood,) = game.of_kind(TimeStood)
    assert (stood.why, stood.decides) == (Stoppage.STOPPED, True)
    assert 70 * SECOND <= stood.lasted <= 72 * SECOND
    assert game.lines[-1] == sentence("game.refused.arbiter only")
    assert sentence("game.stood.decides") in game.lines
    assert game.session.state.paused
    recorded = [event for entry in game.archive.entries(1) for event in entry.events]
    assert [event["lasted"] for event in recorded if event["is"] == "TimeStood"] == [stood.lasted]


def test_the_arbiter_may_charge_what_was_not_taken_off(stalled: Make) -> None:
    game = stalled(mode=Mode.COMPETITION, time_control="5")
    game.at(0, "")
    game.meanwhile(10.5, lambda: heartbeat(game))
    game.at(100, "schiedsrichter: siebzig Sekunden weniger für Weiß")
    game.at(101, "schiedsrichter: weiter")
    game.play(102)
    assert sentence("game.stood.ran", colour="Weiß") in game.lines
    assert game.white() == pytest.approx(300 - 10 - 70 - 1, abs=1.5)


def test_a_stall_while_a_claim_is_open_is_told_too(stalled: Make) -> None:
    """9.5.1: the clocks stand for the claim, but the time would run on if it is withdrawn."""
    game = stalled(mode=Mode.COMPETITION)
    game.at(0, "")
    game.at(2, "weiß: Remis reklamieren")
    game.meanwhile(5, lambda: heartbeat(game))
    game.at(100, "weiß: nein")
    game.play(400)
    (stood,) = game.of_kind(TimeStood)
    assert (stood.colour, stood.decides) == (True, True)
    assert not game.of_kind(FlagFell)
    assert game.session.state.paused


def test_a_stop_is_no_sleep_and_both_are_told_apart(stalled: Make) -> None:
    """Control-Z, SIGSTOP: the clock of the computer ran on, that since its start no further."""
    game = stalled()

    def stop() -> None:
        game.clock.now += 600 * SECOND

    def sleep() -> None:
        game.slept.now += 600 * SECOND

    game.at(0, "")
    game.meanwhile(2, stop)
    game.at(3, "weiter")
    game.meanwhile(4, sleep)
    game.at(5, "weiter")
    game.play(620)
    asleep, stopped = Stoppage.ASLEEP, Stoppage.STOPPED
    assert {stood.why for stood in game.of_kind(TimeStood)} == {stopped, asleep}


# --- Left, or killed, and resumed -----------------------------------------------------------------

TODAY = "2026-06-01T12:{:02}:00+02:00"


def killed_and_resumed(folder: Path, **conditions: Any) -> Session:
    """White thinks for a minute, and the program is dead for nine more by the time of day."""
    archive = Archive(folder / "games.sqlite")
    agreed = Conditions(**{"mode": Mode.COMPETITION, **conditions})
    session = begin(archive, agreed, Settings(), lambda: TODAY.format(0))
    session.put(Begin(), 0)
    session.alive(60 * SECOND)
    session.close()
    session, now = resume(archive, 1, Settings(), lambda: TODAY.format(10))
    assert now == 60 * SECOND
    return session


def said(session: Session, text: str, who: Role | None = None) -> list[str]:
    intent = understood(text, session.state, who)
    given = Said(intent, 61 * SECOND, who, text, typed=True)
    return [named(event) for event in session.put(given, 61 * SECOND).events]


@pytest.mark.article("6.11.3")
def test_after_a_kill_in_competition_only_the_arbiter_goes_on(tmp_path: Path) -> None:
    """Else a player kills the program to think for nothing, and says "weiter"."""
    session = killed_and_resumed(tmp_path)
    (stood,) = [event for event in session.last.events if isinstance(event, TimeStood)]
    assert (stood.why, stood.colour, stood.decides) == (Stoppage.ENDED, True, True)
    assert stood.lasted == 9 * 60 * SECOND
    assert said(session, "weiter") == ["Refused"]
    assert said(session, "weiter", Role.WHITE) == ["Refused"]
    assert said(session, "weiter", Role.ARBITER) == ["OrderGiven", "GameResumed"]
    assert session.state.clock.running is not None
    session.close()


def test_after_a_kill_with_a_pin_the_arbiter_gives_it_first(tmp_path: Path) -> None:
    session = killed_and_resumed(tmp_path, arbiter_pin=hashed("471100"))
    assert said(session, "weiter", Role.ARBITER) == ["Refused"]
    assert said(session, "471100") == ["floor taken"]
    assert said(session, "weiter", Role.ARBITER) == ["OrderGiven", "GameResumed"]
    session.close()


@pytest.mark.parametrize("conditions", [{"mode": Mode.TRAINING}, {"no_arbiter": True}], ids=str)
def test_where_no_arbiter_decides_a_player_goes_on(
    tmp_path: Path, conditions: dict[str, Any]
) -> None:
    session = killed_and_resumed(tmp_path, **conditions)
    assert not any(isinstance(event, TimeStood) for event in session.last.events)
    assert said(session, "weiter") == ["GameResumed"]
    session.close()


@pytest.mark.parametrize("today", ["", "2026-06-01", "2026-05-01T00:00:00+02:00", "x" * 40])
def test_a_time_of_day_that_is_none_tells_no_length(tmp_path: Path, today: str) -> None:
    killed_and_resumed(tmp_path).close()
    session, _ = resume(Archive(tmp_path / "games.sqlite"), 1, Settings(), lambda: today)
    session.close()
    *_, last = Archive(tmp_path / "games.sqlite").entries(1)
    assert last.input["lasted"] == 0


# --- A slow machine -------------------------------------------------------------------------------


def test_a_move_in_time_counts_though_the_loop_was_busy(stalled: Make) -> None:
    """Nine seconds are no stall; a mate that was typed in them comes before the flag."""
    game = stalled(fen="7k/8/6K1/8/8/8/8/R7 w - - 0 1", time_control="20s")

    def busy() -> None:
        game.beat_holds = 9 * SECOND

    game.at(0, "")
    game.meanwhile(14, busy)
    game.at(19, "Ta8")
    game.at(19.5, "")
    game.play(30)
    outcome = game.session.state.outcome
    assert outcome is not None
    assert (outcome.result, outcome.termination) == ("1-0", Termination.CHECKMATE)
    game.assert_time_never_decreases()


def test_no_input_counts_before_one_that_is_on_record(stalled: Make) -> None:
    """Threads may be overtaken: what comes late counts from the time that was reached."""
    game = stalled()
    game.session.put(Begin(), 5 * SECOND)
    game.session.put(Hearing(True), 4 * SECOND)
    game.session.put(Tick(), 3 * SECOND)
    game.session.alive(2 * SECOND)
    game.assert_time_never_decreases()


def test_verify_finds_time_that_runs_backwards(stalled: Make, monkeypatch: Any) -> None:
    game = stalled()
    game.session.put(Begin(), 5 * SECOND)
    game.session._reached = 0  # what the session prevents
    game.session.put(Hearing(True), 4 * SECOND)
    game.session.close()
    with pytest.raises(UserError, match="time runs backwards at entry 1"):
        verify.report(game.archive, 1, "*")


# --- A disk that takes nothing --------------------------------------------------------------------


def fill(game: Stalled) -> None:
    game.disk_is_full = True


def free(game: Stalled) -> None:
    game.disk_is_full = False


@pytest.mark.parametrize("mode", list(Mode))
def test_while_nothing_can_be_recorded_both_clocks_stand(stalled: Make, mode: Mode) -> None:
    """A press that is not on record does not count, and its player shall not lose on time."""
    game = stalled(mode=mode)
    game.at(0, "")
    game.at(2, "e4")
    game.meanwhile(10, lambda: fill(game))
    game.at(10.5, "")
    game.at(200, "")
    game.meanwhile(201, lambda: free(game))
    game.play(300)
    assert not game.of_kind(FlagFell)
    assert not game.of_kind(MoveMade)
    assert game.white() == pytest.approx(50, abs=1)
    lost, restored = game.of_kind(DeviceLost), game.of_kind(DeviceRestored)
    assert (len(lost), len(restored)) == (3, 1)  # at the beat, and to all who press
    (stood,) = game.of_kind(TimeStood)
    assert stood.why is Stoppage.DISK
    assert stood.lasted == pytest.approx(191 * SECOND, abs=2 * SECOND)
    competes = mode is Mode.COMPETITION
    asks = sentence(f"program.message.{'arbiter' if competes else 'time'}_stands")
    assert game.lines.count(asks) == 1
    assert stood.decides is competes
    game.assert_time_never_decreases()


def test_a_flag_that_fell_before_the_disk_failed_stays_fallen(stalled: Make) -> None:
    game = stalled()
    game.at(0, "")
    game.meanwhile(59.5, lambda: fill(game))
    game.meanwhile(90, lambda: free(game))
    game.play(300)
    assert [fell.at for fell in game.of_kind(FlagFell)] == [60 * SECOND]
    game.assert_time_never_decreases()


def test_an_archive_that_another_program_holds_costs_nobody_time(
    stalled: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The mover paid for the wait, and was told to make room on the disk."""
    monkeypatch.setattr(archive_file, "PATIENCE", 0.0)
    game = stalled()
    game.at(0, "")
    other = sqlite3.connect(game.archive.path, isolation_level=None)
    game.meanwhile(2, lambda: other.execute("BEGIN IMMEDIATE"))
    game.meanwhile(8, lambda: other.execute("ROLLBACK"))
    game.play(12)
    lost = [one.device for one in game.of_kind(DeviceLost)]
    assert lost == [Device.ARCHIVE]
    assert sentence("game.lost.archive") in game.lines
    assert sentence("game.restored.disk") in game.lines
    assert game.white() > 52  # seconds; the six of the other program are nobody's


@pytest.mark.skipif(sys.platform == "win32", reason="no open file can be deleted there")
def test_a_folder_that_is_deleted_is_told_at_the_next_write(stalled: Make, tmp_path: Path) -> None:
    game = stalled()
    game.at(0, "")
    game.meanwhile(2, lambda: shutil.rmtree(tmp_path))
    game.play(10)
    assert sentence("program.error.archive_gone", archive=str(game.archive.path)) in game.lines
    assert len(game.of_kind(DeviceLost)) == 1
    assert game.white() == pytest.approx(58, abs=1.1)


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there are no such signals")
def test_a_signal_that_outlasts_the_wait_does_not_end_the_loop() -> None:
    """After SIGCONT the loop waited for ever: no flag fell any more until somebody typed."""
    inbox = Inbox()
    handled: list[int] = []

    def late(number: int, _: object) -> None:
        until = time.monotonic() + 0.03
        while time.monotonic() < until:
            pass  # the process was stopped so long
        handled.append(number)

    rescue = threading.Timer(10.0, inbox.put, (TypedLine("ende", 0),))
    rescue.daemon = True
    before = signal.signal(signal.SIGALRM, late)
    try:
        rescue.start()
        signal.setitimer(signal.ITIMER_REAL, 0.005)
        assert inbox.get(0.02) is None
    finally:
        rescue.cancel()
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
