# SPDX-License-Identifier: GPL-3.0-or-later
"""Inputs of the table, and its requests to the world, as pure data.

A game depends on its inputs and on time, and on nothing else. Every input is written to the
journal, and replaying the inputs rebuilds the game. A request is on no record: whoever runs the
game grants it or not, and what comes of it is an input again.
"""

from dataclasses import dataclass
from enum import StrEnum

import chess

from table.events.dialogue import Device, Stoppage
from table.events.game import Advice, Role
from voice.language.commands import Command, CommandName
from voice.language.interpretation import Intent
from voice.language.orders import Order


@dataclass(frozen=True, slots=True)
class Begin:
    """White's clock is started (6.6); ``by_move``: by a move, whose read-back tells it. ``late``:
    so many nanoseconds after the scheduled start of the round, from which lateness counts."""

    by_move: bool = False
    late: int = 0


@dataclass(frozen=True, slots=True)
class Said:
    """Somebody said or typed something that was understood as ``intent``.

    ``who`` is None if a shared microphone or keyboard cannot tell. ``ended_at`` is when the
    speaker had finished, in nanoseconds: the moment that counts. ``heard`` is the wording,
    ``sound`` the digest of the recording that is kept with it (D.2.7).
    """

    intent: Intent
    ended_at: int
    who: Role | None = None
    heard: str = ""
    typed: bool = False
    sound: str = ""


@dataclass(frozen=True, slots=True)
class Pressed:
    """The clock's key was pressed; ``who`` is None if one key serves both sides."""

    who: Role | None = None


@dataclass(frozen=True, slots=True)
class Played:
    """An opponent who is not at the board made ``move`` and pressed the clock; their time ended
    ``at`` that moment, in nanoseconds."""

    who: Role
    move: chess.Move
    at: int


@dataclass(frozen=True, slots=True)
class Acted:
    """An opponent who is not at the board offers a draw, answers an offer or a wish, wants a move
    back or resigns, and means it: nothing is asked back."""

    who: Role
    act: CommandName
    at: int


@dataclass(frozen=True, slots=True)
class Hearing:
    """Speech began (``on``) or led to nothing; a flag or a press of itself waits for its end."""

    on: bool


@dataclass(frozen=True, slots=True)
class ReadBack:
    """The move was read back to the end, or to where somebody cut it short."""


@dataclass(frozen=True, slots=True)
class Tick:
    """Nothing but time passed."""


@dataclass(frozen=True, slots=True)
class Stood:
    """No time of the game has passed for ``lasted`` nanoseconds (0: nobody knows how many), since
    nobody could do anything at the table: the program did not run, or ``why`` it stood."""

    why: Stoppage = Stoppage.ENDED
    lasted: int = 0


@dataclass(frozen=True, slots=True)
class DeviceChanged:
    """A device stopped working or works again; ``detail`` is for the log. ``illegal``: a program
    answered with an illegal move, or with something that is not a move."""

    device: Device
    works: bool
    detail: str = ""
    illegal: bool = False


@dataclass(frozen=True, slots=True)
class MoveSealedIn:
    """A sealed move as nobody can read it (I.1.1); ``who`` put it into the envelope."""

    envelope: str
    who: Role | None = None


@dataclass(frozen=True, slots=True)
class EnvelopeNoted:
    """Something is written on the envelope (I.2): a name, or when and where the game goes on."""

    white: str = ""
    black: str = ""
    resumption: str = ""
    who: Role | None = None


@dataclass(frozen=True, slots=True)
class EnvelopeOpened:
    """``who`` opened the envelope with its passphrase (I.7): its ``text`` means ``intent``."""

    intent: Intent
    text: str
    who: Role | None = None


@dataclass(frozen=True, slots=True)
class PinReplaced:
    """The key of the arbiter's PIN was lost, and the arbiter has set another: ``kept`` is what is
    kept of it (``table.arbiter.pin``)."""

    kept: str


@dataclass(frozen=True, slots=True)
class Seated:
    """The program of this ``name`` sits down to play ``colour``, as strong as ``elo`` (0: as it
    can); with an empty name it is gone, and a person plays. ``highest``: more was asked for.
    ``program`` is where a program is found that was asked for by its name or path.
    """

    colour: chess.Color
    name: str = ""
    elo: int = 0
    highest: bool = False
    program: str = ""


@dataclass(frozen=True, slots=True)
class Advised:
    """A program's opinion of the position after ``ply`` moves, or of the last move before it.

    ``value`` is what the position is worth to White, in hundredths of a pawn; a mate in so many
    moves is `MATED` less them, for Black below zero. ``best`` is the best move there. For
    `Advice.BETTER` both are of the position before the move that was asked about, and ``played``
    is what that move made of it. ``best`` is None where nobody knows.
    """

    kind: Advice
    ply: int
    best: chess.Move | None = None
    value: int = 0
    played: int = 0


@dataclass(frozen=True, slots=True)
class Ordered:
    """An arbiter who is not at the table orders it: ``by`` this name, whose signature was checked.

    ``number`` grows with each order to one table. One that is not above the last one is a copy, or
    was overtaken, and does nothing. ``heard`` is the wording.
    """

    number: int
    by: str
    intent: Order | Command
    heard: str = ""


Input = (
    Begin
    | Said
    | Pressed
    | Played
    | Acted
    | Ordered
    | Hearing
    | ReadBack
    | Tick
    | Stood
    | DeviceChanged
    | PinReplaced
    | MoveSealedIn
    | EnvelopeNoted
    | EnvelopeOpened
    | Seated
    | Advised
)


@dataclass(frozen=True, slots=True)
class OpponentWanted:
    """A program is to play ``colour``, as strong as ``elo`` (0: nobody said how strong). `Seated`
    tells who has sat down."""

    colour: chess.Color
    elo: int


class Errand(StrEnum):
    """Something that the players want beside the game."""

    NEXT_GAME = "next_game"  # they leave this one for it
    REMATCH = "rematch"  # the next game, in which they change colours
    STUDY = "study"  # they look at the last game, and come back to the table
    LEAVE = "leave"  # they go
    # The score is to be kept as a file of its own, in this form.
    PGN = "pgn"
    TEXT = "text"
    BRAILLE = "braille"
    SHOW = "show"  # in writing, as PGN
    COPY = "copy"  # to the clipboard, as PGN
    COPY_FEN = "copy_fen"  # and the position


Request = OpponentWanted | Advice | Errand | Command
"""Requests of the table to the world: for advice on the board as it stands, `Advised` answers. A
command is for the next game, or for the study of the last one: it is said there first."""


def next_game(request: Request | None) -> tuple[Errand, tuple[Command, ...]] | None:
    """The next game that is asked for, and what is said there first; None if this one goes on."""
    if isinstance(request, Command) and request.name is not CommandName.ERRORS:
        return Errand.NEXT_GAME, (request,)
    if isinstance(request, Errand) and request in (Errand.NEXT_GAME, Errand.REMATCH):
        return request, ()
    return None
