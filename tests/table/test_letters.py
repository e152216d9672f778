# SPDX-License-Identifier: GPL-3.0-or-later
"""Who may say files by the names of their letters: a setting, a command, or a sighted player."""

from typing import Any

import chess
import pytest
from scripted import Table

from table import understanding
from table.core.conditions import Mode
from table.core.inputs import Begin
from voice.language.interpretation import Heard
from voice.language.template import allows
from voice.language.transcript import Transcript


def table(**conditions: Any) -> Table:
    made = Table(**conditions)
    made.put(Begin(), 0)
    return made


def hears_letters(at: Table) -> bool:
    """Whether "e vier" is a move, is listened for and may be a whole sentence."""
    meant = understanding.spoken([Transcript("e vier", 1.0)], at.state)
    sentences = understanding.sentences(at.state)
    assert sentences is not None
    found = {
        isinstance(meant, Heard),
        "e vier" in understanding.listened_for(at.state),
        allows(sentences, ("e", "vier")),
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
