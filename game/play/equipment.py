# SPDX-License-Identifier: GPL-3.0-or-later
"""The devices at the table beside a keyboard and a microphone."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from clock.clock import Clock
from game.base.inbox import Inbox
from opponents.seat import Seat
from record.archive_file import JournalError
from record.journal import Archive
from record.session import Session
from table.core.inputs import Errand, Said
from table.core.state import State
from table.events import Event
from voice.language.commands import LISTED, Command, CommandName, Tag

if TYPE_CHECKING:
    from game.page.assistant import AssistantPage
    from game.sound.speakers import Speakers
    from opponents.roster import Roster


Display = Callable[[Clock, int, Sequence[Event]], None]
"""Shows both clocks at a moment, with the events that have just happened, to those who see."""


Observer = Callable[[State, int], str | None]
"""Looks what is on record at this time of the game; the name of a message that is to be told
now."""


def give_away(inbox: Inbox, session: Session, form: Errand) -> None:
    """A game is given away in a form; how it went comes to the inbox."""
    from game.play.giving import given  # noqa: PLC0415 - few games are

    inbox.do_aside(given(session, form))


PROGRAMS = ("Hektor", "Stockfish")
"""Names that no person is called by."""

MOST_NAMES = 20
"""So many names of earlier games can be chosen by number."""


def with_names(said: Said, archive: Callable[[], Archive]) -> Said:
    """Words about the names of earlier games: with the name that a number stands for, or with all
    of them, the last ones first."""
    command = said.intent if isinstance(said.intent, Command) else None
    about = None if command is None else command.about
    wants = isinstance(about, Tag) and about.value.startswith(LISTED)
    if command is None or not (wants or command.name is CommandName.KNOWN_NAMES):
        return said
    try:
        games = archive().games()
    except JournalError:
        return said  # nothing is known
    people = dict.fromkeys(name for game in games for name in (game.white, game.black) if name)
    names = [name for name in people if name not in PROGRAMS][:MOST_NAMES]
    if not isinstance(about, Tag):
        return replace(said, intent=replace(command, about="\n".join(names)))
    number = int(about.value.removeprefix(LISTED))
    if not 1 <= number <= len(names):
        return said
    return replace(said, intent=replace(command, about=Tag(about.tag, names[number - 1])))


@dataclass(frozen=True, slots=True)
class Equipment:
    """The equipment of a table; None where it is missing.

    ``seats`` knows the programs that can be played against, and has them advise. ``speakers`` has
    the learnt voices of the players. ``playback`` plays recordings; ``records`` keeps the sound of
    an announcement (D.2.7). ``echo`` shows or hides what is typed, ``remember`` keeps a typed line
    for the keyboard's history. ``give`` gives a game away in a form. ``observer`` follows the
    record. ``named`` adds the names of earlier games to words about them.
    """

    opponent: Seat | None = None
    seats: "Roster | None" = None
    page: "AssistantPage | None" = None
    speakers: "Speakers | None" = None
    display: Display | None = None
    playback: Callable[[list[bytes]], None] | None = None
    echo: Callable[[bool], None] = lambda _: None
    remember: Callable[[str], None] = lambda _: None
    records: bool = True
    give: Callable[[Session, Errand], None] | None = None
    named: Callable[[Said], Said] = lambda said: said
    observer: Observer | None = None


NO_EQUIPMENT = Equipment()
