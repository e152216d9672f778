# SPDX-License-Identifier: GPL-3.0-or-later
"""The desk knows a game by its journal, and says so where it does not."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import chess
import pytest
from halls import Played, order, seen

from announce.text.settings import Settings
from clock.clock import SECOND
from hall import message, words
from hall.desk import ALONE_AFTER, Absence, Damage, TableView, with_alive, with_message
from hall.message import Alive, Unread
from hall.orders import Fate
from hall.outbox import Letter
from table.core.inputs import Said, Stood
from table.events.game import Role
from table.understanding import typed


def test_the_desk_has_the_game_as_the_table_has_it(tmp_path: Path) -> None:
    table = Played(tmp_path, white="Weber", black="Novak")
    table.play("e4", "e5", "Nf3", "Nc6")
    view = seen(table.letters)
    assert view.state == table.session.state
    assert view.damage is None
    assert any("Springer" in said for _, said in view.talk)


def test_a_message_that_comes_twice_changes_nothing(tmp_path: Path) -> None:
    table = Played(tmp_path)
    table.play("e4", "e5")
    view = seen(table.letters)
    for letter in table.letters[1:]:
        assert with_message(view, message.read(letter.data)) == view


def test_a_missing_entry_is_told(tmp_path: Path) -> None:
    table = Played(tmp_path)
    table.play("e4", "e5")
    letters = table.letters
    assert seen([*letters[:2], *letters[3:]]).damage is Damage.MISSING


def test_a_changed_entry_is_told(tmp_path: Path) -> None:
    table = Played(tmp_path)
    table.play("e4", "e5")
    letters = table.letters
    data = json.loads(letters[2].data)
    data["entry"]["at"] += SECOND
    letters[2] = Letter(letters[2].place, json.dumps(data).encode())
    assert seen(letters).damage is Damage.CHANGED


def test_both_clocks_run_on_the_desk_as_at_the_table(tmp_path: Path) -> None:
    table = Played(tmp_path)
    table.play("e4", "e5")
    view = seen(table.letters)
    game, at = view.hash, table.seconds * SECOND
    view = with_alive(view, Alive(game, view.entries, at), 1000 * SECOND)
    state = table.session.state
    for passed in (0, 30, 400):
        shown = view.remaining(chess.WHITE, (1000 + passed) * SECOND)
        assert shown == state.clock.remaining(chess.WHITE, at + passed * SECOND)


def test_no_clock_runs_on_where_nobody_knows_how_late_it_is(tmp_path: Path) -> None:
    table = Played(tmp_path)
    table.play("e4", "e5")
    view = with_alive(seen(table.letters), Alive("", 0, 0), 1000 * SECOND)
    table.put(Stood())
    view = seen(table.letters, view)
    white = table.session.state.clock.remaining(chess.WHITE, 0)
    assert view.remaining(chess.WHITE, 5000 * SECOND) == white


def test_a_table_is_alone_when_it_gives_no_sign_of_life() -> None:
    view = TableView(7)
    assert view.absence(0) is Absence.UNSEEN
    view = with_alive(view, Alive(), 10 * SECOND)
    assert view.absence(10 + ALONE_AFTER) is None
    assert view.absence(10.1 + ALONE_AFTER) is Absence.ALONE


def test_a_table_that_was_left_is_not_alone_and_its_time_stands(tmp_path: Path) -> None:
    table = Played(tmp_path)
    table.play("e4", "e5")
    view = with_alive(seen(table.letters), Alive("", 0, 60 * SECOND), 1000 * SECOND)
    view = with_alive(view, Alive("", 0, 90 * SECOND, left=True), 1030 * SECOND)
    assert view.absence(5000) is Absence.LEFT
    white = table.session.state.clock.remaining(chess.WHITE, 90 * SECOND)
    assert view.remaining(chess.WHITE, 5000 * SECOND) == white
    table.put(Said(typed("ich gebe auf", table.session.state), 0, Role.WHITE, "ich gebe auf"))
    table.put(Said(typed("ja", table.session.state), 0, Role.WHITE, "ja"))
    view = seen(table.letters, view)
    assert view.absence(5000) is Absence.DONE
    assert with_alive(view, Alive(), 5000 * SECOND).absence(5000) is None


def test_the_desk_knows_what_it_lacks(tmp_path: Path) -> None:
    table = Played(tmp_path)
    table.play("e4", "e5")
    view = seen(table.letters[:-2])
    assert view.opening is not None
    view = with_alive(view, Alive(view.opening.hash, view.entries + 2, 0), 0)
    assert view.behind == 2
    assert seen(table.letters, view).behind == 0


def test_the_next_game_takes_the_place_of_the_last(tmp_path: Path) -> None:
    table = Played(tmp_path)
    table.play("e4")
    table.next_game()
    table.play("d4", "d5")
    view = seen(table.letters)
    assert view.state == table.session.state
    assert view.games == 2


def test_what_an_order_came_to_stands_in_the_journal(tmp_path: Path) -> None:
    table = Played(tmp_path)
    table.play("e4", "e5")
    table.put(order("Pause", 17))
    table.put(order("Pause", 18))
    table.put(order("Partieverlust Weiß", 19))
    view = seen(table.letters)
    fates = {one.number: one.fate for one in view.outcomes}
    assert fates == {17: Fate.DONE, 18: Fate.REFUSED, 19: Fate.ASKED}
    assert all(one.words for one in view.outcomes)
    assert view.last_order == 19


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"[]",
        b"\xff",
        b'{"is": "entry"}',
        b'{"is": "opening", "hash": 1}',
        b'{"stream": "ENTRIES", "seq": 2}',
        b"[" * 100_000,
    ],
)
def test_what_is_no_message_of_a_table_is_not_read(data: bytes) -> None:
    assert isinstance(message.read(data), Unread)
    assert isinstance(message.read_alive(data), Unread)


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("de", "Tisch 7: zu Ende. Die Partie endet remis."),
        ("en", "Table 7: over. The game is drawn."),
        ("cs", "Stůl 7: konec. Partie končí remízou."),
        ("sl", "Miza 7: konec. Partija je remi."),
        ("sr", "Sto 7: kraj. Partija je remi."),
    ],
)
def test_the_end_of_a_game_and_its_result_are_two_sentences(
    tmp_path: Path, language: str, told: str
) -> None:
    table = Played(tmp_path)
    table.play("e4", "e5")
    for who, line in (
        (Role.WHITE, "Nf3"), (Role.WHITE, "biete Remis"), (Role.WHITE, "ja"),
        (Role.BLACK, "Remis angenommen"), (Role.BLACK, "ja"),
    ):  # fmt: skip
        at = (table.seconds + 1) * SECOND
        table.put(Said(typed(line, table.session.state, who), at, who, line, typed=True))
    assert words.ended(seen(table.letters), Settings(language=language)).text == told


def test_a_table_of_another_version_is_shown_as_far_as_it_goes(tmp_path: Path) -> None:
    table = Played(tmp_path)
    table.play("e4", "e5")
    letters = table.letters
    written: Any = message.read(letters[-1].data)
    entry = replace(written.entry, input={"is": "Unheard"})
    strange = replace(written, entry=entry, altered=True, given=object())
    view = with_message(seen(letters[:-1]), strange)
    assert view.damage is Damage.OTHER
    assert view.entries == len(letters) - 1
