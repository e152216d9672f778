# SPDX-License-Identifier: GPL-3.0-or-later
"""Who may do what: every act by every role in every mode and with every duty, at the table.

The grid below says once more what ``rules.rights`` says, in another form: who changes who
may do something changes both, and the page for arbiters with them.
"""

from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from functools import cache, partial
from typing import Any, get_args

import chess
import pytest
from scripted import Table

from rules.rights import ALL, NOBODY, Duty, Right
from rules.scoresheet import Keeping
from table import reception
from table.arbiter.pin import hashed
from table.core import rights
from table.core.conditions import SECOND, Conditions, Mode
from table.core.inputs import (
    Acted,
    Begin,
    EnvelopeNoted,
    EnvelopeOpened,
    Input,
    MoveSealedIn,
    Pressed,
    Said,
)
from table.core.state import Adjournment, Phase, State
from table.events.game import Refusal, Refused, Role
from table.handle import handle
from table.understanding import typed
from voice.language.commands import Command, OnBoard, Tag, Trait
from voice.language.commands import CommandName as C
from voice.language.interpretation import Ambiguous, Either, Heard, Intent, NoMatch, Unsure
from voice.language.orders import Order, OrderName, PinGiven

GRID = """
act                 training  competition  duties
announce            pa        p            2
correct             pa        p            -
take back           p         -            -
start               par       pr           3
press               pa        p            3
pause               par       r            -
resume              par       pr           3
call arbiter        par       pr           5
offer draw          p         p            -
accept draw         p         p            -
decline draw        p         p            -
claim draw          p         p            -
claim last minutes  p         p            -
resign              p         p            -
abort               pr        r            -
claim flag          pa        p            5
claim illegal       par       pr           -
claim touch         par       pr           5
report touch        par       pr           5
report hands        par       pr           5
adjust              par       pr           -
excuse touch        par       pr           -
write down          pa        p            3
read sheet          par       pr           3
hear recording      par       pr           3
sign                p         p            -
report board        par       pr           1
compare boards      par       r            -
adjourn             par       pr           6
seal                pa        p            6
write envelope      par       r            6
open envelope       par       r            -
lose envelope       par       r            -
annul               par       r            -
attend              par       r            -
ask time            par       pr           4
ask board           par       pr           123456
ask advice          par       -            -
ask laws            par       pr           123456
tell                par       par          -
set time            pa        p            -
choose opponent     pa        -            -
set up              pa        -            -
name                pa        p            -
next game           par       pr           -
leave               par       par          -
give order          r         r            -
give PIN            par       par          -
"""
"""p: the players and a voice that nobody knows; a: the assistant; r: the arbiter. In competition
the assistant may do it too who has one of the duties of D.2.10."""

ROLES = {Role.WHITE: "p", Role.BLACK: "p", None: "p", Role.ASSISTANT: "a", Role.ARBITER: "r"}

DENIED = {
    "p": {Refusal.ARBITER_ONLY, Refusal.NOTHING_TO_CORRECT, Refusal.NOT_IN_COMPETITION},
    "a": {
        Refusal.NOT_HIS_DUTY,
        Refusal.ARBITER_ONLY,
        Refusal.NOTHING_TO_CORRECT,
        Refusal.NOT_IN_COMPETITION,
    },
    "r": {
        Refusal.NOT_HERE,
        Refusal.NO_QUESTION,
        Refusal.WHITE_IS_ASKED,
        Refusal.BLACK_IS_ASKED,
        Refusal.NOTHING_TO_CORRECT,
        Refusal.NOT_IN_COMPETITION,
    },
}
"""Of which reasons one is told to whom."""


def grid() -> dict[Right, tuple[str, str, str]]:
    rows = [line.rsplit(maxsplit=3) for line in GRID.strip().splitlines()[1:]]
    return {
        Right(act): (training, competition, duties) for act, training, competition, duties in rows
    }


GRANTED = grid()


def allowed(act: Right, role: str, agreed: Conditions) -> bool:
    training, competition, duties = GRANTED[act]
    if not agreed.competes:
        return role in training
    if act is Right.PAUSE and agreed.no_arbiter and role == "p":
        return True  # the players agree on it
    helps = role == "a" and any(str(int(duty)) in duties for duty in agreed.assistant)
    return role in competition or helps


PIN = hashed("4711")

MODES: list[dict[str, Any]] = [
    {"mode": Mode.TRAINING, "assistant": ALL},
    {"mode": Mode.TRAINING, "assistant": ()},
    *({"mode": Mode.COMPETITION, "assistant": (duty,)} for duty in Duty),
    *(
        {"mode": Mode.COMPETITION, "assistant": duties, **more}
        for duties in (ALL, ())
        for more in ({}, {"supervised": False}, {"no_arbiter": True})
    ),
]

# --- Where each act has a meaning ---------------------------------------------------------------


def fresh(**conditions: Any) -> Table:
    own = Keeping.OWN
    return Table(time_control="15", quickplay=True, sheet_white=own, sheet_black=own, **conditions)


def begun(**conditions: Any) -> Table:
    """1. e4 e5; White is on the move and has a minute left."""
    table = fresh(**conditions)
    table.put(Begin(), 0)
    for at, who, text in ((840, Role.WHITE, "e4"), (850, Role.BLACK, "e5")):
        table.say(text, at, who=who)
        table.say("Uhr", at + 1, who=who)
    return table


def saying(who: Role, *texts: str) -> Callable[..., Table]:
    def table(**conditions: Any) -> Table:
        made = begun(**conditions)
        for number, text in enumerate(texts):
            made.say(text, 852 + number, who=who)
        return made

    return table


def adjourned(phase: Phase) -> Callable[..., Table]:
    def table(**conditions: Any) -> Table:
        made = begun(**conditions)
        if phase is not Phase.SEALING:
            made.state = replace(made.state, clock=made.state.clock.pause(852 * 10**9))
        at_table = Adjournment(phase, chess.WHITE, sealed="hidden", here=frozenset(chess.COLORS))
        made.state = replace(made.state, adjourned=at_table)
        return made

    return table


announced = saying(Role.WHITE, "Sf3")
offered = saying(Role.BLACK, "ich biete Remis", "ja")
over = saying(Role.WHITE, "ich gebe auf", "ja")
touched = saying(Role.BLACK, "berührt Springer Gustav eins")

KNIGHT = chess.Move.from_uci("g1f3")
OTHER = chess.Move.from_uci("b1c3")

ABOUT: dict[C, int | str | OnBoard | Tag] = {
    **dict.fromkeys((C.RANK, C.FILE), 0),
    **dict.fromkeys((C.OPPONENT, C.LAST_FIVE, C.RECORDING), 1),
    **dict.fromkeys(
        (C.SQUARE, C.SQUARE_COLOUR, C.ATTACKERS, C.LEGAL_MOVES, C.PIECES, C.MISSING, C.BOARD,
         C.TOUCH, C.FEEL, C.CLAIM_TOUCH, C.CASTLE_INTENT),
        OnBoard(chess.G1),
    ),
    C.RELEASE: OnBoard(chess.G1, chess.F3),
    C.DIAGONAL: OnBoard(chess.G1, chess.A7),
    C.SET_TIME: "10+5",
    C.ARTICLE: "9.2",
    C.EDITION: 2023,
    C.SET_UP: "empty",
    C.PLACE: OnBoard(chess.B1),
    C.TAG: Tag("white", "Anna"),
    C.SPELL: Tag("white", ""),
}  # fmt: skip

SAYS = {name: Command(name, ABOUT.get(name), colour=chess.WHITE, text=name.value) for name in C}

PLACES: dict[C, Callable[..., Table]] = {
    **dict.fromkeys((C.SET_TIME, C.TAG, C.OPPONENT, C.EDITION, C.SET_UP, C.PLACE, C.SPELL), fresh),
    **dict.fromkeys((C.HINT, C.EVALUATION, C.BETTER), partial(begun, computer=chess.BLACK)),
    **dict.fromkeys((C.NEW_GAME, C.REMATCH, C.STUDY, C.SIGN), over),
    **dict.fromkeys((C.ACCEPT_DRAW, C.DECLINE_DRAW), offered),
    **dict.fromkeys((C.CORRECT, C.PRESS), announced),
    **dict.fromkeys(
        (C.OPEN_ENVELOPE, C.ENVELOPE_LOST, C.ANNUL, C.PRESENT, C.ABSENT),
        adjourned(Phase.ADJOURNED),
    ),
    C.ACCIDENTAL: touched,
    C.PLAY_COLOUR: partial(fresh, computer=chess.BLACK),
}

Act = tuple[str, Callable[..., Table], Input]


def said(intent: Intent, who: Role | None = None) -> Said:
    return Said(intent, 10**15, who, typed=True)


def acts() -> Iterator[Act]:
    """Everything that can be done, where it has a meaning: name, table, input."""
    for name in C:
        if name not in (C.YES, C.NO):
            yield name.value, PLACES.get(name, begun), said(SAYS[name])
    for word in ("Uhr", "weiter"):
        yield f"start by {word}", fresh, said(Command(C.PRESS if word == "Uhr" else C.RESUME))
    for name in (C.NEW_GAME, C.REMATCH):
        yield f"{name} of a running game", begun, said(Command(name))
    yield "takeback", begun, said(Command(C.CORRECT))
    yield "resume from a pause", restarted, said(Command(C.RESUME))
    moves: dict[str, Intent] = {
        "clear": Heard(KNIGHT, "Sf3"),
        "ambiguous": Ambiguous((KNIGHT, OTHER), "Springer"),
        "unsure": Unsure(KNIGHT, "Sf3"),
        "either": Either((KNIGHT,), (KNIGHT,), "Sf3"),
        "illegal": typed("Turm Anna drei", begun().state, None),
    }
    for kind, intent in moves.items():
        yield f"{kind} move", begun, said(intent)
    yield "first move", fresh, said(Heard(chess.Move.from_uci("e2e4"), "e4"))
    yield "key", announced, Pressed()
    yield "key before the game", fresh, Pressed()
    yield "a sealed move", adjourned(Phase.SEALING), MoveSealedIn("hidden")
    yield "writing on the envelope", adjourned(Phase.SEALING), EnvelopeNoted("Anna")
    yield "opening", adjourned(Phase.ADJOURNED), EnvelopeOpened(Heard(KNIGHT, "Sf3"), "Sf3")
    for order in OrderName:
        yield f"order {order}", begun, said(Order(order, colour=chess.WHITE))
    yield "PIN", begun, said(PinGiven(False))
    yield "yes to an offer", offered, said(Command(C.YES))
    yield "no to an offer", offered, said(Command(C.NO))
    for text, asking in ASKED.items():
        for answer in (name for name in C if Trait.ANSWERS in name.traits):
            yield f"{answer} to {text}", asking, said(Command(answer))


def restarted(**conditions: Any) -> Table:
    made = begun(**conditions)
    made.state = replace(made.state, clock=made.state.clock.pause(852 * 10**9))
    return made


def accepting(**conditions: Any) -> Table:
    made = offered(**conditions)
    made.say("Remis angenommen", 855, who=Role.WHITE)
    return made


def setting_time(**conditions: Any) -> Table:
    made = fresh(**conditions)
    made.say("10+5", 0, who=Role.WHITE)
    return made


def taking_back(**conditions: Any) -> Table:
    made = begun(**{**conditions, "mode": Mode.TRAINING})
    made.say("zurück", 852, who=Role.BLACK)
    made.state = replace(made.state, conditions=Conditions(**{**kept(made), **conditions}))
    return made


def kept(table: Table) -> dict[str, Any]:
    agreed = table.state.conditions
    return {one.name: getattr(agreed, one.name) for one in fields(agreed)}


def breaking_off(**conditions: Any) -> Table:
    made = begun(**conditions)
    made.say("Partie abbrechen", 852, who=Role.ARBITER)
    return made


ASKED = {
    "resigning": saying(Role.WHITE, "ich gebe auf"),
    "offering": saying(Role.WHITE, "ich biete Remis"),
    "claiming": saying(Role.WHITE, "Remis reklamieren"),
    "claiming in the last minutes": saying(Role.WHITE, "kein Gewinn mit normalen Mitteln"),
    "asking for an increment": saying(Role.WHITE, "Bonus fünf Sekunden pro Zug"),
    "accepting": accepting,
    "setting the time": setting_time,
    "taking back": taking_back,
    "breaking off": breaking_off,
}
"""Tables at which somebody is asked for a yes."""

ACTS = {name: (place, given) for name, place, given in acts()}

DEAD_ENDS = {
    "leave",  # where a game runs there is nothing to leave
    "castle_intent",
    "check_called",
    "adjust_time",
    "claim_flag",
    "claim_illegal",
    "open_envelope",  # needs its passphrase
    "mend_sheet",  # nothing is written on it
    *(name.value for name in C if name.right is Right.TELL),  # obeyed at the edge
    "resume",  # no pause
    "PIN",
    "threats",  # told against the computer alone
    "errors",  # told in study
}
"""What may be done and comes to nothing here; the tests of each act show what it does."""


@cache
def beginning(place: Callable[..., Table], **conditions: Any) -> State:
    """What ``place`` makes of these conditions, made once: a state never changes."""
    return place(**conditions).state


def by(given: Input, who: Role | None, state: State) -> Input:
    if isinstance(given, Said):
        at = 900 * 10**9 if state.started else 10**9
        return replace(given, who=who, ended_at=at)
    assert isinstance(given, Pressed | MoveSealedIn | EnvelopeNoted | EnvelopeOpened)
    return replace(given, who=who)


@pytest.mark.article("D.2.10", "12.3", "5.1.2", "9.1.2.1-a", "9.2.1.1", "11.3.1")
@pytest.mark.parametrize("name", ACTS)
def test_who_may_do_it_does_it_and_nobody_else(name: str) -> None:
    place, given = ACTS[name]
    done = False
    for conditions in MODES:
        before = beginning(place, **conditions)
        for who, role in ROLES.items():
            given = by(given, who, before)
            act = rights.right(before, given)
            assert act is not None, name
            at = (856 if before.started else 1) * SECOND
            after, events, request = handle(before, given, at)
            refused = [one for one in events if isinstance(one, Refused)]
            told = name, act, who, conditions, events
            if allowed(act, role, before.conditions):
                assert not [one for one in refused if one.reason is Refusal.NOT_HIS_DUTY], told
                done = done or request is not None
                done = done or bool(set(map(type, events)) - {Refused})
            else:
                assert len(events) == 1, told
                assert refused[0].reason in DENIED[role], told
                assert replace(after, refused_article=before.refused_article) == before, told
    assert done or name in DEAD_ENDS or name.startswith(("order", "key", "start"))


def test_every_act_has_a_row() -> None:
    """Who adds a command, an input or a meaning decides here who may do it."""
    assert list(GRANTED) == list(Right)
    assert {name for name in C if name.right is None} == {C.YES, C.NO}
    done = {rights.right(beginning(place), given) for place, given in ACTS.values()}
    assert done >= set(Right)
    of_nobody = set(rights.UNASKED)
    assert of_nobody.isdisjoint(type(given) for _, given in ACTS.values())
    given_in = {type(given) for _, given in ACTS.values()}
    as_said = {Acted}  # what an opponent who is not at the board says
    assert of_nobody | given_in | as_said == set(get_args(Input))
    meanings = {type(given.intent) for _, given in ACTS.values() if isinstance(given, Said)}
    assert meanings | {NoMatch} == set(get_args(Intent))


def test_what_is_in_no_table_is_nobodys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(C.RESIGN, "right", None)
    for who in ROLES:
        table = begun()
        assert table.say("ich gebe auf", 852, who=who) == ["Refused"]
    monkeypatch.setattr(Right.ANNOUNCE, "training", NOBODY)
    table = begun()
    assert table.say("Sf3", 852, who=Role.WHITE) == ["Refused"]


@pytest.mark.article("12.3")
@pytest.mark.parametrize("name", ACTS)
def test_whoever_only_says_to_be_the_arbiter_is_nobody(name: str) -> None:
    """A PIN was set and not given: what the arbiter alone could do, and what an arbiter's word
    makes stronger, is refused."""
    place, given = ACTS[name]
    pin = {"arbiter_pin": PIN, "mode": Mode.COMPETITION}
    before = beginning(place, **pin)
    given = by(given, Role.ARBITER, before)
    act = rights.right(before, given)
    assert act is not None
    after, events, _ = handle(before, given, (856 if before.started else 1) * SECOND)
    if not act.free:
        may = allowed(act, "r", before.conditions)
        reasons = {Refusal.PIN_NEEDED} if may else DENIED["r"] | {Refusal.ARBITER_ONLY}
        assert [getattr(one, "reason", None) in reasons for one in events] == [True]
        assert replace(after, refused_article=before.refused_article) == before
    elif isinstance(given, Said) and isinstance(given.intent, Order):
        assert [getattr(one, "reason", None) for one in events] == [Refusal.PIN_NEEDED]


@pytest.mark.article("12.3")
def test_the_arbiters_own_question_is_answered_at_the_keyboard() -> None:
    """Without a PIN the line that names nobody is the arbiter's, as after an order."""
    table = begun(mode=Mode.COMPETITION)
    for text in ("schiedsrichter: Partie abbrechen", "ja"):
        given = reception.typed(reception.addressed(text), table.state, 860 * SECOND)
        assert isinstance(given, Said)
        assert given.who is Role.ARBITER
        table.put(given, 860)
    assert table.state.outcome is not None
    table = begun(mode=Mode.COMPETITION)
    table.say("ich gebe auf", 860, who=Role.WHITE)
    given = reception.typed(reception.addressed("ja"), table.state, 861 * SECOND)
    assert isinstance(given, Said)
    assert given.who is None
