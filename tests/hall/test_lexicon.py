# SPDX-License-Identifier: GPL-3.0-or-later
"""The words of a hall: the same sentences with the same fields in every language, and one for each
error that its code names."""

import re
import tomllib
from collections.abc import Iterator
from typing import Any

import pytest

from announce.lexicon import fields, lexicon
from announce.text.settings import LANGUAGES
from hall import FOLDER

FILES = ("hall", "program", "page", "desk")


def templates(language: str, file: str) -> dict[str, str]:
    path = FOLDER / "lexicon" / language / f"{file}.toml"
    return dict(_all(tomllib.loads(path.read_text(encoding="utf-8"))))


def _all(entry: Any, key: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(entry, str):
        yield key, entry
    elif isinstance(entry, dict):
        for name, one in entry.items():
            yield from _all(one, f"{key}.{name}")
    elif "desk" not in key:
        for one in entry:
            yield from _all(one, key)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("file", FILES)
def test_every_language_has_the_same_sentences_with_the_same_fields(
    file: str, language: str
) -> None:
    german, other = templates("de", file), templates(language, file)
    assert other.keys() == german.keys()
    for key, template in other.items():
        assert fields(template) == fields(german[key]), key


def test_each_error_of_the_code_has_a_sentence() -> None:
    named = set[str]()
    for path in FOLDER.rglob("*.py"):
        named.update(re.findall(r'PlayerError\(\s*"(\w+)"', path.read_text(encoding="utf-8")))
    assert len(named) > 10
    for language in LANGUAGES:
        assert not [one for one in named if not lexicon(language).own(f"program.error.{one}")]


def test_each_sentence_of_an_error_is_told_somewhere() -> None:
    code = "".join(path.read_text(encoding="utf-8") for path in FOLDER.rglob("*.py"))
    own = tomllib.loads((FOLDER / "lexicon" / "de" / "program.toml").read_text(encoding="utf-8"))
    for key in (*own["error"], *own["message"]):
        assert f'"{key}"' in code, key
