# SPDX-License-Identifier: GPL-3.0-or-later
"""Fresh noise and levels for every batch, mixed in where the features are still powers of bands.

The cepstra of a piece of speech give back its smoothed band energies; the energies of real noise
frames, or of other pieces of the batch as babble, are added to them. Speech and noise are taken
as out of phase on average, so their powers add (Acero 1990). So a piece is heard in other noise
each time, at no cost of synthesis.
"""

from typing import Final

import numpy as np
import torch
from torch import Tensor

from voice.training.augment import in_room, noise, through_microphone
from voice.training.features import COSINES, HOP, SPECTRUM, energies

_CLIPS: Final = 300
_FRAMES: Final = 200  # of each clip
_BABBLE: Final = 0.2  # the share of voices among the noises
_LOWEST, _HIGHEST = -3.0, 24.0  # dB of speech above noise, in the bands
_LEVEL: Final = 10.0  # dB louder or softer at most


class Noises:
    """Clips of noise as band energies (clips, frames, bands) of unit mean power."""

    def __init__(self, seed: int) -> None:
        draw = np.random.default_rng([seed, 7])
        clips = []
        for _ in range(_CLIPS):
            wave = 1000 * noise(_FRAMES * HOP + 400, draw)
            if draw.random() < 0.3:
                wave = in_room(wave, draw)
            if draw.random() < 0.5:
                wave = through_microphone(wave, draw)
            clips.append(energies(wave)[:_FRAMES])
        bank = torch.tensor(np.stack(clips))
        self._bank = bank / bank.mean((1, 2), keepdim=True)
        self._forward = torch.tensor(COSINES.T.copy())
        self._back = torch.tensor(SPECTRUM.T.copy())

    def mixed(self, features: Tensor, share: float, draw: np.random.Generator) -> Tensor:
        """`features` (pieces, frames, cepstra), `share` of the pieces in noise, all relevelled."""
        count, frames, _ = features.shape
        speech = (features @ self._back).exp()
        behind = self._behind(speech, draw)
        ratio = draw.uniform(_LOWEST, _HIGHEST, count)
        loud = speech.mean(2).topk(max(1, frames // 3), 1).values.mean(1)
        gain = torch.tensor(10 ** (-ratio / 10) * (draw.random(count) < share), dtype=torch.float32)
        level = 10 ** torch.tensor(draw.uniform(-_LEVEL, _LEVEL, count) / 10, dtype=torch.float32)
        together = speech + behind * (gain * loud)[:, None, None]
        return (together * level[:, None, None]).clamp(min=1e-6).log() @ self._forward

    def _behind(self, speech: Tensor, draw: np.random.Generator) -> Tensor:
        """Noise or babble of unit mean power for each piece."""
        count, frames, _ = speech.shape
        starts = draw.integers(0, _FRAMES - frames + 1, count)
        rows = torch.tensor(starts[:, None] + np.arange(frames))
        clips = torch.tensor(draw.integers(0, _CLIPS, count))
        behind = self._bank[clips[:, None], rows]
        if voices := torch.tensor(np.flatnonzero(draw.random(count) < _BABBLE)).tolist():
            others = torch.tensor(draw.integers(0, count, (len(voices), int(draw.integers(1, 6)))))
            even = speech / speech.mean((1, 2), keepdim=True)
            behind[voices] = even[others].mean(1)
        return behind
