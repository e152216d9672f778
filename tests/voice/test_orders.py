# SPDX-License-Identifier: GPL-3.0-or-later
"""What an arbiter orders, said and typed."""

from dataclasses import replace
from typing import Any

import chess
import pytest
from orders_page import LANGUAGES, TYPED, WRITTEN

from voice.language import lexicon
from voice.language.orders import Order, OrderName, digits, parse, phrases

N = OrderName

SAID: list[tuple[str, OrderName, dict[str, Any]]] = [
    ("Pause", N.PAUSE, {}),
    ("weiter", N.RESUME, {}),
    ("Ende", N.LEAVE, {}),
    ("zwei Minuten für Weiß", N.ADD_TIME, {"colour": chess.WHITE, "seconds": 120}),
    ("2 Minuten für Weiß", N.ADD_TIME, {"colour": chess.WHITE, "seconds": 120}),
    ("Schwarz eine Minute mehr", N.ADD_TIME, {"colour": chess.BLACK, "seconds": 60}),
    ("eine Minute dreißig Sekunden für beide", N.ADD_TIME, {"seconds": 90}),
    ("fünf und dreißig Minuten weniger Weiß", N.TAKE_TIME, {"colour": True, "seconds": 2100}),
    ("Verwarnung Weiß zwei Minuten für Gegner", N.OPPONENT_TIME, {"colour": True, "seconds": 120}),
    ("Zeit Weiß eine Stunde zehn Minuten", N.SET_TIME, {"colour": True, "seconds": 4200}),
    ("Zähler Schwarz zwölf", N.SET_MOVES, {"colour": chess.BLACK, "number": 12}),
    ("Bedenkzeit 15+10", N.SET_CONTROL, {"control": "15+10"}),
    ("Bedenkzeit Weiß drei plus zwei", N.SET_CONTROL, {"colour": True, "control": "3+2"}),
    ("Verwarnung für Schwarz", N.WARNING, {"colour": chess.BLACK}),
    ("Verwarnung Schwarz zurück", N.WITHDRAW, {"colour": chess.BLACK}),
    ("Verwarnung Weiß Artikel elf Punkt fünf", N.WARNING, {"colour": True, "article": "11.5"}),
    ("halber Punkt für Schwarz", N.OPPONENT_POINTS, {"colour": chess.BLACK, "halves": 1}),
    ("ein Punkt mehr für Weiß", N.OPPONENT_POINTS, {"colour": chess.WHITE, "halves": 2}),
    ("Punktabzug Weiß", N.POINTS_OFF, {"colour": chess.WHITE}),
    ("Partieverlust Weiß", N.LOSS, {"colour": chess.WHITE}),
    ("Partieverlust Weiß Gegner halb", N.LOSS, {"colour": chess.WHITE, "halves": 1}),
    ("Partieverlust Schwarz Gegner null", N.LOSS, {"colour": chess.BLACK, "halves": 0}),
    ("Partieverlust beide", N.BOTH_LOSE, {}),
    ("Telefon bei Schwarz", N.DEVICE, {"colour": chess.BLACK}),
    ("Geldbuße Weiß fünfzig", N.FINE, {"colour": chess.WHITE, "number": 50}),
    ("Geldbusse Weiss 50 Euro", N.FINE, {"colour": chess.WHITE, "number": 50}),
    ("Ausschluss Weiß zwei Runden", N.EXCLUSION, {"colour": chess.WHITE, "number": 2}),
    ("Ausschluss Weiß Turnier", N.EXPULSION, {"colour": chess.WHITE}),
    ("Ergebnis eins null", N.RESULT, {"result": "1-0"}),
    ("Ergebnis Weiß gewinnt", N.RESULT, {"result": "1-0"}),
    ("Ergebnis: Schwarz hat gewonnen", N.RESULT, {"result": "0-1"}),
    ("Ergebnis halb null", N.RESULT, {"result": "1/2-0"}),
    ("Ergebnis minus plus", N.RESULT, {"result": "-/+"}),
    ("Ergebnis ½-½", N.RESULT, {"result": "1/2-1/2"}),
    ("+/-", N.RESULT, {"result": "+/-"}),
    ("Schwarz gewinnt", N.RESULT, {"result": "0-1"}),
    ("Ergebnis drei vier", N.RESULT, {"result": None}),
    ("Reklamation anerkannt", N.UPHOLD, {}),
    ("Reklamation zurückgestellt zwei Minuten", N.POSTPONE, {"seconds": 120}),
    ("Reklamation abgelehnt", N.REJECT, {}),
    ("Weiß fehlt", N.ABSENT, {"colour": chess.WHITE}),
    ("Weiß fehlt dreißig Minuten", N.ABSENT, {"colour": chess.WHITE, "seconds": 1800}),
    ("beide fehlen", N.BOTH_ABSENT, {}),
    ("Schwarz ist da", N.ARRIVED, {"colour": chess.BLACK}),
    ("Farben vertauscht", N.COLOURS_REVERSED, {}),
    ("Farben vertauscht neue Partie", N.COLOURS_REVERSED, {"again": True}),
    ("Grundstellung falsch", N.WRONG_SETUP, {}),
    ("Grundstellung falsch König Weiß", N.WRONG_SETUP, {"colour": chess.WHITE}),
    ("Grundstellung falsch Turm Hektor eins", N.WRONG_SETUP, {"square": chess.H1}),
    ("Figuren verstellt", N.DISPLACED, {}),
    ("verstellt nach Zug drei Weiß", N.DISPLACED, {"colour": chess.WHITE, "number": 3}),
    ("zurück nach Zug zwölf Schwarz", N.BACK, {"colour": chess.BLACK, "number": 12}),
    ("zurück Zug 3 Weiß Uhren bleiben", N.BACK, {"colour": True, "number": 3, "stay": True}),
    ("zurück zur Grundstellung", N.BACK, {}),
    ("regelwidriger Zug Weiß", N.ILLEGAL_MOVE, {"colour": chess.WHITE}),
    ("regelwidriger Zug Weiß Zug fünf", N.ILLEGAL_MOVE, {"colour": chess.WHITE, "number": 5}),
    ("zwei Hände Schwarz", N.TWO_HANDS, {"colour": chess.BLACK}),
    ("Zeit gefallen Weiß", N.FLAG, {"colour": chess.WHITE}),
    ("beide Zeiten gefallen", N.BOTH_FLAGS, {}),
    ("Störung Weiß", N.DISTURBANCE, {"colour": chess.WHITE}),
    ("Einspruch", N.APPEAL, {}),
    ("Weiß verlässt den Saal", N.LEAVES, {"colour": chess.WHITE}),
    ("Weiß ist zurück", N.BACK_AGAIN, {"colour": chess.WHITE}),
    ("Assistent für Schwarz", N.ASSISTANT, {"colour": chess.BLACK}),
]


@pytest.mark.parametrize(("text", "name", "fields"), SAID, ids=[said[0] for said in SAID])
def test_an_order_is_understood(text: str, name: OrderName, fields: dict[str, Any]) -> None:
    order = parse(text)
    assert order is not None
    assert order == Order(name, **fields, text=order.text)
    assert order.text


def test_each_order_can_be_given() -> None:
    assert {name for _, name, _ in SAID} == set(OrderName)


@pytest.mark.parametrize(("german", "language", "said"), WRITTEN)
def test_an_order_is_typed_in_every_language(german: str, language: str, said: str) -> None:
    order, expected = parse(said, language), parse(german)
    assert order is not None
    assert expected is not None
    assert order == replace(expected, text=order.text, language=language)
    unmarked = parse(lexicon.without_marks(said.lower()), language)  # on a keyboard without them
    assert unmarked is not None
    assert replace(unmarked, text="") == replace(order, text="")


def test_each_order_can_be_typed_in_every_language() -> None:
    german = [parse(said) for said in TYPED]
    assert {order.name for order in german if order} == set(OrderName)
    for language in LANGUAGES:
        words = lexicon.load(language, "arbiter")
        assert words["slots"].keys() == lexicon.load("de", "arbiter")["slots"].keys()


CHESS = [
    "Eva vier",
    "Springer Felix drei",
    "e4",
    "ja",
    "Korrektur",
    "Stellung",
    "zwei",
    "Remis",
    "",
]


@pytest.mark.parametrize("text", CHESS)
def test_words_of_the_players_are_no_orders(text: str) -> None:
    assert parse(text) is None


def test_recogniser_listens_for_known_words() -> None:
    heard = {word for phrase in phrases() for word in phrase.split()}
    assert heard <= set(lexicon.vocabulary())


def test_what_the_recogniser_listens_for_is_understood() -> None:
    missed = [phrase for phrase in phrases() if parse(phrase) is None]
    assert not missed


def test_digits_are_words_or_figures() -> None:
    assert digits("drei eins vier") == digits("3 1 4") == digits("314") == "314"
    assert digits("drei eins Springer") is None
    assert digits("") is None
