# SPDX-License-Identifier: GPL-3.0-or-later
"""One input being worked off: the state, the events and the request so far."""

from collections.abc import Sequence
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
from table.core.state import Adjournment, Asked, Phase, State
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
    Role,
    TouchBinds,
)
from voice.language.commands import Command
from voice.language.interpretation import Ambiguous, Either, Unsure

ROLE_OF = {chess.WHITE: Role.WHITE, chess.BLACK: Role.BLACK}
COLOUR_OF = {role: colour for colour, role in ROLE_OF.items()}


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
    got a yes by it. ``began`` is when its words began, if somebody heard them.
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

    def ask(self, question: Question, about: Ambiguous | Unsure | Either | Command) -> None:
        """Hektor asks, and waits for the answer."""
        self.state = replace(self.state, asked=Asked(question, about))
        self.emit(question)

    def expire(self, asked: Asked | None) -> None:
        """A move was announced: a request that was ``asked`` about lapses, and so does an
        order that the arbiter has not confirmed. A question about the move is answered."""
        if asked is not None and isinstance(asked.about, Command):
            unsure = not asked.about.sure
            if not unsure:  # else they have gone on, and need not say that again
                self.emit(QuestionClosed(self.at, asked.question.who, asked.question.kind))
        self.drop_order()

    def drop_order(self) -> None:
        """An order that was not confirmed lapses."""
        if self.state.arbiter.pending is not None:
            self.arbiter = replace(self.arbiter, pending=None)
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

    def stop_clocks(self, reason: str) -> None:
        """Both clocks stand still until somebody says to go on (6.11). A flag that waits for an
        answer has not fallen, and falls when they go on without one that ends the game."""
        declared, clock, at = self.state.declared, self.state.clock, self.at
        if declared is not None and declared.until is None:
            self.state = replace(self.state, declared=replace(declared, until=self.at))
        if self.state.asked is not None and (zero := clock.deadline()) is not None:
            at = min(at, zero[0] - 1)
        self.set_clock(clock.pause(at, reason))

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

    def end(self, outcome: Outcome) -> None:
        """The game is over: both clocks stop and nothing stays open (5.1, 5.2).

        Points that the arbiter gave or took in the meantime are counted in (12.9.4, 12.9.5).
        """
        result = outcome.result
        for colour in (chess.WHITE, chess.BLACK):
            result = with_points(result, colour, self.state.arbiter.points.of(colour))
        outcome = replace(outcome, result=result)
        # Another end counts them no more, and nothing is left to rule on.
        self.arbiter = replace(self.arbiter, points=NO_POINTS, matter=None)
        self.settle_clock(self.at)
        clock, _ = self.state.clock.stop(self.at).settle(self.at)
        self.state = replace(
            self.state, clock=clock, outcome=outcome, spoken=None, asked=None, offers=()
        )
        waiting = replace(self.state.illegal, announced=None, standing=None)
        self.state = replace(self.state, illegal=waiting, unpressed=None, hands=NO_HANDS)
        self.emit(GameEnded(self.at, outcome.result, outcome.termination, outcome.article))
