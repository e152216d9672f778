# SPDX-License-Identifier: GPL-3.0-or-later
"""``hektor docs``: the pages for players, assistants and arbiters, printed or read aloud."""

import argparse
import os
import sys

from announce.braille import BrailleStyle, file_text, text_pages
from announce.errors import PlayerError
from announce.lexicon import lexicon
from announce.text.utterance import Utterance
from game.app import devices, options
from game.app.pages import PAGES, PageMissing, page, plain_lines
from game.base.streams import print_line
from game.speech.channels import Channels


def add_options(parser: argparse.ArgumentParser) -> None:
    """Which page, and whether it is spoken."""
    parser.add_argument("page", nargs="?", choices=PAGES, help="docs.page")
    parser.add_argument("--brf", action="store_true", help="docs.brf")
    parser.add_argument("--aloud", action="store_true", help="docs.aloud")
    options.add_settings(parser, "docs")


def run(given: argparse.Namespace) -> int:
    """Print the page as plain lines; without one, the names of all pages."""
    if given.page is None:
        for name in PAGES:
            print_line(f"hektor docs {name}")
        return 0
    try:
        lines = list(plain_lines(page(given.page, given.language)))
    except PageMissing as missing:
        raise PlayerError("no_page_here", page=given.page) from missing
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
