# SPDX-License-Identifier: GPL-3.0-or-later
"""A user's model may lack words: the user is told what cannot be said."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from voice.language import lexicon
from voice.language.grammar import unsayable


def test_with_all_words_everything_can_be_said() -> None:
    assert unsayable(frozenset()) == ()


@pytest.mark.parametrize("word", ["zwo", "pferd", "berta", "nimmt", "jawohl", "bitte"])
def test_word_with_a_synonym_is_no_loss(word: str) -> None:
    assert unsayable({word}) == ()


def test_file_is_lost_with_its_last_word() -> None:
    assert "Linie Hektor" not in unsayable({"hektor"})
    assert "Linie Hektor" in unsayable({"hektor", "heinrich"})


def test_piece_rank_and_castling_may_be_lost() -> None:
    assert "Läufer" in unsayable({"läufer"})
    assert "Reihe drei" in unsayable({"drei"})
    assert unsayable({"kurz", "kurze"}) == ("kurze Rochade",)


def test_command_is_lost_with_all_its_phrases() -> None:
    assert "aufgeben" not in unsayable({"aufgeben"})
    assert "aufgeben" in unsayable({"aufgeben", "auf"})


@settings(deadline=None)
@given(st.sets(st.sampled_from(lexicon.vocabulary()), max_size=12))
def test_unsayable_things_have_a_missing_word(missing: set[str]) -> None:
    for phrase in unsayable(missing):
        assert missing.intersection(lexicon.words(phrase))


@settings(deadline=None)
@given(st.sets(st.sampled_from(lexicon.vocabulary()), max_size=12))
def test_fewer_missing_words_make_no_more_unsayable(missing: set[str]) -> None:
    fewer = set(sorted(missing)[1:])
    assert set(unsayable(fewer)) <= set(unsayable(missing))
