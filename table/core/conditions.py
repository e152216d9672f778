# SPDX-License-Identifier: GPL-3.0-or-later
"""The conditions of a game: fixed before it starts, and written to its journal."""

import re
from dataclasses import dataclass, fields
from datetime import datetime
from enum import StrEnum
from typing import Final

import chess

from clock.control import Rate, TimeControl, rate_of_play
from ground.text import one_line
from rules.editions import Edition, edition
from rules.irregularities import acts_unasked
from rules.position import Position
from rules.rights import ALL, Duty
from rules.scoresheet import Keeping
from voice.language.commands import CommandName
from voice.language.lexicon import GERMAN, Language

SECOND = 1_000_000_000


class Mode(StrEnum):
    """Training helps; competition says nothing that was not asked for (12.6, D.2.10.4)."""

    TRAINING = "training"
    COMPETITION = "competition"


UNHURRIED: Final = "24h"
"""The time control of whoever plays against the computer and wishes for none."""

RAPID: Final = "15+10"
"""The same of two people at home."""


def control_at_home(*, computer: bool) -> str:
    """The time control in training for which nobody has wished."""
    return str(TimeControl.parse(UNHURRIED if computer else RAPID))


@dataclass(frozen=True, slots=True)
class Conditions:
    """The agreements of one game.

    ``press_after`` is the pause, in nanoseconds after the read-back, after which the clock is
    pressed for the player; None: they or the assistant press it. ``stands_after`` is the pause
    after which a move that ends the game stands, since it needs no press (6.2.1.1).
    ``alarms`` are displays, in seconds, at which players are told their time without asking.
    ``black_time_control`` is Black's, where it is another one than White's. ``proposed``: nobody
    has wished for one, so it goes with who plays (`control_at_home`).
    ``chess960`` is the number of the start position, or None. ``sheet_white`` and ``sheet_black``
    say how each player keeps the scoresheet (8.1, D.2.7); ``sign``: both sign at the end (8.7).
    From so many draw offers of a player on (``warn_after_offers``, 0 for never) the arbiter is
    told (11.5). ``repeat``: the opponent repeats each move before the clock is pressed (D.2.1).
    ``sighted`` are the players for whom the normal rules hold (D.2.5). ``supervised``: the
    competition rules hold in rapid and blitz play (A.3, B.3; else A.4), as they may where the
    moves are recorded electronically. ``correct_within``: so long after the read-back, in
    nanoseconds, a slip is corrected without asking anybody (D.2.8). ``compare_every``: after so
    many moves of both the boards are to be compared (D.2.9); 0 for never. ``agreement_from``: so
    many moves each player makes before a draw may be agreed (9.1.1); None for never.

    ``arbiter_pin`` is what is kept of the arbiter's PIN (``table.arbiter.pin``); without one,
    whoever types as the arbiter is believed. ``no_arbiter``: none is there at all (III.6).
    ``default_time`` is how many seconds late a player may come (6.7.1), None for what the Laws
    say. ``quickplay``: Guidelines III were announced (III.2.1). ``scoring`` is what a win, a draw
    and a loss are worth (10.1).

    ``computer`` is the side that a program plays, and ``elo`` how strong it is to be; 0 is as
    strong as it can. They are agreed on before the game, by options or by word. ``program`` is
    its command line, if it was asked for by its name or path.

    ``arbiter_key`` is the public key of the arbiter who signs the record at its end, if one does.

    ``assistant`` are the duties of White's assistant and, without ``black_duties``, of Black's
    (D.2.10: each player may have one); ``white_assistant`` and ``black_assistant`` name them.

    ``event``, ``site``, ``round`` and ``table``, its number in the round (0: it has none), are for
    the record, as in PGN. ``starts`` is when the round is to begin, "2026-11-28T15:00" or "15:00"
    for whichever day it is: lateness counts from there (6.7.1), and not from a clock that was
    started later. ``place`` is where it is played if one desk has many tables, as in "olympiad/7":
    their common name and the table.

    ``letters``: files may be said by the names of their letters ("e vier"); None: if a player is
    sighted, in training. ``spelling``: by the German spelling alphabet, too ("Berta vier"). What is
    None and not heard is offered once, in training, to whoever uses it. ``moves_in`` is a language
    in which moves may be said beside German; empty: none.
    """

    white: str = ""
    black: str = ""
    time_control: str = "90+30"
    black_time_control: str = ""
    mode: Mode = Mode.TRAINING
    edition: int = 2018
    language: str = "de"
    fen: str = chess.STARTING_FEN
    chess960: int | None = None
    press_after: int | None = 2 * SECOND // 5
    stands_after: int = 3 * SECOND
    correct_within: int = 5 * SECOND
    compare_every: int = 0
    alarms: tuple[int, ...] = ()
    sheet_white: Keeping = Keeping.VOICE
    sheet_black: Keeping = Keeping.VOICE
    sign: bool = False
    warn_after_offers: int = 0
    assistant: tuple[int, ...] = ALL
    black_duties: tuple[int, ...] | None = None
    white_assistant: str = ""
    black_assistant: str = ""
    deaf: tuple[chess.Color, ...] = ()
    session: int = 0
    repeat: bool = False
    sighted: tuple[chess.Color, ...] = ()
    supervised: bool = True
    agreement_from: int | None = 0
    arbiter_pin: str = ""
    no_arbiter: bool = False
    default_time: int | None = None
    quickplay: bool = False
    scoring: str = "1-1/2-0"
    event: str = ""
    site: str = ""
    round: str = ""
    table: int = 0
    starts: str = ""
    arbiter_key: str = ""
    letters: bool | None = None
    spelling: bool | None = None
    moves_in: str = ""
    computer: chess.Color | None = None
    elo: int = 0
    program: str = ""
    place: str = ""
    proposed: bool = False

    def __post_init__(self) -> None:
        """No name breaks a line or holds what a terminal obeys: it may come from anybody's file."""
        for each in fields(self):
            value = getattr(self, each.name)
            if isinstance(value, str) and not value.isprintable():
                object.__setattr__(self, each.name, one_line(value))

    @property
    def competes(self) -> bool:
        """True if the rules of competition hold."""
        return self.mode is Mode.COMPETITION

    @property
    def advises(self) -> bool:
        """True if the computer may advise: never in competition, never among people."""
        return self.computer is not None and not self.competes

    @property
    def ruled_on(self) -> bool:
        """True if an arbiter rules on what the players do not agree on: in competition, unless
        there is none."""
        return self.competes and not self.no_arbiter

    @property
    def laws(self) -> Edition:
        """The edition of the Laws by which the game is played."""
        return edition(self.edition)

    @property
    def unsupervised(self) -> bool:
        """True in rapid and blitz without enough supervision: the players claim (A.4, B.4)."""
        return not acts_unasked(self.edition, self.rate.value, self.supervised)

    @property
    def flags_by_claim(self) -> bool:
        """True if a fallen flag waits for the opponent's claim: the arbiter calls none (E.05-7)."""
        return self.laws.players_call_flags and self.competes and self.rate is not Rate.STANDARD

    @property
    def has_quickplay(self) -> bool:
        """True if a draw or an increment may be asked for in the last two minutes: it was announced
        (III.2.1), or is law (E.05-10)."""
        return self.quickplay or self.laws.quickplay_is_law

    @property
    def duties(self) -> tuple[int, ...]:
        """The duties of D.2.10 that any assistant at this board has."""
        return tuple(sorted({*self.assistant, *(self.black_duties or ())}))

    @property
    def spoken(self) -> Language:
        """The language in which moves are heard. Where nothing is agreed, files may also be said by
        the names of their letters if somebody sighted plays, but in competition."""
        usual = bool(self.sighted) and not self.competes
        letters = usual if self.letters is None else self.letters
        return Language(GERMAN.name, letters, bool(self.spelling), self.moves_in)

    @property
    def offered(self) -> tuple[CommandName, ...]:
        """The commands for the alphabets that are offered to whoever evidently uses them."""
        if self.competes:
            return ()
        letters = self.letters is None and not self.sighted
        return (
            *((CommandName.LETTERS_ON,) if letters else ()),
            *((CommandName.SPELLING_ON,) if self.spelling is None else ()),
        )

    @property
    def rate(self) -> Rate:
        """Standard, rapid or blitz (A.1, B.1): White's time control decides."""
        return rate_of_play(self.control(), self.laws.rapid)

    def control(self, colour: chess.Color = chess.WHITE) -> TimeControl:
        """The time control of ``colour``. Raises BadTimeControl if the text cannot be read."""
        of_black = self.black_time_control if colour == chess.BLACK else ""
        return TimeControl.parse(of_black or self.time_control)

    def position(self) -> Position:
        """The start position. Raises ValueError if the FEN cannot be read."""
        if self.chess960 is not None:
            return Position.start(self.chess960, self.edition)
        return Position.from_fen(self.fen, chess960=None, edition=self.edition)

    def late_at(self, wall: str) -> int:
        """How long after the scheduled start of the round it is at ``wall``, the time of day in ISO
        8601, in nanoseconds; 0 if it is not, on another day, or where no start is known."""
        try:
            now = datetime.fromisoformat(wall).replace(tzinfo=None)
            day, _, time = self.starts.rpartition("T")
            due = datetime.fromisoformat(f"{day or now.date().isoformat()}T{time}")
        except ValueError:
            return 0
        passed = int((now - due).total_seconds() * SECOND)
        return max(passed, 0) if due.date() == now.date() else 0

    def keeping(self, colour: chess.Color) -> Keeping:
        """How ``colour`` keeps the scoresheet."""
        return self.sheet_white if colour == chess.WHITE else self.sheet_black


def read_start(text: str) -> str:
    """When a round begins: "15:00", or with its day "2026-11-28T15:00". Raises ValueError for
    another text."""
    plain = text.strip().replace(" ", "T")
    if not re.fullmatch(r"(\d{4}-\d\d-\d\dT)?\d\d:\d\d", plain):
        raise ValueError("a time such as 15:00")
    datetime.fromisoformat(plain if "T" in plain else f"2026-01-01T{plain}")
    return plain


def read_agreement(text: str) -> int | None:
    """After how many moves of each a draw may be agreed (9.1.1); None for "never".

    Raises ValueError for another text.
    """
    if text == "never":
        return None
    if not text.isdecimal():
        raise ValueError("a number of moves, or never")
    return int(text)


def read_duties(text: str) -> tuple[int, ...]:
    """Of "all", "none" or numbers of D.2.10 as in "1,2". Raises ValueError for another text."""
    if text in ("all", "none"):
        return ALL if text == "all" else ()
    return tuple(sorted({int(Duty(int(number))) for number in text.split(",")}))
