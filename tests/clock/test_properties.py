# SPDX-License-Identifier: GPL-3.0-or-later
"""What holds for every game on the clock: nothing is lost, nothing is negative (Article 6).

The clock is compared with `Ledger`, a second clock written as the Laws describe the methods, step
by step and with no thought for elegance.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clock.clock import CREDIT_LIMIT, SECOND, Clock
from clock.control import ExtraTime, Period, TimeControl
from clock.events import ClockEvent, FlagFell, MoveCompleted

COLOURS = (chess.WHITE, chess.BLACK)


class Player:
    """One display, kept by adding and taking away."""

    def __init__(self, control: TimeControl) -> None:
        self.control = control
        self.index = 0
        self.moves = 0
        self.display = control.periods[0].base * SECOND
        self.delay = 0  # of a simple delay, still to run
        self.before = 0  # the display when the move began
        self.extra = 0  # Bronstein: the most to be given back
        self.fell: int | None = None
        if self.period.kind is ExtraTime.BRONSTEIN:
            self.display += self.period.extra * SECOND
        self.begin_move()

    @property
    def period(self) -> Period:
        return self.control.periods[min(self.index, len(self.control.periods) - 1)]

    def moves_needed(self) -> int | None:
        needed = 0
        for index in range(self.index + 1):
            moves = self.control.periods[min(index, len(self.control.periods) - 1)].moves
            if moves is None:
                return None
            needed += moves
        return needed

    def begin_move(self) -> None:
        extra = self.period.extra * SECOND
        self.delay = self.extra = 0
        if self.period.kind is ExtraTime.INCREMENT:
            self.display += extra
        elif self.period.kind is ExtraTime.DELAY:
            self.delay = extra
        else:
            self.extra = extra
        self.before = self.display

    def run(self, start: int, end: int) -> None:
        """Time passes on this display from ``start`` to ``end``."""
        while self.fell is None and start < end:
            step = min(end - start, self.delay)
            self.delay -= step
            start += step
            step = min(end - start, self.display)
            self.display -= step
            start += step
            if self.display == 0 and self.delay == 0:
                self.reach_zero(start)

    def reach_zero(self, at: int) -> None:
        needed = self.moves_needed()
        if self.control.at_zero and needed is not None and self.moves >= needed:
            self.index += 1
            base = self.period.base * SECOND
            self.display += base
            self.before += base
        else:
            self.fell = at

    def press(self) -> None:
        self.moves += 1
        if self.fell is not None:
            return
        old = self.period
        if old.kind is ExtraTime.BRONSTEIN:
            self.display += min(self.before - self.display, self.extra)
        if not self.control.at_zero and self.moves == self.moves_needed():
            self.index += 1
            self.display += self.period.base * SECOND
        # A Bronstein display holds the extra time of the move; the others do not.
        held = self.extra if old.kind is ExtraTime.BRONSTEIN else 0
        if self.period.kind is ExtraTime.BRONSTEIN:
            self.display += self.period.extra * SECOND
        self.display -= held
        self.begin_move()


class Ledger:
    """Two players' displays and who is running."""

    def __init__(self, white: TimeControl, black: TimeControl) -> None:
        self.players = {chess.WHITE: Player(white), chess.BLACK: Player(black)}
        self.running: chess.Color | None = None
        self.paused: chess.Color | None = None

    def pass_time(self, start: int, end: int) -> None:
        if self.running is not None:
            self.players[self.running].run(start, end)

    def press(self, colour: chess.Color) -> None:
        if self.running == colour:
            self.players[colour].press()
            self.running = not colour

    def pause(self) -> None:
        if self.running is not None:
            self.running, self.paused = None, self.running

    def resume(self) -> None:
        if self.paused is not None:
            self.running, self.paused = self.paused, None


EXTRAS = st.integers(0, 4)
KINDS = st.sampled_from(ExtraTime)
TIMED = st.builds(
    Period, base=st.integers(1, 20), moves=st.integers(1, 3), extra=EXTRAS, kind=KINDS
)
LAST = st.builds(
    Period, base=st.integers(1, 20), moves=st.none() | st.integers(1, 3), extra=EXTRAS, kind=KINDS
)
CONTROLS = st.builds(
    lambda timed, last, at_zero: TimeControl((*timed, last), at_zero),
    st.lists(TIMED, max_size=2),
    LAST,
    st.booleans(),
)
# Nanoseconds that pass: moments, whole seconds (the edges of every control), anything between.
PASSING = (
    st.sampled_from([0, 1, SECOND - 1, SECOND, SECOND + 1, 3 * SECOND])
    | st.integers(0, 8 * SECOND)
    | st.integers(0, 8).map(lambda seconds: seconds * SECOND)
)
ACTIONS = st.sampled_from(["press", "press", "press", "press", "wrong", "pause", "look"])
GAMES = st.lists(st.tuples(PASSING, ACTIONS), max_size=40)


@dataclass
class Played:
    """A clock in the middle of a game that hypothesis plays."""

    clock: Clock
    now: int
    events: list[ClockEvent]

    def settle(self) -> None:
        self.clock, events = self.clock.settle(self.now)
        self.events.extend(events)

    def act(self, action: str) -> None:
        running = self.clock.running
        match action:
            case "press" if running is not None:
                self.clock = self.clock.press(running, self.now)
            case "wrong" if running is not None:
                self.clock = self.clock.press(not running, self.now)
            case "pause" if running is None:
                self.clock = self.clock.resume(self.now)
            case "pause":
                self.clock = self.clock.pause(self.now)
            case "look":
                self.settle()


def play(
    clock: Clock, game: list[tuple[int, str]], watch: Callable[[Played, int, str], None]
) -> Played:
    """Play ``game``; ``watch`` sees the clock before each action, the time passed, the action."""
    played = Played(clock.start(0), 0, [])
    for passed, action in game:
        played.now += passed
        watch(played, passed, action)
        played.act(action)
    played.settle()
    return played


@pytest.mark.article("6.1")
@settings(max_examples=300, deadline=None)
@given(CONTROLS, CONTROLS, GAMES)
def test_clock_agrees_with_a_ledger_by_hand(
    white: TimeControl, black: TimeControl, game: list[tuple[int, str]]
) -> None:
    ledger = Ledger(white, black)
    ledger.running = chess.WHITE

    def watch(played: Played, passed: int, action: str) -> None:
        ledger.pass_time(played.now - passed, played.now)
        for colour in COLOURS:
            player = ledger.players[colour]
            assert played.clock.remaining(colour, played.now) == player.display
            assert played.clock.delay_left(colour, played.now) == player.delay
            assert played.clock.moves(colour) == player.moves
        if action == "press" and ledger.running is not None:
            ledger.press(ledger.running)
        elif action == "pause":
            if ledger.running is None:
                ledger.resume()
            else:
                ledger.pause()

    played = play(Clock.new(white, black), game, watch)
    fell = {flag.colour: flag.at for flag in played.clock.flags}
    assert fell == {
        colour: player.fell for colour, player in ledger.players.items() if player.fell is not None
    }
    assert [event for event in played.events if isinstance(event, FlagFell)] == list(
        played.clock.flags
    )


@settings(max_examples=150, deadline=None)
@given(st.integers(60, 400), GAMES)
def test_without_extra_time_no_nanosecond_is_lost(base: int, game: list[tuple[int, str]]) -> None:
    """Both displays and the time the clock ran are always the time there was."""
    total = 2 * base * SECOND
    ran = 0

    def watch(played: Played, passed: int, action: str) -> None:
        nonlocal ran
        if played.clock.running is not None:
            ran += passed
        if not played.clock.settle(played.now)[0].flags:
            shown = sum(played.clock.remaining(colour, played.now) for colour in COLOURS)
            assert shown + ran == total

    play(Clock.new(TimeControl((Period(base),))), game, watch)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.tuples(PASSING, st.integers(-2 * SECOND, 14 * SECOND)), max_size=30))
def test_speech_credit_is_what_the_events_say(
    game: list[tuple[int, int]],
) -> None:
    clock = Clock.new(TimeControl((Period(3600),))).start(0)
    now = 0
    for passed, understanding in game:
        now += passed
        assert clock.running is not None
        clock = clock.press(clock.running, now, spoken_until=now - understanding)
    clock, events = clock.settle(now)
    credits = [event.credit for event in events if isinstance(event, MoveCompleted)]
    assert all(0 <= credit <= CREDIT_LIMIT for credit in credits)
    shown = sum(clock.remaining(colour, now) for colour in COLOURS)
    assert shown + now - sum(credits) == 2 * 3600 * SECOND


@pytest.mark.article("6.3.2-b")
@settings(max_examples=150, deadline=None)
@given(CONTROLS, GAMES)
def test_delay_and_bronstein_flag_at_one_instant(
    control: TimeControl, game: list[tuple[int, str]]
) -> None:
    """6.3.2: started alike they are one method with two displays."""

    def all_of(kind: ExtraTime) -> Clock:
        periods = tuple(replace(period, kind=kind) for period in control.periods)
        return Clock.new(replace(control, periods=periods))

    delayed, refunded = all_of(ExtraTime.DELAY), all_of(ExtraTime.BRONSTEIN)
    deadlines: list[tuple[int, chess.Color] | None] = []

    def note(played: Played, passed: int, action: str) -> None:
        deadlines.append(played.clock.settle(played.now)[0].deadline())

    one = play(delayed, game, note)
    first, deadlines = deadlines, []
    two = play(refunded, game, note)
    assert first == deadlines
    assert one.clock.flags == two.clock.flags


@pytest.mark.article("6.3.2-b")
@settings(max_examples=150, deadline=None)
@given(st.integers(1, 60), st.integers(1, 10), GAMES)
def test_bronstein_display_never_exceeds_its_start(
    base: int, extra: int, game: list[tuple[int, str]]
) -> None:
    """6.3.2, glossary: what is saved is not kept."""
    before: dict[tuple[chess.Color, int], int] = {}

    def watch(played: Played, passed: int, action: str) -> None:
        for colour in COLOURS:
            shown = played.clock.remaining(colour, played.now)
            begun = (colour, played.clock.moves(colour))
            assert shown <= before.setdefault(begun, shown) <= (base + extra) * SECOND

    play(Clock.new(TimeControl((Period(base, None, extra, ExtraTime.BRONSTEIN),))), game, watch)


@settings(max_examples=150, deadline=None)
@given(CONTROLS, GAMES, st.lists(PASSING, max_size=5))
def test_looking_at_the_clock_changes_nothing(
    control: TimeControl, game: list[tuple[int, str]], looks: list[int]
) -> None:
    """Settling often or once gives the same clock and the same events, each of them once."""
    played = play(Clock.new(control), game, lambda *_: None)
    once, often = played.clock, played.clock
    now = played.now
    told: list[ClockEvent] = []
    for passed in looks:
        now += passed
        often, events = often.settle(now)
        told.extend(events)
    assert once.settle(now) == (often, tuple(told))


@pytest.mark.article("X.7")
@settings(max_examples=150, deadline=None)
@given(
    CONTROLS,
    GAMES,
    st.lists(
        st.tuples(
            st.sampled_from(["adjust", "credit", "moves", "install"]),
            st.booleans(),
            st.integers(-100 * SECOND, 100 * SECOND),
            CONTROLS,
        ),
        max_size=6,
    ),
    PASSING,
)
def test_no_intervention_makes_a_negative_display(
    control: TimeControl,
    game: list[tuple[int, str]],
    interventions: list[tuple[str, bool, int, TimeControl]],
    passed: int,
) -> None:
    """X.7: never below zero, whatever the arbiter and the program do; save and load keep it."""
    played = play(Clock.new(control), game, lambda *_: None)
    clock, now = played.clock, played.now
    for what, colour, value, other in interventions:
        now += passed
        match what:
            case "adjust":
                clock = clock.adjust(colour, value, now)
                # At zero the next period may begin at once.
                assert clock.remaining(colour, now) == value or value <= 0
            case "credit":
                shown = clock.remaining(colour, now)
                clock = clock.credit(colour, value, now)
                assert shown <= clock.remaining(colour, now) <= shown + CREDIT_LIMIT
            case "moves":
                clock = clock.adjust_moves(colour, value // SECOND, now)
                assert clock.moves(colour) == max(0, value // SECOND)
            case "install":
                clock = clock.install(colour, other, now)
        for side in COLOURS:
            assert clock.remaining(side, now) >= 0
            assert clock.remaining(side, now + 10**15) >= 0
        clock, _ = clock.settle(now)
