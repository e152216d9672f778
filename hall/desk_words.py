# SPDX-License-Identifier: GPL-3.0-or-later
"""The lines of a hall's desk: for which tables a line is, and the few words that only a desk has.

"Tische 1 bis 12 und 15 Pause" is the order "Pause" for thirteen tables. What stands behind the
tables is said as at a table (``voice.language.orders``). The words are in ``desk.toml``; those
that the model of the language knows are heard too, as "Brett sieben Pause".
"""

import re
import tomllib
from collections.abc import Mapping
from enum import StrEnum, unique
from functools import cache
from typing import Final

from hall import FOLDER
from voice.language import lexicon, orders, semantics
from voice.language.commands import Act, CommandName, Trait
from voice.language.grammar import heard_commands
from voice.language.lexicon import GERMAN, Language
from voice.language.template import Automaton, Builder, Sentences, cover, followed, joined
from voice.language.time_control import number_at, number_slot, plain_words
from voice.language.typed import names

EVERY: Final[tuple[int, ...]] = ()
"""All tables that there are."""

MOST: Final = 9999
"""The largest number of a table."""

HEARD: Final = range(1, 100)
"""The numbers of tables that the recogniser listens for; others are typed."""

_TOKEN = re.compile(r"\s*(\d+|[^\W\d_]+|[,:–-])")


@unique
class DeskWord(StrEnum):
    """A word about the hall and not to a table; the words have the same keys."""

    CALLS = "calls"  # who calls
    TAKE = "take"  # the arbiter goes to a table that calls
    OPEN = "open"  # a table; its number alone does it too
    OVERVIEW = "overview"
    RECORD = "record"  # of one table
    SIGN_OFF = "sign_off"


def desk_word(text: str, interface: str) -> DeskWord | None:
    """The word of the desk that a line is; None if it is none."""
    for language in names(interface):
        plain = plain_words(lexicon.words(text, Language(language)), language)
        for word in DeskWord:
            if plain in _words(language, word):
                return word
    return None


def addressed(text: str, interface: str) -> tuple[tuple[int, ...] | None, str]:
    """The tables that a line names, `EVERY` for all, and what it says to them; None if it names
    none. A number that is no table's is taken as it stands."""
    for language in names(interface):
        found = _Head(text, language).read()
        if found is not None:
            return found
    return None, text


def word_of(word: DeskWord, language: str) -> str:
    """How a word of the desk is usually typed."""
    return _ways(language)[word][0]


def line_for(tables: str, line: str, language: str) -> str:
    """A line for tables that somebody entered in a field, as in "7", "1-12" or "alle"."""
    numbered = f"{_ways(language)['table'][0]} {tables}: {line}"
    return numbered if addressed(numbered, language)[0] else f"{tables}: {line}"


def asks(name: CommandName) -> bool:
    """True if a command only asks, so that a desk can answer it without the table."""
    only = name.act is Act.HARMLESS and Trait.TELLING not in name.traits
    return only and name is not CommandName.SAVE


# --- What the recogniser listens for ------------------------------------------------------------


@cache
def phrases() -> tuple[str, ...]:
    """The phrases for the recogniser at a desk, in German."""
    return cover(_automaton(GERMAN.name))


@cache
def sentences(own: str) -> Sentences | None:
    """The phrases at a desk in German and in another language; German alone is left to the
    first hearing, which knows no word of others."""
    if own == GERMAN.name:
        return None
    return _automaton(GERMAN.name), _automaton(own)


@cache
def _automaton(language: str) -> Automaton:
    """What may be said at a desk in a language, in words as they are heard: for tables an order, a
    question or a word of the desk; and the last two alone, and answers. Questions are heard as in
    the examples of each."""
    spoken = semantics.heard_language(language)
    slots = {"number": number_slot(HEARD, language)}
    heads, alone = Builder({}, slots), Builder({}, {})
    every, table, to, both = (
        _any_of(_heard(language, key)) for key in ("all", "table", "to", "and")
    )
    heads.add(every)
    heads.add(f"{table} {{number.nom}} [({to}|{both}) {{number.nom}}]")
    for word in DeskWord:
        for way in _heard(language, word):
            alone.add(way)
    answers = CommandName.YES, CommandName.NO
    for way in heard_commands((*answers, *filter(asks, CommandName)), spoken):
        alone.add(way)
    tables, words = (semantics.as_heard(one.build(), language) for one in (heads, alone))
    told = joined((orders.heard_automaton(language), words))
    return joined((tables, words, followed(tables, (), told)))


def _heard(language: str, key: str) -> list[str]:
    """The ways to say a key of which the model of the language knows every word."""
    known = frozenset(lexicon.vocabulary(language))
    return [way for way in _ways(language)[key] if known.issuperset(way.lower().split())]


def _any_of(ways: list[str]) -> str:
    return f"({'|'.join(ways)})"


@cache
def _words(language: str, key: str) -> tuple[tuple[str, ...], ...]:
    return tuple(plain_words(way.lower().split(), language) for way in _ways(language)[key])


@cache
def _ways(language: str) -> Mapping[str, list[str]]:
    """The ways to say each key."""
    text = (FOLDER / "lexicon" / language / "desk.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


class _Head:
    """Reads the beginning of a line, word by word."""

    def __init__(self, text: str, language: str) -> None:
        self._text, self._language = text, language
        self._spans = list(_TOKEN.finditer(text))
        words = [span[1].lower() for span in self._spans]
        self._tokens = plain_words(words, language)
        self._at = 0

    def read(self) -> tuple[tuple[int, ...], str] | None:
        """The tables and the rest; None where no table is named."""
        if self._takes("all"):
            return EVERY, self._rest()
        if not self._takes("table"):
            return None
        found: list[int] = []
        while (first := self._number()) is not None:
            last = self._number() if self._takes("to", "-", "–") else first
            if last is None or not 0 < first <= last <= MOST:
                return None
            found += range(first, last + 1)
            mark = self._at
            if not self._takes("and", ","):
                break
            if self._at < len(self._tokens) and self._number(look=True) is None:
                self._at = mark
                break
        return (tuple(dict.fromkeys(found)), self._rest()) if found else None

    def _number(self, *, look: bool = False) -> int | None:
        number, end = number_at(self._tokens, self._at, self._language)
        if not look:
            self._at = end
        return number

    def _takes(self, key: str, *signs: str) -> bool:
        """Go on behind one of the words of a key, or one of the signs, if it stands here."""
        for way in (*_words(self._language, key), *((sign,) for sign in signs)):
            if self._tokens[self._at : self._at + len(way)] == way:
                self._at += len(way)
                return True
        return False

    def _rest(self) -> str:
        if self._tokens[self._at : self._at + 1] in ((":",), (",",)):
            self._at += 1
        return self._text[self._spans[self._at - 1].end() :].strip()
