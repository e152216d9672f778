# SPDX-License-Identifier: GPL-3.0-or-later
"""Who speaks."""

from pathlib import Path

import numpy as np
import pytest

from training.synthesis import Synthesiser, synthesise
from voice.learning import speaker_identification
from voice.learning.store import Take

_LEARNT = ("springer felix drei", "eva vier", "dame schlägt hektor acht", "kurze rochade")
_SAID = ("läufer gustav fünf", "turm anna eins")


def _takes(voice: str, phrases: tuple[str, ...]) -> list[Take]:
    with Synthesiser() as synthesiser:
        sounds = [synthesise(synthesiser, phrase, voice, rate=140) for phrase in phrases]
    return [
        Take(tuple(phrase.split()), (0.3 * sound).astype(np.int16))
        for phrase, sound in zip(phrases, sounds, strict=True)
    ]


def test_voices_differ_by_any_phrase_and_level() -> None:
    low, high = (
        speaker_identification.profile(_takes(voice, _LEARNT)) for voice in ("de+m3", "de+f2")
    )
    for take in _takes("de+m3", _SAID):
        assert speaker_identification.likelier(low, high, take.samples) > 0
        assert speaker_identification.likelier(low, high, take.samples // 4) > 0
    for take in _takes("de+f2", _SAID):
        assert speaker_identification.likelier(low, high, take.samples) < 0


def test_profile_is_read_as_saved(tmp_path: Path) -> None:
    profile = speaker_identification.profile(_takes("de+m3", _LEARNT[:1]))
    speaker_identification.save(profile, tmp_path / "profile.npz")
    found = speaker_identification.load(tmp_path / "profile.npz")
    assert np.array_equal(found.means, profile.means)


def test_broken_profile_is_a_readable_error(tmp_path: Path) -> None:
    (tmp_path / "profile.npz").write_bytes(b"PK\x03\x04 half of it")
    with pytest.raises(ValueError, match=r"profile|pickle|zip"):
        speaker_identification.load(tmp_path / "profile.npz")


def test_silence_gives_neither_profile_nor_odds() -> None:
    silence = np.zeros(100, np.int16)
    with pytest.raises(ValueError, match="without any sound"):
        speaker_identification.profile([Take(("eva",), silence)])
    one, other = (
        speaker_identification.profile(_takes(voice, _SAID[:1])) for voice in ("de+m3", "de+f2")
    )
    assert speaker_identification.likelier(one, other, silence) == 0.0
