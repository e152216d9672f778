# SPDX-License-Identifier: GPL-3.0-or-later
"""The real program on a bad machine: a campaign of torture that takes real time.

Whatever goes wrong, the record is whole afterwards, and the program ends in a sentence and in time.
"""

import os
import random
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta, tzinfo
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Self

from bench.nursery import Program, running
from bench.torture.killing import QUIET
from bench.virtual import SoundServer, missing, sound_server
from game.app.commands import verify
from game.base import game_time
from record.journal import Archive, Journal

LEAVING = 4.0
"""Seconds that leaving may take while nothing can be spoken: two, and as many on a busy machine."""

_KNIGHTS = ("Sf3", "Sf6", "Sg1", "Sg8", "Sc3", "Sc6", "Sb1", "Sb8")
_PLAY = ("play", "--press", "0")


def faults(rng: random.Random) -> list[Any]:
    """One fault, and when it comes, in seconds after the first words."""
    return [[rng.choice(sorted(_FAULTS)), round(rng.uniform(0.1, 2.0), 3)]]


def faulty(case: list[Any], folder: Path) -> None:
    """A game with faults in it; it is whole afterwards, and ends in time."""
    for kind, seconds in case:
        where = folder / kind.replace(" ", "-")
        where.mkdir()
        _FAULTS[kind](where, seconds)


def check_whole(path: Path) -> None:
    """The record of each game is as it was written, and leads to the game. Raises otherwise."""
    archive = Archive(path)
    for game in archive.games():
        verify.report(archive, game.id, game.result)


@contextmanager
def _playing(path: Path, change: str = "") -> Iterator[Program]:
    """A game without sound, after its first move."""
    with running(path.parent, *_PLAY, *QUIET, "--archive", str(path), change=change) as program:
        program.type(_KNIGHTS[0])
        _first_move(program)
        yield program


def _first_move(program: Program) -> None:
    program.read_until(lambda line: line.startswith("Springer"))


# --- The disk -------------------------------------------------------------------------------------


def _disk_full(folder: Path, seconds: float) -> None:
    """ENOSPC on a small file system; the moves go on when there is room again."""
    with mounted(folder / "disk", "size=256k") as disk:
        if disk is None:
            return
        path = disk / "games.sqlite"
        with _playing(path) as program:
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
        check_whole(path)


def _read_only(folder: Path, _: float) -> None:
    with mounted(folder / "disk", "size=1m") as disk:
        if disk is None:
            return
        subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
        with running(folder, *_PLAY, *QUIET, "--archive", str(disk / "games.sqlite")) as program:
            program.type("e4")
            complaint = program.end()
            assert program.status == 2
        assert complaint.count("\n") == 1, complaint


def _slow_disk(folder: Path, seconds: float) -> None:
    """Each write takes as long as a bad disk needs, and is waited for."""
    path = folder / "games.sqlite"
    with _playing(path, "bench.torture.faults:slow_disk") as program:
        program.type(*_KNIGHTS[1:])
        program.read(seconds)
        program.type("ende")
        complaint = program.end()
    assert not complaint, complaint
    check_whole(path)


def slow_disk() -> None:
    """Make each write take up to half a second, in this process."""
    rng, append = random.Random(1), Journal.append

    def slowly(journal: Journal, **row: Any) -> str:
        time.sleep(rng.uniform(0, 0.5))
        return append(journal, **row)

    Journal.append = slowly  # type: ignore[method-assign, assignment]


def _no_home(folder: Path, seconds: float) -> None:
    """The folder of the archive vanishes under a game: that is told, and the program ends."""
    path = folder / "games" / "games.sqlite"
    with _playing(path) as program:
        for part in path.parent.iterdir():
            part.unlink()
        path.parent.rmdir()
        program.read(seconds)
        program.type("Sf6", "ende")
        complaint = program.end()
    assert "Traceback" not in complaint, complaint


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


# --- Time -----------------------------------------------------------------------------------------


def _stopped(folder: Path, seconds: float) -> None:
    path = folder / "games.sqlite"
    with _playing(path) as program:
        program.signal(signal.SIGSTOP)
        time.sleep(seconds)
        program.signal(signal.SIGCONT)
        program.type("weiter", "Sf6", "ende")
        program.end()
    check_whole(path)


def _clock_jumps(folder: Path, seconds: float) -> None:
    """The time of day leaps to and fro, and the computer seems to sleep: no time of the game is won
    by it, and the time on record never decreases."""
    path = folder / "games.sqlite"
    begun = time.monotonic()
    with _playing(path, "bench.torture.faults:jumping_clocks") as program:
        for line in ("Sf6", "weiter", "Sg1", "weiter", "Sg8", "weiter", "ende"):
            program.read(seconds / 4)
            program.type(line)
        complaint = program.end()
    assert not complaint, complaint
    check_whole(path)
    assert Archive(path).last_alive(1) / 1e9 <= time.monotonic() - begun


def jumping_clocks() -> None:
    """Make the time of day, and the time for which the computer slept, what they please,
    in this process."""
    rng, asleep = random.Random(1), [0]

    class Leaping(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> Self:
            return super().now(tz) + timedelta(seconds=rng.uniform(-1e9, 1e9))

    def read(clock: int) -> int:
        found = time.clock_gettime_ns(clock)
        if clock != time.CLOCK_BOOTTIME:
            return found
        asleep[0] += rng.choice((0,) * 20 + (10**12,))
        return found + asleep[0]

    setattr(game_time, "datetime", Leaping)  # noqa: B010 - a name that it has imported
    setattr(game_time, "time", SimpleNamespace(**{**vars(time), "clock_gettime_ns": read}))  # noqa: B010


# --- The terminal and the sound -------------------------------------------------------------------


def _blocked_output(folder: Path, seconds: float) -> None:
    """Nobody reads what it prints, as after Ctrl-S: the clock and the record go on."""
    path = folder / "games.sqlite"
    with _playing(path) as program:
        program.type(*("Hilfe",) * 300, *_KNIGHTS[1:])
        time.sleep(2 + seconds)
        program.type("ende")
        program.end()
    check_whole(path)


def _hang_up(folder: Path, seconds: float) -> None:
    path = folder / "games.sqlite"
    with _playing(path) as program:
        program.type(*_KNIGHTS[1:])
        program.read(seconds)
        program.signal(signal.SIGHUP)
        complaint = program.end(10)
    assert "Traceback" not in complaint, complaint
    check_whole(path)


def _sound_frozen(folder: Path, seconds: float) -> None:
    """The sound server takes nothing any more: the game goes on, and nobody waits for it."""
    if missing():
        return
    with sound_server(folder) as sound, _speaking(folder, sound, "--no-microphone") as program:
        sound.daemon.send_signal(signal.SIGSTOP)
        program.type(*_KNIGHTS[1:])
        program.read(1 + seconds)
        program.type("ende")
        asked = time.monotonic()
        complaint = program.end()
        took = time.monotonic() - asked
    assert "Traceback" not in complaint, complaint
    assert took <= LEAVING, f"leaving took {took:.1f} s"
    check_whole(folder / "games.sqlite")


def _devices_vanish(folder: Path, seconds: float) -> None:
    """Loudspeaker and microphone go with the sound server: what is typed counts all the same."""
    if missing():
        return
    with sound_server(folder) as sound, _speaking(folder, sound) as program:
        program.read(seconds)
        sound.daemon.kill()
        program.type(*_KNIGHTS[1:])
        program.read_until(lambda line: line.startswith("Springer Bella acht"))
        program.type("ende")
        complaint = program.end()
    assert "Traceback" not in complaint, complaint
    check_whole(folder / "games.sqlite")


@contextmanager
def _speaking(folder: Path, sound: SoundServer, *more: str) -> Iterator[Program]:
    """A game with sound, after its first move."""
    arguments = (*_PLAY, "--language", "de", "--archive", str(folder / "games.sqlite"), *more)
    with running(folder, *arguments, environment=sound.environment) as program:
        program.type(_KNIGHTS[0])
        _first_move(program)
        yield program


_FAULTS = {
    "blocked output": _blocked_output,
    "clock jumps": _clock_jumps,
    "devices vanish": _devices_vanish,
    "disk full": _disk_full,
    "hang up": _hang_up,
    "no home": _no_home,
    "read only": _read_only,
    "slow disk": _slow_disk,
    "sound server frozen": _sound_frozen,
    "stopped": _stopped,
}
