# SPDX-License-Identifier: GPL-3.0-or-later
"""One input being worked off: the state, the events and the request so far."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

import chess

from clock.clock import Clock
from clock.events import ClockEvent, TimeAdjusted
from rules.irregularities import IllegalMoves
from rules.outcome import Outcome
from rules.results import with_points
from rules.touch import NO_HANDS
from table.core.alarms import renewed
from table.core.arbiter_state import NO_POINTS, ArbiterState
from table.core.inputs import Request
from table.core.matters import (
    COLOUR_OF,
    ROLE_OF,
    Asked,
    Call,
    GoesOn,
    LastMinutes,
    OpenMatter,
    OrderAsked,
    PinAsked,
    Stopped,
)
from table.core.state import Adjournment, Decision, Phase, State
from table.events import Event
from table.events.dialogue import Question, QuestionClosed, QuestionKind
from table.events.game import (
    ClaimRejected,
    GameEnded,
    IllegalMove,
    MoveMade,
    MoveSpoken,
    Refusal,
    Refused,
    TouchBinds,
)
from voice.language.commands import Command
from voice.language.interpretation import Ambiguous, Either, Unsure
from voice.language.orders import Order

__all__ = ["COLOUR_OF", "OPEN", "ROLE_OF", "Handled", "Obstacle", "Step"]

WISHES = (QuestionKind.TAKE_BACK, QuestionKind.PAUSE)
"""What one player wants of the other: a move of either leaves nothing of it."""

OUTLIVES_THE_GAME = (OrderAsked, LastMinutes, Call, PinAsked)
"""The matters of the arbiter that the end of a game does not settle: an order that was given
before, and a claim on which an arbiter elsewhere rules (III.6)."""

OPEN = (Phase.SEALING, Phase.OPENED)
"""While the game is adjourned, when players may act at the board."""

Obstacle = tuple[Refusal, str]
"""Why something is not done: the reason of the refusal, and its article."""


Handled = tuple[State, tuple[Event, ...], Request | None]
"""The state after an input, what happened, and what is asked of the world."""


@dataclass(slots=True)
class Step:
    """The work of ``handle``: lives for one input, then gives its state, events and request.

    ``at`` is the moment that counts for this input, ``now`` the moment it arrived. ``sound`` is the
    digest of how it sounded, until it is noted. ``meant``: what is done needs no yes. It may be
    ``of_arbiter``, or ``heard`` at a microphone, and so misheard. ``answered`` is a question that
    got a yes by it. ``began`` is when its words began, if somebody heard them. ``decides``:
    a decision is being made, of which all that happens is a part.
    """

    state: State
    at: int
    now: int
    sound: str = ""
    events: list[Event] = field(default_factory=list)
    request: Request | None = None
    meant: bool = False
    of_arbiter: bool = False
    heard: bool = False
    answered: Question | None = None
    began: int | None = None
    decides: bool = False

    @property
    def board(self) -> chess.Board:
        """The board as it stands, with an announced move on it, or as far as it is set up; it is
        only read."""
        return chess.Board(self.state.setup) if self.state.setup else self.state.present.board

    def emit(self, event: Event) -> None:
        """Something happened."""
        self.events.append(event)
        match event:
            case IllegalMove(illegality=illegality):
                self.state = replace(self.state, refused_article=illegality.article)
            case Refused(article=article) | TouchBinds(article=article):
                if self.state.outcome is None:
                    self.state = replace(
                        self.state, refused_article=article
                    )  # else the end has the reason
            case ClaimRejected():
                self.state = replace(self.state, refused_article="9.5.3")
            case Question():
                self.state = replace(
                    self.state, refused_article=""
                )  # what was refused before is not what it is about
            case MoveMade():
                self.state = replace(self.state, refused_article="")
            case MoveSpoken():
                self.state = replace(self.state, strays=0)
            case GameEnded(article=article):
                self.state = replace(self.state, refused_article=article)

    # --- What waits -------------------------------------------------------------------------------

    def open(self, matter: OpenMatter) -> None:
        """Something waits from now on."""
        self.state = replace(self.state, matters=(*self.state.matters, matter))

    def close(self, *gone: OpenMatter | type[OpenMatter]) -> None:
        """These matters, or all of these kinds, are settled."""
        kinds = tuple(one for one in gone if isinstance(one, type))
        kept = tuple(
            one for one in self.state.matters if one not in gone and not isinstance(one, kinds)
        )
        if kept != self.state.matters:
            self.state = replace(self.state, matters=kept)

    def change(self, old: OpenMatter, new: OpenMatter) -> None:
        """A matter waits on, and something of it is different."""
        changed = tuple(new if one == old else one for one in self.state.matters)
        self.state = replace(self.state, matters=changed)

    def renew(self, matter: OpenMatter) -> None:
        """Something waits in place of all others of its kind."""
        self.close(type(matter))
        self.open(matter)

    def ask(self, question: Question, about: Ambiguous | Unsure | Either | Command) -> None:
        """Hektor asks, and waits for the answer. About words that are no request only the newest
        question stays, which is about what was said instead."""
        if not isinstance(about, Command):
            self.close(*(one for one in self.state.asked_by(question.who) if one.of_words))
        self.open(Asked(question.at, question, about))
        self.emit(question)

    def ask_again(self, asked: Asked) -> None:
        """The same question once more, which is the newest then."""
        self.close(asked)
        self.open(asked)
        self.emit(asked.question)

    def went_on(self, colour: chess.Color) -> None:
        """``colour`` has announced a move: what they were asked about their own words is settled by
        it, and a request that they were asked about lapses. One that was not heard well they need
        not say again, and are not told of. A claim or a resignation may have been misheard too."""
        for asked in self.state.every(Asked):
            kind, who = asked.question.kind, asked.question.who
            if kind not in WISHES and (who != colour or kind is QuestionKind.SLIP):
                continue
            self.close(asked)
            if isinstance(asked.about, Command) and asked.about.sure:
                self.emit(QuestionClosed(self.at, who, kind))

    def drop_order(self) -> None:
        """An order that was not confirmed lapses."""
        if self.state.order_asked is not None:
            self.close(OrderAsked)
            self.emit(QuestionClosed(self.at, self.state.position.turn, QuestionKind.ORDER))

    @property
    def arbiter(self) -> ArbiterState:
        """The arbiter's part of the state."""
        return self.state.arbiter

    @arbiter.setter
    def arbiter(self, arbiter: ArbiterState) -> None:
        self.state = replace(self.state, arbiter=arbiter)

    @property
    def illegal(self) -> IllegalMoves:
        """The illegal moves so far."""
        return self.state.illegal

    @illegal.setter
    def illegal(self, illegal: IllegalMoves) -> None:
        self.state = replace(self.state, illegal=illegal)

    @property
    def adjourned(self) -> Adjournment:
        """The adjournment of a game that is adjourned."""
        assert self.state.adjourned is not None
        return self.state.adjourned

    @adjourned.setter
    def adjourned(self, adjourned: Adjournment) -> None:
        self.state = replace(self.state, adjourned=adjourned)

    def hear_out(self) -> None:
        """Whoever spoke has finished."""
        self.state = replace(self.state, hearing=None, heard_until=self.at)

    def set_clock(self, clock: Clock) -> None:
        """Take over a clock that was changed, and what happens on it by now."""
        self.state = replace(self.state, clock=clock)
        self.settle_clock(self.at)

    def settle_clock(self, at: int) -> None:
        """Let the clock run to ``at`` and take over what happened on it."""
        clock, happened = self.state.clock.settle(at)
        self.state = replace(self.state, clock=clock)
        self.happened(happened)

    def happened(self, events: Sequence[ClockEvent]) -> None:
        """Something happened on the clock, which is that of the state already."""
        state, seconds = self.state, self.state.conditions.alarms
        self.events.extend(events)
        for event in events if seconds else ():
            self.state = replace(
                self.state, alarms=renewed(self.state.alarms, state.clock, seconds, event)
            )

    def award(self, colour: chess.Color, nanoseconds: int, quiet: bool = True) -> None:
        """Time that ``colour`` gets by the Laws or from the arbiter, or loses (below zero).

        ``quiet``: what it is for was told, and nobody hears their time unasked (D.2.10.4).
        """
        clock, awarded = self.state.clock, self.state.awarded
        left = clock.remaining(colour, self.at) + nanoseconds
        self.state = replace(
            self.state, awarded=awarded.change(colour, awarded.of(colour) + nanoseconds)
        )
        self.set_clock(clock.adjust(colour, left, self.at))
        if quiet:
            self.keep_times_quiet()

    def keep_times_quiet(self) -> None:
        """Nobody is told the displays that were set in this step."""
        self.events = [
            replace(event, quiet=True) if isinstance(event, TimeAdjusted) else event
            for event in self.events
        ]

    def stop_clocks(self, reason: str, goes_on: GoesOn = GoesOn.ANYBODY) -> None:
        """Both clocks stand still until somebody says to go on (6.11)."""
        if not any(one.goes_on is goes_on for one in self.state.every(Stopped)):
            self.open(Stopped(self.at, goes_on))
        self.pause(reason)

    def pause(self, reason: str) -> None:
        """Both clocks stand, if one runs. A flag that waits for an answer has not fallen, and falls
        when they go on without one that ends the game."""
        clock, at = self.state.clock, self.at
        if self.state.asked is not None and (zero := clock.deadline()) is not None:
            at = min(at, zero[0] - 1)
        self.set_clock(clock.pause(at, reason))

    def run_clocks(self) -> None:
        """The clock that was stopped runs on, if nothing stops it any more."""
        if not any(one.stops for one in self.state.matters):
            self.set_clock(self.state.clock.resume(self.at))

    def refuse(self, colour: chess.Color, reason: Refusal, article: str = "") -> None:
        """A request is not granted."""
        self.emit(Refused(self.at, colour, reason, article))

    def hindered(self, colour: chess.Color, obstacle: Obstacle | None) -> bool:
        """True if there is an obstacle, which is then the reason of a refusal."""
        if obstacle is not None:
            self.refuse(colour, *obstacle)
        return obstacle is not None

    def closed(self, colour: chess.Color) -> bool:
        """True if nobody claims or touches anything, since a sealed move, which nobody knows, has
        been made; refuses then."""
        adjourned = self.state.adjourned
        if adjourned is None or adjourned.phase in OPEN or self.state.outcome is not None:
            return False
        self.refuse(colour, Refusal.ADJOURNED, "I.5")
        return True

    @contextmanager
    def deciding(
        self,
        article: str,
        colour: chess.Color | None = None,
        order: Order | None = None,
        *,
        rules: bool = False,
    ) -> Iterator[None]:
        """All that happens in this block is one decision, which the arbiter can take back."""
        if self.decides:
            yield
            return
        before, self.decides = self.state, True
        try:
            yield
        finally:
            self.decides = False
        made = Decision.of(
            before, self.state, self.at, article=article, colour=colour, order=order, rules=rules
        )
        self.state = replace(self.state, decisions=(*before.decisions, made))

    def end(self, outcome: Outcome) -> None:
        """The game is over: both clocks stop and nothing stays open (5.1, 5.2).

        Points that the arbiter gave or took in the meantime are counted in (12.9.4, 12.9.5).
        """
        with self.deciding(outcome.article):
            self._end(outcome)

    def _end(self, outcome: Outcome) -> None:
        result = outcome.result
        for colour in (chess.WHITE, chess.BLACK):
            result = with_points(result, colour, self.state.arbiter.points.of(colour))
        outcome = replace(outcome, result=result)
        self.arbiter = replace(self.arbiter, points=NO_POINTS)  # another end counts them no more
        self.settle_clock(self.at)
        clock, _ = self.state.clock.stop(self.at).settle(self.at)
        lasting = tuple(one for one in self.state.matters if isinstance(one, OUTLIVES_THE_GAME))
        self.state = replace(
            self.state, clock=clock, outcome=outcome, matters=lasting, hands=NO_HANDS
        )
        self.emit(GameEnded(self.at, outcome.result, outcome.termination, outcome.article))
