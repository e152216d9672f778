# SPDX-License-Identifier: GPL-3.0-or-later
"""Everything that is true of one table at one moment, as one immutable value."""

from dataclasses import dataclass, field
from enum import StrEnum

import chess

from clock.clock import Clock
from clock.events import FlagFell
from rules.description import MoveFacts
from rules.irregularities import NO_ILLEGAL_MOVES, IllegalMoves
from rules.outcome import Outcome
from rules.position import Position
from rules.scoresheet import NOTHING_WRITTEN, Scoresheet
from rules.touch import NO_HANDS, Hands
from table.core.alarms import NO_ALARMS, Alarms, armed
from table.core.arbiter_state import NOT_CALLED, ArbiterState
from table.core.both import Both
from table.core.conditions import Conditions
from table.events.dialogue import Question
from table.events.game import Role
from voice.language.commands import Command, CommandName, Tag, Trait
from voice.language.interpretation import Ambiguous, Either, Intent, Unsure

NONE_AWARDED = Both(0, 0)
NOTHING_REPORTED = Both("", "")

OPPONENT = {chess.WHITE: Role.BLACK, chess.BLACK: Role.WHITE}


@dataclass(frozen=True, slots=True)
class SpokenMove:
    """A move that was announced and read back and may still be corrected (D.2.8).

    ``at`` is when the player had finished speaking. ``told_at`` is when the read-back, or an
    answer after it, was due to begin; ``read_back_at`` when it was over, or None. ``known_at`` is
    when it was over first: from there a slip may be corrected alone. ``ending`` is the
    end of the game that the move would bring, if it does (X.1). ``must``: it was named in a wrong
    claim and cannot be changed (9.5.3). ``repeated``: the opponent has repeated it (D.2.1).
    ``illegal``: it stands unless the opponent claims (A.4.2). ``rejects``: an offer of the opponent
    was open when it was announced, and is rejected by it (9.1.2.1). ``heard``: at a microphone, so
    that it may have been misheard.
    ``heard_out`` is when somebody who spoke meanwhile had last finished: no press was before that.
    """

    move: chess.Move
    facts: MoveFacts
    at: int
    told_at: int
    read_back_at: int | None = None
    ending: Outcome | None = None
    must: bool = False
    repeated: bool = False
    illegal: bool = False
    rejects: bool = False
    heard: bool = False
    heard_out: int = 0
    known_at: int | None = None


@dataclass(frozen=True, slots=True)
class Asked:
    """An open question, and what it is about: the move that was unclear or the request.

    ``unsure`` is the answer that was not heard well enough, for which the question was told again.
    """

    question: Question
    about: Ambiguous | Unsure | Either | Command
    unsure: CommandName | None = None


@dataclass(frozen=True, slots=True)
class Declared:
    """A claim made ``at`` this time and not yet judged: the clocks stand for it (9.5.1).

    ``until`` is when they were stopped for another reason too, and run on by no answer. ``stands``:
    it was typed in competition, and so was not misheard: nobody withdraws it. ``pressed`` is when
    the opponent pressed for the move that they had announced before.
    """

    at: int
    until: int | None = None
    stands: bool = False
    pressed: int | None = None


@dataclass(frozen=True, slots=True)
class MadeMove:
    """A line of the record; the displays in nanoseconds when the move was completed.

    ``gained`` is what the press gave its player, in nanoseconds. ``offer``: a draw was offered
    with it, "(=)" (9.1.2.2). ``awarded`` is as in `State`. ``pressed_at`` is when Hektor pressed,
    unasked; None if somebody did. ``repeated``: the opponent has, or need not (D.2.1).
    """

    facts: MoveFacts
    at: int
    white: int
    black: int
    gained: int = 0
    offer: bool = False
    awarded: Both[int] = NONE_AWARDED
    pressed_at: int | None = None
    repeated: bool = True


@dataclass(frozen=True, slots=True)
class ScoresheetState:
    """The scoresheet of one player, and what they owe to it.

    ``excused``: they need not record any more in this period (8.4). ``due``: they have to bring
    it up to date before they move (8.5.2). ``looks``: how often they asked to see it (A.3.2).
    ``offers`` and ``claims``: their draw offers and their wrong claims (11.5). ``signed``: the
    result that they stated (8.7). ``noted`` is the ply at which they last moved before writing what
    they had to (8.1.3).
    """

    sheet: Scoresheet = NOTHING_WRITTEN
    excused: bool = False
    due: bool = False
    looks: int = 0
    offers: int = 0
    claims: int = 0
    signed: str | None = None
    noted: int | None = None


NEW_SCORESHEET = ScoresheetState()


@dataclass(frozen=True, slots=True)
class Scoresheets(Both[ScoresheetState]):
    """Both players' scoresheets, and the sound of what was announced (D.2.7).

    ``stopped``: the clocks stand until both are up to date (8.5.1). ``sounds`` are, for
    each ply, the digests of the recordings that led to it; ``heard`` those of the move to come.
    """

    white: ScoresheetState = NEW_SCORESHEET
    black: ScoresheetState = NEW_SCORESHEET
    stopped: bool = False
    sounds: tuple[tuple[str, ...], ...] = ()
    heard: tuple[str, ...] = ()

    @property
    def offers(self) -> tuple[int, ...]:
        """The plies, from one, at whose moves a draw was offered (C.12)."""
        return tuple(sorted({*self.white.sheet.offers, *self.black.sheet.offers}))


@dataclass(frozen=True, slots=True)
class Hint:
    """The ``move`` that the computer advises after the moves ``made``, and how much of it was told:
    where to look, then the piece, then the move."""

    made: tuple[chess.Move, ...]
    move: chess.Move
    told: int = 0


class Phase(StrEnum):
    """How far an adjournment has come (I)."""

    SEALING = "sealing"  # a player was told to seal; their clock runs
    CLOSING = "closing"  # the clock stands; the envelope is not complete
    ADJOURNED = "adjourned"
    RESUMED = "resumed"  # the session has begun, the envelope is closed (I.9.2)
    OPENED = "opened"  # the move was played while its player is absent (I.9.3)


@dataclass(frozen=True, slots=True)
class Adjournment:
    """A game that is being adjourned, is adjourned, or is being resumed.

    ``sealed`` is the move, encrypted. ``session_ends``: the sealer chose to adjourn
    before that time, in nanoseconds of the game (I.1.2). ``reply``: what is in the envelope is
    the reply to a sealed move, put there because ``sealer``'s opponent is absent (I.9.3).
    ``here`` are the players at the board, ``resumed_at`` when the session began, ``late`` who came
    after the default time (I.10); ``lost``: the envelope is lost (I.12.1).
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


@dataclass(frozen=True, slots=True)
class State:
    """One table.

    ``position`` is that of the moves made; ``spoken`` waits to be made. ``declared`` is
    a claim for which the clocks stand. ``hearing`` is since when
    somebody has been speaking. ``offers`` are those whose draw offer is open (9.1.2), in the order
    in which they were made.
    ``asked_ply`` is the ply at which the board was last asked about, for "was hat sich geändert".
    ``refused_article`` gives the reason of the last refusal since the last move, or of the end, for
    "warum"; it is empty where no article does. ``boards`` is what was reported to stand on each
    player's board, as the placement of a FEN (D.2.9); it is empty where nobody reported anything
    but the position. ``unpressed`` has made a move that was answered before they pressed the clock
    (6.2.2). ``offered`` are those whose next move gets the "(=)" of their offer (9.1.2.2).
    ``awarded`` is the time, in nanoseconds, that each got so far by the Laws or from the arbiter,
    or lost. ``strays`` counts what was announced in a row that only another board allows.
    ``hint`` is the last that was asked for.
    ``heard_until`` is when somebody who spoke had last finished.
    ``alone_from`` is the ply after which a program failed, and a person played on for it.
    ``session_over``: the end of the session was told (I.1.1). ``denied`` is what a voice that
    nobody knows was asked about by name in this move, and denied: it was not that player.
    ``setup`` is the FEN of a board that is set up before the game, as far as it is; empty where
    none is. ``spelt`` is the name that is being spelt before the game, as far as it is.
    ``pin_key`` is the key under which the arbiter's PIN is kept; it is on no record.
    """

    conditions: Conditions
    position: Position
    clock: Clock
    record: tuple[MadeMove, ...] = ()
    spoken: SpokenMove | None = None
    asked: Asked | None = None
    declared: Declared | None = None
    offers: tuple[chess.Color, ...] = ()
    outcome: Outcome | None = None
    hearing: int | None = None
    alarms: Alarms = NO_ALARMS
    asked_ply: int = 0
    refused_article: str = ""
    scoresheets: Scoresheets = Scoresheets()
    boards: Both[str] = NOTHING_REPORTED
    adjourned: Adjournment | None = None
    arbiter: ArbiterState = NOT_CALLED
    hands: Hands = NO_HANDS
    illegal: IllegalMoves = NO_ILLEGAL_MOVES
    unpressed: chess.Color | None = None
    offered: tuple[chess.Color, ...] = ()
    awarded: Both[int] = NONE_AWARDED
    strays: int = 0
    heard_until: int = 0
    hint: Hint | None = None
    alone_from: int | None = None
    session_over: bool = False
    denied: tuple[CommandName, chess.Color] | None = None
    setup: str = ""
    spelt: Tag | None = None
    pin_key: bytes = field(default=b"", compare=False, repr=False)

    def displays(self, ply: int) -> Both[int]:
        """The displays after ``ply`` moves, in nanoseconds (7.1).

        What was awarded since is counted in: it was for what happened, which stays.
        """
        if ply:
            made = self.record[ply - 1]
            shown, before = Both(made.white, made.black), made.awarded
        else:
            clock = Clock.new(self.clock.white.control, self.clock.black.control)
            shown = Both(clock.remaining(chess.WHITE, 0), clock.remaining(chess.BLACK, 0))
            before = NONE_AWARDED
        return Both(
            shown.white + self.awarded.white - before.white,
            shown.black + self.awarded.black - before.black,
        )

    @property
    def moves(self) -> tuple[MoveFacts, ...]:
        """The moves made."""
        return tuple(made.facts for made in self.record)

    @property
    def told_moves(self) -> tuple[MoveFacts, ...]:
        """The moves made, and one that was announced and waits for the clock (D.2.3)."""
        return self.moves if self.spoken is None else (*self.moves, self.spoken.facts)

    @property
    def present(self) -> Position:
        """The position as it stands on the boards: an announced move is made there (D.2.3)."""
        return self.position if self.spoken is None else self.position.play(self.spoken.move)

    @property
    def turn(self) -> chess.Color:
        """Who has the move: an announced move is made, pressed or not (1.3, D.2.3)."""
        spoken = self.spoken
        return self.position.turn if spoken is None else not spoken.facts.colour

    @property
    def announced_by(self) -> chess.Color | None:
        """Whose move, legal or not, waits for the clock; None: nobody's."""
        if self.spoken is not None:
            return self.spoken.facts.colour
        return None if self.illegal.announced is None else self.illegal.announced.colour

    @property
    def over(self) -> Outcome | None:
        """The end of the game, also one that an announced move has brought (5.1.1, 5.2)."""
        return self.outcome or (self.spoken.ending if self.spoken else None)

    @property
    def fallen(self) -> FlagFell | None:
        """The flag that has fallen, has to be judged now, and was not yet."""
        flags = self.clock.flags
        if not flags or self.outcome is not None or self.arbiter.ruling_due:
            return None
        if not self.conditions.flags_by_claim:
            return flags[0]
        return flags[-1] if len(flags) == len(chess.COLORS) else None

    @property
    def offer(self) -> chess.Color | None:
        """Whose draw offer is open, the last that was made."""
        return self.offers[-1] if self.offers else None

    def speaker(self, who: Role | None, intent: Intent | None = None) -> chess.Color:
        """Whose words these are. A voice that nobody knows is that of the player whose move waits
        for the clock; where only one who has the move does this, it is that player's. It is not
        that of a player who has just said that it was not theirs."""
        if who in (Role.WHITE, Role.BLACK):
            return who is Role.WHITE
        command, announced = intent if isinstance(intent, Command) else None, self.announced_by
        has_move = command is not None and Trait.HAS_MOVE in command.name.traits
        colour = self.turn if has_move or announced is None else announced
        denies = who is None and command is not None and self.denied == (command.name, colour)
        return not colour if denies else colour

    def plies_of(self, colour: chess.Color) -> tuple[int, ...]:
        """The plies, from zero, of the moves that ``colour`` has made."""
        plies = enumerate(self.record)
        return tuple(ply for ply, made in plies if made.facts.colour == colour)

    @property
    def started(self) -> bool:
        """True if a clock has been started."""
        return self.clock.running is not None or self.paused or self.outcome is not None

    @property
    def time_of(self) -> chess.Color | None:
        """Whose time runs, or will have run on if an open claim is denied (9.5.1)."""
        claimed = self.declared is not None and self.declared.until is None
        return self.clock.paused if claimed else self.clock.running

    @property
    def paused(self) -> bool:
        """True if both clocks stand still until somebody says to go on."""
        return self.clock.paused is not None

    @property
    def rests(self) -> bool:
        """True if both clocks stand, and not only until a claim is judged (9.5.1)."""
        claimed = self.declared is not None and self.declared.until is None
        return self.paused and not claimed

    @property
    def sealing(self) -> bool:
        """True if a move is to be sealed, or a reply to one may be (I.9.3)."""
        adjourned = self.adjourned
        over = self.outcome is not None
        return adjourned is not None and adjourned.phase is Phase.SEALING and not over

    @property
    def believes_arbiter(self) -> bool:
        """True if somebody who gives orders is the arbiter: they gave the PIN, or none is set."""
        return self.arbiter.known or not self.conditions.arbiter_pin

    def arbiter_decides(self, who: Role | None) -> bool:
        """True if a competition leaves something to the arbiter, and ``who`` is somebody else."""
        return self.conditions.competes and who is not Role.ARBITER

    def arbiter_resumes(self, who: Role | None) -> bool:
        """True if the clocks stand until the arbiter who was called lets them run (6.11.3), and
        ``who`` is somebody else. Where nobody can come, the players go on by themselves."""
        nobody = self.conditions.no_arbiter
        return self.arbiter.called and self.arbiter_decides(who) and not nobody

    @property
    def announced(self) -> bool:
        """True if a move, legal or not, was announced and waits for the clock (D.2.3, 7.5.1)."""
        return self.spoken is not None or self.illegal.announced is not None

    @property
    def waits_for_press(self) -> bool:
        """True if a press of the clock would mean something."""
        insists = self.hands.against is not None
        return self.announced or self.unpressed is not None or self.promotion_asked or insists

    @property
    def promotion_asked(self) -> bool:
        """True if nothing but the piece of a promotion was left unsaid (7.5.2)."""
        about = self.asked_about
        return isinstance(about, Ambiguous) and about.only_promotion

    @property
    def arbiter_speaks(self) -> bool:
        """True if all that is said at the microphone is the arbiter's: the PIN was given, and no
        clock runs on which a player could move."""
        return self.arbiter.known and self.clock.running is None

    @property
    def asked_about(self) -> Ambiguous | Unsure | Either | Command | None:
        """The subject of the open question, if there is one."""
        return self.asked.about if self.asked else None

    def asked_of(self, colour: chess.Color) -> Ambiguous | Unsure | Command | None:
        """The subject of the open question, for words that may be a move of ``colour``."""
        if self.asked is None:
            return None
        about = self.asked.about
        if isinstance(about, Command):
            return about
        if self.asked.question.who != colour:
            return None
        if isinstance(about, Either):
            several = len(about.reply) > 1
            return Ambiguous(about.reply, "") if several else Unsure(about.reply[0], about.text)
        return about

    @property
    def echo_due(self) -> bool:
        """True if the opponent has to repeat the announced move first (D.2.1)."""
        return self.conditions.repeat and self.spoken is not None and not self.spoken.repeated

    def position_for(self, who: Role | None) -> Position:
        """The position in which the next words of ``who`` are to be understood.

        The opponent of one whose move waits for the clock may reply to it (1.3); anybody else,
        and a voice at a shared microphone, speaks of the position before it.
        """
        spoken = self.spoken
        if spoken is not None and who is OPPONENT[spoken.facts.colour] and not self.echo_due:
            return self.present
        return self.position

    def position_of(self, colour: chess.Color) -> Position:
        """The position in which the next move of ``colour`` is made."""
        spoken = self.spoken
        return self.position if spoken is None or colour == spoken.facts.colour else self.present

    def may_reply(self, who: Role | None) -> bool:
        """True if the next words of ``who`` may be the announced move's player's or the reply to
        it: nobody knows who speaks."""
        return (
            self.spoken is not None
            and self.spoken.ending is None
            and (who in (None, Role.ASSISTANT))
            and not self.echo_due
            and not self.paused
        )


def new_state(conditions: Conditions, pin_key: bytes = b"") -> State:
    """A table set up under ``conditions``. Raises BadTimeControl or ValueError if invalid."""
    clock = Clock.new(conditions.control(), conditions.control(chess.BLACK))
    due = armed(clock, conditions.alarms)
    return State(conditions, conditions.position(), clock, alarms=due, pin_key=pin_key)
