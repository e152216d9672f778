# SPDX-License-Identifier: GPL-3.0-or-later
"""Terminals without umlauts, and streams that are closed."""

import io
import sys

import pytest

from game import cli, streams


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("Weiß drückt", "Weiss drueckt"),
        ("Šahovski sat je spreman", "Sahovski sat je spreman"),
        ("Klávesa čeká", "Klavesa ceka"),
        ("15:11 \u2013 15:09", "15:11 - 15:09"),
        ("\ufffd", "?"),
    ],
)
def test_a_terminal_without_umlauts_gets_plain_letters(
    text: str, written: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, "ascii", newline="\n"))
    streams.make_safe()
    print(text, flush=True)
    assert raw.getvalue().decode("ascii") == f"{written}\n"


def test_a_line_in_another_encoding_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"L\xe4ufer\n"), "utf-8"))
    streams.make_safe()
    assert sys.stdin.readline() == "L\ufffdufer\n"


def test_a_closed_stream_is_an_empty_one(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(sys, name, None)
    streams.make_safe()
    with sys.stdin, sys.stdout, sys.stderr:
        assert sys.stdin.read() == ""
        assert print("nobody reads this") is None


def test_options_without_a_command_belong_to_play(capsys: pytest.CaptureFixture[str]) -> None:
    """Given options of a game and no command, when the program starts, then it is ``play``."""
    assert cli.main(["--time", "soon"]) == 2
    assert "keine Bedenkzeit" in capsys.readouterr().err
