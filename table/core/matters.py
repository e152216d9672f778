# SPDX-License-Identifier: GPL-3.0-or-later
"""Open matters: whatever waits for somebody at the table, each as one immutable value.

A game is acts over such matters. `State.matters` has them all, in the order in which they came up;
nothing that waits stands anywhere else.

1. A matter is put `to` somebody, or to nobody. A bare yes, no or choice answers the newest matter
   that is put to who spoke (`State.put_to`). Where nothing was put to them, that is said, and
   nothing else happens. Words with content find their matter by what they say.
2. Matters stand side by side: a new one removes none. Where two cannot both hold, the earlier
   word wins: an end of the game waits for the answer to a `declaration` that was made before it.
3. Both clocks stand as long as a matter `stops` them, and run when the last of these is settled.
   Who pays for the time between follows from that matter: nobody pays for a claim (9.5.1), the
   claimant for one that was none, nobody for a pause.
4. What is put to the arbiter is settled by the arbiter alone.
5. A matter never disappears without an event that somebody hears.
"""

from dataclasses import dataclass
from enum import StrEnum

import chess

from rules.description import Illegality, MoveDescription, MoveFacts
from rules.outcome import Outcome
from table.events.arbiter import QuickplayRequest
from table.events.dialogue import Question
from table.events.game import Role
from voice.language.commands import Command, CommandName, Trait
from voice.language.interpretation import Ambiguous, Either, Unsure
from voice.language.orders import Order

ROLE_OF = {chess.WHITE: Role.WHITE, chess.BLACK: Role.BLACK}
COLOUR_OF = {role: colour for colour, role in ROLE_OF.items()}

LIMIT = 30_000_000_000
"""So long, in nanoseconds, a flag, a clock or a request waits for the answer to a question."""


@dataclass(frozen=True, slots=True)
class Matter:
    """A matter that came up ``at`` this moment, in nanoseconds of the game."""

    at: int

    @property
    def to(self) -> Role | None:
        """Who settles it by a bare yes, no or choice; None: nobody does."""
        return None

    @property
    def stops(self) -> bool:
        """True if both clocks stand because of it."""
        return False


# --- Moves ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SpokenMove(Matter):
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
class SpokenIllegally(Matter):
    """An illegal move that ``colour`` announced: it waits for the press, which completes it, or for
    a correction (7.5.1, D.2.8)."""

    colour: chess.Color
    said: MoveDescription
    illegality: Illegality
    text: str


@dataclass(frozen=True, slots=True)
class SpokenAgainstTouch(Matter):
    """A ``move`` that was announced although the touches bind to another: its player insists by a
    press, or takes it back (4.3)."""

    move: chess.Move


@dataclass(frozen=True, slots=True)
class Unclaimed(Matter):
    """A completed illegal move on which nobody has acted yet (A.4.2); ``ply`` moves were made
    before it. If it is not ``on_board``, no board can show it, and its player has to make another
    move in its place."""

    colour: chess.Color
    ply: int
    illegality: Illegality
    text: str
    on_board: bool = True

    def claimable(self, ply: int) -> bool:
        """True until the opponent has made the next move; ``ply`` moves are made now."""
        return ply == self.ply + 1 or (not self.on_board and ply == self.ply)


@dataclass(frozen=True, slots=True)
class Unpressed(Matter):
    """``colour`` has made a move that was answered before they pressed the clock (6.2.2)."""

    colour: chess.Color


# --- Questions, offers and claims -----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Asked(Matter):
    """A ``question`` of Hektor's, and what it is about: words that were unclear, or a request.

    ``unsure`` is the answer that was not heard well enough, for which the question was told again.
    ``agreed``: it got its yes, and waits for the answer to what was said before it.
    """

    question: Question
    about: Ambiguous | Unsure | Either | Command
    unsure: CommandName | None = None
    agreed: bool = False

    @property
    def to(self) -> Role | None:
        return ROLE_OF[self.question.who]

    @property
    def of_words(self) -> bool:
        """True if it is about words that may be a move."""
        return not isinstance(self.about, Command)

    @property
    def of_both(self) -> bool:
        """True if either player may answer: nobody knows whose words they were."""
        return isinstance(self.about, Either)

    @property
    def declaration(self) -> Command | None:
        """The request, if with its yes it counts from the word (5.1.2, 5.2.3, 9.5.1)."""
        about = self.about
        return (
            about if isinstance(about, Command) and Trait.FROM_WORD in about.name.traits else None
        )


@dataclass(frozen=True, slots=True)
class Claimed(Matter):
    """A claim of ``colour`` that is not yet judged: both clocks stand from the word on (9.5.1).

    ``stands``: it was typed in competition, and so was not misheard: nobody withdraws it.
    ``pressed`` is when the opponent pressed for the move that they had announced before.
    """

    colour: chess.Color
    stands: bool = False
    pressed: int | None = None

    @property
    def stops(self) -> bool:
        return True


@dataclass(frozen=True, slots=True)
class Offer(Matter):
    """An offer of a draw by ``colour``: it stands until the opponent answers it or moves (9.1)."""

    colour: chess.Color

    @property
    def to(self) -> Role | None:
        return ROLE_OF[not self.colour]


@dataclass(frozen=True, slots=True)
class Reported(Matter):
    """Others say that ``colour``, who has the move, touched a piece: it binds unless they deny it
    (4.2.2, 4.3). What was touched is in `State.hands`."""

    colour: chess.Color

    @property
    def to(self) -> Role | None:
        return ROLE_OF[self.colour]


@dataclass(frozen=True, slots=True)
class Misspoken(Matter):
    """A move of ``colour`` was refused: "nein" is about these words, until they say others."""

    colour: chess.Color

    @property
    def to(self) -> Role | None:
        return ROLE_OF[self.colour]


@dataclass(frozen=True, slots=True)
class Denied(Matter):
    """A voice that nobody knows was asked by ``name`` whether ``colour`` wants that, and denied: in
    this move it was not that player."""

    name: CommandName
    colour: chess.Color


# --- The arbiter's --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OrderAsked(Matter):
    """An ``order`` that needs the arbiter's yes, and the ``question`` that asks for it."""

    order: Order
    question: Question

    @property
    def to(self) -> Role | None:
        return Role.ARBITER


@dataclass(frozen=True, slots=True)
class Dispute(Matter):
    """A complaint of ``colour``, by ``article``, for the arbiter to rule on.

    4.3: whether touches bind; 4.8: that the opponent played against a touch, of ``square`` if it
    was named; 7.5.3: that the opponent pressed without a move; 7.5.4: with both hands; D.2.8: that
    what ``colour`` announced was a slip. ``pressed``: the clock was pressed for the announced move
    on which the ruling is due.
    """

    colour: chess.Color
    article: str
    square: chess.Square | None = None
    pressed: bool = False

    @property
    def stops(self) -> bool:
        return True


@dataclass(frozen=True, slots=True)
class LastMinutes(Matter):
    """A request of ``colour`` in the last two minutes (Guidelines III), to be ruled on.

    ``postponed``: the game goes on until the arbiter has seen enough (III.5.2). ``flag_fell``: it
    can go on no more, and the arbiter has to decide.
    """

    colour: chess.Color
    ground: QuickplayRequest
    postponed: bool = False
    flag_fell: bool = False

    @property
    def stops(self) -> bool:
        """True if a ruling is due now (III.5)."""
        return self.flag_fell or not self.postponed


@dataclass(frozen=True, slots=True)
class Call(Matter):
    """A player called the arbiter (6.11.2); ``colour`` is None if nobody knows which."""

    colour: chess.Color | None


@dataclass(frozen=True, slots=True)
class PinAsked(Matter):
    """The arbiter was called and is asked for the PIN."""


class GoesOn(StrEnum):
    """Who lets the clocks run again after they were stopped."""

    ANYBODY = "anybody"
    ARBITER = "arbiter"  # 6.11.3; the players where there is no arbiter
    BOTH = "both"  # after a restoration: the arbiter, or both players (7.1)


@dataclass(frozen=True, slots=True)
class Stopped(Matter):
    """Both clocks were stopped (6.11), until it is said that the game ``goes_on``."""

    goes_on: GoesOn = GoesOn.ANYBODY

    @property
    def stops(self) -> bool:
        return True


OpenMatter = (
    SpokenMove
    | SpokenIllegally
    | SpokenAgainstTouch
    | Unclaimed
    | Unpressed
    | Asked
    | Claimed
    | Offer
    | Reported
    | Misspoken
    | Denied
    | OrderAsked
    | Dispute
    | LastMinutes
    | Call
    | PinAsked
    | Stopped
)
"""All that may wait."""
