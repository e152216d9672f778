# SPDX-License-Identifier: GPL-3.0-or-later
"""The commands that the help tells can be said in the language in which it tells them."""

import pytest

from announce.lexicon import lexicon as announced
from voice.acoustic.dictionary import read_foreign
from voice.hearing.models import BUNDLED
from voice.language import lexicon
from voice.language.commands import Command
from voice.language.lexicon import GERMAN
from voice.language.semantics import opening_automaton, parse_words
from voice.language.template import allows

TYPED = ("seal", "envelope", "set time 40/5400+30,1800+30")
"""What is told to be typed, or written beside it."""


def told(language: str) -> list[str]:
    words = announced(language)
    return [
        said
        for name, text in words.table("commands").items()
        if name not in TYPED
        for said in text.split(f" {words.word('grammar.or')} ")
    ]


@pytest.mark.parametrize("language", [one for one in lexicon.languages() if one != GERMAN.name])
def test_a_command_is_heard_as_it_is_told(language: str) -> None:
    known = lexicon.native(read_foreign(BUNDLED, language))
    for said in told(language):
        words = tuple(said.lower().split())
        heard = tuple(lexicon.foreign(word, language) for word in words)
        control = allows((opening_automaton(language),), heard)
        assert control or any(isinstance(one, Command) for one in parse_words(heard)), said
        assert {*words} <= {*known}, said
