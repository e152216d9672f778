# SPDX-License-Identifier: GPL-3.0-or-later
"""11.9: a player may ask what a rule says, and hears it in words."""

import re
from pathlib import Path

import pytest

from announce.lexicon import lexicon
from announce.text.settings import LANGUAGES
from announce.words.laws import explain
from rules import explanation

SECTIONS = (5, 4, 10, 9, 2, 12, 6, 7, 6, 2, 12, 9)
"""How many sections Articles 1 to 12 have."""

ARTICLES = [
    f"{chapter}.{section}"
    for chapter, sections in enumerate(SECTIONS, 1)
    for section in range(1, sections + 1)
]
THIRD_LEVEL = {
    "3.1": 3, "3.7": 5, "3.8": 2, "3.9": 2, "3.10": 3,
    "4.2": 2, "4.3": 3, "4.4": 4, "4.6": 3, "4.7": 3,
    "5.1": 2, "5.2": 3,
    "6.2": 6, "6.3": 2, "6.7": 2, "6.10": 2, "6.11": 4,
    "7.2": 2, "7.5": 5,
    "8.1": 6, "8.5": 3,
    "9.1": 2, "9.2": 2, "9.3": 2, "9.5": 3, "9.6": 2,
    "D.2": 11,
}  # fmt: skip
OVERVIEWS = [*map(str, range(1, 13)), "A", "B", "C", "D", "D.1", "D.2", "I", "II", "III"]
EVERY = [
    *OVERVIEWS,
    *ARTICLES,
    *(
        f"{above}.{number}"
        for above, count in THIRD_LEVEL.items()
        for number in range(1, count + 1)
    ),
]


@pytest.mark.parametrize("language", ["de", "en"])
def test_every_article_is_explained_by_its_number(language: str) -> None:
    assert [one for one in EVERY if one not in lexicon(language).own("articles")] == []


RULES = (Path(__file__).parents[1] / "docs" / "laws.txt").read_text(encoding="utf-8").split()
"""Every rule of the page of the Laws; "9.1.2.1-a" is a part of 9.1.2.1, "I.2.1–I.2.7" several."""


@pytest.mark.article("11.9")
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rule", [rule for rule in RULES if not re.match("[EGX]", rule)])
def test_11_9_every_rule_is_explained_in_every_language(rule: str, language: str) -> None:
    article = re.split("[-–]", rule)[0]
    told = explain("C" if article == "C.0" else article, language)
    assert told is not None
    assert article.startswith(told[0].partition(".")[0])


@pytest.mark.parametrize("article", sorted(explanation.WAYS.values()))
def test_every_way_of_moving_is_explained(article: str) -> None:
    found = explain(article, "de")
    assert found is not None
    assert found[0] == article


def test_the_languages_explain_the_same_articles() -> None:
    for language in LANGUAGES:
        assert lexicon(language).own("articles").keys() <= lexicon("en").own("articles").keys()
    assert lexicon("de").own("articles").keys() == lexicon("en").own("articles").keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_texts_can_be_spoken(language: str) -> None:
    """No digit, no notation, no Roman number; short enough to be heard."""
    for article, text in lexicon(language).own("articles").items():
        assert not any(char.isnumeric() for char in text), article
        assert not re.search(r"\b[A-Z]{2,}\b|[(){}\[\]/=+#\n]", text), article
        assert text.endswith("."), article
        assert 1 <= len(re.findall(r"[.:!](?: |$)", text)) <= 7, article
        assert len(text.split()) <= 85, article


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("9.2", "9.2"),
        ("9.2.1.1", "9.2.1.1"),
        ("9.2.1.7", "9.2.1"),
        ("5.2.2.1", "5.2.2"),
        ("12.9.3", "12.9"),
        ("A.4.2", "A"),
        ("II.3.2.7.4", "II"),
        ("D.2.10.4", "D.2.10"),
    ],
)
def test_sub_article_without_words_falls_back(asked: str, found: str) -> None:
    told = explain(asked, "de")
    assert told is not None
    assert told[0] == found


@pytest.mark.parametrize("article", ["", "0", "13", "9.7", "9.77", "1.6", "Z.1", "E", "9..2"])
def test_unknown_article_is_not_explained(article: str) -> None:
    assert explain(article, "de") is None


def test_nobody_hears_another_language() -> None:
    texts = [told[1:] for one in LANGUAGES if (told := explain("9.2", one))]
    assert [of_text for _, of_text in texts] == list(LANGUAGES)
    assert len({text for text, _ in texts}) == len(LANGUAGES)


@pytest.mark.parametrize(
    ("article", "words"),
    [
        ("9.2", "dritten Mal"),
        ("9.6.2", "fünfundsiebzig"),
        ("7.5.5", "zwei Minuten"),
        ("8.4", "fünf Minuten"),
        ("5.1.2", "zweitausenddreiundzwanzig"),
        ("D.2.1", "Anna, Bella, Cesar, David, Eva, Felix, Gustav, Hektor"),
    ],
)
def test_the_essential_fact_is_in_the_words(article: str, words: str) -> None:
    told = explain(article, "de")
    assert told is not None
    assert words in told[1]


@pytest.mark.parametrize(
    ("article", "words"),
    [
        ("9.2", "tretjič"),
        ("9.6", "petinsedemdesetih"),
        ("7.5.5", "dve minuti"),
        ("8.4", "pet minut"),
        ("5.1.2", "dva tisoč triindvajset"),
        ("D.2.1", "Anna, Bella, Cesar, David, Eva, Felix, Gustav, Hektor"),
    ],
)
def test_it_is_there_in_slovenian_too(article: str, words: str) -> None:
    told = explain(article, "sl")
    assert told is not None
    assert words in told[1]
