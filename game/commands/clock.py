# SPDX-License-Identifier: GPL-3.0-or-later
"""``hektor clock``: a talking chess clock for two people with a board of their own."""

import argparse
import sys
from dataclasses import replace

import chess

from announce.lexicon import lexicon
from announce.nouns import colour_words
from clock import presets
from clock.clock import Clock
from game import atboard, options
from game.alarms import armed
from game.bigclock import BigClock
from game.clockloop import ClockLoop, clock_session
from game.conditions import Conditions, Mode
from game.presenter import Presenter
from game.session import Session
from game.state import State, new_state


def add_options(parser: argparse.ArgumentParser) -> None:
    """The time of each player, sound, and how the displays are shown."""
    options.add_time_options(parser)
    parser.add_argument("--black-time", metavar="TIME", help="if Black has another time control")
    parser.add_argument("--big", action="store_true", help="large digits, repainted")
    options.add_sound_options(parser)
    options.read_profile(options.profile_path(), parser, others_too=True)


def run(given: argparse.Namespace) -> int:
    """Run the clock until a flag falls or everybody has left."""
    session = clock_session(_set(given), options.settings(given))
    big = _big(given.language) if given.big else None

    def make_loop(session: Session, presenter: Presenter, base: int) -> ClockLoop:
        return ClockLoop(session, presenter, base, big=big)

    write = big.line if big is not None else atboard.print_line
    return atboard.run(
        given, session, 0, "clock_ready", farewell="clock_left", make_loop=make_loop, write=write
    )


def _set(given: argparse.Namespace) -> State:
    control = presets.read(given.time)
    agreed = Conditions(
        time_control=str(control),
        language=given.language,
        press_after=None,
        alarms=options.alarms(given, Mode.TRAINING),
    )
    clock = Clock.new(control, presets.read(given.black_time or given.time))
    return replace(new_state(agreed), clock=clock, alarms=armed(clock, agreed.alarms))


def _big(language: str) -> BigClock:
    def write(text: str) -> None:
        sys.stdout.write(text)
        sys.stdout.flush()

    words = lexicon(language)
    white, black = (colour_words(colour, words) for colour in (chess.WHITE, chess.BLACK))
    return BigClock(write, (white, black))
