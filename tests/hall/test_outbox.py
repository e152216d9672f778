# SPDX-License-Identifier: GPL-3.0-or-later
"""The journal is the outbox: what the server has not is sent, in order, and nothing else."""

import json
from pathlib import Path

from halls import HALL, Played, seen

from hall import message
from hall.message import HIDDEN, Cursor
from table.arbiter.pin import hashed
from table.core.inputs import PinReplaced


def test_a_game_is_its_opening_and_every_entry_in_order(tmp_path: Path) -> None:
    table = Played(tmp_path)
    table.play("e4", "e5", "Nf3")
    opening, *entries = table.letters
    assert opening.place.seq == -1
    on_disk = list(table.archive.entries(1))
    assert [one.place.seq for one in entries] == [one.seq for one in on_disk]
    written = [message.read(one.data) for one in entries]
    assert [one.entry for one in written if isinstance(one, message.Written)] == on_disk


def test_it_goes_on_after_the_last_that_the_server_has(tmp_path: Path) -> None:
    table = Played(tmp_path)
    table.play("e4", "e5")
    letters = table.letters
    for at, one in enumerate(letters):
        assert list(table.outbox.after(one.place)) == letters[at + 1 :]


def test_the_rest_of_a_game_comes_before_the_next_one(tmp_path: Path) -> None:
    table = Played(tmp_path)
    table.play("e4", "e5")
    last = table.letters[-2].place
    table.next_game()
    table.play("d4")
    left = [one.place for one in table.outbox.after(last)]
    assert [one.seq for one in left] == [left[0].seq, -1, 0, 1, 2]
    assert left[0].game == last.game != left[1].game


def test_a_game_at_home_is_nobodys_business(tmp_path: Path) -> None:
    table = Played(tmp_path)
    table.play("e4")
    before = len(table.letters)
    table.next_game(hall="")
    table.play("d4", "d5")
    table.next_game(hall="olympiad/71")
    table.play("c4")
    assert len(table.letters) == before


def test_a_table_that_played_on_another_computer_sends_what_this_one_has(tmp_path: Path) -> None:
    table = Played(tmp_path)
    table.play("e4")
    assert list(table.outbox.after(Cursor("of another archive", 17, 99))) == table.letters


def test_many_entries_are_all_sent(tmp_path: Path) -> None:
    table = Played(tmp_path)
    for _ in range(30):
        table.play("Nf3", "Nf6", "Ng1", "Ng8")
    assert len(table.letters) == len(list(table.archive.entries(1))) + 1 > 200
    assert table.outbox.reached() == (table.letters[0].place.game, len(table.letters) - 1)


def test_what_is_kept_of_a_pin_stays_at_the_table(tmp_path: Path) -> None:
    kept, other = hashed("4711", b"key"), hashed("815815", b"key")
    table = Played(tmp_path, arbiter_pin=kept)
    table.play("e4")
    table.put(PinReplaced(other))
    table.play("e5")
    sent = b"".join(one.data for one in table.letters).decode()
    for secret in (kept, other):
        assert not any(part in sent for part in secret.split("$")[1:])
    assert HIDDEN in json.loads(table.letters[0].data)["conditions"].values()
    view = seen(table.letters)
    assert view.damage is None  # what was hidden does not look like a forgery
    assert view.state is not None
    assert len(view.state.record) == 2


def test_the_hall_and_the_table_stand_in_the_conditions(tmp_path: Path) -> None:
    assert Played(tmp_path).session.state.conditions.place == HALL
