# SPDX-License-Identifier: GPL-3.0-or-later
"""Finds the phones of a recording whose words are known, with an acoustic model (Viterbi)."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from voice.acoustic.augment import Wave, level
from voice.acoustic.features import HOP, mfcc
from voice.acoustic.kaldi_io import AcousticModel, Networks
from voice.acoustic.phones import INDEX, SILENCE, SUBSAMPLING, PhoneSpan, first_pdf, further_pdf

_IMPOSSIBLE: Final = -1e30
_MARGIN: Final = 2400  # samples of background put around a recording, so that silence can be found
_USUAL_LEVEL: Final = 2000.0
_SHORTEST_PAUSE: Final = 300  # samples
_START: Final = -1


_Lattice = tuple[NDArray[np.int64], Sequence[tuple[int, ...]], Sequence[int]]
"""All ways of saying some words: the phone of each node, the nodes that it may follow, and those
that may be the last."""


def _lattice(words: Sequence[Iterable[tuple[str, ...]]]) -> _Lattice:
    """The pronunciations of each word in turn, with optional silence around every word."""
    phones = [SILENCE]
    predecessors: list[tuple[int, ...]] = [(_START,)]
    ends = [_START, 0]
    for alternatives in words:
        word_ends: list[int] = []
        for pronunciation in alternatives:
            before: tuple[int, ...] = tuple(ends)
            for phone in pronunciation:
                phones.append(INDEX[phone])
                predecessors.append(before)
                before = (len(phones) - 1,)
            word_ends.extend(before)
        phones.append(SILENCE)
        predecessors.append(tuple(word_ends))
        ends = [*word_ends, len(phones) - 1]
    return np.array(phones), predecessors, [end for end in ends if end >= 0]


def _viterbi(
    likelihoods: NDArray[np.float32], lattice: _Lattice, open_end: bool
) -> tuple[float, list[tuple[int, int]]]:
    """The best path's score and its (node, first frame); with `open_end` it may stop anywhere."""
    phones, predecessors, finals = lattice
    frames, nodes = len(likelihoods), len(phones)
    widest = max(len(before) for before in predecessors)
    before = np.full((nodes, widest), nodes)  # `nodes` is a place that nothing ever reaches
    best = np.full((frames, 2, nodes + 1), _IMPOSSIBLE)
    entering = likelihoods[:, first_pdf(0) + 2 * phones]
    staying = likelihoods[:, further_pdf(0) + 2 * phones]
    for node, known in enumerate(predecessors):
        inner = [one for one in known if one != _START]
        before[node, : len(inner)] = inner
        if _START in known:
            best[0, 0, node] = entering[0, node]
    for frame in range(1, frames):
        reached = best[frame - 1].max(0)
        best[frame, 0, :nodes] = reached[before].max(1) + entering[frame]
        best[frame, 1, :nodes] = reached[:nodes] + staying[frame]
    reached = best[-1].max(0)
    ends = np.arange(nodes) if open_end else np.array(finals)
    node = int(ends[reached[ends].argmax()])
    score = float(reached[node])
    path: list[tuple[int, int]] = []
    for frame in range(frames - 1, -1, -1):
        if best[frame, 0, node] >= best[frame, 1, node]:  # entered here
            path.append((node, frame))
            if frame:
                sources = before[node]
                node = int(sources[best[frame - 1].max(0)[sources].argmax()])
    return score, path[::-1]


def align(
    model: AcousticModel | Networks,
    wave: Wave,
    words: Sequence[Iterable[tuple[str, ...]]],
    open_end: bool = False,
) -> tuple[list[PhoneSpan], float]:
    """The phones of `wave` (16 kHz), which says `words`, each given by its pronunciations; and the
    mean log likelihood ratio of a frame to its prior, about 1.6 for a right transcript and 0.2 for
    a wrong one.

    With `open_end` the recording may break off before the words do. The 30 ms frames are laid
    at three offsets of 10 ms and the times averaged.
    """
    loud = wave[np.abs(wave) > 100]
    wave = wave * (_USUAL_LEVEL / level(loud)) if len(loud) else wave
    draw = np.random.default_rng(0)
    background = max(3.0, float(np.sqrt(np.percentile(wave**2, 5))))
    margins = [draw.normal(0, background, _MARGIN) for _ in range(1 if open_end else 2)]
    noisy = wave + draw.normal(0, min(background, 15.0), len(wave))
    features = mfcc(np.concatenate([margins[0], noisy, *margins[1:]]))
    lattice = _lattice(words)
    runs: list[tuple[int, int, list[tuple[int, int]]]] = []
    total, frames = 0.0, 0
    for offset in range(SUBSAMPLING):
        likelihoods = model.likelihoods(features[offset:])
        score, path = _viterbi(likelihoods, lattice, open_end)
        total, frames = total + score, frames + len(likelihoods)
        runs.append((offset, len(likelihoods), path))
    return _averaged(runs, lattice[0], len(wave)), total / frames


def _averaged(
    runs: Sequence[tuple[int, int, list[tuple[int, int]]]], phones: NDArray[np.int64], samples: int
) -> list[PhoneSpan]:
    """Segments from the runs that agree with the most frequent sequence of phones."""

    def spoken(path: list[tuple[int, int]]) -> tuple[int, ...]:
        return tuple(node for node, _ in path if phones[node] != SILENCE)

    usual = Counter(spoken(path) for _, _, path in runs).most_common(1)[0][0]
    times: dict[int, list[tuple[float, float]]] = {}
    step = SUBSAMPLING * HOP
    for offset, frames, path in runs:
        if spoken(path) != usual:
            continue
        bounds = [frame for _, frame in path[1:]] + [frames]
        shift = 128 + HOP * offset - _MARGIN
        for (node, first), last in zip(path, bounds, strict=True):
            times.setdefault(node, []).append((step * first + shift, step * last + shift))
    found: list[PhoneSpan] = []
    position = 0.0
    for node in usual:
        start, end = (float(np.clip(at, 0, samples)) for at in np.mean(times[node], 0))
        if start - position > _SHORTEST_PAUSE:
            found.append(PhoneSpan(position, start, SILENCE))
        else:
            start = position
        if end > start:
            found.append(PhoneSpan(start, end, int(phones[node])))
            position = end
    if samples - position > _SHORTEST_PAUSE:
        found.append(PhoneSpan(position, samples, SILENCE))
    return found
