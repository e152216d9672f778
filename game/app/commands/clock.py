# SPDX-License-Identifier: GPL-3.0-or-later
"""``hektor clock``: a talking chess clock for two people with a board of their own."""

import argparse
from collections.abc import Callable, Sequence
from dataclasses import replace

import chess

from announce.text.settings import Settings
from announce.text.utterance import Utterance
from announce.words.phraser import Phraser
from clock.clock import Clock, shown
from clock.events import ControlAgreed, FlagFell, GamePaused, GameResumed, MoveCompleted, TimeAlarm
from game.app import assemble, options
from game.app.console import console
from game.play.equipment import Display
from record.session import Session
from table.chessclock import ALONE
from table.core.state import State, new_state
from table.events import Event
from table.events.game import GameStarted

SHOWS = (GameStarted, ControlAgreed, MoveCompleted, TimeAlarm, FlagFell, GamePaused, GameResumed)
"""Both displays are printed after these events. They are spoken only if somebody asks."""


def add_clock_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``hektor clock``."""
    options.add_settings(parser, "clock")
    parser.set_defaults(no_recordings=True)  # there are no moves


def run_clock(given: argparse.Namespace) -> int:
    """Run the clock until everybody has left."""
    session = Session(unstarted(given), options.settings(given), table=ALONE)
    with console() as lines:
        return assemble.run(
            given,
            session,
            0,
            "clock_ready",
            follow=assemble.at_clock,
            farewell="clock_left",
            console=lines,
            display=clock_lines(lines.write, session.settings),
        )


def unstarted(given: argparse.Namespace) -> State:
    """The clock before its first press."""
    return new_state(replace(options.conditions(given), press_after=None))


def clock_lines(write: Callable[[str], None], settings: Settings) -> Display:
    """A display that prints both clocks in a line of its own when an event has changed them: a
    screen reader and a braille display can follow it."""
    phraser = Phraser(settings)

    def show(clock: Clock, now: int, events: Sequence[Event]) -> None:
        if any(isinstance(event, SHOWS) for event in events):
            told = ", ".join(
                f"{phraser.colour_name(colour)} {shown(clock.remaining(colour, now))}"
                for colour in (chess.WHITE, chess.BLACK)
            )
            write(Utterance((), eye=phraser.words.phrase(told)).text)

    return show
