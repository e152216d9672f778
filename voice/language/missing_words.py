# SPDX-License-Identifier: GPL-3.0-or-later
"""The words of the language that a speech model lacks, and what cannot be said without them."""

from collections.abc import Set
from functools import cache

from voice.language import lexicon
from voice.language.commands import CommandName
from voice.language.grammar import examples
from voice.language.semantics import language_of
from voice.language.template import Automaton

_TABLES = {"files": "file", "ranks": "rank", "pieces": None, "castling": None}
"""And the command that names one."""


def unsayable(missing: Set[str]) -> tuple[str, ...]:
    """The usual phrase of everything that cannot be said in any way without the ``missing`` words.

    Files, ranks, pieces and castling first, then commands; ``missing`` is in small letters.
    """
    return tuple(phrase for phrase, ways in _usual_phrases() if not _ends_without(ways, missing))


@cache
def _usual_phrases() -> tuple[tuple[str, Automaton], ...]:
    """The usual phrase of everything, with all the ways to say it."""
    words = lexicon.load(lexicon.GERMAN.name)
    things: list[tuple[str, Automaton]] = []
    for table, command in _TABLES.items():
        for key, templates in words[table].items():
            usual = lexicon.usual_for(table, key)
            phrase = words["commands"][command][0].format(**{command: usual}) if command else usual
            things.append((phrase, language_of(templates)))
    things.extend(
        (examples(name)[0], language_of(words["commands"][name.value])) for name in CommandName
    )
    return tuple(things)


def _ends_without(automaton: Automaton, missing: Set[str]) -> bool:
    """True if a phrase has none of the ``missing`` words."""
    reached = [0]
    for state in reached:
        if automaton.ends[state]:
            return True
        targets = {arc.target for arc in automaton.arcs[state] if arc.word not in missing}
        reached += sorted(targets - set(reached))
    return False
