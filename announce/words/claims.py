# SPDX-License-Identifier: GPL-3.0-or-later
"""Claims to a draw in words, with what the examination showed (9.5, 11.12)."""

from announce.lexicon import Lexicon, Value, lexicon
from announce.settings import Settings
from announce.utterance import Phrase, Priority, Utterance
from announce.words.moves import move_line, move_words
from announce.words.nouns import colour_words
from announce.words.numbers import SECOND, cardinal, count, duration
from rules.draws import Finding, Ground, Occurrence
from table.events.game import ClaimMade, ClaimRejected, ClaimUpheld


def claim_words(
    event: ClaimMade | ClaimUpheld | ClaimRejected, settings: Settings
) -> list[Utterance]:
    """The lines of a claim, or of what became of it."""
    words = lexicon(settings.language)
    colour = colour_words(event.colour, words)
    match event:
        case ClaimMade():
            return _claimed(event, colour, settings)
        case ClaimUpheld(finding=finding):
            ground = words.tables["claim"][finding.ground.value]
            return [_say(words, "upheld", ground=ground), *_evidence(finding, words)]
        case ClaimRejected(finding=finding, bonus=bonus):
            lines = [_say(words, "rejected"), *_evidence(finding, words)]
            if bonus:
                opponent = colour_words(not event.colour, words)
                time = duration(bonus * SECOND, words.language)
                lines.append(_say(words, "bonus", colour=opponent, time=time))
            return lines


def _claimed(event: ClaimMade, colour: str, settings: Settings) -> list[Utterance]:
    words = lexicon(settings.language)
    if event.ground is None:
        lines = [_say(words, "claimed", colour=colour)]
    else:
        ground = words.tables["claim"][event.ground.value]
        lines = [_say(words, "claimed_ground", colour=colour, ground=ground)]
    if event.move is not None:
        move = _say(words, "claimed_move", move=move_words(event.move, settings))
        eye = move_line(event.move, settings)
        lines.append(Utterance(move.segments, move.priority, eye=eye))
    return lines


def _evidence(finding: Finding, words: Lexicon) -> list[Utterance]:
    """Where the position stood; or how many moves each side made without a capture."""
    if finding.ground is Ground.FIFTY:
        moves = count(finding.count // 2, "move", words.language)
        return [_say(words, "without", count=moves)]
    if not finding.upheld:
        return [_say(words, "occurrences", number=cardinal(finding.count, words.language))]
    stood = words.listed(_occurrence(one, words) for one in finding.evidence)
    return [_say(words, "evidence", moves=stood)] if stood else []


def _occurrence(one: Occurrence, words: Lexicon) -> Phrase:
    if one.colour is None:
        return words.phrase(words.tables["claim"]["first"])
    return words.fill(
        words.tables["claim"]["occurrence"],
        number=cardinal(one.number, words.language),
        colour=colour_words(one.colour, words),
    )


def _say(words: Lexicon, key: str, **values: Value) -> Utterance:
    return Utterance(words.line(words.tables["claim"][key], **values), Priority.NEXT)
