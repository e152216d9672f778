# SPDX-License-Identifier: GPL-3.0-or-later
"""Pages as whole documents: the same head, and the body of each from a file of its own."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from string import Template

from announce.lexicon import fields, lexicon
from announce.page.markup import word
from announce.text.settings import Settings, language_tag

FOLDER = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class _Page:
    """The key of its title, its script, and its style sheets beside ``base.css``."""

    title: str
    script: str
    styles: tuple[str, ...] = ()


_PAGES: Mapping[str, _Page] = {
    "page": _Page("title", "main.js", ("layout.css", "board.css")),
    "study": _Page("study_title", "study.js", ("study.css", "board.css")),
    "join": _Page("join", "join.js"),
}
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
    head = _PAGES[name]
    return _template("head").substitute(
        language=language_tag(settings),
        title=words[head.title],
        styles="\n".join(
            f'<link rel="stylesheet" href="{each}">' for each in ("base.css", *head.styles)
        ),
        refresh=_REFRESH if head.styles else "",
        script=head.script,
        body=_template(name).substitute(words, **filled),
    )


def _template(name: str) -> Template:
    return Template((FOLDER / f"{name}.html").read_text(encoding="utf-8"))
