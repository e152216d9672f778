# SPDX-License-Identifier: GPL-3.0-or-later
"""What is said so that Hektor learns a voice holds every word that matters, twice."""

from collections import Counter
from collections.abc import Iterator

import pytest

from announce.lexicon import lexicon as announced
from voice.language import lexicon
from voice.language.completeness import Completeness
from voice.language.grammar import parse
from voice.language.transcript import UNKNOWN, Words
from voice.learning.phrases import PHRASES, Wish, completeness, listened_for, wish_of

SAID = Counter(word for words in PHRASES for word in words)
COMMANDS = "ja nein Korrektur Uhr Zeit Remis wiederholen"


def strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for each in value:
            yield from strings(each)
    elif isinstance(value, dict):
        yield from strings(list(value.values()))


@pytest.mark.parametrize(
    "word", sorted({*" ".join(strings(announced("de").own("moves"))).lower().split()})
)
def test_d_2_1_every_move_word_is_said_twice(word: str) -> None:
    assert SAID[word] >= 2


@pytest.mark.parametrize("word", COMMANDS.lower().split())
def test_the_main_commands_are_said_twice(word: str) -> None:
    assert SAID[word] >= 2


@pytest.mark.parametrize("words", PHRASES, ids=" ".join)
def test_every_phrase_can_be_said_in_game(words: Words) -> None:
    assert parse(" ".join(words))
    assert set(words) <= set(lexicon.vocabulary())


def test_there_are_some_thirty() -> None:
    assert 28 <= len(PHRASES) <= 40


def test_recogniser_knows_every_phrase_of_a_lesson() -> None:
    words = set(" ".join(listened_for(PHRASES[0])).split()) - {UNKNOWN}
    assert words <= set(lexicon.vocabulary())
    assert set(listened_for(())) >= {"ja", "nein", "später", UNKNOWN}
    assert "eva vier" not in listened_for(())


def test_end_of_a_phrase_is_heard_early() -> None:
    wanted = PHRASES[0]
    assert completeness(wanted, wanted) is Completeness.COMPLETE
    assert completeness(("springer", "gustav"), wanted) is Completeness.OPEN
    assert completeness(("später",), wanted) is Completeness.COMPLETE
    assert completeness(("eins", "gustav"), wanted) is Completeness.UNKNOWN


@pytest.mark.parametrize(
    ("text", "wish"),
    [("später", Wish.LATER), ("spaeter", Wish.LATER), ("Stopp", Wish.LATER), ("Ja", Wish.YES),
     ("wiederholen", Wish.REPEAT), ("überspringen", Wish.SKIP), ("", None), ("Eva vier", None)],
)  # fmt: skip
def test_wishes_are_understood_typed_and_said(text: str, wish: Wish | None) -> None:
    assert wish_of(lexicon.words(text)) is wish
