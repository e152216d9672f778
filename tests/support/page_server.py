# SPDX-License-Identifier: GPL-3.0-or-later
"""A running server of the assistant's page, asked by raw sockets."""

import json
import socket
from collections.abc import Iterator
from typing import Any

import pytest
from views import view_after

from announce.page.view import View
from game.base.inbox import PageItem
from game.page.content import Hub
from game.page.server import PageServer

SECOND = 1_000_000_000
PATIENCE = 60.0
"""Seconds after which a test that hangs fails."""

MOST = 8


class Served:
    """A server with its view, and what it put into the queue."""

    def __init__(self, patience: float = PATIENCE, most: int = MOST) -> None:
        self.hub: Hub[View] = Hub()
        self.items: list[PageItem] = []
        self.now = 0
        self.view: View = view_after("e4", announced="d5")
        self.hub.publish(self.view, 0)
        self.server = PageServer(
            self.hub, self.items.append, lambda: self.now, patience=patience, most=most
        )
        self.server.start()

    def connect(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.server.port), PATIENCE)

    def raw(self, request: bytes) -> bytes:
        """The whole answer to the bytes of a request."""
        with self.connect() as client:
            try:
                client.sendall(request)
                return read_all(client)
            except ConnectionError:  # refused while we were still sending
                return b""

    def ask(
        self, path: str = "", method: str = "GET", body: bytes | None = None, **headers: str | None
    ) -> "Answer":
        """A request of the page itself, but for what the test changes; None leaves a header out."""
        own: dict[str, str | None] = {"Host": f"127.0.0.1:{self.server.port}"}
        if method == "POST":
            own["Origin"] = f"http://127.0.0.1:{self.server.port}"
            own["Content-Type"] = "application/json"
        if body is not None:
            own["Content-Length"] = str(len(body))
        own |= {name.replace("_", "-"): value for name, value in headers.items()}
        lines = [f"{name}: {value}" for name, value in own.items() if value is not None]
        path = path if path.startswith("/") else f"/{self.server.secret}/{path}"
        head = "\r\n".join([f"{method} {path} HTTP/1.1", *lines, "", ""])
        return Answer(self.raw(head.encode("latin-1") + (body or b"")))

    def post(self, name: str, given: Any, **headers: str | None) -> "Answer":
        return self.ask(name, "POST", json.dumps(given).encode(), **headers)


class Answer:
    """An HTTP answer taken apart; status 0 if the connection was closed without one."""

    def __init__(self, data: bytes) -> None:
        head, _, body = data.partition(b"\r\n\r\n")
        first, *lines = head.decode("latin-1").split("\r\n")
        self.status = int(first.split()[1]) if first else 0
        self.headers = dict(line.split(": ", 1) for line in lines)
        self.body = body.decode()


def read_all(client: socket.socket) -> bytes:
    pieces = []
    while piece := client.recv(65536):
        pieces.append(piece)
    return b"".join(pieces)


@pytest.fixture(scope="module")
def running() -> Iterator[Served]:
    made = Served()
    yield made
    made.server.close()


@pytest.fixture
def served(running: Served) -> Served:
    """A server with a view and an empty queue."""
    running.items.clear()
    running.now = 0
    running.hub.publish(running.view, 0)
    return running
