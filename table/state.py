# SPDX-License-Identifier: GPL-3.0-or-later
"""Everything that is true of one table at one moment, as one immutable value."""

from dataclasses import dataclass

import chess

from clock.clock import Clock
from rules.description import MoveFacts
from rules.illegal_moves import NO_ILLEGAL_MOVES, IllegalMoves
from rules.outcome import Outcome
from rules.position import Position
from rules.touch import NO_HANDS, Hands
from table.alarms import NO_ALARMS, Alarms, armed
from table.arbiter.state import NO_FLOOR, Floor
from table.conditions import Conditions
from table.documents import NO_BOARDS, NO_SHEETS, Adjournment, Boards, Sheets
from table.events.dialogue import Question
from table.events.game import Role
from voice.language.commands import Command
from voice.language.intent import Ambiguous, Unsure

OPPONENT = {chess.WHITE: Role.BLACK, chess.BLACK: Role.WHITE}


@dataclass(frozen=True, slots=True)
class SpokenMove:
    """A move that was announced and read back and may still be corrected (D.2.8).

    ``at`` is when the player had finished speaking. ``told_at`` is when the read-back, or an
    answer after it, was due to begin; ``read_back_at`` when it was over, or None. ``ending`` is the
    end of the game that the move would bring, if it does (X.1). ``must``: it was named in a wrong
    claim and cannot be changed (9.5.3). ``repeated``: the opponent has repeated it (D.2.1).
    ``illegal``: it stands unless the opponent claims (A.4.2).
    ``ran`` is how long the player's clock ran on from there to a pause, in nanoseconds.
    """

    move: chess.Move
    facts: MoveFacts
    at: int
    told_at: int
    read_back_at: int | None = None
    ending: Outcome | None = None
    must: bool = False
    ran: int = 0
    repeated: bool = False
    illegal: bool = False


@dataclass(frozen=True, slots=True)
class Asked:
    """An open question, and what it is about: the move that was unclear or the request."""

    question: Question
    about: Ambiguous | Unsure | Command


@dataclass(frozen=True, slots=True)
class MadeMove:
    """A line of the record; the displays in nanoseconds when the move was completed.

    ``gained`` is what the press gave its player, in nanoseconds. ``offer``: a draw was offered
    with it, "(=)" (9.1.2.2). ``awarded`` is as in `State`.
    """

    facts: MoveFacts
    at: int
    white: int
    black: int
    gained: int = 0
    offer: bool = False
    awarded: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True)
class State:
    """One table.

    ``position`` is that of the moves made; ``spoken`` waits to be made. ``hearing`` is since when
    somebody has been speaking. ``offer`` is the colour whose draw offer is open (9.1.2).
    ``ended_at`` belongs to ``outcome``. ``asked_ply`` is the ply at which the board was last
    asked about, for "was hat sich geändert". ``refused_article`` gives the reason of the last
    refusal since the last move, or of the end, for "warum"; it is empty where no article does.
    ``unpressed`` has made a move that was answered before he pressed the clock (6.2.2).
    ``offered`` are those whose next move gets the "(=)" of their offer (9.1.2.2). ``awarded`` is
    the time, in nanoseconds, that White and Black got so far by the Laws or from the arbiter, or
    lost.
    """

    conditions: Conditions
    position: Position
    clock: Clock
    record: tuple[MadeMove, ...] = ()
    spoken: SpokenMove | None = None
    asked: Asked | None = None
    offer: chess.Color | None = None
    outcome: Outcome | None = None
    hearing: int | None = None
    alarms: Alarms = NO_ALARMS
    asked_ply: int = 0
    refused_article: str = ""
    sheets: Sheets = NO_SHEETS
    boards: Boards = NO_BOARDS
    adjourned: Adjournment | None = None
    arbiter: Floor = NO_FLOOR
    hands: Hands = NO_HANDS
    illegal: IllegalMoves = NO_ILLEGAL_MOVES
    unpressed: chess.Color | None = None
    offered: tuple[chess.Color, ...] = ()
    awarded: tuple[int, int] = (0, 0)

    def displays(self, ply: int) -> tuple[int, int]:
        """The displays of White and Black after ``ply`` moves, in nanoseconds (7.1).

        What was awarded since is counted in: it was for what happened, which stays.
        """
        if ply:
            made = self.record[ply - 1]
            shown, before = (made.white, made.black), made.awarded
        else:
            clock = Clock.new(self.clock.white.control, self.clock.black.control)
            shown = clock.remaining(chess.WHITE, 0), clock.remaining(chess.BLACK, 0)
            before = (0, 0)
        white, black = (s + now - b for s, now, b in zip(shown, self.awarded, before, strict=True))
        return white, black

    @property
    def started(self) -> bool:
        """Whether a clock has been started."""
        return self.clock.running is not None or self.paused or self.outcome is not None

    @property
    def paused(self) -> bool:
        """Whether both clocks stand still until somebody says to go on."""
        return self.clock.paused is not None

    @property
    def announced(self) -> bool:
        """Whether a move, legal or not, was announced and waits for the clock (D.2.3, 7.5.1)."""
        return self.spoken is not None or self.illegal.announced is not None

    @property
    def waits_for_press(self) -> bool:
        """Whether a press of the clock would mean something."""
        return self.announced or self.unpressed is not None or self.promotion_asked

    @property
    def promotion_asked(self) -> bool:
        """Whether nothing but the piece of a promotion was left unsaid (7.5.2)."""
        about = self.asked_about
        return isinstance(about, Ambiguous) and about.only_promotion

    @property
    def arbiter_speaks(self) -> bool:
        """Whether all that is said at the microphone is the arbiter's: he is known, and no clock
        runs on which a player could move."""
        return self.arbiter.known and self.clock.running is None

    @property
    def asked_about(self) -> Ambiguous | Unsure | Command | None:
        """What the open question is about, if there is one."""
        return self.asked.about if self.asked else None

    @property
    def echo_due(self) -> bool:
        """Whether the opponent has to repeat the announced move first (D.2.1)."""
        return self.conditions.repeat and self.spoken is not None and not self.spoken.repeated

    def position_for(self, who: Role | None) -> Position:
        """The position in which the next words of ``who`` are to be understood.

        The opponent of one whose move waits for the clock may reply to it (1.3); anybody else,
        and a voice at a shared microphone, speaks of the position before it.
        """
        spoken = self.spoken
        if spoken is not None and who is OPPONENT[spoken.facts.colour] and not self.echo_due:
            return self.position.play(spoken.move)
        return self.position


def new_state(conditions: Conditions) -> State:
    """A table set up under ``conditions``; BadTimeControl or ValueError if they are none."""
    clock = Clock.new(conditions.control(), conditions.control(chess.BLACK))
    due = armed(clock, conditions.alarms)
    return State(conditions, conditions.position(), clock, alarms=due)
