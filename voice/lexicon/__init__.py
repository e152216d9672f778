# SPDX-License-Identifier: GPL-3.0-or-later
"""The words of the spoken language, read from ``de.toml`` and given out as plain tables.

The lexicon knows words and spellings; what a sequence of words means is ``voice.grammar``'s.
Words are compared in lower case with umlauts, as Vosk's German models write them.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

_WORD = re.compile(r"[\w']+")
_NOT_WORDS = re.compile(r"<\w+>|\{\w+\}")


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
    listens for at a moment is decided by ``voice.grammar.runtime_phrases``.
    """
    sections = load().keys() - {"spellings"}
    return tuple(sorted({word for section in sections for word in _words(section)}))


@cache
def other_spellings() -> Mapping[str, tuple[str, ...]]:
    """For a word of the vocabulary, how else it is spelled: for models that lack our spelling."""
    return {
        word.lower(): tuple(spelling.lower() for spelling in spellings)
        for word, spellings in load()["spellings"].items()
    }
