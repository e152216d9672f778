# SPDX-License-Identifier: GPL-3.0-or-later
"""``hektor clock``: a talking chess clock for two people with a board of their own."""

import argparse
import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace

import chess

from announce.text.settings import Settings
from announce.words.phraser import Phraser
from game.app import assemble, options
from game.app.big_clock import BigClock, ClockLines
from game.app.console import Console, PrintedAbove, TakesLines, console
from game.app.terminal import (
    InputEnded,
    Keys,
    LineTyped,
    SidePressed,
    Terminal,
    Touched,
    is_terminal,
)
from game.base import streams
from record.session import Session
from table.chessclock import ALONE
from table.core.state import State, new_state
from table.core.step import ROLE_OF


def add_options(parser: argparse.ArgumentParser) -> None:
    """The time of each player, sound, and how the displays are shown."""
    add = parser.add_argument
    add("--big", action="store_true", help="clock.big")
    add("--pointer", choices=("own", "anywhere", "off"), help="clock.pointer")
    options.add_settings(parser, "clock")
    parser.set_defaults(no_recordings=True)  # there are no moves


def run(given: argparse.Namespace) -> int:
    """Run the clock until everybody has left."""
    session = Session(unstarted(given), options.settings(given), table=ALONE)
    big = _big(given.language) if given.big else None
    touch = _touch(given.pointer or ("own" if given.big else "off"), big)
    if not is_terminal() or not (given.big or touch):
        write = streams.print_line if big is None else big.line
        with console() as lines:
            return _run(given, session, big, lines if big is None else Console(write))
    terminal = Terminal(
        whole=given.big, pointer=touch is not None, repaint=big.forget if big else lambda: None
    )
    keys = Keys()
    above = PrintedAbove(lambda: keys.line, terminal.write)
    write = above.line if big is None else big.line
    keyboard = _Keyboard(terminal, touch, big, keys, above)
    with terminal:
        status = _run(given, session, big, Console(write, keyboard.read, echo=lambda _: None))
    for line in big.told if big is not None else ():
        print(line)
    return status


def unstarted(given: argparse.Namespace) -> State:
    """The clock before its first press."""
    return new_state(replace(options.conditions(given), press_after=None))


def _run(
    given: argparse.Namespace, session: Session, big: BigClock | None, console: Console
) -> int:
    return assemble.run(
        given,
        session,
        0,
        "clock_ready",
        follow=assemble.at_clock,
        farewell="clock_left",
        console=console,
        display=big or ClockLines(console.write, session.settings),
    )


Touch = Callable[[Touched], str]
"""The line that a touch means: "" presses whichever clock runs, "white:" presses White's."""


def _touch(pointer: str, big: BigClock | None) -> Touch | None:
    def half(touched: Touched) -> str:
        if big is not None:
            white = big.owner(touched.column, touched.row)
        else:
            white = 2 * touched.column < shutil.get_terminal_size().columns
        return f"{ROLE_OF[white]}:"

    known: dict[str, Touch | None] = {"own": half, "anywhere": lambda _: "", "off": None}
    return known[pointer]


@dataclass(frozen=True, slots=True)
class _Keyboard:
    """A terminal that is read key by key; ``above`` prints lines meanwhile."""

    terminal: Terminal
    touch: Touch | None
    big: BigClock | None
    keys: Keys
    above: PrintedAbove

    def read(self, inbox: TakesLines) -> None:
        """Read keys and touches until the input ends."""
        while data := self.terminal.read():
            with self.above.lock:
                if not self._took(data, inbox):
                    break
            if self.big is not None:
                self.big.typed = self.keys.line
        inbox.typed(None)

    def _took(self, data: bytes, inbox: TakesLines) -> bool:
        """Work off some keys; False at the end of the input."""
        before = self.keys.line
        for key in self.keys.feed(data):
            match key:
                case LineTyped(text):
                    self.terminal.echo(before, f"{text}\n")
                    before = ""
                    inbox.typed(text)
                case SidePressed(who):
                    inbox.typed(f"{who}:")
                case Touched() if self.touch is not None:
                    inbox.typed(self.touch(key))
                case InputEnded():
                    return False
        self.terminal.echo(before, self.keys.line)
        return True


def _big(language: str) -> BigClock:
    def write(text: str) -> None:
        sys.stdout.write(text)
        sys.stdout.flush()

    white, black = map(Phraser(Settings(language)).colour_name, (chess.WHITE, chess.BLACK))
    dot = streams.fitting("█", "#")
    return BigClock(write, (white, black), size=shutil.get_terminal_size, dot=dot)
