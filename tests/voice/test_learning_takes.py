# SPDX-License-Identifier: GPL-3.0-or-later
"""Only what was asked for, said well enough, is learnt from: everything else is named."""

from collections.abc import Callable, Iterator

import numpy as np
import pytest
import soxr

from game.speech.voice import Voice
from game.speech.voices import SAMPLE_RATE, EngineRenderer
from voice.hearing.audio import RATE, Samples, blocks
from voice.hearing.models import BUNDLED
from voice.hearing.recogniser import Recogniser
from voice.language.transcript import HeardUtterance, Transcript, Words, distance
from voice.learning.lesson import TakeFault
from voice.learning.phrases import Wish, completeness, listened_for, wish_of
from voice.learning.store import Take
from voice.learning.takes import (
    SURE,
    fault_of,
    fault_of_sound,
    fault_of_words,
    hear,
    is_wish,
)

MOVE: Words = ("springer", "gustav", "eins", "felix", "drei")
Say = Callable[..., Samples]


@pytest.fixture(scope="module")
def say() -> Iterator[Say]:
    renderer = EngineRenderer()

    def said(text: str, variant: str = "f3", language: str = "de") -> Samples:
        sound = renderer.render(text, Voice(language, 150, variant=variant)).astype(np.float32)
        return in_room(soxr.resample(sound / 65_536, SAMPLE_RATE, RATE) * 32_768)

    yield said


@pytest.fixture(scope="module")
def recogniser() -> Recogniser:
    return Recogniser(BUNDLED)


def in_room(sound: np.ndarray) -> Samples:
    quiet = np.random.default_rng(1).normal(0, 8, len(sound) + RATE * 3 // 2)
    quiet[RATE // 2 : RATE // 2 + len(sound)] += sound
    return np.clip(np.rint(quiet), -32_768, 32_767).astype(np.int16)


def tones(seconds: float = 2.0) -> Samples:
    """Music: three chords, each with a beat."""
    time = np.arange(round(RATE * seconds)) / RATE
    beat = np.sin(2 * np.pi * 3 * time) ** 2
    chords = sum(np.sin(2 * np.pi * hertz * time) for hertz in (262, 330, 392, 523))
    return in_room(3_000 * beat * chords)


# --- The sound ------------------------------------------------------------------------------------


def test_a_phrase_said_well_is_a_take(say: Say, recogniser: Recogniser) -> None:
    take = hear(recogniser, say("Springer Gustav eins Felix drei"), MOVE)
    assert isinstance(take, Take)
    assert take.words == MOVE
    assert take.samples.dtype == np.int16
    assert len(take.samples) > RATE


def test_loud_steady_tone_is_not_too_quiet() -> None:
    tone = np.clip(60_000 * np.sin(np.arange(2 * RATE) / 9), -32_768, 32_767).astype(np.int16)
    assert fault_of_sound(tone, MOVE) is TakeFault.CLIPPED


def test_silence_is_too_quiet(recogniser: Recogniser) -> None:
    assert hear(recogniser, in_room(np.zeros(RATE)), MOVE) is TakeFault.TOO_QUIET
    assert fault_of_sound(np.zeros(RATE, np.int16), MOVE) is TakeFault.TOO_QUIET


def test_a_whisper_far_away_is_too_quiet(say: Say) -> None:
    far = (say("Springer Gustav eins Felix drei") / 60).astype(np.int16)
    assert fault_of_sound(far, MOVE) is TakeFault.TOO_QUIET


def test_overdriven_microphone_clips_the_waves(say: Say) -> None:
    loud = say("Springer Gustav eins Felix drei").astype(np.int32) * 12
    cut = np.clip(loud, -32_768, 32_767).astype(np.int16)
    assert fault_of_sound(cut, MOVE) is TakeFault.CLIPPED


def test_one_word_is_too_short_for_five(say: Say) -> None:
    assert fault_of_sound(say("Uhr"), MOVE) is TakeFault.TOO_SHORT
    assert fault_of_sound(np.zeros(10, np.int16), MOVE) is TakeFault.TOO_SHORT


def test_what_hektor_spoke_into_is_cut() -> None:
    heard = HeardUtterance((Transcript(" ".join(MOVE), 1.0),), 0, 1, 2, clipped=True)
    assert fault_of(heard, MOVE) is TakeFault.CUT


# --- The words ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("springer gustav eins felix drei", None),
        ("springer gustav eins felix zwei", None),  # that is why there are lessons
        ("springer gustav zwei felix", TakeFault.WRONG_PHRASE),
        ("springer von bella eins nach cesar drei", TakeFault.WRONG_PHRASE),
        ("ja", TakeFault.WRONG_PHRASE),
        ("[unk]", TakeFault.CHATTER),
        ("[unk] [unk] eins", TakeFault.CHATTER),
        ("springer gustav eins felix drei [unk]", TakeFault.CHATTER),
        ("", TakeFault.CHATTER),
    ],
)
def test_nearest_phrase_of_all_will_do(text: str, fault: TakeFault | None) -> None:
    assert fault_of_words((Transcript(text, 1.0),), MOVE) is fault


def test_strange_voice_needs_only_some_hypothesis() -> None:
    heard = (Transcript("springer [unk] eins felix", 0.6), Transcript(" ".join(MOVE), 0.4))
    assert fault_of_words(heard, MOVE) is None


def test_kurze_rochade_is_not_kurze_rochade_matt() -> None:
    heard = (Transcript("kurze rochade", 1.0),)
    wrong = TakeFault.WRONG_PHRASE
    assert fault_of_words(heard, ("kurze", "rochade", "matt")) is wrong


def test_the_distance_of_phrases_counts_words() -> None:
    assert distance((), ("eva", "vier")) == 2
    assert distance(("eva", "vier"), ("eva", "vier")) == 0
    assert distance(("eva", "zwei", "vier"), ("eva", "vier")) == 1
    assert distance(("anna", "vier"), ("eva", "vier")) == 1


def test_another_phrase_is_heard_as_such(say: Say, recogniser: Recogniser) -> None:
    heard = hear(recogniser, say("Springer von Bella eins nach Cesar drei"), MOVE)
    assert heard is TakeFault.WRONG_PHRASE


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("the quick brown fox jumps over the lazy dog", "en"),
        ("wo ist denn schon wieder meine Brille geblieben", "de"),
    ],
)
def test_another_language_and_chatter_are_no_take(
    say: Say, recogniser: Recogniser, text: str, language: str
) -> None:
    for wanted in (MOVE, ("ja",)):
        assert isinstance(hear(recogniser, say(text, language=language), wanted), TakeFault)


def test_music_and_noise_are_no_take(recogniser: Recogniser) -> None:
    noise = in_room(np.random.default_rng(2).normal(0, 3_000, 2 * RATE))
    for wanted in (MOVE, ("uhr",)):
        assert isinstance(hear(recogniser, tones(), wanted), TakeFault)
        assert isinstance(hear(recogniser, noise, wanted), TakeFault)


@pytest.mark.parametrize(
    ("text", "wanted", "wish"),
    [("ja", (), Wish.YES), ("nein", (), Wish.NO), ("später", MOVE, Wish.LATER),
     ("überspringen", MOVE, Wish.SKIP)],
)  # fmt: skip
def test_answers_and_wishes_are_heard_clearly(
    say: Say, recogniser: Recogniser, text: str, wanted: Words, wish: Wish
) -> None:
    recogniser.reset()
    recogniser.listen_for(listened_for(wanted), lambda words: completeness(words, wanted))
    heard = [recogniser.feed(block.pcm, block.at) for block in blocks(say(text))]
    (utterance,) = [one for one in heard if one is not None]
    assert is_wish(utterance, wanted)
    assert wish_of(utterance.transcripts[0].words) is wish
    assert utterance.transcripts[0].confidence >= SURE
