# SPDX-License-Identifier: GPL-3.0-or-later
"""What an arbiter does to a game, in words; of an order only what it leads to."""

from announce.text.utterance import Utterance
from announce.words.claims import bonus
from announce.words.phraser import Phraser, Phrases
from clock.side import SECOND
from table.events import arbiter


def _ruled(phraser: Phraser, event: arbiter.RulingGiven) -> list[Utterance]:
    return [phraser.state(event, "game.arbiter.{0.ruling}"), *bonus(event, phraser)]


def _noted(phraser: Phraser, event: arbiter.Noted) -> list[Utterance]:
    """A note may have words of its own while the clock stands, and where it is about nobody."""
    note = f"game.arbiter.{event.note.value}"
    keys = [note] if event.runs else [f"{note}: stopped", note]
    if event.colour is None:
        return [phraser.say(*keys[:-1], f"{note}: nobody", note, colour="")]
    return [phraser.say(*keys, colour=phraser.colour(event.colour))]


def _pin_refused(phraser: Phraser, event: arbiter.PinRefused) -> list[Utterance]:
    if not event.wait:
        return [phraser.state(event, "game.arbiter.pin_refused")]
    seconds = -(-event.wait // SECOND) * SECOND  # rounded up: a second too soon is refused again
    return [phraser.say("game.arbiter.pin_barred", wait=phraser.time(seconds, exact=True))]


PHRASES: Phrases = {
    arbiter.PinAsked: "game.arbiter.pin_asked",
    arbiter.PinRefused: _pin_refused,
    arbiter.PinRenewed: "game.arbiter.pin_renewed",
    arbiter.FloorTaken: "game.arbiter.floor_taken",
    arbiter.FloorLeft: "game.arbiter.floor_left",
    arbiter.OrderGiven: (),
    arbiter.GameCancelled: "game.arbiter.cancelled",
    arbiter.QuickplayClaimed: "game.arbiter.{0.ground}",
    arbiter.RulingGiven: _ruled,
    arbiter.RulingDue: "game.arbiter.due",
    arbiter.Noted: _noted,
}
