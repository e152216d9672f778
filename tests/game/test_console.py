# SPDX-License-Identifier: GPL-3.0-or-later
"""Typing in a terminal: lines are edited and remembered, and nothing is printed into them."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from terminals import Terminal
from told import sentence

from game.app.console import print_above
from game.app.line_editor import LineEditor
from game.base.streams import OutputLost

LEFT, RIGHT, UP, DOWN, HOME, END, DELETE = (
    f"\x1b[{sign}" for sign in ("D", "C", "A", "B", "H", "F", "3~")
)


class Screen:
    """One row of a terminal, as it looks after what was written to it."""

    def __init__(self) -> None:
        self.row = ""
        self.column = 0

    def write(self, text: str) -> None:
        for sign in text:
            if sign == "\n":
                self.row, self.column = "", 0
            elif sign == "\b":
                assert self.column > 0
                self.column -= 1
            else:
                self.row = self.row[: self.column] + sign + self.row[self.column + 1 :]
                self.column += 1


def type_into(editor: LineEditor, text: str) -> list[str]:
    """The lines that were sent; a program would remember them."""
    sent: list[str] = []
    for line in editor.feed(text.encode()):
        if line is not None:
            sent.append(line)
            editor.remember(line)
    return sent


@pytest.mark.parametrize(
    ("keys", "line"),
    [
        ("Zeit\r", "Zeit"),
        ("Zet" + LEFT + "i\r", "Zeit"),
        ("eit" + HOME + "Z" + END + "en\r", "Zeiten"),
        ("Zeitt\x7f\r", "Zeit"),
        ("Zzeit" + HOME + RIGHT + DELETE + "\r", "Zeit"),
        ("falsch\x15Zeit\r", "Zeit"),
        ("meine alte\x17Zeit\r", "meineZeit"),
        ("Zeitung" + LEFT * 3 + "\x0b\r", "Zeit"),
        (LEFT + "\x7f" + DELETE + UP + DOWN + "Zeit\r", "Zeit"),
        ("\r", ""),
    ],
)
def test_a_line_is_edited(keys: str, line: str) -> None:
    assert type_into(LineEditor(), keys) == [line]


def test_earlier_lines_come_back() -> None:
    editor = LineEditor()
    type_into(editor, "eins\rzwei\rzwei\r")
    assert type_into(editor, UP + "\r") == ["zwei"]
    assert type_into(editor, UP + UP + "\r") == ["eins"]
    assert type_into(editor, "neu" + UP + DOWN + "er\r") == ["neuer"]


def test_what_nobody_remembers_does_not_come_back() -> None:
    editor = LineEditor()
    list(editor.feed(b"4711\r"))
    assert type_into(editor, UP + "\r") == [""]


def test_hidden_line_is_not_shown() -> None:
    shown: list[str] = []
    editor = LineEditor(shown.append)
    editor.hidden = True
    assert type_into(editor, "Abgabe") == []
    assert shown == []
    assert type_into(editor, "zug\r") == ["Abgabezug"]
    assert shown == ["\n"]


def test_secret_line_is_erased_when_it_is_sent() -> None:
    screen, rows = Screen(), list[str]()

    def show(text: str) -> None:
        rows.extend([screen.row.strip()] if text == "\n" else [])
        screen.write(text)

    editor = LineEditor(show)
    editor.secret = lambda line: "4711" in line
    sent = list(editor.feed(f"Zeit\rschiedsrichter 4711{LEFT * 6}\rZeit\r".encode()))
    assert sent == ["Zeit", "schiedsrichter 4711", "Zeit"]
    assert rows == ["Zeit", "", "Zeit"]


def test_end_of_input_is_on_an_empty_line_only() -> None:
    editor = LineEditor()
    assert list(editor.feed(b"Zeit\x04")) == []
    assert type_into(editor, "\r") == ["Zeit"]
    assert list(editor.feed(b"\x04")) == [None]


MOVING = (LEFT, RIGHT, UP, DOWN, HOME, END)
KEYS = st.lists(st.sampled_from([*"aZ ü\x7f\x15\x17\x0b\r", *MOVING, DELETE]))


@given(KEYS)
def test_the_terminal_shows_the_line(keys: list[str]) -> None:
    """Whatever is typed: what is seen is the line, and blanks where it was longer."""
    screen = Screen()
    editor = LineEditor(screen.write)
    for key in keys:
        type_into(editor, key)
        assert screen.row.rstrip() == editor.text.rstrip()
        assert screen.column <= len(editor.text)


def test_what_is_printed_stands_above_a_half_typed_line() -> None:
    shown: list[str] = []

    def write(line: str) -> None:
        shown.append(f"{line}\n")

    print_above("eins", "", shown.append, write)
    assert shown == ["eins\n"]
    print_above("zwei", "Zei", shown.append, write)
    assert shown[1:] == ["\r\x1b[K", "zwei\n", "Zei"]
    half = "x" * 80  # it may stand in two rows of the screen
    print_above("drei", half, shown.append, write)
    assert shown[4:] == ["\n", "drei\n", half]


def test_a_full_disk_is_told_to_whoever_prints() -> None:
    def full(_: str) -> None:
        raise OutputLost

    with pytest.raises(OutputLost):
        print_above("eins", "Zei", lambda _: None, full)


QUIET = ("--no-speech", "--no-microphone", "--say-press")


def test_a_game_is_typed_line_by_line(tmp_path: Path) -> None:
    """The press is told at once, above the line that was begun."""
    archive = str(tmp_path / "games.sqlite")
    with Terminal("play", *QUIET, "--press", "0", "--archive", archive) as terminal:
        terminal.wait_for("Training")
        terminal.type("e5\x7f4\r")
        terminal.wait_for("Eva vier")
        terminal.wait_for(sentence("game.pressed"))
        terminal.type("schwarz: e5\rZe")
        terminal.wait_for("Ze")
        terminal.type("it\r")
        terminal.wait_for("Minuten.")  # the line is remembered when it was read
        terminal.type(UP * 2 + "\r")
        terminal.wait_for("schwarz: e5")
        terminal.type("ende\r")
        status, _ = terminal.end()
        assert status == 0
        terminal.assert_restored()
