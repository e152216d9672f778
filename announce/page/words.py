# SPDX-License-Identifier: GPL-3.0-or-later
"""The words of the page itself, in the language and script of its settings; in words.toml."""

import tomllib
from collections.abc import Mapping
from functools import cache
from html import escape
from pathlib import Path

from announce.cyrillic import to_cyrillic
from announce.lexicon import fields
from announce.settings import Script, Settings
from announce.utterance import Phrase, Utterance


@cache
def tables() -> Mapping[str, Mapping[str, str]]:
    """words.toml: a table for each language."""
    with (Path(__file__).parent / "words.toml").open("rb") as file:
        return tomllib.load(file)


@cache
def page_words(settings: Settings) -> Mapping[str, str]:
    """The words of the page by name, as plain text, but for those with fields."""
    return {
        key: written(text, settings)
        for key, text in tables()[settings.language].items()
        if not fields(text)
    }


def sentence(key: str, settings: Settings, **values: str) -> str:
    """A sentence with its fields filled, as plain text."""
    return written(tables()[settings.language][key].format(**values), settings)


def written(text: str, settings: Settings) -> str:
    """``text`` of the settings' language in the settings' script."""
    return to_cyrillic(text) if is_cyrillic(settings) else text


def is_cyrillic(settings: Settings) -> bool:
    """Whether the page is in Cyrillic letters."""
    return settings.language == "sr" and settings.script is Script.CYRILLIC


def language_tag(settings: Settings) -> str:
    """The language of the page for HTML, with its script where there are two (BCP 47)."""
    if settings.language != "sr":
        return settings.language
    return "sr-Cyrl" if is_cyrillic(settings) else "sr-Latn"


def phrase_html(phrase: Phrase, settings: Settings) -> str:
    """A phrase; what is in another language than the page is marked, so that it is read right."""
    return "".join(
        escape(one.text)
        if one.language == settings.language
        else f'<span lang="{one.language}">{escape(one.text)}</span>'
        for one in phrase
    )


def utterance_html(utterance: Utterance, settings: Settings) -> str:
    """An utterance as it is printed."""
    return phrase_html(utterance.eye or utterance.segments, settings)
