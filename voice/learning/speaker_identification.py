# SPDX-License-Identifier: GPL-3.0-or-later
"""Who speaks: tells two people apart whose voices were learnt, by their cepstra alone.

A profile is a mixture of Gaussians of the cepstra of a person's loud frames, adapted from that of
the many voices of the built-in utterances (Reynolds, Quatieri & Dunn 2000, "Speaker Verification
Using Adapted Gaussian Mixture Models"). The first cepstrum, how loud it is, is left out.
"""

import zipfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from voice.acoustic import examples
from voice.acoustic.augment import Draw, Wave, level, noise
from voice.acoustic.features import mfcc
from voice.hearing.audio import Samples
from voice.hearing.models import BUNDLED
from voice.learning.store import Take

Array = NDArray[np.float64]

_GAUSSIANS: Final = 32
_ROUNDS: Final = 8  # of expectation and maximisation
_LOUD: Final = 29.0  # of the first cepstrum below the loudest frame: 20 dB
_NOISES: Final = (25.0, 20.0, 15.0, 10.0)  # dB of the speech above the noise
_RELEVANCE: Final = 8.0  # frames that a Gaussian must hold to be half the person's own


@dataclass(frozen=True, slots=True)
class Mixture:
    """A speaker's profile, which tells a voice from others: a mixture with diagonal covariances."""

    weights: Array
    means: Array
    variances: Array


def profile(takes: Sequence[Take]) -> Mixture:
    """The profile of whoever said these takes. Raises ValueError if they have no sound."""
    return _profile([take.samples for take in takes])


def _profile(sounds: Sequence[Samples]) -> Mixture:
    draw = np.random.default_rng(0)
    heard = [_frames(copy) for sound in sounds for copy in _copies(sound, draw)]
    frames = np.concatenate([np.zeros((0, _background_model().means.shape[1])), *heard])
    if not len(frames):
        raise ValueError("a voice cannot be known from takes without any sound")
    background = _background_model()
    responsible = _responsibilities(background, frames)
    count = responsible.sum(0)
    own = responsible.T @ frames / np.maximum(count, 1e-9)[:, None]
    share = (count / (count + _RELEVANCE))[:, None]
    return replace(background, means=share * own + (1 - share) * background.means)


def likelier(one: Mixture, other: Mixture, samples: Samples) -> float:
    """How much rather ``one`` spoke than ``other``: log odds of an average frame, above 0 for
    ``one``; 0 where nothing is heard."""
    frames = _frames(samples)
    if not len(frames):
        return 0.0
    odds = _log_densities(one, frames) - _log_densities(other, frames)
    return float(odds.mean())


def save(profile: Mixture, path: Path) -> None:
    """Write a profile. Raises OSError if it cannot be written."""
    with path.open("wb") as file:
        np.savez(file, weights=profile.weights, means=profile.means, variances=profile.variances)


def load(path: Path) -> Mixture:
    """The profile in a file. Raises OSError or ValueError if none can be read."""
    try:
        with np.load(path) as data:
            found = Mixture(data["weights"], data["means"], data["variances"])
    except (KeyError, EOFError, zipfile.BadZipFile) as error:
        raise ValueError(f"{path} is no profile of a voice") from error
    if found.means.shape != found.variances.shape or len(found.weights) != len(found.means):
        raise ValueError(f"{path} is no profile of a voice")
    return found


def _frames(samples: Samples | Wave) -> Array:
    """The cepstra of the loud frames."""
    return _loud(mfcc(samples).astype(np.float64))


def _copies(samples: Samples, draw: Draw) -> list[Wave]:
    """A recording as it is and in noise: a profile of a quiet room fails in any other."""
    wave = samples.astype(np.float64)
    loud = level(wave[np.abs(wave) > 0.1 * level(wave)])
    noises = [noise(len(wave), draw) * loud * 10 ** (-ratio / 20) for ratio in _NOISES]
    return [wave, *(wave + each for each in noises)] if loud > 1 else [wave]


def _loud(cepstra: Array) -> Array:
    if not len(cepstra):
        return cepstra[:, 1:]
    return cepstra[cepstra[:, 0] > cepstra[:, 0].max() - _LOUD, 1:]


@cache
def _background_model() -> Mixture:
    """The mixture of many voices, from the built-in utterances."""
    rehearsed, _ = examples.load_rehearsal(BUNDLED / examples.REHEARSAL)
    frames = np.concatenate([_loud(one.features.astype(np.float64)) for one in rehearsed])
    draw = np.random.default_rng(0)
    start = draw.choice(len(frames), _GAUSSIANS, replace=False)
    spread = frames.var(0)
    mixture = Mixture(
        np.full(_GAUSSIANS, 1 / _GAUSSIANS), frames[start], np.tile(spread, (_GAUSSIANS, 1))
    )
    for _ in range(_ROUNDS):
        responsible = _responsibilities(mixture, frames)
        count = responsible.sum(0) + 1e-9
        means = responsible.T @ frames / count[:, None]
        variances = responsible.T @ frames**2 / count[:, None] - means**2
        mixture = Mixture(count / count.sum(), means, np.maximum(variances, 0.05 * spread))
    return mixture


def _joint(mixture: Mixture, frames: Array) -> Array:
    """Log densities (frames, Gaussians), up to a constant, with the weights."""
    inverse = 1 / mixture.variances
    constant = np.log(mixture.weights) - 0.5 * (
        np.log(mixture.variances).sum(1) + (mixture.means**2 * inverse).sum(1)
    )
    linear = frames @ (mixture.means * inverse).T
    return np.asarray(constant + linear - 0.5 * frames**2 @ inverse.T)


def _log_densities(mixture: Mixture, frames: Array) -> Array:
    joint = _joint(mixture, frames)
    top = joint.max(1)
    return np.asarray(top + np.log(np.exp(joint - top[:, None]).sum(1)))


def _responsibilities(mixture: Mixture, frames: Array) -> Array:
    """How much of each frame each Gaussian holds."""
    joint = _joint(mixture, frames)
    shares = np.exp(joint - joint.max(1, keepdims=True))
    return np.asarray(shares / shares.sum(1, keepdims=True))
