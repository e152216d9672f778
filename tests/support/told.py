# SPDX-License-Identifier: GPL-3.0-or-later
"""Sentences of Hektor, of an event or by the keys of its lexicon: they may be reworded."""

from announce.lexicon import Value, lexicon, plain
from announce.text.settings import Settings
from announce.words.events import words
from table.events import Event


def sentence(*keys: str, language: str = "de", **values: Value) -> str:
    """The sentences of the keys, filled with ``values``, one after the other."""
    known = lexicon(language)
    return " ".join(plain(known.sentence(key, **values)) for key in keys)


def said(event: Event, **settings: object) -> list[str]:
    """Text that is spoken of an event."""
    return [one.spoken for one in words(event, Settings(**settings))]  # type: ignore[arg-type]


def shown(event: Event, **settings: object) -> list[str]:
    """Text that is shown of an event."""
    return [one.text for one in words(event, Settings(**settings))]  # type: ignore[arg-type]
