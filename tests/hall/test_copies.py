# SPDX-License-Identifier: GPL-3.0-or-later
"""What the server has of all tables, as archives beside the desk."""

from pathlib import Path

from halls import Played

from hall.copies import Copies
from record.journal import Archive
from record.snapshot import stored


def test_a_copy_is_the_game_and_goes_on(tmp_path: Path) -> None:
    (tmp_path / "table").mkdir()
    table = Played(tmp_path / "table")
    table.play("e4", "e5")
    first = table.letters
    table.play("Nf3")
    table.next_game()
    table.play("d4")
    everything = table.letters
    for part in (first, everything, everything):  # the desk begins anew each time
        copies = Copies(tmp_path / "records", "olympiad")
        for letter in part:
            copies.take(7, letter.data)
            copies.take(7, letter.data)
        copies.close()
        assert copies.unread == set()
    here = Archive(tmp_path / "records" / "table-7.sqlite")
    assert len(here.games()) == 2
    for game in (1, 2):
        assert stored(here, game).state == stored(table.archive, game).state
        there = [(one.at, one.wall, one.events, one.said) for one in table.archive.entries(game)]
        assert [(one.at, one.wall, one.events, one.said) for one in here.entries(game)] == there
        assert here.opening(game).started == table.archive.opening(game).started


def test_what_nobody_can_read_is_told_and_keeps_nothing_else_out(tmp_path: Path) -> None:
    table = Played(tmp_path)
    table.play("e4")
    copies = Copies(tmp_path / "records", "olympiad")
    copies.take(8, b"{}")
    copies.take(8, table.letters[1].data)  # of a game whose opening is missing
    for letter in table.letters:
        copies.take(7, letter.data)
    copies.close()
    assert copies.left_out == {8}
    assert len(Archive(tmp_path / "records" / "table-7.sqlite").games()) == 1
