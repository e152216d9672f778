# SPDX-License-Identifier: GPL-3.0-or-later
"""The noise that training mixes into its features. Needs the extra `train`."""

from typing import Any

import numpy as np
import pytest

from voice.acoustic.features import mfcc

torch = pytest.importorskip("torch")
augmentation = pytest.importorskip("training.augmentation")


@pytest.fixture(scope="module")
def bank() -> Any:
    return augmentation.Noises(1)


def _speech(count: int) -> Any:
    draw = np.random.default_rng(2)
    waves = (draw.normal(0, 300 * (i + 1), 178 * 160 + 400) for i in range(count))
    return torch.tensor(np.stack([mfcc(wave)[:178] for wave in waves]))


def test_without_noise_only_the_level_changes(bank: Any) -> None:
    features = _speech(4)
    found = bank.mixed(features, 0.0, warp=False)
    torch.testing.assert_close(found[:, :, 1:], features[:, :, 1:], rtol=1e-3, atol=1e-2)
    moved = (found - features)[:, :, 0]
    assert float(moved.std(1).max()) < 0.01
    assert float(moved.abs().max()) < augmentation.LEVEL / 10 * np.log(10) * np.sqrt(40) + 0.01


def test_noise_changes_its_share_of_pieces(bank: Any) -> None:
    features = _speech(64)
    found = bank.mixed(features, 0.5, warp=False)
    noisy = ((found - features)[:, :, 1:].abs().amax((1, 2)) > 0.1).sum()
    assert 16 < int(noisy) < 48
    assert bool(found.isfinite().all())


def _hump(band: int) -> Any:
    """The log energies of a vowel with a resonance at `band`."""
    return np.exp(-((np.arange(40) - band) ** 2) / 8).astype(np.float32)


def test_a_longer_throat_has_its_resonances_lower() -> None:
    """A vowel's hump at one band lies at a lower band after a stretch by less than one."""
    for band in (9, 25):
        longer, shorter = (
            augmentation.frequency_warp(way, way) @ _hump(band) for way in (0.88, 1.14)
        )
        assert longer.argmax() < band < shorter.argmax()
        np.testing.assert_allclose(
            augmentation.frequency_warp(1.0, 1.0) @ _hump(band), _hump(band), atol=1e-6
        )


def test_shorter_vocal_tract_moves_only_high_resonances() -> None:
    stretched = augmentation.frequency_warp(1.0, 1.14)
    assert (stretched @ _hump(7)).argmax() == 7
    assert (stretched @ _hump(27)).argmax() > 27


def test_warps_differ_without_reordering_frequencies() -> None:
    warps = augmentation.draw_warps(np.random.default_rng(6))
    np.testing.assert_allclose(warps[0], np.eye(40), atol=1e-6)
    low, high = ([(one @ _hump(band)).argmax() for one in warps] for band in (9, 25))
    assert len(set(zip(low, high, strict=True))) > 10
    places = warps @ np.arange(40)
    assert (np.diff(places, axis=1) > -1e-4).all()


def test_timbre_is_a_slope_with_bumps(bank: Any) -> None:
    timbres = bank.timbres(400).numpy()
    assert timbres.shape == (400, 40)
    decibels = timbres * 10 / np.log(10)
    assert np.abs(decibels[:, :25].mean(0)).max() < 2
    assert 2 < decibels[:, 20].std() < 6
    assert np.abs(np.diff(decibels[:, :25], axis=1)).max() < 12


def test_some_voices_come_through_a_telephone(bank: Any) -> None:
    """What is above its band is lost, and in no other voice is there such a step."""
    timbres = bank.timbres(400).numpy() * 10 / np.log(10)
    steps = np.diff(timbres, axis=1).min(1)
    assert 10 < (steps < -14).sum() < 60
    assert (np.diff(timbres, axis=1)[steps < -14].argmin(1) > 24).all()


def test_a_room_has_a_tail_that_decays_and_changes_nothing_before_a_sound(
    bank: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(augmentation, "_ROOMS", 1.0)
    speech = torch.zeros(50, 100, 40)
    speech[:, 20] = 1.0
    found = bank.in_rooms(speech)
    assert float(found[:, :20].max()) < 1e-5
    assert bool((found[:, 20] >= 0.999).all())
    tail = found[:, 21:80]
    assert bool((tail[:, 0] > 1e-4).all())
    assert bool((tail[:, :-1] + 1e-5 >= tail[:, 1:]).all())
    assert float(tail.sum(1).max()) > 1  # far away the room is stronger than the voice


def test_a_hall_has_silence_between_its_knocks() -> None:
    for seed in range(20):
        wave = augmentation.hall(32_000, np.random.default_rng(seed))
        frames = (wave.reshape(-1, 160) ** 2).mean(1)
        assert frames.max() > 8 * np.median(frames) > 0


def test_less_distinct_speech_keeps_its_loudness(
    bank: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(augmentation, "_BLURRED", 0.0)
    bands = torch.tensor(np.random.default_rng(7).normal(8, 2, (40, 60, 40)), dtype=torch.float32)
    found = bank.indistinct(bands)
    torch.testing.assert_close(found.mean(2), bands.mean(2), rtol=1e-4, atol=1e-3)
    ratios = (found.std((1, 2)) / bands.std((1, 2))).numpy()
    assert ratios.min() < 0.8
    assert 1.05 < ratios.max() < 1.25
