# SPDX-License-Identifier: GPL-3.0-or-later
"""A game as PGN, with the clock of each move as ``[%clk h:mm:ss]``."""

import chess
import chess.pgn

from clock.pgn import write_tag
from game.conditions import SECOND
from game.state import State
from rules.events import Termination

TERMINATIONS = {
    Termination.FLAG: "time forfeit",
    Termination.ABANDONED: "abandoned",
    Termination.FORFEIT: "rules infraction",
    Termination.ILLEGAL_MOVES: "rules infraction",
    Termination.ARBITER: "adjudication",
}


def to_game(state: State, started: str = "") -> chess.pgn.Game:
    """The record of the moves made; ``started`` is the wall time in ISO 8601."""
    first = state.position.back_to(0)
    game = chess.pgn.Game()
    game.setup(first.board)
    headers = game.headers
    headers["Event"] = "?"
    headers["Date"] = started[:10].replace("-", ".") or "????.??.??"
    headers["White"] = state.conditions.white
    headers["Black"] = state.conditions.black
    headers["TimeControl"] = write_tag(state.conditions.control())
    headers["Result"] = state.outcome.result if state.outcome else "*"
    if state.outcome:
        headers["Termination"] = TERMINATIONS.get(state.outcome.termination, "normal")
    node: chess.pgn.GameNode = game
    for made, move in zip(state.record, state.position.moves, strict=True):
        node = node.add_variation(move)
        left = made.white if made.facts.colour == chess.WHITE else made.black
        node.set_clock(left // SECOND)
    return game


def to_pgn(state: State, started: str = "") -> str:
    """PGN text with a newline at its end."""
    return f"{to_game(state, started)}\n"
