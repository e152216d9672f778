# SPDX-License-Identifier: GPL-3.0-or-later
"""Every sentence that a person reads or hears: one folder of TOML files for each language.

A key names a file, its tables and the entry: "game.touch.free". What a language lacks is told in
English, key by key, by an English voice; so a new language is one folder, and may begin small.

A sentence is a template, "{piece:the} kann nicht nach {to} ziehen.". A field takes a string in
the language itself, a `Noun`, whose form the part after the colon names, or a phrase
with languages of its own, such as a square. So the grammar of a language stays in its files.
"""

import string
import tomllib
from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from ground.text import one_line

MOVES = "de"
"""Moves are spoken in the German words of Appendix D by everyone, and commands are German."""

FALLBACK = "en"
"""The language of whatever another one lacks."""

FOLDERS = [Path(__file__).parent]
"""Where the folders of the languages are; what stands beside the house adds its own."""


def add(folder: Path) -> None:
    """Take the words of another folder too, as if its files stood at the end of those of the same
    names."""
    FOLDERS.append(folder)
    _file.cache_clear()
    _entry.cache_clear()


@dataclass(frozen=True, slots=True)
class Segment:
    """``text`` to be spoken by a voice of ``language``.

    It keeps the blanks that join it to its neighbours.
    """

    text: str
    language: str


Phrase = tuple[Segment, ...]


Noun = Mapping[str, str]
"""A word in its forms, each under its name; "name" is the form of a template's bare field."""

Value = str | Noun | Phrase


@dataclass(frozen=True, slots=True)
class Lexicon:
    language: str

    def own(self, key: str) -> Any:
        """The entry of this language itself; None if it has none."""
        return _entry(self.language, key)

    def find(self, key: str) -> tuple[Any, str]:
        """The entry and the language that it is in. Raises KeyError if there is none."""
        for language in (self.language, FALLBACK):
            if entry := _entry(language, key):
                return entry, language
        raise KeyError(key)

    def table(self, key: str) -> dict[str, Any]:
        """All entries of a table, in English where this language has none."""
        return {**(Lexicon(FALLBACK).own(key) or {}), **(self.own(key) or {})}

    def word(self, key: str) -> str:
        """An entry as it stands."""
        entry: str = self.find(key)[0]
        return entry

    def text(self, key: str, /, **fields: object) -> str:
        """A line that is only printed, with its fields filled in."""
        clean = {
            name: one_line(one) if isinstance(one, str) and not one.isprintable() else one
            for name, one in fields.items()
        }
        return self.word(key).format(**clean)

    def phrase(self, text: str) -> Phrase:
        """``text`` to be spoken in this language."""
        return (Segment(text, self.language),)

    def sentence(self, *keys: str, **values: Value) -> Phrase:
        """The first template of the first key whose fields all have values, filled.

        The first letter becomes a capital. Raises KeyError if no template can be filled.
        """
        return capital(self.fill(*keys, **values))

    def fill(self, *keys: str, **values: Value) -> Phrase:
        """As :meth:`sentence`, with the first letter as it stands."""
        return filled(self.template(keys, values.keys()), values)

    def template(self, keys: Iterable[str], known: Set[str]) -> Segment:
        """The first template of the first key whose fields are all ``known``, in its language.

        Raises KeyError if there is none.
        """
        for key in keys:
            for language in (self.language, FALLBACK):
                entry = _entry(language, key)
                for text in [entry] if isinstance(entry, str) else entry or ():
                    if fields(text) <= known:
                        return Segment(text, language)
        raise KeyError(", ".join(keys))

    def listed(self, items: Iterable[Phrase], word: str = "and") -> Phrase:
        """ "a, b und c"; ``word`` is "and" or "or"."""
        parts = list(items)
        segments: list[Segment] = []
        for number, part in enumerate(parts):
            if number:
                last = number == len(parts) - 1
                link = f" {self.word(f'grammar.{word}')} " if last else ", "
                segments.append(Segment(link, self.language))
            segments += part
        return join(segments)


@cache
def lexicon(language: str) -> Lexicon:
    """The lexicon of one of :func:`languages`. Raises ValueError if there is no such language."""
    known = languages()
    if language not in known:
        raise ValueError(f"no language {language!r}: choose one of {', '.join(known)}")
    return Lexicon(language)


def languages() -> tuple[str, ...]:
    """The languages in which Hektor speaks to people: each has a folder."""
    return _languages(tuple(FOLDERS))


def filled(template: Segment, values: Mapping[str, Value]) -> Phrase:
    """A template with ``values`` in its fields: a word takes the voice of the sentence, a phrase
    keeps its own.

    A preposition before a field takes its form from the field's first sound.
    """
    segments: list[Segment] = []
    prepositions = _entry(template.language, "grammar.prepositions")
    for literal, field, spec, _ in string.Formatter().parse(template.text):
        if field is None:
            segments.append(Segment(literal, template.language))
            continue
        value = values[field]
        if isinstance(value, Mapping):
            value = value[spec or "name"]
        if isinstance(value, str):  # a name, a path or an error may come from anybody
            line = value if value.isprintable() else one_line(value)
            value = (Segment(line, template.language),)
        if prepositions:
            literal = _agreeing(literal, plain(value), prepositions)  # noqa: PLW2901
        segments += (Segment(literal, template.language), *value)
    return join(segments)


def join(segments: Iterable[Segment]) -> Phrase:
    """The segments with neighbours of one language merged.

    A segment without a letter (", ", ".") goes to the voice of the one before it.
    """
    joined: list[Segment] = []
    for segment in segments:
        if not segment.text:
            continue
        mute = not any(char.isalpha() for char in segment.text)
        if joined and (mute or joined[-1].language == segment.language):
            last = joined.pop()
            segment = Segment(last.text + segment.text, last.language)  # noqa: PLW2901
        joined.append(segment)
    return tuple(joined)


def plain(phrase: Phrase) -> str:
    """The words of a phrase, whichever voices are to speak them."""
    return "".join(segment.text for segment in phrase)


def capital(phrase: Phrase) -> Phrase:
    """The phrase with a capital first letter."""
    if not phrase:
        return phrase
    first = phrase[0]
    return (Segment(first.text[:1].upper() + first.text[1:], first.language), *phrase[1:])


@cache
def fields(template: str) -> frozenset[str]:
    """The names of a template's fields."""
    return frozenset(field for _, field, _, _ in string.Formatter().parse(template) if field)


def _agreeing(literal: str, follows: str, prepositions: Mapping[str, Any]) -> str:
    """``literal`` with the preposition at its end as it is said before ``follows``: "s Felix".

    The table ``prepositions`` of a grammar has each that changes: into what, and before which
    letters.
    """
    head, blank, last = literal.rstrip(" ").rpartition(" ")
    rule = prepositions.get(last.lower())
    if rule is None or not literal.endswith(" ") or follows[:1].lower() not in rule["before"]:
        return literal
    return f"{head}{blank}{rule['becomes']} "


@cache
def _languages(folders: tuple[Path, ...]) -> tuple[str, ...]:
    return tuple(sorted(file.parent.name for one in folders for file in one.glob("*/grammar.toml")))


@cache
def _entry(language: str, key: str) -> Any:
    """The entry of a language, be it a whole table; None if it has none."""
    file, *path = key.split(".")
    entry: Any = _file(language, file)
    for name in path:
        entry = entry.get(name) if isinstance(entry, Mapping) else None
    return entry or None


@cache
def _file(language: str, name: str) -> Mapping[str, Any]:
    found: dict[str, Any] = {}
    for folder in FOLDERS:
        path = folder / language / f"{name}.toml"
        if path.exists():
            with path.open("rb") as file:
                for key, entry in tomllib.load(file).items():
                    both = isinstance(entry, dict) and key in found
                    found[key] = {**found[key], **entry} if both else entry
    return found
