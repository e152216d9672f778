# SPDX-License-Identifier: GPL-3.0-or-later
"""The programs that can sit down at the table: which plays how strong, and which advises."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import chess

from opponents import levels
from opponents.seat import Notice, OpponentDid, Seat
from rules.position import Position
from table.acts.setup import NOBODY, STRONGEST, WEAKEST
from table.core.inputs import Advised, DeviceChanged, OpponentWanted, Said, Seated
from table.core.state import State
from table.events.game import Advice
from voice.language.commands import Command, CommandName
from voice.language.interpretation import Heard, NoMatch
from voice.language.typed import number_alone

if TYPE_CHECKING:
    from opponents.player import Adviser, EnginePlayer


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

    @property
    def folder(self) -> Path:
        """The folder of the program, or of the script behind it, with its books and networks."""
        script = Path(self.command[-1 if len(self.command) == 1 else 1])
        found = script if script.is_file() else Path(self.command[0])
        return found.resolve().parent


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
    given = (str(Path(word).absolute()) if Path(word).is_file() else word for word in words[1:])
    return Program((str(Path(found).absolute()), *given), Path(found).stem)


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


# --- The programs on this computer ----------------------------------------------------------------


Tell = Callable[[OpponentDid | Notice | DeviceChanged | Advised], None]


class Roster:
    """Finds programs, and seats them; ``tell`` gets what they say, from their threads."""

    def __init__(
        self,
        tell: Tell,
        *,
        program: Program | None = None,
        seconds: float | None = None,
        resigns: bool = True,
        usual: int = 0,
        keep: Callable[[int], None] = lambda _: None,
        find: Callable[[], Program | None] = stockfish,
    ) -> None:
        """``program`` was asked for, and plays as it can; without one there are levels. ``seconds``
        is the time for each move, None for what a player would take. ``usual`` is the Elo that was
        chosen last, 0 if none was; ``keep`` keeps the next."""
        self._tell = tell
        self._program = program
        self._seconds = seconds
        self._resigns = resigns
        self._find = find
        self._keep = keep
        self.usual = usual
        self.asked: OpponentWanted | None = None
        """Whose strength was asked for, and is not answered yet."""
        self._adviser: Adviser | None = None
        self._players: list[EnginePlayer] = []

    @cached_property
    def _strong(self) -> Program | None:
        return self._find()

    @property
    def highest(self) -> int:
        """The Elo of the highest level that can be played here."""
        return STRONGEST if self._strong is not None else levels.OWN_BEST

    def seat(self, wanted: OpponentWanted) -> tuple[Seat, Seated] | None:
        """Seat the program that was wanted; None if its strength has to be asked first."""
        elo = wanted.elo or self.usual
        self.asked = None if elo else wanted
        if not elo:
            return None
        found = self.sit(wanted.colour, elo)
        self.chosen(elo)
        return found

    def hear(self, said: Said, language: str) -> tuple[Said, OpponentWanted | None]:
        """Words after that question, and who sits down before anything else comes of them. A level
        answers it, of the same colour; who moves wants the weakest and no more ado, and who talks
        of something else is asked no more. ``language`` is the one of who speaks."""
        asked, meant = self.asked, said.intent
        if asked is None:
            return said, None
        number = number_alone(said.heard, language)
        if number is not None:
            meant = Command(CommandName.OPPONENT, number)
        chosen = isinstance(meant, Command) and meant.name is CommandName.OPPONENT
        if isinstance(meant, Command) and chosen and meant.number is not None:
            self.asked = None if meant.number == NOBODY else asked
            colour = not asked.colour if meant.colour is None else meant.colour
            return replace(said, intent=replace(meant, colour=colour)), None
        if isinstance(meant, Heard):
            return said, self.weakest
        if not isinstance(meant, NoMatch):
            self.asked = None
        return said, None

    @property
    def weakest(self) -> OpponentWanted | None:
        """The weakest of those whose strength was asked for, for whoever gives no answer."""
        return None if self.asked is None else replace(self.asked, elo=WEAKEST)

    def sit(self, colour: chess.Color, elo: int) -> tuple[Seat, Seated]:
        """A player of ``colour`` with this strength, or the highest that there is."""
        if self._program is not None:
            named = self._program
            seated = Seated(colour, named.name, program=line_of(named))
            return self._seat(named, colour, 0), seated
        played = min(elo or STRONGEST, self.highest)
        program = self._strong if played > levels.OWN_BEST else None
        chosen = program or OWN
        return (
            self._seat(chosen, colour, played),
            Seated(colour, chosen.name, played, highest=elo > played),
        )

    def chosen(self, elo: int) -> None:
        """Make that strength the usual one."""
        if elo != self.usual:
            self.usual = elo
            self._keep(elo)

    def advise(self, kind: Advice, state: State) -> None:
        """Find advice on a game; of the moves, on the last one of who plays the computer."""
        plies = state.plies_of(not state.conditions.computer)
        if kind is not Advice.BETTER:
            self.advise_on(kind, state.position)
        elif plies:
            self.advise_on(kind, state.position, plies[-1])

    def advise_on(self, kind: Advice, position: Position, about: int | None = None) -> None:
        """Find advice on a position, or on the move ``about`` (the ply before it) that led there;
        who advises starts when it is asked first."""
        from opponents.player import Adviser  # noqa: PLC0415 - two people need no asyncio

        if self._adviser is None:
            self._adviser = Adviser(self._strong or OWN, self._tell)
        self._adviser.ask(kind, position, about)

    def close(self) -> None:
        """All programs leave."""
        for one in (self._adviser, *self._players):
            if one is not None:
                one.close()

    def _seat(self, program: Program, colour: chess.Color, elo: int) -> Seat:
        from opponents.player import EnginePlayer  # noqa: PLC0415

        player = EnginePlayer(program, self._tell, self._seconds, elo=elo, resigns=self._resigns)
        self._players.append(player)
        return Seat(player, colour)
