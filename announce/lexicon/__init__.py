# SPDX-License-Identifier: GPL-3.0-or-later
"""The words of one language, from its TOML file, and how a sentence is made of them.

A sentence is a template, "{piece:the} kann nicht nach {to} ziehen.". A field takes a string in
the language itself, a :class:`Noun`, whose form the part after the colon names, or a phrase
with languages of its own, such as a square. So the grammar of a language stays in its file.
"""

import string
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from announce.utterance import Phrase, Segment, join


@dataclass(frozen=True, slots=True)
class Noun:
    """A word with its forms; "name" is the form of a template's bare field."""

    forms: Mapping[str, str]

    def form(self, name: str) -> str:
        """KeyError if the language's file does not have that form."""
        return self.forms[name or "name"]


Value = str | Noun | Phrase


@dataclass(frozen=True, slots=True)
class Lexicon:
    """One language. ``tables`` is the TOML file as it is."""

    language: str
    tables: Mapping[str, Any]

    def phrase(self, text: str) -> Phrase:
        """``text`` to be spoken in this language."""
        return (Segment(text, self.language),)

    def template(self, key: str) -> str:
        """The template under ``key`` in the table "say"."""
        text: str = self.tables["say"][key]
        return text

    def sentence(self, key: str, **values: Value) -> Phrase:
        """The template ``key`` of the table "say" as a sentence."""
        return self.line(self.template(key), **values)

    def line(self, template: str, **values: Value) -> Phrase:
        """A template of any table, filled, with a capital first letter."""
        return capital(self.fill(template, **values))

    def fill(self, template: str, **values: Value) -> Phrase:
        """A template of any table with its fields filled."""
        segments: list[Segment] = []
        for literal, field, spec, _ in string.Formatter().parse(template):
            segments.append(Segment(literal, self.language))
            if field is None:
                continue
            value = values[field]
            if isinstance(value, Noun):
                value = value.form(spec or "")
            segments += self.phrase(value) if isinstance(value, str) else value
        return join(segments)

    def listed(self, items: Iterable[Phrase], word: str = "and") -> Phrase:
        """ "a, b und c"; ``word`` is "and" or "or"."""
        parts = list(items)
        segments: list[Segment] = []
        for number, part in enumerate(parts):
            if number:
                last = number == len(parts) - 1
                link = f" {self.tables['say'][word]} " if last else ", "
                segments.append(Segment(link, self.language))
            segments += part
        return join(segments)


def capital(phrase: Phrase) -> Phrase:
    """The phrase with a capital first letter."""
    if not phrase:
        return phrase
    first = phrase[0]
    return (Segment(first.text[:1].upper() + first.text[1:], first.language), *phrase[1:])


def fields(template: str) -> frozenset[str]:
    """The names of a template's fields."""
    return frozenset(field for _, field, _, _ in string.Formatter().parse(template) if field)


@cache
def lexicon(language: str) -> Lexicon:
    """The lexicon of "de", "en", "sr", "sl" or "cs"; FileNotFoundError for any other."""
    path = Path(__file__).with_name(f"{language}.toml")
    with path.open("rb") as file:
        return Lexicon(language, tomllib.load(file))
