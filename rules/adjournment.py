# SPDX-License-Identifier: GPL-3.0-or-later
"""Adjourned games: Guidelines I. Decisions only; how a move is sealed is the table's matter."""

import hashlib
import json
from dataclasses import asdict, dataclass
from enum import StrEnum

import chess

from rules.outcome import DRAW, Outcome, Termination, outcome, win
from rules.position import Position
from rules.winnable import Winnability, can_win


class Missing(StrEnum):
    """The parts that an envelope must show (I.2), as far as they are missing."""

    WHITE = "white"  # I.2.1
    BLACK = "black"  # I.2.1
    SEALED_MOVE = "sealed move"  # I.1.1
    RESUMPTION = "resumption"  # I.2.7


@dataclass(frozen=True, slots=True)
class Envelope:
    """The inscription of a sealed move's envelope (I.2).

    ``fen`` is the position before it (I.2.2); ``white_left`` and ``black_left`` the displays in
    nanoseconds (I.2.3); ``sealer`` who sealed (I.2.4) the move of ``number`` (I.2.5); ``offer``
    who offered a draw that is still open (I.2.6); ``resumption`` date, time and place (I.2.7).
    ``scoresheets``: both are in it. ``sealed`` is the move, encrypted.
    """

    white: str
    black: str
    fen: str
    white_left: int
    black_left: int
    sealer: chess.Color
    number: int
    offer: chess.Color | None
    resumption: str
    scoresheets: bool
    sealed: str

    @property
    def checksum(self) -> str:
        """The checksum that the arbiter compares before opening the envelope (I.3)."""
        return hashlib.sha256(json.dumps(asdict(self), sort_keys=True).encode()).hexdigest()


def missing(envelope: Envelope) -> tuple[Missing, ...]:
    """The missing parts, to be written on the envelope before the game counts as adjourned."""
    needed = {
        Missing.WHITE: envelope.white,
        Missing.BLACK: envelope.black,
        Missing.SEALED_MOVE: envelope.sealed,
        Missing.RESUMPTION: envelope.resumption,
    }
    return tuple(name for name, text in needed.items() if not text.strip())


def left_when_sealed(left: int, now: int, session_ends: int | None) -> int:
    """I.1.2: the time left, in nanoseconds, to a player who adjourns before the session ends.

    The player counts as having sealed at its end, and the time until then is theirs.
    """
    waiting = 0 if session_ends is None else max(0, session_ends - now)
    return max(0, left - waiting)


def on_bad_move(position: Position, sealer: chess.Color) -> Outcome:
    """The result where the sealed move is ambiguous, illegible or illegal: its player loses (I.8).

    Unless the game was over before (5, 9.6), or the opponent cannot mate (6.9; in 2005 the same
    rule stands here).
    """
    over = outcome(position)
    if over is not None:
        return over
    drawn = can_win(position.board, not sealer) is Winnability.NO
    return Outcome(DRAW if drawn else win(not sealer), Termination.SEALED_MOVE, "I.8")


def on_default(position: Position, sealed: chess.Move | None, late: chess.Color) -> Outcome:
    """The result where ``late`` came after the default time and loses (I.10).

    A sealed move that ends the game comes first; where it cannot be read, ``sealed`` is None.
    """
    over = outcome(position.play(sealed)) if sealed is not None else None
    return over or Outcome(win(not late), Termination.FORFEIT, "I.10")
