# SPDX-License-Identifier: GPL-3.0-or-later
"""``hektor docs``: the pages for players, assistants and arbiters, printed or read aloud.

In the source tree they are in ``docs``; the wheel puts them beside the program
(``share/hektor/docs``). A page that a language lacks is there in English."""

import argparse
import importlib.metadata
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from announce.braille import BrailleStyle, file_text, text_pages
from announce.errors import PlayerError
from announce.lexicon import FALLBACK, lexicon
from announce.text.utterance import Utterance
from game.app import devices, options
from game.base.streams import print_line
from game.speech.channels import Channels


def add_docs_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``hektor docs``."""
    parser.add_argument("page", nargs="?", choices=PAGES, help="docs.page")
    parser.add_argument("--brf", action="store_true", help="docs.brf")
    parser.add_argument("--aloud", action="store_true", help="docs.aloud")
    options.add_settings(parser, "docs")


def run_docs(given: argparse.Namespace) -> int:
    """Print the page as plain lines; without one, the names of all pages."""
    if given.page is None:
        for name in PAGES:
            print_line(f"hektor docs {name}")
        return 0
    lines = list(plain_lines(page(given.page, given.language)))
    if given.brf:
        pages = text_pages([line for line in lines if line], BrailleStyle())
        sys.stdout.write(file_text(pages).replace("\r\n", os.linesep))
        return 0
    if not given.aloud:
        for line in lines[1:]:  # before the title is nothing to be parted from
            print_line(line)
        return 0
    _read_aloud([line for line in lines if line], given)
    return 0


def _read_aloud(lines: list[str], given: argparse.Namespace) -> None:
    """Each line is printed when it is its turn. Control-C ends it."""
    voice = devices.kept_voice(given)
    speech = Channels(devices.drivers(given, voice), voice)
    words = lexicon(given.language)
    try:
        for line in lines:
            print_line(line)
            speech.say(Utterance(words.phrase(line)))
            speech.wait_idle()
    finally:
        speech.close()


PAGES = (
    "player", "study", "card", "assistant", "arbiter", "arbiter-in-two-minutes",
    "commands", "authority", "scripts", "screen-reader",
)  # fmt: skip
"""The subjects of the pages; in the languages other than German they are named so too."""

_GERMAN = {
    "player": "spieler", "study": "studium", "card": "karte", "assistant": "assistent",
    "arbiter": "schiedsrichter",
    "arbiter-in-two-minutes": "schiedsrichter-in-zwei-minuten", "authority": "befugnisse",
    "scripts": "skripte", "screen-reader": "bildschirmleser",
}  # fmt: skip

_SOURCE = Path(__file__).parents[3] / "docs"
_INSTALLED = "share/hektor/docs"
_TABLE_RULE = re.compile(r"\|?[\s:|-]*-[\s:|-]*\|?")


def page(name: str, language: str) -> str:
    """A page in Markdown. Raises PlayerError if there is none."""
    for each in (language, FALLBACK):
        file = _GERMAN.get(name, name) if each == "de" else name
        path = _path(f"{each}/{file}.md")
        if path is not None:
            return path.read_text(encoding="utf-8")
    raise PlayerError("no_page_here", page=name)


def _path(place: str) -> Path | None:
    if (_SOURCE / place).is_file():
        return _SOURCE / place
    try:
        files = importlib.metadata.files("hektor-chess") or ()
    except importlib.metadata.PackageNotFoundError:
        return None
    found = (Path(str(one.locate())) for one in files if str(one).endswith(f"{_INSTALLED}/{place}"))
    return next((path for path in found if path.is_file()), None)


def plain_lines(markdown: str) -> Iterator[str]:
    """The page for a screen reader or a voice: one paragraph, point or row of a table a line.

    Marks are left out, and pictures are their description. Between two sections is an empty line.
    """
    paragraph: list[str] = []
    in_code = False
    for line in [*markdown.splitlines(), ""]:
        in_code ^= line.startswith("```")
        starts = not line.strip() or re.match(r"\s*([-*|#]|\d+\.) ?|    |```", line)
        if paragraph and (starts or in_code):
            yield _unmarked(" ".join(paragraph))
            paragraph = []
        if line.startswith("#"):
            yield ""
        if not line.strip() or line.startswith("```") or _TABLE_RULE.fullmatch(line):
            continue
        paragraph.append(line.strip())


def _unmarked(text: str) -> str:
    text = re.sub(r"^(#+ |[-*] )", "", text)
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", text)
    text = re.sub(r"\*\*([^*]+)\*\*", r"\1", text).replace("`", "")
    if text.startswith("|"):
        cells = [cell.strip() for cell in text.strip("|").split("|")]
        text = "; ".join(cell for cell in cells if cell)
    return text
