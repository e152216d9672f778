# SPDX-License-Identifier: GPL-3.0-or-later
"""The server of the assistant's page, by raw sockets: strangers are refused or harmless.

Nothing here waits for time to pass: a client is refused at once, displaced by others, or its
deadline is that of a clock that the test sets.
"""

import socket

import pytest
from page_server import Served, read_all, running, served
from told import sentence

from game.base.inbox import StepsDone, TypedLine
from game.page.access import same
from game.page.handler import HEADERS, LARGEST
from table.events.game import Role

__all__ = ["running", "served"]  # fixtures


def test_page_is_served_to_its_address_only(served: Served) -> None:
    answer = served.ask()
    assert answer.status == 200
    assert "Für die Hände" in answer.body
    assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
    for name in ("base.css", "main.js", "icon.svg"):
        assert served.ask(name).status == 200


@pytest.mark.parametrize("path", ["", "main.js", "nothing", "/"])
def test_every_answer_keeps_the_page_to_itself(served: Served, path: str) -> None:
    answer = served.ask(path)
    assert HEADERS.items() <= answer.headers.items()
    policy = answer.headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'")
    assert "unsafe" not in policy
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert "Python" not in answer.headers["Server"]


def test_the_server_is_on_this_computer_only(served: Served) -> None:
    assert served.server.server_address[0] == "127.0.0.1"


# --- The secret -----------------------------------------------------------------------------------


def test_without_the_secret_there_is_nothing(served: Served) -> None:
    right = served.server.secret
    wrong = [right[:-1], right + "a", right.swapcase(), "", "x", right[::-1], "\xe4" * 43]
    for secret in wrong:
        for name in ("", "main.js", "events"):
            assert served.ask(f"/{secret}/{name}").status == 404
        assert served.ask(f"/{secret}/press", "POST", b"{}").status == 404
    assert served.items == []


def test_secrets_are_compared_whole_and_are_long(served: Served) -> None:
    assert len(served.server.secret) >= 43  # 256 bits
    assert same(served.server.secret, served.server.secret)
    assert not same("\udcff", served.server.secret)


def test_no_two_games_have_the_same_secret(served: Served) -> None:
    other = Served()
    assert other.server.secret != served.server.secret
    assert other.server.address_once != other.server.address
    other.server.close()


def test_address_on_the_command_line_works_once(served: Served) -> None:
    """A command line can be read by others on this computer."""
    path = served.server.address_once.removeprefix(f"http://127.0.0.1:{served.server.port}")
    first, second = served.ask(path), served.ask(path)
    assert (first.status, first.headers["Location"]) == (303, f"/{served.server.secret}/")
    assert second.status == 404
    assert served.ask("//").status == 404


def test_the_secret_is_written_to_no_log(served: Served, capfd: pytest.CaptureFixture[str]) -> None:
    served.ask()
    served.ask("nothing")
    served.raw(b"nonsense\r\n\r\n")
    told = capfd.readouterr()
    assert (told.out, told.err) == ("", "")


# --- Foreign pages --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "host",
    ["evil.example", "127.0.0.1", "127.0.0.1:1", "evil.example:{port}", "[::1]:{port}", "", None],
)
def test_another_host_is_refused(served: Served, host: str | None) -> None:
    """A foreign name that was bound to this address (DNS rebinding) is still a foreign name."""
    host = host and host.format(port=served.server.port)
    assert served.ask(Host=host).status == 403
    assert served.post("press", {}, Host=host).status == 403
    assert served.items == []


def test_localhost_is_this_computer_too(served: Served) -> None:
    name = f"localhost:{served.server.port}"
    assert served.ask(Host=name).status == 200
    assert served.post("press", {}, Host=name, Origin=f"http://{name}").status == 204
    assert served.post("press", {}, Host=name).status == 403


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1:{port}", ""])
def test_another_origin_is_refused(served: Served, origin: str) -> None:
    origin = origin.format(port=served.server.port)
    assert served.post("press", {}, Origin=origin).status == 403
    assert served.ask("events", Origin=origin).status == 403
    assert served.items == []


def test_what_is_sent_must_name_its_origin(served: Served) -> None:
    assert served.post("press", {}, Origin=None).status == 403
    assert served.items == []


@pytest.mark.parametrize(
    ("site", "reads", "sends"),
    [
        ("same-origin", 200, 204),
        ("none", 200, 403),
        ("same-site", 403, 403),
        ("cross-site", 403, 403),
    ],
)
def test_a_browser_says_who_asks(served: Served, site: str, reads: int, sends: int) -> None:
    assert served.ask(Sec_Fetch_Site=site).status == reads
    assert served.post("press", {}, Sec_Fetch_Site=site).status == sends


# --- Path tricks and malformed requests -----------------------------------------------------------


@pytest.mark.parametrize(
    "path",
    [
        "../webpage.py",
        "..%2fwebpage.py",
        "main.js/",
        "main.js%00",
        "./main.js",
        "differences.py",
        "page.html",
        "render.py",
        "/etc/passwd",
        "//etc/passwd",
        "C:\\main.js",
        "%70age.js",
    ],
)
def test_only_files_of_the_page_are_served(served: Served, path: str) -> None:
    assert served.ask(path).status == 404


def test_the_secret_in_another_place_opens_nothing(served: Served) -> None:
    secret = served.server.secret
    for path in (f"//{secret}/x/", f"/x/{secret}/", f"/?{secret}/", f"/{secret}", f"/#/{secret}/"):
        assert served.ask(path).status == 404
    assert served.ask(f"http://127.0.0.1:{served.server.port}/{secret}/"[5:]).status == 404


@pytest.mark.parametrize(
    "request_",
    [
        b"",
        b"\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" * 40,  # the beginning of TLS
        b"GET\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost\r\n\r\n",
        b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 1000 + b"\r\n",
        b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\n\r\n",
        b"G" * 100_000,
        b"BREW / HTTP/1.1\r\n\r\n",
        b"\xff\xfe\x00" * 100 + b"\r\n\r\n",
    ],
    ids=range(11),
)
def test_malformed_request_is_refused_the_next_served(served: Served, request_: bytes) -> None:
    with served.connect() as client:
        try:
            client.sendall(request_)
            client.shutdown(socket.SHUT_WR)
            answer = read_all(client)
        except TimeoutError:
            raise
        except OSError:  # closed before all was sent
            answer = b""
    assert answer == b"" or b" 200 " not in answer
    assert served.items == []
    assert served.ask().status == 200


@pytest.mark.parametrize(
    ("headers", "body", "status"),
    [
        ({}, b"x" * (LARGEST + 1), 413),
        ({"Content_Length": "99999999999999999999"}, b"{}", 413),
        ({"Content_Length": "-1"}, b"{}", 411),
        ({"Content_Length": "+2"}, b"{}", 411),
        ({"Content_Length": "\xb2"}, b"{}", 411),
        ({"Content_Length": None}, b"{}", 411),
        ({"Transfer_Encoding": "chunked"}, b"2\r\n{}\r\n0\r\n\r\n", 411),
        ({"Content_Type": "text/plain"}, b"{}", 415),
        ({"Content_Type": "application/x-www-form-urlencoded"}, b"{}", 415),
        ({}, b"", 400),
        ({}, b"{", 400),
        ({}, b"\xff", 400),
        ({}, b"[" * 4000, 400),
        ({}, b"1" * 4000, 400),
        ({}, b'{"who": "white", "text": "\\ud800"}', 400),
        ({}, b'{"who": "white", "text": null}', 400),
    ],
    ids=range(16),
)
def test_unknown_body_is_refused(
    served: Served, headers: dict[str, str | None], body: bytes, status: int
) -> None:
    for name in ("say", "compare"):
        assert served.ask(name, "POST", body, **headers).status in (status, 0)
    assert served.items == []


@pytest.mark.parametrize("method", ["PUT", "DELETE", "OPTIONS", "HEAD", "TRACE", "CONNECT", "get"])
def test_there_are_no_other_methods(served: Served, method: str) -> None:
    assert served.ask("", method).status == 501


# --- What the assistant does ----------------------------------------------------------------------


def test_assistants_act_is_queued_with_its_moment(served: Served) -> None:
    served.now = 42
    assert served.post("press", {}).status == 204
    assert served.post("say", {"who": "white", "text": "Korrektur"}).status == 204
    assert served.post("done", {"todo": 1, "all": True}).status == 204
    assert served.post("touch", {"square": 56}).status == 204
    assert served.items == [
        TypedLine("", 42, Role.ASSISTANT),
        TypedLine("Korrektur", 42, Role.WHITE),
        StepsDone(1, all=True),
        TypedLine("berührt Turm Anna acht", 42, Role.ASSISTANT),
    ]


def test_wrong_board_is_answered_from_the_view(served: Served) -> None:
    answer = served.post("compare", {"stands": "d5 leer, d7 p"})
    assert answer.status == 200
    assert (
        sentence("game.hand_move", piece="Schwarzen Bauern", square="David sieben", to="David fünf")
        in answer.body
    )
    assert served.post("compare", {"stands": "e4 leer" * 500}).status == 400
    assert served.items == []
