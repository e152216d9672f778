# SPDX-License-Identifier: GPL-3.0-or-later
"""Who may do what, and when: every cell of the table in ``acts.txt`` is played.

The table is the Laws' (articles 1.3, 5.1, 5.2, 9.1 to 9.4, 12.6, D.2.3 to D.2.10, I), for each act,
moment and person, in each edition, with the competition rules and without (A.4).
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import chess
import pytest
from scripted import Table

from table.core.conditions import SECOND, Mode
from table.core.inputs import Begin, EnvelopeNoted, MoveSealedIn, Said
from table.events import Event
from table.events.dialogue import Question
from table.events.game import GameEnded, MoveCorrected, Refused, Role, TouchDeclared
from table.understanding import typed

WORDS = {
    "resign": "ich gebe auf",
    "offer": "ich biete Remis",
    "accept": "Remis angenommen",
    "claim": "Remis reklamieren",
    "correct": "Korrektur",
    "press": "Uhr",
    "touch": "berührt Springer Bella eins",
    "call": "Schiedsrichter",
}
PERSONS = {
    "white": Role.WHITE,
    "black": Role.BLACK,
    "unknown": None,
    "assistant": Role.ASSISTANT,
    "arbiter": Role.ARBITER,
}


class Game(Table):
    """A competition whose words come a second after one another, typed."""

    def __init__(self, **conditions: Any) -> None:
        super().__init__(**{"mode": Mode.COMPETITION, "press_after": None, **conditions})
        self.second = 0
        self.put(Begin(), 0)

    def does(self, text: str, who: Role | None) -> tuple[Event, ...]:
        self.second += 1
        intent, before = typed(text, self.state, who), len(self.events)
        self.put(Said(intent, self.second * SECOND, who, text, typed=True), self.second)
        return tuple(self.events[before:])


def before(**conditions: Any) -> Game:
    """White has the move, and has announced nothing."""
    game = Game(white="Anna", black="Bela", **conditions)
    for text, who in (("Eva vier", Role.WHITE), ("Uhr", Role.WHITE),
                      ("Eva fünf", Role.BLACK), ("Uhr", Role.BLACK)):  # fmt: skip
        game.does(text, who)
    return game


def offered(**conditions: Any) -> Game:
    """Before White's move Black has offered a draw."""
    game = before(**conditions)
    game.does("ich biete Remis", Role.BLACK)
    game.does("ja", Role.BLACK)
    return game


def announced(start: Callable[..., Game] = before, **conditions: Any) -> Game:
    game = start(**conditions)
    game.does("Springer Felix drei", Role.WHITE)
    return game


def rejected(**conditions: Any) -> Game:
    """White has announced a move after Black's offer."""
    return announced(offered, **conditions)


def offered_late(**conditions: Any) -> Game:
    """Black has offered a draw after White's announcement."""
    game = announced(**conditions)
    game.does("ich biete Remis", Role.BLACK)
    game.does("ja", Role.BLACK)
    return game


def pressed(**conditions: Any) -> Game:
    game = announced(**conditions)
    game.does("Uhr", Role.WHITE)
    return game


def mate(**conditions: Any) -> Game:
    """White has announced a mate."""
    game = Game(fen="6k1/5ppp/8/8/8/8/8/RN2K3 w - - 0 1", **conditions)
    game.does("Turm Anna acht", Role.WHITE)
    return game


def over(**conditions: Any) -> Game:
    game = before(**conditions)
    game.does("ich gebe auf", Role.WHITE)
    game.does("ja", Role.WHITE)
    return game


def adjourned(**conditions: Any) -> Game:
    """White has sealed a move."""
    game = before(**conditions)
    game.does("vertagen", Role.ARBITER)
    game.put(EnvelopeNoted(resumption="morgen", who=Role.ARBITER), game.second)
    game.put(MoveSealedIn("hidden", Role.WHITE), game.second)
    game.does("Uhr", Role.WHITE)
    return game


MOMENTS = {
    made.__name__: made
    for made in (before, offered, announced, rejected, offered_late, pressed, mate, over, adjourned)
}


def rows() -> Iterator[tuple[str, str, str, str]]:
    """Moment, act, person and what becomes of it."""
    moment = ""
    for line in Path(__file__).with_name("acts.txt").read_text(encoding="utf-8").splitlines():
        act, *cells = [cell.strip() for cell in line.split("|")]
        if act in MOMENTS:
            moment = act
        elif act in WORDS:
            for person, cell in zip(PERSONS, cells, strict=True):
                yield moment, act, person, cell


CELLS = {(moment, act, person): cell for moment, act, person, cell in rows()}


def outcome(events: tuple[Event, ...]) -> str:
    """The outcome of an act, as the table writes it."""
    found = [told for event in events if (told := _told(event))]
    return found[-1] if found else "done" if events else "nothing"


def _told(event: Event) -> str:
    match event:
        case Refused(article=article):
            return f"no {article}".strip()
        case Question(who=who, named=named):
            return f"asks {_side(who)}{' by name' if named else ''}"
        case MoveCorrected():
            return "taken back"
        case TouchDeclared(colour=colour):
            return f"binds {_side(colour)}"
        case GameEnded(result=result):
            return result
    return ""


def _side(colour: chess.Color) -> str:
    return "White" if colour else "Black"


def test_the_table_is_whole() -> None:
    every = {(moment, act, who) for moment in MOMENTS for act in WORDS for who in PERSONS}
    assert set(CELLS) == every


@pytest.mark.article(
    "1.3", "5.1.1", "5.1.2", "9.1.2.1-d", "9.2.1.2", "9.4", "12.6", "D.2.3.3", "D.2.8", "I.5"
)
@pytest.mark.parametrize("edition", [2005, 2018, 2023])
@pytest.mark.parametrize("limited", [False, True])
@pytest.mark.parametrize("moment", MOMENTS)
def test_every_cell(moment: str, limited: bool, edition: int) -> None:
    agreed: dict[str, Any] = {"edition": edition, "supervised": not limited}
    if limited:
        agreed["time_control"] = "3+2"
    start = MOMENTS[moment](**agreed)
    wrong = []
    for (at, act, person), expected in CELLS.items():
        if at != moment:
            continue
        game = Game()
        game.state, game.second = start.state, start.second
        found = outcome(game.does(WORDS[act], PERSONS[person]))
        if found != expected:
            wrong.append(f"{act} by {person}: {found}, not {expected}")
    assert not wrong, "\n".join((moment, *wrong))
