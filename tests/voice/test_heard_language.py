# SPDX-License-Identifier: GPL-3.0-or-later
"""What the recogniser listens for: every way of saying a legal move, and what competes with it."""

import random
from itertools import islice, pairwise

import chess
import pytest
from games import positions
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.moves import facts
from rules.position import Position
from voice.language import lexicon
from voice.language.commands import CommandName
from voice.language.grammar import (
    legal_automaton,
    runtime_phrases,
    truths,
    ways,
)
from voice.language.semantics import commands_automaton, moves_automaton
from voice.language.template import Builder, cover
from voice.language.transcript import UNKNOWN

WAYS_TRIED = 25


def neighbours(phrase: str) -> set[tuple[str, str]]:
    return set(pairwise(("", *phrase.split(), "")))


@settings(max_examples=15, deadline=None)
@given(positions, st.randoms(use_true_random=False))
def test_recogniser_may_hear_every_legal_phrase(position: Position, source: random.Random) -> None:
    """Vosk's bigram model allows what it was given pair by pair."""
    listed = set().union(*map(neighbours, set(runtime_phrases(position))))
    for move in source.sample(position.legal_moves, min(4, len(position.legal_moves))):
        for words in source.sample(every := list(ways(facts(position, move))), min(5, len(every))):
            assert neighbours(" ".join(words)) <= listed


def test_recogniser_may_hear_illegal_and_other_words() -> None:
    listed = runtime_phrases(Position.start())
    assert "dame hektor acht" in listed
    assert "zeit" in listed
    assert UNKNOWN in listed
    assert len(listed) < 3000


def test_what_is_expected_weighs_more() -> None:
    position = Position.start()
    listed = runtime_phrases(position)
    assert listed.count("springer felix drei") > listed.count("springer felix vier") > 0
    asked = runtime_phrases(position, ("Bella", "Gustav", "ja"))
    assert asked.count("bella") > 5 > listed.count("bella")
    assert asked.count("ja") > listed.count("ja")
    likely = runtime_phrases(position, likely=(CommandName.PRESS,))
    assert likely.count("uhr") > 3 * listed.count("uhr")


def test_cover_has_every_pair_of_the_language() -> None:
    slot = ((1, ("one", "single")), (2, ("two",)))
    builder = Builder({"ending": "[and] {n}"}, {"n": slot})
    builder.add("(red|green) {n} <ending>")
    automaton = builder.build()
    whole = {" ".join(words) for _, words in automaton.paths()}
    assert len(whole) == 2 * 3 * 2 * 3
    short = cover(automaton)
    assert set(short) <= whole
    assert set().union(*map(neighbours, short)) == set().union(*map(neighbours, whole))
    assert len(short) < len(whole)


def test_an_unbalanced_phrase_is_refused() -> None:
    for broken in ("[a", "a]", "(a|b", "[a)"):
        with pytest.raises(ValueError, match="phrase"):
            Builder({}, {}).add(broken)


def test_no_command_is_also_a_move() -> None:
    """The two automata are walked together: no phrase ends in both."""
    moves, commands = (
        moves_automaton(lexicon.GERMAN),
        commands_automaton(lexicon.GERMAN, frozenset()),
    )
    together = [(0, 0)]
    for move, command in together:
        assert not (moves.ends[move] and commands.ends[command])
        together += dict.fromkeys(
            pair
            for word in moves.by_word[move].keys() & commands.by_word[command].keys()
            for one in moves.by_word[move][word]
            for other in commands.by_word[command][word]
            if (pair := (one.target, other.target)) not in together
        )
    assert len(together) > 1


def test_rare_commands_are_not_heard_during_dictation() -> None:
    article = "erkläre artikel"
    dictating = runtime_phrases(Position.start())
    at_leisure = runtime_phrases(Position.start(), leisure=True)
    assert not any(article in phrase for phrase in dictating)
    assert any(article in phrase for phrase in at_leisure)


@pytest.mark.parametrize(
    "fen", [chess.STARTING_FEN, "r3k2r/1P6/8/3pP3/8/8/6p1/R3K2R w KQkq d6 0 2"]
)
def test_legal_automaton_has_every_way_of_saying_a_legal_move(fen: str) -> None:
    """And nothing that no legal move is true of; so they need not be found among all others."""
    position = Position.from_fen(fen)
    legal = legal_automaton(position)
    for move in position.legal_moves:
        for words in islice(ways(facts(position, move)), 200):
            assert legal.read(words), words
    true = [emits for _, emits in truths(position)]
    for emits, _ in islice(legal.paths(), 3_000):
        assert any({e for e in emits if e[0] != "check"} <= each for each in true)
