# SPDX-License-Identifier: GPL-3.0-or-later
"""Every word that is told or said is a word of its language: Hunspell's dictionaries know it, or it
stands among the names and terms in spelling.toml. German words are said in every language."""

import re
import shutil
import subprocess
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

import pytest

from tools.review import sentences
from voice.language import lexicon
from voice.language.lexicon import GERMAN

LISTED: Mapping[str, list[str]] = tomllib.loads(
    Path(__file__).with_name("spelling.toml").read_text("utf-8")
)
DICTIONARIES = {"en": "en_GB", "sr": "sr_Latn_RS", "sl": "sl_SI", "cs": "cs_CZ"}
NOT_WORDS = re.compile(r"\{[^}]*\}|<\w+>|--[\w-]+|„[^“]*“|hektor (?:play|learn|model|export)\S*")
WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
UNMARKED = re.compile(r"game\.toml (?:written|files|letters)|grammar\.toml (?:prepositions|tag)")
"""Words as they are typed without the marks of their letters, and what is no word."""


@cache
def words(language: str) -> frozenset[str]:
    """The words of all sentences and phrases of a language."""
    told = (one for one in sentences(language) if not UNMARKED.search(f"{one.file} {one.key}"))
    texts = (one.text if one.told else lexicon.formless(one.text) for one in told)
    return frozenset(word for text in texts for word in WORD.findall(NOT_WORDS.sub(" ", text)))


def known() -> frozenset[str]:
    """The names and terms of all languages, and the German words."""
    return frozenset({*lexicon.vocabulary(GERMAN.name), *LISTED["names"]})


def unknown(language: str, checked: Iterable[str]) -> set[str]:
    """Those that the language's dictionary lacks."""
    command = ["hunspell", "-d", DICTIONARIES[language], "-i", "utf-8", "-l"]
    run = subprocess.run(
        command,
        check=False,
        input="\n".join(checked),
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    if run.returncode or "open" in run.stderr:
        pytest.skip(f"no dictionary: {run.stderr.strip()}")
    return set(run.stdout.split())


@pytest.mark.skipif(not shutil.which("hunspell"), reason="needs Hunspell")
@pytest.mark.parametrize("language", DICTIONARIES)
def test_every_word_is_one_of_the_language(language: str) -> None:
    right = known() | {*LISTED[language]}
    checked = sorted(word for word in words(language) if not {word, word.lower()} & right)
    assert unknown(language, checked) == set()


@pytest.mark.skipif(not shutil.which("hunspell"), reason="needs Hunspell")
@pytest.mark.parametrize(
    ("language", "slip"),
    [("en", "chesboard"), ("sr", "protivnk"), ("sl", "nasprotnk"), ("cs", "tahuu")],
)
def test_a_slip_of_the_pen_is_found(language: str, slip: str) -> None:
    assert unknown(language, [slip]) == {slip}


@pytest.mark.parametrize("language", DICTIONARIES)
def test_nothing_is_listed_that_is_nowhere_said(language: str) -> None:
    assert set(LISTED[language]) <= words(language)
