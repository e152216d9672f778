# SPDX-License-Identifier: GPL-3.0-or-later
"""Everything that time alone changes at a table, in one ordered list of timers.

The loop asks for the `deadline` and sends a ``Tick``; `pass_time` does what was due until then, one
thing after the other.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Any

from clock.events import TimeAlarm
from table import commands
from table.acts import adjournment, claims, moves, running, time_trouble
from table.core import alarms
from table.core.conditions import SECOND
from table.core.matters import LIMIT, Asked, Claimed, OrderAsked, SpokenMove
from table.core.state import State
from table.core.step import Step
from table.events.dialogue import QuestionClosed, QuestionKind
from voice.language.commands import Command, CommandName
from voice.language.interpretation import Unsure

READ_BACK_LIMIT = 10_000_000_000
"""If nobody reports the end of a read-back, it counts as over after this many nanoseconds."""

HEARING_LIMIT = 20_000_000_000
"""Nobody is thought to be speaking for longer than this; the recogniser cuts long before."""

HELD_LIMIT = 8_000_000_000
"""So long after a question that holds up the press, and after all speech, nobody will answer it.
With what is told then it is about what a late press gives back (``clock.clock.CREDIT_LIMIT``)."""

ANSWER_LIMIT = LIMIT
"""The same for any other request that needs a yes."""

ANSWER_PAUSE = 2_000_000_000
"""So long after it has told more than the read-back, as that a word was not understood, Hektor
waits for the player to begin to answer, while that costs nobody time."""

ECHO_LIMIT = 8_000_000_000
"""So long after the read-back Hektor waits for the opponent to repeat a move (D.2.1), which is a
duty of theirs and no condition of the press."""

HEARING_GRACE = 3_000_000_000
"""How long after zero a flag waits for words that had begun before it, in nanoseconds."""


@dataclass(frozen=True, slots=True)
class Due:
    """``act`` is to be done at ``at``, in nanoseconds of the game."""

    at: int
    act: Callable[[Step], None]


def _end_of_hearing(state: State, since: int) -> Due | None:
    """Somebody began to speak, and nobody told the end of it: the table stops waiting."""
    return Due(since + HEARING_LIMIT, Step.hear_out) if state.outcome is None else None


def _completion(state: State, spoken: SpokenMove) -> Due | None:
    """The spoken move is made without a press, unless somebody has to press.

    It waits while somebody speaks or is asked about it, and while the clocks stand.
    """
    if state.hearing is not None or state.paused or _is_asked(state, spoken):
        return None
    pause = _pause(state, spoken)
    if pause is None:
        return None
    if state.echo_due and spoken.ending is None:
        pause = max(pause, ECHO_LIMIT)
    over = spoken.read_back_at
    at = spoken.told_at + READ_BACK_LIMIT if over is None else over + pause
    if over is not None and spoken.told_at != spoken.at:
        at = max(at, min(over + ANSWER_PAUSE, moves.free_until(state, spoken)))
    held = claims.holds(state) if claims.end_waits(state) else None
    return Due(max(at, spoken.heard_out, at if held is None else held), moves.complete_by_itself)


def _pause(state: State, spoken: SpokenMove) -> int | None:
    """After how long, in nanoseconds, it is made without a press; None for never."""
    agreed = state.conditions
    return agreed.press_after if spoken.ending is None else agreed.stands_after


def _is_asked(state: State, spoken: SpokenMove) -> bool:
    """True if somebody is asked something that the announced move depends on."""
    return any(_is_about(asked, spoken) for asked in state.every(Asked))


def _is_about(asked: Asked, spoken: SpokenMove) -> bool:
    if asked.question.kind is QuestionKind.SLIP:
        return True
    if isinstance(asked.about, Command):  # perhaps it is taken back
        return not asked.about.sure and asked.about.name is CommandName.CORRECT
    return asked.of_both or asked.question.who == spoken.facts.colour


def _unanswered(state: State, questions: tuple[Asked, ...]) -> Due | None:
    """An open question that nobody answers any more: a later "ja" shall not be the answer.

    What the player on the move was asked about their own words stays, since nothing waits for it;
    but a move that was not heard well enough is not played by a late yes. Speech gives more time.
    """
    if state.hearing is not None or not state.started or state.outcome is not None:
        return None
    due = [one for asked in questions if (one := _lapses(state, asked)) is not None]
    return min(due, key=lambda one: one.at, default=None)


def _lapses(state: State, asked: Asked) -> Due | None:
    """When nobody will answer this question any more; None for never."""
    claims_draw = state.claimed is not None and asked == state.claim_asked
    if asked.agreed or claims_draw:  # silence withdraws no claim
        return None
    if asked.question.kind is QuestionKind.SLIP:
        return None  # what silence means there is the arbiter's to say
    holds = _held(state, asked) is not None
    if not holds and not isinstance(asked.about, Command | Unsure):
        return None
    limit = HELD_LIMIT if holds else ANSWER_LIMIT
    return Due(max(asked.question.at, state.heard_until) + limit, lambda step: _close(step, asked))


def _unconfirmed(state: State, asked: OrderAsked) -> Due | None:
    """An order that the arbiter does not confirm lapses: the next "ja" is somebody else's."""
    if state.hearing is not None:
        return None
    return Due(max(asked.at, state.heard_until) + ANSWER_LIMIT, Step.drop_order)


def _held(state: State, asked: Asked) -> SpokenMove | None:
    """The announced move that an open question keeps from being made by itself."""
    spoken = state.spoken
    if spoken is None or _pause(state, spoken) is None or not _is_about(asked, spoken):
        return None
    return spoken


def _close(step: Step, asked: Asked) -> None:
    """Nobody has answered. What stands is told, and the announced move goes on to the clock: it may
    be corrected until the end of that, and of the pause after it."""
    question, held = asked.question, _held(step.state, asked)
    step.close(asked)
    stands = None if held is None else held.facts
    step.emit(QuestionClosed(step.at, question.who, question.kind, unanswered=True, stands=stands))
    if held is not None:
        moves.restart_pause(step)
    commands.go_on_with_agreed(step)


def _lateness(state: State, _: object) -> Due | None:
    """A player who is missing at the beginning loses (6.7.1)."""
    at = None if state.adjourned is not None else running.lateness_due(state)
    return None if at is None else Due(at, running.forfeit)


def _default_time(state: State, _: object) -> Due | None:
    """A player who is missing when an adjourned game is resumed loses (I.10)."""
    at = adjournment.due(state)
    return None if at is None else Due(at, adjournment.default)


def _session(state: State, _: object) -> Due | None:
    """The session is over, and no move waits for the clock: the next one is to be sealed."""
    agreed = state.conditions
    if not agreed.competes or state.session_over or state.outcome is not None:
        return None
    if state.clock.running is None or state.announced or state.adjourned is not None:
        return None
    return Due(max(agreed.session * SECOND, state.clock.since), adjournment.session_over)


def _alarm(state: State, _: object) -> Due | None:
    """The next alarm. No player is told their time while they speak, or when their move is
    announced and Hektor presses: their time stopped with their last word."""
    presses = state.spoken is not None and state.conditions.press_after is not None
    if state.hearing is not None or presses:
        return None
    coming = alarms.due(state.alarms, state.clock)
    return None if coming is None else Due(coming.at, lambda step: _tell(step, coming))


def _tell(step: Step, alarm: TimeAlarm) -> None:
    """Tell it. While seconds are counted, a later one may be due already, for somebody spoke
    meanwhile: then that one alone."""
    left = step.state.clock.remaining(alarm.colour, step.now)
    step.state = replace(step.state, alarms=alarms.told(step.state.alarms, alarm))
    later = any(each >= left for each in step.state.alarms.of(alarm.colour))
    if alarm.remaining > alarms.COUNTED or not later:
        step.emit(alarm)


def _zero(state: State, _: object) -> Due | None:
    """The running display reaches zero; later while somebody who began before is speaking."""
    zero = state.clock.deadline()
    if zero is None:
        return None
    at, _ = zero
    waits = state.hearing is not None and state.hearing <= at
    held = claims.holds(state)
    told = max(at + HEARING_GRACE if waits else at, at if held is None else held)
    return Due(told, time_trouble.reach_zero)


def _answer(state: State, claimed: Claimed) -> Due | None:
    """The clocks stand for a claim, and silence does not withdraw it (9.5.1)."""
    if state.hearing is not None or state.outcome is not None:
        return None
    return Due(claimed.at + ANSWER_LIMIT, commands.confirm_claim)


Timer = tuple[Callable[[State], Any], Callable[[State, Any], Due | None]]
"""The fact of the state that waits for a moment, and when that is; where there is no such fact,
nothing is due."""

UNANSWERED: Timer = lambda state: state.every(Asked), _unanswered
ALARM: Timer = lambda state: None if state.alarms == alarms.NO_ALARMS else state.alarms, _alarm

TIMERS: tuple[Timer, ...] = (
    (attrgetter("hearing"), _end_of_hearing),
    (attrgetter("spoken"), _completion),
    UNANSWERED,
    (attrgetter("order_asked"), _unconfirmed),
    (attrgetter("arbiter.absent"), _lateness),
    (attrgetter("adjourned"), _default_time),
    (lambda state: state.conditions.session or None, _session),
    ALARM,
    (attrgetter("claimed"), _answer),
    (attrgetter("clock.running"), _zero),
)
"""In the order in which they act at the same moment."""


def deadline(state: State, timers: Sequence[Timer] = TIMERS) -> int | None:
    """When the table wants a ``Tick`` at the latest, or None. A fallen flag is due at once."""
    due = state.fallen or _next(state, timers)
    return None if due is None else due.at


def pass_time(
    step: Step, until: int, timers: Sequence[Timer] = TIMERS, *, judges: bool = False
) -> None:
    """Let time pass up to ``until``; a fallen flag is judged before anything else is due, here if
    it ``judges``."""
    while step.state.fallen is None:
        due = _next(step.state, timers)
        if due is None or due.at > until:
            break
        step.at = due.at
        due.act(step)
    step.at = max(until, step.at)
    if judges and step.state.fallen is not None:
        time_trouble.judge_flag(step)


def _next(state: State, timers: Sequence[Timer]) -> Due | None:
    """The timer that is due next; of several at the same time, the first in the list."""
    waiting = [(fact, when) for of, when in timers if (fact := of(state)) not in (None, ())]
    due = [one for fact, when in waiting if (one := when(state, fact)) is not None]
    return min(due, key=lambda one: one.at, default=None)
