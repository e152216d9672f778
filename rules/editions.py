# SPDX-License-Identifier: GPL-3.0-or-later
"""Differences between the editions of the Laws: 2005, 2018 (the default) and 2023.

Everything else is the same in all three. A text of a club or a federation is one more: it has a
name. A rate of play is named as in ``clock.control``: "standard", "rapid" or "blitz".
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

MINUTE = 60

_SECOND = {"standard": 2, "rapid": 2, "blitz": 2}
_BLITZ_ONE_MINUTE = {"standard": 2 * MINUTE, "rapid": 2 * MINUTE, "blitz": MINUTE}
_QUICK_ONE_MINUTE = {"standard": 2 * MINUTE, "rapid": MINUTE, "blitz": MINUTE}


@dataclass(frozen=True, slots=True)
class Edition:
    """One edition's answers; what is not given is as in 2018. Times are in seconds.

    ``name`` is that of a text of a club or a federation, which changes the Laws of its ``year`` and
    holds only where it is chosen; those of FIDE have none. ``since`` is the day on which it came
    into force, in ISO 8601.
    ``automatic_draws``: the fifth occurrence and the seventy-fifth move end the game (9.6).
    ``moves_before_agreement``: made by each player before a draw may be agreed (5.2.3).
    ``resigning_may_draw``: against an opponent who cannot mate (5.1.2). ``losing_illegal_move``:
    which illegal move by the same player loses (7.5.5), and ``illegal_move_bonus`` what the
    opponent gets for an earlier one; ``wrong_claim_bonus`` what the opponent gets for a wrong claim
    (9.5.3), and ``wrong_claim_halves`` what is left of the claimant's own time. ``default_time``:
    how late a player may come where nothing else is said (6.7.1). ``touch_ends_claims``: not only a
    move ends the right to claim in that move, but a touched piece too (9.4).
    ``replaced_by_queen``: a pawn that was left on the last rank becomes a queen; else the move is
    taken back like any other illegal one (7.5.2). ``drawn_by_illegality``: what A.4.4 draws; else
    the arbiter intervenes. ``colours_stay``: a game with reversed colours goes on, unless the
    arbiter wants it otherwise (E.05-11). ``setup_moves``: made by both players of a quick game,
    after which a wrong set-up stays (A.4.1.2). ``sheets_in_envelope``: both scoresheets go into
    it (I.1.1, E.23-4). ``electronic_sheets``: the program's record may be a scoresheet
    (8.1.1.2, E.23-3). ``rapid``: the shortest and the longest rapid game, with the increments of
    sixty moves; shorter is blitz, longer is standard (A.1, B.1). ``supervised_quick_games``: with
    an arbiter for few games, rapid and blitz are played by the Competition Rules (A.3, B.3).
    ``players_call_flags``: in rapid and blitz only the opponent claims a fallen flag (E.05-7).
    ``quickplay_is_law``: the quickplay finish needs no announcement (E.05-10).
    """

    year: int
    since: str
    name: str = ""
    automatic_draws: bool = True
    moves_before_agreement: int = 1
    resigning_may_draw: bool = False
    losing_illegal_move: Mapping[str, int] = field(default_factory=lambda: _SECOND)
    illegal_move_bonus: Mapping[str, int] = field(default_factory=lambda: _BLITZ_ONE_MINUTE)
    wrong_claim_bonus: Mapping[str, int] = field(default_factory=lambda: _BLITZ_ONE_MINUTE)
    wrong_claim_halves: bool = False
    default_time: int = 0
    touch_ends_claims: bool = True
    replaced_by_queen: bool = True
    drawn_by_illegality: bool = True
    colours_stay: bool = False
    setup_moves: int = 10
    sheets_in_envelope: bool = True
    electronic_sheets: bool = False
    rapid: tuple[int, int] = (10 * MINUTE + 1, 60 * MINUTE - 1)
    supervised_quick_games: bool = True
    players_call_flags: bool = False
    quickplay_is_law: bool = False


_2018 = Edition(2018, since="2018-01-01")
_2005 = Edition(
    year=2005,
    since="2005-07-01",
    automatic_draws=False,
    moves_before_agreement=0,
    losing_illegal_move={"standard": 3, "rapid": 3, "blitz": 1},
    illegal_move_bonus={"standard": 2 * MINUTE, "rapid": 2 * MINUTE, "blitz": 0},
    wrong_claim_bonus={"standard": 3 * MINUTE, "rapid": 3 * MINUTE, "blitz": 3 * MINUTE},
    wrong_claim_halves=True,
    default_time=60 * MINUTE,
    touch_ends_claims=False,
    replaced_by_queen=False,
    drawn_by_illegality=False,
    colours_stay=True,
    setup_moves=3,
    rapid=(15 * MINUTE, 60 * MINUTE),
    supervised_quick_games=False,
    players_call_flags=True,
    quickplay_is_law=True,
)
_2023 = replace(
    _2018,
    year=2023,
    since="2023-01-01",
    resigning_may_draw=True,
    illegal_move_bonus=_QUICK_ONE_MINUTE,
    wrong_claim_bonus=_QUICK_ONE_MINUTE,
    sheets_in_envelope=False,
    electronic_sheets=True,
)

_EDITIONS = {2005: _2005, 2018: _2018, 2023: _2023}
"""By their numbers, which games on the disk have too: the year, or for a text with a name its year
and a digit (20231)."""

YEARS = tuple(number for number, laws in _EDITIONS.items() if not laws.name)
"""The editions of FIDE."""

NAMES: Mapping[str, int] = {laws.name or str(laws.year): one for one, laws in _EDITIONS.items()}
"""The number of each edition by the name by which it is chosen."""


def edition(number: int) -> Edition:
    """The Laws of that number; raises ``ValueError`` if it is not one of :data:`NAMES`."""
    if number not in _EDITIONS:
        known = ", ".join(map(str, _EDITIONS))
        raise ValueError(f"no edition {number} of the Laws here; there are {known}")
    return _EDITIONS[number]


def title(number: int) -> str:
    """The name of an edition in writing: "2018", "2023 club"."""
    laws = edition(number)
    return f"{laws.year} {laws.name}".strip()


def in_force(day: str) -> int:
    """The year of the Laws in force on a day in ISO 8601; the oldest known for an earlier day."""
    return max((year for year in YEARS if _EDITIONS[year].since <= day), default=YEARS[0])


def after_wrong_claim(laws: Edition, remaining: float) -> float:
    """The seconds that a claimant whose claim was wrong has left of ``remaining`` (E.05-2).

    In 2005 the claimant loses half of it, three minutes at most; a player with less than two
    minutes keeps one, and a player with less than one keeps all.
    """
    if not laws.wrong_claim_halves or remaining <= MINUTE:
        return remaining
    return max(remaining - min(remaining / 2, 3 * MINUTE), MINUTE)
