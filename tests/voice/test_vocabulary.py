# SPDX-License-Identifier: GPL-3.0-or-later
"""Whatever a template may say is read back as the act of its key, and as no other."""

import random
from collections.abc import Iterator

import pytest

from voice.language import lexicon
from voice.language.lexicon import Language
from voice.language.template import Automaton, Builder
from voice.language.vocabulary import read, slots

VOCABULARIES = [("game", "commands"), ("arbiter", "orders"), ("study", "commands")]
WRITTEN = {
    **{
        "#number": "12",
        "#text": "Anna Berg",
        "#name": "Anna Berg",
        "#said": "Anna",
        "#control": "15+10",
    },
    **{"#proposed": "15+10", "#score": "1-0", "#article": "II.3.2"},
    "#fen": "8/8/8/8/8/8/8/K1k5 w - - 0 1",
}
"""An example of what is read where a sign stands."""


def known(name: str) -> Language:
    """The language with all the names of the files."""
    return Language(name, spelling=True)


def at_random(automaton: Automaton, choose: random.Random) -> list[str]:
    words: list[str] = []
    state = 0
    while automaton.arcs[state] and not (automaton.ends[state] and choose.random() < 0.3):
        arc = choose.choice(automaton.arcs[state])
        words.append(WRITTEN.get(arc.word, arc.word))
        state = arc.target
    return words


def lines(name: str, file: str, table: str) -> Iterator[tuple[str, str]]:
    """Some lines of each template, with its key."""
    words = lexicon.load(name, file)
    parts = {**lexicon.load(name)["parts"], **words.get("parts", {})}
    choose = random.Random(f"{name} {file}")
    for key, templates in words[table].items():
        for template in templates:
            builder = Builder(parts, slots(known(name), file, heard=False))
            builder.add(template)
            automaton = builder.build()
            for _ in range(4):
                yield key, " ".join(at_random(automaton, choose))


@pytest.mark.parametrize(("file", "table"), VOCABULARIES)
@pytest.mark.parametrize("name", lexicon.languages())
def test_every_template_is_read_back_as_its_own_act(name: str, file: str, table: str) -> None:
    """And as none beside it: no two acts of a vocabulary share a text."""
    language = known(name)
    for key, line in lines(name, file, table):
        acts = read(lexicon.line(line, language), language, file, table)
        assert {act.key for act in acts} == {key}, line
