# SPDX-License-Identifier: GPL-3.0-or-later
"""The assistant's page at the table: what it is shown, and what it may do, on the game's thread."""

import webbrowser
from dataclasses import replace
from pathlib import Path
from typing import Any

import chess
import pytest
from boards import Board, typed
from orders_page import LANGUAGES, TYPED, WRITTEN
from told import sentence

from announce.errors import UserError
from announce.page.board import todo
from announce.page.view import View
from announce.text.settings import Settings
from game.app import assemble, options
from game.app.cli import make_parser
from game.base.inbox import StepsDone, TypedLine
from game.page.assistant import AssistantPage, all_orders, ordered, read_input, touched
from game.page.content import BadInput, Hub
from game.page.server import open_browser
from game.sound.presenter import Presenter
from rules.rights import Duty
from table.core.conditions import SECOND, Conditions, Mode
from table.core.state import new_state
from table.events.game import Role
from voice.language.orders import Order, OrderName, parse


class Table(Board):
    """A loop with a page, without a server."""

    def __init__(self, folder: Path, settings: Settings | None = None, **conditions: Any) -> None:
        super().__init__(folder, **conditions)
        self.hub: Hub[View] = Hub()
        self.page = AssistantPage(settings or Settings(), self.hub)
        self.presenter = Presenter(Settings(), self.lines.append, overheard=self.page.tell)
        self.equip(page=self.page)

    @property
    def view(self) -> View:
        shown = self.hub.newest
        assert shown is not None
        return shown.view

    def told(self) -> list[str]:
        return [one.utterance.text for one in self.view.messages]


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path)


def written(text: str, who: Role | None = None, seconds: float = 0) -> TypedLine:
    return TypedLine(text, round(seconds * SECOND), who)


def test_the_page_follows_the_game(table: Table) -> None:
    table.run(typed("e4"))
    assert not table.view.moves
    assert table.view.announced is not None
    assert table.view.placement[chess.E4] == chess.Piece.from_symbol("P")
    table.run(typed(""))
    assert [move.uci for move in table.view.moves] == ["e2e4"]
    assert table.view.announced is None
    assert table.view.turn == chess.BLACK
    assert table.view.clock.running == chess.BLACK


def test_there_is_a_view_before_anything_happens(table: Table) -> None:
    table.run()
    assert not table.view.started
    assert len(table.view.placement) == 32


def test_view_is_published_only_on_change(table: Table) -> None:
    table.run(typed(""))
    newest = table.hub.newest
    table.run(typed("lauter"), StepsDone(number=-1))
    assert table.hub.newest is newest


def test_page_tells_the_table_in_its_language(tmp_path: Path) -> None:
    table = Table(tmp_path, Settings(language="en"))
    table.run(typed("e4"), typed(""), typed("Ke4"))
    assert table.told()[0] == "The game begins."
    assert "Pressed." not in table.told()  # the clocks show it
    assert sentence("game.pressed") in table.lines


@pytest.mark.parametrize(
    ("lines", "urgent"),
    [
        (("e4",), False),
        (("Ke4",), True),
        (("e4", "Korrektur"), True),
        (("biete Remis", "ja"), False),
        (("berührt Springer Gustav eins", "e4"), True),
        (("annehmen",), True),
        (("arbiter: Verwarnung Weiß",), True),
    ],
)
def test_assistants_duties_are_urgent(table: Table, lines: tuple[str, ...], urgent: bool) -> None:
    table.run(typed(""), *(typed(line) for line in lines))
    assert table.view.messages[-1].urgent == urgent


def test_answers_to_a_player_stay_off_page(table: Table) -> None:
    """12.6, D.2.6.1: only the player who asked gets the answer."""
    table.run(typed(""), typed("weiß: Zeit"))
    conditions = "Fünf Minuten."
    assert not any("Minuten" in line for line in table.told() if line != conditions)
    table.run(written("Zeit", Role.ASSISTANT))
    assert any("Minuten" in line for line in table.told() if line != conditions)


@pytest.mark.article("D.2.10")
def test_the_assistant_starts_and_presses_the_clock(table: Table) -> None:
    table.run(written(""))
    assert table.view.started
    table.run(written("e4", Role.WHITE, 3), written("", seconds=5))
    assert table.moves == ["e2e4"]
    assert table.view.clock.running == chess.BLACK


@pytest.mark.article("D.2.10")
@pytest.mark.parametrize(
    ("duties", "moves"), [((Duty.SCORE_AND_CLOCK,), ["e2e4"]), ((Duty.ANNOUNCE,), [])]
)
def test_d_2_10_without_clock_duty_the_page_cannot_press(
    tmp_path: Path, duties: tuple[int, ...], moves: list[str]
) -> None:
    table = Table(tmp_path, mode=Mode.COMPETITION, assistant=duties)
    table.run(typed(""), typed("weiß: e4"))
    table.run(read_input("press", {}, table.view, 0))
    assert table.moves == moves


@pytest.mark.article("6.2.4")
def test_6_2_4_pressing_without_a_move_does_nothing(table: Table) -> None:
    table.run(written(""), written("", seconds=4))
    assert table.view.clock.running == chess.WHITE
    assert table.moves == []


def test_press_counts_from_its_arrival(table: Table) -> None:
    table.clock.now = 3 * SECOND
    table.run(written(""), written("e4", Role.WHITE, 3))
    table.clock.now = 6 * SECOND
    table.run(written("", seconds=5))
    assert table.view.clock.remaining(chess.WHITE, 6 * SECOND) == 295 * SECOND
    assert table.view.clock.remaining(chess.BLACK, 6 * SECOND) == 299 * SECOND


def test_4_3_touch_reported_on_the_page_is_declared(tmp_path: Path) -> None:
    table = Table(tmp_path, mode=Mode.COMPETITION)
    table.run(written(""))
    reported = read_input("touch", {"square": chess.G1}, table.view, 0)
    table.run(reported)
    assert any("Weiß hat berührt" in line for line in table.told())
    table.run(written("e4", Role.WHITE))
    assert table.view.announced is None


@pytest.mark.article("7.5.1")
def test_7_5_1_page_says_that_an_illegal_move_waits_for_the_clock(tmp_path: Path) -> None:
    table = Table(tmp_path, mode=Mode.COMPETITION)
    table.run(typed(""), typed("weiß: Ke4"))
    assert table.view.announced is None
    assert table.view.illegal


@pytest.mark.parametrize("word", ["ende", "quit", "weiß: ende"])
def test_nobody_ends_the_program_from_the_page(table: Table, word: str) -> None:
    table.run(written(""), written(word, Role.ASSISTANT), written("e4", Role.WHITE))
    assert table.session.state.spoken is not None


def test_the_assistant_marks_his_steps(table: Table) -> None:
    table.run(typed("e4"))
    number = table.view.todo_number
    assert table.view.todo.open
    table.run(StepsDone(number))
    assert not table.view.todo.open


def test_for_those_who_mark_nothing_only_the_last_move_is_to_be_made(table: Table) -> None:
    """In a game against the computer nobody marks, and the steps of all moves piled up."""
    table.run(*(typed(line) for line in ("e4", "", "e5", "", "Sf3")))
    assert todo(table.view).count("<h3>") == 1
    table.run(StepsDone(table.view.todo_number, all=True))
    table.run(typed(""), typed("Sc6"))
    assert todo(table.view).count("<h3>") > 1


def test_mark_for_a_changed_list_is_outdated(table: Table) -> None:
    table.run(typed("e4"))
    number = table.view.todo_number
    table.run(typed("Korrektur"), StepsDone(number, all=True))
    assert table.view.todo.open


def test_finished_games_page_shows_its_end(table: Table) -> None:
    table.run(typed(""), typed("ich gebe auf"), typed("ja"))
    assert table.view.result == "0-1"


def test_a_reader_is_never_waited_for(table: Table) -> None:
    """Given a reader that holds an old view, then the game goes on and newer ones replace it."""
    table.run(typed("e4"))
    old = table.hub.newest
    table.run(typed(""), typed("e5"), typed(""))
    newest = table.hub.newest
    assert old is not None and newest is not None
    assert newest.number > old.number
    assert old.view.announced is not None


def test_view_or_end_wakes_who_waits(table: Table) -> None:
    table.run(typed("e4"))
    number = table.hub.newest.number if table.hub.newest else 0
    table.hub.wait(number - 1, timeout=60)
    table.hub.close()
    table.hub.wait(number, timeout=60)
    assert table.hub.closed


# --- What the page sends --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "given", "item"),
    [
        ("press", {}, TypedLine("", 7, Role.ASSISTANT)),
        ("done", {"todo": 4, "all": False}, StepsDone(4)),
        ("done", {"todo": 4, "all": True}, StepsDone(4, all=True)),
        ("say", {"who": "white", "text": " e4 "}, TypedLine("e4", 7, Role.WHITE)),
        ("say", {"who": "arbiter", "text": "Pause"}, TypedLine("Pause", 7, Role.ARBITER)),
        ("say", {"who": "black", "text": "e\n\x1b[2J"}, TypedLine("e [2J", 7, Role.BLACK)),
        (
            "touch",
            {"square": chess.G1},
            TypedLine("berührt Springer Gustav eins", 7, Role.ASSISTANT),
        ),
    ],
)
def test_what_the_page_sends_is_read(table: Table, name: str, given: Any, item: object) -> None:
    table.run()
    assert read_input(name, given, table.view, 7) == item


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("press", []),
        ("press", None),
        ("done", {"todo": "4", "all": True}),
        ("done", {"todo": 4}),
        ("say", {"who": "engine", "text": "e4"}),
        ("say", {"who": "white", "text": "  \n"}),
        ("say", {"who": "white", "text": "e" * 201}),
        ("say", {"who": "white", "text": 4}),
        ("touch", {"who": "white"}),
        ("touch", {"square": 64}),
        ("touch", {"square": -1}),
        ("touch", {"square": 1.5}),
        ("leave", {}),
        ("", {}),
    ],
)
def test_anything_else_is_refused(table: Table, name: str, given: Any) -> None:
    table.run()
    with pytest.raises(BadInput):
        read_input(name, given, table.view, 7)


def test_an_empty_square_is_reported_as_such(table: Table) -> None:
    table.run()
    assert touched(chess.E4, table.view) == "berührt Eva vier"


# --- The options ----------------------------------------------------------------------------------


def chosen(*given: str, mode: Mode = Mode.TRAINING) -> assemble.PageChoice | None:
    arguments = ["play", *given]
    return assemble.page(make_parser(arguments).parse_args(arguments), mode)


def test_page_exists_only_when_asked_for() -> None:
    assert chosen() is None


def test_the_browser_is_opened_only_if_asked() -> None:
    served, opened = chosen("--page"), chosen("--page", "open")
    assert served is not None and opened is not None
    assert (served.opens, opened.opens) == (False, True)


def test_terminal_browser_is_not_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []

    class Terminal(webbrowser.GenericBrowser):
        def open(self, url: str, new: int = 0, autoraise: bool = True) -> bool:
            opened.append(url)
            return True

    class Window(Terminal):
        pass

    monkeypatch.setattr(webbrowser, "GenericBrowser", Terminal)
    monkeypatch.setattr(webbrowser, "get", lambda: Terminal("x"))
    open_browser("http://here/")
    assert opened == []
    monkeypatch.setattr(webbrowser, "get", lambda: Window("x"))
    open_browser("http://here/")
    assert opened == ["http://here/"]


def test_in_competition_the_arbiter_must_allow_it() -> None:
    with pytest.raises(UserError, match="arbiter"):
        chosen("--page", mode=Mode.COMPETITION)
    assert chosen("--page", "--page-allowed", mode=Mode.COMPETITION) is not None


def test_page_may_have_its_own_language() -> None:
    assert chosen("--page", "--page-language", "cs") == assemble.PageChoice(False, "cs")


def test_the_profile_may_ask_for_a_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    profile = tmp_path / "profile.toml"
    profile.write_text('[play]\npage = "serve"\npage-language = "en"\n', encoding="utf-8")
    monkeypatch.setattr(options, "profile_path", lambda: profile)
    assert chosen() == assemble.PageChoice(False, "en")


# Moves that go back, and the next game.


def test_moves_that_go_back_are_undone_on_the_assistants_board(table: Table) -> None:
    table.run(typed("e4"), typed(""), typed("zurück"), typed("ja"))
    assert table.view.placement[chess.E2] == chess.Piece.from_symbol("P")
    assert not table.view.moves
    assert [task.back for task in table.view.todo.tasks] == [True]


def test_before_the_next_game_the_assistants_hands_have_nothing_to_do(table: Table) -> None:
    table.run(typed("e4"), typed(""))
    table.page.next_game()
    table.page.show(new_state(Conditions()), 0, 0)
    assert not table.view.todo.open
    assert not table.view.moves
    numbers = [message.number for message in table.view.messages]
    assert numbers == sorted(set(numbers))


# --- The arbiter's orders as a form ---------------------------------------------------------------


def entered(order: Order) -> dict[str, str]:
    """What is entered into the fields of the form to give this order."""
    given = {"result": order.result, "control": order.control, "article": order.article}
    minutes, seconds = divmod(order.seconds or 0, 60)
    given |= {"minutes": str(minutes or ""), "seconds": str(seconds or "")}
    given |= {"number": str(order.number or ""), "again": "again" if order.again else ""}
    given |= {"stay": "stay" if order.stay else ""}
    if order.colour is not None:
        given["colour"] = chess.COLOR_NAMES[order.colour]
    if order.halves is not None:
        given["half" if order.name is OrderName.LOSS else "points"] = str(order.halves)
    if order.square is not None:
        given |= dict(zip(("file", "rank"), chess.square_name(order.square), strict=True))
    return {slot: value for slot, value in given.items() if value}


@pytest.mark.parametrize("language", ["de", *LANGUAGES])
def test_every_order_that_can_be_said_can_be_given_by_the_form(language: str) -> None:
    """Given each order of ``docs/orders.md``, then the form has a field for all that is told in it,
    and what it sends is the same order."""
    german = [(order, "de", order) for order in TYPED]
    for said in (said for _, one, said in [*german, *WRITTEN] if one == language):
        order = parse(said, language)
        assert order is not None
        if order.name is OrderName.RESULT and order.result is None:
            continue  # of no result that there is
        values = entered(order)
        assert values.keys() <= set(all_orders(language)[order.name]), said
        read = parse(ordered(order.name, values, language), language)
        assert read is not None, said
        assert replace(read, text="") == replace(order, text=""), said
