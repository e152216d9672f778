# SPDX-License-Identifier: GPL-3.0-or-later
"""The program dies by SIGKILL at any moment of a game; the resumed game is the uninterrupted one.

Most deaths happen in processes that play planned games on a fake clock with the real session,
journal and presenter: some die at a random line of Hektor's own code, some are killed from outside
while they write. A few happen to the whole program.
"""

import multiprocessing
import os
import random
import signal
import subprocess
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection
from pathlib import Path
from types import FrameType
from typing import Any

import chess
import pytest
from told import sentence

from announce.text.settings import Settings
from announce.words.events import all_words
from clock.clock import Clock
from clock.events import GamePaused, GameResumed
from game.play.game import HEARTBEAT
from game.sound.presenter import Presenter
from record.codec import EVENTS, INPUTS
from record.journal import Archive
from record.session import Happened, Session, begin, resume
from record.snapshot import stored
from table.core.conditions import SECOND, Conditions
from table.core.inputs import Begin, Hearing, ReadBack, Said, Tick
from table.core.state import State, new_state
from table.events import Event
from table.events.dialogue import InfoGiven, NotUnderstood
from table.events.game import Refused, Role
from voice.language.intent import understand_typed

ROOT = Path(__file__).parents[2]
ROOMS = tuple(str(ROOT / room) + os.sep for room in ("game", "announce", "clock"))
FEN = "1r2k1r1/8/8/8/8/8/8/QR2K1RQ w - - 0 1"  # the Laws' question who can win is quick here
WORDS = Settings()
GAME = 1
SEED = 2
DEATHS = 8
BEGIN = "begin"
HEARS = "hears"
GO_ON = "weiter"
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


# --- A player without threads ---------------------------------------------------------------------


@dataclass(frozen=True)
class Planned:
    """What happens at ``at``: a typed line, BEGIN, or HEARS for the beginning of speech."""

    at: int
    text: str
    who: Role | None = None


class Table:
    """Does what the loop does, on a fake clock: beats, ticks, lines, read-backs."""

    def __init__(
        self,
        session: Session,
        now: int,
        write: Callable[[str], None],
        passed: Callable[[int], None] = lambda _now: None,
    ) -> None:
        self.session = session
        self.now = now
        self._passed = passed
        self.presenter = Presenter(session.settings, write)

    def do(self, planned: Planned) -> None:
        """Let the time pass until ``planned`` is due, and do it."""
        self.wait(planned.at)
        if planned.text == BEGIN:
            self.put(Begin())
        elif planned.text == HEARS:
            self.put(Hearing(True))
        else:
            state = self.session.state
            position = state.position_for(planned.who)
            intent = understand_typed(planned.text, position, state.asked_of(position.turn))
            typed = state.hearing is None  # else these are the words that began with HEARS
            self.put(Said(intent, self.now, planned.who, planned.text, typed))

    def wait(self, until: int) -> None:
        while True:
            beat = (self.now // HEARTBEAT + 1) * HEARTBEAT
            due = self.session.deadline()
            self.now = max(self.now, min(until, beat, until if due is None else due))
            self._passed(self.now)
            if due is not None and due <= self.now:
                self.put(Tick())
            if self.now == beat:
                self.session.alive(self.now)
            if self.now >= until:
                return

    def put(self, given: Any) -> None:
        self.tell(self.session.put(given, self.now))

    def tell(self, happened: Happened) -> None:
        self.presenter.tell(happened)
        if self.presenter.was_read_back():
            self.put(ReadBack())


def make_plan(seed: int, plies: int, press_after: int | None) -> tuple[Conditions, list[Planned]]:
    """A random game with slips, offers, questions and requests in it, to its end by agreement."""
    rng = random.Random(seed)
    conditions = Conditions(fen=FEN, time_control="40/600+5,300+5", press_after=press_after)
    table = Table(Session(new_state(conditions), WORDS), 0, lambda _line: None)
    plan: list[Planned] = []

    def then(text: str, who: Role | None = None) -> None:
        plan.append(Planned(table.now + rng.randrange(SECOND // 50, 3 * SECOND), text, who))
        table.do(plan[-1])

    then(BEGIN)
    while len(table.session.state.record) < plies:
        state = table.session.state
        if state.outcome is not None:
            break
        mine = Role.WHITE if state.position.turn else Role.BLACK
        other = Role.BLACK if state.position.turn else Role.WHITE
        if state.spoken is not None:
            then(rng.choice(["Uhr", "Uhr", "Uhr", "Korrektur", "meine Zeit"]), mine)
            continue
        if state.asked is not None:
            then("nein", mine)
            continue
        move = state.position.board.san(rng.choice(state.position.legal_moves))
        line, who = rng.choice(
            [(move, mine)] * 5
            + [("Ke5", mine), ("Unsinn", mine), ("Zeit", other), ("ich gebe auf", mine)]
            + [("Remis", mine), ("nein", other), ("König Eva drei", None), (HEARS, None)]
        )
        then(line, who)
        if line == "Remis":
            then("ja", mine)
    for text, who in (("Remis", Role.WHITE), ("ja", Role.WHITE), ("annehmen", Role.BLACK)):
        then(text, who)
    then("ja", Role.BLACK)
    return conditions, plan


def alone(conditions: Conditions, plan: list[Planned]) -> list[State]:
    """The states of a game that nothing interrupts: before anything, and after each input."""
    table = Table(Session(new_state(conditions), WORDS), 0, lambda _line: None)
    states = [table.session.state]
    for planned in plan:
        table.do(planned)
        states.append(table.session.state)
    return states


# --- The process that dies ------------------------------------------------------------------------


def play(
    archive: Path, conditions: Conditions, plan: list[Planned], lines: int | None, out: Connection
) -> None:
    """Begin or resume the game and play on, telling everything to ``out``; die by SIGKILL after
    so many lines of Hektor's code."""
    games = Archive(archive)
    if games.games():
        session, now = resume(games, GAME, WORDS)
    else:
        session, now = begin(games, conditions, WORDS), 0
    table = Table(session, now, out.send, out.send)
    if lines is not None:
        sys.settrace(_dies_after(lines))
    table.tell(session.last)
    if session.state.paused:
        table.do(Planned(now, GO_ON))
    for planned in plan[done(games) :]:
        table.do(planned)
    sys.settrace(None)
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


def done(games: Archive) -> int:
    """How many of the planned inputs are recorded."""
    given = (INPUTS.decode(entry.input) for entry in games.entries(GAME))
    return sum(
        isinstance(one, Begin | Hearing) or (isinstance(one, Said) and one.heard != GO_ON)
        for one in given
    )


@dataclass
class Life:
    """What one process told before it ended."""

    killed: bool
    lines: list[str]
    reached: int


def live(
    archive: Path, conditions: Conditions, plan: list[Planned], rng: random.Random | None
) -> Life:
    """One process from its start to its death, at a moment that ``rng`` chooses, or to the end."""
    lines, kill_after = None, None
    if rng is not None and rng.randrange(2):
        lines = rng.randrange(4_000)
    elif rng is not None:
        kill_after = rng.randrange(1, 16)
    receiver, sender = processes.Pipe(duplex=False)
    process = processes.Process(target=play, args=(archive, conditions, plan, lines, sender))
    process.start()
    sender.close()
    told, reached = [], 0
    try:
        while True:
            item = receiver.recv()
            if isinstance(item, int):
                reached = item
                if kill_after is not None:
                    kill_after -= 1
                    if kill_after == 0:
                        process.kill()
            else:
                told.append(item)
    except (EOFError, ConnectionResetError):
        pass
    process.join()
    assert process.exitcode in (0, KILLED)
    return Life(process.exitcode == KILLED, told, reached)


def recorded_lines(games: Archive) -> list[str]:
    """Every printed line that the journal knows of."""
    return [
        line for entry in games.entries(GAME) for line in lines_of(map(EVENTS.decode, entry.events))
    ]


def check_resumed(archive: Path, states: list[State], reached: int) -> None:
    """What a resumed program would start from is what the uninterrupted game has there."""
    games = Archive(archive)
    if not games.games():
        return
    alive = games.last_alive(GAME)
    assert alive >= reached - HEARTBEAT
    found = stored(games, GAME).state
    wanted = states[done(games)]
    if found.started:
        wanted = _as_of(wanted, alive)
    assert found.position == wanted.position
    assert found.record == wanted.record
    assert (found.asked, found.offers, found.outcome) == (
        wanted.asked,
        wanted.offers,
        wanted.outcome,
    )
    assert (found.spoken is None) == (wanted.spoken is None)
    if found.spoken is not None and wanted.spoken is not None:
        assert found.spoken.move == wanted.spoken.move
        assert found.spoken.at == wanted.spoken.at
    for colour in chess.COLORS:
        assert found.clock.moves(colour) == wanted.clock.moves(colour)
        assert found.clock.remaining(colour, alive) == wanted.clock.remaining(colour, alive)


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
@pytest.mark.parametrize("press_after", [None, 2 * SECOND], ids=["hand", "itself"])
def test_game_killed_at_random_points_survives(tmp_path: Path, press_after: int | None) -> None:
    conditions, plan = make_plan(SEED, 10, press_after)
    states = alone(conditions, plan)
    rng = random.Random(SEED)
    archive = tmp_path / "games.sqlite"
    deaths, untold, again = 0, list[str](), list[str]()
    recorded: list[str] = []
    while True:
        life = live(archive, conditions, plan, rng if deaths < DEATHS else None)
        games = Archive(archive)
        before, recorded = recorded, recorded_lines(games) if games.games() else []
        to_tell = again + recorded[len(before) :]
        # Whatever was told is on record, in its order; what was not told is told again.
        assert life.lines == to_tell[: len(life.lines)]
        assert untold == again[len(again) - len(untold) :]
        check_resumed(archive, states, life.reached)
        if not life.killed:
            break
        deaths += 1
        passed = passing(games) if games.games() else set()
        untold = [line for line in to_tell[len(life.lines) :] if line not in passed]
        again = last_announcement(games) if games.games() else []
    assert deaths == DEATHS
    assert len(life.lines) == len(to_tell)
    end = games.last_alive(GAME)
    assert final(stored(games, GAME).state, end) == final(states[-1], end)


def final(state: State, at: int) -> tuple[State, list[tuple[int, int]]]:
    """The state with its clock as it is read at ``at``: a pause of no length is not seen on it."""
    clock = state.clock
    read = [(clock.moves(colour), clock.remaining(colour, at)) for colour in chess.COLORS]
    return replace(state, clock=Clock.new(state.conditions.control())), read


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
