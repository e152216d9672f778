# SPDX-License-Identifier: GPL-3.0-or-later
"""An opponent who is a person somewhere else needs no more than one class: they send what everybody
at the table says, and hear of what happens there."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

import chess
import pytest
from boards import Board
from told import sentence

from game.base.game_time import GameTime
from game.base.inbox import TypedLine
from opponents.seat import OpponentDid, Seat, wish
from rules.position import Position
from table.core.conditions import SECOND
from table.core.inputs import DeviceChanged
from table.core.state import State
from table.events.dialogue import Device
from voice.language.commands import CommandName as C

WORDS: Final = {
    "offer": C.OFFER_DRAW,
    "accept": C.ACCEPT_DRAW,
    "decline": C.DECLINE_DRAW,
    "resign": C.RESIGN,
    "take back": C.CORRECT,
    "yes": C.YES,
    "no": C.NO,
}


class Remote:
    """A person at the other end of a line; ``sent`` is what has gone to them."""

    def __init__(self, tell: Callable[[OpponentDid], None], colour: chess.Color) -> None:
        self._tell = tell
        self._colour = colour
        self._position: Position | None = None
        self.sent: list[str] = []

    def ask(self, state: State, now: int) -> None:
        self._position = state.position
        self.sent += [state.position.moves[-1].uci()] if state.position.moves else []

    def answer(self, state: State, now: int) -> None:
        self.sent.append("take back?" if wish(state, self._colour) else "offer")

    def follow(self, state: State) -> None:
        if state.outcome is not None and state.outcome.result not in self.sent:
            self.sent.append(state.outcome.result)

    def close(self) -> None:
        self.sent.append("bye")

    def comes(self, line: str, at: int) -> None:
        """A line comes over the net."""
        if line in WORDS:
            self._tell(OpponentDid(WORDS[line], at))
        else:
            move = chess.Move.from_uci(line)
            self._tell(OpponentDid(move, at, self._position))


class Table(Board):
    """White sits here, Black elsewhere."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, time_control="5+3")
        self.remote = Remote(self.inbox.put, chess.BLACK)
        self.equip(GameTime(self.clock), opponent=Seat(self.remote, chess.BLACK))

    def say(self, *texts: str) -> list[str]:
        self.lines.clear()
        for text in texts:
            self.run(TypedLine(text, self.clock.now))
        return self.lines

    def comes(self, line: str, seconds: float = 0) -> list[str]:
        self.lines.clear()
        self.remote.comes(line, self.clock.now + round(seconds * SECOND))
        return self.run()


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """After 1. e4 e5 2. Nf3."""
    table = Table(tmp_path)
    table.say("e4", "")
    table.comes("e7e5")
    table.say("Sf3", "")
    return table


def test_moves_go_both_ways(table: Table) -> None:
    assert table.moves == ["e2e4", "e7e5", "g1f3"]
    assert table.remote.sent == ["e2e4", "g1f3"]


def test_their_time_ends_with_their_word_and_not_with_its_arrival(table: Table) -> None:
    before = table.session.state.clock.remaining(chess.BLACK, table.clock.now)
    table.clock.now += 10 * SECOND
    table.comes("b8c6", seconds=-2)
    after = table.session.state.clock.remaining(chess.BLACK, table.clock.now)
    assert before - after == (8 - 3) * SECOND  # less the increment


def test_they_offer_a_draw_and_it_is_accepted(table: Table) -> None:
    assert sentence("game.draw_offered", colour="Schwarz") in table.comes("offer")
    table.say("Remis angenommen", "ja")
    assert table.remote.sent[-1] == "1/2-1/2"


def test_they_think_about_an_offer(table: Table) -> None:
    table.comes("b8c6")
    table.say("Lb5", "biete Remis", "ja", "")
    assert table.remote.sent[-2:] == ["offer", "f1b5"]
    assert sentence("game.draw_declined", colour="Schwarz") in table.comes("decline")
    assert table.comes("accept") == []  # the offer is gone
    table.comes("a7a6")
    assert table.moves[-1] == "a7a6"


def test_they_want_a_move_back(table: Table) -> None:
    table.comes("b8c6")
    table.comes("take back")
    table.say("nein")
    assert table.moves[-1] == "b8c6"
    table.comes("take back")
    table.say("ja")
    assert table.moves[-1] == "g1f3"
    table.comes("g8f6")
    assert table.moves[-1] == "g8f6"


@pytest.mark.parametrize(("answer", "left"), [("yes", "e7e5"), ("no", "g1f3")])
def test_they_are_asked_whether_a_move_may_go_back(table: Table, answer: str, left: str) -> None:
    table.say("zurück")
    assert table.remote.sent[-1] == "take back?"
    assert table.moves[-1] == "g1f3"  # nobody has agreed yet
    table.comes(answer)
    assert table.moves[-1] == left
    assert table.remote.sent.count("take back?") == 1
    assert table.comes(answer) == []  # nobody asks any more


def test_they_resign_and_mean_it(table: Table) -> None:
    table.comes("resign")
    assert table.session.state.outcome is not None
    assert table.session.state.outcome.result == "1-0"


def test_they_hear_that_the_game_is_over(table: Table) -> None:
    table.say("ich gebe auf", "ja")
    assert table.remote.sent[-1] == "0-1"


def test_a_lost_line_is_told_once(table: Table) -> None:
    lost = DeviceChanged(Device.OPPONENT, False, "no network")
    assert table.run(lost, lost).count(sentence("game.lost.opponent")) == 1
    table.say("schwarz: Sc6", "")
    assert table.moves[-1] == "b8c6"
