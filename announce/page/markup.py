# SPDX-License-Identifier: GPL-3.0-or-later
"""Words as HTML, all of them escaped here; pages as whole documents; and the news for them when a
view follows another: the parts that have changed, and the clocks.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from string import Template
from typing import Any

import chess
import chess.svg

from announce.lexicon import Phrase, fields, lexicon
from announce.page.view import Displays, Message
from announce.text.settings import Settings, language_tag, written
from announce.text.utterance import Utterance
from announce.words.phraser import Phraser

FOLDERS = [Path(__file__).parent]
"""Folders of the pages, their scripts and styles; what stands beside the house adds its own."""


REFRESH = '<noscript><meta http-equiv="refresh" content="5"></noscript>'

PAGES: dict[str, tuple[str, str, tuple[str, ...], str]] = {
    "page": ("title", "main.js", ("layout.css", "board.css"), REFRESH),
    "study": ("study_title", "study.js", ("study.css", "board.css"), REFRESH),
    "join": ("join", "join.js", (), ""),
}
"""The key of each page's title, its script, its style sheets beside ``base.css``, and what more its
head has: those that show a game load themselves anew where there is no JavaScript."""


def page_words(settings: Settings) -> dict[str, str]:
    """All words of the pages that stand there as they are."""
    texts = lexicon(settings.language).table("page")
    return {
        key: word(key, settings)
        for key, text in texts.items()
        if isinstance(text, str) and not fields(text)
    }


def document(name: str, settings: Settings, words: Mapping[str, str], **filled: object) -> str:
    """The page ``name``: ``words`` and what is ``filled`` in stand in its body."""
    title, script, styles, more = PAGES[name]
    return template("head").substitute(
        language=language_tag(settings),
        title=words[title],
        styles="\n".join(
            f'<link rel="stylesheet" href="{each}">' for each in ("base.css", *styles)
        ),
        more=more,
        script=script,
        body=template(name).substitute(words, **filled),
    )


def template(name: str) -> Template:
    """The text of a page, with its fields."""
    return Template(_found(f"{name}.html").read_text(encoding="utf-8"))


def files() -> dict[str, Path]:
    """Scripts, styles and pictures of all pages, by the names under which these ask for them."""
    patterns = ("style/*.css", "script/*.js", "icon.svg")
    return {path.name: path for one in FOLDERS for each in patterns for path in one.glob(each)}


def _found(name: str) -> Path:
    return next(path for one in FOLDERS if (path := one / name).exists())


def word(key: str, settings: Settings, **fields: str) -> str:
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


@dataclass(frozen=True, slots=True)
class Picture:
    """A view with its number, drawn: the ``parts`` of its page as HTML by the ids of their places.

    ``step`` is the next step of the hands, as HTML, of the list number ``todo``.
    """

    number: int
    settings: Settings
    parts: dict[str, str] = field(default_factory=dict)
    messages: tuple[Message, ...] = ()
    todo: int = 0
    step: str = ""


def news(now: Picture, before: Picture | None, clocks: Mapping[str, object] | None) -> str:
    """The news for a page that shows the view ``before`` (None: nobody knows which), as a line of
    JSON. A page that shows ``now`` gets the clocks alone, if it has any.

    ``heard`` is what a screen reader is told beside the messages, politely and once: the next step
    of the hands, and how the game stands where no message told it.
    """
    told: dict[str, Any] = {} if clocks is None else {"clocks": clocks}
    if before is not None and before.number == now.number:
        return json.dumps(told)
    old = {} if before is None else before.parts
    last = before.messages[-1].number if before is not None and before.messages else 0
    messages = [one for one in now.messages if one.number > last]
    told["parts"] = {name: html for name, html in now.parts.items() if old.get(name) != html}
    told["todo"] = now.todo
    told["messages"] = [
        {"number": one.number, "html": message_html(one, now.settings), "urgent": one.urgent}
        for one in messages
    ]
    if before is not None:
        told["heard"] = _heard(now, before, told=bool(messages))
    return json.dumps(told)


def message_html(message: Message, settings: Settings) -> str:
    return utterance_html(message.utterance, settings)


def messages_html(messages: tuple[Message, ...], settings: Settings) -> str:
    """The list of what was told, the newest on top."""
    return "".join(
        f"<li{_urgent(one)}>{message_html(one, settings)}</li>" for one in reversed(messages)
    )


def _urgent(message: Message) -> str:
    return ' class="urgent"' if message.urgent else ""


def clocks_json(clocks: Displays) -> dict[str, object]:
    """Both displays for the script, in milliseconds."""
    running = "" if clocks.running is None else chess.COLOR_NAMES[clocks.running]
    return {
        "white": clocks.white,
        "black": clocks.black,
        "running": running,
        "waits": clocks.waits,
    }


def _heard(now: Picture, before: Picture, *, told: bool) -> list[str]:
    heard = []
    if not told and now.parts.get("state") != before.parts.get("state"):
        heard.append(now.parts["state"])
    if now.step and now.step != before.step:
        heard.append(now.step)
    return heard


# --- A report on paper ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and what stands below it; ``blanks`` is how many lines are left for a pen."""

    heading: str
    lines: tuple[str, ...] = ()
    blanks: int = 0


@dataclass(frozen=True, slots=True)
class Report:
    """A report; ``board`` is drawn for the eye, its words are among the lines."""

    title: str
    board: chess.Board
    sections: tuple[Section, ...]


def report_paragraphs(report: Report) -> Iterator[str]:
    """The lines for braille, which needs no diagram and no rules for a pen."""
    yield report.title
    for one in report.sections:
        yield one.heading
        yield from one.lines


def report_text(report: Report, figures: Sequence[str]) -> str:
    """The report as plain text; ``figures`` are the lines of the diagram."""
    lines = [report.title, "", *figures]
    for one in report.sections:
        lines += ["", one.heading, *one.lines, *("_" * 60 for _ in range(one.blanks))]
    return "".join(f"{line}\n" for line in lines)


def report_page(report: Report, settings: Settings) -> str:
    """The report as a whole HTML page without a script, on one sheet as far as the words let."""
    drawn = chess.svg.board(report.board, size=320)
    return template("report").substitute(
        language=language_tag(settings),
        title=escape(report.title),
        board=drawn,
        sections="\n".join(_section(one) for one in report.sections),
    )


def _section(one: Section) -> str:
    lines = "".join(f"<p>{escape(line)}</p>" for line in one.lines)
    lines += '<div class="line"></div>' * one.blanks
    return f"<section><h2>{escape(one.heading)}</h2>{lines}</section>"
