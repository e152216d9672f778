# SPDX-License-Identifier: GPL-3.0-or-later
"""A study with its page and the programs that advise: for ``hektor study``, and for the last game
that is looked at beside the table."""

import argparse
import threading
from contextlib import ExitStack
from datetime import date
from pathlib import Path
from typing import Final

from announce.page.study import StudyView
from announce.text.utterance import Utterance
from announce.words.phraser import Phraser
from announce.words.study import message
from game.app import options
from game.app.audio import Sound
from game.base.inbox import Inbox
from game.page import study as study_page
from game.page.content import Hub
from game.page.study import StudyPage
from game.play.loop import Activity, Plays
from game.play.studying import PAUSE, Study
from game.sound.presenter import Presenter
from opponents.roster import Roster
from record.archive_games import ArchiveGames
from record.notes import ARCHIVE, GamesCopy, NoteFile, notes_path
from record.pgn_file import PgnFile
from study.library import Library
from study.state import StudyState
from voice.language.study import StudyCommand, StudyName

COPY: Final = Path("hektor-study.pgn")
"""Where games of the archive go that the reader has changed."""


def _page(
    given: argparse.Namespace,
    presenter: Presenter,
    state: StudyState,
    library: Library,
    *,
    inbox: Inbox,
    closing: ExitStack,
) -> StudyPage | None:
    """The page, where one is wanted: it is served until ``closing``, and its address printed."""
    wanted, settings = getattr(given, "page", None), presenter.settings
    if wanted is None:
        return None
    from game.page.server import PageServer, open_browser  # noqa: PLC0415 - few have a page

    hub: Hub[StudyView] = Hub()
    page = StudyPage(settings, hub, library)
    page.show(state, inbox.clock())
    server = PageServer(hub, inbox.put_in_turn, content=study_page)
    server.start()
    closing.callback(server.close)
    if wanted == "open":
        once = server.address_once
        threading.Thread(target=open_browser, args=(once,), name="open", daemon=True).start()
    line = message("page", settings, address=server.address).segments
    presenter.say([Utterance((), eye=line)])  # nothing for the ear
    return page


def beside_table(
    given: argparse.Namespace, sound: Sound, table: Activity, plays: Plays | None, pgn: str | None
) -> Study | None:
    """Has the last game of the archive looked at by whoever sits at the table, or one as ``pgn``,
    until they come back to it, or play on (``plays``) from what they look at. None is the last game
    too, which they have just played and need not be told about. None if there is no game."""
    if pgn:
        return pasted(given, sound, pgn, table, plays)
    presenter, settings = sound.presenter, sound.presenter.settings
    library = ArchiveGames(options.archive(given), date.today())
    if not library.count():
        presenter.say([message("empty", settings)])
        return None
    presenter.say([Phraser(settings).say("game.study")])
    found = opened(given, sound, library, ARCHIVE, COPY, back=table, plays=plays)
    found.take(StudyCommand(StudyName.LAST_GAME), quiet=pgn is None)
    return found


def pasted(
    given: argparse.Namespace,
    sound: Sound,
    pgn: str,
    back: Activity | None,
    plays: Plays | None,
) -> Study | None:
    """Has a game looked at that was pasted, and becomes a file; None if it is none."""
    from game.play.giving import kept_pasted  # noqa: PLC0415 - few games are pasted

    path, told = kept_pasted(pgn, sound.presenter.settings)
    sound.presenter.say([told])
    if path is None:
        return None
    if back is not None:
        sound.presenter.say([message("to_table", sound.presenter.settings)])
    found = opened(given, sound, PgnFile(path), *beside(path), back=back, plays=plays)
    found.take(StudyCommand(StudyName.GAME, number=1))
    return found


def beside(path: Path) -> tuple[str, Path]:
    """The key of the notes on a file, and the file for games of it that were changed."""
    whole = path.resolve()
    return str(whole), whole.with_name(f"{whole.stem}-hektor.pgn")


def opened(
    given: argparse.Namespace,
    sound: Sound,
    library: Library,
    source: str,
    copy: Path,
    *,
    pause: float | None = None,
    back: Activity | None = None,
    plays: Plays | None = None,
) -> Study:
    """A study with what its reader kept before, and the books on it."""
    noted, closing, inbox = NoteFile(notes_path(), source), ExitStack(), sound.inbox
    state, presenter = StudyState(notes=noted.notes(), points=noted.points()), sound.presenter
    page = _page(given, presenter, state, library, inbox=inbox, closing=closing)
    roster = Roster(inbox.put)
    closing.callback(roster.close)
    return Study(
        state,
        library,
        presenter,
        notes=noted,
        copy=GamesCopy(copy),
        pause=pause or PAUSE,
        back=back,
        page=page,
        advise=roster.advise_on,
        closing=closing,
        plays=plays,
        looks=lambda pgn, back: pasted(given, sound, pgn, back, plays),
        aside=inbox.do_aside,
    )
