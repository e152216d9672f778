# SPDX-License-Identifier: GPL-3.0-or-later
"""The journal: what was written is read back, a change shows, and one program at a time plays."""

import multiprocessing
import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from announce.text.settings import Settings
from ground import files
from record.archive_file import JournalError
from record.codec import EVENTS, INPUTS
from record.journal import Archive, Journal
from record.session import begin, resume
from record.snapshot import replayed, stored
from rules.scoresheet import Keeping
from table.core.conditions import SECOND, Conditions
from table.core.inputs import (
    Begin,
    DeviceChanged,
    EnvelopeNoted,
    EnvelopeOpened,
    Hearing,
    Input,
    MoveSealedIn,
    Pressed,
    ReadBack,
    Said,
    Stood,
    Tick,
)
from table.events.dialogue import Device
from table.events.game import Role
from table.reception import BOARD
from table.understanding import typed
from voice.language.interpretation import NoMatch

GAME = 1
NOW = "2026-01-01T12:00:00+01:00"


@pytest.fixture
def archive(tmp_path: Path) -> Archive:
    return Archive(tmp_path / "games.sqlite")


@pytest.fixture
def journal(archive: Archive) -> Iterator[Journal]:
    one = archive.create({"is": "Conditions"}, "Anna", "Hektor", NOW)
    yield one
    one.close()


def write(journal: Journal, at: int, said: str = "") -> None:
    given = INPUTS.encode(Tick())
    journal.append(at=at, wall=NOW, given=given, events=(), said=(said,) if said else ())


def change(archive: Archive, statement: str) -> None:
    with closing(sqlite3.connect(archive.path)) as db, db:
        assert db.execute(statement).rowcount == 1


def test_entries_are_read_back_in_order(archive: Archive, journal: Journal) -> None:
    write(journal, 5, "Eva vier")
    write(journal, 7)
    first, second = archive.entries(GAME)
    assert (first.seq, first.at, first.said) == (0, 5, ("Eva vier",))
    assert (second.seq, second.at, second.said) == (1, 7, ())
    assert [game.begun for game in archive.games()] == [False]


def test_reopened_journal_continues_after_the_last_entry(
    archive: Archive, journal: Journal
) -> None:
    write(journal, 5)
    journal.close()
    again = archive.open(GAME)
    write(again, 6)
    again.close()
    assert [entry.seq for entry in archive.entries(GAME)] == [0, 1]


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE entry SET at = at + 1 WHERE seq = 1",
        "UPDATE entry SET wall = '' WHERE seq = 1",
        "UPDATE entry SET said = '[\"David vier\"]' WHERE seq = 1",
        "UPDATE entry SET input = '{}' WHERE seq = 1",
        "UPDATE entry SET events = '[{}]' WHERE seq = 1",
        "UPDATE entry SET hash = lower(hash) || ' ' WHERE seq = 1",
        "UPDATE entry SET seq = 9 WHERE seq = 2",
        "DELETE FROM entry WHERE seq = 1",
        "UPDATE game SET conditions = '{}'",
        "UPDATE game SET white = 'Bella'",
        "UPDATE game SET started = ''",
    ],
)
def test_a_change_of_anything_breaks_the_chain(
    archive: Archive, journal: Journal, statement: str
) -> None:
    for at in range(3):
        write(journal, at, "Eva vier")
    journal.close()
    assert len(list(archive.entries(GAME))) == 3
    change(archive, statement)
    with pytest.raises(JournalError, match=r"^The record of game 1 was changed at entry \d\.$"):
        list(archive.entries(GAME))
    with pytest.raises(JournalError, match="was changed"):
        archive.open(GAME)


def test_second_program_is_refused_with_a_sentence(archive: Archive, journal: Journal) -> None:
    with pytest.raises(
        JournalError, match=r"^Game 1 is already being played by another program\.$"
    ):
        archive.open(GAME)
    journal.close()
    archive.open(GAME).close()


def test_another_game_can_be_played_meanwhile(archive: Archive, journal: Journal) -> None:
    other = archive.create({}, "Bella", "Gustav", NOW)
    write(journal, 1)
    write(other, 2)
    other.close()
    assert [len(list(archive.entries(game.id))) for game in archive.games()] == [1, 1]


def _hold(path: Path, ready: Connection) -> None:
    journal = Archive(path).open(GAME)
    write(journal, 1)
    ready.send("held")
    ready.recv()  # until it is killed


def test_lock_is_dropped_when_its_process_dies(archive: Archive, journal: Journal) -> None:
    journal.close()
    processes = multiprocessing.get_context("spawn")
    here, there = processes.Pipe()
    holder = processes.Process(target=_hold, args=(archive.path, there))
    holder.start()
    assert here.recv() == "held"
    with pytest.raises(JournalError, match="is already being played"):
        archive.open(GAME)
    holder.kill()
    holder.join()
    archive.open(GAME).close()
    assert len(list(archive.entries(GAME))) == 1


def test_last_sign_of_life_is_the_latest(archive: Archive, journal: Journal) -> None:
    assert archive.last_alive(GAME) == 0
    write(journal, 5)
    assert archive.last_alive(GAME) == 5
    journal.alive(8)
    assert archive.last_alive(GAME) == 8
    write(journal, 9)
    assert archive.last_alive(GAME) == 9


def test_list_separates_games_that_never_began(tmp_path: Path) -> None:
    archive = Archive(tmp_path / "games.sqlite")
    for begins in (True, False):
        session = begin(archive, Conditions(), Settings(), lambda: NOW)
        session.put(Begin() if begins else Tick(), 1)
        session.close()
    assert [game.begun for game in archive.games()] == [False, True]


def test_result_stands_in_the_list(archive: Archive, journal: Journal) -> None:
    given = INPUTS.encode(Tick())
    journal.append(at=1, wall=NOW, given=given, events=(), said=(), result="1-0")
    (game,) = archive.games()
    assert (game.white, game.black, game.result) == ("Anna", "Hektor", "1-0")


def test_an_unknown_game_is_named(archive: Archive) -> None:
    with pytest.raises(JournalError, match="There is no game 7 in the archive"):
        archive.open(7)


@pytest.mark.parametrize("damage", ["text", "cut", "zeros"])
def test_invalid_archive_is_refused_with_a_sentence(
    archive: Archive, journal: Journal, damage: str
) -> None:
    journal.close()
    whole = archive.path.read_bytes()
    zeros = whole[:4096] + bytes(9_999)
    damaged = {"text": b"no archive" * 999, "cut": whole[:5_000], "zeros": zeros}
    archive.path.write_bytes(damaged[damage])
    for beside in archive.path.parent.glob("games.sqlite-*"):
        beside.unlink()
    with pytest.raises(JournalError) as refused:
        again = Archive(archive.path)
        again.games()
        list(again.entries(GAME))
        again.conditions(GAME)
        again.open(GAME).close()
    assert str(archive.path) in str(refused.value) or "record of game 1" in str(refused.value)
    assert "\n" not in str(refused.value)


# A game goes on from its snapshot, and its inputs lead there.

LINES = st.sampled_from(
    [
        *("e4", "e5", "d4", "Sf3", "Sc6", "Ke7", "Springer Felix drei", "Uhr", "Korrektur", "ja"),
        *("nein", "Remis", "annehmen", "ich gebe auf", "Pause", "weiter", "meine Zeit", "Unsinn"),
        *("Hilfe", "was hat sich geändert", "letzter Zug", "Eva vier", "warum", "kurze Rochade"),
        *("mitgeschrieben", "mitgeschrieben e4", "Partieformular", "unterschreibe Remis"),
        *("Brettvergleich Weiß Eva vier", "Bretter vergleichen", "Aufnahme Zug eins"),
        *("vertagen", "Schwarz ist da", "Weiß fehlt", "Umschlag fehlt", "Umschlag öffnen"),
    ]
)
WHO = st.sampled_from([None, *Role])
INPUT = st.one_of(
    st.tuples(LINES, WHO),
    st.sampled_from(
        [
            *(Pressed(), Pressed(Role.WHITE), Pressed(Role.BLACK), Hearing(True), Hearing(False)),
            *(MoveSealedIn("hidden", Role.WHITE), EnvelopeNoted("A", "B", "C")),
            EnvelopeOpened(NoMatch("Kf9"), "Kf9"),
            *(ReadBack(), Tick(), Stood(), DeviceChanged(Device.MICROPHONE, False, "gone")),
        ]
    ),
)
STEPS = st.lists(st.tuples(st.integers(0, 40 * SECOND), INPUT), max_size=25)


@pytest.mark.article("X.10")
@settings(max_examples=40, deadline=None)
@given(
    steps=STEPS, press_after=st.sampled_from([None, 0, 2 * SECOND]), resumed_at=st.integers(0, 25)
)
def test_game_goes_on_from_any_snapshot_as_if_nothing_had_been(
    steps: list[tuple[int, Input | tuple[str, Role | None]]],
    press_after: int | None,
    resumed_at: int,
) -> None:
    fen = "4k3/pppp1ppp/2n2n2/4p3/4P3/2N2N2/PPPP1PPP/QR2K2R w - - 0 1"
    conditions = Conditions(
        fen=fen,
        time_control="2/60+2,30",
        press_after=press_after,
        sheet_white=Keeping.OWN,
        warn_after_offers=1,
    )
    with tempfile.TemporaryDirectory() as folder:
        archive = Archive(Path(folder) / "games.sqlite")
        session = begin(archive, conditions, Settings(), lambda: NOW)
        session.put(Begin(), 0)
        now, resumed_state = 0, stored(archive, GAME).state
        for number, (pause, item) in enumerate(steps):
            now += pause
            given: Any = item
            if isinstance(item, tuple):
                line, who = item
                intent = typed(line, session.state, who)
                given = Said(intent, max(0, now - pause // 2), who, line)
            happened = session.put(given, now)
            resumed_state, events, _ = BOARD.handle(resumed_state, given, now)
            assert (resumed_state, events) == (session.state, happened.events)
            kept = stored(archive, GAME)
            assert kept.state == session.state
            if number <= resumed_at:
                resumed_state = kept.state
        session.alive(now)
        assert replayed(archive, GAME) == stored(archive, GAME)
        for entry in archive.entries(GAME):
            assert INPUTS.encode(INPUTS.decode(entry.input)) == entry.input
            for event in entry.events:
                assert EVENTS.encode(EVENTS.decode(event)) == event
        session.close()
        resumed, at = resume(archive, GAME, Settings(), lambda: NOW)
        assert at == now
        assert resumed.state.record == session.state.record
        assert resumed.state.clock.running is None
        for colour in (True, False):
            left = session.state.clock.remaining(colour, now)
            assert resumed.state.clock.remaining(colour, now) == left
        resumed.close()


def test_record_with_inputs_leading_elsewhere_is_refused(archive: Archive) -> None:
    """Given a chain that is whole but was written with other events."""
    journal = archive.create(INPUTS.encode(Conditions()), "Anna", "Hektor", NOW)
    journal.append(at=0, wall=NOW, given=INPUTS.encode(Begin()), events=(), said=())
    journal.close()
    with pytest.raises(JournalError, match="cannot be rebuilt"):
        replayed(archive, GAME)


# --- Attacked -------------------------------------------------------------------------------------


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_behind_a_link_it_is_the_same_archive(archive: Archive, tmp_path: Path) -> None:
    """Two programs played one game, each with a lock beside its own name of the archive."""
    journal = archive.create({}, "Ana", "Boris", "2026-06-01")
    link = tmp_path / "elsewhere" / "link.sqlite"
    link.parent.mkdir()
    link.symlink_to(archive.path)
    with pytest.raises(JournalError, match="is already being played"):
        Archive(link).open(journal.game)
    journal.close()
    assert [one.white for one in Archive(link).games()] == ["Ana"]


def test_a_name_forges_no_line(archive: Archive) -> None:
    archive.create({}, "Ana\n2  Carlsen - Ana  1-0", "\x1b[2JBoris", "2026-06-01").close()
    (game,) = archive.games()
    assert (game.white, game.black) == ("Ana 2 Carlsen - Ana 1-0", "[2JBoris")


@pytest.mark.parametrize("wrong", ["'x', 'y'", "1, x'00'"])
def test_a_signature_of_another_type_is_damage(archive: Archive, wrong: str) -> None:
    archive.create({}, "", "", "2026-06-01").close()
    with closing(sqlite3.connect(archive.path)) as db, db:
        db.execute(f"INSERT INTO signature VALUES (1, {wrong})")
    with pytest.raises(JournalError, match="signature under game 1 was changed"):
        archive.signature(1)


def test_a_recording_that_is_a_text_is_none(archive: Archive) -> None:
    archive.create({}, "", "", "2026-06-01").close()
    with closing(sqlite3.connect(archive.path)) as db, db:
        db.execute("INSERT INTO sound VALUES (1, 'abc', 'a text')")
    assert archive.sound(1, "abc") is None
    with pytest.raises(JournalError, match="ecordings"):
        archive.check_sounds(1)


def test_the_lock_of_a_game_is_gone_with_it(archive: Archive) -> None:
    journal = archive.create({}, "", "", "2026-06-01")
    folder = archive.path.parent
    assert [file.name for file in folder.glob("*.lock")] == [f"{archive.path.stem}-1.lock"]
    with pytest.raises(JournalError, match="is already being played"):
        archive.open(1)
    journal.close()
    assert list(folder.glob("*.lock")) == []
    archive.open(1).close()


def test_the_lock_of_a_program_that_was_killed_goes_with_the_next_game(archive: Archive) -> None:
    for _ in range(3):
        archive.create({}, "", "", "2026-06-01").close()
    folder, stem = archive.path.parent, archive.path.stem
    (folder / f"{stem}-2.lock").touch()
    (folder / "others-2.lock").touch()
    held = archive.open(3)
    archive.open(1).close()
    assert {one.name for one in folder.glob("*.lock")} == {f"{stem}-3.lock", "others-2.lock"}
    with pytest.raises(JournalError, match="is already being played"):
        archive.open(3)
    held.close()


def test_a_lock_that_was_removed_while_it_was_taken_is_none(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else two programs would hold it, one on a file that nobody sees any more."""
    archive.create({}, "", "", "2026-06-01").close()
    path = archive.path.with_name(f"{archive.path.stem}-1.lock")
    removals = [True]
    made = files.make_file

    def make_file(file: Path) -> None:
        made(file)
        if file == path and removals:
            removals.pop()
            monkeypatch.setattr(Path, "stat", removing(Path.stat))

    def removing(stat: Any) -> Any:
        def after(self: Path, **more: Any) -> Any:
            found = stat(self, **more)
            if self == path:
                monkeypatch.setattr(Path, "stat", stat)
                path.unlink()
            return found

        return after

    monkeypatch.setattr(files, "make_file", make_file)
    journal = archive.open(1)
    assert path.exists()
    with pytest.raises(JournalError, match="is already being played"):
        archive.open(1)
    journal.close()
