# SPDX-License-Identifier: GPL-3.0-or-later
"""Games and players are told in lists, so that they are told apart."""

import pytest
from studies import ANNOTATED, SHORT, Sitting

from announce.text.settings import Settings
from announce.words.study import study_words
from study.events import (
    GamesTold,
)
from study.library import Card


def test_names_are_told_as_people_say_them_and_no_address_is_read() -> None:
    game = (
        '[Event "Blitz https://lichess.org/x1"]\n[Site "https://lichess.org/y2"]\n'
        '[Date "1931.??.??"]\n[White "Carlsen, Magnus"]\n[Black "Byrne, Robert, Jr"]\n\n1. e4 *\n'
    )
    sitting = Sitting(game)
    first, second = sitting.told("Partie 1")[:2]
    assert first == "Partie eins: Magnus Carlsen gegen Byrne, Robert, Jr."
    assert second == "Blitz, 1931."


@pytest.mark.parametrize(
    ("language", "game"),
    [
        ("de", "Partie eins. Schwarz: Hektor, Stufe 2."),
        ("en", "Game one. Black: Hektor, level 2."),
        ("sr", "Partija jedan: crni Hektor, nivo 2."),
        ("sl", "Partija ena: črni Hektor, stopnja 2."),
        ("cs", "Partie jedna: černý Hektor, úroveň 2."),
    ],
)
def test_a_level_is_told_with_its_player_and_no_name_is_bent(language: str, game: str) -> None:
    text = '[Black "Hektor"]\n[BlackLevel "2"]\n[Date "2026.11.24"]\n\n1. e4 *\n'
    told = Sitting(text, language=language).told("Partie 1")
    assert told[0] == game
    assert "24" in told[1]


def test_own_games_are_told_apart_by_their_days() -> None:
    days = (("2026.11.24", 0), ("2026.11.23", 1), ("2026.11.03", 21), ("2024.02.29", 999))
    cards = tuple(Card(n, black="Hektor", date=day, ago=ago) for n, (day, ago) in enumerate(days))
    spoken = [one.spoken for one in study_words([GamesTold(4, cards)], Settings())]
    assert spoken[1:] == [
        "Partie null, heute. Schwarz: Hektor.",
        "Partie eins, gestern. Schwarz: Hektor.",
        "Partie zwei, am dritten November. Schwarz: Hektor.",
        "Partie drei, am neunundzwanzigsten Februar zweitausendvierundzwanzig. Schwarz: Hektor.",
    ]


def test_own_games_are_told_with_their_results() -> None:
    results = ("0-1", "1/2-1/2", "*")
    cards = tuple(
        Card(n, "Anna", date="2026.11.24", result=r, ago=0) for n, r in enumerate(results)
    )
    spoken = [one.spoken for one in study_words([GamesTold(3, cards)], Settings())]
    assert spoken[1:] == [
        "Partie null, heute. Weiß: Anna.",
        "Schwarz gewinnt.",
        "Partie eins, heute. Weiß: Anna.",
        "Die Partie endet remis.",
        "Partie zwei, heute. Weiß: Anna.",
    ]


def test_games_of_others_are_told_apart_by_their_years() -> None:
    assert Sitting(ANNOTATED, SHORT).told("Partien")[1:] == [
        "Partie eins, 1931: Alexander Alekhine gegen Aron Nimzowitsch.",
        "Partie zwei: Meier gegen Alexander Alekhine.",
    ]


def test_the_games_before_are_told_where_none_follow() -> None:
    sitting = Sitting(*[SHORT] * 7)
    assert [card.number for card in _cards(sitting, "Partie 2")] == [2, 3, 4, 5, 6]
    assert [card.number for card in _cards(sitting, "Partie 6")] == [3, 4, 5, 6, 7]
    assert [card.number for card in _cards(Sitting(*[SHORT] * 3), "Partie 3")] == [1, 2, 3]


def _cards(sitting: Sitting, line: str) -> tuple[Card, ...]:
    (told,) = sitting.events(line, "Partien")
    assert isinstance(told, GamesTold)
    return told.cards
