# SPDX-License-Identifier: GPL-3.0-or-later
"""Judges whether somebody who pauses has said all there is to say, so that they need not wait."""

from dataclasses import replace
from enum import Enum

from rules.position import Position
from voice.language import lexicon
from voice.language.commands import CORRECTIONS, Act, Command, CommandName
from voice.language.disambiguation import answered
from voice.language.grammar import truths
from voice.language.interpretation import (
    Ambiguous,
    AskedAbout,
    Heard,
    Illegal,
    Intent,
    Unsure,
    meaning,
)
from voice.language.lexicon import GERMAN, Language
from voice.language.semantics import command_of, commands_heard, moves_automaton, parse_words
from voice.language.transcript import Words
from voice.language.vocabulary import act_of


class Completeness(Enum):
    """How far the words have come in a phrase."""

    COMPLETE = "complete"  # a legal move or a command that nothing legal continues
    OPEN = "open"  # something legal may follow
    WHOLE = "whole"  # a whole phrase, but of no legal move or of several
    UNKNOWN = "unknown"


def completeness(
    words: Words, position: Position, asked: AskedAbout = None, language: Language = GERMAN
) -> Completeness:
    """The judgement whether the speaker is done, as far as words can tell: to end an utterance
    early.

    COMPLETE: a legal move or a command, and no longer phrase with another meaning begins so.
    "Springer Gustav eins" is OPEN while the knight stands there, "Eva acht" until the promotion is
    named; "Schach" may always follow and keeps nothing open. WHOLE: a move that is illegal or
    ambiguous, which no more words would mend, or a question that might be a longer one.
    """
    at_once = lexicon.load(lexicon.heard_in(words))["listening"]["at_once"]
    if lexicon.written(words, language.name) in at_once:
        return Completeness.COMPLETE
    meant = meaning(words, position, asked, language)
    if isinstance(meant, Command) and meant.move is not None and meant.name in CORRECTIONS:
        return completeness(_of_move(words, meant, language), position, None, language)
    if asked is not None and _answers(meant, words, position, asked, language):
        return Completeness.COMPLETE
    if _move_may_follow(words, meant, position, language):
        return Completeness.OPEN
    if _command_may_follow(words, meant, language):
        return Completeness.WHOLE if _is_answered_soon(meant) else Completeness.OPEN
    if isinstance(meant, Heard | Unsure | Command):
        return Completeness.COMPLETE
    return Completeness.WHOLE if isinstance(meant, Ambiguous | Illegal) else Completeness.UNKNOWN


def _of_move(words: Words, meant: Command, language: Language) -> Words:
    """The words of the move in "nein Springer Felix drei"."""
    places = range(1, len(words))
    return words[next(at for at in places if meant.move in parse_words(words[at:], language)) :]


def _is_answered_soon(meant: Intent) -> bool:
    """True if it is whole, though a longer phrase begins so: "wo steht die Dame" is answered soon,
    and "des Gegners" is said in one breath with it. So is "Remis", which is asked back, and
    "Remis reklamieren". An article's numbers are not.
    """
    if not isinstance(meant, Command) or meant.name is CommandName.ARTICLE:
        return False
    return meant.name is CommandName.OFFER_DRAW or meant.name.act is Act.HARMLESS


def _answers(
    meant: Intent, words: Words, position: Position, asked: AskedAbout, language: Language
) -> bool:
    if isinstance(meant, Command) and meant.name in (CommandName.YES, CommandName.NO):
        return True
    moves = asked.moves if isinstance(asked, Ambiguous) else ()
    return len(moves) > 1 and len(answered(position, moves, words, language)) == 1


def _move_may_follow(words: Words, meant: Intent, position: Position, language: Language) -> bool:
    """True if more words could make of these another legal move than they are now."""
    automaton = moves_automaton(language)
    live = automaton.follow(words)
    present = meant.move if isinstance(meant, Heard) else None
    return any(
        emits_so_far <= true and automaton.goes_on(state, true)
        for move, true in (truths(position) if live else ())
        if move != present
        for state, emits_so_far in ((state, frozenset(emits)) for state, emits in live)
    )


def _command_may_follow(words: Words, meant: Intent, language: Language) -> bool:
    automaton = commands_heard(words, language)
    return any(
        replace(command_of(act_of(emits + more)), text="") != replace(meant, text="")
        for state, emits in automaton.follow(words)
        for more, ahead in automaton.paths(state)
        if ahead
    )
