# SPDX-License-Identifier: GPL-3.0-or-later
"""Fresh voices, noise and levels for every batch, where the features are still powers of bands.

The cepstra of a piece of speech give back its smoothed band energies. These are stretched along
the frequencies, as a longer or shorter vocal tract would have them (vocal tract length
perturbation: Jaitly & Hinton 2013), the lowest resonance less than those above it (Fant 1975), and
made brighter or duller, for a dull voice drowns in noise that leaves a bright one clear. Some
pieces go through a telephone's band, some are said less or more distinctly, and in some each moment
runs into the next, as in rooms, in mumbled speech, and in voices that a model of speech makes
instead of recordings: they have less of the changes from sound to sound (Toda & Tokuda 2007). In
rooms each moment sounds on. The energies of real noise frames, or of other pieces of the batch as
babble, are added. Speech and noise are taken as out of phase on average, so their powers add (Acero
1990). So a piece is heard from another speaker in other noise each time, at no cost of synthesis.
"""

import math
from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from voice.acoustic.augment import in_room, noise, through_microphone
from voice.acoustic.features import BANDS_HZ, COSINES, HOP, SAMPLE_RATE, SPECTRUM, energies

_CLIPS: Final = 300
_FRAMES: Final = 500  # of each clip
_BABBLE: Final = 0.2  # the share of voices among the noises
_LOWEST, _HIGHEST = -6.0, 25.0  # dB of speech above noise, in the bands
_SLOPE: Final = 2.5  # standard deviation of what a voice is brighter or duller, in dB an octave
_BUMP: Final = 3.0  # the same of some points of its spectrum, in dB
LEVEL: Final = 12.0  # dB louder or softer at most
_WARPS: Final = 80
_LONGEST, _SHORTEST = 0.85, 1.3  # vocal tracts; times the frequencies above the first resonance
_LOW_HZ, _HIGH_HZ = 500.0, 1200.0  # the first resonance of close vowels, and of the openest
_TELEPHONE: Final = 0.1  # the share of pieces through a narrow band
_BAND_ENDS: Final = (3000.0, 4500.0)  # Hz
_BAND_LOSS: Final = (10.0, 40.0)  # dB above its end
_CONTRAST: Final = (0.65, 1.2)  # how far spectra are from their mean, times as they were
_BLURRED: Final = 0.3  # the share of pieces whose moments run into each other
_BLUR: Final = 5  # frames
_POINTS: Final = 7
_ROOMS: Final = 0.3  # the share of pieces in a room
_REVERBERATION: Final = (0.2, 0.9)  # seconds until a sound is 60 dB softer
_VOLUMES: Final = (30.0, 300.0)  # cubic metres
_METRES: Final = (0.3, 2.5)
_TAIL: Final = 64  # frames
_VOICES: Final = 3  # behind a speaker, where it is not one
_HALL: Final = 0.25  # the share of noises with chairs, steps and clocks


def frequency_warp(low: float, high: float) -> NDArray[np.float32]:
    """The matrix that moves log energies of bands to where `low` times their frequencies is, for
    high bands `high` times."""
    ways = np.interp(np.log(BANDS_HZ), np.log([_LOW_HZ, _HIGH_HZ]), np.log([low, high]))
    places = np.interp(BANDS_HZ / np.exp(ways), BANDS_HZ, np.arange(len(BANDS_HZ)))
    below = np.minimum(places.astype(int), len(BANDS_HZ) - 2)
    matrix = np.zeros((len(BANDS_HZ), len(BANDS_HZ)), np.float32)
    rows = np.arange(len(BANDS_HZ))
    matrix[rows, below] = 1 - (places - below)
    matrix[rows, below + 1] += (places - below).astype(np.float32)
    return matrix


def draw_warps(draw: np.random.Generator) -> NDArray[np.float32]:
    """Matrices of `frequency_warp`, the first of which changes nothing (warps, bands, bands).

    A shorter vocal tract does not raise all resonances alike: the first of a close vowel least
    (Fant 1975). A network that has met an e only with all its resonances raised alike takes one
    whose second alone is a third higher, as a real speaker's was, for an i.
    """
    high = np.exp(draw.uniform(np.log(_LONGEST), np.log(_SHORTEST), _WARPS - 1))
    low = high ** draw.uniform(0, 1, _WARPS - 1)
    return np.stack([frequency_warp(*pair) for pair in [(1.0, 1.0), *zip(low, high, strict=True)]])


def _timbres() -> NDArray[np.float32]:
    """What each of some points of a spectrum does to the bands (points, bands)."""
    octaves = np.log2(BANDS_HZ / 1000)
    points = np.linspace(octaves[0], octaves[-1], _POINTS)
    each = [np.interp(octaves, points, one) for one in np.eye(_POINTS)]
    return np.asarray(each, np.float32)


def hall(count: int, draw: np.random.Generator) -> NDArray[np.float64]:
    """`count` samples of a playing hall: thuds of steps and chairs, and at times a clock."""
    wave = draw.uniform(0.002, 0.1) * noise(count, draw)
    for _ in range(draw.integers(1, 8)):
        size = int(draw.integers(200, 4000))
        fading = np.exp(-np.linspace(0, draw.uniform(4, 9), size))
        tone = np.sin(2 * np.pi * draw.uniform(50, 700) / SAMPLE_RATE * np.arange(size))
        thud = (draw.standard_normal(size) * draw.uniform(0.1, 1) + tone) * fading
        at = int(draw.integers(0, count))
        wave[at : at + size] += thud[: count - at] * draw.uniform(0.2, 1)
    if draw.random() < 0.5:
        size = int(draw.integers(20, 200))
        tick = draw.standard_normal(size) * np.exp(-np.linspace(0, 6, size)) * draw.uniform(0.3, 3)
        every = int(draw.uniform(0.15, 1.0) * SAMPLE_RATE)
        for at in range(int(draw.integers(0, every)), count - size, every):
            wave[at : at + size] += tick
    return wave


class Noises:
    """Clips of noise as band energies (clips, frames, bands) of unit mean power, and what else is
    done to speech, on a `device`."""

    def __init__(self, seed: int, device: str = "cpu") -> None:
        draw = np.random.default_rng([seed, 7])
        clips = []
        for _ in range(_CLIPS):
            made = hall if draw.random() < _HALL else noise
            wave = 1000 * made(_FRAMES * HOP + 400, draw)
            if draw.random() < 0.3:
                wave = in_room(wave, draw)
            if draw.random() < 0.5:
                wave = through_microphone(wave, draw)
            clips.append(energies(wave)[:_FRAMES])
        self._chance = torch.Generator(device).manual_seed(seed)
        self._there: dict[str, Any] = {"device": device, "dtype": torch.float32}
        bank = torch.tensor(np.stack(clips), **self._there)
        self._bank = bank / bank.mean((1, 2), keepdim=True)
        self._forward = torch.tensor(COSINES.T.copy(), **self._there)
        self._back = torch.tensor(SPECTRUM.T.copy(), **self._there)
        self._warps = torch.tensor(draw_warps(draw).transpose(0, 2, 1).copy(), **self._there)
        self._points = torch.tensor(_timbres(), **self._there)
        self._hertz = torch.tensor(BANDS_HZ, **self._there)

    def mixed(self, features: Tensor, share: float, warp: bool = True) -> Tensor:
        """`features` (pieces, frames, cepstra), `share` of the pieces in noise, all relevelled.

        With `warp` half of the pieces are from another vocal tract, half of another timbre, half
        more or less distinct, some blurred, and some in a room.
        """
        count, frames, _ = features.shape
        bands = features @ self._back
        if warp:
            drawn = self._whole(count, 1, _WARPS) * self._some(count, 0.5)
            bands = torch.bmm(bands, self._warps[drawn])
            bands += (self.timbres(count) * self._some(count, 0.5)[:, None])[:, None]
            bands = self.indistinct(bands)
        speech = bands.exp()
        if warp:
            speech = self.in_rooms(speech)
        behind = self._behind(speech)
        ratio = self._between(_LOWEST, _HIGHEST, count)
        loud = speech.mean(2).topk(max(1, frames // 3), 1).values.mean(1)
        gain = 10 ** (-ratio / 10) * self._some(count, share)
        level = 10 ** (self._between(-LEVEL, LEVEL, count) / 10)
        together = speech + behind * (gain * loud)[:, None, None]
        return (together * level[:, None, None]).clamp(min=1e-6).log() @ self._forward

    def timbres(self, count: int) -> Tensor:
        """Random changes to add to the log energies of `count` voices (count, bands)."""
        decibels = self._normal(count, 1) * _SLOPE * torch.log2(self._hertz / 1000)
        decibels += _BUMP * self._normal(count, _POINTS) @ self._points
        ends = self._between(*_BAND_ENDS, count)[:, None]
        losses = self._between(*_BAND_LOSS, count) * self._some(count, _TELEPHONE)
        decibels -= losses[:, None] * (ends < self._hertz)
        return decibels * math.log(10) / 10

    def indistinct(self, bands: Tensor) -> Tensor:
        """`bands` with more or less of what tells one sound from another, loudness apart."""
        count = len(bands)
        other = self._between(*_CONTRAST, count) - 1
        contrast = (1 + other * self._some(count, 0.5))[:, None, None]
        loudness = bands.mean(2, keepdim=True)
        shapes = bands - loudness
        usual = shapes.mean(1, keepdim=True)
        bands = loudness + usual + contrast * (shapes - usual)
        blur = (self._between(0, 1, count) * self._some(count, _BLURRED))[:, None, None]
        around = functional.pad(bands.transpose(1, 2), (_BLUR // 2, _BLUR // 2), "replicate")
        blurred = functional.avg_pool1d(around, _BLUR, 1).transpose(1, 2)
        return bands + blur * (blurred - bands)

    def in_rooms(self, speech: Tensor) -> Tensor:
        """Some of the pieces of `speech` (pieces, frames, bands), which are powers, with the tail
        of a room: it decays exponentially, the high bands sooner, and is as strong beside the
        direct sound as the square of the distance in critical distances (Kuttruff 2009)."""
        count, frames, _ = speech.shape
        seconds = self._between(*_REVERBERATION, count)
        volume = _VOLUMES[0] * (_VOLUMES[1] / _VOLUMES[0]) ** self._between(0, 1, count)
        critical = 0.057 * (volume / seconds) ** 0.5
        ratio = (self._between(*_METRES, count) / critical) ** 2 * self._some(count, _ROOMS)
        sooner = 1 + self._between(0, 1, count)[:, None] * (self._hertz / 8000)
        decay = (13.8 * 0.01 / seconds)[:, None] * sooner
        tail = torch.exp(-decay[:, None] * torch.arange(_TAIL, **self._there)[:, None])
        tail = tail * (ratio[:, None] / tail.sum(1))[:, None]
        tail[:, 0] += 1
        size = frames + _TAIL
        spectrum = torch.fft.rfft(speech, size, 1) * torch.fft.rfft(tail, size, 1)
        return torch.fft.irfft(spectrum, size, 1)[:, :frames].clamp(min=0)

    def _behind(self, speech: Tensor) -> Tensor:
        """Noise or babble of unit mean power for each piece."""
        count, frames, _ = speech.shape
        starts = self._whole(count, 0, _FRAMES - frames + 1)
        rows = starts[:, None] + torch.arange(frames, device=speech.device)
        behind = self._bank[self._whole(count, 0, _CLIPS)[:, None], rows]
        even = speech / speech.mean((1, 2), keepdim=True)
        voices = sum(even[self._whole(count, 0, count)] for _ in range(_VOICES)) / _VOICES
        alone = self._some(count, 0.5)[:, None, None]
        voices = alone * even.roll(1, 0) + (1 - alone) * voices
        talked = self._some(count, _BABBLE)[:, None, None]
        return talked * voices + (1 - talked) * behind

    def _between(self, low: float, high: float, count: int) -> Tensor:
        return low + (high - low) * torch.rand(count, generator=self._chance, **self._there)

    def _normal(self, *shape: int) -> Tensor:
        return torch.randn(shape, generator=self._chance, **self._there)

    def _some(self, count: int, share: float) -> Tensor:
        """1 for a `share` of so many pieces, 0 for the others."""
        return (self._between(0, 1, count) < share).long()

    def _whole(self, count: int, low: int, high: int) -> Tensor:
        """Whole numbers from `low` up to `high`, which is not among them."""
        return torch.randint(
            low, high, (count,), generator=self._chance, device=self._there["device"]
        )
