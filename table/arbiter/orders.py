# SPDX-License-Identifier: GPL-3.0-or-later
"""The arbiter at the table: whose orders are obeyed, which need a yes, and what each of them does.

Only the arbiter's role gives orders (12.3), and where a PIN was set only once it was given. All
that there is to say about one order is its entry in `ORDERS`; its words are in
``voice.language.orders``.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial

import chess

from table.acts import adjournment, disputes, running, time_trouble
from table.arbiter import board, clock, penalties, pin, undoing
from table.core.both import Both
from table.core.conditions import SECOND
from table.core.inputs import PinReplaced, Said
from table.core.matters import Call, OrderAsked, PinAsked
from table.core.state import State
from table.core.step import Obstacle, Step
from table.events.arbiter import (
    Note,
    Noted,
    OrderGiven,
    PinRefused,
    Ruling,
)
from table.events.dialogue import Question, QuestionKind
from table.events.game import Penalty, Refusal, Role
from voice.language.commands import CommandName
from voice.language.orders import Order, OrderName, PinGiven

Run = Callable[[Step, Order], None]
Check = Callable[[State, Order], Obstacle | None]
Condition = Callable[[State, Order], bool]


# --- Orders that need no module of their own ----------------------------------------------------


def _resume(step: Step, order: Order) -> None:
    if step.state.clock.running is not None and step.arbiter.known:
        _leave(step, order)  # nothing stands: the arbiter has done
    elif step.state.started:
        adjournment.resume(step, step.state.position.turn, Role.ARBITER)
    else:
        running.begin(step)


def _article_of_going_on(state: State, _: Order) -> str:
    """By which Article the clocks run: as the game begins (6.6), or after they stood (6.11.3)."""
    return "6.11.3" if state.started else "6.6"


def leave_floor(step: Step) -> None:
    """A move was made, and the arbiter was known: what is said from now on is the players', and a
    new order needs the PIN. If the arbiter's ruling made it, the clocks stand, and they go on."""
    if step.state.conditions.arbiter_pin and not step.state.paused:
        step.close(PinAsked)
        step.arbiter = replace(step.arbiter, known=False)
        step.emit(Noted(step.at, Note.FLOOR_LEFT))


def _leave(step: Step, _: Order) -> None:
    step.close(PinAsked)
    step.arbiter = replace(step.arbiter, known=False)
    step.emit(Noted(step.at, Note.FLOOR_LEFT))


def _note(kind: Note, step: Step, order: Order) -> None:
    runs = step.state.clock.running is not None
    step.emit(Noted(step.at, kind, order.basis, order.colour, runs, _absence(step, kind, order)))


def _absence(step: Step, kind: Note, order: Order) -> int:
    """How long a player was away who is back (11.2.3), in nanoseconds."""
    if order.colour is None or kind not in (Note.LEAVES, Note.BACK):
        return 0
    left = step.arbiter.away.of(order.colour)
    away = step.arbiter.away.change(order.colour, step.at if kind is Note.LEAVES else None)
    step.arbiter = replace(step.arbiter, away=away)
    return step.at - left if kind is Note.BACK and left is not None else 0


ONLY_NOTED = (
    OrderName.PAUSE, OrderName.RESUME, OrderName.LEAVE, OrderName.WITHDRAW, OrderName.ABSENT,
    OrderName.BOTH_ABSENT, OrderName.ARRIVED, OrderName.DISTURBANCE, OrderName.APPEAL,
    OrderName.LEAVES, OrderName.BACK_AGAIN,
)  # fmt: skip
"""Orders that decide nothing: there is nothing to take back of them, unless they end the game."""

DECIDE_THEMSELVES = (OrderName.ILLEGAL_MOVE, OrderName.TWO_HANDS)
"""Orders that lead to more than one decision: the position and the penalty."""

RULINGS = (OrderName.UPHOLD, OrderName.POSTPONE, OrderName.REJECT)


def _same_again(state: State, order: Order) -> bool:
    """True if the last order was this one, in the same move: perhaps it was only said twice."""
    given = [one for one in state.decisions if one.order is not None]
    last = given[-1] if given else None
    if last is None or last.order is None or last.ply != state.position.ply:
        return False
    return _bare(last.order) == _bare(order)


def _bare(order: Order) -> Order:
    return replace(order, text="", language="")


def _uses_up(state: State, order: Order, now: int) -> bool:
    """True if it leaves a player no time, and so ends the game (6.9)."""
    seconds = (order.seconds or 0) * SECOND
    if order.name is OrderName.SET_TIME:
        return not seconds
    return any(state.clock.remaining(one, now) <= seconds for one in order.colours)


def _absent(step: Step, order: Order) -> None:
    running.absent(step, order.colours, order.seconds)


def _loses_at_once(state: State, order: Order, now: int) -> bool:
    """6.7.1: whoever is absent has lost where no lateness is allowed, or where it is over."""
    allowed, began = running.allowed_lateness(state, order.seconds), state.arbiter.began
    return allowed == 0 or (began is not None and began + allowed <= now)


def _always(_state: State, _order: Order) -> bool:
    return True


def _not_begun(state: State, order: Order) -> Obstacle | None:
    return None if state.started else (Refusal.NOT_PLAYED, order.basis)


def _no_ruling(ruling: Ruling) -> Check:
    return lambda state, _: (
        None
        if state.dispute is not None and ruling is not Ruling.POSTPONED
        else time_trouble.obstacle_to_ruling(state, ruling)
    )


def _uphold(step: Step, _: Order) -> None:
    if step.state.dispute is None:
        time_trouble.uphold(step)
    else:
        disputes.uphold(step)


def _reject(step: Step, _: Order) -> None:
    if step.state.dispute is None:
        time_trouble.reject(step)
    else:
        disputes.reject(step)


def _of_matter(state: State, article: str) -> str:
    """The Article that the players dispute; of a claim in the last two minutes this one."""
    return article if state.dispute is None else state.dispute.article


def _asks_to_uphold(state: State, _: Order) -> bool:
    """An increment that is granted, or a touch that binds, ends no game and takes nothing back."""
    if state.dispute is not None:
        return disputes.asks(state)
    return not time_trouble.asks_increment(state)


# --- The table ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OrderSpec:
    """One order of the arbiter.

    ``article`` is the one by which it is given in this state, unless the arbiter names another.
    ``run`` carries it out. ``obstacle`` says what may stand in its way beside what holds for all.
    ``asks``: it is read back and needs a yes first, since it ends the game or takes something of it
    back. So it does if, at this moment, it ``ends`` the game, or where it ``proposes`` displays,
    which are read with the question. ``after_the_end``: it may be given when the game is over
    (11.4).
    """

    article: str | Callable[[State, Order], str]
    run: Run
    obstacle: Check | None = None
    asks: Condition | None = None
    ends: Callable[[State, Order, int], bool] | None = None
    proposes: Callable[[Step, Order], Both[int] | None] | None = None
    after_the_end: bool = False


ORDERS: Mapping[OrderName, OrderSpec] = {
    # The game runs, stands, or is left to the players.
    OrderName.PAUSE: OrderSpec(
        "6.11.1",
        lambda step, _: running.stop_for_arbiter(step),
        lambda state, _: running.not_running(state),
    ),
    OrderName.RESUME: OrderSpec(_article_of_going_on, _resume),
    OrderName.LEAVE: OrderSpec("", _leave, after_the_end=True),
    # The clock.
    OrderName.ADD_TIME: OrderSpec("12.5", clock.add),
    OrderName.SET_TIME: OrderSpec("6.10.1", clock.set_display, ends=_uses_up),
    OrderName.SET_MOVES: OrderSpec("6.10.2", clock.set_moves),
    OrderName.SET_CONTROL: OrderSpec(
        "6.10.2", clock.install, clock.obstacle_to_control, proposes=clock.propose
    ),
    OrderName.ASSISTANT: OrderSpec("6.2.6", clock.assist),
    OrderName.FLAG: OrderSpec("6.8", clock.flag, clock.obstacle_to_flag, _always),
    OrderName.BOTH_FLAGS: OrderSpec("III.3.1", clock.both_flags, _not_begun, _always),
    # Penalties and results.
    OrderName.TAKE_TIME: OrderSpec("12.9.3", clock.take, ends=_uses_up),
    OrderName.OPPONENT_TIME: OrderSpec("12.9.2", clock.give_opponent),
    OrderName.WARNING: OrderSpec(
        "12.9.1", partial(penalties.note, Penalty.WARNING), after_the_end=True
    ),
    OrderName.OPPONENT_POINTS: OrderSpec("12.9.4", penalties.give_points, after_the_end=True),
    OrderName.POINTS_OFF: OrderSpec("12.9.5", penalties.take_points, after_the_end=True),
    OrderName.LOSS: OrderSpec("12.9.6", penalties.lose, penalties.obstacle_to_loss, _always),
    OrderName.BOTH_LOSE: OrderSpec("11.8", penalties.both_lose, asks=_always),
    OrderName.DEVICE: OrderSpec("11.3.2.2", penalties.lose, asks=_always),
    OrderName.FINE: OrderSpec("12.9.7", partial(penalties.note, Penalty.FINE), after_the_end=True),
    OrderName.EXCLUSION: OrderSpec(
        "12.9.8", partial(penalties.note, Penalty.ROUND), after_the_end=True
    ),
    OrderName.EXPULSION: OrderSpec(
        "12.9.9", partial(penalties.note, Penalty.EXPULSION), after_the_end=True
    ),
    OrderName.WITHDRAW: OrderSpec(
        "12.9", undoing.take_back, undoing.nothing_decided, undoing.asks, after_the_end=True
    ),
    OrderName.RESULT: OrderSpec(
        "10.1", penalties.declare, penalties.obstacle_to_result, _always, after_the_end=True
    ),
    # Rulings on what the players dispute, or on a claim of the last two minutes.
    OrderName.UPHOLD: OrderSpec(
        lambda state, _: _of_matter(state, "III.5.1"),
        _uphold,
        _no_ruling(Ruling.UPHELD),
        _asks_to_uphold,
        after_the_end=True,
    ),
    OrderName.POSTPONE: OrderSpec(
        "III.5.2",
        lambda step, order: time_trouble.postpone(step, order.seconds or 0),
        _no_ruling(Ruling.POSTPONED),
    ),
    OrderName.REJECT: OrderSpec(
        lambda state, _: _of_matter(state, "III.5.3"),
        _reject,
        _no_ruling(Ruling.REJECTED),
        after_the_end=True,
    ),
    # Who is there.
    OrderName.ABSENT: OrderSpec("6.7.1", _absent, ends=_loses_at_once),
    OrderName.BOTH_ABSENT: OrderSpec("6.7.2", _absent, ends=_loses_at_once),
    OrderName.ARRIVED: OrderSpec(
        "6.7.1", lambda step, order: running.arrived(step, bool(order.colour))
    ),
    # The board. 7.4.1: men that are found displaced at once are put back, and nothing is restored.
    OrderName.COLOURS_REVERSED: OrderSpec("7.3", board.colours_reversed, _not_begun, _always),
    OrderName.WRONG_SETUP: OrderSpec("7.2.1", board.wrong_setup, _not_begun, _always),
    OrderName.DISPLACED: OrderSpec(
        lambda _, order: "7.4.1" if order.number is None else "7.6",
        board.displaced,
        board.no_such_move,
        lambda _, order: order.number is not None,
    ),
    OrderName.BACK: OrderSpec("7.1", board.go_back, board.no_such_move, _always),
    OrderName.ILLEGAL_MOVE: OrderSpec("7.5.1", board.illegal_move, board.no_such_move, _always),
    OrderName.TWO_HANDS: OrderSpec("7.5.4", board.two_hands, asks=_always),
    # What only goes on record.
    OrderName.DISTURBANCE: OrderSpec("11.5", partial(_note, Note.DISTURBANCE)),
    OrderName.APPEAL: OrderSpec("11.10", partial(_note, Note.APPEAL), after_the_end=True),
    OrderName.LEAVES: OrderSpec("11.2.3", partial(_note, Note.LEAVES)),
    OrderName.BACK_AGAIN: OrderSpec("11.2.3", partial(_note, Note.BACK)),
}


# --- Heard, asked back, carried out -------------------------------------------------------------


def answer(step: Step, asked: OrderAsked, answered: CommandName) -> None:
    """The arbiter answers the question about their order: yes, unless it became impossible in the
    meantime, or no."""
    if answered is not CommandName.YES:
        step.drop_order()
        return
    order = asked.order
    step.close(asked)
    if not _refuses(step, order, step.state.position.turn):
        _carry_out(step, order)


def identify(step: Step, given: Said, _colour: chess.Color) -> bool:
    """Take the digits that were given for a PIN; wrong ones change nothing on board and clock.

    From the third wrong one on none counts for a while, not even the right one.
    """
    assert isinstance(given.intent, PinGiven)
    arbiter = step.state.arbiter
    if step.at < arbiter.barred_until:
        step.emit(PinRefused(step.at, arbiter.barred_until - step.at))
    elif given.intent.right:
        step.close(PinAsked)
        step.arbiter = replace(step.arbiter, known=True, wrong_pins=0)
        step.emit(Noted(step.at, Note.FLOOR_TAKEN))
        if (call := step.state.newest(Call)) is not None:  # 6.11.2: who called, and how long ago
            lasted = step.at - call.at
            step.emit(Noted(step.at, Note.CALLED, "6.11.2", call.colour, lasted=lasted))
    else:
        wait = pin.wait_after(arbiter.wrong_pins + 1)
        step.arbiter = replace(
            step.arbiter, wrong_pins=arbiter.wrong_pins + 1, barred_until=step.at + wait
        )
        step.emit(PinRefused(step.at, wait))
    return True


def replace_pin(step: Step, given: PinReplaced) -> None:
    """Another PIN counts from now on, and nobody is known by the one before. Raises ValueError for
    what no PIN is kept as."""
    if not pin.is_hash(given.kept):
        raise ValueError("no PIN is kept like that")
    agreed = replace(step.state.conditions, arbiter_pin=given.kept)
    step.state = replace(step.state, conditions=agreed)
    step.close(PinAsked)
    step.arbiter = replace(step.arbiter, known=False, wrong_pins=0, barred_until=0)
    step.emit(Noted(step.at, Note.PIN_RENEWED))


def give(step: Step, given: Said, colour: chess.Color) -> bool:
    """Take an order: carry it out, ask back first, or refuse it.

    ``colour`` is the side that has to act, to whom a refusal is told.

    From here on it has the article by which it is given, if the arbiter named none.
    """
    assert isinstance(given.intent, Order)
    order, article = given.intent, ORDERS[given.intent.name].article
    by_state = article if isinstance(article, str) else article(step.state, order)
    order = replace(order, article=order.article or by_state)
    asked = step.state.order_asked
    again = asked is not None and asked.order.name is order.name is OrderName.WITHDRAW
    if asked is not None and again and asked.order.colour == order.colour:
        answer(step, asked, CommandName.YES)  # said once more, it is meant
        return True
    step.drop_order()
    if order.name is OrderName.WITHDRAW:
        order = undoing.named(step.state, order)
    if _refuses(step, order, colour):
        return True
    spec = ORDERS[order.name]
    asks = spec.asks is not None and spec.asks(step.state, order)
    ends = spec.ends is not None and spec.ends(step.state, order, step.at)
    proposed = None if spec.proposes is None else spec.proposes(step, order)
    if asks or ends or proposed is not None or _same_again(step.state, order):
        if order.name is OrderName.WITHDRAW:
            undoing.tell(step, order)
        kind, text = QuestionKind.ORDER, order.text
        white, black = (None, None) if proposed is None else (proposed.white, proposed.black)
        question = Question(step.at, colour, kind, order=text, language=order.language)
        question = replace(question, white=white, black=black)
        step.open(OrderAsked(step.at, order, question))
        step.emit(question)
    else:
        _carry_out(step, order)
    return True


def _refuses(step: Step, order: Order, colour: chess.Color) -> bool:
    """True if something stands in the way of an order; it is told then."""
    state, spec = step.state, ORDERS[order.name]
    obstacle: Obstacle | None = None
    if not state.believes_arbiter:
        obstacle = Refusal.PIN_NEEDED, "12.3"
    elif state.outcome is not None and not spec.after_the_end:
        obstacle = Refusal.GAME_OVER, "11.4"
    elif spec.obstacle is not None:
        obstacle = spec.obstacle(state, order)
    return step.hindered(colour, obstacle)


def _carry_out(step: Step, order: Order) -> None:
    step.emit(OrderGiven(step.at, order.name.value, order.basis, order.colour))
    run = ORDERS[order.name].run
    if order.name in (*ONLY_NOTED, *DECIDE_THEMSELVES):
        run(step, order)
        return
    with step.deciding(order.basis, order.colour, order, rules=order.name in RULINGS):
        run(step, order)
