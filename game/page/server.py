# SPDX-License-Identifier: GPL-3.0-or-later
"""The server of the assistant's page: on this computer only, for those who know its address.

It reads immutable views and puts what the assistant does into the loop's inbox; it never touches
the game, and the game never waits for it. A request (``game.page.handler``) has a thread for as
long as it takes, that of a page that listens until the page is closed.
"""

import secrets
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from email.message import Message
from http import HTTPStatus
from socketserver import TCPServer, ThreadingMixIn
from typing import Any

from announce.errors import write_report
from game.base.inbox import PageItem
from game.page.assistant import TABLE
from game.page.content import Answer, Content, Hub, Site
from game.page.devices import same
from game.page.handler import Connections, Handler, Visit


class Door(ThreadingMixIn, TCPServer):
    """Where visitors come in, with a thread for each request."""

    daemon_threads = True
    block_on_close = False
    request_queue_size = 256

    def __init__(self, site: Site, address: tuple[str, int], most: int) -> None:
        """At most ``most`` connections are open; then a new one displaces the longest waiting that
        has not yet shown the secret."""
        self.site = site
        self.connections = Connections(most)
        super().__init__(address, Handler)
        host, self.port = self.server_address[:2]
        self.hosts: tuple[str, ...] = (f"{host!s}:{self.port}",)

    def visit(
        self, path: str, headers: Message, body: Callable[[], Any] | None, place: str
    ) -> Visit | Answer:
        """Who asks for ``path`` from the address ``place``; ``body`` reads what is sent, None where
        nothing is."""
        raise NotImplementedError

    def start(self) -> None:
        """Serve on a thread of its own."""
        threading.Thread(target=self.serve_forever, name="page", daemon=True).start()

    def close(self) -> None:
        """Say goodbye to the pages and take no more requests; who was let in gets a second to take
        what is still sent."""
        self.site.hub.close()
        self.shutdown()
        self.server_close()
        self.connections.wait_until_closed(1.0)

    def process_request(self, request: Any, client_address: Any) -> None:
        self.connections.opened(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        self.connections.closed(request)
        super().shutdown_request(request)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that went away is nothing to report; a fault in Hektor is."""
        if not isinstance(sys.exc_info()[1], OSError):
            write_report()


class PageServer(Door):
    """Serves the page on a free port of 127.0.0.1 until it is closed."""

    def __init__(
        self,
        hub: Hub[Any],
        put: Callable[[PageItem], None],
        clock: Callable[[], int] = time.monotonic_ns,
        *,
        content: Content = TABLE,
        patience: float = 10.0,
        most: int = 32,
    ) -> None:
        """See `game.page.content.Site`."""
        site = Site(hub, content, put, clock, patience)
        super().__init__(site, ("127.0.0.1", 0), most)
        self.hosts = (*self.hosts, f"localhost:{self.port}")
        self.secret = secrets.token_urlsafe(32)
        self._once = secrets.token_urlsafe(32)
        self._lock = threading.Lock()

    @property
    def address(self) -> str:
        """Where the page is; whoever knows it may use it."""
        return f"http://127.0.0.1:{self.port}/{self.secret}/"

    @property
    def address_once(self) -> str:
        """An address that leads to the page once: a browser's command line is seen by others."""
        return f"http://127.0.0.1:{self.port}/{self._once}/"

    def visit(
        self, path: str, headers: Message, body: Callable[[], Any] | None, place: str
    ) -> Visit | Answer:
        """Whoever knows the secret of the address may come in."""
        match path.split("/"):
            case ["", secret, name] if same(secret, self.secret):
                return Visit(name)
            case ["", secret, ""] if body is None and self.redeem(secret):
                return Answer(status=HTTPStatus.SEE_OTHER, location=f"/{self.secret}/")
        return Answer(status=HTTPStatus.NOT_FOUND)

    def redeem(self, secret: str) -> bool:
        """True if ``secret`` is that of ``address_once``; a second time it is not."""
        with self._lock:
            fits = bool(self._once) and same(secret, self._once)
            if fits:
                self._once = ""
            return fits


def open_browser(address: str) -> None:
    """In the default browser, unless that is one in the terminal: it would take the keyboard."""
    import webbrowser  # noqa: PLC0415 - only a page that is asked for needs it

    with suppress(webbrowser.Error):
        browser = webbrowser.get()
        if type(browser) is not webbrowser.GenericBrowser:
            browser.open(address)
