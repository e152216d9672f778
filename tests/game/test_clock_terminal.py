# SPDX-License-Identifier: GPL-3.0-or-later
"""``hektor clock`` in a terminal: keys, clicks and touches; the terminal is always given back."""

import os
import re
import signal
from collections.abc import Callable, Iterator

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st
from terminals import Terminal
from told import sentence

from game.app import terminal as terminal_of_ours
from game.app.big_clock import HEIGHT, BigClock, large, lay_out, width
from game.app.commands.clock import presses
from game.app.line_editor import LineEditor
from game.app.terminal import MOUSE_OFF, MOUSE_ON
from table.core.conditions import Conditions
from table.core.state import new_state

ARGUMENTS = ("--time", "5", "--no-speech", "--no-microphone")
LEFT, RIGHT = "\x1b[<0;5;5M\x1b[<0;5;5m", "\x1b[<0;75;5M\x1b[<0;75;5m"


class Clock(BigClock):
    """White's half are the first hundred columns of the first row."""

    def owner(self, column: int, row: int) -> chess.Color:
        return column < 100 and row == 0


def reader() -> LineEditor:
    clock = Clock(lambda _: None, ("Weiß", "Schwarz"))
    return LineEditor(press=presses("own", clock))


def keys(*pieces: str) -> list[str | None]:
    made = reader()
    return [line for piece in pieces for line in made.feed(piece.encode())]


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("\r", [""]),
        (" ", [""]),
        ("meine Zeit\r", ["meine Zeit"]),
        ("Zugx\x7fzahl\n", ["Zugzahl"]),
        ("falsch\x15Zeit\r", ["Zeit"]),
        ("\x04", [None]),
        ("\x1b[D\x1bOC", ["white:", "black:"]),
        ("Ze\x1b[Dit\r", ["white:", "Zeit"]),
        ("\x1b[<0;100;1M\x1b[<0;100;1m", ["white:"]),
        ("\x1b[<0;101;1M", ["black:"]),
        ("\x1b[<0;1;2M", ["black:"]),
        ("\x1b[<2;1;1M\x1b[<64;1;1M\x1b[<32;1;1M", []),  # another button, the wheel, a motion
        ("\x1b[15~\x1b[1;5A\x1bx", []),
    ],
)
def test_keys_and_touches_are_told_apart(typed: str, expected: list[str | None]) -> None:
    assert keys(typed) == expected
    assert keys(*typed) == expected  # however it arrives


def test_a_letter_may_arrive_in_two_pieces() -> None:
    made = reader()
    assert list(made.feed(b"z\xc3")) == []
    assert list(made.feed(b"\xbc\r")) == ["zü"]


@given(st.binary(max_size=40))
def test_nothing_that_is_read_breaks_the_reader(data: bytes) -> None:
    made = reader()
    list(made.feed(data))
    list(made.feed(b"x"))
    assert made.text == "" or made.text.isprintable()


SIZES = st.tuples(st.integers(1, 300), st.integers(1, 100))
TEXTS = st.sampled_from(["0:00", "5:00", "59:59", "1:30:00", "24:00:00"])


@given(SIZES, TEXTS, TEXTS)
def test_the_digits_fit_into_the_terminal(size: tuple[int, int], one: str, other: str) -> None:
    columns, rows = size
    layout = lay_out(columns, rows, (one, other))
    needed = max(width(one), width(other)) * layout.wide
    assert needed <= (columns // 2 if layout.beside else columns)
    assert (layout.block if layout.beside else 2 * layout.block) <= max(rows, 4)
    if layout.wide:
        assert len(large(one, layout.wide, layout.high)) == HEIGHT * layout.high


@pytest.mark.parametrize("size", [(0, 0), (1, 1), (3, 1), (5, 40)])
def test_clock_runs_in_the_smallest_terminal(size: tuple[int, int]) -> None:
    written: list[str] = []
    big = BigClock(written.append, ("Weiß", "Schwarz"), size=lambda: size)
    big.line(sentence("game.game_started"))
    big.typed = "Zeit"
    big.show(new_state(Conditions(time_control="5+3")).clock, 0)
    assert len(written) == 1


def test_a_larger_terminal_has_larger_digits() -> None:
    small, usual, huge = (
        lay_out(columns, rows, ("1:30:00", "1:30:00")) for columns, rows in
        ((40, 16), (80, 24), (200, 60))
    )  # fmt: skip
    sizes = [layout.wide * layout.high for layout in (small, usual, huge)]
    assert 0 < sizes[0] <= sizes[1] < sizes[2]
    assert huge.high > 1


def test_each_player_presses_in_his_half() -> None:
    beside = lay_out(200, 20, ("5:00", "5:00"))
    assert beside.beside
    assert beside.owner(99, 0)
    assert not beside.owner(100, 0)
    above = lay_out(40, 40, ("1:30:00", "1:30:00"))
    assert not above.beside
    assert above.owner(39, above.block - 1)
    assert not above.owner(0, above.block)


@pytest.fixture
def terminal(request: pytest.FixtureRequest) -> Iterator[Terminal]:
    with Terminal("clock", *ARGUMENTS, *getattr(request, "param", ("--big",))) as made:
        yield made


def plain(text: str) -> str:
    return re.sub(r"\x1b\[[0-?]*[@-~]", "", text)


def restored(written: str) -> None:
    assert MOUSE_OFF in written
    assert "\x1b[?25h" in written
    assert "\x1b[?1049l" in written


def test_click_presses_for_the_half_it_hits(terminal: Terminal) -> None:
    terminal.wait_for(MOUSE_ON)
    terminal.wait_for("bereit")
    terminal.type(RIGHT)  # Black starts White's clock
    terminal.wait_for("> Weiß")
    terminal.type(RIGHT + LEFT)  # Black's own clock does not run: only White's press counts
    terminal.wait_for("> Schwarz")
    terminal.type("\x1b[C")  # the right arrow is Black's button too
    terminal.wait_for("> Weiß")
    terminal.type("ende\r")
    status, written = terminal.end()
    assert status == 0
    restored(written)
    assert plain(written.partition("\x1b[?1049l")[2]).count(sentence("game.pressed")) == 2
    terminal.assert_restored()


@pytest.mark.parametrize("terminal", [("--big", "--pointer", "anywhere")], indirect=True)
def test_touch_presses_for_the_running_clock(terminal: Terminal) -> None:
    terminal.wait_for("bereit")
    terminal.type(RIGHT)
    terminal.wait_for("> Weiß")
    terminal.type(RIGHT)
    terminal.wait_for("> Schwarz")


@pytest.mark.parametrize(
    "end", [signal.SIGINT, signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM)]
)
def test_terminal_is_restored_however_it_ends(terminal: Terminal, end: int) -> None:
    terminal.wait_for("bereit")
    os.kill(terminal.pid, end)
    _, written = terminal.end()
    restored(written)
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
    ours = terminal_of_ours.Terminal(whole=False, pointer=False)
    with pytest.raises(KeyboardInterrupt):
        ours.__enter__()
    for each in at_exit:
        each()
    assert done == ["taken", "given back"]
    ours.__exit__()  # the handlers of signals


@pytest.mark.parametrize("terminal", [("--pointer", "anywhere")], indirect=True)
def test_plain_lines_may_be_touched_too(terminal: Terminal) -> None:
    terminal.wait_for("bereit")
    terminal.type(LEFT)
    terminal.wait_for(", Schwarz 5:00")
    terminal.type(LEFT)
    terminal.wait_for(sentence("game.pressed"))
    terminal.type("Zugzahl\r")
    terminal.wait_for("Zugzahl")  # what is typed is seen
    terminal.wait_for("Gemachte Züge: Weiß eins")
    terminal.type("ende\r")
    _, written = terminal.end()
    assert "\x1b[?1049" not in written  # nothing was repainted
    assert MOUSE_OFF in written
    terminal.assert_restored()


@pytest.mark.parametrize("terminal", [()], indirect=True)
def test_plain_lines_leave_the_terminal_alone(terminal: Terminal) -> None:
    terminal.wait_for("bereit")
    terminal.type("\r")
    terminal.wait_for(", Schwarz 5:00")
    terminal.type("ende\r")
    status, written = terminal.end()
    assert status == 0
    assert "\x1b" not in written
