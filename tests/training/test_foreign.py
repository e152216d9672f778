# SPDX-License-Identifier: GPL-3.0-or-later
"""Words of other languages in the phones of the model."""

import pytest

from training.foreign import common


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
