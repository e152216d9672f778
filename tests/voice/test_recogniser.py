# SPDX-License-Identifier: GPL-3.0-or-later
"""When an utterance begins and ends, with an engine that hears tones for words.

The toy engine decodes what it was really fed (each word is a tone of its own), so blocks lost or
heard twice show up as wrong words.
"""

from collections.abc import Sequence

import numpy as np
import pytest

from voice.hearing.audio import BLOCK_SAMPLES, MILLISECOND, RATE, blocks
from voice.hearing.gate import Gate
from voice.hearing.recogniser import JudgeCompleteness, Recogniser
from voice.language.completeness import Completeness
from voice.language.transcript import UNKNOWN, HeardUtterance, Transcript, Word, Words, known_words

WORDS = ("Springer", "Gustav", "eins", "Felix", "drei", "Eva", "vier", UNKNOWN)
TONES = {word: 300.0 * (i + 1) for i, word in enumerate(WORDS)}
FRAME = RATE // 100


class ToneEngine:
    """Hears tones as words; unknown ones, however soft, if they last 0.3 s."""

    def __init__(self) -> None:
        self.pcm = b""
        self.phrases: tuple[str, ...] = ()

    def listen_for(self, phrases: Sequence[str], sentences: object = None) -> None:
        self.pcm = b""
        self.phrases = tuple(phrases)

    def accept(self, pcm: bytes) -> None:
        self.pcm += pcm

    def partial(self) -> str:
        return " ".join(word.text for word in self._words())

    def result(self) -> tuple[Transcript, ...]:
        words = tuple(self._words())
        self.pcm = b""
        return (Transcript(" ".join(word.text for word in words), 1.0, words),) if words else ()

    def knows(self, word: str) -> bool:
        return word in TONES

    def _words(self) -> list[Word]:
        samples = np.frombuffer(self.pcm, "<i2").astype(float)
        found: list[Word] = []
        last = ""
        for i in range(len(samples) // FRAME):
            spectrum = np.abs(np.fft.rfft(samples[i * FRAME : (i + 1) * FRAME]))
            peak = int(spectrum.argmax())
            tone = peak * 100.0
            word = next((w for w, hz in TONES.items() if hz == tone), "")
            word = word if spectrum[peak] > (5e4 if word == UNKNOWN else 2e5) else ""
            if word and word != last:
                found.append(Word(word, i / 100, (i + 1) / 100, 1.0))
            elif word:
                found[-1] = Word(word, found[-1].start_s, (i + 1) / 100, 1.0)
            last = word
        return [word for word in found if word.text != UNKNOWN or word.end_s > word.start_s + 0.3]


LEGAL = ("Springer Felix drei", "Springer Gustav eins Felix drei", "Eva vier")


def completeness(words: Words) -> Completeness:
    """As ``voice.language.completeness`` in the first position of a game, as far as it matters
    here."""
    legal = [tuple(phrase.lower().split()) for phrase in LEGAL]
    if words in legal:
        return Completeness.COMPLETE
    begun = any(phrase[: len(words)] == words for phrase in legal)
    return Completeness.OPEN if begun else Completeness.UNKNOWN


def say(text: str, gap_ms: int = 40) -> np.ndarray:
    """The tones of the words, a short gap between them."""
    time = np.arange(RATE // 5) / RATE
    gap = np.zeros(RATE * gap_ms // 1000)
    pieces = [np.sin(2 * np.pi * TONES[word] * time) * 8_000 for word in text.split()]
    return np.concatenate([piece for tone in pieces for piece in (tone, gap)][:-1])


def silence(ms: int) -> np.ndarray:
    return np.zeros(RATE * ms // 1000)


def room(*pieces: np.ndarray, noise: float = 15.0, seed: int = 1) -> np.ndarray:
    """The pieces one after another, in a room with steady noise of this amplitude."""
    samples = np.concatenate(pieces)
    samples = samples + np.random.default_rng(seed).normal(0, noise, len(samples))
    return np.clip(samples, -32_768, 32_767).astype(np.int16)


def listen(
    samples: np.ndarray,
    judge: JudgeCompleteness = completeness,
    gate: Gate | None = None,
) -> list[HeardUtterance]:
    recogniser = Recogniser(ToneEngine(), judge)
    found = []
    for block in blocks(samples):
        passed = gate.pass_block(block) if gate else block
        found.append(recogniser.feed(passed.pcm, passed.at, passed.gated, fading=passed.fading))
    found.append(recogniser.flush(block.at))
    return [utterance for utterance in found if utterance is not None]


def texts(utterances: list[HeardUtterance]) -> list[str]:
    return [known_words(utterance.transcripts[0].text) for utterance in utterances]


def delay_ms(utterance: HeardUtterance) -> float:
    return (utterance.decided_at - utterance.ended_at) / MILLISECOND


# --- Where an utterance ends ----------------------------------------------------------------------


def test_complete_move_ends_after_200_ms() -> None:
    (heard,) = listen(room(silence(800), say("Springer Felix drei"), silence(2_000)))
    assert heard.transcripts[0].text == "Springer Felix drei"
    assert heard.started_at / MILLISECOND == pytest.approx(800, abs=60)
    assert heard.ended_at / MILLISECOND == pytest.approx(800 + 680, abs=60)
    assert delay_ms(heard) <= 300


def test_second_of_silence_inside_a_move_waits() -> None:
    sound = room(
        silence(500), say("Springer Gustav eins"), silence(1_000), say("Felix drei"), silence(900)
    )
    (heard,) = listen(sound)
    assert heard.transcripts[0].text == "Springer Gustav eins Felix drei"
    assert delay_ms(heard) <= 300


def test_half_a_move_comes_out_alone() -> None:
    (heard,) = listen(room(silence(500), say("Springer Gustav"), silence(3_000)))
    assert heard.transcripts[0].text == "Springer Gustav"
    assert 1_200 <= delay_ms(heard) <= 1_800


def test_misunderstood_words_wait_longer_than_a_move() -> None:
    (heard,) = listen(room(silence(500), say("drei drei"), silence(3_000)))
    assert heard.transcripts[0].text == "drei drei"
    assert 500 <= delay_ms(heard) <= 1_000


def test_whole_illegal_phrase_ends_sooner_than_noise() -> None:
    def judge(words: Words) -> Completeness:
        return Completeness.WHOLE if words == ("eva", "drei") else completeness(words)

    (heard,) = listen(room(silence(500), say("Eva drei"), silence(2_000)), judge)
    assert heard.transcripts[0].text == "Eva drei"
    assert 300 <= delay_ms(heard) <= 450


class TwoMinds(ToneEngine):
    """Hears "drei drei" first, and "Eva vier" as its second choice of the given confidence."""

    def __init__(self, confidence: float) -> None:
        super().__init__()
        self.confidence = confidence

    def result(self) -> tuple[Transcript, ...]:
        return (*super().result(), Transcript("Eva vier", self.confidence))


@pytest.mark.parametrize(("confidence", "longest"), [(0.3, 450), (0.01, 1_000)])
def test_what_resembles_a_move_need_not_wait(confidence: float, longest: int) -> None:
    recogniser = Recogniser(TwoMinds(confidence), completeness)
    sound = room(silence(500), say("drei drei"), silence(2_000))
    (heard,) = [u for block in blocks(sound) if (u := recogniser.feed(block.pcm, block.at))]
    assert longest - 450 <= delay_ms(heard) <= longest


def test_two_moves_with_a_pause_are_two() -> None:
    sound = room(silence(300), say("Eva vier"), silence(600), say("Springer Felix drei"))
    assert texts(listen(room(sound, silence(600)))) == ["Eva vier", "Springer Felix drei"]


def test_abrupt_end_still_gives_the_last_word() -> None:
    assert texts(listen(room(silence(300), say("Eva vier")))) == ["Eva vier"]


def test_abrupt_start_still_gives_the_first_word() -> None:
    assert texts(listen(room(say("Eva vier"), silence(900)))) == ["Eva vier"]


@pytest.mark.parametrize("snr_db", [20, 10])
def test_steady_noise_does_not_hide_the_end(snr_db: int) -> None:
    noise = 8_000 / 2**0.5 / 10 ** (snr_db / 20)
    sound = room(silence(2_500), say("Springer Felix drei"), silence(2_500), noise=noise)
    heard = [utterance for utterance in listen(sound) if utterance.has_words]
    assert texts(heard) == ["Springer Felix drei"]
    assert delay_ms(heard[0]) <= 450
    assert heard[0].ended_at / MILLISECOND == pytest.approx(2_500 + 680, abs=90)


def test_unchanged_words_end_a_move_in_noise() -> None:
    hum = np.sin(2 * np.pi * 90 * np.arange(RATE * 3) / RATE * np.linspace(1, 40, RATE * 3)) * 900
    sound = hum.copy()
    sound[8_000 : 8_000 + len(say("Eva vier"))] += say("Eva vier")
    utterances = listen(room(silence(1_000), sound))
    assert "Eva vier" in texts(utterances)


def test_talk_20_db_below_is_left_out() -> None:
    """It begins before the move and goes on after it, so there is no silence at all."""
    word = say(f"{UNKNOWN} {UNKNOWN}", gap_ms=0)
    talk = 0.1 * np.tile(np.concatenate((word, silence(150))), 8)
    before, after = talk[: 3 * RATE], talk[: 2 * RATE]
    (heard,) = [u for u in listen(room(before, say("Eva vier"), after)) if u.has_words]
    assert heard.transcripts[0].text == "Eva vier"
    assert not heard.clipped
    assert heard.started_at / MILLISECOND == pytest.approx(3_000, abs=60)
    assert heard.ended_at / MILLISECOND == pytest.approx(3_440, abs=60)
    assert delay_ms(heard) <= 400


def test_low_voice_that_continues_is_not_cut() -> None:
    """ "Eva vier ..." and a mumbled rest is no move: nobody else had been talking."""
    rest = 0.1 * say(" ".join([UNKNOWN] * 8), gap_ms=0)
    (heard,) = listen(room(silence(2_000), say("Eva vier"), rest, silence(1_500)))
    assert heard.transcripts[0].text == f"Eva vier {UNKNOWN}"


def test_a_long_silence_before_speech_changes_nothing() -> None:
    (soon,) = listen(room(silence(1_000), say("Eva vier"), silence(900)))
    (late,) = listen(room(silence(60_000), say("Eva vier"), silence(900)))
    assert late.transcripts[0].text == soon.transcripts[0].text == "Eva vier"
    assert delay_ms(late) == pytest.approx(delay_ms(soon), abs=40)


@pytest.mark.parametrize(("before_ms", "clipped"), [(0, True), (300, False)])
def test_words_that_begin_as_the_microphone_wakes_are_not_whole(
    before_ms: int, clipped: bool
) -> None:
    """Nobody knows what was said before it."""
    sound = room(silence(before_ms), say("Eva vier"), silence(600))
    (heard,) = listen(sound)
    assert heard.clipped is clipped


def test_complete_move_is_heard_to_its_end_while_the_silence_lasts() -> None:
    """The answer is ready when the silence is long enough."""

    class Counting(ToneEngine):
        results = 0

        def result(self) -> tuple[Transcript, ...]:
            self.results += 1
            return super().result()

    engine = Counting()
    recogniser = Recogniser(engine, completeness)
    ready_at = 0
    for block in blocks(room(silence(300), say("Eva vier"), silence(600))):
        heard = recogniser.feed(block.pcm, block.at)
        ready_at = ready_at or engine.results * block.at
        if heard is not None:
            break
    assert heard is not None
    assert heard.transcripts[0].text == "Eva vier"
    assert engine.results == 1
    assert heard.decided_at - heard.ended_at >= 190 * MILLISECOND
    assert heard.decided_at - ready_at >= 60 * MILLISECOND


def test_silence_feeds_the_engine_nothing() -> None:
    engine = ToneEngine()
    recogniser = Recogniser(engine, completeness)
    for block in blocks(room(silence(20_000))):
        assert recogniser.feed(block.pcm, block.at) is None
        assert not recogniser.hearing
    assert engine.pcm == b""


def test_hearing_lasts_from_word_to_decision() -> None:
    recogniser = Recogniser(ToneEngine(), completeness)
    noise = room(silence(3_000), noise=400.0)
    sound = np.concatenate((room(silence(1_000), say("Springer Felix drei"), silence(500)), noise))
    heard = [(recogniser.feed(b.pcm, b.at), recogniser.hearing, b.at) for b in blocks(sound)]
    decided = next(at for utterance, _, at in heard if utterance)
    during = [on for _, on, at in heard if 1_100 * MILLISECOND < at < decided]
    assert during
    assert all(during)
    assert not any(on for _, on, at in heard if at < 1_000 * MILLISECOND)
    assert not heard[-1][1]
    assert sum(on for _, on, at in heard if at > 2_180 * MILLISECOND) <= 50  # 1.5 s of noise


def test_endless_chatter_is_cut_and_not_whole() -> None:
    chatter = say(" ".join(["drei", "Gustav"] * 40))
    utterances = listen(room(silence(500), chatter, silence(1_000)))
    assert len(utterances) == 2
    assert not utterances[0].clipped
    assert utterances[1].clipped


# --- Hektor's own voice ---------------------------------------------------------------------------


def test_hektor_never_hears_himself() -> None:
    gate = Gate()
    gate.speech_started(500 * MILLISECOND)
    gate.speech_ended(1_000 * MILLISECOND)
    assert listen(room(silence(500), say("Eva vier"), silence(2_000)), gate=gate) == []


def test_move_cut_by_hektors_voice_is_marked() -> None:
    gate = Gate(tail=0)
    gate.speech_started(500 * MILLISECOND + 460 * MILLISECOND)  # after "Eva vier"
    gate.speech_ended(2_000 * MILLISECOND)
    heard = listen(room(silence(500), say("Eva vier eins drei"), silence(3_000)), gate=gate)
    assert [utterance.clipped for utterance in heard] == [True]


def test_move_begun_under_hektors_voice_is_marked() -> None:
    """ "Springer Gustav eins Felix drei" without its start must not become "Felix drei"."""
    gate = Gate(tail=0)
    gate.speech_started(0)
    gate.speech_ended(1_190 * MILLISECOND)
    sound = room(silence(500), say("Springer Gustav eins Felix drei"), silence(2_000))
    heard = listen(sound, gate=gate)
    assert [utterance.clipped for utterance in heard] == [True]
    assert texts(heard) == ["Felix drei"]


def test_move_after_hektors_voice_is_whole() -> None:
    gate = Gate(tail=100 * MILLISECOND)
    gate.speech_started(0)
    gate.speech_ended(1_000 * MILLISECOND)
    heard = listen(room(silence(1_500), say("Eva vier"), silence(900)), gate=gate)
    assert [(u.clipped, u.transcripts[0].text) for u in heard] == [(False, "Eva vier")]


@pytest.mark.parametrize("after_ms", [250, 300, 450])
def test_whoever_speaks_soon_after_hektor_is_heard_from_the_beginning(after_ms: int) -> None:
    gate = Gate()
    gate.speech_started(0)
    gate.speech_ended(1_000 * MILLISECOND)
    sound = room(silence(1_000 + after_ms), say("Springer Felix drei"), silence(900))
    heard = listen(sound, gate=gate)
    assert [(u.clipped, u.transcripts[0].text) for u in heard] == [(False, "Springer Felix drei")]


def test_an_echo_of_hektor_is_nobodys_speech() -> None:
    """Loud, and dying away within 0.3 s."""
    gate = Gate()
    gate.speech_started(0)
    gate.speech_ended(1_000 * MILLISECOND)
    echo = say("Eva vier")[: RATE * 3 // 10] * np.geomspace(1, 1e-3, RATE * 3 // 10)
    sound = room(silence(1_000), echo, silence(700), say("Springer Felix drei"), silence(900))
    heard = listen(sound, gate=gate)
    assert [(u.clipped, u.transcripts[0].text) for u in heard] == [(False, "Springer Felix drei")]


def test_what_began_under_hektors_voice_is_not_whole_after_its_echo() -> None:
    gate = Gate()
    gate.speech_started(0)
    gate.speech_ended(700 * MILLISECOND)  # within "Gustav"
    sound = room(silence(400), say("Springer Gustav eins Felix drei"), silence(2_000))
    heard = listen(sound, gate=gate)
    assert [utterance.clipped for utterance in heard] == [True]


def test_a_speaker_whose_words_are_not_known_yet_is_heard_for_a_second() -> None:
    """Or Hektor would press in the middle of a word: engines take their time for the first one."""
    recogniser = Recogniser(ToneEngine(), completeness)
    sound = room(silence(1_000), say(" ".join([UNKNOWN] * 8), gap_ms=0), silence(900))
    hearing = [recogniser.hearing for b in blocks(sound) if not recogniser.feed(b.pcm, b.at)]
    assert 31 <= sum(hearing) <= 36  # blocks of 30 ms


# --- What is listened for -------------------------------------------------------------------------


def test_new_phrases_lose_nothing_of_an_utterance() -> None:
    engine = ToneEngine()
    recogniser = Recogniser(engine, lambda _: Completeness.UNKNOWN)
    sound = room(silence(300), say("Springer Felix drei"), silence(900))
    heard = []
    for i, block in enumerate(blocks(sound)):
        if i == 24:  # 0.72 s: within "Felix"
            recogniser.listen_for(LEGAL, completeness)
        heard.append(recogniser.feed(block.pcm, block.at))
    assert engine.phrases == LEGAL
    (utterance,) = [utterance for utterance in heard if utterance]
    assert utterance.transcripts[0].text == "Springer Felix drei"
    assert delay_ms(utterance) <= 300


@pytest.mark.parametrize("block_of_switch", [0, 11, 24, 35, 44])
def test_other_engine_hears_the_whole_utterance(block_of_switch: int) -> None:
    """The turn changes while the other player already speaks: no word is lost."""
    white, black = ToneEngine(), ToneEngine()
    recogniser = Recogniser(white, completeness)
    sound = room(silence(300), say("Springer Felix drei"), silence(900))
    heard = []
    for i, block in enumerate(blocks(sound)):
        if i == block_of_switch:
            recogniser.listen_for(LEGAL, completeness, black)
            white.accept = None  # type: ignore[assignment]  # nothing more reaches it
        heard.append(recogniser.feed(block.pcm, block.at))
    (utterance,) = [utterance for utterance in heard if utterance]
    assert utterance.transcripts[0].text == "Springer Felix drei"
    assert (white.pcm, black.pcm) == (b"", b"")


def test_only_the_newest_phrases_count() -> None:
    engine = ToneEngine()
    recogniser = Recogniser(engine)
    recogniser.listen_for(["Eva vier"])
    recogniser.listen_for(["Felix drei"])
    recogniser.feed(bytes(2 * BLOCK_SAMPLES), 0)
    assert engine.phrases == ("Felix drei",)


def test_words_that_a_model_lacks_are_named() -> None:
    assert Recogniser(ToneEngine()).missing_words(["Eva", "Hektor", "vier"]) == ("Hektor",)


def test_too_long_a_block_is_refused() -> None:
    with pytest.raises(ValueError, match="200 ms"):
        Recogniser(ToneEngine()).feed(bytes(2 * RATE), 0)
