# SPDX-License-Identifier: GPL-3.0-or-later
"""The program dies by SIGKILL at any moment of a game; the resumed game is the uninterrupted one.

One test looks at what is on the disk after every single write. In another, processes that play a
planned game on a fake clock with the real session, journal and presenter die: some at a random line
of Hektor's own code, some killed from outside while they write. One happens to the whole program.
"""

import multiprocessing
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Semaphore
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from planned import GO_ON, WORDS, Planned, Table, alone, differences, make_plan
from told import sentence

from announce.words.events import all_words
from clock.events import GamePaused, GameResumed
from game.play.game import HEARTBEAT
from record import archive_file
from record.codec import EVENTS, INPUTS
from record.journal import Archive
from record.session import Session, begin, resume
from record.snapshot import replayed, stored
from table.core.conditions import SECOND, Conditions
from table.core.inputs import Begin, Hearing, Said, Stood, Tick
from table.core.matters import Misspoken
from table.core.state import State
from table.events import Event
from table.events.dialogue import InfoGiven, NotUnderstood
from table.events.game import Refused

ROOT = Path(__file__).parents[2]
ROOMS = tuple(
    str(ROOT / room) + os.sep for room in ("game", "record", "announce", "table", "clock")
)
GAME = 1
SEED = 2
DEATHS = 8
PAUSE = sentence("game.clocks_stand")
PRESSED = sentence("game.pressed")
PASSING = (InfoGiven, NotUnderstood, Refused, GamePaused, GameResumed)
"""What was said to one who asked, or is no longer so when the game is resumed."""
if sys.platform == "win32":
    pytest.skip("it kills copies of a process, of which Windows has none", allow_module_level=True)

KILL = signal.SIGKILL
KILLED = -KILL

processes = multiprocessing.get_context("forkserver")
processes.set_forkserver_preload(
    ["game.sound.presenter", "record.session", "voice.language.intent", "pytest"]
)
each_press = pytest.mark.parametrize("press_after", [None, 2 * SECOND], ids=["hand", "itself"])


# --- After every write ----------------------------------------------------------------------------


@pytest.mark.article("X.11")
@each_press
def test_game_goes_on_as_the_same_after_every_single_write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, press_after: int | None
) -> None:
    """What is on the disk changes by writes alone, so no death leaves anything else there."""
    conditions, plan = make_plan(SEED, 10, press_after)
    states = alone(conditions, plan)
    games = Archive(tmp_path / "games.sqlite")
    write, moments = archive_file.writing, list[int]()

    @contextmanager
    def writing(db: sqlite3.Connection, path: Path, *file: Any) -> Iterator[None]:
        with write(db, path, *file):
            yield
        if path == games.path:
            left = tmp_path / str(len(moments)) / path.name
            left.parent.mkdir()
            for end in ("", "-wal"):
                shutil.copyfile(f"{path}{end}", f"{left}{end}")
            moments.append(goes_on(Archive(left), plan, states))
            shutil.rmtree(left.parent)

    monkeypatch.setattr(archive_file, "writing", writing)
    table = Table(begin(games, conditions, WORDS), 0, lambda _line: None)
    for planned in plan:
        table.do(planned)
    table.session.close()
    assert moments[0] == 0 and moments[-1] == plan[-1].at == max(moments)
    assert len(moments) > len(plan) + plan[-1].at // HEARTBEAT


def goes_on(games: Archive, plan: list[Planned], states: list[State]) -> int:
    """A game that was left so goes on until nothing is open that was when it was left: then it is
    the one that was not interrupted. When it was left."""
    number = done(games)
    session, left = resume(games, GAME, WORDS)
    table = Table(session, left, lambda _line: None)
    table.tell(session.last)
    if session.state.paused:
        table.do(Planned(left, GO_ON))
    while number < len(plan):
        table.do(plan[number])
        number += 1
        there = states[number]
        if not any((there.spoken, there.asked, there.hearing, there.newest(Misspoken))):
            break
    session.close()
    assert not differences(session.state, states[number], table.now, {left}), f"left at {left}"
    return left


# --- The process that dies ------------------------------------------------------------------------


@dataclass(frozen=True)
class Death:
    """Once the time of the game is ``at``: after so many ``lines`` of Hektor's code, or from
    outside, while the next thing happens, where they are None."""

    at: int
    lines: int | None


def make_deaths(rng: random.Random, end: int) -> list[Death]:
    """Deaths all over a game, one after the other. Some of them come at the start of a process."""
    moments = sorted(rng.randrange(end) for _ in range(DEATHS))
    return [
        Death(rng.choice([0, at]), rng.randrange(3_000)) if number % 2 else Death(at, None)
        for number, at in enumerate(moments)
    ]


def play(
    archive: Path,
    conditions: Conditions,
    plan: list[Planned],
    death: Death | None,
    *,
    out: Connection,
    steps: Semaphore,
) -> None:
    """Begin or resume the game and play on, telling everything to ``out``, one of the ``steps`` at
    a time; die by SIGKILL if it is a ``death`` in Hektor's code."""
    dies = _dies_after(death.lines) if death is not None and death.lines is not None else None

    def passed(now: int) -> None:
        steps.acquire()
        out.send(now)
        if death is not None and now >= death.at:
            sys.settrace(dies)

    if death is not None and not death.at:
        sys.settrace(dies)
    games = Archive(archive)
    if games.games():
        session, now = resume(games, GAME, WORDS)
    else:
        session, now = begin(games, conditions, WORDS), 0
    table = Table(session, now, out.send, passed)
    table.tell(session.last)
    if session.state.paused:
        table.do(Planned(now, GO_ON))
    for planned in plan[done(games) :]:
        table.do(planned)
    if dies is not None:
        os.kill(os.getpid(), KILL)
    steps.acquire()
    session.close()


def _dies_after(lines: int) -> Callable[[FrameType, str, Any], Any]:
    left = lines

    def trace(frame: FrameType, event: str, _arg: Any) -> Any:
        nonlocal left
        if not frame.f_code.co_filename.startswith(ROOMS):
            return None
        left -= 1
        if left < 0:
            os.kill(os.getpid(), KILL)
        return trace

    return trace


@dataclass
class Life:
    """What one process told before it ended."""

    killed: bool
    lines: list[str]
    reached: int


def live(archive: Path, conditions: Conditions, plan: list[Planned], death: Death | None) -> Life:
    """One process from its start to its ``death``, or to the end.

    It takes a step when the one before was heard of here: so however slow this is, a death from
    outside comes no later than in the step after its moment.
    """
    receiver, sender = processes.Pipe(duplex=False)
    steps = processes.Semaphore(1)
    arguments = (archive, conditions, plan, death)
    ways = {"out": sender, "steps": steps}
    process = processes.Process(target=play, args=arguments, kwargs=ways)
    process.start()
    sender.close()
    told, reached = [], 0
    try:
        while True:
            item = receiver.recv()
            if isinstance(item, str):
                told.append(item)
                continue
            reached = item
            if death is not None and death.lines is None and reached >= death.at:
                process.kill()
            else:
                steps.release()
    except (EOFError, ConnectionResetError):
        pass
    process.join()
    assert process.exitcode in (0, KILLED)
    return Life(process.exitcode == KILLED, told, reached)


# --- What it left ---------------------------------------------------------------------------------


def planned_entries(games: Archive) -> list[int]:
    """When the planned inputs came that are recorded, in nanoseconds of the game."""
    given = ((entry.at, INPUTS.decode(entry.input)) for entry in games.entries(GAME))
    return [
        at
        for at, one in given
        if isinstance(one, Begin | Hearing) or (isinstance(one, Said) and one.heard != GO_ON)
    ]


def done(games: Archive) -> int:
    """How many of the planned inputs are recorded."""
    return len(planned_entries(games))


def stops(games: Archive) -> set[int]:
    """When the game was interrupted."""
    entries = games.entries(GAME)
    return {entry.at for entry in entries if isinstance(INPUTS.decode(entry.input), Stood)}


def recorded_lines(games: Archive) -> list[str]:
    """Every printed line that the journal knows of."""
    return [
        line for entry in games.entries(GAME) for line in lines_of(map(EVENTS.decode, entry.events))
    ]


def check_resumed(games: Archive, plan: list[Planned], states: list[State], reached: int) -> None:
    """What a resumed program would start from is what the uninterrupted game has there."""
    alive = games.last_alive(GAME)
    assert alive >= reached - HEARTBEAT
    found = stored(games, GAME).state
    assert found == replayed(games, GAME).state
    given = planned_entries(games)
    assert given == [planned.at for planned in plan[: len(given)]]
    wanted = states[len(given)]
    if found.started:
        wanted = _as_of(wanted, alive)
    if stops(games) and found.hearing is None:
        wanted = replace(wanted, hearing=None)
    if found.spoken is not None and wanted.spoken is not None and not found.spoken.read_back_at:
        unread = replace(wanted.spoken, read_back_at=None, known_at=None)
        kept = tuple(unread if one == wanted.spoken else one for one in wanted.matters)
        wanted = replace(wanted, matters=kept)
    assert not differences(found, wanted, alive, stops(games))


def _as_of(state: State, at: int) -> State:
    """A move may have been pressed of itself between two inputs."""
    session = Session(state, WORDS)
    while (due := session.deadline()) is not None and due <= at:
        session.put(Tick(), due)
    return session.state


def last_announcement(games: Archive) -> list[str]:
    """The lines that a resumed program has to say again: nobody knows whether they were heard."""
    again: list[str] = []
    for entry in reversed(list(games.entries(GAME))):
        events = map(EVENTS.decode, entry.events)
        told = lines_of(event for event in events if not isinstance(event, PASSING))
        again = told + again
        if any(line != PRESSED for line in told):
            break
    return again


def passing(games: Archive) -> set[str]:
    """The lines that are not said again."""
    events = [EVENTS.decode(event) for entry in games.entries(GAME) for event in entry.events]
    return set(lines_of(event for event in events if isinstance(event, PASSING)))


def lines_of(events: Iterable[Event]) -> list[str]:
    return [line for one in all_words(tuple(events), WORDS) for line in one.text.splitlines()]


@pytest.mark.article("X.11")
@each_press
def test_game_killed_at_random_points_survives(tmp_path: Path, press_after: int | None) -> None:
    conditions, plan = make_plan(SEED, 10, press_after)
    states = alone(conditions, plan)
    games = Archive(tmp_path / "games.sqlite")
    untold, again, recorded = list[str](), list[str](), list[str]()
    for death in [*make_deaths(random.Random(SEED), plan[-1].at), None]:
        life = live(games.path, conditions, plan, death)
        assert life.killed == (death is not None)
        begun = bool(games.games())
        before, recorded = recorded, recorded_lines(games) if begun else []
        to_tell = again + recorded[len(before) :]
        # Whatever was told is on record, in its order; what was not told is told again.
        assert life.lines == to_tell[: len(life.lines)]
        assert untold == again[len(again) - len(untold) :]
        if begun:
            check_resumed(games, plan, states, life.reached)
        passed = passing(games) if begun else set()
        untold = [line for line in to_tell[len(life.lines) :] if line not in passed]
        again = last_announcement(games) if begun else []
    assert len(life.lines) == len(to_tell)
    end = games.last_alive(GAME)
    assert not differences(stored(games, GAME).state, states[-1], end, stops(games))


# --- The whole program ----------------------------------------------------------------------------

HEKTOR = [sys.executable, "-m", "game.app.cli"]
QUIET = ["--no-speech", "--no-microphone", "--say-press", "--style", "appendix_d"]


def start(*arguments: str) -> subprocess.Popen[str]:
    pipe = subprocess.PIPE
    return subprocess.Popen([*HEKTOR, *arguments], stdin=pipe, stdout=pipe, text=True, cwd=ROOT)


def read_until(program: subprocess.Popen[str], wanted: str) -> list[str]:
    """The lines up to the one that is ``wanted``."""
    assert program.stdout is not None
    lines: list[str] = []
    for line in program.stdout:
        lines.append(line.rstrip("\n"))
        if lines[-1] == wanted:
            return lines
    raise AssertionError(f"{wanted!r} was not said, but {lines}")


def type_line(program: subprocess.Popen[str], text: str) -> None:
    assert program.stdin is not None
    program.stdin.write(f"{text}\n")
    program.stdin.flush()


def test_killed_program_resumes_and_tells_clocks_stood(
    tmp_path: Path,
) -> None:
    archive = tmp_path / "games.sqlite"
    where = ["--archive", str(archive)]
    lives = [
        [("", sentence("game.game_started")), ("e4", "Eva zwei Eva vier")],
        [
            ("weiter", sentence("game.resumed")),
            ("Uhr", sentence("game.pressed")),
            ("schwarz: e5", "Eva sieben Eva fünf"),
        ],
        [
            ("weiter", sentence("game.resumed")),
            ("Uhr", sentence("game.pressed")),
            ("ich gebe auf", "Weiß gibt auf?"),
        ],
    ]
    last = ""
    for number, life in enumerate(lives):
        program = (
            start("resume", *QUIET, *where)
            if number
            else start("play", "--press", "hand", *QUIET, *where)
        )
        if number:
            told = read_until(program, PAUSE)
            assert "standen still" in told[0]
            assert told[-2] == last
        for text, answer in life:
            type_line(program, text)
            last = read_until(program, answer)[-1]
        program.kill()
        program.communicate()
        assert program.returncode == KILLED
        assert last in recorded_lines(Archive(archive))
    program = start("resume", *QUIET, *where)
    rest, _ = program.communicate("weiter\nja\n")
    assert program.returncode == 0
    assert last in rest
    ended = stored(Archive(archive), GAME).state
    assert ended.outcome is not None and ended.outcome.result == "0-1"
    assert [made.facts.san for made in ended.record] == ["e4", "e5"]
