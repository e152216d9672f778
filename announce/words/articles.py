# SPDX-License-Identifier: GPL-3.0-or-later
"""The numbers of articles in words, and what an article says."""

import re

from announce.lexicon import lexicon
from announce.utterance import Segment, Utterance
from announce.words.numbers import cardinal, spelled
from rules.articles import explain, text_language

_GUIDELINES = {"I": 1, "II": 2, "III": 3}


def article_name(article: str, language: str) -> Utterance:
    """The number in words, printed in digits.

    "Artikel neun Punkt zwei.", "Anhang D Punkt zwei.", "Richtlinie eins."
    """
    words = lexicon(language)
    first = article.partition(".")[0]
    kind = "guideline" if first in _GUIDELINES else "article"
    if re.fullmatch("[A-D]", first):
        kind = "appendix"
    point = f" {words.template('point')} "
    spoken = point.join(_part_words(part, language) for part in article.split("."))
    return Utterance(
        words.sentence(kind, article=spoken), eye=words.sentence(kind, article=article)
    )


def article_lines(article: str, language: str) -> list[Utterance]:
    """What the article says, or that there is none; for an empty number, that none applies."""
    words = lexicon(language)
    if not article:
        return [Utterance(words.line(words.tables["answer"]["no_reason"]))]
    told = explain(article, language)
    if told is None:
        missing = words.line(words.tables["answer"]["no_article"])
        return [article_name(article, language), Utterance(missing)]
    found, text = told
    return [article_name(found, language), Utterance((Segment(text, text_language(language)),))]


def _part_words(part: str, language: str) -> str:
    number = _GUIDELINES.get(part)
    return spelled(part, language) if number is None else cardinal(number, language)
