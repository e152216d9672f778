# SPDX-License-Identifier: GPL-3.0-or-later
"""Every option that a command of a hall offers is read by it when it runs; so are those by which a
table takes part."""

from pathlib import Path

import pytest
from options_used import Typing, folder, typing, unread

from hall.commands import COMMANDS
from hall.ticket import OF_DESK, Ticket, written

__all__ = ["folder", "typing"]  # fixtures

RUNS: dict[str, list[list[str]]] = {
    "hall": [
        ["invite", "1", "--name", "a", "--host", "b", "--arbiter", "c", "--folder", "hall"],
        ["serve", "--folder", "hall"],
        ["desk", "desk.toml"],
        ["records", "made", "--folder", "hall"],
        ["verify", "--folder", "hall"],
    ],
    "round": [
        ["pairings.csv", "--tables", "."],
        ["pairings.csv", "--format", "pgn", "--to", "round.pgn", "--delay", "5"],
        ["pairings.csv", "--live"],
    ],
    "play": [["--hall", "none.toml"], ["--pairings", "pairings.csv"]],
    "resume": [["1", "--hall", "none.toml"]],
}


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_is_read(name: str, folder: Path, typing: Typing) -> None:
    nowhere = Ticket("a", OF_DESK, "nats://127.0.0.1:1", "secret")
    (folder / "desk.toml").write_bytes(written(nowhere))
    assert unread(name, RUNS[name], folder) == set()


@pytest.mark.parametrize("name", ["play", "resume"])
def test_a_table_that_takes_part_reads_its_options(name: str, folder: Path, typing: Typing) -> None:
    assert {"hall", "pairings"}.isdisjoint(unread(name, RUNS[name], folder, with_beside=True))
