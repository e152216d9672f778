# SPDX-License-Identifier: GPL-3.0-or-later
"""A desk for ``hektor study`` and ``hektor drill``: devices, threads and the loop together."""

import argparse
import threading
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from announce.words.study import message
from game.app import assemble, leaving, options
from game.app.console import console
from game.inbox import Inbox
from game.presenter import Presenter
from game.study.endings import Endings
from game.study.kept import Copy, Kept, kept_path
from game.study.loop import PAUSE, Books, StudyLoop
from table.study.desk import Desk, Library
from table.study.handle import Meant


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
        kept = Kept(kept_path(), source)
        desk = Desk(notes=kept.notes(), points=kept.points())

        def tell_to_wait() -> None:
            presenter.say([message("moment", settings)])

        books = Books(library, Endings(tell_to_wait), kept, Copy(copy))
        loop = StudyLoop(desk, books, presenter, inbox, listener, pause=pause or PAUSE)
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
