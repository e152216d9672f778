# SPDX-License-Identifier: GPL-3.0-or-later
"""A random game that is planned, and played without threads on a fake clock, as the loop does it.

What interrupts it may come at any moment: the rest of the plan is then done as if nothing was.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from typing import Any

import chess

from announce.text.settings import Settings
from game.play.game import HEARTBEAT
from game.sound.presenter import Presenter
from record.session import Happened, Session
from table.core.conditions import SECOND, Conditions
from table.core.inputs import Begin, Hearing, ReadBack, Said, Tick
from table.core.state import NONE_AWARDED, State, new_state
from table.events.game import Role
from voice.language.intent import understand_typed

FEN = "1r2k1r1/8/8/8/8/8/8/QR2K1RQ w - - 0 1"  # the Laws' question who can win is quick here
WORDS = Settings()
BEGIN = "begin"
HEARS = "hears"
GO_ON = "weiter"


@dataclass(frozen=True)
class Planned:
    """Event at ``at``: a typed line, BEGIN, or HEARS for the beginning of speech."""

    at: int
    text: str
    who: Role | None = None


class Table:
    """Does what the loop does, on a fake clock: beats, ticks, lines, read-backs."""

    def __init__(
        self,
        session: Session,
        now: int,
        write: Callable[[str], None],
        passed: Callable[[int], None] = lambda _now: None,
    ) -> None:
        self.session = session
        self.now = now
        self._passed = passed
        self.presenter = Presenter(session.settings, write)

    def do(self, planned: Planned) -> None:
        """Let the time pass until ``planned`` is due, and do it."""
        self.wait(planned.at)
        if planned.text == BEGIN:
            self.put(Begin())
        elif planned.text == HEARS:
            self.put(Hearing(True))
        else:
            state = self.session.state
            position = state.position_for(planned.who)
            intent = understand_typed(planned.text, position, state.asked_of(position.turn))
            typed = state.hearing is None  # else these are the words that began with HEARS
            self.put(Said(intent, self.now, planned.who, planned.text, typed))

    def wait(self, until: int) -> None:
        while True:
            beat = (self.now // HEARTBEAT + 1) * HEARTBEAT
            due = self.session.deadline()
            self.now = max(self.now, min(until, beat, until if due is None else due))
            self._passed(self.now)
            if due is not None and due <= self.now:
                self.put(Tick())
            if self.now == beat:
                self.session.alive(self.now)
            if self.now >= until:
                return

    def put(self, given: Any) -> None:
        self.tell(self.session.put(given, self.now))

    def tell(self, happened: Happened) -> None:
        self.presenter.tell(happened)
        if self.presenter.was_read_back():
            self.put(ReadBack())


def make_plan(seed: int, plies: int, press_after: int | None) -> tuple[Conditions, list[Planned]]:
    """A random game with slips, offers, questions and requests in it, to its end by agreement."""
    rng = random.Random(seed)
    conditions = Conditions(fen=FEN, time_control="40/600+5,300+5", press_after=press_after)
    table = Table(Session(new_state(conditions), WORDS), 0, lambda _line: None)
    plan: list[Planned] = []

    def then(text: str, who: Role | None = None) -> None:
        plan.append(Planned(table.now + rng.randrange(SECOND // 50, 3 * SECOND), text, who))
        table.do(plan[-1])

    then(BEGIN)
    while len(table.session.state.record) < plies:
        state = table.session.state
        if state.outcome is not None:
            break
        mine = Role.WHITE if state.position.turn else Role.BLACK
        other = Role.BLACK if state.position.turn else Role.WHITE
        if state.spoken is not None:
            then(rng.choice(["Uhr", "Uhr", "Uhr", "Korrektur", "meine Zeit"]), mine)
            continue
        if state.asked is not None:
            then("nein", mine)
            continue
        move = state.position.board.san(rng.choice(state.position.legal_moves))
        line, who = rng.choice(
            [(move, mine)] * 5
            + [("Ke5", mine), ("Unsinn", mine), ("Zeit", other), ("ich gebe auf", mine)]
            + [("Remis", mine), ("nein", other), ("König Eva drei", None), (HEARS, None)]
        )
        then(line, who)
        if line == "Remis":
            then("ja", mine)
    for text, who in (("Remis", Role.WHITE), ("ja", Role.WHITE), ("annehmen", Role.BLACK)):
        then(text, who)
    then("ja", Role.BLACK)
    return conditions, plan


def alone(conditions: Conditions, plan: list[Planned]) -> list[State]:
    """The states of a game that nothing interrupts: before anything, and after each input."""
    table = Table(Session(new_state(conditions), WORDS), 0, lambda _line: None)
    states = [table.session.state]
    for planned in plan:
        table.do(planned)
        states.append(table.session.state)
    return states


def differences(
    found: State, wanted: State, at: int, stops: set[int]
) -> dict[str, tuple[Any, Any]]:
    """The fields in which ``found``, of a game that was interrupted at the ``stops``, is not the
    ``wanted`` state, of one that was not. Both clocks are as they are read at ``at``: a pause of no
    length is not seen there.

    An interruption ends all speech, and a question that is told again then waits anew: so somebody
    had last finished speaking at that moment, or when they had without it.
    """
    if found.heard_until in stops:
        wanted = replace(wanted, heard_until=found.heard_until)
    have, want = _shown(found, at), _shown(wanted, at)
    return {name: (have[name], want[name]) for name in have if have[name] != want[name]}


def _shown(state: State, at: int) -> dict[str, Any]:
    """The fields of the state, and what the clock shows at ``at`` in place of the clock. The state
    before a decision, and what the display went back by with it, are left out: an interruption
    shortly before is seen in them."""
    clock = state.clock
    read = [(clock.moves(colour), clock.remaining(colour, at)) for colour in chess.COLORS]
    decisions = [
        replace(one, before=None, time=NONE_AWARDED) if one.before else one
        for one in state.decisions
    ]
    shown = {each.name: getattr(state, each.name) for each in fields(state)}
    return shown | {"clock": read, "decisions": decisions}
