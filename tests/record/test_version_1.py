# SPDX-License-Identifier: GPL-3.0-or-later
"""What version 1 wrote and answered, and what this version makes of the same.

The samples and how they were made: ``tests/samples/README.md``.
"""

import gzip
import io
import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import soundfile

from announce.text.settings import Settings
from game.app.cli import main
from game.play.script import parse, run, to_json
from record.journal import Archive
from record.session import replay, resume
from training.synthesis import Synthesiser, synthesise
from voice.hearing.audio import RATE

SAMPLES = Path(__file__).parents[1] / "samples"
SCENARIOS = Path(__file__).parents[1] / "scenarios"
SCRIPTS = sorted((SAMPLES / "script").glob("*.jsonl"))
EVENT = '[Event "?"]\n'
PGN = [EVENT + game for game in (SAMPLES / "journal.pgn").read_text().split(EVENT)[1:]]

EVALUATED = [
    "utterances", "utterance_accuracy", "word_accuracy", "right", "asked_again", "wrong", "outside",
    "false_accepts", "latency_ms", "latency_95_ms", "real_time_factor", "rss_mb", "load_ms",
    "unreadable",
]  # fmt: skip

Run = Callable[..., str]


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("version_1") / "games.sqlite"
    with gzip.open(SAMPLES / "journal.sqlite.gz") as packed, path.open("wb") as file:
        shutil.copyfileobj(packed, file)
    return path


@pytest.fixture
def hektor(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Run:
    """Runs the command line on ``typed`` lines, in an empty home; gives what it printed."""
    for name in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(name, str(tmp_path))

    def call(*arguments: str, typed: str = "") -> str:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        assert main(arguments) == 0
        return capsys.readouterr().out

    return call


def test_the_samples_are_whole() -> None:
    assert len(PGN) == 108
    assert len(SCRIPTS) == 14


@pytest.mark.parametrize("game", range(1, len(PGN) + 1))
def test_a_game_is_verified_and_exported(game: int, archive: Path, hektor: Run) -> None:
    told = hektor("verify", str(game), "--language", "en", "--archive", str(archive))
    assert told.startswith(f"Game {game}: all ")
    assert hektor("export", str(game), "--archive", str(archive)) == PGN[game - 1]


def test_its_recordings_are_whole(archive: Path) -> None:
    sounds = [Archive(archive).check_sounds(game) for game in (1, 2, 3, 4, 5)]
    assert sounds == [21, 15, 0, 3, 8]


@pytest.mark.parametrize("colour", ["white", "black"])
def test_its_scoresheets_are_read(colour: str, archive: Path, hektor: Run) -> None:
    text = hektor("export", "2", "--scoresheet", colour, "--archive", str(archive))
    last = {"white": "7... - (=)", "black": "7... Ng8 (=)"}[colour]
    assert text.splitlines()[-5:] == ["6. Nf3", "6... Nf6", "7. Ng1", last, "1-0 (signed)"]


def test_open_games_go_on(archive: Path, tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    shutil.copy(archive, path)
    games = Archive(path)
    unfinished = [one.id for one in games.games() if one.begun and one.result == "*"]
    assert len(unfinished) == 69
    for game in unfinished[::5]:
        before = replay(games, game)
        session, now = resume(games, game, Settings())
        session.close()
        assert session.state.position == before.position
        assert session.state.clock.running is None
        assert session.state == replay(games, game)
        assert now == games.last_alive(game)


def test_adjourned_game_resumes_at_the_keyboard(archive: Path, tmp_path: Path, hektor: Run) -> None:
    """Game 3: after the sealed move and two more the program was left."""
    path = tmp_path / "games.sqlite"
    shutil.copy(archive, path)
    lines = "weiter\nSf6\n\nende\n"
    options = ("--no-microphone", "--no-speech", "--archive", str(path))
    hektor("resume", "3", *options, typed=lines)
    assert " 4... Nf6 " in hektor("export", "3", "--archive", str(path))


def test_judge_answers_the_same(hektor: Run) -> None:
    answers = hektor("judge", typed=(SAMPLES / "positions.txt").read_text())
    assert answers == (SAMPLES / "positions.jsonl").read_text()


def test_score_reads_the_same_moves(hektor: Run) -> None:
    answers = hektor("score", "--moves", str(SAMPLES / "moves.tsv"))
    assert answers == (SAMPLES / "moves.txt").read_text()


def test_evaluate_answers_with_the_same_keys(tmp_path: Path, hektor: Run) -> None:
    said = (("Eva vier", "de+f3"), ("Springer Felix drei", "de+m7"))
    with Synthesiser() as synthesiser, (tmp_path / "manifest.tsv").open("w") as manifest:
        for number, (text, voice) in enumerate(said):
            samples = synthesise(synthesiser, text, voice, 145)
            soundfile.write(tmp_path / f"{number}.wav", samples, RATE)
            manifest.write(f"{number}.wav\t{text}\n")
    found = json.loads(
        hektor("evaluate", str(tmp_path / "manifest.tsv"), "--json").splitlines()[-1]
    )
    assert list(found) == EVALUATED
    assert found["right"] == len(said)


LATER = ("losing", "claimed", "silent", "unanswered", "stands", "control_stays")
"""Fields of events that version 1 did not have."""


def without_words(line: dict[str, Any]) -> str:
    """An event without its sentence, which may be reworded, and without the ciphertext of a sealed
    move, which is never the same, and its checksum; the order of the keys counts."""
    told = {key: value for key, value in line.items() if key not in ("text", *LATER)}
    if "envelope" in told:
        told |= {"envelope": told["envelope"] | {"sealed": ""}, "checksum": ""}
    return to_json(told)


@pytest.mark.parametrize("file", SCRIPTS, ids=[file.stem for file in SCRIPTS])
def test_script_prints_the_same_events(file: Path) -> None:
    script = parse((SCENARIOS / f"{file.stem}.script").read_text(encoding="utf-8"))
    before = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    agreed = replace(script.conditions, conversation=1)
    now = list(run(replace(script, conditions=agreed)))
    assert [without_words(line) for line in now] == [without_words(line) for line in before]
    assert all("text" in line for line in now)
