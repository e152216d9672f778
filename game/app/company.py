# SPDX-License-Identifier: GPL-3.0-or-later
"""What the options bring to a game beside the table: programs, a page, voices that are known.

Only the commands that play load it: it needs all that speaks and hears.
"""

import argparse
from dataclasses import dataclass

import chess

from announce.errors import PlayerError
from announce.text.settings import Script, second_scripts
from game.app import loudspeakers
from game.base.settings import COMPUTER
from game.sound.speakers import Speakers
from game.sound.speakers import load as load_speakers
from opponents.programs import Program, named
from table.core.conditions import Conditions, Mode


@dataclass(frozen=True, slots=True)
class Rivals:
    """What the options say of programs that play. ``program`` is the one that was asked for, which
    plays as it can; ``seconds`` is the time for each move, None: what a player would take.
    ``usual`` is the Elo that was chosen last, 0 if none was. ``plays`` is the side of a program
    that was asked for now."""

    program: Program | None = None
    seconds: float | None = None
    resigns: bool = True
    usual: int = 0
    plays: chess.Color | None = None


@dataclass(frozen=True, slots=True)
class PageChoice:
    """The page that was asked for. Without a ``language`` it has that of the game. ``address`` is
    where other devices find it, if they may."""

    opens: bool
    language: str | None
    script: Script | None
    address: tuple[str, int] | None = None


@dataclass(frozen=True, slots=True)
class Company:
    """What a game has beside the table: programs to play, the assistant's page, voices that it
    knows."""

    rivals: Rivals = Rivals()
    page: PageChoice | None = None
    speakers: Speakers | None = None


def company(options: argparse.Namespace, agreed: Conditions) -> Company:
    """What the options bring to a game. Raises UserError if the game cannot have that."""
    against = rivals(options, agreed)
    shown = page(options, agreed.mode, pin=bool(agreed.arbiter_pin))
    loudspeakers.check(options)
    return Company(against, shown, speakers(options, agreed))


def rivals(options: argparse.Namespace, agreed: Conditions) -> Rivals:
    """The programs of the options. Raises UserError if the one that was asked for cannot play."""
    program = None
    if agreed.computer is not None or options.opponent is not None:
        if agreed.mode is Mode.COMPETITION:
            raise PlayerError("no_engine_in_competition")
        if agreed.repeat:
            raise PlayerError("engine_repeats_not")
    if options.opponent not in (None, COMPUTER):
        program = named(options.opponent)
        if program is None:
            raise PlayerError("no_program", program=options.opponent)
    usual = options.level if "level" in options and options.level else 0
    plays = None if options.opponent is None else options.opponent_plays
    return Rivals(program, options.opponent_time, options.opponent_resigns, usual, plays)


def page(options: argparse.Namespace, mode: Mode, *, pin: bool = False) -> PageChoice | None:
    """The assistant's page, if one was asked for. Raises UserError if it is not allowed.

    ``pin``: the arbiter has one, so that Hektor knows when to let other devices in."""
    if options.page is None:
        return None
    if mode is Mode.COMPETITION and not options.page_allowed:
        raise PlayerError("no_page_in_competition")
    named = options.page_language
    language, script = second_scripts().get(named, (named, None))
    return PageChoice(
        options.page == "open", language, script, _page_address(options, mode, pin=pin)
    )


def _page_address(options: argparse.Namespace, mode: Mode, *, pin: bool) -> tuple[str, int] | None:
    """Where other devices find the page. Raises UserError if they may not."""
    from game.page.network import address  # noqa: PLC0415 - few games have a page

    if options.page_address is None:
        return None
    if mode is Mode.COMPETITION and not pin:
        raise PlayerError("network_in_competition")
    return address(options.page_address)


def speakers(options: argparse.Namespace, agreed: Conditions) -> Speakers | None:
    """What was learnt of the players' voices, unless nobody or another model listens.

    Raises UserError if the options want voices told apart that are not known.
    """
    if options.no_microphone:
        return None
    found = load_speakers(agreed, agreed.computer, check=options.check_voice)
    return found if options.model is None else None
