# SPDX-License-Identifier: GPL-3.0-or-later
"""Fits the acoustic model to one person's voice in a few steps of Adam.

The network is small enough for its gradient to be written out in numpy. The frames of the person
are mixed with frames of other voices (rehearsal), which the new model shall hear as the old one
did, lest it forget what this person did not say. Some of them are moved to where this person's
voice and microphone are: so words that they did not say are learnt in their sound.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from voice.acoustic.examples import Example
from voice.acoustic.kaldi_io import AcousticModel, Layer
from voice.acoustic.phones import PDFS, SILENCE, SUBSAMPLING, further_pdf

Floats = NDArray[np.float32]
Indices = NDArray[np.int64]

PIECE: Final = 50  # output frames, 1.5 s
_RAREST: Final = 1e-3  # of its usual share a pdf is held to have that is never said
_BETA1, _BETA2, _EPSILON = 0.9, 0.999, 1e-8


@dataclass(frozen=True, slots=True)
class Plan:
    """How it is fitted: an affine map of the input, and the weights and biases of all layers.

    ``rehearsal`` is the share of other voices in a batch of ``batch`` pieces. ``rate`` is Adam's
    step as a share of what a layer's weights, or its biases, are on the average (the layers differ
    by a factor of thirty), and falls to nothing over ``steps``; ``map_rate`` is that of the map. Of
    the other voices' frames the new model shall think as the old one did: ``kept`` is the share of
    that in what is wanted there (as Yu, Yao, Su, Li & Seide 2013), and the rest what was said. A
    share of them, ``offset_share``, is moved by how far the person's cepstra lie from theirs, phone
    by phone; of these it shall think what the old one did of them where they were (teacher and
    student: Li, Seltzer, Wang, Zhao & Gong 2017). Pdfs that are frequent in what the person said
    are expected there beforehand, in the power of ``balance``, and rare ones not (logit adjustment:
    Menon et al. 2021): else the model would learn that this voice says nothing but these words. In
    the end the model goes only so much of the ``way`` from the old weights to the fitted ones.
    """

    steps: int = 90
    batch: int = 13
    rate: float = 3e-3
    map_rate: float = 1e-2
    rehearsal: float = 0.6
    smoothing: float = 0.05
    kept: float = 0.9
    offset_share: float = 1.0
    balance: float = 0.15
    way: float = 0.8


class Network:
    """The model laid out for pieces of :data:`PIECE` output frames."""

    def __init__(self, model: AcousticModel) -> None:
        self.layers = model.layers
        self.before, self.after = context(model)
        wanted = self.before + np.arange(PIECE) * SUBSAMPLING
        self.times = model.times(wanted)
        self.inputs: list[Indices] = []
        self.skips: list[Indices | None] = []
        for i, layer in enumerate(model.layers):
            seen = self.times[i + 1][:, None] + np.array(layer.offsets)
            self.inputs.append(np.searchsorted(self.times[i], seen))
            source = i + 1 - layer.skip
            self.skips.append(
                np.searchsorted(self.times[source], self.times[i + 1]) if layer.skip else None
            )

    def forward(
        self, weights: list[Floats], biases: list[Floats], x: Floats
    ) -> tuple[list[Floats], list[Floats]]:
        """The outputs of each layer, and its spliced inputs.

        ``x`` is (pieces, input frames, cepstra) at all times that the first layer sees.
        """
        hidden = [x]
        spliced: list[Floats] = []
        for i, layer in enumerate(self.layers):
            wide = hidden[i][:, self.inputs[i]].reshape(len(x), len(self.inputs[i]), -1)
            found = wide @ weights[i].T + biases[i]
            if layer.active:
                found = np.maximum(found, 0)
            skip = self.skips[i]
            spliced.append(wide)
            hidden.append(found if skip is None else found + hidden[i + 1 - layer.skip][:, skip])
        return hidden, spliced

    def backward(
        self, weights: list[Floats], hidden: list[Floats], spliced: list[Floats], slope: Floats
    ) -> tuple[list[Floats], list[Floats], Floats]:
        """Gradients of all weights, of all biases, and of the input."""
        slopes: dict[int, Floats] = {len(self.layers): slope}
        of_weights: list[Floats] = []
        of_biases: list[Floats] = []
        for i in range(len(self.layers) - 1, -1, -1):
            layer, skip = self.layers[i], self.skips[i]
            up = slopes.pop(i + 1)
            if skip is not None:
                _add(slopes, i + 1 - layer.skip, hidden, skip, up)
            if layer.active:
                own = hidden[i + 1]
                if skip is not None:
                    own = own - hidden[i + 1 - layer.skip][:, skip]
                up = up * (own > 0)
            flat = up.reshape(-1, up.shape[-1])
            of_weights.append(flat.T @ spliced[i].reshape(len(flat), -1))
            of_biases.append(flat.sum(0))
            down = (flat @ weights[i]).reshape(*up.shape[:2], len(layer.offsets), -1)
            for place in range(len(layer.offsets)):
                rows = self.inputs[i][:, place]
                _add(slopes, i, hidden, rows, down[:, :, place])
        return of_weights[::-1], of_biases[::-1], slopes[0]


def _add(
    slopes: dict[int, Floats], place: int, hidden: list[Floats], rows: Indices, more: Floats
) -> None:
    """Adds to some rows, each of which occurs once."""
    if place not in slopes:
        slopes[place] = np.zeros_like(hidden[place])
    slopes[place][:, rows] += more


def context(model: AcousticModel) -> tuple[int, int]:
    """How many input frames the model sees before and after an output frame."""
    before = sum(max(0, -min(layer.offsets)) for layer in model.layers)
    after = sum(max(0, *layer.offsets) for layer in model.layers)
    return before, after


def _move(
    value: Floats, slope: Floats, rate: float, moments: tuple[Floats, Floats], step: int
) -> None:
    """A step of Adam (Kingma & Ba 2015), the first being 1: changes ``value``, and the ``moments``
    of its slopes."""
    mean, square = moments
    mean += (1 - _BETA1) * (slope - mean)
    square += (1 - _BETA2) * (slope**2 - square)
    fix1, fix2 = 1 - _BETA1**step, 1 - _BETA2**step
    value -= (rate * (mean / fix1) / (np.sqrt(square / fix2) + _EPSILON)).astype(np.float32)


def adapt(
    model: AcousticModel,
    own: Sequence[Example],
    others: Sequence[Example],
    plan: Plan,
    seed: int = 0,
    *,
    stepped: Callable[[], None] = lambda: None,
) -> AcousticModel:
    """``model`` fitted to the utterances of one person; it is not changed itself.

    Deterministic: the same arguments give the same model. ``own`` must not be empty; ``others``
    may be, and then there is no rehearsal. ``stepped`` is called after each of the plan's steps.
    """
    net = Network(model)
    weights = [layer.weights.copy() for layer in model.layers]
    biases = [layer.bias.copy() for layer in model.layers]
    size = model.layers[0].kept.shape[1] // len(model.layers[0].offsets)
    matrix, shift = np.eye(size, dtype=np.float32), np.zeros(size, np.float32)
    rates = [plan.rate * float(np.sqrt(np.mean(value**2))) for value in (*weights, *biases)]
    rates += [plan.map_rate, 10 * plan.map_rate]  # cepstra are some ten apart
    values = [*weights, *biases, matrix, shift]
    moments = [(np.zeros_like(value), np.zeros_like(value)) for value in values]
    draw = np.random.default_rng(seed)
    count = round(plan.batch * plan.rehearsal) if others else 0
    batches = zip(
        _batches(_rows(own, _wanted(own, plan), net), plan.batch - count, net, draw),
        _batches(_rows(others, _kept(model, others, plan), net), count, net, draw),
        strict=True,
    )
    offsets = cepstral_offsets(own, others) if count else np.zeros((1, size), np.float32)
    expected = np.zeros((plan.batch, 1, PDFS), np.float32)
    expected[: plan.batch - count] = plan.balance * expected_shares(model, own)
    for step in range(plan.steps):
        (x, goal), (more_x, more_goal) = next(batches)
        more_x += random_offsets(offsets, count, plan.offset_share, draw)
        raw, goal = np.concatenate([x, more_x]), np.concatenate([goal, more_goal])
        hidden, spliced = net.forward(weights, biases, raw @ matrix.T + shift)
        of_weights, of_biases, of_input = net.backward(
            weights, hidden, spliced, cross_entropy_gradient(hidden[-1] + expected, goal)
        )
        flat = of_input.reshape(-1, size)
        slopes = [*of_weights, *of_biases]
        slopes += [flat.T @ raw.reshape(-1, size), flat.sum(0)]
        fall = 1 - step / plan.steps
        for value, slope, rate, known in zip(values, slopes, rates, moments, strict=True):
            _move(value, slope, rate * fall, known, step + 1)
        stepped()
    weights[0], biases[0] = _folded(model.layers[0], weights[0], biases[0], matrix, shift)
    layers = tuple(
        replace(layer, kept=w, bias=b)
        for layer, w, b in zip(model.layers, weights, biases, strict=True)
    )
    return part_way(model, replace(model, layers=layers), plan.way)


def part_way(old: AcousticModel, new: AcousticModel, way: float) -> AcousticModel:
    """The model whose weights lie a part of the way (0 to 1) from one model to another."""
    layers = tuple(
        replace(
            one,
            kept=one.weights + way * (other.weights - one.weights),
            bias=one.bias + way * (other.bias - one.bias),
        )
        for one, other in zip(old.layers, new.layers, strict=True)
    )
    return replace(old, layers=layers)


def expected_shares(model: AcousticModel, own: Sequence[Example]) -> Floats:
    """How much more frequent each pdf is in some utterances than elsewhere, as a logarithm."""
    counts = np.bincount(np.concatenate([one.targets for one in own]), minlength=PDFS)
    priors = model.priors / model.priors.sum()
    shares = np.maximum(counts / counts.sum(), _RAREST * priors)
    return np.asarray(np.log(shares / priors), np.float32)


def smoothed_targets(targets: Indices, pdfs: int, smoothing: float) -> Floats:
    """The wanted posteriors of each frame: the target, and a little of all pdfs."""
    goal = np.full((*targets.shape, pdfs), smoothing / pdfs, np.float32)
    np.put_along_axis(goal, targets[..., None], 1 - smoothing + smoothing / pdfs, -1)
    return goal


def _wanted(examples: Sequence[Example], plan: Plan) -> list[Floats]:
    """The wanted phones of the frames of each utterance."""
    return [
        smoothed_targets(one.targets.astype(np.int64), PDFS, plan.smoothing) for one in examples
    ]


def _kept(model: AcousticModel, examples: Sequence[Example], plan: Plan) -> list[Floats]:
    """The same of other voices: mostly what the old model thinks."""
    logs = np.log(model.priors)
    thought = [
        np.exp(model.likelihoods(one.features.astype(np.float32)) + logs) for one in examples
    ]
    return [
        goal + plan.kept * (before - goal)
        for goal, before in zip(_wanted(examples, plan), thought, strict=True)
    ]


def cepstral_offsets(own: Sequence[Example], others: Sequence[Example]) -> Floats:
    """How far the cepstra of each of a person's utterances lie from those of others: the mean over
    its frames of speech, each compared with the mean of the same pdf."""
    heard, pdfs = (np.concatenate(each) for each in zip(*map(_frames, others), strict=True))
    usual = np.tile(heard.mean(0), (PDFS, 1))
    for pdf in np.unique(pdfs):
        usual[pdf] = heard[pdfs == pdf].mean(0)
    found = []
    for features, targets in map(_frames, own):
        speech = targets > further_pdf(SILENCE)
        away = (features - usual[targets])[speech]
        found.append(away.mean(0) if len(away) else np.zeros(usual.shape[1]))
    return np.array(found, np.float32)


def _frames(one: Example) -> tuple[Floats, Indices]:
    """The input frame at each output frame, and its pdf."""
    times = np.minimum(SUBSAMPLING * np.arange(len(one.targets)), len(one.features) - 1)
    return one.features[times].astype(np.float32), one.targets.astype(np.int64)


def _posteriors(scores: Floats) -> Floats:
    exps = np.exp(scores - scores.max(-1, keepdims=True))
    return np.asarray(exps / exps.sum(-1, keepdims=True))


def cross_entropy_gradient(scores: Floats, goal: Floats) -> Floats:
    """The gradient of the mean cross-entropy with respect to the scores."""
    frames = goal.shape[0] * goal.shape[1]
    return np.asarray((_posteriors(scores) - goal) / frames, np.float32)


def _folded(
    first: Layer, weights: Floats, bias: Floats, matrix: Floats, shift: Floats
) -> tuple[Floats, Floats]:
    """The first layer with the transform of its input before it."""
    size = len(shift)
    blocks = weights.reshape(len(bias), len(first.offsets), size)
    return (blocks @ matrix).reshape(len(bias), -1), bias + (blocks @ shift).sum(1)


def random_offsets(offsets: Floats, count: int, share: float, draw: np.random.Generator) -> Floats:
    """One of the offsets for each of so many pieces, and none for all but a ``share`` of them."""
    chosen = offsets[draw.integers(len(offsets), size=count)]
    return np.asarray(chosen * (draw.random((count, 1)) < share))[:, None]


def _batches(
    utterances: Sequence[tuple[Floats, Floats]],
    count: int,
    net: Network,
    draw: np.random.Generator,
) -> Iterator[tuple[Floats, Floats]]:
    """Pieces at random places of random utterances, and what is wanted of them, without end."""
    size = net.layers[0].kept.shape[1] // len(net.layers[0].offsets)
    while True:
        pieces = np.zeros((count, len(net.times[0]), size), np.float32)
        goals = np.zeros((count, PIECE, PDFS), np.float32)
        for i in range(count):
            features, goal = utterances[int(draw.integers(len(utterances)))]
            start = int(draw.integers(0, len(goal) - PIECE + 1))
            pieces[i] = features[net.times[0] + start * SUBSAMPLING]
            goals[i] = goal[start : start + PIECE]
        yield pieces, goals


def _rows(
    examples: Sequence[Example], goals: Sequence[Floats], net: Network
) -> list[tuple[Floats, Floats]]:
    """Each utterance and its goals, with its first and last frame repeated to the context, and to
    a piece."""
    found = []
    for one, goal in zip(examples, goals, strict=True):
        features = one.features.astype(np.float32)
        short = max(0, PIECE - len(goal))
        tail = net.after + SUBSAMPLING * (len(goal) + short + 1) - len(features)
        padded = np.pad(features, ((net.before, max(0, tail)), (0, 0)), "edge")
        found.append((padded, np.pad(goal, ((0, short), (0, 0)), "edge")))
    return found
