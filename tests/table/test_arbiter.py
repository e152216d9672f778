# SPDX-License-Identifier: GPL-3.0-or-later
"""The arbiter at the table: who is obeyed, what is asked back, what is on record."""

from dataclasses import replace
from typing import Any

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scripted import named

from announce.text.settings import LANGUAGES, Audience, Settings
from announce.words.events import words
from clock.clock import Clock
from clock.events import MovesAdjusted
from lab.script import parse, run
from record.codec import EVENTS, INPUTS
from record.pgn import to_pgn
from table.arbiter.orders import ORDERS as SPECS
from table.arbiter.pin import hashed
from table.core.both import Both
from table.core.conditions import SECOND, Conditions, Mode
from table.core.inputs import Begin, Said, Stood, Tick
from table.core.state import State, new_state
from table.due import deadline
from table.events.arbiter import OrderGiven
from table.events.game import GameStarted, Role
from table.events.scoresheets import Distraction
from table.handle import handle
from table.understanding import listened_for, sentences, spoken, typed, wording
from voice.language.orders import Order, OrderName, PinGiven
from voice.language.template import allows
from voice.language.transcript import Transcript

PIN = hashed("4711", bytes(16))


def play(script: str) -> list[dict[str, Any]]:
    return list(run(parse(script)))


def names(events: list[dict[str, Any]]) -> list[str]:
    return [event["event"] for event in events]


class Table:
    """A table on a fake clock; who speaks is said with each line."""

    def __init__(self, **conditions: Any) -> None:
        agreed = {"press_after": None, "mode": Mode.COMPETITION, **conditions}
        self.state: State = new_state(Conditions(**agreed))
        self.put(Begin(), 0)

    def put(self, given: Any, seconds: float) -> list[Any]:
        decoded = INPUTS.decode(INPUTS.encode(given))
        self.state, events, _ = handle(self.state, decoded, round(seconds * SECOND))
        for event in events:
            assert EVENTS.decode(EVENTS.encode(event)) == event
        return list(events)

    def line(self, seconds: float, who: Role | None, text: str) -> list[str]:
        intent = typed(text, self.state, who)
        said = Said(
            intent, round(seconds * SECOND), who, wording(intent, text, self.state), typed=True
        )
        return [named(event) for event in self.put(said, seconds)]

    def hear(self, seconds: float, text: str) -> list[str]:
        who = Role.ARBITER if self.state.arbiter_speaks else None
        intent = spoken((Transcript(text, 1.0, ()),), self.state, who)
        said = Said(intent, round(seconds * SECOND), who, wording(intent, text, self.state))
        return [named(event) for event in self.put(said, seconds)]


ORDERS = st.builds(
    Order,
    name=st.sampled_from(OrderName),
    colour=st.none() | st.sampled_from(chess.COLORS),
    seconds=st.none() | st.integers(0, 7200),
    number=st.none() | st.integers(0, 50),
    halves=st.none() | st.integers(1, 2),
    result=st.none() | st.sampled_from(["1-0", "0-0", "1/2-0", "+/-", "9-9"]),
    control=st.none() | st.sampled_from(["15+10", "40/5400,1800", "nothing"]),
    square=st.none() | st.sampled_from([chess.A1, chess.H8, chess.E4]),
    again=st.booleans(),
    stay=st.booleans(),
)
PLAYERS = st.sampled_from([Role.WHITE, Role.BLACK, Role.ASSISTANT, None])


@pytest.mark.article("12.3")
@settings(max_examples=150, deadline=None)
@given(order=ORDERS, who=PLAYERS, paused=st.booleans())
def test_12_3_nobody_but_the_arbiter_gives_orders(
    order: Order, who: Role | None, paused: bool
) -> None:
    table = Table()
    if paused:
        table.line(1, Role.WHITE, "Schiedsrichter")
    before = replace(table.state, refused_article="12.3", hearing=None)
    events = table.put(Said(order, 2 * SECOND, who, typed=True), 2)
    assert [type(event).__name__ for event in events] == ["Refused"]
    assert replace(table.state, hearing=None) == before


@pytest.mark.article("12.3", "12.1–12.2", "X.7")
@settings(max_examples=150, deadline=None)
@given(
    orders=st.lists(ORDERS, min_size=1, max_size=6),
    confirm=st.booleans(),
    begun=st.booleans(),
)
def test_12_3_any_order_gets_ruling_or_refusal(
    orders: list[Order], confirm: bool, begun: bool
) -> None:
    """Two at once, before the game, after its end: an event each, and the clocks stay clocks."""
    table = Table()
    if not begun:
        table.state = new_state(Conditions(press_after=None))
    table.line(1, Role.WHITE, "Eva vier")
    for order in orders:
        assert table.put(Said(order, 2 * SECOND, Role.ARBITER, typed=True), 2)
        if confirm and table.state.order_asked is not None:
            assert table.line(2, Role.ARBITER, "ja")
    for colour in chess.COLORS:
        assert table.state.clock.remaining(colour, 3 * SECOND) >= 0  # X.7
    at = deadline(table.state)
    if at is not None:
        table.put(Tick(), at / SECOND)


@pytest.mark.article("12.3")
def test_12_3_each_order_but_leaving_has_its_article() -> None:
    assert SPECS.keys() == set(OrderName)
    assert [name for name, spec in SPECS.items() if not spec.article] == [OrderName.LEAVE]


DANGEROUS = [
    OrderName.LOSS,
    OrderName.BOTH_LOSE,
    OrderName.DEVICE,
    OrderName.RESULT,
    OrderName.UPHOLD,
    OrderName.COLOURS_REVERSED,
    OrderName.WRONG_SETUP,
    OrderName.DISPLACED,  # with a move number the game goes back
    OrderName.BACK,
    OrderName.ILLEGAL_MOVE,
    OrderName.TWO_HANDS,
    OrderName.FLAG,
    OrderName.BOTH_FLAGS,
]


@pytest.mark.parametrize("order", DANGEROUS)
def test_what_ends_the_game_needs_a_yes(order: OrderName) -> None:
    table = Table(quickplay=True, time_control="15")
    for second, who, text in (
        (1, Role.WHITE, "Eva vier"),
        (2, Role.WHITE, "Uhr"),
        (3, Role.BLACK, "Eva fünf"),
        (4, Role.BLACK, "Uhr"),
        (850, Role.WHITE, "Remis reklamieren Schiedsrichter"),
        (851, Role.WHITE, "ja"),
    ):
        table.line(second, who, text)
    given = Order(order, chess.WHITE, number=1, result="1-0", text="etwas")
    asked = table.put(Said(given, 860 * SECOND, Role.ARBITER, typed=True), 860)
    assert [type(event).__name__ for event in asked] == ["Question"]
    before = table.state.position, table.state.outcome, table.state.record
    assert table.line(861, Role.WHITE, "ja") == ["Refused"]  # not for White to confirm
    assert table.line(862, Role.ARBITER, "nein") == ["QuestionClosed"]
    assert (table.state.position, table.state.outcome, table.state.record) == before


# --- The PIN and the floor ----------------------------------------------------------------------


def test_arbiter_without_a_pin_is_not_obeyed() -> None:
    table = Table(arbiter_pin=PIN)
    assert table.line(1, Role.ARBITER, "zwei Minuten für Weiß") == ["Refused"]
    assert table.line(2, Role.ARBITER, "1234") == ["PinRefused"]
    assert table.line(3, Role.ARBITER, "4711") == ["floor taken"]
    assert table.line(4, Role.ARBITER, "zwei Minuten für Weiß") == ["OrderGiven", "TimeAdjusted"]
    assert table.line(5, Role.ARBITER, "Ende") == ["OrderGiven", "floor left"]
    assert table.line(6, Role.ARBITER, "zwei Minuten für Weiß") == ["Refused"]


@pytest.mark.article("12.6")
def test_12_6_arbiter_repeats_the_pin_after_a_restart() -> None:
    """Whoever resumes a game that was left while the arbiter spoke is not the arbiter."""
    table = Table(arbiter_pin=PIN)
    table.line(1, None, "Schiedsrichter")
    assert table.line(2, Role.ARBITER, "4711") == ["floor taken", "called"]
    table.put(Stood(), 3)
    assert not table.state.arbiter_speaks
    assert table.line(4, Role.ARBITER, "Verwarnung Schwarz") == ["Refused"]
    assert table.line(5, None, "Schiedsrichter") == ["pin asked"]
    assert table.line(6, None, "4711") == ["floor taken", "called"]


@pytest.mark.article("6.11.2")
def test_6_11_2_arbiter_is_called_and_takes_the_floor() -> None:
    table = Table(arbiter_pin=PIN)
    assert table.hear(1, "schiedsrichter") == ["GamePaused", "called", "pin asked"]
    assert table.hear(2, "vier sieben eins zwei") == ["PinRefused"]
    assert not table.state.arbiter_speaks
    assert table.hear(3, "vier sieben eins eins") == ["floor taken", "called"]
    assert table.hear(4, "zwei minuten für weiß") == ["OrderGiven", "TimeAdjusted"]
    assert table.hear(5, "springer felix drei") == ["NotUnderstood"]
    assert table.hear(6, "weiter") == ["OrderGiven", "call over", "GameResumed"]
    assert table.hear(7, "springer felix drei") == ["MoveSpoken"]


def test_wrong_pin_costs_nothing_and_is_unrecorded() -> None:
    table = Table(arbiter_pin=PIN)
    text = "eins zwei drei vier"
    intent = typed(text, table.state, Role.ARBITER)
    assert intent == PinGiven(right=False)
    said = Said(intent, SECOND, Role.ARBITER, wording(intent, text, table.state), typed=True)
    events = table.put(said, 1)
    recorded = str(INPUTS.encode(said)) + str([EVENTS.encode(event) for event in events])
    assert "zwei" not in recorded
    assert table.state.clock == new_state(Conditions()).clock.start(0)


def test_with_the_floor_only_arbiters_phrases_count() -> None:
    table = Table(arbiter_pin=PIN)
    table.hear(1, "schiedsrichter")
    assert "eins acht" in listened_for(table.state)
    assert allows(sentences(table.state) or (), ("eva", "vier"))
    table.hear(2, "vier sieben eins eins")
    assert sentences(table.state) is None
    heard = " ".join(listened_for(table.state)).split()
    assert "verwarnung" in heard
    assert "rochade" not in heard
    table.hear(3, "weiter")
    assert "verwarnung" not in " ".join(listened_for(table.state)).split()


@pytest.mark.article("III.2.1")
@pytest.mark.parametrize("announced", [True, False])
def test_iii_2_1_last_minutes_claims_need_an_announcement(
    announced: bool,
) -> None:
    table = Table(time_control="15", quickplay=announced)
    said = "remis reklamieren schiedsrichter"
    assert (said in listened_for(table.state)) is announced


def test_running_clocks_give_players_the_microphone() -> None:
    """The arbiter typed the PIN; a move that is dictated meanwhile is a move."""
    table = Table(arbiter_pin=PIN)
    table.line(1, Role.ARBITER, "4711")
    assert table.hear(2, "eva vier") == ["MoveSpoken"]


@pytest.mark.article("6.11.3")
def test_6_11_3_in_training_the_players_go_on_themselves() -> None:
    events = play("1 white Schiedsrichter\n2 white weiter")
    assert names(events)[1:] == ["GamePaused", "GameResumed"]


@pytest.mark.article("12.6")
def test_12_6_arbiter_moves_nothing_and_answers_for_nobody() -> None:
    events = play("1 arbiter Eva vier\n2 arbiter aufgeben\n3 arbiter Uhr\n4 arbiter Stellung")
    assert names(events)[1:] == ["Refused", "Refused", "Refused", "InfoGiven"]


@pytest.mark.article("12.6", "12.7")
def test_12_6_12_7_what_is_for_the_arbiter_stays_there() -> None:
    """Printed under the arbiter's name; spoken only to one who is told as an arbiter is."""
    for event in (
        OrderGiven(0, "warning", "12.9.1", chess.WHITE),
        MovesAdjusted(0, chess.WHITE, 12),
        Distraction(0, chess.BLACK, 2, 1),
    ):
        for language in LANGUAGES:
            players = words(event, Settings(language=language))
            assert players
            assert not any(one.spoken for one in players)
            assert all(":" in one.text for one in players)
            arbiters = words(event, Settings(language=language, audience=Audience.ARBITER))
            assert all(one.spoken for one in arbiters)


@pytest.mark.article("7.3", "E.05-11")
def test_7_3_the_names_change_sides_where_the_game_goes_on() -> None:
    table = Table(edition=2005, white="Anna", black="Bella")
    table.line(1, Role.ARBITER, "Farben vertauscht")
    assert table.line(2, Role.ARBITER, "ja") == ["OrderGiven", "colours stay"]
    assert (table.state.conditions.white, table.state.conditions.black) == ("Bella", "Anna")


def test_before_the_game_only_sensible_orders() -> None:
    table = Table()
    table.state = new_state(Conditions(press_after=None))
    assert table.line(1, Role.ARBITER, "Weiß gewinnt") == ["Refused"]
    assert table.line(2, Role.ARBITER, "Pause") == ["Refused"]
    assert table.line(3, Role.ARBITER, "Bedenkzeit 15+10") == ["OrderGiven", "ControlAgreed"]
    assert table.line(4, Role.ARBITER, "Ergebnis plus minus") == ["Question"]
    assert table.line(5, Role.ARBITER, "ja") == ["OrderGiven", "GameEnded"]


@pytest.mark.article("6.3.1")
@pytest.mark.parametrize(
    ("whose", "white", "black"), [("beide", "15+10", ""), ("Weiß", "15+10", "30"),
                                  ("Schwarz", "60+30", "15+10")]
)  # fmt: skip
def test_6_3_1_time_control_set_before_is_agreed_to(whose: str, white: str, black: str) -> None:
    table = Table()
    table.state = new_state(Conditions(time_control="60+30", black_time_control="30"))
    table.line(1, Role.ARBITER, f"Bedenkzeit {whose} 15+10")
    started = table.put(Begin(), 2)[0]
    assert isinstance(started, GameStarted)
    agreed = table.state.conditions
    assert (started.time_control, agreed.black_time_control) == (white, black)
    clock = table.state.clock
    assert (clock.white.control, clock.black.control) == (
        agreed.control(chess.WHITE),
        agreed.control(chess.BLACK),
    )
    for seconds, text in enumerate(("Schiedsrichter", "Grundstellung falsch", "ja"), start=3):
        table.line(seconds, Role.ARBITER, text)  # 7.2.1: the new game has the same
    assert table.state.clock == Clock.new(clock.white.control, clock.black.control)


@pytest.mark.article("7.1")
def test_7_1_going_back_makes_the_envelope_void() -> None:
    table = Table()
    for seconds, (who, text) in enumerate((
        (Role.WHITE, "Eva vier"), (Role.WHITE, "Uhr"), (Role.ARBITER, "vertagen"),
        (Role.ARBITER, "zurück Grundstellung"), (Role.ARBITER, "ja"), (Role.ARBITER, "weiter"),
    )):  # fmt: skip
        table.line(seconds, who, text)
    assert table.line(8, Role.WHITE, "David vier") == ["MoveSpoken"]
    assert table.line(9, Role.WHITE, "Uhr") == ["MoveMade", "MoveCompleted"]


def test_i_1_1_announced_illegal_move_is_settled_before_adjourning() -> None:
    table = Table()
    assert table.line(1, Role.WHITE, "König Eva vier") == ["IllegalMoveSpoken"]
    assert table.line(2, Role.ARBITER, "vertagen") == ["Refused"]
    assert "PenaltyGiven" in table.line(3, Role.WHITE, "Uhr")
    assert table.line(4, Role.ARBITER, "vertagen") == ["seal demanded"]


# --- On record ----------------------------------------------------------------------------------


@pytest.mark.article("10.1", "G.3")
def test_g_3_result_unknown_to_pgn_is_a_comment() -> None:
    table = Table(scoring="3-1-0")
    table.line(1, Role.WHITE, "Eva vier")
    table.line(2, Role.WHITE, "Uhr")
    table.line(3, Role.ARBITER, "Ergebnis halb null")
    table.line(4, Role.ARBITER, "ja")
    pgn = to_pgn(table.state)
    assert '[Result "*"]' in pgn
    assert "Result 1/2-0 (Article 11.7)" in pgn
    assert "Points 1-0" in pgn  # G.5


@pytest.mark.article("X.10")
def test_x_10_arbiter_state_survives_its_journal() -> None:
    """Every input went through the journal's form; working it off again leads to the same."""
    lines = (
        (1, Role.ARBITER, "4711"),
        (2, Role.ARBITER, "Schwarz fehlt zehn Minuten"),
        (3, Role.ARBITER, "Punktabzug Weiß halber Punkt"),
        (4, Role.ARBITER, "Weiß gewinnt"),
    )
    one, other = Table(arbiter_pin=PIN), Table(arbiter_pin=PIN)
    for seconds, who, text in lines:
        one.line(seconds, who, text)
        other.line(seconds, who, text)
    assert one.state == other.state
    assert one.state.order_asked is not None
    assert one.state.arbiter.points == Both(-1, 0)
    assert one.state.arbiter.absent == (chess.BLACK,)
