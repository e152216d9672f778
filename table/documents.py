# SPDX-License-Identifier: GPL-3.0-or-later
"""What lies beside the boards, as values: two scoresheets, two boards, an envelope."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

import chess

from rules.scoresheet import NOTHING_WRITTEN, Scoresheet


@dataclass(frozen=True, slots=True)
class Papers:
    """One player's: his scoresheet and what he owes to it.

    ``excused``: he need not record any more in this period (8.4). ``due``: he has to bring the
    sheet up to date before he moves (8.5.2). ``looks``: how often he asked to see it (A.3.2).
    ``offers``: his draw offers and wrong claims (11.5). ``signed``: the result that he stated
    (8.7).
    """

    sheet: Scoresheet = NOTHING_WRITTEN
    excused: bool = False
    due: bool = False
    looks: int = 0
    offers: int = 0
    signed: str | None = None


NO_PAPERS = Papers()


@dataclass(frozen=True, slots=True)
class Sheets:
    """Both players' papers, and the sound of what was announced (D.2.7).

    ``stopped``: the clocks stand until both sheets are up to date (8.5.1). ``sounds`` are, for
    each ply, the digests of the recordings that led to it; ``heard`` those of the move to come.
    """

    white: Papers = NO_PAPERS
    black: Papers = NO_PAPERS
    stopped: bool = False
    sounds: tuple[tuple[str, ...], ...] = ()
    heard: tuple[str, ...] = ()

    def of(self, colour: chess.Color) -> Papers:
        """The papers of ``colour``."""
        return self.white if colour == chess.WHITE else self.black

    def change(self, colour: chess.Color, **fields: Any) -> "Sheets":
        """With fields of one player's papers replaced."""
        papers = replace(self.of(colour), **fields)
        if colour == chess.WHITE:
            return replace(self, white=papers)
        return replace(self, black=papers)


NO_SHEETS = Sheets()


@dataclass(frozen=True, slots=True)
class Boards:
    """What is reported to stand on each player's board, as the placement of a FEN (D.2.9).

    It is empty where nobody reported that the board shows anything but the position.
    """

    white: str = ""
    black: str = ""

    def of(self, colour: chess.Color) -> str:
        """What was reported of the board of ``colour``."""
        return self.white if colour == chess.WHITE else self.black


NO_BOARDS = Boards()


class Phase(StrEnum):
    """How far an adjournment has come (I)."""

    SEALING = "sealing"  # a player was told to seal; his clock runs
    CLOSING = "closing"  # the clock stands; the envelope is not complete
    ADJOURNED = "adjourned"
    RESUMED = "resumed"  # the session has begun, the envelope is closed (I.9.2)
    OPENED = "opened"  # the move was played while its player is absent (I.9.3)


@dataclass(frozen=True, slots=True)
class Adjournment:
    """A game that is being adjourned, or is, or is being resumed.

    ``sealed`` is the move as nobody can read it. ``session_ends``: he adjourned of his own will
    before that time, in nanoseconds of the game (I.1.2). ``reply``: what is in the envelope is
    the reply to a sealed move, put there because ``sealer``'s opponent is absent (I.9.3).
    ``here`` are the players at the board, ``resumed_at`` when the session began, ``late`` who came
    after the default time (I.10); ``lost``: the envelope is (I.12.1).
    """

    phase: Phase
    sealer: chess.Color
    session_ends: int | None = None
    sealed: str = ""
    white: str = ""
    black: str = ""
    resumption: str = ""
    here: frozenset[chess.Color] = frozenset()
    resumed_at: int | None = None
    late: chess.Color | None = None
    lost: bool = False
    reply: bool = False

    @property
    def replier(self) -> chess.Color:
        """Who must reply to the sealed move."""
        return not self.sealer
