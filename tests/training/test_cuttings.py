# SPDX-License-Identifier: GPL-3.0-or-later
"""Real sentences: how they are pronounced, and that they are said in full and in short cuttings,
lest only digits are ever said alone."""

import pickle
import random
from pathlib import Path

import numpy as np
import pytest

from training import recordings, rooms
from training.recordings import Aligned, Recording
from training.synthesis import Synthesiser
from voice.acoustic import examples
from voice.acoustic.augment import surroundings
from voice.acoustic.phones import INDEX, SILENCE, PhoneSpan

_PHONES = ["d", "a", "s", "n", "U", "n"]
_LENGTH = 2400


def _sentence() -> Aligned:
    """Two words with a pause between, each phone a sound of its own level."""
    spoken = [*map(INDEX.__getitem__, _PHONES[:3]), SILENCE, *map(INDEX.__getitem__, _PHONES[3:])]
    segments = [PhoneSpan(i * _LENGTH, (i + 1) * _LENGTH, phone) for i, phone in enumerate(spoken)]
    levels = np.repeat(np.arange(1, len(spoken) + 1) * 100.0, _LENGTH)
    recording = Recording(Path("one.flac"), "das nun", "somebody", "common-voice")
    return Aligned(recording, levels, segments, 2.0)


def test_cutting_is_phones_in_a_row() -> None:
    choose, sentence = random.Random(1), _sentence()
    lengths = set()
    for _ in range(200):
        cutting = recordings.cutting(sentence, choose)
        assert cutting is not None
        wave, segments = cutting
        assert segments[0].start == 0
        assert segments[-1].end == len(wave)
        assert segments[0].phone != SILENCE
        lengths.add(len(segments))
        for one in segments:  # the sound is that of the phone where it stood
            level = wave[int(one.start + one.end) // 2]
            assert sentence.segments[int(level / 100) - 1].phone == one.phone
        assert abs(wave[0]) < 1  # no click
        assert abs(wave[-1]) < 1
    assert lengths == {1, 2, 3, 4, 5, 6, 7}


def test_silence_has_no_cutting() -> None:
    sentence = _sentence()
    silence = [PhoneSpan(0, 16_800, SILENCE)]
    quiet = Aligned(sentence.recording, sentence.wave, silence, 2.0)
    assert recordings.cutting(quiet, random.Random(1)) is None


def test_about_a_third_of_sentences_are_cuttings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Near the mouth: the rooms with walls need a library that only the training has."""
    monkeypatch.setattr(rooms, "somewhere", surroundings)
    (tmp_path / "found.pickle").write_bytes(pickle.dumps([_sentence()]))
    recordings.make_sentences(tmp_path / "made.npz", 1, 200, tmp_path / "found.pickle")
    made = examples.load([tmp_path / "made.npz"])
    silence = {0, 1}
    shorter = [one for one in made if len({*one.targets.tolist()} - silence) < 8]
    assert 0.2 < len(shorter) / len(made) < 0.5


@pytest.mark.parametrize(("word", "worn"), [("dem", "d E m"), ("dem", "d @ m"), ("den", "d n")])
def test_function_words_in_sentences_may_wear_down(
    word: str, worn: str, synthesiser: Synthesiser
) -> None:
    words = recordings.pronounced_words(f"mit {word} Hund", synthesiser)
    assert words is not None
    assert tuple(worn.split()) in words[1]
    assert any("e:" in form for form in words[1])  # its full form stays possible


@pytest.mark.parametrize("word", ["Weg", "leben", "geh", "Dame", "Mehl"])
def test_the_long_e_of_other_words_stays(word: str, synthesiser: Synthesiser) -> None:
    words = recordings.pronounced_words(word, synthesiser)
    assert words is not None
    vowels = {phone for form in words[0] for phone in form} & {"e:", "E", "A:"}
    assert vowels in ({"e:"}, {"A:"})


def test_cutting_may_be_said_much_longer() -> None:
    choose, draw = random.Random(2), np.random.default_rng(2)
    wave = np.sin(np.arange(4800) / 9)
    segment = [PhoneSpan(0, 4800, INDEX["e:"])]
    slowest = recordings.SLOWEST_ALONE
    lengths = [
        len(recordings.in_another_voice(wave, segment, choose, draw, slowest)[0])
        for _ in range(100)
    ]
    assert max(lengths) > 1.7 * len(wave)
    assert min(lengths) < len(wave)
