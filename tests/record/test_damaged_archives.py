# SPDX-License-Identifier: GPL-3.0-or-later
"""An archive that was damaged or forged ends each command in one sentence, never in a traceback."""

import io
import random
from pathlib import Path
from typing import Any

import chess
import homes
import pytest

from announce.text.settings import Settings
from clock.events import FlagFell
from game.app.cli import main
from record import archive_file, journal
from record.archive_file import JournalError
from record.codec import EVENTS
from record.journal import Archive
from record.session import begin
from record.snapshot import replayed
from table.core.conditions import Conditions
from table.core.inputs import Begin, Pressed, Said
from table.core.state import new_state
from table.understanding import typed

QUIET = ("--no-speech", "--no-microphone")
COMMANDS = (
    *(["verify"], ["games"], ["export"], ["export", "--remarks"], ["incident"], ["sign"]),
    ["resume", *QUIET],
)

WRONG: tuple[Any, ...] = (
    [], None, 1, "x", [1], {}, {"is": "Said"}, {"is": []}, {"is": {}}, {"is": "Nobody"},
    {"is": "Said", "intent": None, "ended_at": 0},
    {"is": "Said", "intent": {"is": "Heard", "move": "e2e9", "text": ""}, "ended_at": 0},
    {"is": "Said", "intent": {"is": "Heard", "move": "e2e4", "text": 1}, "ended_at": "soon"},
    {"is": "MoveSealedIn", "envelope": [], "who": "nobody"},
    {"is": "Stood", "why": "bored"}, {"is": "Stood", "lasted": "long"},
    {"is": "PinReplaced", "kept": "471147"}, {"is": "PinReplaced", "kept": "keyed$$"},
)  # fmt: skip


def played(path: Path) -> None:
    """A game of two moves."""
    session = begin(Archive(path), Conditions(press_after=None), Settings(), lambda: "2026-06-01")
    session.put(Begin(), 0)
    for at, text in enumerate(("e4", "e5"), start=1):
        intent = typed(text, session.state)
        session.put(Said(intent, at, heard=text, typed=True), at)
        session.put(Pressed(), at)
    session.close()


def run(path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Every command works, or gives up with one line."""
    for command in COMMANDS:
        monkeypatch.setattr("sys.stdin", io.StringIO("ende\n"))
        status = main([*command, "--archive", str(path)])
        errors = capsys.readouterr().err
        assert (status, len(errors.splitlines())) in ((0, 0), (2, 1)), (command, errors)


@pytest.mark.parametrize("text", ["", "{", "nul", "\x00", '{"is": "Tick"} '])
def test_a_forged_entry_that_is_no_json_is_one_sentence(
    tmp_path: Path, text: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "games.sqlite"
    played(path)
    written, tick = Archive(path).open(1), {"is": "Tick"}
    dumps = archive_file.dumps
    with monkeypatch.context() as patch:
        patch.setattr(journal, "dumps", lambda data: text if data == tick else dumps(data))
        written.append(at=9, wall="2026-06-01", given=tick, events=(), said=())
    written.close()
    run(path, monkeypatch, capsys)


@pytest.mark.parametrize("wrong", WRONG, ids=str)
@pytest.mark.parametrize("place", ["input", "event"])
def test_a_forged_entry_with_the_right_hash_is_one_sentence(
    tmp_path: Path,
    wrong: Any,
    place: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = tmp_path / "games.sqlite"
    played(path)
    journal = Archive(path).open(1)
    tick = {"is": "Tick"}
    fell = EVENTS.encode(FlagFell(9, chess.WHITE))
    given, events = (wrong, (fell,)) if place == "input" else (tick, (wrong,))
    journal.append(at=9, wall="2026-06-01", given=given, events=events, said=())
    journal.close()
    if place == "input":
        with pytest.raises(JournalError):
            replayed(Archive(path), 1)
    run(path, monkeypatch, capsys)


FORGED: tuple[Any, ...] = (
    *([], {}, {"version": "x"}, {"version": 2}, {"version": 99}, {"version": 3}),
    *({"announced": [{}]}, {"announced": [{"is": "Begin"}]}, {"announced": 1}, {"state": None}),
    *({"record": []}, {"record": None}, {"position": {}}, {"clock": 1}, {"asked": {}}, {"hint": 1}),
    {"position": {"start_fen": "x", "chess960": False, "edition": 2018, "moves": []}},
    {"position": {"start_fen": "8/8/8/8/8/8/8/8 w - - 0 1", "chess960": False, "edition": 2018,
        "moves": ["e2e4"]}},
    {"asked_ply": 10**9}, {"offers": [5]}, {"boards": {"white": 1, "black": []}}, {"more": 1},
)  # fmt: skip
"""What stands in the snapshot instead of what was stored, or in the state that it has."""


@pytest.mark.parametrize("forged", FORGED, ids=str)
def test_a_forged_snapshot_with_the_right_hash_is_one_sentence(
    tmp_path: Path, forged: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "games.sqlite"
    played(path)
    whole = Archive(path).snapshot(1)
    if not isinstance(forged, dict) or "version" in forged or not forged:
        content = forged
    elif forged.keys() & whole.keys():
        content = whole | forged
    else:
        content = whole | {"state": whole["state"] | forged}
    journal = Archive(path).open(1)
    tick = {"is": "Tick"}
    journal.append(at=9, wall="2026-06-01", given=tick, events=(), said=(), snapshot=content)
    journal.close()
    assert main(["verify", "--archive", str(path)]) == 2
    capsys.readouterr()
    run(path, monkeypatch, capsys)


@pytest.mark.parametrize(
    "forged",
    [
        *({"arbiter_pin": "x"}, {"arbiter_pin": "keyed$00$00"}),
        *({"arbiter_key": "x"}, {"arbiter_key": "ed25519$AA$AA"}, {"arbiter_key": "ed25519$$"}),
    ],
    ids=str,
)
@pytest.mark.parametrize(
    "command",
    [["sign"], ["verify", "--passphrase"], ["resume", "--new-arbiter-pin", *QUIET]],
    ids=" ".join,
)
def test_forged_secrets_are_one_sentence(
    tmp_path: Path,
    forged: dict[str, Any],
    command: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = tmp_path / "games.sqlite"
    homes.empty(monkeypatch, tmp_path)
    monkeypatch.setattr("getpass.getpass", lambda _: "471147471147")
    monkeypatch.setattr("sys.stdin", io.StringIO("ende\n"))
    session = begin(Archive(path), Conditions(**forged), Settings(), lambda: "2026-06-01")
    session.put(Begin(), 0)
    for text in ("ich gebe auf", "ja"):
        meant = typed(text, new_state(Conditions()))
        session.put(Said(meant, 1, heard=text, typed=True), 1)
    session.close()
    assert main([*command, "--archive", str(path)]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_entries_as_deep_as_the_sea_are_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "games.sqlite"
    played(path)
    deep: Any = []
    for _ in range(500):
        deep = {"is": "Said", "intent": deep}
    journal = Archive(path).open(1)
    journal.append(at=9, wall="2026-06-01", given=deep, events=(), said=())
    journal.close()
    run(path, monkeypatch, capsys)


@pytest.mark.parametrize("at", ["soon", None, 2**62, -1])
def test_a_time_that_is_none_is_one_sentence(
    tmp_path: Path, at: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "games.sqlite"
    played(path)
    journal = Archive(path).open(1)
    try:
        wall = "2026-06-01T12:00:00+02:00"
        journal.append(at=at, wall=wall, given={"is": "Tick"}, events=(), said=())
    except Exception:
        assert at is None  # the table takes none
    journal.close()
    run(path, monkeypatch, capsys)


@pytest.mark.parametrize("seed", range(40))
def test_damaged_bytes_are_one_sentence(
    tmp_path: Path,
    seed: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = tmp_path / "games.sqlite"
    played(path)
    chance = random.Random(seed)
    content = bytearray(path.read_bytes())
    if seed % 4 == 0:
        content = content[: chance.randrange(len(content))]
    else:
        for _ in range(chance.randrange(1, 40)):
            content[chance.randrange(len(content))] = chance.randrange(256)
    path.write_bytes(content)
    run(path, monkeypatch, capsys)
