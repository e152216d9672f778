# SPDX-License-Identifier: GPL-3.0-or-later
"""Keys in a terminal, with ``hektor clock`` in it; the terminal is always given back."""

import os
import signal
from collections.abc import Callable, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from terminals import Terminal

from game.app import terminal as terminal_of_ours
from game.app.line_editor import LineEditor

ARGUMENTS = ("--time", "5", "--no-speech", "--no-microphone")


def keys(*pieces: str) -> list[str | None]:
    made = LineEditor()
    return [line for piece in pieces for line in made.feed(piece.encode())]


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("\r", [""]),
        ("meine Zeit\r", ["meine Zeit"]),
        ("Zugx\x7fzahl\n", ["Zugzahl"]),
        ("falsch\x15Zeit\r", ["Zeit"]),
        ("\x04", [None]),
        ("Zit\x1b[D\x1bODe\r", ["Zeit"]),
        ("\x1b[<0;1;2M\x1b[15~\x1b[1;5A\x1bx", []),  # clicks and keys of no use
    ],
)
def test_keys_become_lines(typed: str, expected: list[str | None]) -> None:
    assert keys(typed) == expected
    assert keys(*typed) == expected  # however it arrives


def test_a_letter_may_arrive_in_two_pieces() -> None:
    made = LineEditor()
    assert list(made.feed(b"z\xc3")) == []
    assert list(made.feed(b"\xbc\r")) == ["zü"]


@given(st.binary(max_size=40))
def test_nothing_that_is_read_breaks_the_reader(data: bytes) -> None:
    made = LineEditor()
    list(made.feed(data))
    list(made.feed(b"x"))
    assert made.text == "" or made.text.isprintable()


@pytest.fixture
def terminal() -> Iterator[Terminal]:
    with Terminal("clock", *ARGUMENTS) as made:
        yield made


@pytest.mark.parametrize(
    "end", [signal.SIGINT, signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM)]
)
def test_terminal_is_restored_however_it_ends(terminal: Terminal, end: int) -> None:
    terminal.wait_for("bereit")
    os.kill(terminal.pid, end)
    terminal.end()
    terminal.assert_restored()


def test_control_c_while_the_terminal_is_being_taken_leaves_it_as_it_was(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    done: list[str] = []

    class Keyboard:
        def take(self) -> None:
            done.append("taken")
            raise KeyboardInterrupt

        def give_back(self) -> None:
            done.append("given back")

        def write(self, _: str) -> None:
            pass

    at_exit: list[Callable[[], None]] = []
    monkeypatch.setattr(terminal_of_ours, "keyboard", Keyboard)
    monkeypatch.setattr("atexit.register", at_exit.append)
    ours = terminal_of_ours.Terminal(lambda: None)
    with pytest.raises(KeyboardInterrupt):
        ours.__enter__()
    for each in at_exit:
        each()
    assert done == ["taken", "given back"]
    ours.__exit__()  # the handlers of signals


def test_plain_lines_leave_the_terminal_alone(terminal: Terminal) -> None:
    terminal.wait_for("bereit")
    terminal.type("\r")
    terminal.wait_for(", Schwarz 5:00")
    terminal.type("ende\r")
    status, written = terminal.end()
    assert status == 0
    assert "\x1b" not in written
