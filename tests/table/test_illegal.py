# SPDX-License-Identifier: GPL-3.0-or-later
"""Illegal moves at the table: what is restored, what is counted, what is never counted (7.5)."""

import random
from pathlib import Path
from typing import Any

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from announce.text.settings import Settings
from record.journal import Archive
from record.session import begin, resume
from rules.description import MoveFault
from table.acts import illegal
from table.core.conditions import SECOND, Conditions, Mode
from table.core.inputs import Begin, Pressed, Said
from table.core.state import State, new_state
from table.core.step import ROLE_OF, Step
from table.events.game import PositionRestored, Role
from table.handle import handle
from voice.language.intent import understand_typed
from voice.language.interpretation import Heard, NoMatch


def competition(**conditions: Any) -> State:
    agreed = {"mode": Mode.COMPETITION, "press_after": None, **conditions}
    return handle(new_state(Conditions(**agreed)), Begin(), 0)[0]


def say(
    state: State, text: str, seconds: float, who: Role | None = None
) -> tuple[State, list[Any]]:
    at = round(seconds * SECOND)
    position = state.position_for(who)
    intent = understand_typed(text, position, state.asked_of(position.turn))
    state, events, _ = handle(state, Said(intent, at, who, text, typed=True), at)
    return state, list(events)


def press(state: State, seconds: float, who: Role | None) -> tuple[State, list[Any]]:
    state, events, _ = handle(state, Pressed(who), round(seconds * SECOND))
    return state, list(events)


def played(seed: int, plies: int, **conditions: Any) -> tuple[State, int]:
    """A game of random moves, each announced and pressed; and its time in seconds."""
    dice = random.Random(seed)
    state, now = competition(**conditions), 0
    for _ in range(plies):
        if state.outcome is not None or not state.position.legal_moves:
            break
        who, now = ROLE_OF[state.position.turn], now + dice.randrange(1, 9)
        move = dice.choice(state.position.legal_moves)
        at = now * SECOND
        state, *_ = handle(state, Said(Heard(move, ""), at, who, typed=True), at)
        now += 1
        state, _ = press(state, now, who)
    return state, now


@pytest.mark.article("X.9")
@settings(max_examples=8, deadline=None)
@given(st.integers(0, 10**6), st.data(), st.sampled_from(["90+30", "5b3", "5d3", "6/60,60"]))
def test_x_9_what_is_restored_is_what_was(seed: int, data: st.DataObject, control: str) -> None:
    state, now = played(seed, 10, time_control=control)
    if state.outcome is not None:
        return
    ply = data.draw(st.integers(0, len(state.record)))
    earlier, _ = played(seed, ply, time_control=control)
    step = Step(state, now * SECOND, now * SECOND)
    illegal.restore(step, ply, "7.6")
    after = step.state
    assert after.position == earlier.position
    assert after.position.keys == earlier.position.keys
    assert after.position.fen == earlier.position.fen
    assert after.record == earlier.record
    assert after.clock.paused == earlier.position.turn
    for colour in chess.COLORS:
        assert after.clock.moves(colour) == earlier.clock.moves(colour)
        if ply:
            left = earlier.record[-1].white if colour else earlier.record[-1].black
            assert after.clock.remaining(colour, now * SECOND) == left


@pytest.mark.article("7.5.1", "7.5.5-d")
@pytest.mark.parametrize("later", [0, 1, 5])
def test_7_5_1_found_at_once_or_moves_later(later: int) -> None:
    state = competition(time_control="90+30")
    moves = ["e4", "e5", "Sf3", "Sc6", "Lc4", "Lc5"][: 1 + later]
    for number, move in enumerate(moves):
        who = Role.BLACK if number % 2 else Role.WHITE
        state, _ = say(state, move, 10 * number + 5, who)
        state, _ = press(state, 10 * number + 10, who)
    step = Step(state, 100 * SECOND, 100 * SECOND)
    illegal.illegal_move(step, chess.WHITE, 0)
    assert step.state.position.ply == 0
    assert step.state.illegal.of(chess.WHITE) == 1
    assert step.state.hands.touched == (chess.E2,)
    assert step.state.clock.paused is chess.WHITE  # until the arbiter lets it run
    restored = [event for event in step.events if isinstance(event, PositionRestored)]
    assert [event.ply for event in restored] == [0]
    left = step.state.clock.remaining(chess.WHITE, 100 * SECOND)
    assert left == (5400 + 30 - 10) * SECOND  # the increment of that press is taken back
    bonus = step.state.clock.remaining(chess.BLACK, 100 * SECOND)
    assert bonus == (5400 + 30 + 120) * SECOND


@pytest.mark.article("7.5.1")
def test_7_5_1_unmade_move_cannot_be_illegal() -> None:
    step = Step(competition(), SECOND, SECOND)
    illegal.illegal_move(step, chess.BLACK)
    assert [type(event).__name__ for event in step.events] == ["Refused"]


@pytest.mark.article("7.5.1")
def test_7_5_1_impossible_on_a_board_is_not_counted() -> None:
    state, events = say(competition(fen="4k3/8/8/8/8/8/8/4K2R w K - 0 1"), "Dame Eva vier", 1,
                        Role.WHITE)  # fmt: skip
    assert [event.illegality.fault for event in events] == [MoveFault.NO_SUCH_PIECE]
    state, events = press(state, 2, Role.WHITE)
    assert [type(event).__name__ for event in events] == ["Refused"]
    assert state.illegal.of(chess.WHITE) == 0


@pytest.mark.article("7.5.3")
@pytest.mark.parametrize("who", [None, Role.ASSISTANT, Role.BLACK])
def test_7_5_3_only_the_player_presses_without_a_move(who: Role | None) -> None:
    _, events = press(competition(), 1, who)
    assert [type(event).__name__ for event in events] == ["Refused"]


@pytest.mark.article("7.5.3")
def test_7_5_3_press_after_misunderstood_words_is_none() -> None:
    state = competition()
    said = Said(NoMatch("springer f"), SECOND, Role.WHITE, "springer f")
    state, *_ = handle(state, said, SECOND)
    state, events = press(state, 2, Role.WHITE)
    assert [type(event).__name__ for event in events] == ["Refused"]
    state, _ = say(state, "e4", 3, Role.WHITE)
    state, _ = press(state, 4, Role.WHITE)
    state, events = press(state, 5, Role.BLACK)  # nor does the arbiter hear of it; of Black he does
    assert [type(event).__name__ for event in events] == ["Refused", "Noted"]
    assert not any(map(state.illegal.of, chess.COLORS))


@pytest.mark.article("7.5.3")
def test_7_5_3_a_press_on_the_opponents_time_is_none() -> None:
    """Black has the move before White has pressed, and takes the reply back."""
    state = competition()
    state, _ = say(state, "e4", 1, Role.WHITE)
    state, _ = say(state, "e5", 2, Role.BLACK)
    state, _ = say(state, "Korrektur", 3, Role.BLACK)
    assert (state.position.turn, state.clock.running) == (chess.BLACK, chess.WHITE)
    state, events = press(state, 4, Role.BLACK)
    assert [type(event).__name__ for event in events] == ["Refused"]
    assert state.illegal.of(chess.BLACK) == 0


@pytest.mark.article("6.6")
def test_6_6_before_the_clock_nothing_is_illegal() -> None:
    state = new_state(Conditions(mode=Mode.COMPETITION, press_after=None))
    state, events = say(state, "Turm Anna drei", 0, Role.WHITE)
    assert [(type(event).__name__, event.completed) for event in events] == [("IllegalMove", False)]
    assert state.spoken_illegally is None


@pytest.mark.article("7.5.1")
def test_7_5_1_hektor_never_presses_for_an_illegal_move() -> None:
    state = competition(press_after=2 * SECOND)
    state, events = say(state, "Turm Anna drei", 1, Role.WHITE)
    assert [type(event).__name__ for event in events] == ["IllegalMoveSpoken"]
    state, events = say(state, "Hilfe", 60, Role.WHITE)
    assert state.spoken_illegally is not None
    assert state.illegal.of(chess.WHITE) == 0


@pytest.mark.article("X.7")
@settings(max_examples=30, deadline=None)
@given(
    st.sampled_from([2005, 2018, 2023]),
    st.sampled_from(["1", "5+3", "5b3", "15d10", "90+30"]),
    st.lists(st.sampled_from(["König Eva drei", "Remis reklamieren", "ja", "<", "e4", "e5", "Uhr"]),
             max_size=12),
)  # fmt: skip
def test_x_7_whatever_is_penalised_no_clock_is_negative(
    year: int, control: str, words: list[str]
) -> None:
    state = competition(edition=year, time_control=control)
    for second, word in enumerate(words, start=1):
        who = ROLE_OF[state.position.turn]
        state, _ = press(state, second, who) if word == "<" else say(state, word, second, who)
        for colour in chess.COLORS:
            assert state.clock.remaining(colour, second * SECOND) >= 0
            assert state.illegal.of(colour) < 4


@pytest.mark.article("X.10")
def test_x_10_touches_counts_and_offers_are_restored(tmp_path: Path) -> None:
    archive = Archive(tmp_path / "games.sqlite")
    session = begin(archive, Conditions(mode=Mode.COMPETITION, press_after=None), Settings())
    session.put(Begin(), 0)
    lines = ["König Eva drei", "<", "biete Remis", "ja", "berührt Springer Bella eins",
             "ich berichtige"]  # fmt: skip
    for second, line in enumerate(lines, start=1):
        at = second * SECOND
        position = session.state.position
        asked = session.state.asked_of(position.turn)
        intent = understand_typed(line, position, asked)
        said = Said(intent, at, Role.WHITE, line, typed=True)
        session.put(Pressed(Role.WHITE) if line == "<" else said, at)
    session.close()
    resumed, _ = resume(archive, 1, Settings())
    resumed.close()
    assert resumed.state.illegal.of(chess.WHITE) == 1
    assert resumed.state.hands.touched == (chess.E1, chess.B1)
    assert resumed.state.offers[-1] is chess.WHITE
    for name in ("illegal", "hands", "offers", "offered", "record", "position"):
        assert getattr(resumed.state, name) == getattr(session.state, name)


WORDS = st.sampled_from(
    [
        *("e4", "e5", "Sf3", "Springer Gustav eins Gustav drei", "König Eva drei", "Eva acht"),
        *("Uhr", "Korrektur", "ja", "nein", "biete Remis", "Remis angenommen", "weiter"),
        *("Remis reklamieren mit dem Zug König Eva drei", "Schiedsrichter", "unsinn", "beidhändig"),
        *("berührt Springer Gustav eins", "berührt Eva zwei und Eva sieben", "versehentlich"),
        *("ich berichtige", "losgelassen auf Felix drei", "reklamiere Zug regelwidrig"),
    ]
)
STARTS = st.sampled_from(
    [
        chess.STARTING_FEN,
        "4k3/P6P/8/8/8/8/p6p/R3K2R w KQ - 0 1",
        "4r1k1/8/8/8/8/8/4N3/4K2R w - - 0 1",
    ]
)


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.tuples(WORDS | st.none(), st.sampled_from([None, *Role])), max_size=20),
    STARTS,
    st.sampled_from([2005, 2018]),
    st.booleans(),
    st.sampled_from([None, SECOND]),
)
def test_anything_said_in_competition_keeps_record_true(
    steps: list[tuple[str | None, Role | None]],
    fen: str,
    edition: int,
    supervised: bool,
    press_after: int | None,
) -> None:
    state = competition(fen=fen, edition=edition, supervised=supervised, time_control="5+3",
                        press_after=press_after)  # fmt: skip
    for second, (word, who) in enumerate(steps, start=1):
        ended = state.outcome is not None
        before = state.record
        state, _ = press(state, second, who) if word is None else say(state, word, second, who)
        assert len(state.record) == len(state.position.moves)
        assert not ended or state.record == before
        running = state.clock.running if state.clock.paused is None else state.clock.paused
        assert running in (None, state.position.turn, state.unpressed)
        assert state.unpressed in (None, not state.position.turn)
