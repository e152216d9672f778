# SPDX-License-Identifier: GPL-3.0-or-later
"""The real program, killed at any moment, starved, stopped and lied to: campaigns of torture that
take real time.

What was told is on record when it is killed, and the clock stands where it was within a second and
a quarter. Whatever else goes wrong ends in a sentence, and in time.
"""

import os
import random
import re
import select
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import chess

from game.app.commands import verify
from game.journal import Archive
from game.session import replay

ROOT = Path(__file__).parents[2]
HEKTOR = [sys.executable, "-m", "game.app.cli"]
QUIET = ("--no-speech", "--no-microphone", "--language", "de")
LATE = 1.25
"""Seconds of game time that may be lost when the program is killed."""

TOO_LONG = 60.0
"""Seconds after which the program hangs."""

_KNIGHTS = ("Sf3", "Sf6", "Sg1", "Sg8", "Sc3", "Sc6", "Sb1", "Sb8")
_MOVE = re.compile(
    r"(König|Dame|Turm|Läufer|Springer|Anna|Bella|Cesar|David|Eva|Felix|Gustav|Hektor|Kurze|Lange)"
    r" (\w+ )*(eins|zwei|drei|vier|fünf|sechs|sieben|acht|Rochade)"
)
"""A move that is read back."""


class Program:
    """Hektor, with its output read as it comes."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        home = {name: str(folder) for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME")}
        self.process = subprocess.Popen(
            [*HEKTOR, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=ROOT,
            env={**os.environ, **home},
        )
        self.lines: list[tuple[float, str]] = []  # with the moment at which each was read
        self._rest = b""

    def type(self, *lines: str) -> None:
        assert self.process.stdin is not None
        with suppress(BrokenPipeError):
            self.process.stdin.write("".join(f"{line}\n" for line in lines).encode())
            self.process.stdin.flush()

    def read(self, seconds: float) -> bool:
        """Read for so long, or until the output ends; whether it goes on."""
        assert self.process.stdout is not None
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            if not select.select([self.process.stdout], [], [], left)[0]:
                break
            data = os.read(self.process.stdout.fileno(), 1 << 16)
            if not data:
                return False
            *whole, self._rest = (self._rest + data).split(b"\n")
            self.lines += [(time.monotonic(), line.decode()) for line in whole]
        return True

    def end(self, seconds: float = TOO_LONG) -> str:
        """Let it come to its end; what it complained of. Raises TimeoutExpired if it hangs."""
        assert self.process.stdin is not None
        assert self.process.stderr is not None
        with suppress(BrokenPipeError):
            self.process.stdin.close()
        until = time.monotonic() + seconds
        while self.read(0.5) and self.process.poll() is None and time.monotonic() < until:
            pass
        try:
            self.process.wait(max(1.0, until - time.monotonic()))
        finally:
            self.process.kill()
        return self.process.stderr.read().decode()


@contextmanager
def running(folder: Path, *arguments: str) -> Iterator[Program]:
    """A program that does not outlive the case."""
    program = Program(folder, *arguments)
    try:
        yield program
    finally:
        program.process.kill()
        program.process.wait()
        for stream in (program.process.stdin, program.process.stdout, program.process.stderr):
            if stream is not None:
                with suppress(OSError):
                    stream.close()


# --- Kills ----------------------------------------------------------------------------------------


def lives(rng: random.Random) -> list[Any]:
    """How long each life lasts after the first words, in seconds, and how many lines it is given at
    once; a seed for their moves."""
    return [
        [round(rng.uniform(0, 2.5), 3), rng.randrange(1, 30), rng.randrange(1 << 30)]
        for _ in range(4)
    ]


def killed(case: list[Any], folder: Path) -> None:
    """One game in several lives, each ended by SIGKILL."""
    path = folder / "games.sqlite"
    for seconds, count, seed in case:
        begun = any(game.begun for game in Archive(path).games())
        first = ("resume",) if begun else ("play", "--press", "0")
        with running(folder, *first, *QUIET, "--archive", str(path)) as program:
            moves = _moves(_made(path), count, random.Random(seed))
            program.type(*(("weiter",) if begun else ()), *moves)
            until = time.monotonic() + TOO_LONG
            while not program.lines and time.monotonic() < until:
                assert program.read(0.05), program.end()
            program.read(seconds)
            program.process.send_signal(signal.SIGKILL)
            at = time.monotonic()
            program.read(5)
        _check(path, program, at, resumed=begun)


def _moves(made: list[str], count: int, rng: random.Random) -> list[str]:
    """Moves that may follow, and end nothing."""
    board, moves = chess.Board(), list[str]()
    for uci in made:
        board.push_uci(uci)
    while len(moves) < count:
        board.push(rng.choice(list(board.legal_moves)))
        if board.is_game_over() or board.is_repetition(3):
            board.pop()
            break
        moves.append(board.peek().uci())
    return moves


def _check(path: Path, program: Program, at: float, *, resumed: bool) -> None:
    """What was told is there, and the time as well."""
    archive = Archive(path)
    told = Counter(line for _, line in program.lines if _MOVE.match(line))
    games = [game for game in archive.games() if game.begun]
    if not games:
        assert not told, told
        return
    (game,) = games
    verify.report(archive, game.id, game.result)
    said = [line for entry in archive.entries(game.id) for each in entry.said for line in [each]]
    lost = told - Counter(line for line in said if _MOVE.match(line))
    assert sum(lost.values()) <= resumed, f"told and not on record: {lost}"  # told once more
    moments = [moment for moment, line in program.lines if _MOVE.match(line)]
    if not resumed and moments:
        missing = (at - moments[0]) - archive.last_alive(game.id) / 1e9
        assert missing <= LATE, f"{missing:.2f} s of game time were lost"


def _made(path: Path) -> list[str]:
    """The moves on record of the game that is going on."""
    archive = Archive(path)
    games = [game.id for game in archive.games() if game.begun]
    return [made.facts.uci for game in games[:1] for made in replay(archive, game).record]


# --- Faults ---------------------------------------------------------------------------------------

FAULTS = ("disk full", "read only", "blocked output", "stopped", "no home", "hang up")


def faults(rng: random.Random) -> list[Any]:
    """One fault, and when it comes, in seconds after the first words."""
    return [[rng.choice(FAULTS), round(rng.uniform(0.1, 2.0), 3)]]


def faulty(case: list[Any], folder: Path) -> None:
    """A game with faults in it; it is whole afterwards, and ends in time."""
    for kind, seconds in case:
        where = folder / kind.replace(" ", "-")
        where.mkdir()
        _FAULTS[kind](where, seconds)


def _disk_full(folder: Path, seconds: float) -> None:
    """ENOSPC on a small file system; the moves go on when there is room again."""
    with mounted(folder / "disk", "size=256k") as disk:
        if disk is None:
            return
        path = disk / "games.sqlite"
        with running(folder, "play", *QUIET, "--press", "0", "--archive", str(path)) as program:
            program.type("Sf3")
            _first_move(program)
            filler = disk / "filler"
            with suppress(OSError), filler.open("wb", buffering=0) as file:
                while True:
                    file.write(bytes(4096))
            program.type(*_KNIGHTS[1:] * 6)
            program.read(1 + seconds)
            filler.unlink()
            program.read(2)
            program.type("Stellung")
            program.read(1)
            program.type("ende")
            program.end()
        _whole(path)


def _read_only(folder: Path, _: float) -> None:
    with mounted(folder / "disk", "size=1m") as disk:
        if disk is None:
            return
        subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
        with running(folder, "play", *QUIET, "--archive", str(disk / "games.sqlite")) as program:
            program.type("e4")
            complaint = program.end()
        assert program.process.returncode == 2
        assert complaint.count("\n") == 1, complaint


def _blocked_output(folder: Path, seconds: float) -> None:
    """Nobody reads what it prints, as after Ctrl-S: the clock and the record go on."""
    path = folder / "games.sqlite"
    with running(folder, "play", *QUIET, "--press", "0", "--archive", str(path)) as program:
        program.type(*("Hilfe",) * 300, *_KNIGHTS)
        time.sleep(2 + seconds)
        program.type("ende")
        program.end()
    _whole(path)


def _stopped(folder: Path, seconds: float) -> None:
    path = folder / "games.sqlite"
    with running(folder, "play", *QUIET, "--press", "0", "--archive", str(path)) as program:
        program.type("Sf3")
        _first_move(program)
        program.process.send_signal(signal.SIGSTOP)
        time.sleep(seconds)
        program.process.send_signal(signal.SIGCONT)
        program.type("weiter", "Sf6", "ende")
        program.end()
    _whole(path)


def _no_home(folder: Path, seconds: float) -> None:
    """The folder of the archive vanishes under a game: that is told, and the program ends."""
    path = folder / "games" / "games.sqlite"
    with running(folder, "play", *QUIET, "--press", "0", "--archive", str(path)) as program:
        program.type("Sf3")
        _first_move(program)
        for part in path.parent.iterdir():
            part.unlink()
        path.parent.rmdir()
        program.read(seconds)
        program.type("Sf6", "ende")
        complaint = program.end()
    assert "Traceback" not in complaint, complaint


def _hang_up(folder: Path, seconds: float) -> None:
    path = folder / "games.sqlite"
    with running(folder, "play", *QUIET, "--press", "0", "--archive", str(path)) as program:
        program.type(*_KNIGHTS)
        _first_move(program)
        program.read(seconds)
        program.process.send_signal(signal.SIGHUP)
        complaint = program.end(10)
    assert "Traceback" not in complaint, complaint
    _whole(path)


_FAULTS = {
    "disk full": _disk_full,
    "read only": _read_only,
    "blocked output": _blocked_output,
    "stopped": _stopped,
    "no home": _no_home,
    "hang up": _hang_up,
}


def _first_move(program: Program) -> None:
    until = time.monotonic() + TOO_LONG
    while not any(line.startswith("Springer") for _, line in program.lines):
        assert program.read(0.05), program.end()
        assert time.monotonic() < until, program.lines


def _whole(path: Path) -> None:
    archive = Archive(path)
    for game in archive.games():
        verify.report(archive, game.id, game.result)
        replay(archive, game.id)


@contextmanager
def mounted(folder: Path, options: str) -> Iterator[Path | None]:
    """A small file system in memory; None where nobody may mount one."""
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(folder)]
    if os.name != "posix" or subprocess.run(command, check=False, capture_output=True).returncode:
        yield None
        return
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=False)


# --- Hostile engines ------------------------------------------------------------------------------

_HELLO = "print('id name x'); print('uciok'); print('readyok'); sys.stdout.flush()\n"
ENGINES = {
    "silent": "import sys, time\ntime.sleep(600)",
    "dies": "import sys\nsys.exit(1)",
    "garbage": "import sys, os\nsys.stdout.buffer.write(os.urandom(100000)); sys.stdout.flush()\n"
    "sys.stdin.read()",
    "illegal": f"import sys\n{_HELLO}for line in sys.stdin:\n"
    "    print('readyok' if 'isready' in line else 'bestmove e1e5'); sys.stdout.flush()",
    "floods": f"import sys\n{_HELLO}for line in sys.stdin:\n"
    "    print('readyok'); print('info string ' + 'x' * 1000000); sys.stdout.flush()",
    "complains": f"import sys\n{_HELLO}for line in sys.stdin:\n"
    "    print('x' * 1000, file=sys.stderr); print('readyok'); sys.stdout.flush()",
}


def engines(rng: random.Random) -> list[Any]:
    """A program that is no good opponent."""
    return [rng.choice(sorted(ENGINES))]


def opposed(case: list[Any], folder: Path) -> None:
    """The game goes on without it, or ends in a sentence."""
    for kind in case:
        engine = folder / f"{kind}.py"
        engine.write_text(f"#!{sys.executable}\n{ENGINES[kind]}\n")
        engine.chmod(0o700)
        path = folder / f"{kind}.sqlite"
        opponent = ("--opponent", str(engine), "--opponent-time", "0.2")
        with running(folder, "play", *QUIET, *opponent, "--archive", str(path)) as program:
            program.type("e4", "", "Zeit", "Stellung")
            program.read(3)
            program.type("ende")
            complaint = program.end()
        assert "Traceback" not in complaint, complaint
        assert not any(len(line) > 10_000 for _, line in program.lines), "the terminal was flooded"
        if path.exists():
            _whole(path)
