# SPDX-License-Identifier: GPL-3.0-or-later
"""Voices that are nearly people's: who is kept out, and the ways in which they say words."""

import random

import pytest

from training.engines import engines
from training.kokoro import varied, voices


def test_nobody_is_learnt_from_who_is_kept() -> None:
    train, development, held_out = (
        set(voices(use)) for use in ("train", "development", "held_out")
    )
    assert not train & development
    assert not (train | development) & held_out
    assert set(engines()["kokoro"].kept) <= held_out


@pytest.mark.parametrize(
    ("usual", "other"),
    [
        ("tsˈeːzɑːɾ", "tsˈɛːzaɾ"),  # Cäsar
        ("lˈɔøfɜ", "lˈaɪfɜ"),  # Läufer
        ("ʃpɾˈɪŋɜ", "ʃpɾˈɪŋɡɜ"),
        ("zˈeːks", "sˈeːks"),
    ],
)
def test_words_are_said_in_the_ways_of_people(usual: str, other: str) -> None:
    said = {varied(usual, random.Random(seed)) for seed in range(300)}
    assert usual in said
    assert other in said
