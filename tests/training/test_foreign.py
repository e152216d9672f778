# SPDX-License-Identifier: GPL-3.0-or-later
"""Words of other languages in the phones of the model."""

from pathlib import Path

import pytest

from training.foreign import common, foreign
from voice.acoustic import talk
from voice.acoustic.dictionary import read_dictionary


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


@pytest.mark.parametrize("language", foreign())
def test_other_talk_is_said_as_commands_are(language: str) -> None:
    """Else whatever fits the sounds better wins: commands, with everything that is said."""
    kept = read_dictionary(Path(talk.__file__).parent, talk.file_of(language))
    some = sorted(kept)[::100]
    assert common(some, language) == {word: [one.phones for one in kept[word]] for word in some}
