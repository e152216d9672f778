# SPDX-License-Identifier: GPL-3.0-or-later
"""The stream of the assistant's page, and crowds and hung clients that shall not disturb it.

Nothing here depends on how fast the machine is: who is displaced is told by others who come, and
a deadline is that of a clock that the test sets.
"""

import json
import socket
import threading
import time
from dataclasses import replace
from typing import Any

import pytest
from page_server import MOST, PATIENCE, SECOND, Served, running, served
from told import sentence

from announce.lexicon import Segment
from announce.page.view import Message
from announce.text.utterance import Utterance
from clock.clock import Clock
from clock.control import TimeControl
from game.base.inbox import TypedLine
from game.page.handler import Connections, DeadlineReader
from table.events.game import Role

__all__ = ["running", "served"]  # fixtures


# --- The stream -----------------------------------------------------------------------------------


class Stream:
    """A page that listens."""

    def __init__(self, served: Served, known: int = 0) -> None:
        self.client = served.connect()
        self.client.sendall(listening(served, known))
        self.file = self.client.makefile("rb")
        while self.file.readline() not in (b"\r\n", b""):
            pass

    def event(self) -> Any:
        """The next event, or None at the end."""
        lines = []
        while (line := self.file.readline()) not in (b"\n", b""):
            lines.append(line.decode().rstrip("\n"))
        if not lines:
            return None
        if lines[0].startswith("event: "):
            return lines[0].removeprefix("event: ")
        return json.loads(lines[0].removeprefix("data: "))

    def wait_for(self, message: int | None) -> None:
        """Read on until this message is told, or until the end."""
        while (event := self.event()) != "over":
            told = [one["number"] for one in event.get("messages", ())]
            if message in told:
                return

    def close(self) -> None:
        self.file.close()
        self.client.close()


def listening(served: Served, known: int) -> bytes:
    """The request of a page that listens and has the view ``known``."""
    return (
        f"GET /{served.server.secret}/events?known={known} HTTP/1.1\r\n"
        f"Host: 127.0.0.1:{served.server.port}\r\n\r\n"
    ).encode()


def test_page_hears_every_change_and_the_end() -> None:
    served = Served()
    stream = Stream(served)
    assert "board" in stream.event()["parts"]
    served.hub.publish(replace(served.view, paused=True), 0)
    assert stream.event()["parts"] == {"state": sentence("game.clocks_stand")}
    served.hub.publish(replace(served.view, result="1-0"), 0)
    assert stream.event()["parts"] == {"state": sentence("game.result.1-0")}
    closing = threading.Thread(target=served.server.close)
    closing.start()
    assert stream.event().keys() == {"clocks"}
    assert stream.event() == "over"
    assert stream.event() is None
    stream.close()
    closing.join(PATIENCE)


def test_fresh_page_is_not_sent_everything_again(served: Served) -> None:
    newest = served.hub.newest
    assert newest is not None
    stream = Stream(served, known=newest.number)
    assert stream.event().keys() == {"clocks"}
    stream.close()


def test_clocks_are_told_as_of_sending(served: Served) -> None:
    served.now = 30 * SECOND
    stream = Stream(served)
    assert stream.event()["clocks"] == {
        "white": 270_000,
        "black": 300_000,
        "running": "white",
        "waits": 0,
    }
    stream.close()


# --- Crowds, and clients that hang ----------------------------------------------------------------


def test_hundred_connections_keep_nobody_out(served: Served) -> None:
    threads = threading.active_count()
    crowd = [served.connect() for _ in range(100)]
    try:
        assert served.ask().status == 200
        assert served.post("press", {}).status == 204
        stream = Stream(served)
        assert "parts" in stream.event()
        more = [served.connect() for _ in range(100)]
        crowd += more
        served.hub.publish(replace(served.view, paused=True), 0)
        assert stream.event()["parts"] == {"state": sentence("game.clocks_stand")}
        stream.close()
        for stranger in crowd[:-MOST]:  # displaced: at their end
            assert stranger.recv(1) == b""
        assert served.ask().status == 200
        until = time.monotonic() + PATIENCE
        while threading.active_count() > threads + MOST and time.monotonic() < until:
            time.sleep(0.01)  # a thread that was woken tells nobody when it has ended
        assert threading.active_count() <= threads + MOST
    finally:
        for stranger in crowd:
            stranger.close()


def test_hanging_clients_keep_nobody_out(served: Served) -> None:
    """Given clients that send a part of a request, or never read, then others are served."""
    head = (
        f"POST /{served.server.secret}/press HTTP/1.1\r\nHost: 127.0.0.1:{served.server.port}\r\n"
    )
    origin = f"Origin: http://127.0.0.1:{served.server.port}\r\nContent-Type: application/json\r\n"
    hung: list[Any] = []
    for part in ("G", head, f"{head}{origin}Content-Length: 9\r\n\r\n{{"):
        for _ in range(MOST):
            client = served.connect()
            client.sendall(part.encode())
            hung.append(client)
    deaf = [Stream(served) for _ in range(MOST)]
    for number in range(50):
        served.hub.publish(replace(served.view, white=f"Anna {number}"), 0)
    assert served.ask().status == 200
    assert served.post("press", {}).status == 204
    assert served.items == [TypedLine("", 0, Role.ASSISTANT)]
    for one in [*hung, *deaf]:
        one.close()


def test_clock_does_not_move_for_them(served: Served) -> None:
    """Given every kind of abuse, then nothing reaches the game: no input, no other state."""
    clock = Clock.new(TimeControl.parse("5")).start(0)
    before = served.hub.newest
    crowd = [served.connect() for _ in range(30)]
    served.raw(b"GET / HTTP/1.1\r\n" * 50 + b"\r\n")
    served.ask("/wrong/press", "POST", b"{}")
    served.post("press", {}, Origin="http://evil.example")
    served.post("press", {}, Host="evil.example")
    served.ask("say", "POST", b"x" * 100_000)
    assert served.items == []
    assert served.hub.newest is before
    assert served.view.clock == clock
    for one in crowd:
        one.close()


def test_page_that_never_reads_is_let_go_of_and_others_are_told() -> None:
    """Given a page that reads nothing among others, then it goes and they hear all."""
    served = Served(patience=0.2, most=2 * MOST)
    deaf = socket.socket()
    deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
    deaf.connect(("127.0.0.1", served.server.port))
    deaf.sendall(listening(served, 0))
    reading = [Stream(served) for _ in range(MOST)]
    threads = threading.active_count()
    number = 0
    while threading.active_count() == threads:  # until its buffers are full
        number += 1
        said = Utterance((Segment("Eva vier. " * 100_000, "de"),))
        served.hub.publish(replace(served.view, messages=(Message(number, said, False),)), 0)
        for stream in reading:
            stream.wait_for(number)
    closing = threading.Thread(target=served.server.close)
    closing.start()
    for stream in reading:
        stream.wait_for(None)
        stream.close()
    closing.join(PATIENCE)
    deaf.close()


def test_longest_waiting_stranger_makes_room() -> None:
    pairs = [socket.socketpair() for _ in range(4)]
    connections = Connections(most=3)
    ours = [pair[0] for pair in pairs]
    for one in ours[:3]:
        connections.opened(one)
    connections.trust(ours[0])
    connections.opened(ours[3])
    pairs[0][1].setblocking(False)
    with pytest.raises(BlockingIOError):
        pairs[0][1].recv(1)
    assert pairs[1][1].recv(1) == b""
    for pair in pairs:
        for one in pair:
            one.close()


def test_of_pages_only_the_oldest_makes_room() -> None:
    pairs = [socket.socketpair() for _ in range(3)]
    connections = Connections(most=2)
    for ours, _ in pairs:
        connections.opened(ours)
        connections.trust(ours)
    assert pairs[0][1].recv(1) == b""
    connections.closed(pairs[1][0])
    connections.closed(pairs[2][0])
    connections.wait_until_closed(PATIENCE)
    for pair in pairs:
        for one in pair:
            one.close()


def test_dripping_client_has_one_deadline() -> None:
    now = [0.0]
    ours, theirs = socket.socketpair()
    with ours, theirs:
        reader = DeadlineReader(ours, 10, 1000, lambda: now[0]).buffered()
        theirs.sendall(b"GET / HTTP/1.1\r\n")
        assert reader.readline() == b"GET / HTTP/1.1\r\n"
        theirs.sendall(b"X")
        now[0] = 10.0
        with pytest.raises(TimeoutError):
            reader.readline()


def test_client_is_read_only_so_far() -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        theirs.sendall(b"x" * 50)
        reader = DeadlineReader(ours, PATIENCE, 20).buffered()
        assert reader.read(50) == b"x" * 20


def test_a_closed_server_serves_nobody() -> None:
    served = Served()
    served.server.close()
    with pytest.raises(OSError):
        served.connect()
