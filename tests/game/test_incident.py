# SPDX-License-Identifier: GPL-3.0-or-later
"""What an arbiter is told of a game: ``hektor incident``, and the remarks below a score."""

from pathlib import Path

import pytest

from announce.text.settings import Settings
from game.app.cli import main
from record.incidents import IRREGULAR, incidents
from record.journal import Archive
from record.session import begin
from table.core.conditions import SECOND, Conditions, Mode
from table.core.inputs import Begin, Pressed, Said
from table.events.game import (
    DrawDeclined,
    DrawOffered,
    GameEnded,
    IllegalMove,
    MoveCorrected,
    PenaltyGiven,
    Resigned,
    Role,
)
from table.understanding import typed

LINES = (
    (1, Role.WHITE, "Eva vier"),
    (4, Role.WHITE, "Korrektur"),
    (10, Role.WHITE, "David fünf"),
    (11, Role.WHITE, ""),
    (20, Role.WHITE, "David vier"),
    (21, Role.WHITE, ""),
    (30, Role.ARBITER, "Verwarnung Schwarz"),
)


@pytest.fixture
def archive(tmp_path: Path) -> Archive:
    """A game with a slip, an illegal move and a warning."""
    found = Archive(tmp_path / "games.sqlite")
    agreed = Conditions(mode=Mode.COMPETITION, press_after=None, white="Anna", black="Bela")
    session = begin(found, agreed, Settings(), lambda: "2026-11-21T10:00:00")
    session.put(Begin(), 0)
    for second, who, text in LINES:
        at = second * SECOND
        intent = typed(text, session.state, who) if text else None
        session.put(Pressed(who) if intent is None else Said(intent, at, who, text), at)
    session.close()
    return found


@pytest.mark.article("6.12.2")
def test_an_incident_has_its_time_position_words_and_article(archive: Archive) -> None:
    found = {type(one.event): one for one in incidents(archive, 1, "de")}
    assert [*found] == [MoveCorrected, IllegalMove, PenaltyGiven]
    slip, illegal, warning = found.values()
    assert (slip.at, slip.said, slip.who) == (4 * SECOND, "Korrektur", "white")
    assert isinstance(slip.event, MoveCorrected)
    assert (slip.event.at, slip.event.after) == (4 * SECOND, 3 * SECOND)
    assert (illegal.at, illegal.position.ply) == (11 * SECOND, 0)
    assert "Artikel" in illegal.told
    assert (warning.said, warning.position.ply) == ("Verwarnung Schwarz", 1)
    assert "12.9.1" in warning.told


def test_words_of_players_are_incidents_and_stand_in_no_score(tmp_path: Path) -> None:
    archive = Archive(tmp_path / "games.sqlite")
    agreed = Conditions(mode=Mode.COMPETITION, press_after=None)
    session = begin(archive, agreed, Settings(), lambda: "2026-11-21T10:00:00")
    session.put(Begin(), 0)
    lines = [(Role.WHITE, "e4"), (Role.WHITE, "biete Remis"), (Role.WHITE, "ja"), (Role.WHITE, "")]
    lines += [(Role.BLACK, "abgelehnt"), (Role.BLACK, "ich gebe auf"), (Role.BLACK, "ja")]
    for second, (who, text) in enumerate(lines, start=1):
        at = second * SECOND
        intent = typed(text, session.state, who) if text else None
        session.put(Pressed(who) if intent is None else Said(intent, at, who, text), at)
    session.close()
    told = [one.event for one in incidents(archive, 1, "de")]
    assert [type(event) for event in told] == [DrawOffered, DrawDeclined, Resigned, GameEnded]
    assert not [*incidents(archive, 1, "de", IRREGULAR)]


def test_the_command_prints_them(archive: Archive, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["incident", "1", "--language", "en", "--archive", str(archive.path)]) == 0
    told = capsys.readouterr().out
    assert "Anna against Bela" in told
    assert "FIDE Laws of 2018" in told
    assert "The arbiter says: Verwarnung Schwarz" in told
    assert "after 1. d4" in told
    assert main(["incident", "1", "--from-move", "9", "--archive", str(archive.path)]) == 0
    assert "Verwarnung" not in capsys.readouterr().out


@pytest.mark.parametrize("form", [["--format", "text"], ["--scoresheet", "white"], ["--remarks"]])
def test_a_score_tells_what_was_irregular(
    form: list[str], archive: Archive, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["export", "1", *form, "--archive", str(archive.path)]) == 0
    told = capsys.readouterr().out
    assert "Schwarz: Verwarnung." in told
    assert "Korrektur" not in told


def test_pgn_has_no_remarks_unless_they_are_wanted(
    archive: Archive, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["export", "1", "--archive", str(archive.path)]) == 0
    assert "Verwarnung" not in capsys.readouterr().out
