# SPDX-License-Identifier: GPL-3.0-or-later
"""Claims to a draw in words, with what the examination showed (9.5, 11.12)."""

from announce.lexicon import Phrase
from announce.text.utterance import Utterance
from announce.words.phraser import Phraser, Phrases
from rules.draws import Finding, Ground, Occurrence
from table.events import game
from table.events.arbiter import RulingGiven


def _claimed(phraser: Phraser, event: game.ClaimMade) -> list[Utterance]:
    if event.ground is None:
        lines = [phraser.state(event, "game.claim.claimed")]
    else:
        ground = phraser.words.word(f"game.claim.{event.ground.value}")
        colour = phraser.colour(event.colour)
        lines = [phraser.say("game.claim.claimed_ground", colour=colour, ground=ground)]
    return (
        lines if event.move is None else [*lines, phraser.state(event, "game.claim.claimed_move")]
    )


def _upheld(phraser: Phraser, event: game.ClaimUpheld) -> list[Utterance]:
    ground = phraser.words.word(f"game.claim.{event.finding.ground.value}")
    upheld = phraser.say("game.claim.upheld", ground=ground)
    return [upheld, *_evidence(event.finding, phraser)]


def _rejected(phraser: Phraser, event: game.ClaimRejected) -> list[Utterance]:
    lines = [phraser.say("game.claim.rejected"), *_evidence(event.finding, phraser)]
    return [*lines, *bonus(event, phraser)]


def bonus(event: game.ClaimRejected | RulingGiven, phraser: Phraser) -> list[Utterance]:
    """The time that the opponent is given; nothing for none."""
    return [phraser.state(event, "game.penalty.opponent time")] if event.bonus else []


def _evidence(finding: Finding, phraser: Phraser) -> list[Utterance]:
    """Where the position stood; or how many moves each side made without a capture."""
    if finding.ground is Ground.FIFTY:
        return [phraser.say("game.claim.without", count=phraser.count(finding.count // 2, "move"))]
    if not finding.upheld:
        return [phraser.say("game.claim.occurrences", times=phraser.times(finding.count))]
    stood = phraser.listed(_occurrence(one, phraser) for one in finding.evidence)
    return [phraser.say("game.claim.evidence", moves=stood)] if stood else []


def _occurrence(one: Occurrence, phraser: Phraser) -> Phrase:
    if one.colour is None:
        return phraser.words.fill("game.claim.first")
    number, colour = phraser.number(one.number), phraser.colour(one.colour)
    return phraser.words.fill("game.claim.occurrence", number=number, colour=colour)


PHRASES: Phrases = {
    game.ClaimMade: _claimed,
    game.ClaimUpheld: _upheld,
    game.ClaimRejected: _rejected,
}
