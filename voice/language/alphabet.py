# SPDX-License-Identifier: GPL-3.0-or-later
"""Names, spelt with the German spelling alphabet: the only words that are listened for meanwhile.

Each letter has its word in the table ``alphabet`` of the lexicon. They come in parts, with pauses
between them, each a :class:`~voice.language.commands.Command` ``SPELL``.
"""

from collections.abc import Sequence
from functools import cache
from typing import Final

from voice.language import costs, lexicon
from voice.language.commands import Command, CommandName
from voice.language.completeness import Completeness
from voice.language.lexicon import GERMAN
from voice.language.template import Automaton, Builder, Sentences, Slot
from voice.language.transcript import UNKNOWN, Transcript, Words, shares_of

LESS: Final = 0
"""The subject of ``SPELL`` where the last letter is taken back."""

_LONGEST: Final = 12  # letters in one breath
_CLEAR: Final = 0.5
"""Letters count if so much of the list of hypotheses agrees on them."""


def meaning(words: Words) -> Command | None:
    """The letters that were said, or that the last one goes, or that the name is done."""
    text = lexicon.written(words)
    for about, said in (LESS, _table()["less"]), (None, _table()["done"]):
        if text.lower() in (one.lower() for one in said):
            return Command(CommandName.SPELL, about, text=text)
    for emits in _letters().read(words):
        return Command(CommandName.SPELL, "".join(str(letter) for _, letter in emits), text=text)
    return None


def spoken(transcripts: Sequence[Transcript]) -> Command | None:
    """The meaning of most hypotheses; None where none is believed."""
    found: dict[Command, float] = {}
    for each, share in zip(transcripts, shares_of(transcripts), strict=True):
        meant = None if UNKNOWN in each.words else meaning(each.words)
        if meant is not None:
            found[meant] = found.get(meant, 0.0) + share
    best = max(found, key=lambda one: found[one], default=None)
    return best if best is not None and found[best] >= _CLEAR else None


def completeness(words: Words) -> Completeness:
    """Letters are said with pauses between them; nothing follows the other words."""
    meant = meaning(words)
    over = meant is not None and not isinstance(meant.about, str)
    return Completeness.COMPLETE if over else Completeness.OPEN


@cache
def phrases() -> tuple[str, ...]:
    """The phrases for the recogniser: any two letters, and what ends or corrects the name."""
    letters = [word.lower() for said in _alphabet().values() for word in said]
    others = [word.lower() for word in (*_table()["done"], *_table()["less"])]
    pairs = [f"{first} {second}" for first in letters for second in letters]
    often = costs.LISTENING["answer"]
    return (*letters, *pairs, *others * often, *[UNKNOWN] * often)


def sentences() -> Sentences:
    """The sentences that may be said meanwhile."""
    others = frozenset(word.lower() for word in (*_table()["done"], *_table()["less"]))
    return (_letters(), others)


@cache
def _letters() -> Automaton:
    builder = Builder({}, {"letter": Slot(tuple((k, tuple(v)) for k, v in _alphabet().items()))})
    builder.add("{letter} [" * (_LONGEST - 1) + "{letter}" + "]" * (_LONGEST - 1))
    return builder.build()


def _alphabet() -> dict[str, list[str]]:
    found: dict[str, list[str]] = lexicon.load(GERMAN.name)["alphabet"]
    return found


def _table() -> dict[str, list[str]]:
    found: dict[str, list[str]] = lexicon.load(GERMAN.name)["spelling"]
    return found
