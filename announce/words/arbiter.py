# SPDX-License-Identifier: GPL-3.0-or-later
"""What an arbiter does to a game, in words."""

from dataclasses import dataclass
from typing import assert_never

import chess

from announce.lexicon import Lexicon, lexicon
from announce.settings import Settings
from announce.utterance import Priority, Utterance
from announce.words.nouns import colour_words
from announce.words.numbers import SECOND, duration
from table.events.arbiter import (
    ArbiterEvent,
    FloorLeft,
    FloorTaken,
    GameCancelled,
    Noted,
    OrderGiven,
    PinAsked,
    PinRefused,
    QuickplayClaimed,
    RulingDue,
    RulingGiven,
)


def arbiter_words(event: ArbiterEvent, settings: Settings) -> list[Utterance]:
    """What is said of an event, in order; of an order only what it leads to."""
    tell = _Teller(lexicon(settings.language))
    match event:
        case PinAsked():
            return [tell.say("pin_asked")]
        case PinRefused():
            return [tell.say("pin_refused")]
        case FloorTaken():
            return [tell.say("floor_taken")]
        case FloorLeft():
            return [tell.say("floor_left")]
        case OrderGiven():
            return []
        case GameCancelled():
            return [tell.say("cancelled")]
        case QuickplayClaimed(colour=colour, ground=ground):
            return [tell.say(ground.value, colour)]
        case RulingGiven(colour=colour, ruling=ruling, bonus=bonus):
            lines = [tell.say(ruling.value)]
            return [*lines, tell.bonus(not colour, bonus)] if bonus else lines
        case RulingDue(colour=colour):
            return [tell.say("due", colour)]
        case Noted(note=note, colour=colour, runs=runs):
            special = (None if runs else "stopped", "nobody" if colour is None else None)
            keys = [f"{note.value}: {each}" for each in special if each]
            return [tell.say(next((key for key in keys if key in tell.table), note.value), colour)]
    assert_never(event)


@dataclass(frozen=True, slots=True)
class _Teller:
    words: Lexicon

    @property
    def table(self) -> dict[str, str]:
        """The templates."""
        found: dict[str, str] = self.words.tables["arbiter"]
        return found

    def say(self, key: str, colour: chess.Color | None = None) -> Utterance:
        told = "" if colour is None else colour_words(colour, self.words)
        return Utterance(self.words.line(self.table[key], colour=told), Priority.NEXT)

    def bonus(self, colour: chess.Color, seconds: int) -> Utterance:
        time = duration(seconds * SECOND, self.words.language)
        template: str = self.words.tables["claim"]["bonus"]
        told = colour_words(colour, self.words)
        return Utterance(self.words.line(template, colour=told, time=time), Priority.NEXT)
