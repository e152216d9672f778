# SPDX-License-Identifier: GPL-3.0-or-later
"""What the program says about itself, in the user's language; the words are in messages.toml."""

import tomllib
from functools import cache
from pathlib import Path

from announce.utterance import Segment, Utterance


@cache
def _tables() -> dict[str, dict[str, str]]:
    with (Path(__file__).parent / "messages.toml").open("rb") as file:
        return tomllib.load(file)


def message(name: str, language: str, **fields: str) -> Utterance:
    """A sentence of messages.toml with its fields filled in."""
    return as_message(_tables()[language][name].format(**fields), language)


def as_message(sentence: str, language: str) -> Utterance:
    """A sentence that is there already, to be told."""
    return Utterance((Segment(sentence, language),))
