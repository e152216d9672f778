# SPDX-License-Identifier: GPL-3.0-or-later
"""Other devices that show the page: a code lets one in, its part decides what it may do."""

import json
import socket
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from boards import Board
from page_server import PATIENCE, Answer, Served, read_all

from announce.errors import UserError
from announce.lexicon import Segment
from announce.page.view import Message, PageDevice
from announce.text.settings import Settings
from announce.text.utterance import Utterance
from game.app import assemble
from game.app.cli import make_parser
from game.base.inbox import DevicesChanged, Part
from game.page.access import (
    LASTS,
    LONGEST_PAUSE,
    MOST,
    PAUSE,
    REMEMBERED,
    TRIES,
    PairedDevices,
)
from game.page.assistant import AssistantPage
from game.page.content import Hub
from game.page.server import NetworkServer, address
from game.sound.presenter import Presenter
from table.core.conditions import Mode

HERE = ("127.0.0.2", 0)  # another address of this computer


class Door:
    """PairedDevices with a clock of the test, and what was told."""

    def __init__(self) -> None:
        self.now = 0.0
        self.told: list[DevicesChanged] = []
        self.devices = PairedDevices(self.told.append, lambda: self.now)

    def ask(self, part: Part = Part.SPECTATOR) -> tuple[str, str]:
        """The ticket and the code that is told."""
        self.now += LONGEST_PAUSE
        ticket = self.devices.ask(part, "127.0.0.3")
        assert ticket is not None
        return ticket, self.told[-1].code


def test_right_code_lets_a_device_in_once() -> None:
    door = Door()
    ticket, code = door.ask()
    assert len(code) == 6 and code.isdecimal()
    secret = door.devices.enter(ticket, code)
    assert secret is not None and len(secret) >= 43
    assert door.devices.find(secret) == PageDevice(1, Part.SPECTATOR, "127.0.0.3")
    assert door.devices.enter(ticket, code) is None
    assert door.told[-1].devices == (PageDevice(1, Part.SPECTATOR, "127.0.0.3"),)


def test_code_is_right_for_three_tries_and_two_minutes() -> None:
    door = Door()
    ticket, code = door.ask()
    for _ in range(TRIES):
        assert door.devices.enter(ticket, "x") is None
    assert door.devices.enter(ticket, code) is None
    ticket, code = door.ask()
    door.now += LASTS + 1
    assert door.devices.enter(ticket, code) is None


def test_nobody_makes_hektor_tell_codes_all_the_time() -> None:
    """The pause of an address grows until it enters a code."""
    door = Door()
    door.ask()
    here = Part.SPECTATOR, "127.0.0.3"
    assert door.devices.ask(*here) is None
    for pause in (PAUSE, 2 * PAUSE, 4 * PAUSE):
        door.now += pause - 1
        assert door.devices.ask(*here) is None
        door.now += 1
        ticket = door.devices.ask(*here) or ""
    assert len(door.told) == 4
    assert door.devices.enter(ticket, door.told[-1].code)
    door.now += PAUSE
    assert door.devices.ask(*here)


def test_one_that_asks_all_the_time_takes_nobodys_turn() -> None:
    """Its own pause grows, that of the others does not; and their codes stay right."""
    door = Door()
    told = 0
    for _ in range(600):
        door.now += 1
        told += door.devices.ask(Part.SPECTATOR, "10.0.0.66") is not None
    assert told == 5
    ticket = door.devices.ask(Part.ASSISTANT, "10.0.0.7")
    assert ticket is not None
    code = door.told[-1].code
    door.now += PAUSE * 3
    door.devices.ask(Part.SPECTATOR, "10.0.0.66")
    assert door.devices.enter(ticket, code) is not None


def test_addresses_that_were_never_seen_again_are_forgotten() -> None:
    door = Door()
    for number in range(1_000):
        door.now += PAUSE
        door.devices.ask(Part.SPECTATOR, f"10.0.{number // 250}.{number % 250}")
    assert len(door.devices._pauses) == REMEMBERED


def test_so_many_devices_and_no_more() -> None:
    door = Door()
    for _ in range(MOST):
        assert door.devices.enter(*door.ask())
    door.now += PAUSE
    assert door.devices.ask(Part.SPECTATOR, "") is None
    door.devices.send_away(3)
    assert [one.number for one in door.told[-1].devices] == [1, 2, 4, 5, 6, 7, 8]


@pytest.mark.parametrize(
    "text", ["0.0.0.0", "localhost", "10.0.0", "127.0.0.1:x", "127.0.0.1:70000", "224.0.0.1", ""]
)
def test_the_page_has_one_address_of_one_computer(text: str) -> None:
    with pytest.raises(UserError):
        address(text)


def test_address_may_name_a_port() -> None:
    assert address("192.168.1.5") == ("192.168.1.5", 0)
    assert address("192.168.1.5:8080") == ("192.168.1.5", 8080)


# --- The server -----------------------------------------------------------------------------------


class Network:
    """The page of a server, for other devices."""

    def __init__(self) -> None:
        self.served = Served()
        said = Utterance((Segment("Neun Minuten.", "de"),))
        view = replace(self.served.view, messages=(Message(1, said, False),))
        self.served.hub.publish(view, 0)
        self.server = NetworkServer(self.served.server, HERE)
        self.server.start()
        self.cookie = ""

    def close(self) -> None:
        self.server.close()
        self.served.server.close()

    def ask(self, path: str = "", body: Any = None, host: str = "") -> Answer:
        host = host or self.server.hosts[0]
        lines = [f"Host: {host}", f"Cookie: {self.cookie}"]
        data = b"" if body is None else json.dumps(body).encode()
        if body is not None:
            lines += [f"Origin: http://{host}", "Content-Type: application/json"]
            lines.append(f"Content-Length: {len(data)}")
        method = "GET" if body is None else "POST"
        head = "\r\n".join([f"{method} /{path} HTTP/1.1", *lines, "", ""]).encode()
        place, port = self.server.hosts[0].split(":")
        with socket.create_connection((place, int(port)), PATIENCE) as client:
            client.sendall(head + data)
            return Answer(read_all(client))

    def code(self) -> str:
        """The code that was told last."""
        told = [one for one in self.served.items if isinstance(one, DevicesChanged)]
        return next(one.code for one in reversed(told) if one.code)

    def let_in(self, part: str) -> Answer:
        ticket = self.ask("ask", {"part": part}).body
        entered = self.ask("enter", {"ticket": ticket, "code": self.code()})
        self.cookie = entered.headers["Set-Cookie"].split(";")[0]
        return entered


@pytest.fixture
def network() -> Iterator[Network]:
    made = Network()
    yield made
    made.close()


def test_before_the_code_there_is_only_the_door(network: Network) -> None:
    page = network.ask()
    assert page.status == 200
    assert "Eva" not in page.body
    assert network.ask("join.js").status == 200
    for path in ("main.js", "events", "position?ply=0", "record.pgn"):
        assert network.ask(path).status == 404
    assert network.ask("press", {}).status == 403
    assert network.ask(network.served.server.secret + "/").status == 404
    assert network.ask(host="evil.example").status == 403
    assert network.served.items == []


def test_spectator_sees_the_game_and_does_nothing(network: Network) -> None:
    cookie = network.let_in("spectator").headers["Set-Cookie"]
    assert "HttpOnly" in cookie and "SameSite=Strict" in cookie
    page = network.ask()
    assert 'class="spectator"' in page.body
    assert "Eva vier" in page.body
    assert "Neun Minuten" not in page.body  # the answer to a question of the assistant
    before = len(network.served.items)
    for name in ("press", "say", "dismiss", "compare"):
        assert network.ask(name, {"device": 1}).status == 403
    assert len(network.served.items) == before


def test_assistants_device_may_press(network: Network) -> None:
    network.let_in("assistant")
    assert "Neun Minuten" in network.ask().body
    assert network.ask("press", {}).status == 204


def test_device_that_was_sent_away_is_at_the_door_again(network: Network) -> None:
    network.let_in("assistant")
    assert network.served.post("dismiss", {"device": 1}).status == 204
    assert network.ask("press", {}).status == 403
    assert "Eva vier" not in network.ask().body


def test_wrong_codes_and_nonsense_let_nobody_in(network: Network) -> None:
    ticket = network.ask("ask", {"part": "assistant"}).body
    bodies: tuple[Any, ...] = ({}, [], {"ticket": ticket}, {"ticket": 1, "code": 2})
    for body in bodies:
        assert network.ask("enter", body).status == 400
    assert network.ask("enter", {"ticket": "x", "code": network.code()}).status == 403
    assert network.ask("ask", {"part": "arbiter"}).status == 400
    assert network.ask("ask", {"part": "assistant"}).status == 429


def test_no_secret_stands_in_a_log(network: Network, capfd: pytest.CaptureFixture[str]) -> None:
    network.let_in("assistant")
    told = capfd.readouterr()
    assert (told.out, told.err) == ("", "")


# --- At the table ---------------------------------------------------------------------------------


def test_code_is_told_and_in_competition_only_to_the_arbiter(tmp_path: Path) -> None:
    for mode, told in ((Mode.TRAINING, "123 456"), (Mode.COMPETITION, "")):
        board = Board(tmp_path / mode.value, mode=mode)
        board.presenter = Presenter(Settings(), board.lines.append)
        board.equip(page=AssistantPage(Settings(), Hub()))
        board.run(DevicesChanged((), "123456"))
        assert any("123 456" in line for line in board.lines) == bool(told)
        assert any("möchte" in line for line in board.lines)


def test_competition_needs_the_arbiter() -> None:
    arguments = ["play", "--page", "--page-allowed", "--page-address", "127.0.0.2"]
    given = make_parser(arguments).parse_args(arguments)
    with pytest.raises(UserError, match="arbiter"):
        assemble.page(given, Mode.COMPETITION)
    for chosen in (
        assemble.page(given, Mode.TRAINING),
        assemble.page(given, Mode.COMPETITION, pin=True),
    ):
        assert chosen is not None and chosen.address == ("127.0.0.2", 0)
