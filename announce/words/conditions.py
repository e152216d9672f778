# SPDX-License-Identifier: GPL-3.0-or-later
"""The conditions of a game in words: who plays, in what time, in which mode."""

from collections.abc import Iterator

import chess

from announce.lexicon import MOVES
from announce.text.settings import Settings
from announce.text.utterance import Utterance
from announce.words.numbers import extra_is_usual
from announce.words.phraser import Phraser
from table.events.game import GameStarted


def players(phraser: Phraser, white: str, black: str) -> Iterator[Utterance]:
    """The players who have names."""
    of_moves = Phraser(Settings(MOVES))
    for colour, name in ((chess.WHITE, white), (chess.BLACK, black)):
        if name not in ("", phraser.colour_name(colour), of_moves.colour_name(colour)):
            told = phraser.colour(colour)
            yield phraser.say("game.player", colour=told, name=phraser.name(name))


def in_force(phraser: Phraser, event: GameStarted) -> Iterator[Utterance]:
    """The players, the time control and the mode of play."""
    yield from players(phraser, event.white, event.black)
    helpers = (event.white_assistant, event.black_assistant)
    for colour, name in zip(chess.COLORS, helpers, strict=True):
        if name:
            told = phraser.colour(colour)
            yield phraser.say("game.helper", colour=told, name=phraser.name(name))
    if event.time_control:
        yield phraser.say("game.time_control", control=phraser.control(event.time_control))
        if not extra_is_usual(event.time_control):
            yield phraser.say("game.unusual_extra")
    if event.chess960 is not None:
        yield chess960_told(phraser, event.chess960)
    if event.mode in phraser.words.table("game.mode"):  # X.13: what is in force is announced
        yield phraser.say(f"game.mode.{event.mode}", year=phraser.number(event.edition))


def chess960_told(phraser: Phraser, number: int) -> Utterance:
    """The number of a start position."""
    return phraser.say("game.chess960", number=phraser.digits(number))
