# SPDX-License-Identifier: GPL-3.0-or-later
"""The voice that was chosen by command is that of the next game."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.speech.voice import VARIANTS, Voice, keep_voice, read_voice
from ground import files

voices = st.builds(
    Voice,
    rate=st.integers(80, 450),
    pitch=st.integers(0, 99),
    volume=st.integers(1, 10).map(lambda tenths: tenths / 10),
    variant=st.sampled_from(VARIANTS),
)


@given(voices)
def test_what_was_kept_is_read(tmp_path_factory: pytest.TempPathFactory, voice: Voice) -> None:
    path = tmp_path_factory.mktemp("voice") / "hektor" / "voice.toml"
    keep_voice(path, voice)
    assert read_voice(path) == voice


@pytest.mark.parametrize("text", ["", "rate = ", "rate = 9999\npitch = 'high'", "\x00\xff"])
def test_nonsense_settings_are_as_at_first(tmp_path: Path, text: str) -> None:
    path = tmp_path / "voice.toml"
    path.write_bytes(text.encode("latin-1"))
    assert read_voice(path) == Voice()


def test_unkept_voice_is_as_at_first(tmp_path: Path) -> None:
    assert read_voice(tmp_path / "voice.toml") == Voice()


def test_unwritable_voice_leaves_the_old_one(tmp_path: Path) -> None:
    path = tmp_path / "voice.toml"
    keep_voice(path, Voice(rate=200))
    files.beside(path).mkdir()
    with pytest.raises(OSError):
        keep_voice(path, Voice(rate=300))
    assert read_voice(path).rate == 200


def test_another_voice_goes_round_all_of_them() -> None:
    voice = Voice()
    seen = []
    for _ in VARIANTS:
        seen.append(voice.variant)
        voice = voice.another()
    assert tuple(seen) == VARIANTS
    assert voice == Voice()


def test_pitch_stays_within_what_the_engine_takes() -> None:
    voice = Voice()
    for _ in range(20):
        voice = voice.higher()
    assert voice.pitch == 99
    for _ in range(20):
        voice = voice.deeper()
    assert voice.pitch == 0
