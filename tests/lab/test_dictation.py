# SPDX-License-Identifier: GPL-3.0-or-later
"""Recordings of dictated games become PGN; what is unsure is said, and hindsight decides."""

import io
from collections.abc import Sequence
from pathlib import Path

import chess
import chess.pgn
import numpy as np
import pytest
import soundfile

from lab.dictation import Dictation, doubts, to_pgn, transcribe
from rules.position import Position
from training.synthesis import Synthesiser, synthesise
from voice.hearing.audio import RATE, read_recording
from voice.hearing.models import BUNDLED
from voice.hearing.recogniser import Recogniser
from voice.language.transcript import HeardUtterance, Transcript

VOICES = ("de+m7", "de+f3")  # neither was heard in training
SAMPLE = """Eva vier|Eva fünf|Springer Felix drei|Springer Felix sechs|David vier
Eva schlägt David vier|Eva fünf|Springer Eva vier|Dame schlägt David vier|David fünf
Eva schlägt David sechs en passant|Springer schlägt David sechs""".replace("\n", "|").split("|")


@pytest.fixture(scope="module")
def recogniser() -> Recogniser:
    return Recogniser(BUNDLED)


def dictate(synthesiser: Synthesiser, phrases: Sequence[str], noise: float = 20.0) -> np.ndarray:
    """The phrases said by two voices in turn, with pauses of a second and more, in a room."""
    rng = np.random.default_rng(1)
    pieces = [np.zeros(RATE // 2)]
    for number, phrase in enumerate(phrases):
        pieces.append(synthesise(synthesiser, phrase, VOICES[number % 2], 150).astype(float))
        pieces.append(np.zeros(int(RATE * rng.uniform(0.9, 2.0))))
    samples = np.concatenate(pieces)
    samples += rng.normal(0, noise, len(samples))
    return np.clip(samples, -32_768, 32_767).astype(np.int16)


class Scripted(Recogniser):
    """Gives one prepared n-best list for each 0.2 s of sound."""

    def __init__(self, *lists: Sequence[tuple[str, float]]) -> None:
        self._lists = list(lists)

    def listen_for(
        self,
        phrases: Sequence[str],
        completeness: object = None,
        engine: object = None,
        sentences: object = None,
    ) -> None:
        assert phrases

    def reset(self) -> None:
        pass

    def feed(
        self,
        block: bytes,
        at: int,
        gated: bool = False,
        echo: bool = False,
        *,
        fading: bool = False,
    ) -> HeardUtterance | None:
        if not self._lists:
            return None
        transcripts = tuple(Transcript(text, share) for text, share in self._lists.pop(0))
        return HeardUtterance(transcripts, at, at, at)

    def flush(self, at: int) -> HeardUtterance | None:
        return None


def heard(*lists: Sequence[tuple[str, float]], fen: str | None = None) -> Dictation:
    position = Position.from_fen(fen) if fen else Position.start()
    return transcribe(np.zeros(RATE, np.int16), Scripted(*lists), position)


def sans(found: Dictation) -> list[str]:
    game = chess.pgn.read_game(io.StringIO(to_pgn(found)))
    assert game is not None
    assert not game.errors
    return [node.san() for node in game.mainline()]


# --- From sound -----------------------------------------------------------------------------------


@pytest.mark.parametrize("noise", [20.0, 250.0])
def test_sample_game_is_heard_from_two_voices(
    synthesiser: Synthesiser, recogniser: Recogniser, noise: float
) -> None:
    found = transcribe(dictate(synthesiser, SAMPLE, noise), recogniser)
    played = ["e4", "e5", "Nf3", "Nf6", "d4", "exd4", "e5", "Ne4", "Qxd4", "d5", "exd6", "Nxd6"]
    assert sans(found) == played


def test_stereo_recording_at_48_khz_is_heard(
    synthesiser: Synthesiser, recogniser: Recogniser, tmp_path: Path
) -> None:
    sound = np.repeat(dictate(synthesiser, SAMPLE[:3]), 3)
    soundfile.write(tmp_path / "game.wav", np.stack((sound, sound), axis=1), 48_000)
    found = transcribe(read_recording(tmp_path / "game.wav"), recogniser)
    assert sans(found) == ["e4", "e5", "Nf3"]


def test_a_recording_without_speech_holds_no_move(recogniser: Recogniser) -> None:
    found = transcribe(np.zeros(RATE, np.int16), recogniser)
    assert found == Dictation(Position.start(), ())
    assert sans(found) == []


# --- What becomes of what is heard ----------------------------------------------------------------


def test_moves_said_clearly_are_played_without_doubt() -> None:
    found = heard([("eva vier", 1.0)], [("cesar fünf", 1.0)])
    assert sans(found) == ["e4", "c5"]
    assert doubts(found) == ()


def test_a_correction_takes_the_last_move_back() -> None:
    """D.2.8: a slip of the tongue is put right before the clock is pressed."""
    found = heard([("eva vier", 1.0)], [("korrektur", 1.0)], [("david vier", 1.0)])
    assert sans(found) == ["d4"]


def test_a_correction_of_unclear_words_takes_no_move_back() -> None:
    """What became no move has nothing to be taken back, and the move before it stands."""
    said = [("eva vier", 1.0)], [("turm turm acht", 1.0)], [("korrektur", 1.0)]
    found = heard(*said, [("turm anna sechs", 1.0)], [("eva fünf", 1.0)])
    assert sans(found)[:2] == ["e4", "e5"]


def test_correction_before_any_move_changes_nothing() -> None:
    assert sans(heard([("korrektur", 1.0)], [("david vier", 1.0)])) == ["d4"]


def test_talk_and_noise_are_no_moves() -> None:
    found = heard([("[unk]", 1.0)], [("eva vier", 1.0)], [("wie spät", 1.0)])
    assert sans(found) == ["e4"]


TWO_KNIGHTS = "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1"


def test_ambiguous_move_is_played_as_unsure() -> None:
    found = heard([("springer david zwei", 1.0)], fen=TWO_KNIGHTS)
    assert len(found.position.moves) == 1
    (doubt,) = doubts(found)
    assert "Springer David zwei: not sure" in doubt
    assert "unsure: Springer David zwei" in to_pgn(found)


@pytest.mark.parametrize(
    ("later", "played"),
    [
        ("springer bella eins cesar drei", ["f3d2", "e8e7", "b1c3"]),
        ("springer felix drei eva fünf", ["b1d2", "e8e7", "f3e5"]),
    ],
)
def test_hindsight_decides_which_knight_it_was(later: str, played: list[str]) -> None:
    """The knight that stands where it stood did not go to d2."""
    found = heard(
        [("springer david zwei", 1.0)],
        [("könig eva sieben", 1.0)],
        [(later, 1.0)],
        fen=TWO_KNIGHTS,
    )
    assert [move.uci() for move in found.position.moves] == played


def test_hindsight_prefers_hypotheses_that_stay_legal() -> None:
    """After 1.e3 no pawn could take on d5: "drei" was "vier" after all."""
    found = heard(
        [("eva drei", 0.6), ("eva vier", 0.4)],
        [("david fünf", 1.0)],
        [("eva schlägt david fünf", 1.0)],
    )
    assert sans(found) == ["e4", "d5", "exd5"]
    assert [spoken.sure for spoken in found.spoken] == [False, True, True]


def test_misunderstood_words_are_told_with_their_time() -> None:
    found = heard([("turm turm acht", 1.0)])
    assert doubts(found) == ("0:00.0: Turm Turm acht: no move was understood.",)
