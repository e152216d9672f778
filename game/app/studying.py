# SPDX-License-Identifier: GPL-3.0-or-later
"""A desk for ``hektor study`` and ``hektor drill``, and one beside the table: devices, threads and
the loop together."""

import argparse
import threading
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from datetime import date
from pathlib import Path
from typing import Final

from announce.page.study import StudyView
from announce.text.utterance import Utterance
from announce.words.study import message
from game.app import leaving, options
from game.app.console import console
from game.app.sound import Sound
from game.base.inbox import Inbox
from game.page import study as study_page
from game.page.content import Hub
from game.page.study import StudyPage
from game.play.loop import Activity, Loop
from game.play.studying import PAUSE, Study
from game.sound.presenter import Presenter
from opponents.roster import Roster
from record.archive_games import ArchiveGames
from record.kept import ARCHIVE, Copy, Kept, kept_path
from study.desk import Desk
from study.handle import Meant
from study.library import Library
from voice.language.commands import Command
from voice.language.study import StudyCommand, StudyName

Plays = Callable[[Sequence[Command]], Activity]
"""Begins a new game at the table of which this was said."""

COPY: Final = Path("hektor-study.pgn")
"""Where games of the archive go that the reader has changed."""


def sit_down(
    given: argparse.Namespace,
    library: Library,
    source: str,
    copy: Path,
    first: Sequence[Meant],
    *,
    pause: float | None = None,
) -> int:
    """Study until it is left. ``source`` is what notes are kept for, ``copy`` the file for changed
    games. ``first`` is worked off before anybody says anything. With a ``pause`` in seconds Hektor
    reads aloud at once."""
    settings = options.settings(given)
    with ExitStack() as closing, leaving.by_signals():
        lines = closing.enter_context(console())
        sound = Sound(given, settings, lines.write, closing)
        presenter, listener = sound.presenter, sound.listener
        study = _opened(given, presenter, library, source, copy, inbox=sound.inbox, pause=pause)
        if listener is not None:
            listener.start()
        for meant in first:
            study.take(meant)
        presenter.say([message("ready", settings)])
        read = lines.read
        threading.Thread(target=read, args=(sound.inbox,), name="keyboard", daemon=True).start()
        try:
            Loop(sound.inbox, presenter, study, listener).run()
            presenter.say([message("left", settings)])
            presenter.drain()
        except KeyboardInterrupt as interrupt:
            presenter.cancel()
            return interrupt.status if isinstance(interrupt, leaving.Ended) else 0
    return 0


def _page(
    given: argparse.Namespace,
    presenter: Presenter,
    desk: Desk,
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
    page.show(desk, inbox.clock())
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
    given: argparse.Namespace, sound: Sound, table: Activity, plays: Plays | None
) -> Activity:
    """Has the last game of the archive looked at by whoever sits at the table, until they come back
    to it, or play on (``plays``) from what they look at."""
    presenter, settings = sound.presenter, sound.presenter.settings
    library = ArchiveGames(options.archive(given), date.today())
    if not library.count():
        presenter.say([message("empty", settings)])
        return table
    found = _opened(
        given, presenter, library, ARCHIVE, COPY, inbox=sound.inbox, back=table, plays=plays
    )
    found.take(StudyCommand(StudyName.LAST_GAME))
    return found


def _opened(
    given: argparse.Namespace,
    presenter: Presenter,
    library: Library,
    source: str,
    copy: Path,
    *,
    inbox: Inbox,
    pause: float | None = None,
    back: Activity | None = None,
    plays: Plays | None = None,
) -> Study:
    """A desk with what its reader kept before, and the books on it."""
    kept, closing = Kept(kept_path(), source), ExitStack()
    desk = Desk(notes=kept.notes(), points=kept.points())
    page = _page(given, presenter, desk, library, inbox=inbox, closing=closing)
    roster = Roster(inbox.put)
    closing.callback(roster.close)
    return Study(
        desk,
        library,
        presenter,
        kept=kept,
        copy=Copy(copy),
        pause=pause or PAUSE,
        back=back,
        page=page,
        advise=roster.advise_on,
        closing=closing,
        plays=plays,
    )
