# SPDX-License-Identifier: GPL-3.0-or-later
"""The assistant's page as a pure function of what is true at the table."""

import html
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from html.parser import HTMLParser
from typing import Any

import chess
import pytest
from views import view_after

from announce.lexicon import Segment
from announce.page.board import comparison, read_differences
from announce.page.markup import clocks_json, news
from announce.page.render import page, parts, picture, position
from announce.page.view import Displays, Message, View, displays
from announce.text.settings import LANGUAGES, Settings
from announce.text.utterance import Utterance
from announce.words.events import words
from clock.clock import Clock
from clock.control import TimeControl
from rules.moves import facts
from rules.position import Position
from table.events.game import MoveSpoken

SECOND = 1_000_000_000
AT_REST = Displays(300_000, 300_000, None, 0)
RESTING = clocks_json(AT_REST)
NAME = 'Anna <script>alert("1")</script> & Söhne'


class Outline(HTMLParser):
    """The tags of a page with their attributes, and whether they are closed in order."""

    VOID = ("meta", "link", "input")

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self._open: list[str] = []
        self.feed(text)
        assert not self._open, self._open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def attributes(self, name: str) -> Iterator[str]:
        return (attrs[name] or "" for _, attrs in self.tags if name in attrs)


def plain(text: str) -> str:
    return html.unescape(re.sub("<[^>]*>", " ", text))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_is_whole_in_every_language(language: str) -> None:
    view = view_after("e4", announced="d5", settings=Settings(language=language))
    outline = Outline(page(view, AT_REST))
    ids = list(outline.attributes("id"))
    assert len(ids) == len(set(ids))
    for name in ("for", "aria-labelledby", "aria-describedby"):
        assert set(outline.attributes(name)) <= set(ids), name
    assert {href[1:] for href in outline.attributes("href") if href[0] == "#"} <= set(ids)
    assert set(parts(view)) <= set(ids)


def test_nothing_on_the_page_comes_from_elsewhere() -> None:
    """Given the policy that allows scripts and styles of the page only, then it needs no others."""
    outline = Outline(page(view_after("e4"), AT_REST))
    sources = [*outline.attributes("src"), *outline.attributes("href")]
    assert all(re.fullmatch(r"#[a-z-]+|\?([a-z]+=\d+)?|[a-z.]+", source) for source in sources)
    for _, attributes in outline.tags:
        assert not {name for name in attributes if name == "style" or name.startswith("on")}
    scripts = [attributes for tag, attributes in outline.tags if tag == "script"]
    assert scripts == [{"type": "module", "src": "main.js"}]


def test_names_and_words_from_outside_are_text() -> None:
    said = Utterance((Segment(NAME, "de"),))
    view = view_after(white=NAME, black=NAME, messages=(Message(1, said, False),))
    whole = page(view, AT_REST)
    assert "<script>" not in whole
    assert whole.count(html.escape(NAME)) == 3
    told = json.loads(news(picture(view, 1), None, RESTING))
    assert told["messages"] == [{"number": 1, "html": html.escape(NAME), "urgent": False}]
    assert "<script>" not in comparison(NAME, view)


def cells(view: View) -> dict[str, tuple[set[str], str]]:
    """The classes of each square, and what it tells."""
    found = re.findall(
        r'class="([a-z ]+)" data-square="(..)".*?<span class="hidden">(.*?)</span></div>',
        parts(view)["board"],
    )
    return {name: (set(classes.split()), plain(told)) for classes, name, told in found}


def test_every_square_tells_its_name_and_what_stands_there() -> None:
    told = cells(view_after("e4"))
    assert list(told)[:2] == ["a8", "b8"]
    assert len(told) == 64
    assert told["d8"][1] == "David acht: schwarze Dame"
    assert told["e4"][1] == "Eva vier: weißer Bauer, letzter Zug, hier absetzen"
    assert told["e2"][1] == "Eva zwei: leer, letzter Zug, hier aufnehmen"


def test_last_move_and_an_announced_one_are_marked_differently() -> None:
    made, announced = cells(view_after("e4")), cells(view_after("e4", announced="d5"))
    assert "last" in made["e2"][0] and "last" in made["e4"][0]
    assert {name for name, (marks, _) in announced.items() if "announced" in marks} == {"d7", "d5"}
    assert not [name for name, (marks, _) in announced.items() if "last" in marks]


def test_touched_piece_and_the_next_step_are_marked() -> None:
    told = cells(view_after("e4", touched=(chess.D8,)))
    assert told["d8"] == ({"dark", "touched"}, "David acht: schwarze Dame, berührt")
    assert "lift" in told["e2"][0] and "put" in told["e4"][0]


MATED = ("f3", "e5", "g4", "Qh4#")


@pytest.mark.article("11.3.1")
def test_11_3_1_check_and_legal_moves_only_where_advice_is_allowed() -> None:
    advised, alone = view_after(*MATED, advice=True), view_after(*MATED)
    assert "im Schach" in cells(advised)["e1"][1]
    assert "check" not in cells(alone)["e1"][0]
    assert 'data-targets="e3 e4"' in parts(view_after(advice=True))["board"]
    assert "data-targets" not in parts(view_after())["board"]


@pytest.mark.article("11.3.1")
def test_11_3_1_captured_men_are_shown_but_who_is_ahead_is_advice() -> None:
    taken = ("e4", "d5", "exd5")
    assert "Geschlagen: schwarzer Bauer." in plain(parts(view_after(*taken))["white-side"])
    assert "+1" not in parts(view_after(*taken))["white-side"]
    assert "+1" in parts(view_after(*taken, advice=True))["white-side"]
    assert "+" not in parts(view_after(*taken, advice=True))["black-side"]


def test_offers_and_claims_are_told_beside_the_clock() -> None:
    view = view_after("e4", offers=(chess.WHITE,), claims=chess.BLACK)
    assert "bietet Remis" in parts(view)["white-side"]
    assert "reklamiert Remis" in parts(view)["black-side"]
    assert "badge" not in parts(view_after("e4"))["white-side"]


def test_earlier_position_can_be_looked_at() -> None:
    told = position(view_after("e4", "d5", "exd5"), 2)
    assert told["looking"] == "Stellung nach 1… d5"
    assert 'data-square="d5" data-piece="p"' in told["board"]
    assert position(view_after("e4"), 0)["looking"] == "Stellung zu Beginn"
    whole = page(view_after("e4", "d5", "exd5"), AT_REST, ply=2)
    assert 'data-square="d5" data-piece="p"' in whole
    with pytest.raises(ValueError, match="no ply"):
        position(view_after("e4"), 2)


def test_text_in_another_language_is_marked() -> None:
    told = parts(view_after("Nf3", settings=Settings(language="en")))
    assert '<span lang="de">Springer Gustav eins Felix drei</span>' in told["moves"]
    assert '<span aria-hidden="true">Nf3</span>' in told["moves"]
    assert '<span lang="de">Gustav eins</span>: empty' in told["board"]
    assert 'White knight from <span lang="de">Gustav eins</span> to' in told["todo"]


def test_serbian_uses_the_script_of_the_settings() -> None:
    cyrillic = Settings(language="sr", second_script=True)
    whole = page(view_after(announced="e4", settings=cyrillic), AT_REST)
    assert '<html lang="sr-Cyrl">' in whole
    assert "Бели: потез је најављен." in whole
    assert "белог пешака" in whole.casefold()
    assert '<html lang="sr-Latn">' in page(view_after(settings=Settings(language="sr")), AT_REST)


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"started": False}, "Die Partie hat noch nicht begonnen."),
        ({}, "Weiß ist am Zug."),
        ({"turn": chess.BLACK}, "Schwarz ist am Zug."),
        ({"illegal": True}, "Weiß hat einen Zug angesagt. Die Uhr ist noch nicht gedrückt."),
        ({"paused": True}, "Beide Uhren stehen."),
        ({"result": "1-0"}, "Weiß gewinnt."),
        ({"result": "1-0", "paused": True}, "Weiß gewinnt."),
    ],
)
def test_the_page_says_how_the_game_stands(fields: dict[str, Any], told: str) -> None:
    assert parts(view_after(**fields))["state"] == told


def test_announced_move_shows_before_the_press() -> None:
    told = parts(view_after("e4", announced="d5"))
    assert "Schwarz hat einen Zug angesagt." in told["state"]
    assert "David sieben David fünf" in plain(told["moves"])
    assert 'class="announced"' in told["moves"]
    assert told["press"] == "Uhr drücken"


def test_score_begun_by_black_has_a_gap() -> None:
    position = Position.from_fen("4k3/8/8/8/8/8/8/4K3 b - - 0 40")
    move = facts(position, position.board.parse_san("Kd7"))
    told = parts(replace(view_after(), moves=(move,)))["moves"]
    assert plain(told).split() == ["40.", "…", "Kd7", "König", "Eva", "acht", "David", "sieben"]


# --- The clocks -----------------------------------------------------------------------------------


def test_running_clock_is_told_as_of_now() -> None:
    view = view_after(at=10 * SECOND)
    assert displays(view, 0) == Displays(290_000, 300_000, chess.WHITE, 0)
    assert displays(view, 5 * SECOND) == Displays(285_000, 300_000, chess.WHITE, 0)
    assert displays(view, 900 * SECOND).white == 0


def test_clocks_at_rest_stay_as_they_are() -> None:
    clock = Clock.new(TimeControl.parse("5")).start(0).stop(7 * SECOND)
    view = view_after(clock=clock, result="1-0")
    assert displays(view, 99 * SECOND) == Displays(293_000, 300_000, None, 0)


def test_simple_delay_is_beside_the_main_time() -> None:
    view = view_after(clock=Clock.new(TimeControl.parse("300d5")).start(0))
    assert displays(view, 2 * SECOND) == Displays(300_000, 300_000, chess.WHITE, 3000)
    assert displays(view, 7 * SECOND) == Displays(298_000, 300_000, chess.WHITE, 0)


# --- What is sent to a page -----------------------------------------------------------------------


def test_complete_page_is_told_only_the_clocks() -> None:
    now = picture(view_after(), 7)
    assert json.loads(news(now, now, RESTING)).keys() == {"clocks"}


def test_page_gets_changes_and_each_message_once() -> None:
    told = words(MoveSpoken(0, view_after("e4").moves[0]), Settings())[0]
    first = view_after(messages=(Message(1, told, False),))
    whole = json.loads(news(picture(first, 1), None, RESTING))
    assert whole["parts"].keys() == parts(first).keys()
    second = replace(first, paused=True, messages=(*first.messages, Message(2, told, True)))
    changed = json.loads(news(picture(second, 2), picture(first, 1), RESTING))
    assert changed["parts"].keys() == {"state"}
    assert [one["number"] for one in changed["messages"]] == [2]


def test_what_no_message_told_is_heard_once() -> None:
    first = view_after("e4")
    paused = replace(first, paused=True)
    told = json.loads(news(picture(paused, 2), picture(first, 1), RESTING))
    assert told["heard"] == ["Beide Uhren stehen."]
    said = Message(1, Utterance((Segment("Pause.", "de"),)), False)
    told = json.loads(
        news(picture(replace(paused, messages=(said,)), 2), picture(first, 1), RESTING)
    )
    assert told["heard"] == []


def test_next_step_is_heard_when_it_changes() -> None:
    before, after = view_after(), view_after("e4")
    told = json.loads(news(picture(after, 2), picture(before, 1), RESTING))
    assert told["heard"][-1] == "Weißen Bauern von Eva zwei nach Eva vier."


# --- A board that is wrong ------------------------------------------------------------------------

START = chess.Board().piece_map()
BLACK_PAWN = chess.Piece(chess.PAWN, chess.BLACK)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("e2 leer, e4: schwarzer Bauer", "de"),
        ("Eva zwei: leer\nEva vier: schwarzen Bauern", "en"),
        ("e2 empty; e4 black pawn", "en"),
        ("EVA ZWO -; eva 4 p", "sl"),
        ("e2: prazno, e4: crni pešak", "sr"),
        ("e2: празно, e4: црног пешака", "sr"),
        ("e2 prázdné,\n\n e4 černý pěšec\n", "cs"),
    ],
)
def test_differences_use_the_words_of_the_page(text: str, language: str) -> None:
    stands = read_differences(text, START, language)
    expected = {**START, chess.E4: BLACK_PAWN}
    del expected[chess.E2]
    assert stands == expected


@pytest.mark.parametrize("line", ["e9 leer", "e4", "Eva leer", "e4 weißer Elefant", "leer e4", "x"])
def test_unreadable_line_is_shown_and_not_guessed(line: str) -> None:
    assert read_differences(f"e2 leer, {line}", START, "de") == line
    assert "Nicht verstanden: " in comparison(f"e2 leer, {line}", view_after())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("second", [False, True])
def test_every_choice_of_the_page_reads_back(language: str, second: bool) -> None:
    whole = page(view_after(settings=Settings(language=language, second_script=second)), AT_REST)
    menu = whole.partition('id="stands"')[2]
    names = [plain(one).strip() for one in re.findall("<button[^>]*>(.*?)</button>", menu)][:13]
    read = [read_differences(f"Anna vier: {name}", {}, language) for name in names]
    assert read[0] == {}
    pieces = {board[chess.A4] for board in read[1:] if not isinstance(board, str)}
    assert len(pieces) == 12


def test_wrong_board_gets_the_fewest_steps() -> None:
    view = view_after("e4", announced="d5")
    told = comparison("d5 leer, d7 p, e4 leer, e5 P", view)
    assert set(re.findall("<li[^>]*>(.*?)</li>", told)) == {
        "Weißen Bauern von Eva fünf nach Eva vier.",
        "Schwarzen Bauern von David sieben nach David fünf.",
    }
    assert "Beide Bretter stimmen überein." in comparison("", view)
