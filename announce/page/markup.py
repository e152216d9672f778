# SPDX-License-Identifier: GPL-3.0-or-later
"""Words as HTML, all of them escaped here, and pages as whole documents."""

from collections.abc import Mapping
from html import escape
from pathlib import Path
from string import Template

from announce.lexicon import Phrase, fields, lexicon
from announce.text.settings import Settings, language_tag, written
from announce.text.utterance import Utterance
from announce.words.phraser import Phraser

FOLDER = Path(__file__).parent


_PAGES: Mapping[str, tuple[str, str, tuple[str, ...]]] = {
    "page": ("title", "main.js", ("layout.css", "board.css")),
    "study": ("study_title", "study.js", ("study.css", "board.css")),
    "join": ("join", "join.js", ()),
}
"""The key of each page's title, its script, and its style sheets beside ``base.css``."""

_REFRESH = '<noscript><meta http-equiv="refresh" content="5"></noscript>'


def page_words(settings: Settings) -> dict[str, str]:
    """All words of the pages that stand there as they are."""
    texts = lexicon(settings.language).table("page")
    return {
        key: word(key, settings)
        for key, text in texts.items()
        if isinstance(text, str) and not fields(text)
    }


def document(name: str, settings: Settings, words: Mapping[str, str], **filled: object) -> str:
    """The page ``name``: ``words`` and what is ``filled`` in stand in its body. Pages that have a
    board load themselves anew where there is no JavaScript."""
    title, script, styles = _PAGES[name]
    return template("head").substitute(
        language=language_tag(settings),
        title=words[title],
        styles="\n".join(
            f'<link rel="stylesheet" href="{each}">' for each in ("base.css", *styles)
        ),
        refresh=_REFRESH if styles else "",
        script=script,
        body=template(name).substitute(words, **filled),
    )


def template(name: str) -> Template:
    """What stands in a file of this folder, with its fields."""
    return Template((FOLDER / f"{name}.html").read_text(encoding="utf-8"))


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
