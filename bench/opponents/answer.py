# SPDX-License-Identifier: GPL-3.0-or-later
"""How soon the computer's move is told after the player's press, in milliseconds.

    python -m bench.opponents.answer [--moves 10] [--levels 1-12] [--json FILE]

The real loop plays a game against each level, which takes no time but that for thinking: what is
measured is what a player waits for at the least. In a game the computer takes as long as a person
of its strength would. From level 13 on an engine uses what time it is given.
"""

import argparse
import time

import chess

from announce.text.settings import Settings
from bench import results
from game.base.inbox import Inbox, TypedLine
from game.play.devices import Devices
from game.play.game import Game
from game.play.loop import Loop
from game.sound.presenter import Presenter
from ground.progress import Progress
from opponents.player import EnginePlayer
from opponents.programs import OWN
from opponents.seat import Seat
from record.session import Session
from table.acts.setup import elo_of
from table.core.conditions import Conditions
from table.core.state import new_state
from table.events.game import MoveSpoken

LINE = ("e4", "Nf3", "Bc4", "d3", "O-O", "Re1", "c3", "Nbd2", "h3", "a4", "Bb3", "Nf1", "Ng3", "d4")
"""White's moves; where one is not legal, the first that is."""


def waits(level: int, moves: int) -> list[float]:
    """The time from each press to the answer, in milliseconds."""
    agreed = Conditions(press_after=None, computer=chess.BLACK, elo=elo_of(level) or 0)
    heard: list[object] = []
    presenter = Presenter(Settings(), lambda _: None, overheard=heard.extend)
    inbox = Inbox()
    player = EnginePlayer(OWN, inbox.put, 0.0, elo=agreed.elo, resigns=False)
    session = Session(new_state(agreed), Settings())
    game = Game(session, presenter, inbox, Devices(opponent=Seat(player, chess.BLACK)))
    loop = Loop(inbox, presenter, game)
    loop.start()
    found = []
    try:
        for number in Progress().over(range(moves)):
            legal = session.state.position.board
            if session.state.outcome is not None:
                break
            move = LINE[number % len(LINE)]
            try:
                legal.parse_san(move)
            except ValueError:
                move = next(iter(legal.legal_moves)).uci()
            loop.turn(TypedLine(move, inbox.clock()))
            heard.clear()
            pressed = time.perf_counter()
            loop.turn(TypedLine("", inbox.clock()))
            while not any(isinstance(event, MoveSpoken) for event in heard):
                if session.state.outcome is not None:
                    return found
                loop.turn(inbox.get(5))
            found.append((time.perf_counter() - pressed) * 1000)
    finally:
        player.close()
    return found


def main() -> None:
    """Play, and print a line for each level."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--moves", type=int, default=10)
    parser.add_argument("--levels", default="1-12")
    results.add_option(parser)
    given = parser.parse_args()
    first, _, last = given.levels.partition("-")
    figures = {}
    for level in range(int(first), int(last or first) + 1):
        figures[str(level)] = summary = results.summary(waits(level, given.moves))
        print(f"level {level}: {summary}", flush=True)
    results.write(given.json, "opponents.answer", figures)


if __name__ == "__main__":
    main()
