# SPDX-License-Identifier: GPL-3.0-or-later
"""How the training data is made: synthetic voices, pronunciations, alignment, who is left out."""

import random
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from training.corpus import (
    everyday_words,
    random_command,
    random_move,
    voice_name,
    voices,
)
from training.pronunciations import easy, lexicon, pronunciations, respelled, slavic_spelling
from training.recordings import is_development, plan
from training.synthesis import (
    ESPEAK_RATE,
    Prosody,
    RandomVoices,
    Synthesiser,
    data_folder,
    moved,
    properties,
    synthesise,
)
from voice.acoustic.align import align
from voice.acoustic.augment import dying_away, fast_length, level, stretched, surroundings, warped
from voice.acoustic.kaldi_io import AcousticModel, Layer
from voice.acoustic.phones import INDEX, PDFS, PHONES, PhoneSpan, first_pdf, pronounced, segments
from voice.language.grammar import parse
from voice.language.lexicon import vocabulary


def test_synthesiser_tells_the_phones_it_says(synthesiser: Synthesiser) -> None:
    speech = synthesiser.speak("Anna acht", "de+f2", Prosody(rate=140))
    assert pronounced(speech.events) == [["a", "n", "A:"], ["a", "x", "t"]]
    found = segments(speech.events, len(speech.audio))
    assert found is not None
    assert [PHONES[one.phone] for one in found if one.phone] == ["a", "n", "A:", "a", "x", "t"]
    assert found[-1].end == len(speech.audio)
    assert all(a.end == b.start for a, b in pairwise(found))


def test_synthesised_speech_lasts_longer_when_slower(synthesiser: Synthesiser) -> None:
    quick, slow = (synthesise(synthesiser, "Dame nach David vier", rate=r) for r in (220, 110))
    assert quick.dtype == np.int16
    assert len(slow) > 1.5 * len(quick)


def test_unknown_voice_is_an_error_then_continues(synthesiser: Synthesiser) -> None:
    with pytest.raises(ValueError, match="no voice"):
        synthesiser.speak("Turm", "nobody")
    assert len(synthesiser.speak("Turm").audio) > 1000


def test_dead_espeak_is_started_anew() -> None:
    with Synthesiser() as one:
        first = one.speak("Turm").audio
        assert one._process is not None
        one._process.kill()
        one._process.wait()
        np.testing.assert_array_equal(one.speak("Turm").audio, first)


def test_drawn_voice_inherits_from_its_parents(tmp_path: Path) -> None:
    drawn = RandomVoices(data_folder(), tmp_path / "data", ["m1", "f1"])
    variants = tmp_path / "data" / "voices" / "!v"
    mother, father = properties(variants / "f1"), properties(variants / "m1")
    assert mother["formant 1"] == "120 80 180"
    for seed in range(20):
        child = properties(variants / drawn.draw(random.Random(seed)))
        assert set(child) <= {*mother, *father}
        for name, values in child.items():
            counts = [len(parent[name].split()) for parent in (mother, father) if name in parent]
            assert len(values.split()) in counts


def test_no_drawn_voice_is_like_another(tmp_path: Path) -> None:
    drawn = RandomVoices(data_folder(), tmp_path / "data", voices()["train"])
    variants = tmp_path / "data" / "voices" / "!v"
    choose = random.Random(1)
    made = {(variants / drawn.draw(choose)).read_text() for _ in range(100)}
    assert len(made) == 100


def test_a_drawn_voice_is_near_its_parents() -> None:
    choose = random.Random(2)
    values = [int(moved("pitch", "100", choose)) for _ in range(500)]
    assert 95 < sum(values) / 500 < 105
    assert 60 < min(values) < 90
    assert 110 < max(values) < 160
    assert moved("klatt", "4", choose) == "4"


def test_espeak_says_words_in_a_drawn_voice(tmp_path: Path) -> None:
    """In a process of its own: espeak-ng may be started once in each."""
    script = """
import random, sys
from pathlib import Path
import numpy as np
from training.corpus import SyntheticSpeaker
speaker = SyntheticSpeaker(Path(sys.argv[1]))
choose, draw = random.Random(1), np.random.default_rng(1)
sounds = [speaker.say("Turm Anna acht", choose, draw) for _ in range(12)]
assert all(sound is not None and len(sound[0]) > 4000 for sound in sounds)
assert len({sound[0].tobytes() for sound in sounds}) == 12
"""
    subprocess.run([sys.executable, "-c", script, str(tmp_path)], check=True)


def test_held_out_voices_are_nowhere_else(synthesiser: Synthesiser) -> None:
    known = voices()
    assert len(known["held_out"]) >= 20
    assert not set(known["held_out"]) & {*known["train"], *known["development"]}
    assert not set(known["development"]) & set(known["train"])
    for variant in (*known["held_out"][:3], *known["development"][:3]):
        assert len(synthesiser.speak("acht", voice_name("de", variant)).audio) > 1000


def test_four_digit_speakers_are_never_trained_on() -> None:
    """Two for the figures and two to choose settings on; learning a voice is measured on all."""
    digits = plan()["digits"]
    assert len({*digits["held_out"], *digits["development"]}) == 4
    assert not {"picochess", "gcompris", "numberlinegame"} & {
        *digits["sources"],
        *plan()["alone"]["sources"],
        *plan()["sentences"]["shares"],
    }


def test_eighth_of_sentences_is_kept_for_tuning() -> None:
    kept = sum(is_development(f"Satz Nummer {i}") for i in range(2000))
    assert 200 < kept < 300


def test_every_vocabulary_word_has_a_pronunciation() -> None:
    found = lexicon(vocabulary())
    assert set(found) == set(vocabulary())
    for word, forms in found.items():
        assert forms and forms[0].cost == 0, word
        assert all(set(form.phones) <= set(INDEX) for form in forms), word


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("drei", "d r aI"),
        ("remis", "r @ m i:"),
        ("fünf", "f I n f"),  # "finf"
        ("fünf", "f y m f"),
        ("zwei", "ts v aI"),
        ("sieben", "z i: b m"),
        ("sieben", "s i: b @ n"),  # Austria, Switzerland
        ("könig", "k Y: n I C"),
        ("könig", "k Y: n I k"),
        ("cesar", "ts e: z A: 3"),
        ("remis", "r e: m i:"),
        ("rochade", "r O x A: d @"),
        ("rochade", "r O S A: d @"),
        ("turm", "t u: r m"),  # Slavic
        ("david", "d a v I d"),
    ],
)
def test_pronunciations_of_germans_and_of_foreign_speakers(
    synthesiser: Synthesiser, word: str, said: str
) -> None:
    assert tuple(said.split()) in [one.phones for one in pronunciations(word, synthesiser)]


@pytest.mark.parametrize(
    ("german", "spelled"),
    [
        ("drei", "draj"),
        ("fünf", "finf"),
        ("zwei", "cvaj"),
        ("acht", "aht"),
        ("sieben", "ziben"),
        ("springer", "špringer"),
        ("läufer", "lojfer"),
        ("turm nach eva", "turm nah eva"),
    ],
)
def test_slavic_spelling(german: str, spelled: str) -> None:
    assert slavic_spelling(german) == spelled


def test_easy_speech_drops_the_last_vowel() -> None:
    assert ("b", "n") in [one[-2:] for one in easy(("g", "e:", "b", "@", "n"))]
    assert ("b", "m") in [one[-2:] for one in easy(("g", "e:", "b", "@", "n"))]


def test_same_seed_gives_the_same_texts() -> None:
    def some() -> list[str]:
        draw = random.Random(7)
        return [
            respelled(make(draw), draw) for make in (random_move, everyday_words) for _ in range(20)
        ]

    assert some() == some()
    assert len(set(some())) > 30


def test_faster_playing_shortens_and_moves_the_segments() -> None:
    wave = np.sin(np.arange(22_050) / 20)
    changed, moved = warped(wave, ESPEAK_RATE, 1.25, [PhoneSpan(0, 11_025, 1)])
    assert abs(len(changed) - 12_800) < 50
    assert abs(moved[0].end - 6_400) < 50


def test_stretching_keeps_the_pitch() -> None:
    wave = np.sin(2 * np.pi * 200 * np.arange(16_000) / 16_000)
    longer = stretched(wave, 1.3)
    assert len(longer) == 20_800
    spectrum = np.abs(np.fft.rfft(longer))
    assert abs(spectrum.argmax() * 16_000 / len(longer) - 200) < 3


def test_surroundings_keep_the_segments_on_the_speech() -> None:
    draw = np.random.default_rng(1)
    for _ in range(30):
        speech = 3000 * np.sin(np.arange(8000) / 5)
        wave, placed = surroundings(speech, [PhoneSpan(0, 8000, 1)], draw)
        assert np.abs(wave).max() <= 32_768
        assert np.array_equal(wave, np.round(wave))
        assert placed[-1].phone == 1
        assert placed[-1].end <= len(wave)


def test_some_speech_is_clipped_at_its_start() -> None:
    draw = np.random.default_rng(2)
    leads = set()
    for _ in range(300):
        speech = 3000 * np.sin(np.arange(8000) / 5)
        _, placed = surroundings(speech, [PhoneSpan(0, 4000, 1), PhoneSpan(4000, 8000, 2)], draw)
        first, second = placed[-2:]
        assert second.end - second.start == 4000
        if first.end - first.start < 4000:
            leads.add(first.start > 0)
            assert first.end - first.start >= 0.5 * 4000
            assert first.start in (0, placed[0].end)
    assert leads == {True, False}


def test_speech_dies_away_as_it_ended() -> None:
    """After a hum of 700 Hz comes something quieter around 700 Hz, and it fades."""
    draw = np.random.default_rng(3)
    for _ in range(40):
        speech = 3000 * np.sin(2 * np.pi * 700 * np.arange(8000) / 16_000)
        wave = dying_away(speech, [PhoneSpan(0, 8000, INDEX["A:"])], draw)
        np.testing.assert_array_equal(wave[:6000], speech[:6000])
        rest = wave[8000:]
        assert 400 < len(rest) < 5600
        assert 0 < level(rest[:200]) < level(speech[:6000])
        assert level(rest[-200:]) < level(rest[:200])
        spectrum = np.abs(np.fft.rfft(rest[:400], 1024))
        assert 450 < spectrum.argmax() * 16_000 / 1024 < 950


def test_silence_does_not_die_away() -> None:
    draw = np.random.default_rng(4)
    for said in ([], [PhoneSpan(0, 4000, 0)]):
        assert len(dying_away(np.zeros(4000), said, draw)) == 4000


def test_vowels_begin_at_once_consonants_seldom() -> None:
    draw = np.random.default_rng(5)

    def clipped(phone: str) -> int:
        count = 0
        for _ in range(300):
            said = [PhoneSpan(0, 4000, INDEX[phone]), PhoneSpan(4000, 8000, INDEX["n"])]
            _, placed = surroundings(3000 * np.sin(np.arange(8000) / 5), said, draw)
            count += placed[-2].end - placed[-2].start < 4000
        return count

    assert clipped("e:") > 2 * clipped("d") > 20


@pytest.mark.parametrize("count", [1, 5, 100, 16_001, 65_537])
def test_fast_length_is_just_long_enough(count: int) -> None:
    assert count <= fast_length(count) <= max(2, 1.3 * count)


def test_alignment_finds_the_phones_heard() -> None:
    """A model that hears "a" in dull noise and "s" in sharp noise finds where the one gives way."""
    draw = np.random.default_rng(4)
    sharp = np.concatenate([np.zeros(8000), np.diff(draw.normal(0, 4000, 8001))])
    dull = np.convolve(draw.normal(0, 9000, 8000), np.ones(8) / 8, "same")
    low = np.concatenate([dull, np.zeros(8000)])
    weights = np.zeros((PDFS, 20), np.float32)
    for pdf in (0, 1):
        weights[2 * INDEX["a"] + pdf, 1] = 0.5
        weights[2 * INDEX["s"] + pdf, 1] = -0.5
        weights[pdf, 0] = -1.0
    bias = np.zeros(PDFS, np.float32)
    bias[:2] = 80.0  # silence is likelier where the first cepstrum is below 80
    for phone, sign in (("a", 1), ("s", -1)):
        bias[[2 * INDEX[phone], 2 * INDEX[phone] + 1]] = sign * 22  # the second is -45 between them
    layer = Layer(weights, bias, (0,))
    model = AcousticModel((layer,), np.full(PDFS, 1 / PDFS, np.float32))
    segments, _ = align(model, low + sharp, [[("a", "s"), ("s", "a")]])
    said = [one for one in segments if one.phone]
    assert [PHONES[one.phone] for one in said] == ["a", "s"]
    assert abs(said[0].end - 8000) < 700
    assert first_pdf(INDEX["a"]) == 2 * INDEX["a"]


def test_synthetic_voices_say_commands_that_hektor_understands() -> None:
    draw = random.Random(4)
    said = {random_command(draw) for _ in range(100)}
    assert len(said) > 30
    assert [phrase for phrase in said if not parse(phrase)] == []


def test_only_the_graph_can_be_made_anew(tmp_path: Path) -> None:
    """New words need no training, nor torch: the network is of phones."""
    pytest.importorskip("pynini")
    (tmp_path / "am").mkdir()
    (tmp_path / "am/final.mdl").write_bytes(b"network")
    command = [sys.executable, "-m", "training", "--only", "graph", "--out", str(tmp_path)]
    subprocess.run(command, check=True)  # pynini and vosk do not bear one another in one process
    assert (tmp_path / "am/final.mdl").read_bytes() == b"network"
    known = (tmp_path / "graph/words.txt").read_text("utf-8").split()
    assert set(vocabulary()) <= set(known)
