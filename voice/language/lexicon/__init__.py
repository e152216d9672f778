# SPDX-License-Identifier: GPL-3.0-or-later
"""The words of the spoken language, read from ``de.toml`` and given out as plain tables.

The lexicon knows words and spellings; what a sequence of words means is
``voice.language.grammar``'s.
Words are compared in lower case with umlauts, as Vosk's German models write them.
"""

import re
import tomllib
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

_WORD = re.compile(r"[\w']+")
_HEARD = re.compile(r"\[unk\]|[\w'’]+")
_SQUARES = re.compile(r"(?:[a-h][1-8])+")
_ASCII = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})
_BARE = str.maketrans({"ä": "a", "ö": "o", "ü": "u"})
_MANY_DIGITS = 10
_NOT_WORDS = re.compile(r"<\w+>|\{\w+\}")
_NOT_VOCABULARY = {"spellings", "listening", "time_control", "typed"}


@cache
def load() -> Mapping[str, Any]:
    """``de.toml`` as nested dictionaries; not to be changed."""
    with (Path(__file__).parent / "de.toml").open("rb") as file:
        return tomllib.load(file)


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for each in value.values():
            yield from _strings(each)
    elif isinstance(value, list):
        for each in value:
            yield from _strings(each)


def _words(section: str) -> Iterator[str]:
    for phrase in _strings(load()[section]):
        yield from _WORD.findall(_NOT_WORDS.sub(" ", phrase).lower())


@cache
def vocabulary() -> tuple[str, ...]:
    """Every word that can be said, sorted, in lower case with umlauts, letters by name included.

    The bundled acoustic model is trained on exactly these words. Which of them the recogniser
    listens for at a moment is decided by ``voice.language.grammar.runtime_phrases``.
    """
    sections = load().keys() - _NOT_VOCABULARY
    return tuple(sorted({word for section in sections for word in _words(section)}))


@cache
def other_spellings() -> Mapping[str, tuple[str, ...]]:
    """For a word of the vocabulary, how else it is spelled: for models that lack our spelling."""
    return {
        word.lower(): tuple(spelling.lower() for spelling in spellings)
        for word, spellings in load()["spellings"].items()
    }


def words(text: str, letters: bool = False) -> tuple[str, ...]:
    """The words of a text in the spelling of the vocabulary; unknown words stay as they are.

    Case, punctuation and the spelling of umlauts do not matter. Squares and digits become words
    ("g1-f3" is Gustav eins Felix drei); with ``letters`` a bare file letter does too, as in a
    typed "Turm a d1".
    """
    found: list[str] = []
    for raw in _HEARD.findall(unicodedata.normalize("NFC", text).lower()):
        token = raw.strip("'_")
        if _SQUARES.fullmatch(token):
            found += (_first("files" if sign.isalpha() else "ranks", sign) for sign in token)
        elif (number := typed_number(token)) is not None and str(number) in load()["numbers"]:
            found.append(_first("numbers", str(number)))
        elif letters and token in load()["files"]:
            found.append(_first("files", token))
        elif token:
            found.append(_respelled().get(token, token))
    return tuple(found)


def typed_number(word: str) -> int | None:
    """The number that is typed in digits; None where it is none, or greater than any at a board."""
    return int(word) if word.isdecimal() and len(word) < _MANY_DIGITS else None


def written(said: Iterable[str]) -> str:
    """Words as a line to show or to speak: with the capitals of German."""
    return " ".join(_capitals().get(word, word) for word in said)


def _first(section: str, key: str) -> str:
    return usual_for(section, key).lower()


@cache
def _respelled() -> Mapping[str, str]:
    """Every way to spell a word of the vocabulary, to the word."""
    known = vocabulary()
    table: dict[str, str] = {}
    for word in known:
        for spelling in (word, *other_spellings().get(word, ())):
            table.setdefault(spelling.translate(_BARE), word)
            table.setdefault(spelling.translate(_ASCII), word)
            table.setdefault(spelling, word)
    return {**table, **{word: word for word in known}}


@cache
def _capitals() -> Mapping[str, str]:
    sections = load().keys() - _NOT_VOCABULARY
    phrases = [phrase for section in sections for phrase in _strings(load()[section])]
    return {
        word.lower(): word
        for phrase in phrases
        for word in _WORD.findall(_NOT_WORDS.sub(" ", phrase))
        if word != word.lower()
    }


def usual_for(section: str, key: str) -> str:
    """The word that Hektor itself uses, with its capital: ``usual_for("files", "e")`` is Eva."""
    first: str = load()[section][key][0]
    return first


def usual(word: str) -> str:
    """The usual word for a synonym among files, ranks and pieces: "zwei" for "zwo"."""
    return _usual().get(word, word)


@cache
def _usual() -> Mapping[str, str]:
    usual = {"letters": "files"}
    return {
        synonym.lower(): _first(usual.get(section, section), key)
        for section in ("letters", "files", "ranks", "pieces")
        for key, said in load()[section].items()
        for synonym in said
    }
