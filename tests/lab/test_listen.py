# SPDX-License-Identifier: GPL-3.0-or-later
"""``hektor listen``: a recording of two people dictating becomes PGN, and doubts are named."""

import io
from pathlib import Path
from typing import Any

import chess.pgn
import numpy as np
import pytest
import soundfile

from game.app.cli import main
from game.speech.voice import Voice
from game.speech.voices import SAMPLE_RATE, EngineRenderer

VOICES = (Voice(variant="f3", pitch=55, rate=150), Voice(variant="m3", pitch=40, rate=145))
DICTATED = [
    ("Eva vier", "e4"),
    ("Eva sieben Eva fünf", "e5"),
    ("Springer Felix drei", "Nf3"),
    ("Springer Bella acht Cesar sechs", "Nc6"),
    ("Läufer Bella fünf", "Bb5"),
    ("Anna sieben Anna sechs", "a6"),
    ("Läufer schlägt Cesar sechs", "Bxc6"),
    ("David schlägt Cesar sechs", "dxc6"),
]


def record(path: Path, phrases: list[str], noise: float = 15.0) -> None:
    """The phrases in two voices by turns, with pauses, in a room that hums and hisses."""
    rng = np.random.default_rng(3)
    renderer = EngineRenderer()
    pieces: list[Any] = [np.zeros(SAMPLE_RATE, np.float64)]
    for number, phrase in enumerate(phrases):
        pieces.append(renderer.render(phrase, VOICES[number % 2]) * 0.5)
        pieces.append(np.zeros(int(SAMPLE_RATE * rng.uniform(1.0, 2.5))))
    sound = np.concatenate(pieces)
    hum = 20 * np.sin(np.arange(len(sound)) * 2 * np.pi * 50 / SAMPLE_RATE)
    sound += hum + rng.normal(0, noise, len(sound))
    soundfile.write(path, np.clip(np.rint(sound), -32_768, 32_767).astype(np.int16), SAMPLE_RATE)


def listen(capsys: pytest.CaptureFixture[str], *paths: Path) -> tuple[list[chess.pgn.Game], str]:
    assert main(["listen", *map(str, paths)]) == 0
    out, doubts = capsys.readouterr()
    pgn = io.StringIO(out)
    games = []
    while (game := chess.pgn.read_game(pgn)) is not None:
        assert not game.errors
        games.append(game)
    return games, doubts


def sans(game: chess.pgn.Game) -> list[str]:
    return [node.san() for node in game.mainline()]


def test_dictated_game_of_two_voices_becomes_pgn(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    recording = tmp_path / "game.wav"
    record(recording, [phrase for phrase, _ in DICTATED])
    (game,), said = listen(capsys, recording)
    assert sans(game) == [san for _, san in DICTATED]
    assert "8 moves" in said


def test_ambiguous_move_is_named_as_unsure(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Given two knights that can go to d2, and nothing said later that decides it."""
    recording = tmp_path / "game.wav"
    opening = ["Springer Felix drei", "Eva fünf", "David drei", "Springer Felix sechs"]
    record(recording, [*opening, "Springer David zwei"])
    (game,), said = listen(capsys, recording)
    assert sans(game)[:4] == ["Nf3", "e5", "d3", "Nf6"]
    assert sans(game)[4] in ("Nbd2", "Nfd2")
    doubts = [line for line in said.splitlines() if "not sure" in line]
    assert len(doubts) == 1
    assert "Springer David zwei" in doubts[0]
    assert "unsure: Springer David zwei" in str(game)


def test_several_recordings_become_several_games(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, phrase in (("one.wav", "Eva vier"), ("two.wav", "David vier")):
        record(tmp_path / name, [phrase])
    games, _ = listen(capsys, tmp_path / "one.wav", tmp_path / "two.wav")
    assert [sans(game) for game in games] == [["e4"], ["d4"]]
