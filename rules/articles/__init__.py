# SPDX-License-Identifier: GPL-3.0-or-later
"""The Laws explained in own words, short enough to be heard (11.9): German, English, Slovenian.

The words are in one TOML file for each language, under the numbers of 2018. They are no source of
the Laws; nothing is decided by them. Slovenian has fewer words for the smallest parts of articles.
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

LANGUAGES = ("de", "en", "sl")


def explain(article: str, language: str) -> tuple[str, str] | None:
    """The article that was found and its text; None if the Laws have no such article.

    Where a sub-article has no text of its own, that of the article above it is told: "9.1.1.1"
    finds "9.1.1" or "9.1", "A.4.2" the overview of Appendix A. A missing article of the second
    level, as "9.7", does not find its chapter. Languages other than :data:`LANGUAGES` get English.
    """
    texts = _texts(text_language(language))
    parts = article.split(".")
    least = min(len(parts), 2 if parts[0].isdecimal() else 1)
    for length in range(len(parts), least - 1, -1):
        found = ".".join(parts[:length])
        if found in texts:
            return found, texts[found]
    return None


def text_language(language: str) -> str:
    """The language in which an article is told to a speaker of ``language``."""
    return language if language in LANGUAGES else "en"


@cache
def _texts(language: str) -> Mapping[str, str]:
    with Path(__file__).with_name(f"{language}.toml").open("rb") as file:
        texts: Mapping[str, str] = tomllib.load(file)
    return texts
