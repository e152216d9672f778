# SPDX-License-Identifier: GPL-3.0-or-later
"""The server of the assistant's page: on this computer for those who know its address, and for
other devices in the local network only where it was asked for, and after a code.

It reads immutable views and puts what the assistant does into the loop's inbox; it never touches
the game, and the game never waits for it. A request (``game.page.handler``) has a thread for as
long as it takes, that of a page that listens until the page is closed.

For other devices it is a server of its own at one address of this computer. What a device was given
for the code is a cookie that no script can read. Nothing is encrypted: whoever listens in the same
network sees what the device sees, and can take its cookie; `docs/en/assistant.md` says so. A
certificate that Hektor signs itself was tried: Chromium answers with ERR_CERT_AUTHORITY_INVALID and
a page that warns, and who is taught to click that away is no safer. One that browsers know is for a
name in the public network, which this computer has not. And encrypting within the page needs
WebCrypto, which browsers offer only where the page itself came encrypted.
"""

import ipaddress
import json
import secrets
import sys
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from email.message import Message
from http import HTTPStatus
from http.cookies import CookieError, SimpleCookie
from socketserver import TCPServer, ThreadingMixIn
from typing import Any

from announce.errors import PlayerError, write_report
from announce.page.render import join_page
from announce.page.view import View
from announce.text.settings import Settings
from game.base.inbox import Inbox, PageItem, Part
from game.page import assistant
from game.page.access import same
from game.page.assistant import AssistantPage
from game.page.content import BadInput, Content, Hub, Response, Site
from game.page.handler import HTML, Connections, RequestHandler, Visit, file
from table.core.state import State


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
        super().__init__(address, RequestHandler)
        host, self.port = self.server_address[:2]
        self.hosts: tuple[str, ...] = (f"{host!s}:{self.port}",)

    def visit(
        self, path: str, headers: Message, body: Callable[[], Any] | None, place: str
    ) -> Visit | Response:
        """The visitor who asks for ``path`` from the address ``place``. ``body`` reads what is
        sent; None where nothing is."""
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
        content: Content = assistant,
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
    ) -> Visit | Response:
        """Let in whoever knows the secret of the address."""
        match path.split("/"):
            case ["", secret, name] if same(secret, self.secret):
                return Visit(name)
            case ["", secret, ""] if body is None and self.redeem(secret):
                return Response(status=HTTPStatus.SEE_OTHER, location=f"/{self.secret}/")
        return Response(status=HTTPStatus.NOT_FOUND)

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


# --- Other devices --------------------------------------------------------------------------------

COOKIE = "hektor-device"
MOST_CONNECTIONS = 32

OPEN = ("base.css", "join.js", "page.js", "icon.svg")
"""Files that a device may have before it is let in."""


def address(text: str) -> tuple[str, int]:
    """The address and the port, 0 for any, of "192.168.1.5" or "192.168.1.5:8080".

    Raises PlayerError for a name, for what is no address of one computer, and for a bad port.
    """
    host, colon, port = text.partition(":")
    try:
        given = ipaddress.IPv4Address(host)
        number = int(port) if colon else 0
    except ValueError:
        raise PlayerError("bad_page_address", address=text) from None
    if given.is_unspecified or given.is_multicast or not 0 <= number < 65536:
        raise PlayerError("bad_page_address", address=text)
    return str(given), number


class NetworkServer(Door):
    """Serves the page of another server to the devices that are let in."""

    def __init__(self, page: PageServer, at: tuple[str, int]) -> None:
        """``at`` is an address of this computer and a port, 0 for any. Raises PlayerError if it is
        none, or the port is taken."""
        try:
            super().__init__(page.site, at, MOST_CONNECTIONS)
        except OSError:
            raise PlayerError("bad_page_address", address=":".join(map(str, at))) from None

    @property
    def address(self) -> str:
        """The address to enter on the device; it is no secret."""
        return f"http://{self.hosts[0]}/"

    def visit(
        self, path: str, headers: Message, body: Callable[[], Any] | None, place: str
    ) -> Visit | Response:
        """A device with its cookie may come in; another one may ask, and enter the code."""
        name = path.removeprefix("/")
        device = self.site.devices.find(_cookie(headers))
        if device is not None and name not in ("ask", "enter"):
            if device.part != Part.ASSISTANT and body is not None:
                return Response(status=HTTPStatus.FORBIDDEN)
            return Visit(name, Part(device.part), device.number)
        if body is not None:
            return self._let_in(name, body(), place)
        if name == "":
            return Response(join_page(self.site.newest().view.settings), HTML)
        if name in OPEN:
            return file(name)
        return Response(status=HTTPStatus.NOT_FOUND)

    def _let_in(self, name: str, given: Any, place: str) -> Response:
        match name, given:
            case "ask", {"part": str(part)} if part in set(Part):
                ticket = self.site.devices.ask(Part(part), place)
                if ticket is None:
                    return Response(status=HTTPStatus.TOO_MANY_REQUESTS)
                return Response(ticket, "text/plain; charset=utf-8")
            case "enter", {"ticket": str(ticket), "code": str(code)}:
                secret = self.site.devices.enter(ticket, code)
                if secret is None:
                    return Response(status=HTTPStatus.FORBIDDEN)
                cookie = f"{COOKIE}={secret}; Path=/; HttpOnly; SameSite=Strict"
                return Response(status=HTTPStatus.NO_CONTENT, cookie=cookie)
            case "ask" | "enter", _:
                raise BadInput(json.dumps(given)[:40])
        return Response(status=HTTPStatus.FORBIDDEN)


def _cookie(headers: Message) -> str:
    try:
        found = SimpleCookie(headers.get("Cookie", "")).get(COOKIE)
    except CookieError:
        return ""
    return "" if found is None else found.value


def serve(
    settings: Settings,
    state: State,
    now: int,
    inbox: Inbox,
    closing: ExitStack,
    *,
    opens: bool = False,
    at: tuple[str, int] | None = None,
) -> tuple[AssistantPage, dict[str, str]]:
    """The assistant's page, which shows ``state`` at ``now``, and its addresses by the names of
    their messages; it is served until ``closing``. ``opens``: in a browser here; ``at``: for other
    devices, too."""
    hub = Hub[View]()
    page = AssistantPage(settings, hub)
    page.show(state, now, inbox.clock())
    server = PageServer(hub, inbox.put_in_turn)
    server.start()
    closing.callback(server.close)
    if opens:
        once = server.address_once
        threading.Thread(target=open_browser, args=(once,), name="open", daemon=True).start()
    addresses = {"page": server.address}
    if at is not None:
        network = NetworkServer(server, at)
        network.start()
        closing.callback(network.close)
        addresses["page_network"] = network.address
    return page, addresses
