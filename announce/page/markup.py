# SPDX-License-Identifier: GPL-3.0-or-later
"""Words as HTML: all text of the page is escaped here."""

from html import escape

from announce.lexicon import Phrase
from announce.text.settings import Settings, written
from announce.text.utterance import Utterance
from announce.words.phraser import Phraser


def word(key: str, settings: Settings, **fields: str) -> str:
    """A word of the page itself."""
    return escape(Phraser(settings).text(f"page.{key}", **fields))


def text_html(text: str, settings: Settings) -> str:
    """A text of the page's language in the script of the page."""
    return escape(written(text, settings))


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
