# SPDX-License-Identifier: GPL-3.0-or-later
"""The options of a game that say how scoresheets are kept, and what becomes of the sound."""

import argparse
from dataclasses import replace

import chess

from game.errors import PlayerError, bad_value
from rules.assistance import needs_assistant
from rules.editions import edition
from rules.scoresheet import Keeping
from table.conditions import PLAYERS, Conditions, Mode, read_duties, read_players

ELECTRONIC_SINCE = 2023
"""E.23-3: the first edition with electronic scoresheets (8.1.1.2)."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Scoresheets, signatures and the session."""
    add = parser.add_argument
    for colour in ("white", "black"):
        add(f"--sheet-{colour}", choices=[one.value for one in Keeping],
            default=Keeping.VOICE.value, help=f"{colour}'s scoresheet: voice, what is announced is "
            "it and its sound is kept (D.2.7); own, dictated or typed move by move; program, "
            "Hektor's record is it (default: %(default)s)")  # fmt: skip
    add("--assistant", metavar="N,N|all|none", default="all", help="which duties of Appendix "
        "D.2.10 a human assistant has (default: %(default)s)")  # fmt: skip
    add("--deaf", metavar="white|black|both|nobody", default="nobody", help="players who do not "
        "hear; against a blind one they need an assistant (Appendix D.2.11)")  # fmt: skip
    add("--no-signatures", action="store_true", help="in competition: nobody signs the result "
        "(Article 8.7)")  # fmt: skip
    add("--warn-after-offers", metavar="N", type=int, default=0, help="tell the arbiter of a "
        "player's N-th draw offer or wrong claim, and of all after it (Article 11.5; default: "
        "never)")  # fmt: skip
    add("--session", metavar="MINUTES", type=int, default=0, help="how long the session lasts "
        "from its start on; a player may adjourn earlier (Guideline I.1.2)")  # fmt: skip


def add_recording_option(parser: argparse.ArgumentParser) -> None:
    """Whether sound is kept."""
    parser.add_argument("--no-recordings", action="store_true", help="do not keep the sound of "
        "announced moves with the game (Appendix D.2.7)")  # fmt: skip


def applied(options: argparse.Namespace, agreed: Conditions) -> Conditions:
    """The conditions with these; UserError for what is none."""
    white, black = Keeping(options.sheet_white), Keeping(options.sheet_black)
    competes = agreed.mode is Mode.COMPETITION
    too_early = edition(agreed.edition).year < ELECTRONIC_SINCE
    if competes and too_early and Keeping.PROGRAM in (white, black):
        raise PlayerError("no_electronic_sheets", year=ELECTRONIC_SINCE)
    for option, number in (
        ("--session", options.session),
        ("--warn-after-offers", options.warn_after_offers),
    ):
        if number < 0:
            raise bad_value(option, number, "0, 1, 2…")
    try:
        duties = read_duties(options.assistant)
    except ValueError as error:
        raise bad_value("--assistant", options.assistant, "1,2…, all, none") from error
    try:
        deaf = read_players(options.deaf)
    except ValueError as error:
        raise bad_value("--deaf", options.deaf, PLAYERS) from error
    blind = [colour for colour in chess.COLORS if colour not in agreed.sighted]
    if needs_assistant(blind, deaf, duties):
        raise PlayerError("assistant_needed")
    return replace(
        agreed,
        assistant=duties,
        deaf=deaf,
        sheet_white=white,
        sheet_black=black,
        sign=competes and not options.no_signatures,
        warn_after_offers=options.warn_after_offers,
        session=options.session * 60,
    )
