# SPDX-License-Identifier: GPL-3.0-or-later
"""A game goes on at another computer, and the server has everything once, whoever comes back."""

from pathlib import Path

import pytest
from halls import HALL, WALL, Played

from announce.lexicon import lexicon
from announce.text.settings import Settings
from game.app.commands import verify
from hall import recovery
from hall.app.verifying import report
from hall.audit import lacking, streamed
from hall.message import Alive, Cursor, Past, place_of
from hall.outbox import Letter, Outbox
from record import archive_file
from record.journal import Archive
from record.session import resume
from record.snapshot import stored
from table.core.conditions import SECOND

LATER = "2026-09-01T17:00:00+02:00"


def past(letters: list[Letter], at: int = 0) -> Past:
    game = letters[0].place.game
    return Past(tuple(one.data for one in letters), Alive(game, 0, at * SECOND))


def taken_over(found: Past, folder: Path) -> tuple[Archive, int]:
    archive = Archive(folder / "games.sqlite")
    last = recovery.last_game(found)
    assert last is not None
    return archive, recovery.written(archive, *last, found.alive.at, LATER)


def test_the_game_is_as_it_was_and_its_record_is_in_order(tmp_path: Path) -> None:
    first = Played(tmp_path / "first")
    first.play("e4", "e5", "Nf3")
    archive, number = taken_over(past(first.letters, first.seconds + 90), tmp_path / "second")
    verify.report(archive, number, "*")
    session, now = resume(archive, number, Settings(), lambda: WALL)
    assert now == (first.seconds + 90) * SECOND
    assert session.state.position == first.session.state.position
    assert session.state.clock.remaining(False, now) == first.session.state.clock.remaining(
        False, now
    )
    session.close()


def test_a_computer_that_is_lost_while_it_takes_over_has_nothing_of_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was the replacement of a replacement: half a game went on as if it were the whole."""
    first = Played(tmp_path / "first")
    first.play("e4", "e5", "Nf3")
    found, done = past(first.letters), archive_file.link

    def dies(before: str, *parts: object) -> str:
        if parts[1:2] == (3,):
            raise KeyboardInterrupt
        return done(before, *parts)

    with monkeypatch.context() as changed, pytest.raises(KeyboardInterrupt):
        changed.setattr(archive_file, "link", dies)
        taken_over(found, tmp_path / "second")
    assert Archive(tmp_path / "second" / "games.sqlite").games() == []
    archive, number = taken_over(found, tmp_path / "second")
    assert number == 1
    assert stored(archive, 1).state.position == first.session.state.position


def test_a_game_that_has_just_begun_can_be_taken_over(tmp_path: Path) -> None:
    first = Played(tmp_path / "first")
    archive, number = taken_over(past(first.letters), tmp_path / "second")
    session, _ = resume(archive, number, Settings(), lambda: WALL)
    assert session.state == first.session.state
    session.close()


def test_a_computer_that_comes_back_sends_nothing_again(tmp_path: Path) -> None:
    first = Played(tmp_path / "first")
    first.play("e4", "e5")
    there = first.letters
    first.play("Nf3")  # and this was not sent before it was gone
    archive, _ = taken_over(past(there), tmp_path / "second")
    second = Outbox(archive, HALL)
    there += second.after(there[-1].place, past(there).reached)
    there += first.outbox.after(there[-1].place, past(there).reached)
    games = streamed(((7, one.data) for one in there), "olympiad")
    assert len(games) == 2
    assert all(one.whole for one in games.values())
    for each in (archive, first.archive):
        assert not list(lacking(games, 7, each, HALL))


def test_what_is_missing_or_twice_shows(tmp_path: Path) -> None:
    table = Played(tmp_path)
    table.play("e4", "e5")
    letters = [one.data for one in table.letters]
    for wrong in (letters[:2] + letters[3:], [*letters, letters[-1]], [*letters, b"?"]):
        games = streamed(((7, one) for one in wrong), "olympiad")
        assert not all(one.whole for one in games.values())
    (number,) = lacking(
        streamed(((7, one) for one in letters[:-1]), "olympiad"), 7, table.archive, HALL
    )
    assert number == 1
    assert not Past(tuple(letters[:2] + letters[3:])).complete


def test_a_round_is_told_table_by_table(tmp_path: Path) -> None:
    table = Played(tmp_path)
    table.play("e4", "e5")
    letters = [one.data for one in table.letters]
    (tmp_path / "8").mkdir()
    other = Played(tmp_path / "8", "olympiad/8")
    other.play("e4", "e5")
    game, entries = other.outbox.reached()
    theirs = [(8, one.data) for one in other.letters[:-2]]
    games = streamed([*((7, one) for one in letters), *theirs], "olympiad")
    signs = {8: Alive(game, entries)}
    said = list(report(games, signs, [7, 8, 9]))
    assert [(name, facts["table"]) for name, facts in said] == [
        ("whole", 7), ("whole", 8), ("behind", 8), ("nothing", 9),
    ]  # fmt: skip
    assert said[2][1]["count"] == 2
    damaged = streamed(((7, one) for one in letters[:2] + letters[3:]), "olympiad")
    assert [name for name, _ in report(damaged, {}, [7])] == ["damaged"]
    for name, facts in said:
        assert lexicon("de").text(f"program.hall_verify.{name}", **facts)


def test_the_outbox_knows_which_games_are_its_own(tmp_path: Path) -> None:
    table = Played(tmp_path)
    table.play("e4")
    last = place_of(table.letters[-1].data, 3)
    assert table.outbox.knows(last.game)
    assert table.outbox.has(last)
    assert not table.outbox.has(Cursor(last.game, last.seq + 1))
    assert not table.outbox.knows("of another computer")
