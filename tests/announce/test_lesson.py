# SPDX-License-Identifier: GPL-3.0-or-later
"""What is told while a voice is learnt: in five languages, without a digit."""

from typing import Any, get_args

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from announce.lexicon import lexicon
from announce.text.settings import LANGUAGES
from announce.words.lesson import learn_words
from voice.learning.lesson import (
    Fixed,
    LearningEvent,
    LessonBegan,
    LessonLeft,
    PhraseWanted,
    TakeFault,
    TakeRefused,
    VoiceLearnt,
    VoiceUsed,
    WordsMissing,
)
from voice.learning.phrases import WISHES, Wish

TABLES = {language: lexicon(language).own("lesson") for language in LANGUAGES}

names = st.text(max_size=12) | st.sampled_from(["Anna 2", "R1e5", "05:00"])
numbers = st.integers(0, 999)
words = st.sampled_from(["Eva vier", "Springer Gustav eins Felix drei"])
events = st.one_of(
    st.sampled_from(Fixed),
    st.builds(LessonBegan, names, numbers, st.booleans()),
    st.builds(PhraseWanted, words, st.none() | numbers),
    st.builds(TakeRefused, st.sampled_from(TakeFault), st.sampled_from(["", "03 eva.wav"])),
    st.builds(WordsMissing, words),
    st.builds(LessonLeft, numbers),
    st.builds(VoiceLearnt, names, numbers, numbers, numbers, st.booleans()),
    st.builds(VoiceUsed, st.sampled_from(chess.COLORS), names, st.booleans()),
)


@settings(max_examples=150, deadline=None)
@given(events, st.sampled_from(LANGUAGES))
def test_no_digit_ever_reaches_a_voice(event: Any, language: str) -> None:
    told = learn_words(event, language)
    assert told
    for one in told:
        assert not any(char.isnumeric() for char in one.spoken), one.spoken
        assert one.spoken.strip()


def test_every_event_is_tried() -> None:
    tried = (Fixed, LessonBegan, PhraseWanted, TakeRefused, WordsMissing, LessonLeft, VoiceLearnt,
             VoiceUsed)  # fmt: skip
    assert set(get_args(LearningEvent)) == set(tried)


@pytest.mark.parametrize("language", ["de", "en"])
def test_every_fact_has_a_sentence(language: str) -> None:
    assert TABLES[language]["fixed"].keys() == {what.value for what in Fixed}
    assert TABLES[language]["fault"].keys() == {fault.value for fault in TakeFault}


@pytest.mark.parametrize("language", LANGUAGES)
def test_speaker_is_told_which_words_are_understood(language: str) -> None:
    """The commands are German for everybody."""
    how = TABLES[language]["how"]
    for wish in (Wish.REPEAT, Wish.SKIP, Wish.LATER):
        assert WISHES[wish][0] in how
    for question in ("ask_keep", "ask_forget"):
        told = TABLES[language]["fixed"][question].lower()
        assert " ja " in told
        assert "nein" in told


def test_the_end_in_plain_words() -> None:
    told = learn_words(VoiceLearnt("Anna", 24, 29, 30, True), "de")
    assert [one.spoken for one in told] == [
        "Eigene Wörter, richtig gehört: vorher vierundzwanzig von dreißig, "
        "jetzt neunundzwanzig von dreißig.",
        "Die Stimme ist gelernt: Anna.",
    ]


def test_a_file_is_named_in_print_only() -> None:
    (told,) = learn_words(TakeRefused(TakeFault.CHATTER, "03 eva.wav"), "en")
    assert told.text == "03 eva.wav: That was none of Hektor's phrases."
    assert "03" not in told.spoken
