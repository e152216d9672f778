# SPDX-License-Identifier: GPL-3.0-or-later
"""What the options bring to a game beside the table: an engine, a page, voices that are known.

Only the commands that play load it: it needs all that speaks and hears.
"""

import argparse
import shutil
from dataclasses import dataclass

import chess

from announce.scripts import second_scripts
from announce.settings import Script
from game.app import loudspeakers
from game.errors import PlayerError
from game.speakers import Speakers
from game.speakers import load as load_speakers
from table.conditions import Conditions, Mode


@dataclass(frozen=True, slots=True)
class EngineChoice:
    """The engine that was asked for. It thinks ``seconds`` about each move; None: as it likes."""

    path: str
    colour: chess.Color
    seconds: float | None


@dataclass(frozen=True, slots=True)
class PageChoice:
    """The page that was asked for. Without a ``language`` it has that of the game."""

    opens: bool
    language: str | None
    script: Script | None


@dataclass(frozen=True, slots=True)
class Company:
    """What a game has beside the table: an engine, the assistant's page, voices that it knows."""

    engine: EngineChoice | None = None
    page: PageChoice | None = None
    speakers: Speakers | None = None


def company(options: argparse.Namespace, agreed: Conditions) -> Company:
    """What the options bring to a game. Raises UserError if the game cannot have that."""
    chosen = engine(options, agreed)
    shown = page(options, agreed.mode)
    loudspeakers.check(options)
    return Company(chosen, shown, speakers(options, agreed, chosen))


def engine(options: argparse.Namespace, agreed: Conditions) -> EngineChoice | None:
    """The engine of the options, if there is one. Raises UserError if it cannot play."""
    if options.opponent is None:
        return None
    if agreed.mode is Mode.COMPETITION:
        raise PlayerError("no_engine_in_competition")
    if agreed.repeat:
        raise PlayerError("engine_repeats_not")
    path = shutil.which(options.opponent)
    if path is None:
        raise PlayerError("no_program", program=options.opponent)
    return EngineChoice(path, options.opponent_plays, options.opponent_time)


def page(options: argparse.Namespace, mode: Mode) -> PageChoice | None:
    """The assistant's page, if one was asked for. Raises UserError if it is not allowed."""
    if options.page is None:
        return None
    if mode is Mode.COMPETITION and not options.page_allowed:
        raise PlayerError("no_page_in_competition")
    named = options.page_language
    language, script = second_scripts().get(named, (named, None))
    return PageChoice(options.page == "open", language, script)


def speakers(
    options: argparse.Namespace, agreed: Conditions, engine: EngineChoice | None
) -> Speakers | None:
    """What was learnt of the players' voices, unless nobody or another model listens.

    Raises UserError if the options want voices told apart that are not known.
    """
    if options.no_microphone:
        return None
    opponent = None if engine is None else engine.colour
    found = load_speakers(agreed, opponent, check=options.check_voice)
    return found if options.model is None else None
