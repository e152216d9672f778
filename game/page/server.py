# SPDX-License-Identifier: GPL-3.0-or-later
"""The server of the assistant's page: on this computer only, for those who know its address.

It reads immutable views and puts what the assistant does into the loop's inbox; it never touches
the game, and the game never waits for it. A request needs the secret of the address, a Host that
is this server (so that no foreign name can be bound to it), and, where a browser sends them, an
Origin and a Sec-Fetch-Site of the page itself.
"""

import hmac
import json
import secrets
import socket
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from socketserver import TCPServer, ThreadingMixIn
from typing import Any

import chess

import announce.page
from announce.lexicon import MOVES, lexicon, plain
from announce.page.render import comparison, page
from announce.page.stream import Follower
from announce.page.view import Displays, View, displays
from announce.settings import Settings
from announce.words.moves import square_words
from announce.words.numbers import one_line
from game.errors import write_report
from game.inbox import StepsDone, TypedLine
from game.page.assistant import Hub, Shown
from game.page.connections import Connections, DeadlineReader
from table.events.game import Role
from table.reception import LONGEST_LINE

FOLDER = Path(announce.page.__file__).parent
FILES = {
    "page.css": "text/css; charset=utf-8",
    "page.js": "text/javascript; charset=utf-8",
    "icon.svg": "image/svg+xml",
}
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'",
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
HTML = "text/html; charset=utf-8"

LARGEST = 4096
"""Bytes of the largest input; the head of a request may be four times as long."""

LONGEST_LIST = 2000
"""Letters of the longest list of what stands differently."""

BEAT = 5.0
"""Seconds between two signs of life to a page for which nothing happens."""


class PageServer:
    """Serves the page on a free port of 127.0.0.1 until it is closed."""

    def __init__(
        self,
        hub: Hub,
        put: Callable[[TypedLine | StepsDone], None],
        clock: Callable[[], int] = time.monotonic_ns,
        *,
        patience: float = 10.0,
        most: int = 32,
    ) -> None:
        """``put`` takes what the assistant does, from any thread. ``clock`` is that of the inbox.

        A client has ``patience`` seconds for a whole request, and for taking each answer. At most
        ``most`` connections are open; then a new one displaces the longest waiting that has not
        yet shown the secret.
        """
        self.hub = hub
        self.put = put
        self.clock = clock
        self.patience = patience
        self.secret = secrets.token_urlsafe(32)
        self.connections = Connections(most)
        self._once = secrets.token_urlsafe(32)
        self._lock = threading.Lock()
        self._server = _Server(self)
        self.port: int = self._server.server_address[1]
        self.hosts = (f"127.0.0.1:{self.port}", f"localhost:{self.port}")

    @property
    def address(self) -> str:
        """Where the page is; whoever knows it may use it."""
        return f"http://127.0.0.1:{self.port}/{self.secret}/"

    @property
    def address_once(self) -> str:
        """An address that leads to the page once: a browser's command line is seen by others."""
        return f"http://127.0.0.1:{self.port}/{self._once}/"

    def newest(self) -> Shown:
        """What the page shows now; a view is there before the server is."""
        shown = self.hub.newest
        assert shown is not None
        return shown

    def redeem(self, secret: str) -> bool:
        """Whether ``secret`` is that of ``address_once``, which it is only once."""
        with self._lock:
            fits = bool(self._once) and same(secret, self._once)
            if fits:
                self._once = ""
            return fits

    def start(self) -> None:
        """Serve on a thread of its own."""
        threading.Thread(target=self._server.serve_forever, name="page", daemon=True).start()

    def close(self) -> None:
        """Say goodbye to the pages and stop."""
        self.hub.close()
        self._server.shutdown()
        self._server.server_close()
        self.connections.wait_until_closed(1.0)


def open_browser(address: str) -> None:
    """In the default browser, unless that is one in the terminal: it would take the keyboard."""
    import webbrowser  # noqa: PLC0415 - only a page that is asked for needs it

    with suppress(webbrowser.Error):
        browser = webbrowser.get()
        if type(browser) is not webbrowser.GenericBrowser:
            browser.open(address)


def same(given: str, secret: str) -> bool:
    """Whether the two are equal, in a time that does not tell where they differ."""
    return hmac.compare_digest(given.encode("utf-8", "replace"), secret.encode())


class _Server(ThreadingMixIn, TCPServer):
    daemon_threads = True
    block_on_close = False
    request_queue_size = 64

    def __init__(self, page_server: PageServer) -> None:
        self.page = page_server
        super().__init__(("127.0.0.1", 0), _Handler)

    def process_request(self, request: Any, client_address: Any) -> None:
        self.page.connections.opened(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        super().shutdown_request(request)
        self.page.connections.closed(request)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that went away is nothing to report; a fault in Hektor is."""
        if not isinstance(sys.exc_info()[1], OSError):
            write_report()


class _Handler(BaseHTTPRequestHandler):
    """One request; the connection is closed after it."""

    server: _Server
    connection: socket.socket
    server_version = "Hektor"
    sys_version = ""

    def setup(self) -> None:
        super().setup()
        self.rfile = DeadlineReader(
            self.connection, self.server.page.patience, 5 * LARGEST
        ).buffered()

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing is logged: the address is a secret."""

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """A malformed request: the answer says its number and nothing of what was asked."""
        self._answer(code)

    def do_GET(self) -> None:
        """The page, its files, or its stream of events."""
        name, query = self._asked()
        if name is None:
            return
        shown = self.server.page.newest()
        turned = "turned=1" in query
        if name == "":
            html = page(shown.view, self._clocks(shown), shown.number, turned)
            self._answer(HTTPStatus.OK, html, HTML)
        elif name == "events":
            known = f"known={shown.number}" in query  # the page was made of this very view
            self._stream(Follower(shown.number if known else 0, turned))
        elif name in FILES:
            self._answer(HTTPStatus.OK, (FOLDER / name).read_text(encoding="utf-8"), FILES[name])
        else:
            self._answer(HTTPStatus.NOT_FOUND)

    def do_POST(self) -> None:
        """Something that the assistant does, or asks of a board that is wrong."""
        arrived = self.server.page.clock()
        name, _ = self._asked()
        body = None if name is None else self._body()
        if name is None or body is None:
            return
        shown = self.server.page.newest()
        try:
            given = _json(body)
            match name, given:
                case "compare", {"stands": str(stands)} if len(stands) <= LONGEST_LIST:
                    self._answer(HTTPStatus.OK, comparison(stands, shown.view), HTML)
                case _:
                    self.server.page.put(read_input(name, given, shown.view, arrived))
                    self._answer(HTTPStatus.NO_CONTENT)
        except (BadInput, ValueError, RecursionError):
            self._answer(HTTPStatus.BAD_REQUEST)

    def _asked(self) -> tuple[str | None, list[str]]:
        """What was asked for, and its query; None if the Host, the Origin or the secret is wrong,
        and then the answer is given."""
        server, headers = self.server.page, self.headers
        hosts, origins = headers.get_all("Host", []), headers.get_all("Origin", [])
        sites = headers.get_all("Sec-Fetch-Site", [])
        asks = self.command == "GET"
        own = len(hosts) == 1 and hosts[0] in server.hosts
        if own and (origins or not asks):  # a browser names the origin of what it sends
            own = origins == [f"http://{hosts[0]}"]
        if own and sites:  # "none": the address was typed or opened from outside
            own = sites == ["same-origin"] or (asks and sites == ["none"])
        if not own:
            self._answer(HTTPStatus.FORBIDDEN)
            return None, []
        path, _, query = self.path.partition("?")
        match path.split("/"):
            case ["", secret, name] if same(secret, server.secret):
                server.connections.trust(self.connection)
                return name, query.split("&")
            case ["", secret, ""] if asks and server.redeem(secret):
                self._answer(HTTPStatus.SEE_OTHER, location=f"/{server.secret}/")
            case _:
                self._answer(HTTPStatus.NOT_FOUND)
        return None, []

    def _body(self) -> bytes | None:
        """The JSON that was sent; None, and the answer is given, if it is none or too long."""
        lengths = self.headers.get_all("Content-Length", [])
        length = lengths[0] if len(lengths) == 1 else ""
        if self.headers.get_content_type() != "application/json":
            self._answer(HTTPStatus.UNSUPPORTED_MEDIA_TYPE)
        elif "Transfer-Encoding" in self.headers or not (length.isascii() and length.isdigit()):
            self._answer(HTTPStatus.LENGTH_REQUIRED)
        elif len(length) > 6 or int(length) > LARGEST:
            self._answer(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        else:
            return self.rfile.read(int(length))
        return None

    def _stream(self, follower: Follower) -> None:
        """Everything that happens, until the game is left or the page has gone."""
        hub = self.server.page.hub
        self._head(HTTPStatus.OK, "text/event-stream; charset=utf-8")
        while True:
            closed, shown = hub.closed, self.server.page.newest()
            news = follower.news(shown.view, shown.number, self._clocks(shown))
            self.wfile.write(f"data: {news}\n\n".encode())
            if closed:
                self.wfile.write(b"event: over\ndata: over\n\n")
                return
            hub.wait(shown.number, BEAT)

    def _clocks(self, shown: Shown) -> Displays:
        return displays(shown.view, max(0, self.server.page.clock() - shown.taken))

    def _answer(self, status: int, text: str = "", kind: str = "", location: str = "") -> None:
        self._head(status, kind, location)
        self.wfile.write(text.encode())

    def _head(self, status: int, kind: str = "", location: str = "") -> None:
        self.connection.settimeout(self.server.page.patience)
        self.send_response(status)
        for name, value in HEADERS.items():
            self.send_header(name, value)
        if kind:
            self.send_header("Content-Type", kind)
        if location:
            self.send_header("Location", location)
        self.end_headers()


def _json(body: bytes) -> Any:
    """The value. Raises ValueError if it is no JSON, or cannot be written again."""
    given = json.loads(body.decode())
    json.dumps(given, ensure_ascii=False).encode()  # a half of a surrogate pair is no letter
    return given


class BadInput(Exception):
    """Not what the page sends."""


def read_input(name: str, given: Any, view: View, at: int) -> TypedLine | StepsDone:
    """The input ``name`` with its data ``given`` on the page that shows ``view``.

    ``at`` is when it arrived, by the clock of the inbox. Raises BadInput for anything else.
    """
    match name, given:
        case "press", {}:
            return TypedLine("", at, Role.ASSISTANT)
        case "done", {"todo": int(number), "all": bool(every)}:
            return StepsDone(number, every)
        case "say", {"who": str(who), "text": str(text)} if len(text) <= LONGEST_LINE:
            if not one_line(text):
                raise BadInput("an empty line")
            return TypedLine(one_line(text), at, _role(who))
        case "touch", {"square": int(square)}:  # by the player on the move: else it is none (4.3)
            if square not in chess.SQUARES:
                raise BadInput("no square")
            return TypedLine(touched(square, view), at, Role.ASSISTANT)
    raise BadInput(name)


def touched(square: chess.Square, view: View) -> str:
    """The words that report a touched piece: "berührt Springer Gustav eins" (4.3)."""
    where = plain(square_words(square, Settings()))
    piece = view.placement.get(square)
    if piece is None:
        return f"berührt {where}"
    name = lexicon(MOVES).word(f"moves.pieces.{chess.piece_name(piece.piece_type)}")
    return f"berührt {name} {where}"


def _role(name: str) -> Role:
    try:
        return Role(name)
    except ValueError:
        raise BadInput("nobody at the table") from None
