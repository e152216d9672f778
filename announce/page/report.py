# SPDX-License-Identifier: GPL-3.0-or-later
"""A report on paper: headings with lines below them, in plain text, as a page for the printer, and
as paragraphs for braille."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

import chess
import chess.svg

from announce.page.markup import template
from announce.text.settings import Settings, language_tag


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


def paragraphs(report: Report) -> Iterator[str]:
    """The lines for braille, which needs no diagram and no rules for a pen."""
    yield report.title
    for one in report.sections:
        yield one.heading
        yield from one.lines


def text(report: Report, figures: Sequence[str]) -> str:
    """The report as plain text; ``figures`` are the lines of the diagram."""
    lines = [report.title, "", *figures]
    for one in report.sections:
        lines += ["", one.heading, *one.lines, *("_" * 60 for _ in range(one.blanks))]
    return "".join(f"{line}\n" for line in lines)


def page(report: Report, settings: Settings) -> str:
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
