# SPDX-License-Identifier: GPL-3.0-or-later
"""Which chess programs there are on this computer."""

import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

FOLDERS = (
    "/usr/games",
    "/usr/local/bin",
    "/opt/homebrew/bin",
    "~/.local/bin",
    "~/bin",
    "%ProgramFiles%/Stockfish",
    "%LocalAppData%/Programs/Stockfish",
    "%LocalAppData%/Microsoft/WinGet/Links",
)
"""Where Stockfish is besides in the PATH: Debian, by hand, Homebrew, Windows."""

NAMES = ("stockfish", "stockfish-*")


@dataclass(frozen=True, slots=True)
class Program:
    """A program that speaks UCI: its command line, and what it is called."""

    command: tuple[str, ...]
    name: str


OWN = Program((sys.executable, "-P", "-m", "opponents.engine.uci"), "Hektor")
"""Hektor's own engine, which every computer has."""


def stockfish(
    environ: Mapping[str, str] = os.environ, folders: Iterable[str] = FOLDERS
) -> Program | None:
    """Stockfish, if it is in the PATH or where it is usually put."""
    found = shutil.which(NAMES[0], path=environ.get("PATH"))
    if found is not None:
        return Program((found,), "Stockfish")
    for folder in folders:
        place = Path(os.path.expandvars(folder)).expanduser()
        for name in NAMES:
            for path in sorted(place.glob(f"{name}.exe")) + sorted(place.glob(name)):
                if path.is_file() and os.access(path, os.X_OK):
                    return Program((str(path),), "Stockfish")
    return None


def named(line: str) -> Program | None:
    """The program of a name or path, with arguments behind it or without, if there is one."""
    words = [line] if shutil.which(line) else _words(line)
    found = shutil.which(words[0]) if words else None
    if found is None:
        return None
    return Program((str(Path(found).absolute()), *words[1:]), Path(found).stem)


def _words(line: str) -> list[str]:
    """A command line as the system's shell takes it apart; none if a quotation mark is open."""
    try:
        words = shlex.split(line, posix=os.name != "nt")
    except ValueError:
        return []
    return words if os.name != "nt" else [word.strip('"') for word in words]


def line_of(program: Program) -> str:
    """The text that `named` reads as this program."""
    first, *others = program.command
    if not others:
        return first
    return (
        subprocess.list2cmdline(program.command) if os.name == "nt" else shlex.join(program.command)
    )
