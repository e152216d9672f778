# SPDX-License-Identifier: GPL-3.0-or-later
"""A user's model may lack words: he is told what he cannot say."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from voice.language import lexicon
from voice.language.missing_words import unsayable


def test_with_all_words_everything_can_be_said() -> None:
    assert unsayable(frozenset()) == ()


@pytest.mark.parametrize("word", ["zwo", "pferd", "berta", "nimmt", "jawohl", "bitte"])
def test_a_word_for_which_there_is_another_is_no_loss(word: str) -> None:
    assert unsayable({word}) == ()


def test_a_file_is_lost_with_the_last_of_its_words() -> None:
    assert "Linie Hektor" not in unsayable({"hektor"})
    assert "Linie Hektor" in unsayable({"hektor", "heinrich"})


def test_a_piece_a_rank_and_castling_may_be_lost() -> None:
    assert "Läufer" in unsayable({"läufer"})
    assert "Reihe drei" in unsayable({"drei"})
    assert unsayable({"kurz", "kurze"}) == ("kurze Rochade",)


def test_a_command_is_lost_where_all_its_phrases_need_the_words() -> None:
    assert "aufgeben" not in unsayable({"aufgeben"})
    assert "aufgeben" in unsayable({"aufgeben", "auf"})


@settings(deadline=None)
@given(st.sets(st.sampled_from(lexicon.vocabulary()), max_size=12))
def test_whatever_is_called_unsayable_has_a_missing_word(missing: set[str]) -> None:
    for phrase in unsayable(missing):
        assert missing.intersection(lexicon.words(phrase))


@settings(deadline=None)
@given(st.sets(st.sampled_from(lexicon.vocabulary()), max_size=12))
def test_fewer_missing_words_make_no_more_unsayable(missing: set[str]) -> None:
    fewer = set(sorted(missing)[1:])
    assert set(unsayable(fewer)) <= set(unsayable(missing))
