# SPDX-License-Identifier: GPL-3.0-or-later
"""``hektor demo`` plays the sample game of Appendix C by sound alone and shows what it does."""

import io
import re
import wave
from dataclasses import dataclass
from pathlib import Path

import chess.pgn
import pytest

from game.app.cli import main
from game.speech.voices import SAMPLE_RATE

SAMPLE = (
    *("e4", "e5", "Nf3", "Nf6", "d4", "exd4", "e5", "Ne4", "Qxd4", "d5", "exd6", "Nxd6"),
    *("Bg5", "Nc6", "Qe3+", "Be7", "Nbd2", "O-O", "O-O-O", "Re8", "Kb1"),
)


@dataclass
class Played:
    """What the demonstration printed, its PGN, and where it kept sound and PGN."""

    lines: list[str]
    pgn: str
    folder: Path


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Played:
    folder = tmp_path_factory.mktemp("demo")
    with pytest.MonkeyPatch.context() as patch:
        printed = io.StringIO()
        patch.setattr("sys.stdout", printed)
        assert main(["demo", "--save", str(folder)]) == 0
    shown, _, rest = printed.getvalue().partition("[Event ")
    return Played(shown.splitlines(), f"[Event {rest}", folder)


def index(played: Played, wanted: str, start: int = 0) -> int:
    """The first line from ``start`` on that has ``wanted`` in it."""
    found = (i for i, line in enumerate(played.lines) if i >= start and wanted in line)
    place = next(found, None)
    assert place is not None, f"no line says {wanted!r}"
    return place


def test_sample_game_ends_in_the_agreed_draw(played: Played) -> None:
    game = chess.pgn.read_game(io.StringIO(played.pgn))
    assert game is not None
    assert not game.errors
    board = game.board()
    sans = []
    for move in game.mainline_moves():
        sans.append(board.san(move))
        board.push(move)
    assert sans == list(SAMPLE)
    assert game.headers["Result"] == "1/2-1/2"
    index(played, "Remis", index(played, "Remis angenommen"))


def test_every_move_carries_a_clock_that_runs(played: Played) -> None:
    game = chess.pgn.read_game(io.StringIO(played.pgn))
    assert game is not None
    clocks = [node.clock() for node in game.mainline()]
    assert len(clocks) == len(SAMPLE)
    assert all(clock is not None and 0 < clock < 15 * 60 + 11 * 10 for clock in clocks)
    assert len(set(clocks)) > 2


def test_the_slip_is_read_back_and_corrected(played: Played) -> None:
    slip = index(played, "Weiß sagt: Springer Hektor drei.")
    read_back = index(played, "Springer Gustav eins Hektor drei", slip)
    correction = index(played, "Weiß sagt: Korrektur.", read_back)
    index(played, "Hektor: Springer Gustav eins Felix drei", correction)


def test_ambiguous_move_is_asked_and_decided(played: Played) -> None:
    said = index(played, "Weiß sagt: Springer David zwei.")
    question = index(played, "?", said)
    assert "Hektor: " in played.lines[question]
    assert "Bella" in played.lines[question]
    answer = index(played, "Weiß sagt: ", question)
    index(played, "Hektor: Springer Bella eins David zwei", answer)


def test_time_is_told_on_request(played: Played) -> None:
    asked = index(played, "Schwarz sagt: meine Zeit.")
    answer = index(played, "Hektor: ", asked)
    assert re.search(r"Schwarz: .*Minuten", played.lines[answer])


def test_clocks_and_assistants_steps_are_shown(played: Played) -> None:
    assert sum(line.startswith("Uhren: ") for line in played.lines) == len(SAMPLE)
    assert sum(line.startswith("Assistent: ") for line in played.lines) >= len(SAMPLE)


def test_sound_and_pgn_are_kept(played: Played) -> None:
    pgn = (played.folder / "demo.pgn").read_text(encoding="utf-8")
    assert played.pgn.startswith(pgn)
    with wave.open(str(played.folder / "demo.wav")) as sound:
        seconds = sound.getnframes() / sound.getframerate()
        assert sound.getframerate() == SAMPLE_RATE
        samples = sound.readframes(sound.getnframes())
    assert seconds > 2 * len(SAMPLE)
    assert len(set(samples)) > 100
