# SPDX-License-Identifier: GPL-3.0-or-later
"""Who may say files by the names of their letters: a setting, a command, or a sighted player."""

from typing import Any

import chess
import pytest
from scripted import Table

from table import understanding
from table.core.conditions import SECOND, Mode
from table.core.inputs import Begin, Said
from voice.language.commands import Command, CommandName
from voice.language.interpretation import Heard, NoMatch
from voice.language.template import allows
from voice.language.transcript import Transcript


def table(**conditions: Any) -> Table:
    made = Table(**conditions)
    made.put(Begin(), 0)
    return made


def hears_letters(at: Table) -> bool:
    """True if "e vier" is a move, is listened for and may be any move; the first kind of sentences
    has the legal ones, in every alphabet that is offered."""
    meant = understanding.spoken([Transcript("e vier", 1.0)], at.state)
    sentences = understanding.sentences(at.state)
    assert sentences is not None
    found = {
        isinstance(meant, Heard),
        "e vier" in understanding.listened_for(at.state),
        allows(sentences[1:], ("e", "vier")),
    }
    assert len(found) == 1
    return found.pop()


@pytest.mark.parametrize(
    ("conditions", "wanted"),
    [
        ({}, False),
        ({"sighted": (chess.BLACK,)}, True),
        ({"sighted": (chess.BLACK,), "mode": Mode.COMPETITION}, False),
        ({"sighted": (chess.BLACK,), "letters": False}, False),
        ({"letters": True}, True),
        ({"letters": True, "mode": Mode.COMPETITION}, True),
    ],
)
def test_letters_are_heard_by_setting_or_with_a_sighted_player_in_training(
    conditions: dict[str, Any], wanted: bool
) -> None:
    assert hears_letters(table(**conditions)) is wanted


@pytest.mark.article("D.2.1-b")
def test_d_2_1_b_the_spelling_alphabet_is_a_setting() -> None:
    game = table()
    berta = [Transcript("berta vier", 1.0)]
    assert not isinstance(understanding.spoken(berta, game.state), Heard)
    assert game.say("Buchstabiertafel an", 1) == ["AlphabetSwitched"]
    assert isinstance(understanding.spoken(berta, game.state), Heard)
    assert game.say("Buchstabiertafel aus", 2) == ["AlphabetSwitched"]
    assert not isinstance(understanding.spoken(berta, game.state), Heard)
    assert isinstance(understanding.spoken(berta, table(spelling=True).state), Heard)


def test_letters_are_switched_by_voice() -> None:
    game = table()
    assert game.say("Buchstaben an", 1) == ["AlphabetSwitched"]
    assert hears_letters(game)
    assert game.say("Buchstaben aus", 2) == ["AlphabetSwitched"]
    assert not hears_letters(game)


@pytest.mark.parametrize(
    ("said", "asked", "then"),
    [("berta vier", "Buchstabiertafel an", "b2b4"), ("e vier", "Buchstaben an", "e2e4")],
)
def test_an_alphabet_is_offered_once_to_whoever_uses_it(said: str, asked: str, then: str) -> None:
    game = table()
    transcripts = [Transcript(said, 1.0)]

    def heard() -> Any:
        return understanding.spoken(transcripts, game.state)

    sentences = understanding.sentences(game.state)
    assert sentences is not None and allows(sentences, tuple(said.split()))
    assert game.put(Said(heard(), 1 * SECOND), 1) == ["Question"]
    question = game.state.asked.question if game.state.asked else None
    assert question is not None and question.order == asked
    assert game.say("ja", 3) == ["AlphabetSwitched"]
    assert isinstance(heard(), Heard) and heard().move.uci() == then


def test_an_alphabet_that_was_offered_in_vain_is_not_offered_again() -> None:
    game = table()
    berta = [Transcript("berta vier", 1.0)]
    game.put(Said(understanding.spoken(berta, game.state), 1 * SECOND), 1)
    game.say("nein", 2)
    assert isinstance(understanding.spoken(berta, game.state), NoMatch)
    # The other one may still be: it is another alphabet.
    letter = understanding.spoken([Transcript("be vier", 1.0)], game.state)
    assert isinstance(letter, Command) and letter.name is CommandName.LETTERS_ON


@pytest.mark.parametrize(
    "conditions", [{"mode": Mode.COMPETITION}, {"letters": False, "spelling": False}]
)
def test_nothing_is_offered_in_competition_or_where_it_was_settled(
    conditions: dict[str, Any],
) -> None:
    game = table(**conditions)
    for said in ("be vier", "berta vier"):
        meant = understanding.spoken([Transcript(said, 1.0)], game.state)
        assert isinstance(meant, NoMatch)
