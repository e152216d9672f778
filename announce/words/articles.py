# SPDX-License-Identifier: GPL-3.0-or-later
"""The articles of the Laws: their numbers in words, and what each says in short (11.9).

The texts are explanations of our own, short enough to be heard, under the numbers of 2018. They
are no source of the Laws: nothing is decided by them.
"""

import re

from announce.lexicon import FALLBACK, Segment, lexicon
from announce.text.utterance import Utterance
from announce.words.numbers import cardinal, spelled
from announce.words.phraser import Phraser, Printed

_GUIDELINES = {"I": 1, "II": 2, "III": 3}


def explain(article: str, language: str) -> tuple[str, str, str] | None:
    """The article that was found, its text and the language of that; None if the Laws have no such
    article.

    Where a sub-article has no text of its own, the article above it is told: "9.1.1.1" finds
    "9.1.1" or "9.1", "A.4.2" the overview of Appendix A. A missing article of the second level,
    as "9.7", does not find its chapter. A text that a language lacks is the English one.
    """
    parts = article.split(".")
    least = min(len(parts), 2 if parts[0].isdecimal() else 1)
    for length in range(len(parts), least - 1, -1):
        found = ".".join(parts[:length])
        for told in (language, FALLBACK):
            if text := (lexicon(told).own("articles") or {}).get(found):
                return found, text, told
    return None


def article_name(article: str, phraser: Phraser) -> Utterance:
    """The number in words, printed in digits.

    "Artikel neun Punkt zwei.", "Anhang D Punkt zwei.", "Richtlinie eins."
    """
    language = phraser.settings.language
    first = article.partition(".")[0]
    kind = "guideline" if first in _GUIDELINES else "article"
    if re.fullmatch("[A-D]", first):
        kind = "appendix"
    point = f" {lexicon(language).word('grammar.point')} "
    spoken = point.join(_part_words(part, language) for part in article.split("."))
    return phraser.say(f"game.{kind}", article=Printed(spoken, article))


def article_lines(article: str, phraser: Phraser) -> list[Utterance]:
    """What the article says, or that there is none; for an empty number, that none applies."""
    language = phraser.settings.language
    if not article:
        return [phraser.say("answers.no_reason")]
    told = explain(article, language)
    if told is None:
        return [article_name(article, phraser), phraser.say("answers.no_article")]
    found, text, of_text = told
    return [article_name(found, phraser), Utterance((Segment(text, of_text),), phraser.priority)]


def _part_words(part: str, language: str) -> str:
    number = _GUIDELINES.get(part)
    return spelled(part, language) if number is None else cardinal(number, language)
