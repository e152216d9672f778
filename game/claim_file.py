# SPDX-License-Identifier: GPL-3.0-or-later
"""What goes to the arbiter who rules on a claim made where none was present (Guidelines III.6).

The claimant writes down the final position, and where he says that the opponent made no effort to
win, submits the score; the opponent verifies both. Here they are in one text, with the clocks.
"""

import chess

from game.pgn import to_pgn
from table.conditions import SECOND
from table.events.arbiter import Ground
from table.state import State

GROUNDS = {
    Ground.NORMAL_MEANS: "the opponent cannot win by normal means (III.6.1.1)",
    Ground.NO_EFFORT: "the opponent has been making no effort to win (III.6.1.2)",
    Ground.EITHER: "the opponent cannot win by normal means, or makes no effort to (III.6.1)",
}


def write(state: State, started: str = "") -> str | None:
    """The text; None where no such claim waits for its ruling. ``started`` is as in PGN."""
    claim = state.arbiter.claim
    if claim is None or state.outcome is None or claim.ground not in GROUNDS:
        return None
    left = {
        colour: state.clock.remaining(colour, 0) // SECOND for colour in (chess.WHITE, chess.BLACK)
    }
    board = state.position.board
    return "\n".join(
        (
            "Claim of a draw in a game without an arbiter (FIDE Laws, Guidelines III.6)",
            "",
            f"Claimed by {chess.COLOR_NAMES[claim.colour].capitalize()}: {GROUNDS[claim.ground]}.",
            f"{chess.COLOR_NAMES[board.turn].capitalize()} has the move.",
            f"Time left: White {_time(left[chess.WHITE])}, Black {_time(left[chess.BLACK])}.",
            "",
            "Final position",
            board.fen(),
            str(board),
            "",
            "Score",
            to_pgn(state, started),
            "Verified by the opponent: position [ ]  score [ ]  ____________________",
            "",
        )
    )


def _time(seconds: int) -> str:
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
