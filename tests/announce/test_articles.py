# SPDX-License-Identifier: GPL-3.0-or-later
"""11.9: what an article says, told on request."""

import chess
import pytest

from announce.text.settings import LANGUAGES, Settings
from announce.words.events import words
from announce.words.laws import explain
from table.events.answers import About, Answer
from table.events.dialogue import InfoGiven
from table.events.game import Refusal, Refused, Role


def told(article: str, language: str = "de") -> list[str]:
    event = InfoGiven(0, Role.WHITE, Answer(About.ARTICLE, (article,) if article else ()))
    return [one.spoken for one in words(event, Settings(language=language))]


@pytest.mark.parametrize(
    ("language", "article", "name"),
    [
        ("de", "9.2", "Artikel neun Punkt zwei."),
        ("de", "3.10.3", "Artikel drei Punkt zehn Punkt drei."),
        ("de", "D.2.8", "Anhang D Punkt zwei Punkt acht."),
        ("de", "II", "Richtlinie zwei."),
        ("en", "9.2", "Article nine point two."),
        ("en", "III", "Guideline three."),
        ("sr", "9.2", "Član devet tačka dva."),
        ("sl", "9.2", "Člen devet pika dva."),
        ("cs", "9.2", "Článek devět tečka dva."),
    ],
)
def test_the_article_is_named_before_its_text(language: str, article: str, name: str) -> None:
    found = explain(article, language)
    assert found is not None
    assert told(article, language) == [name, found[1]]


def test_article_told_is_named_not_the_asked() -> None:
    assert told("A.4.2")[0] == "Anhang A."


def test_unknown_article_is_said_not_to_exist() -> None:
    assert told("13.1") == ["Artikel dreizehn Punkt eins.", "Diesen Artikel gibt es nicht."]


def test_where_no_article_applies_that_is_said() -> None:
    assert told("") == ["Dazu gibt es keinen Artikel."]


def test_the_number_is_printed_in_digits() -> None:
    event = InfoGiven(0, Role.WHITE, Answer(About.ARTICLE, ("9.2",)))
    assert words(event, Settings())[0].text == "Artikel 9.2."


@pytest.mark.parametrize("language", LANGUAGES)
def test_name_and_text_have_one_voice(language: str) -> None:
    event = InfoGiven(0, Role.WHITE, Answer(About.ARTICLE, ("9.2",)))
    name, text = words(event, Settings(language=language))
    assert {segment.language for segment in name.segments + text.segments} == {language}


def test_refusal_names_no_article_to_a_player() -> None:
    """11.9: only who asks is told."""
    refused = Refused(0, chess.WHITE, Refusal.PAUSED, "6.11")
    assert [one.spoken for one in words(refused, Settings())] == ["Die Partie ist unterbrochen."]
