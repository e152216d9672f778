# SPDX-License-Identifier: GPL-3.0-or-later
"""Open matters: whatever people say, none is lost, the clocks stand for a reason, and what was
decided can be undecided."""

from collections.abc import Iterator
from functools import cache

import chess
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules.description import Illegality, MoveFault
from table.core.conditions import SECOND, Conditions, Mode
from table.core.inputs import Begin, Pressed, Said
from table.core.matters import Unclaimed
from table.core.state import Decision, State, new_state
from table.events import Event
from table.events.arbiter import Note, Noted
from table.events.game import PositionRestored, Role
from table.handle import handle
from table.understanding import typed
from voice.language.orders import Order, OrderName

W, B, ARBITER = Role.WHITE, Role.BLACK, Role.ARBITER

PLAYERS = (
    *("e4", "e5", "Sf3", "Sf6", "Sg1", "Sg8", "Springer Gustav drei", "Turm Anna drei"),
    *("ja", "nein", "Korrektur", "biete Remis", "Remis angenommen", "ich gebe auf"),
    *("Remis reklamieren", "berührt Springer Gustav eins", "berührt Turm Anna eins", "beidhändig"),
    *("reklamiere berührt", "regelwidrig", "Schiedsrichter", "weiter", "Pause", "<"),
)
ARBITERS = (
    *("ja", "nein", "weiter", "Pause", "abgelehnt", "anerkannt", "Verwarnung Weiß"),
    *("zwei Minuten für Weiß", "regelwidriger Zug Schwarz", "Ergebnis null eins"),
    *("zurück nach Zug eins Weiß", "zurücknehmen", "Reklamation zurückgestellt"),
)
ACTS = st.one_of(
    st.tuples(st.sampled_from(PLAYERS), st.sampled_from([W, B, None])),
    st.tuples(st.sampled_from(ARBITERS), st.just(ARBITER)),
)
SEQUENCES = st.lists(st.tuples(ACTS, st.sampled_from([1, 3, 40])), max_size=22)
MODES = st.sampled_from([Mode.COMPETITION, Mode.TRAINING])

WITHDRAW = Said(Order(OrderName.WITHDRAW, article="12.9"), 0, ARBITER, typed=True)


@cache
def _begun(mode: Mode) -> State:
    conditions = Conditions(mode=mode, time_control="30", press_after=None)
    return handle(new_state(conditions), Begin(), 0)[0]


def _input(state: State, text: str, who: Role | None, now: int) -> Said | Pressed:
    if text == "<":
        return Pressed(who)
    return Said(typed(text, state, who), now, who, text, typed=True)


Done = tuple[State, tuple[Event, ...], State, int]


def play(acts: list[tuple[tuple[str, Role | None], int]], mode: Mode) -> Iterator[Done]:
    """The state before each act, the events, the state after it and the moment."""
    state, now = _begun(mode), 0
    for (text, who), seconds in acts:
        now += seconds * SECOND
        after, events, _ = handle(state, _input(state, text, who, now), now)
        yield state, events, after, now
        state = after


def displays(state: State, now: int) -> tuple[int, ...]:
    return tuple(state.clock.remaining(colour, now) for colour in chess.COLORS)


QUICK = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@pytest.mark.article("6.11.3", "9.5.1", "9.1.2.1-d")
@QUICK
@given(SEQUENCES, MODES)
def test_no_matter_disappears_unheard(acts: list, mode: Mode) -> None:  # type: ignore[type-arg]
    for before, events, after, _ in play(acts, mode):
        kinds = {type(one) for one in after.matters}
        gone = [one for one in before.matters if type(one) not in kinds]
        assert events or not gone


@pytest.mark.article("6.11.1", "6.11.3", "9.5.1")
@QUICK
@given(SEQUENCES, MODES)
def test_clocks_run_exactly_when_no_matter_stops_them(acts: list, mode: Mode) -> None:  # type: ignore[type-arg]
    for _, _, after, _ in play(acts, mode):
        runs = after.clock.running is not None
        stops = [one for one in after.matters if one.stops]
        assert runs == (after.outcome is None and not stops), stops


@pytest.mark.article("6.1", "12.5", "X.7")
@QUICK
@given(SEQUENCES, MODES)
def test_no_time_comes_or_goes_but_by_the_clock_that_runs(acts: list, mode: Mode) -> None:  # type: ignore[type-arg]
    for before, events, after, now in play(acts, mode):
        jumps = any(
            isinstance(one, PositionRestored)
            or (isinstance(one, Noted) and one.note is Note.WITHDRAWN)
            for one in events
        )
        judged = before.claimed is not None or before.asked is not None  # from an earlier word
        if jumps or judged:
            continue
        given_now = after.awarded.less(before.awarded)
        total = sum(displays(before, now)) + given_now.white + given_now.black
        assert sum(displays(after, now)) == total


def undone(decision: Decision, after: State, now: int) -> State:
    """The state after the arbiter took the last decision back."""
    state, _, _ = handle(after, WITHDRAW, now)
    if state.order_asked is not None:
        state, _, _ = handle(state, _input(state, "ja", ARBITER, now), now)
    assert decision not in state.decisions
    return state


@pytest.mark.article("12.9.1–12.9.9", "7.5.5-b")
@QUICK
@given(SEQUENCES)
def test_what_was_decided_can_be_undecided(acts: list) -> None:  # type: ignore[type-arg]
    """Board, displays, counts and points are as they were before; so is what waited."""
    for before, _, after, now in play(acts, Mode.COMPETITION):
        if after.order_asked is not None:
            continue  # the arbiter is asked about another
        made = [one for one in after.decisions if one not in before.decisions]
        if len(made) != 1 or len(after.decisions) <= len(before.decisions):
            continue
        back, whole = undone(made[0], after, now), made[0].before
        assert back.awarded == before.awarded
        assert back.arbiter.points == before.arbiter.points
        assert [back.illegal.of(one) for one in chess.COLORS] == [
            before.illegal.of(one) for one in chess.COLORS
        ]
        assert back.decisions == before.decisions
        if whole is None:
            assert back.record == after.record
            continue
        assert (back.record, back.position) == (whole.record, whole.position)
        assert (back.outcome, back.scoresheets) == (whole.outcome, whole.scoresheets)
        assert displays(back, now) == displays(whole, made[0].at)
        assert {one for one in whole.matters if one.to is not ARBITER} <= set(back.matters)


@pytest.mark.article("A.4.2")
def test_a_4_2_the_window_closes_with_the_next_move() -> None:
    """A move that no board shows can be claimed at once, and until its successor is answered."""
    left_in_check = Illegality(MoveFault.LEAVES_CHECK, "3.9.2")
    on_board = Unclaimed(0, chess.WHITE, 6, left_in_check, "")
    assert [ply for ply in range(5, 10) if on_board.claimable(ply)] == [7]
    nowhere = Unclaimed(0, chess.WHITE, 6, left_in_check, "", on_board=False)
    assert [ply for ply in range(5, 10) if nowhere.claimable(ply)] == [6, 7]
