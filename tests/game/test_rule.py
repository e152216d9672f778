# SPDX-License-Identifier: GPL-3.0-or-later
"""Games that are over: ``hektor rule``, and what the arbiter is sent (III.6, 11.4)."""

from pathlib import Path
from typing import Any

import homes
import pytest
from told import sentence

from announce.text.settings import Settings
from game.app import options
from game.app.cli import main
from record.journal import Archive
from record.session import begin
from table.arbiter.pin import hashed
from table.core.conditions import SECOND, Conditions, Mode
from table.core.inputs import Begin, Said
from table.events.game import Role
from table.understanding import typed

ROOKS = "4k3/r7/8/8/8/8/4P3/R3K3 w - - 0 1"


def kept_key(folder: Path, monkeypatch: pytest.MonkeyPatch) -> bytes:
    """The key of PINs, in a home of its own."""
    homes.empty(monkeypatch, folder)
    return options.pin_key()


def a_game(folder: Path, *lines: tuple[int, str], zone: str = "", **conditions: Any) -> Path:
    path = folder / "games.sqlite"
    agreed = Conditions(
        **{"fen": ROOKS, "mode": Mode.COMPETITION, "press_after": None, **conditions}
    )
    session = begin(Archive(path), agreed, Settings(), lambda: f"2026-11-21T10:00:00{zone}")
    session.put(Begin(), 0)
    for second, text in lines:
        intent = typed(text, session.state, Role.WHITE)
        session.put(Said(intent, second * SECOND, Role.WHITE, text, typed=True), second * SECOND)
    session.close()
    return path


def claimed(folder: Path) -> Path:
    """A game of fifteen minutes without an arbiter that a claim has ended."""
    lines = (800, "keine Gewinnversuche"), (801, "ja")
    return a_game(folder, *lines, time_control="15", quickplay=True, no_arbiter=True)


@pytest.mark.article("III.6.1")
def test_iii_6_1_claim_is_sent_with_everything(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = claimed(tmp_path)
    assert main(["export", "1", "--claim", "--archive", str(path)]) == 0
    text = capsys.readouterr().out
    assert "Claimed by White: the opponent has been making no effort" in text
    assert ROOKS in text
    assert "White 0:01:40, Black 0:15:00" in text
    assert '[Result "*"]' in text


@pytest.mark.article("III.6.2")
def test_iii_6_2_the_arbiter_elsewhere_rules(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(claimed(tmp_path))
    assert main(["rule", "1", "Reklamation", "anerkannt", "--yes", "--archive", path]) == 0
    assert "III.6.2" in capsys.readouterr().out
    assert Archive(Path(path)).games()[0].result == "1/2-1/2"
    assert main(["verify", "1", "--language", "en", "--archive", path]) == 0
    assert main(["export", "1", "--claim", "--archive", path]) == 2


@pytest.mark.article("11.4")
def test_11_4_only_another_result_after_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = kept_key(tmp_path, monkeypatch)
    path = str(a_game(tmp_path, (1, "aufgeben"), (2, "ja"), arbiter_pin=hashed("4711", key)))
    monkeypatch.setattr("getpass.getpass", lambda _: "1234")
    assert main(["rule", "1", "Ergebnis", "Remis", "--yes", "--archive", path]) == 1
    monkeypatch.setattr("getpass.getpass", lambda _: "4711")
    assert main(["rule", "1", "zwei", "Minuten", "für", "Weiß", "--archive", path]) == 1
    assert main(["rule", "1", "Ergebnis", "Remis", "--yes", "--archive", path]) == 0
    assert Archive(Path(path)).games()[0].result == "1/2-1/2"


def test_after_three_wrong_pins_the_arbiter_waits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The time of day has to pass, since no clock of the game runs any more."""
    key = kept_key(tmp_path, monkeypatch)
    agreed = {"arbiter_pin": hashed("4711", key)}
    path = str(a_game(tmp_path, (1, "aufgeben"), (2, "ja"), zone="+00:00", **agreed))

    def rule(pin: str, wall: str) -> int:
        monkeypatch.setattr("getpass.getpass", lambda _: pin)
        now = f"2026-11-21T10:{wall}+00:00"
        monkeypatch.setattr("game.app.commands.arbiter.wall_time", lambda: now)
        return main(["rule", "1", "Ergebnis", "Remis", "--yes", "--archive", path])

    assert [rule("1234", "05:00"), rule("1235", "05:01"), rule("1236", "05:02")] == [1, 1, 1]
    assert rule("4711", "05:12") == 1
    assert sentence("game.arbiter.pin_barred", wait="zwanzig Sekunden") in capsys.readouterr().out
    assert rule("4711", "05:33") == 0


def test_running_game_is_ruled_at_the_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(a_game(tmp_path, (1, "Eva vier")))
    assert main(["rule", "1", "Ergebnis", "Remis", "--yes", "--archive", path]) == 2
    assert sentence("program.error.not_over", game="1") in capsys.readouterr().err
