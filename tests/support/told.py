# SPDX-License-Identifier: GPL-3.0-or-later
"""What Hektor says: of an event, and by the keys of its lexicon: the sentences may be reworded."""

from announce.lexicon import Value, lexicon, plain
from announce.text.settings import Settings
from announce.words.events import words
from table.events import Event


def sentence(*keys: str, language: str = "de", **values: Value) -> str:
    """The sentences of the keys, filled with ``values``, one after the other."""
    known = lexicon(language)
    return " ".join(plain(known.sentence(key, **values)) for key in keys)


def said(event: Event, **settings: object) -> list[str]:
    """What is spoken of it."""
    return [one.spoken for one in words(event, Settings(**settings))]  # type: ignore[arg-type]


def shown(event: Event, **settings: object) -> list[str]:
    """What is shown of it."""
    return [one.text for one in words(event, Settings(**settings))]  # type: ignore[arg-type]
