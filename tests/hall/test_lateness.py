# SPDX-License-Identifier: GPL-3.0-or-later
"""Lateness counts from the scheduled start of the round, and the record holds it."""

from pathlib import Path

import pytest

from announce.text.settings import Settings
from record.journal import Archive
from record.session import Session, begin
from record.snapshot import replayed, stored
from table.core.conditions import SECOND, Conditions, Mode, read_start
from table.core.inputs import Begin, Said
from table.events.game import GameEnded, Role
from table.understanding import typed

MINUTE = 60 * SECOND


def table(folder: Path, starts: str, wall: str, default_time: int = 1800) -> Session:
    """A table whose clocks are started at this time of day."""
    agreed = Conditions(
        mode=Mode.COMPETITION, press_after=None, starts=starts, default_time=default_time
    )
    session = begin(Archive(folder / "games.sqlite"), agreed, Settings(), lambda: wall)
    session.put(Begin(), 0)
    return session


def order(session: Session, text: str, at: int) -> list[object]:
    intent = typed(text, session.state, Role.ARBITER)
    return [*session.put(Said(intent, at, Role.ARBITER, text), at).events]


def ended(session: Session, until: int) -> list[int]:
    """When the game ended by then."""
    events = [one for _, told in session.advance(until) for one in told.events]
    return [one.at for one in events if isinstance(one, GameEnded)]


@pytest.mark.article("6.7.1")
@pytest.mark.parametrize(
    ("starts", "minutes"),
    [("", 30), ("15:00", 18), ("2026-11-28T15:00", 18), ("2026-11-27T15:00", 30), ("15:30", 30)],
)
def test_the_default_time_counts_from_the_start_of_the_round(
    starts: str, minutes: int, tmp_path: Path
) -> None:
    """Twelve minutes after it the clocks are started: eighteen are left of thirty. A start on
    another day, or one that is still to come, counts for nothing."""
    session = table(tmp_path, starts, "2026-11-28T15:12:00.000+01:00")
    order(session, "Schwarz fehlt", MINUTE)
    assert ended(session, 40 * MINUTE) == [minutes * MINUTE]
    session.close()


@pytest.mark.article("6.7.1")
def test_who_would_lose_at_once_is_asked_about(tmp_path: Path) -> None:
    """The clock of a laptop may be wrong by an hour."""
    session = table(tmp_path, "15:00", "2026-11-28T16:00:00")
    assert not [
        one for one in order(session, "Schwarz fehlt", SECOND) if isinstance(one, GameEnded)
    ]
    assert session.state.order_asked is not None
    assert [one for one in order(session, "ja", 2 * SECOND) if isinstance(one, GameEnded)]
    session.close()


def test_the_record_leads_to_the_same_game_whatever_the_time_is_later(tmp_path: Path) -> None:
    session = table(tmp_path, "15:00", "2026-11-28T15:12:00")
    order(session, "Schwarz fehlt", MINUTE)
    assert ended(session, 40 * MINUTE)
    session.close()
    archive = Archive(tmp_path / "games.sqlite")
    assert replayed(archive, 1) == stored(archive, 1)
    assert next(archive.entries(1)).input["late"] == 12 * MINUTE


@pytest.mark.parametrize("text", ["", "15", "25:00", "15:60", "2026-13-01T15:00", "drei Uhr"])
def test_what_is_no_time_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        read_start(text)
