# SPDX-License-Identifier: GPL-3.0-or-later
"""The bundled model hears synthetic speech: words, times, and where utterances end."""

from itertools import pairwise

import numpy as np
import pytest

from rules.position import Position
from training.synthesis import Synthesiser, synthesise
from voice.hearing.audio import MILLISECOND, RATE, Samples, blocks, duration
from voice.hearing.models import BUNDLED
from voice.hearing.recogniser import Recogniser
from voice.language.completeness import completeness
from voice.language.grammar import runtime_phrases
from voice.language.intent import understand
from voice.language.interpretation import Heard
from voice.language.transcript import UNKNOWN, HeardUtterance

START = Position.start()


@pytest.fixture(scope="module")
def bundled() -> Recogniser:
    return Recogniser(BUNDLED, lambda words: completeness(words, START))


@pytest.fixture
def recogniser(bundled: Recogniser) -> Recogniser:
    bundled.reset()
    bundled.listen_for(runtime_phrases(START))
    return bundled


def speech(synthesiser: Synthesiser, text: str) -> np.ndarray:
    """The words without the silence that espeak-ng puts around them."""
    samples = synthesise(synthesiser, text, "de+f3", 150).astype(float)
    loud = np.flatnonzero(np.abs(samples) > 0.02 * np.abs(samples).max())
    return samples[loud[0] : loud[-1] + 1]


def room(*pieces: np.ndarray | float) -> Samples:
    """Sounds, and pauses in seconds, in a quiet room."""
    sounds = [p if isinstance(p, np.ndarray) else np.zeros(int(RATE * p)) for p in pieces]
    samples = np.concatenate(sounds)
    samples += np.random.default_rng(1).normal(0, 15, len(samples))
    return samples.astype(np.int16)


def listen(recogniser: Recogniser, samples: Samples) -> list[HeardUtterance]:
    heard = [recogniser.feed(block.pcm, block.at) for block in blocks(samples)]
    return [
        utterance
        for utterance in (*heard, recogniser.flush(duration(len(samples))))
        if utterance is not None
    ]


def test_move_is_heard_soon_with_its_times(
    synthesiser: Synthesiser, recogniser: Recogniser
) -> None:
    said = speech(synthesiser, "Springer Felix drei")
    (heard,) = listen(recogniser, room(1.0, said, 1.5))
    assert isinstance(understand(heard.transcripts, START), Heard)
    ended = 1_000 + duration(len(said)) / MILLISECOND
    assert heard.started_at / MILLISECOND == pytest.approx(1_000, abs=120)
    assert heard.ended_at / MILLISECOND == pytest.approx(ended, abs=120)
    assert heard.decided_at / MILLISECOND - ended <= 300
    words = heard.transcripts[0].timed
    assert [word.text for word in words] == ["springer", "felix", "drei"]
    assert all(one.end_s <= other.start_s for one, other in pairwise(words))
    assert sum(each.confidence for each in heard.transcripts) == pytest.approx(1.0)


def test_second_of_silence_in_a_move_waits(
    synthesiser: Synthesiser, recogniser: Recogniser
) -> None:
    first = speech(synthesiser, "Springer Gustav eins")
    second = speech(synthesiser, "Felix drei")
    (heard,) = listen(recogniser, room(0.5, first, 1.0, second, 1.0))
    meant = understand(heard.transcripts, START)
    assert isinstance(meant, Heard)
    assert meant.move.uci() == "g1f3"


def test_other_german_is_unknown(synthesiser: Synthesiser, recogniser: Recogniser) -> None:
    sentence = speech(synthesiser, "Heute Nachmittag fahren wir mit der Straßenbahn in die Stadt.")
    for heard in listen(recogniser, room(0.5, sentence, 1.5)):
        assert UNKNOWN in heard.transcripts[0].text


def test_phrases_are_heard_as_they_were_spelled(
    synthesiser: Synthesiser, recogniser: Recogniser
) -> None:
    recogniser.listen_for(["Springer Felix drei", "Läufer Cesar vier"])
    (heard,) = listen(recogniser, room(0.5, speech(synthesiser, "Läufer Cesar vier"), 1.0))
    assert heard.transcripts[0].text == "Läufer Cesar vier"


def test_phrases_with_missing_words_are_left_out(
    synthesiser: Synthesiser, recogniser: Recogniser
) -> None:
    assert recogniser.missing_words(["eva", "gardez"]) == ("gardez",)
    recogniser.listen_for(["gardez", "eva vier"])
    (heard,) = listen(recogniser, room(0.5, speech(synthesiser, "Eva vier"), 1.0))
    assert heard.transcripts[0].text == "eva vier"


def test_hundred_changes_of_phrases_do_no_harm(
    synthesiser: Synthesiser, recogniser: Recogniser
) -> None:
    """libvosk ends the process if its grammar is changed at the wrong moment."""
    found = []
    phrases = runtime_phrases(START)
    for block in blocks(room(0.5, speech(synthesiser, "Springer Felix drei"), 1.0)):
        recogniser.listen_for(phrases)
        found.append(recogniser.feed(block.pcm, block.at))
    (heard,) = [utterance for utterance in found if utterance]
    assert heard.transcripts[0].text == "springer felix drei"


def test_hours_of_silence_are_not_kept(recogniser: Recogniser) -> None:
    """What is held while nobody speaks is the half second before speech, and no more."""
    silence = np.random.default_rng(2).normal(0, 15, RATE * 60).astype(np.int16)
    for block in blocks(silence):
        assert recogniser.feed(block.pcm, block.at) is None
    assert not recogniser.hearing
