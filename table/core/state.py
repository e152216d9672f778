# SPDX-License-Identifier: GPL-3.0-or-later
"""Everything that is true of one table at one moment, as one immutable value."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TypeVar

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
from table.core.matters import (
    ROLE_OF,
    Asked,
    Claimed,
    Denied,
    Dispute,
    GoesOn,
    LastMinutes,
    Matter,
    Misspoken,
    Offer,
    OpenMatter,
    OrderAsked,
    PinAsked,
    Reported,
    SpokenAgainstTouch,
    SpokenIllegally,
    SpokenMove,
    Stopped,
    Unpressed,
)
from table.events.game import Role
from voice.language.commands import Command, Tag, Trait
from voice.language.interpretation import Ambiguous, Either, Intent, Unsure
from voice.language.orders import Order

NONE_AWARDED = Both(0, 0)
NOTHING_REPORTED = Both("", "")

OPPONENT = {chess.WHITE: Role.BLACK, chess.BLACK: Role.WHITE}

M = TypeVar("M", bound=Matter)


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
class Decision:
    """A decision by ``article`` about ``colour``, which the arbiter can take back (12.9).

    ``order``: the arbiter gave it; None: Hektor decided by itself. It was made ``at`` this moment,
    after ``ply`` moves. What it changed of each player: ``time`` on the display and ``awarded`` of
    it, in nanoseconds, ``points`` in half points, ``counts`` of illegal moves and completed
    ``moves``. ``hands`` and ``illegal`` are as they were. ``before`` is the whole state before a
    decision that ended the game, changed the position or ruled on a matter.
    """

    article: str
    at: int
    ply: int
    hands: Hands
    illegal: IllegalMoves
    colour: chess.Color | None = None
    order: Order | None = None
    time: Both[int] = NONE_AWARDED
    awarded: Both[int] = NONE_AWARDED
    points: Both[int] = NONE_AWARDED
    counts: Both[int] = NONE_AWARDED
    moves: Both[int] = NONE_AWARDED
    before: "State | None" = None

    @classmethod
    def of(
        cls,
        before: "State",
        after: "State",
        at: int,
        *,
        article: str,
        colour: chess.Color | None,
        order: Order | None,
        rules: bool = False,
    ) -> "Decision":
        """The decision ``at`` that moment, which led from one state to the other; it ``rules`` on a
        matter."""
        clocks = before.clock, after.clock
        shown = [[each.remaining(one, at) for one in COLOURS] for each in clocks]
        moves = [[each.moves(one) for one in COLOURS] for each in clocks]
        counted = [[each.illegal.of(one) for one in COLOURS] for each in (before, after)]
        whole = rules or any(
            getattr(before, each) != getattr(after, each)
            for each in ("outcome", "record", "position", "conditions")
        )
        kept = replace(before, decisions=()) if whole else None
        return cls(
            article, at, before.position.ply, before.hands, before.illegal, colour, order,
            time=_gain(*shown), moves=_gain(*moves), counts=_gain(*counted),
            awarded=after.awarded.less(before.awarded),
            points=after.arbiter.points.less(before.arbiter.points),
            before=kept,
        )  # fmt: skip


def _gain(before: Sequence[int], after: Sequence[int]) -> Both[int]:
    return Both(after[0] - before[0], after[1] - before[1])


COLOURS = (chess.WHITE, chess.BLACK)


@dataclass(frozen=True, slots=True)
class State:
    """One table.

    ``position`` is that of the moves made. ``matters`` are what waits for somebody
    (``table.core.matters``), in the order in which it came up. ``hearing`` is since when
    somebody has been speaking.
    ``asked_ply`` is the ply at which the board was last asked about, for "was hat sich geändert".
    ``refused_article`` gives the reason of the last refusal since the last move, or of the end, for
    "warum"; it is empty where no article does. ``boards`` is what was reported to stand on each
    player's board, as the placement of a FEN (D.2.9); it is empty where nobody reported anything
    but the position. ``offered`` are those whose next move gets the "(=)" of their offer (9.1.2.2).
    ``awarded`` is the time, in nanoseconds, that each got so far by the Laws or from the arbiter,
    or lost. ``strays`` counts what was announced in a row that only another board allows.
    ``hint`` is the last that was asked for.
    ``heard_until`` is when somebody who spoke had last finished.
    ``alone_from`` is the ply after which a program failed, and a person played on for it.
    ``session_over``: the end of the session was told (I.1.1).
    ``setup`` is the FEN of a board that is set up before the game, as far as it is; empty where
    none is. ``spelt`` is the name that is being spelt before the game, as far as it is.
    ``decisions`` are those that the arbiter can take back, the last one last.
    ``pin_key`` is the key under which the arbiter's PIN is kept; it is on no record.
    """

    conditions: Conditions
    position: Position
    clock: Clock
    record: tuple[MadeMove, ...] = ()
    matters: tuple[OpenMatter, ...] = ()
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
    offered: tuple[chess.Color, ...] = ()
    awarded: Both[int] = NONE_AWARDED
    strays: int = 0
    heard_until: int = 0
    hint: Hint | None = None
    alone_from: int | None = None
    session_over: bool = False
    setup: str = ""
    spelt: Tag | None = None
    decisions: tuple[Decision, ...] = ()
    pin_key: bytes = field(default=b"", compare=False, repr=False)

    # --- What waits -------------------------------------------------------------------------------

    def every(self, kind: type[M]) -> tuple[M, ...]:
        """The open matters of this kind, the oldest first."""
        return tuple(matter for matter in self.matters if isinstance(matter, kind))

    def newest(self, kind: type[M]) -> M | None:
        """The newest open matter of this kind."""
        found = self.every(kind)
        return found[-1] if found else None

    @property
    def spoken(self) -> SpokenMove | None:
        """The move that was announced, and waits to be made."""
        return self.newest(SpokenMove)

    @property
    def spoken_illegally(self) -> SpokenIllegally | None:
        """The illegal move that was announced, and waits for the press."""
        return self.newest(SpokenIllegally)

    @property
    def unpressed(self) -> chess.Color | None:
        """Who has made a move that was answered before they pressed the clock (6.2.2)."""
        owed = self.newest(Unpressed)
        return None if owed is None else owed.colour

    @property
    def against(self) -> chess.Move | None:
        """The move that was announced although the touches bind to another."""
        insists = self.newest(SpokenAgainstTouch)
        return None if insists is None else insists.move

    @property
    def asked(self) -> Asked | None:
        """The newest question to a player that got no answer yet."""
        waiting = [one for one in self.every(Asked) if not one.agreed]
        return waiting[-1] if waiting else None

    def asked_by(self, colour: chess.Color) -> tuple[Asked, ...]:
        """The open questions about words of ``colour``, the oldest first."""
        return tuple(one for one in self.every(Asked) if one.question.who == colour)

    def put_to(
        self, who: Role | None, *, corrects: bool = False
    ) -> Asked | Offer | Reported | Misspoken | None:
        """The newest matter that a bare yes or no of ``who`` answers; None: none was put to them.

        Who is not known to be a player may be any; an offer, or a report of a touch, is not what
        such a voice is about while a move waits that it may mean. Who ``corrects`` their own words
        answers no offer and no report.
        """
        player = who in ROLE_OF.values()
        for matter in reversed(self.matters):
            match matter:
                case Asked(agreed=False):
                    if not player or matter.to is who or matter.of_both:
                        return matter
                case Misspoken() if matter.to is who or not player:
                    return matter
                case Offer() | Reported() if not corrects:
                    anybody = who is None or (not player and isinstance(matter, Offer))
                    if matter.to is who or (anybody and self.spoken is None):
                        return matter
        return None

    @property
    def claimed(self) -> Claimed | None:
        """The claim that is not yet judged, for which both clocks stand."""
        return self.newest(Claimed)

    @property
    def claim_asked(self) -> Asked | None:
        """The question whether a claim was meant for which both clocks stand."""
        for asked in reversed(self.every(Asked)):
            if asked.declaration and Trait.CLOCKS_STAND in asked.declaration.name.traits:
                return asked
        return None

    @property
    def offers(self) -> tuple[chess.Color, ...]:
        """Those whose draw offer is open (9.1.2), in the order in which they were made."""
        return tuple(one.colour for one in self.every(Offer))

    @property
    def order_asked(self) -> OrderAsked | None:
        """The order that waits for the arbiter's yes."""
        return self.newest(OrderAsked)

    @property
    def dispute(self) -> Dispute | None:
        """The complaint that the arbiter has to rule on."""
        return self.newest(Dispute)

    @property
    def last_minutes(self) -> LastMinutes | None:
        """The request of the last two minutes that is not ruled on (Guidelines III)."""
        return self.newest(LastMinutes)

    @property
    def called(self) -> bool:
        """True if the clocks stand until the arbiter lets them run again (6.11.3)."""
        return any(one.goes_on is not GoesOn.ANYBODY for one in self.every(Stopped))

    @property
    def pin_asked(self) -> bool:
        """True if the arbiter was called, and their PIN is waited for."""
        return self.newest(PinAsked) is not None

    @property
    def ruling_due(self) -> bool:
        """True if nothing goes on before a ruling: a flag fell with a claim postponed."""
        claim = self.last_minutes
        return claim is not None and claim.flag_fell

    # --- The board and the clock ------------------------------------------------------------------

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
        illegally = self.spoken_illegally
        return None if illegally is None else illegally.colour

    @property
    def over(self) -> Outcome | None:
        """The end of the game, also one that an announced move has brought (5.1.1, 5.2)."""
        return self.outcome or (self.spoken.ending if self.spoken else None)

    @property
    def fallen(self) -> FlagFell | None:
        """The flag that has fallen, has to be judged now, and was not yet."""
        flags = self.clock.flags
        if not flags or self.outcome is not None or self.ruling_due:
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
        denies = (
            who is None
            and command is not None
            and any((one.name, one.colour) == (command.name, colour) for one in self.every(Denied))
        )
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
        return self.clock.running if self.rests or not self.paused else self.clock.paused

    @property
    def paused(self) -> bool:
        """True if both clocks stand still until somebody says to go on."""
        return self.clock.paused is not None

    @property
    def rests(self) -> bool:
        """True if both clocks stand, and not only until a claim is judged (9.5.1)."""
        stops = any(one.stops for one in self.matters if not isinstance(one, Claimed))
        return self.paused and (stops or self.claimed is None)

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
        return self.called and self.arbiter_decides(who) and not nobody

    @property
    def announced(self) -> bool:
        """True if a move, legal or not, was announced and waits for the clock (D.2.3, 7.5.1)."""
        return self.announced_by is not None

    @property
    def waits_for_press(self) -> bool:
        """True if a press of the clock would mean something."""
        owed = self.announced or self.unpressed is not None or self.against is not None
        return owed or self.promotion_asked

    @property
    def promotion_asked(self) -> bool:
        """True if nothing but the piece of a promotion was left unsaid (7.5.2)."""
        return any(
            isinstance(one.about, Ambiguous) and one.about.only_promotion
            for one in self.every(Asked)
        )

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
        """The subject of the newest open question, for words that may be a move of ``colour``."""
        for asked in reversed(self.every(Asked)):
            about = asked.about
            if asked.agreed or (asked.question.who != colour and not isinstance(about, Command)):
                continue
            if isinstance(about, Either):
                several = len(about.reply) > 1
                return Ambiguous(about.reply, "") if several else Unsure(about.reply[0], about.text)
            return about
        return None

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
