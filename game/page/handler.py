# SPDX-License-Identifier: GPL-3.0-or-later
"""One request to the page: who asks, for what, and the answer.

A request needs a Host that is this server (so that no foreign name can be bound to it), and, where
a browser sends them, an Origin and a Sec-Fetch-Site of the page itself. Then its door decides
whether it may come in: by the secret of the address, or by what a device was given.

Any program on this computer, and any web page in its browser, can open connections to a port. None
of them shall keep the assistant out, hold a thread for long, or fill the memory.
"""

import contextlib
import io
import json
import socket
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler
from typing import Any
from urllib.parse import parse_qs

from announce.page.markup import files, news
from game.base.inbox import Part
from game.page.content import BadInput, Response, Site

KINDS = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
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

BEAT = 0.5
"""Seconds between two signs of life to a page for which nothing happens; the page takes three
missed ones for a lost connection."""

OVER = b"event: over\ndata: over\n\n"

LARGEST = 4096
"""Bytes of the largest input; the head of a request may be four times as long."""


@dataclass(frozen=True, slots=True)
class Visit:
    """A request for ``name`` by a visitor who may come in; ``device`` is 0 for this computer."""

    name: str
    part: Part = Part.ASSISTANT
    device: int = 0


class Connections:
    """The open connections, in the order in which they came; from any thread."""

    def __init__(self, most: int) -> None:
        """At most ``most`` stay open."""
        self._most = most
        self._known: dict[socket.socket, bool] = {}  # whether it has shown the secret
        self._changed = threading.Condition()

    def opened(self, connection: socket.socket) -> None:
        """A new one: if there are too many, the longest waiting stranger goes, or else the
        longest connected page, which connects again if it is still there."""
        with self._changed:
            if len(self._known) >= self._most:
                strangers = (one for one, known in self._known.items() if not known)
                self._shut(next(strangers, next(iter(self._known))))
            self._known[connection] = False

    def trust(self, connection: socket.socket) -> None:
        """Trust a connection that has shown the secret."""
        with self._changed:
            if connection in self._known:
                self._known[connection] = True

    def closed(self, connection: socket.socket) -> None:
        """Forget a connection that is closed."""
        with self._changed:
            self._known.pop(connection, None)
            self._changed.notify_all()

    def wait_until_closed(self, seconds: float) -> None:
        """Until those who know the secret have got what they were still sent."""
        with self._changed:
            self._changed.wait_for(lambda: not any(self._known.values()), seconds)

    def _shut(self, connection: socket.socket) -> None:
        del self._known[connection]
        with contextlib.suppress(OSError):  # it has gone already
            connection.shutdown(socket.SHUT_RDWR)  # wakes the thread that reads or writes


class DeadlineReader(io.RawIOBase):
    """Reads a connection until a deadline for all of it, and no more than so many bytes."""

    def __init__(
        self,
        connection: socket.socket,
        seconds: float,
        most: int,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """A client that sends a byte now and then gets ``seconds`` altogether, not for each."""
        self._connection = connection
        self._clock = clock
        self._until = clock() + seconds
        self._left = most

    def buffered(self) -> io.BufferedReader:
        """The same with lines."""
        return io.BufferedReader(self)

    def readable(self) -> bool:
        """True if the page is for reading only."""
        return True

    def readinto(self, buffer: "memoryview[int] | bytearray") -> int:  # type: ignore[override]
        """At most what is left; 0 at the end. Raises TimeoutError after the deadline."""
        seconds = self._until - self._clock()
        if seconds <= 0:
            raise TimeoutError("the client took too long")
        self._connection.settimeout(seconds)
        read = self._connection.recv_into(memoryview(buffer)[: self._left]) if self._left else 0
        self._left -= read
        return read


class RequestHandler(BaseHTTPRequestHandler):
    """One request, on a thread of its own; the connection is closed after it."""

    server: Any  # a `game.page.server.Door`
    connection: socket.socket
    server_version = "Hektor"
    sys_version = ""

    @property
    def site(self) -> Site:
        """The site that the request is for."""
        site: Site = self.server.site
        return site

    def setup(self) -> None:
        super().setup()
        self.rfile = DeadlineReader(self.connection, self.site.patience, 5 * LARGEST).buffered()

    def log_message(self, format: str, *args: Any) -> None:
        """Log nothing: the address is a secret."""

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """A malformed request: the answer says its number and nothing of what was asked."""
        self._respond(Response(status=HTTPStatus(code)))

    def do_GET(self) -> None:
        """The page, its files, what can be taken away, or its stream of events."""
        visit = self._visit(None)
        if visit is None:
            return
        name, query = visit.name, parse_qs(self.path.partition("?")[2])
        site, shown = self.site, self.site.newest()
        try:
            if name == "":
                told = site.content.page(shown, site.clock(), visit.part, query)
                self._respond(Response(told, HTML))
            elif name == "events":
                self._listen(visit, query)
            elif name in files():
                self._respond(file(name))
            else:
                found = site.content.fetch(name, shown, visit.part, query)
                self._respond(found or Response(status=HTTPStatus.NOT_FOUND), name)
        except ValueError:  # no such position
            self._respond(Response(status=HTTPStatus.NOT_FOUND))

    def do_POST(self) -> None:
        """Take an act of the assistant, or a question about a board that is wrong."""
        arrived = self.site.clock()
        visit = self._visit(self._json)
        if visit is None:
            return
        if visit.part is not Part.ASSISTANT:
            self._respond(Response(status=HTTPStatus.FORBIDDEN))
            return
        site = self.site
        try:
            given = self._json()
            match visit.name, given:
                case "dismiss", {"device": int(device)}:
                    site.send_away(device)
                    self._respond(Response(status=HTTPStatus.NO_CONTENT))
                case _:
                    taken = site.content.take(visit.name, given, site.newest(), arrived)
                    if isinstance(taken, str):
                        self._respond(Response(taken, HTML))
                    else:
                        site.put(taken)
                        self._respond(Response(status=HTTPStatus.NO_CONTENT))
        except (BadInput, ValueError, RecursionError) as error:
            self._respond(_refusal(error))

    def _visit(self, body: Callable[[], Any] | None) -> Visit | None:
        """The visitor; None, and the answer is given, if Host, Origin or secret is wrong."""
        if not self._is_own():
            self._respond(Response(status=HTTPStatus.FORBIDDEN))
            return None
        try:
            visit = self.server.visit(
                self.path.partition("?")[0], self.headers, body, str(self.client_address[0])
            )
        except (BadInput, ValueError, RecursionError) as error:
            self._respond(_refusal(error))
            return None
        if isinstance(visit, Visit):
            self.server.connections.trust(self.connection)
            return visit
        self._respond(visit)
        return None

    def _is_own(self) -> bool:
        """True if the request is for this server, and from its own page if from any."""
        headers = self.headers
        hosts, origins = headers.get_all("Host", []), headers.get_all("Origin", [])
        sites = headers.get_all("Sec-Fetch-Site", [])
        asks = self.command == "GET"
        if len(hosts) != 1 or hosts[0] not in self.server.hosts:
            return False
        if (origins or not asks) and origins != [f"http://{hosts[0]}"]:
            return False  # a browser names the origin of what it sends
        # "none": the address was typed or opened from outside
        return not sites or sites == ["same-origin"] or (asks and sites == ["none"])

    def _json(self) -> Any:
        """The JSON that was sent, read once. Raises BadInput where that is no JSON or too long, and
        ValueError where it cannot be written again."""
        if not hasattr(self, "_given"):
            given = json.loads(self._body().decode())
            json.dumps(given, ensure_ascii=False).encode()  # not half a surrogate pair
            self._given = given
        return self._given

    def _body(self) -> bytes:
        """The JSON that was sent. Raises BadInput if it is not JSON or too long."""
        lengths = self.headers.get_all("Content-Length", [])
        length = lengths[0] if len(lengths) == 1 else ""
        if self.headers.get_content_type() != "application/json":
            raise BadInput("no JSON", HTTPStatus.UNSUPPORTED_MEDIA_TYPE)
        if "Transfer-Encoding" in self.headers or not (length.isascii() and length.isdigit()):
            raise BadInput("no length", HTTPStatus.LENGTH_REQUIRED)
        if len(length) > 6 or int(length) > LARGEST:
            raise BadInput("too long", HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        return self.rfile.read(int(length))

    def _listen(self, visit: Visit, query: dict[str, list[str]]) -> None:
        """Tell the page what happens until the game is left or its device is sent away. A page that
        takes nothing for as long as the site is patient is let go of."""
        known = query.get("known", ["0"])[0]
        number = int(known) if known.isascii() and known.isdigit() and len(known) < 10 else 0
        site, has = self.site, None
        self._head(HTTPStatus.OK, {"Content-Type": "text/event-stream; charset=utf-8"})
        while site.devices.admits(visit.device):
            version, closed = site.hub.version, site.hub.closed
            now, before = site.pictures(visit.part)
            if has is None:
                has = next((one for one in (now, before) if one and one.number == number), None)
            clocks = site.content.clocks(site.newest(), site.clock())
            self.wfile.write(f"data: {news(now, has, clocks)}\n\n".encode() + OVER * closed)
            if closed:
                return
            has = now
            site.hub.wait(version, BEAT)

    def _respond(self, response: Response, name: str = "") -> None:
        disposition = f'attachment; filename="{name}"' if response.saved else ""
        more = {"Location": response.location, "Set-Cookie": response.cookie}
        kinds = {"Content-Type": response.kind, "Content-Disposition": disposition}
        self._head(response.status, {**kinds, **more})
        self.wfile.write(response.text.encode())

    def _head(self, status: int, more: dict[str, str]) -> None:
        self.connection.settimeout(self.site.patience)
        self.send_response(status)
        for name, value in {**HEADERS, **more}.items():
            if value:
                self.send_header(name, value)
        self.end_headers()


def file(name: str) -> Response:
    """One of the files of the pages. Raises KeyError for any other."""
    path = files()[name]
    return Response(path.read_text(encoding="utf-8"), KINDS[path.suffix])


def _refusal(error: Exception) -> Response:
    bad = HTTPStatus.BAD_REQUEST
    return Response(status=error.status if isinstance(error, BadInput) else bad)
