# SPDX-License-Identifier: GPL-3.0-or-later
"""Words of other languages in the phones of the model."""

from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.description import MoveDescription
from training.foreign import common, foreign, moves, spans, spelt, taught, voices
from training.synthesis import Synthesiser
from voice.acoustic import talk
from voice.acoustic.dictionary import read_dictionary, read_foreign
from voice.acoustic.phones import PHONES, SILENCE
from voice.hearing.models import BUNDLED
from voice.language import lexicon
from voice.language.lexicon import Language
from voice.language.semantics import parse_words


def said(language: str, word: str) -> set[str]:
    """The usual ways to say a word."""
    return {" ".join(way) for way in common([word], language).get(word, [])}


@pytest.mark.parametrize(
    ("language", "word", "way"),
    [
        ("sr", "partija", "p A: r t i: j 3"),  # not stressed, and at the end
        ("sl", "potezo", "p O t e: z o:"),
        ("cs", "figura", "f I g u: r A:"),
    ],
)
def test_the_last_vowel_is_another_one_than_the_same_within_a_word(
    language: str, word: str, way: str
) -> None:
    assert said(language, word) == {way}


@pytest.mark.parametrize(
    ("language", "word", "way"), [("sl", "nazaj", "n a z aI"), ("sr", "daj", "d aI")]
)
def test_a_vowel_and_a_glide_are_one_sound(language: str, word: str, way: str) -> None:
    assert said(language, word) == {way}


def test_the_english_file_is_no_article() -> None:
    """The article is listened for too: "offer a draw"."""
    kept = {" ".join(one.phones) for one in read_foreign(BUNDLED, "en")["en_a"]}
    assert said("en", "a") | said("en", spelt("a", "en")) <= kept
    assert spelt("rook a four", "en") == "rook eh four"
    assert spelt("a vier", "de") == "a vier"


@pytest.mark.parametrize("language", foreign())
def test_other_talk_is_said_as_commands_are(language: str) -> None:
    """Else whatever fits the sounds better wins: commands, with everything that is said."""
    kept = read_dictionary(Path(talk.__file__).parent, talk.file_of(language))
    some = sorted(kept)[::100]
    assert common(some, language) == {word: [one.phones for one in kept[word]] for word in some}


@pytest.mark.parametrize(
    ("language", "word"), [("en", "knight"), ("sr", "daj"), ("sl", "potezo"), ("cs", "figura")]
)
def test_what_is_taught_of_a_word_is_how_it_is_listened_for(language: str, word: str) -> None:
    with Synthesiser() as synthesiser:
        speech = synthesiser.speak(word, voices(language)[0])
    found = spans(speech.events, len(speech.audio), language)
    assert found is not None
    assert {" ".join(PHONES[one.phone] for one in found if one.phone != SILENCE)} == said(
        language, word
    )
    times = [at for one in found for at in (one.start, one.end)]
    assert times == sorted(times)
    assert times[-1] <= len(speech.audio)


@given(st.randoms(use_true_random=False))
def test_moves_by_chance_are_moves(choose: Random) -> None:
    said = next(moves("en", choose))
    meant = parse_words(
        tuple(lexicon.foreign(word, "en") for word in said), Language(moves_in="en")
    )
    assert any(isinstance(each, MoveDescription) for each in meant)


def test_no_letter_is_taught_as_another() -> None:
    ways = taught(BUNDLED, "en")
    letters = [set(ways[letter]) for letter in "abcdefgh"]
    assert sum(map(len, letters)) == len(set().union(*letters))
    assert all(letters)
