# SPDX-License-Identifier: GPL-3.0-or-later
"""Which record belongs to which table."""

import time
from pathlib import Path

import pytest
from rounds import Table, closed, paired

from hall.records import Doubt, Recorded, archives, of_round, results
from hall.rounds.facts import OPEN, TableResult


def test_the_results_are_those_of_the_records(tmp_path: Path) -> None:
    tables = (
        Table(tmp_path, 1).play("e4", "e5").order("Ergebnis Remis", "ja"),
        Table(tmp_path, 2).play("d4"),
    )
    found, doubts = of_round(paired(), archives(tmp_path))
    assert results(found) == {1: TableResult("1/2-1/2", 2), 2: TableResult(OPEN, 1)}
    assert doubts == []
    closed(tables)


def test_a_game_of_another_round_or_event_does_not_count(tmp_path: Path) -> None:
    """Where there is no other, that is told: the file may have lost the name of the event."""
    others = Table(tmp_path, 1, round="2").play("e4"), Table(tmp_path, 2, event="Pokal").play("e4")
    closed(others)
    found, doubts = of_round(paired(), archives(tmp_path))
    assert found == {}
    assert doubts == [(Doubt.OTHERS, 0, others[-1].archive.path)]
    Table(tmp_path, 3).play("e4").close()
    found, doubts = of_round(paired(), archives(tmp_path))
    assert [*found] == [3]
    assert doubts == []


def test_a_game_of_other_players_does_not_count_and_is_told(tmp_path: Path) -> None:
    """Colours exchanged, for example: the result would go to the wrong player."""
    table = Table(tmp_path, 1, white="Dolar, Dana", black="Adam, Ana").play("e4")
    table.order("Weiß gewinnt", "ja").close()
    found, doubts = of_round(paired(), archives(tmp_path))
    assert found == {}
    assert doubts == [(Doubt.NAMES, 1, table.archive.path)]


def test_a_game_without_a_table_is_found_by_its_players(tmp_path: Path) -> None:
    Table(tmp_path, 3, table=0).play("e4").close()
    assert [*of_round(paired(), archives(tmp_path))[0]] == [3]


def test_of_two_games_the_later_one_counts_and_it_is_told(tmp_path: Path) -> None:
    """A new game after an incorrect start, on another laptop."""
    Table(tmp_path / "old", 1).play("e4").close()
    later = Table(tmp_path / "new", 1)
    later.close()
    assert later.archive.games()[0].begun
    other = Table(tmp_path / "zz", 1)
    other.minute = 30
    other.play("d4", "d5").close()
    found, doubts = of_round(paired(), archives(tmp_path))
    assert {one for one, *_ in doubts} == {Doubt.SEVERAL}
    assert len(found[1].state.record) == 2


def test_an_archive_that_cannot_be_read_keeps_no_other_from_counting(tmp_path: Path) -> None:
    (tmp_path / "broken.sqlite").write_bytes(b"SQLite format 3\0" + b"\xff" * 5000)
    Table(tmp_path, 1).play("e4").close()
    found, doubts = of_round(paired(), archives(tmp_path))
    assert [*found] == [1]
    assert [one for one, *_ in doubts] == [Doubt.UNREAD]


def test_one_archive_may_hold_all_tables(tmp_path: Path) -> None:
    table = Table(tmp_path, 1).play("e4")
    table.close()
    assert [*of_round(paired(), archives(table.archive.path))[0]] == [1]
    assert archives(tmp_path / "nowhere") == []


def test_an_archive_that_has_rested_is_read_once_and_one_that_changes_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(tmp_path, 1).play("e4")
    (found,) = archives(tmp_path)

    def look(later: float) -> Recorded:
        monkeypatch.setattr(time, "time", lambda: now + later)
        games, _ = of_round(paired(), [found])
        return games[1]

    now = time.time()
    first = look(0)
    assert look(1).state is not first.state  # perhaps it was written just then
    rests = look(60)
    assert rests.rested > 55
    assert look(90).state is rests.state
    assert look(90).rested > rests.rested
    table.play("e5")
    assert len(look(120).state.record) == 2
    table.close()
