# SPDX-License-Identifier: GPL-3.0-or-later
"""A UCI engine in a process of its own: it is told all it has to know, and what fails is said."""

import asyncio
import queue
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import chess
import pytest

from opponents.player import EnginePlayer
from opponents.roster import Program
from opponents.seat import Notice, OpponentDid
from opponents.uci import LONGEST_LINE, Guarded
from table.core.conditions import Conditions
from table.core.inputs import DeviceChanged
from table.core.state import new_state
from table.events.dialogue import Device
from voice.language.commands import CommandName

ENGINE = """#!{python}
import os, subprocess, sys, time
import chess

MOOD = {mood!r}
open({log!r}, "a").write("in " + os.getcwd() + chr(10))
board = chess.Board(chess960=MOOD == "960")
for line in sys.stdin:
    with open({log!r}, "a") as log:
        log.write(line)
    command, *words = line.split()
    if command == "uci":
        if MOOD == "960":
            print("option name UCI_Chess960 type check default false")
        if MOOD == "odd options":
            print("option name Hash type spin default much min 1 max 8", flush=True)
            print("option name Style type combo default Wild var Calm", flush=True)
            print("option name Threads type spin default 1 min 1 max 8", flush=True)
        if MOOD == "slow":
            time.sleep(0.5)
        if MOOD == "parent":
            child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
            open({log!r} + ".child", "w").write(str(child.pid))
        print("id name Tiny" if MOOD != "mute" else "", "uciok", sep=chr(10), flush=True)
        if MOOD == "deaf":
            break
    elif command == "isready":
        print("readyok", flush=True)
    elif command == "position":
        cut = words.index("moves") if "moves" in words else len(words)
        fen = chess.STARTING_FEN if words[0] == "startpos" else " ".join(words[1:cut])
        board.set_fen(fen)
        for move in words[cut + 1 :]:
            board.push_uci(move)
    elif command == "go" and MOOD == "floods":
        while True:
            os.write(1, b"x" * 65536)
            os.write(2, b"for nobody\\n")
    elif command == "go" and MOOD == "chatters":
        while True:
            os.write(1, b"info string \\xff so it goes on\\n" * 1000)
    elif command == "go" and MOOD == "dies":
        os._exit(1)
    elif command == "go" and MOOD != "thinks":
        move = next(iter(board.legal_moves)).uci()
        if MOOD == "960":
            move = next(move for move in board.legal_moves if board.is_castling(move)).uci()
        answer = {{
            "nonsense": "Zzz9", "illegal": "a1a8", "no move": "(none)", "resigns": "resign"
        }}.get(MOOD, move)
        print("bestmove", answer, flush=True)
    elif command == "quit":
        break
"""


class Process:
    """A tiny engine in a process of its own, with what it was told."""

    def __init__(self, folder: Path, mood: str = "", seconds: float | None = None) -> None:
        self.log = folder / "log"
        self.path = folder / "engine"
        script = ENGINE.format(python=sys.executable, mood=mood, log=str(self.log))
        self.path.write_text(script, encoding="utf-8")
        self.path.chmod(self.path.stat().st_mode | stat.S_IXUSR)
        self.told: queue.Queue[OpponentDid | Notice | DeviceChanged] = queue.Queue()
        program = Program((sys.executable, str(self.path)), "Tiny")
        self.engine = EnginePlayer(program, self.told.put, seconds, now=lambda: 7)

    def ask(self, **conditions: Any) -> OpponentDid | Notice | DeviceChanged:
        state = new_state(Conditions(**conditions))
        self.engine.ask(state, 0)
        return self.told.get(timeout=60)

    def heard(self, start: str) -> str:
        lines = self.log.read_text(encoding="utf-8").splitlines()
        return next(line for line in lines if line.startswith(start))


@pytest.fixture
def process(tmp_path: Path) -> Iterator[Callable[..., Process]]:
    made: list[Process] = []

    def make(mood: str = "", seconds: float | None = None) -> Process:
        made.append(Process(tmp_path, mood, seconds))
        return made[-1]

    yield make
    for one in made:
        one.engine.close()


def test_a_uci_engine_moves(process: Callable[..., Process]) -> None:
    told = process().ask(time_control="5+3")
    assert isinstance(told, OpponentDid)
    assert isinstance(told.did, chess.Move)
    assert told.did in chess.Board().legal_moves
    assert told.at == 7


def test_uci_engine_divides_its_own_time(process: Callable[..., Process]) -> None:
    engine = process()
    engine.ask(time_control="40/300+3,60+3")
    assert engine.heard("go") == "go wtime 303000 btime 303000 winc 3000 binc 3000 movestogo 40"


def test_an_engine_starts_in_its_own_folder(process: Callable[..., Process]) -> None:
    """There are its books and networks."""
    engine = process()
    engine.ask()
    assert engine.heard("in ") == f"in {engine.path.resolve().parent}"


def test_uci_engine_thinks_as_long_as_told(process: Callable[..., Process]) -> None:
    engine = process(seconds=1.5)
    engine.ask()
    assert engine.heard("go") == "go movetime 1500"


def test_9_2_uci_engine_hears_all_moves_for_repetitions(
    process: Callable[..., Process],
) -> None:
    engine = process()
    position = new_state(Conditions()).position
    for uci in ("g1f3", "g8f6", "f3g1", "f6g8"):
        position = position.play(chess.Move.from_uci(uci))
    engine.engine.ask(replace(new_state(Conditions()), position=position), 0)
    engine.told.get(timeout=60)
    assert engine.heard("position") == "position startpos moves g1f3 g8f6 f3g1 f6g8"


def test_a_uci_engine_plays_chess960(process: Callable[..., Process]) -> None:
    """Guidelines II: castling is the king to its rook."""
    engine = process("960")
    told = engine.ask(chess960=3)  # BQNNRKRB: castling is possible at once
    assert isinstance(told, OpponentDid)
    assert isinstance(told.did, chess.Move)
    assert told.did.uci() == "f1g1"
    assert engine.heard("setoption name UCI_Chess960") == "setoption name UCI_Chess960 value true"


@pytest.mark.parametrize("mood", ["dies", "nonsense", "illegal", "no move", "deaf"])
def test_a_uci_engine_that_fails_says_so(process: Callable[..., Process], mood: str) -> None:
    told = process(mood).ask()
    assert isinstance(told, DeviceChanged)
    assert told.device is Device.OPPONENT
    assert not told.works
    assert told.detail


@pytest.mark.parametrize(
    ("mood", "illegal"),
    [("nonsense", True), ("illegal", True), ("dies", False), ("no move", False)],
)
def test_an_illegal_move_is_told_as_that(
    process: Callable[..., Process], mood: str, illegal: bool
) -> None:
    told = process(mood).ask()
    assert isinstance(told, DeviceChanged)
    assert told.illegal is illegal


def test_who_says_resign_resigns(process: Callable[..., Process]) -> None:
    told = process("resigns").ask()
    assert isinstance(told, OpponentDid)
    assert told.did is CommandName.RESIGN


def test_an_option_that_cannot_be_read_is_told_once_and_left_alone(
    process: Callable[..., Process],
) -> None:
    engine = process("odd options")
    assert engine.ask() is Notice.ODD_OPTION
    assert isinstance(engine.told.get(timeout=60), OpponentDid)
    engine.engine.close()
    assert engine.told.empty()


def test_a_slow_start_is_told_once(
    process: Callable[..., Process], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("opponents.uci.SLOW", 0.01)
    engine = process("slow")
    assert engine.ask() is Notice.STARTING
    assert isinstance(engine.told.get(timeout=60), OpponentDid)


@pytest.mark.skipif(sys.platform == "win32", reason="a group of processes is POSIX")
def test_what_a_program_has_started_ends_with_it(
    process: Callable[..., Process], tmp_path: Path
) -> None:
    engine = process("parent")
    engine.ask()
    child = int((tmp_path / "log.child").read_text())
    engine.engine.close()
    engine.engine.join(60)
    assert state_of(child) in ("", "Z")  # gone, or dead and not yet collected by its new parent


def state_of(pid: int) -> str:
    """The letter of the kernel for the state of a process; empty if there is none."""
    told = subprocess.run(
        ["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False
    )
    return told.stdout.strip()[:1]


@pytest.mark.parametrize("mood", ["floods", "chatters"])
def test_an_engine_that_floods_is_ended(
    process: Callable[..., Process], mood: str, capfd: pytest.CaptureFixture[str]
) -> None:
    """100 MB took 536 MB, and what was no UCI came into the player's terminal."""
    resource = pytest.importorskip("resource", reason="only POSIX tells the memory")
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    told = process(mood).ask()
    assert isinstance(told, DeviceChanged)
    assert told.device is Device.OPPONENT
    assert not told.works
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 50_000  # KiB
    assert capfd.readouterr() == ("", "")


def test_a_silent_engine_is_ended(
    process: Callable[..., Process], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It let the player wait until its flag fell."""
    monkeypatch.setattr("opponents.player.GRACE", 0.05)
    told = process("thinks", seconds=0.1).ask()
    assert isinstance(told, DeviceChanged)
    assert not told.works


def test_a_line_without_an_end_is_not_collected() -> None:
    async def sends() -> None:
        guarded, killed = Guarded(), list[bool]()
        guarded.transport = SimpleNamespace(kill=lambda: killed.append(True))  # type: ignore
        for _ in range(2):
            guarded.pipe_data_received(1, b"x" * LONGEST_LINE)
        assert not killed
        guarded.pipe_data_received(1, b"x")
        assert killed
        assert len(guarded.buffer[1]) == 0

    asyncio.run(sends())


def test_uci_engine_without_chess960_cannot_play(process: Callable[..., Process]) -> None:
    told = process().ask(chess960=0)
    assert isinstance(told, DeviceChanged)


def test_program_that_is_no_engine_is_reported(tmp_path: Path) -> None:
    told: queue.Queue[OpponentDid | Notice | DeviceChanged] = queue.Queue()
    engine = EnginePlayer(Program((str(tmp_path / "nothing"),), "Nothing"), told.put)
    engine.ask(new_state(Conditions()), 0)
    assert isinstance(told.get(timeout=60), DeviceChanged)


def test_thinking_engine_ends_with_the_game(
    process: Callable[..., Process], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("opponents.uci.GOODBYE", 0.01)
    engine = process("thinks")
    engine.engine.ask(new_state(Conditions()), 0)
    while not (engine.log.exists() and "go" in engine.log.read_text(encoding="utf-8")):
        engine.engine.join(0.01)  # until it has begun to think
    engine.engine.close()
    engine.engine.join(60)
    assert not engine.engine.is_alive()
