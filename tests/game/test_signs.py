# SPDX-License-Identifier: GPL-3.0-or-later
"""The click of the clock is nobody's speech, and whoever speaks is heard through it: by sound."""

import numpy as np
import pytest

from bench.talkers import SteadyRenderer, to_microphone
from game.speech.drivers import knock_sound
from game.speech.voice import Voice
from lab.scoring import PositionScorer
from rules.position import Position
from training.synthesis import Synthesiser
from voice.hearing.audio import RATE, blocks
from voice.hearing.models import find_model
from voice.hearing.recogniser import Recogniser
from voice.language.transcript import known_words

REVERBERATION = 0.4  # seconds
STRUCK = 2.0  # seconds, at which the click is heard


@pytest.fixture(scope="module")
def recogniser() -> Recogniser:
    made = Recogniser(find_model())
    scorer = PositionScorer(Position.start().fen)
    made.listen_for(scorer.phrases, scorer.completeness, sentences=scorer.sentences)
    return made


def in_room(*sounds: tuple[float, np.ndarray]) -> np.ndarray:
    """Five seconds of a living room, with these sounds from these seconds on."""
    rng = np.random.default_rng(1)
    count = round(RATE * REVERBERATION)
    echo = rng.normal(0, 1, count) * np.geomspace(1, 1e-3, count)
    echo *= 0.5 / np.linalg.norm(echo)
    echo[0] = 1.0
    room = rng.normal(0, 8, 5 * RATE)
    for second, sound in sounds:
        heard = np.convolve(sound.astype(float), echo)
        room[round(second * RATE) :][: len(heard)] += heard
    return np.clip(room, -32_768, 32_767).astype(np.int16)


def heard(recogniser: Recogniser, sound: np.ndarray) -> list[str]:
    found = [recogniser.feed(block.pcm, block.at) for block in blocks(sound)]
    return [known_words(one.transcripts[0].text) for one in found if one is not None]


def test_a_click_is_nobodys_speech(recogniser: Recogniser) -> None:
    click = to_microphone(knock_sound(1.0))
    assert heard(recogniser, in_room((STRUCK, click))) == []


@pytest.mark.parametrize("after", [-0.3, 0.0, 0.3])
def test_a_move_is_heard_through_a_click(recogniser: Recogniser, after: float) -> None:
    click = to_microphone(knock_sound(1.0))
    with Synthesiser() as synthesiser:
        move = SteadyRenderer(synthesiser).render("Springer Felix drei", Voice(variant="f3"))
    sound = in_room((STRUCK, click), (STRUCK + after, to_microphone(move)))
    assert heard(recogniser, sound) == ["springer felix drei"]
