# SPDX-License-Identifier: GPL-3.0-or-later
"""``hektor clock``: a talking chess clock for two people with a board of their own."""

import argparse
import re
import shutil
import sys
from dataclasses import replace

import chess

from announce.text.settings import Settings
from announce.words.phraser import Phraser
from game.app import assemble, options
from game.app.big_clock import BigClock, clock_lines
from game.app.console import Console, Typist, console
from game.app.line_editor import Press
from game.app.terminal import is_terminal
from game.base import streams
from record.session import Session
from table.chessclock import ALONE
from table.core.state import State, new_state
from table.core.step import ROLE_OF
from table.events.game import Role


def add_clock_options(parser: argparse.ArgumentParser) -> None:
    """The time of each player, sound, and how the displays are shown."""
    add = parser.add_argument
    add("--big", action="store_true", help="clock.big")
    add("--pointer", choices=("own", "anywhere", "off"), help="clock.pointer")
    options.add_settings(parser, "clock")
    parser.set_defaults(no_recordings=True)  # there are no moves


def run_clock(given: argparse.Namespace) -> int:
    """Run the clock until everybody has left."""
    session = Session(unstarted(given), options.settings(given), table=ALONE)
    big = _big(given.language) if given.big else None
    pointer = given.pointer or ("own" if given.big else "off")
    if not is_terminal() or (pointer == "off" and not given.big):
        with console() as lines:
            return _run(given, session, big, lines if big is None else Console(big.line))
    typist = Typist(presses(pointer, big), pointer=pointer != "off", painted=big)
    with typist.console() as lines:
        status = _run(given, session, big, replace(lines, echo=lambda _: None))
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
        display=big.show if big else clock_lines(console.write, session.settings),
    )


_MOUSE = re.compile(r"\x1b\[<0;(\d+);(\d+)M")  # the left button goes down
_ARROWS = {"\x1b[D": Role.WHITE, "\x1bOD": Role.WHITE, "\x1b[C": Role.BLACK, "\x1bOC": Role.BLACK}


def presses(pointer: str, big: BigClock | None) -> Press:
    """The line that a key or a touch means: "" presses whichever clock runs, "white:" presses
    White's. The left arrow is White's button, the right one Black's, and the space bar is Enter."""

    def press(sign: str, typed: str) -> str | None:
        if sign == " " and not typed:
            return ""
        if sign in _ARROWS:
            return f"{_ARROWS[sign]}:"
        touched = _MOUSE.fullmatch(sign)
        if touched is None or pointer == "off":
            return None
        if pointer == "anywhere":
            return ""
        column, row = int(touched[1]) - 1, int(touched[2]) - 1
        if big is not None:
            white = big.owner(column, row)
        else:
            white = 2 * column < shutil.get_terminal_size().columns
        return f"{ROLE_OF[white]}:"

    return press


def _big(language: str) -> BigClock:
    def write(text: str) -> None:
        sys.stdout.write(text)
        sys.stdout.flush()

    white, black = map(Phraser(Settings(language)).colour_name, (chess.WHITE, chess.BLACK))
    dot = streams.fitting("█", "#")
    return BigClock(write, (white, black), size=shutil.get_terminal_size, dot=dot)
