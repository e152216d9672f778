# SPDX-License-Identifier: GPL-3.0-or-later
"""What a braille display of 40 cells shows of the program: plain lines, broken at blanks."""

import re
import tomllib
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest

from announce.lexicon import languages
from lab import script

ROOT = Path(__file__).parents[2]
WIDTH = 40  # cells
_FIELD = re.compile(r"\{[^}]*\}")


def texts(table: object) -> Iterator[str]:
    if isinstance(table, str):
        yield table
    elif isinstance(table, dict | list):
        for each in table.values() if isinstance(table, dict) else table:
            yield from texts(each)


@pytest.mark.parametrize("language", languages())
def test_every_word_of_the_program_fits_on_the_display(language: str) -> None:
    words = [
        word
        for file in (ROOT / "announce" / "lexicon" / language).glob("*.toml")
        for text in texts(tomllib.loads(file.read_text(encoding="utf-8")))
        for word in _FIELD.sub("", text).split()
    ]
    assert len(words) > 1_000
    assert [word for word in words if len(word) > WIDTH] == []


def controls(line: str) -> list[str]:
    """What would move the cursor, or write over what stands there."""
    return [sign for sign in line if unicodedata.category(sign) == "Cc"]


@pytest.mark.parametrize("language", languages())
def test_a_game_is_lines_that_nothing_repaints(language: str) -> None:
    lines = [
        f"set language {language}", "0 white Eva vier", "1 black Eva fünf", "2 white Stellung",
        "3 white meine Zeit", "4 white Läufer Felix eins Felix acht", "5 white Hilfe",
        "6 white ich gebe auf", "7 white ja",
    ]  # fmt: skip
    played = script.run(script.parse("\n".join(lines)))
    told = [line for event in played for line in event["text"].split("\n") if line]
    assert len(told) >= 5
    assert not any(controls(line) for line in told)
    assert all(len(word) <= WIDTH for line in told for word in line.split())
