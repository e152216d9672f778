# SPDX-License-Identifier: GPL-3.0-or-later
"""The bundled model itself: its size, its words, and that it hears."""

import json
from pathlib import Path

import numpy as np
import pytest
import vosk

from training.synthesis import Synthesiser, synthesise
from voice.language.lexicon import vocabulary

_FOLDER = Path(__file__).parents[2] / "voice/model"
_PHRASES = ["springer felix drei", "dame schlägt hektor acht", "kurze rochade", "eva zwei eva vier"]


@pytest.fixture(scope="module")
def model() -> vosk.Model:
    vosk.SetLogLevel(-1)
    return vosk.Model(str(_FOLDER))


def _heard(model: vosk.Model, wave: np.ndarray, phrases: list[str]) -> str:
    grammar = json.dumps([*phrases, "[unk]"], ensure_ascii=False)
    recogniser = vosk.KaldiRecognizer(model, 16_000, grammar)
    quiet = np.random.default_rng(0).normal(0, 5, 6000)
    samples = np.round(np.concatenate([quiet, 0.3 * wave, quiet])).astype("<i2")
    recogniser.AcceptWaveform(samples.tobytes())
    return json.loads(recogniser.FinalResult())["text"]


def test_is_small_enough() -> None:
    """Of it 0.4 MB are how the words of four other languages are said, and 1 MB hears English.
    A hundred words more are 0.2 MB."""
    assert sum(file.stat().st_size for file in _FOLDER.rglob("*") if file.is_file()) <= 12_000_000


def test_knows_every_word_of_the_vocabulary(model: vosk.Model) -> None:
    assert [word for word in vocabulary() if model.vosk_model_find_word(word) < 0] == []


@pytest.mark.parametrize("phrase", _PHRASES)
def test_it_hears_a_synthetic_voice(model: vosk.Model, phrase: str) -> None:
    with Synthesiser() as synthesiser:
        wave = synthesise(synthesiser, phrase, "de+f3", rate=140).astype(np.float64)
    assert _heard(model, wave, _PHRASES) == phrase


def test_other_speech_is_none_of_the_phrases(model: vosk.Model) -> None:
    with Synthesiser() as synthesiser:
        wave = synthesise(synthesiser, "Morgen wird wohl wieder die Sonne scheinen", "de+f3")
    assert "[unk]" in _heard(model, wave.astype(np.float64), _PHRASES)


def test_hears_nothing_in_silence(model: vosk.Model) -> None:
    assert _heard(model, np.zeros(32_000), _PHRASES) == ""
