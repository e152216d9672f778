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
from game.app import assemble, leaving, options
from game.app.console import console
from game.base.inbox import Attendance, Inbox
from game.page.content import Hub
from game.page.study import StudyContent, StudyPage
from game.play.study_loop import PAUSE, Books, StudyLoop
from game.sound.listener import Listener
from game.sound.presenter import Presenter
from record.archive_games import ArchiveGames
from record.kept import ARCHIVE, Copy, Kept, kept_path
from study.desk import Desk
from study.handle import Meant
from study.library import Library
from voice.language.study import StudyCommand, StudyName

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
    ears, inbox = assemble.make_ears(given), Inbox()
    with ExitStack() as closing, leaving.by_signals():
        speech = assemble.make_speech(given, ears, inbox)
        lines = closing.enter_context(console())
        presenter = Presenter(settings, lines.write, speech, remember=assemble.remember)
        closing.callback(presenter.close)
        listener = assemble.make_listener(given, presenter, ears, inbox)
        desk, books = _opened(presenter, library, source, copy)
        page = _page(given, presenter, desk, library, inbox=inbox, closing=closing)
        loop = StudyLoop(desk, books, presenter, inbox, listener, pause=pause or PAUSE, page=page)
        if listener is not None:
            closing.callback(listener.stop)
            listener.start()
        for meant in first:
            loop.take(meant)
        presenter.say([message("ready", settings)])
        threading.Thread(target=lines.read, args=(inbox,), name="keyboard", daemon=True).start()
        try:
            loop.run()
            presenter.say([message("left", settings)])
            presenter.drain()
        except KeyboardInterrupt as interrupt:
            loop.close()
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
    server = PageServer(hub, inbox.put, content=StudyContent())
    server.start()
    closing.callback(server.close)
    if wanted == "open":
        once = server.address_once
        threading.Thread(target=open_browser, args=(once,), name="open", daemon=True).start()
    line = message("page", settings, address=server.address).segments
    presenter.say([Utterance((), eye=line)])  # nothing for the ear
    return page


def beside_table(
    given: argparse.Namespace, presenter: Presenter, inbox: Inbox, listener: Listener | None
) -> Callable[[Attendance], bool]:
    """Has the last game of the archive looked at by whoever sits at the table, until they come back
    to it; it tells whether anybody is there who can."""

    def study(attendance: Attendance) -> bool:
        settings = presenter.settings
        library = ArchiveGames(options.archive(given), date.today())
        if not library.count():
            presenter.say([message("empty", settings)])
            return True
        desk, books = _opened(presenter, library, ARCHIVE, COPY)
        with ExitStack() as closing:
            loop = StudyLoop(
                desk,
                books,
                presenter,
                inbox,
                listener,
                attendance=attendance,
                table=True,
                page=_page(given, presenter, desk, library, inbox=inbox, closing=closing),
            )
            loop.take(StudyCommand(StudyName.LAST_GAME))
            try:
                loop.run()
            except KeyboardInterrupt:
                loop.close()
                raise
        presenter.say([message("back_at_table", settings)])
        return not loop.alone

    return study


def _opened(presenter: Presenter, library: Library, source: str, copy: Path) -> tuple[Desk, Books]:
    """A desk with what its reader kept before, and the books on it."""
    kept = Kept(kept_path(), source)

    books = Books(library, kept, Copy(copy))
    return Desk(notes=kept.notes(), points=kept.points()), books
