# SPDX-License-Identifier: GPL-3.0-or-later
"""Names, spelt with the German spelling alphabet."""

import pytest

from rules.position import Position
from voice.language import alphabet, lexicon
from voice.language.commands import Command, CommandName
from voice.language.completeness import Completeness
from voice.language.grammar import runtime_phrases
from voice.language.transcript import Transcript, Word

ABOUT = [
    ("ludwig", "l"),
    ("emil otto", "eo"),
    ("schule ärger eszett", "schäß"),
    ("karl", None),
    ("ludwig fertig", None),
]


def heard(text: str, confidence: float = 1.0) -> Transcript:
    words = tuple(Word(word, 0.0, 0.1, 1.0) for word in text.split())
    return Transcript(text, confidence, words)


@pytest.mark.parametrize(("said", "letters"), ABOUT)
def test_letters_are_read_from_their_words(said: str, letters: str | None) -> None:
    meant = alphabet.meaning(tuple(said.split()))
    assert (None if meant is None else meant.about) == letters


def test_what_ends_a_name_and_takes_a_letter_back() -> None:
    assert alphabet.meaning(("fertig",)) == Command(CommandName.SPELL, text="fertig")
    less = Command(CommandName.SPELL, alphabet.LESS, text="zurück")
    assert alphabet.meaning(("zurück",)) == less
    assert alphabet.completeness(("fertig",)) is Completeness.COMPLETE
    assert alphabet.completeness(("ludwig",)) is Completeness.OPEN


def test_letters_that_were_not_clear_are_none() -> None:
    doubtful = [heard("ludwig", 0.3), heard("[unk]", 0.4), heard("ulrich", 0.3)]
    assert alphabet.spoken(doubtful) is None
    clear = alphabet.spoken([heard("ludwig", 0.9), heard("ulrich", 0.1)])
    assert clear is not None
    assert clear.about == "l"


def test_every_letter_has_a_word_and_no_word_two() -> None:
    table = lexicon.load("de")["alphabet"]
    assert set("abcdefghijklmnopqrstuvwxyzäöüß ") <= set(table)
    words = [word for said in table.values() for word in said]
    assert len(words) == len(set(words))


def test_the_alphabet_is_not_listened_for_in_a_game() -> None:
    said = {word for phrase in runtime_phrases(Position.start()) for word in phrase.split()}
    assert not said & {"ludwig", "nordpol", "xanthippe", "buchstabieren"}
