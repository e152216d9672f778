# SPDX-License-Identifier: GPL-3.0-or-later
"""The assistant's page of a game at the board: whether it is wanted, and how it is opened."""

import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace

from announce.settings import Script
from announce.words.phraser import message
from game.loop import Loop
from game.page.assistant import AssistantPage, Hub


@dataclass(frozen=True, slots=True)
class PageChoice:
    """The page that was asked for; ``language`` None is that of the game."""

    opens: bool
    language: str | None
    script: Script | None


def start(chosen: PageChoice, loop: Loop, write: Callable[[str], None]) -> Callable[[], None]:
    """Serve the page of ``loop``, and print its address with ``write``; what ends that."""
    from game.page.server import PageServer  # noqa: PLC0415 - most games start without a server

    settings = loop.session.settings
    of_page = replace(
        settings,
        language=chosen.language or settings.language,
        script=chosen.script or settings.script,
    )
    hub = Hub()
    loop.page = AssistantPage(of_page, hub)
    loop.presenter.overheard = loop.page.tell
    loop.show_page()
    server = PageServer(hub, loop.queue.put)
    server.start()
    # Printed only: the secret is nothing for the ear, nor for the record.
    write(message("page", settings.language, address=server.address).text)
    if chosen.opens:
        once = server.address_once
        threading.Thread(target=_open, args=(once,), name="open", daemon=True).start()
    return server.close


def _open(address: str) -> None:
    """In the default browser, unless that is one in the terminal: it would take the keyboard."""
    import webbrowser  # noqa: PLC0415 - only a page that is asked for needs it

    with suppress(webbrowser.Error):
        browser = webbrowser.get()
        if type(browser) is not webbrowser.GenericBrowser:
            browser.open(address)
