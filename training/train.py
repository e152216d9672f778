# SPDX-License-Identifier: GPL-3.0-or-later
"""Cross-entropy training of the acoustic model on pieces of 1.5 s from weighted pools of data."""

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from ground.progress import Progress
from training.augmentation import Noises
from training.network import Shape, Tdnn, padded
from voice.acoustic.examples import Example
from voice.acoustic.features import CEPSTRA, background_counts
from voice.acoustic.phones import PDFS, SUBSAMPLING

_PIECE: Final = 50  # output frames
_SHORTEST: Final = 10
_BATCH: Final = 64
_IGNORED: Final = -100
_WARM_UP: Final = 0.1  # of all steps
_MASKED: Final = 13  # cepstra that the channel of a microphone moves most
_HURRIED: Final = 0.5  # the share of pieces in another tempo
_TEMPOS: Final = (0.65, 1.6)  # times as fast
_MOMENTUM: Final = 0.95
_ITERATIONS: Final = 5
_COEFFICIENTS: Final = (3.4445, -4.7750, 2.0315)  # of Jordan's quintic Newton-Schulz iteration
_SIZE: Final = 0.2  # root of the mean square of a step, as AdamW's steps usually have it


Pool = tuple[Sequence[Example], float]
"""Examples, and how large a share of every batch comes from them."""


@dataclass(frozen=True, slots=True)
class Schedule:
    """Steps, the highest learning rates (one cycle), label smoothing, dropout of whole units.

    `inner_rate` is Muon's for the matrices, `rate` AdamW's for all else.
    `noisy` is the share of pieces that get fresh noise; above 0, all get another level, half of
    them another length of the vocal tract, and half another tempo.
    """

    steps: int
    rate: float = 3e-3
    inner_rate: float = 8e-3
    noisy: float = 0.0
    smoothing: float = 0.05
    dropout: float = 0.1


class _Pieces:
    """The pieces of some examples in an endless random order."""

    def __init__(
        self,
        examples: Sequence[Example],
        count: int,
        shape: Shape,
        draw: np.random.Generator,
        hurried: float,
    ) -> None:
        self._shape, self._hurried = shape, hurried
        self._examples = examples
        self._starts = np.array(
            [
                (i, start)
                for i, one in enumerate(examples)
                for start in range(0, max(1, len(one.targets) - _SHORTEST), _PIECE)
            ]
        )
        self._count, self._draw = count, draw
        self._order, self._at = draw.permutation(len(self._starts)), 0

    def batch(self) -> list[tuple[NDArray[np.float32], NDArray[np.int64]]]:
        """The next `count` pieces."""
        if self._at + self._count > len(self._order):
            self._order, self._at = self._draw.permutation(len(self._starts)), 0
        chosen = self._order[self._at : self._at + self._count]
        self._at += self._count
        return [self._piece(*self._starts[i]) for i in chosen]

    def _piece(self, index: int, start: int) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
        one, shape = self._examples[index], self._shape
        tempo = 1.0
        if self._draw.random() < self._hurried:
            tempo = float(np.exp(self._draw.uniform(*np.log(_TEMPOS))))
        span = np.arange(-shape.left, SUBSAMPLING * (_PIECE - 1) + shape.right + 1)
        features = _between(one.features, SUBSAMPLING * start + tempo * span)
        places = np.rint(start + tempo * np.arange(_PIECE)).astype(int)
        targets = np.full(_PIECE, _IGNORED, np.int64)
        within = places < len(one.targets)
        targets[within] = one.targets[places[within]]
        return features, targets


def _between(features: NDArray[np.float16], places: NDArray[np.floating]) -> NDArray[np.float32]:
    """The rows of `features` at `places`, which may lie between two or beyond its ends."""
    places = np.clip(places, 0, len(features) - 1)
    before = places.astype(int)
    after = np.minimum(before + 1, len(features) - 1)
    part = (places - before)[:, None].astype(np.float32)
    return np.asarray(features[before] * (1 - part) + features[after] * part, np.float32)


class Muon(torch.optim.Optimizer):  # type: ignore[misc, unused-ignore]  # torch may be missing
    """An optimiser for the matrices within a network (Jordan et al. 2024).

    Each step moves a matrix by its momentum made orthogonal, so that all directions learn alike,
    not only those in which the gradient is large. PyTorch's own always computes in bfloat16, which
    is four times as slow as this on processors that do not have it.

    For parameters with two axes; `rate` is comparable with AdamW's (Liu et al. 2025).

    With `half` the directions are found in bfloat16.
    """

    def __init__(self, matrices: list[Tensor], rate: float, half: bool = False) -> None:
        super().__init__(matrices, {"lr": rate})
        self._kind = torch.bfloat16 if half else torch.float32

    @torch.no_grad()  # type: ignore[misc, untyped-decorator, unused-ignore]  # torch may be missing
    def step(self, closure: Callable[[], Any] | None = None) -> None:
        """Move each matrix along its gradient. `closure` is not used."""
        for group in self.param_groups:
            for matrix in group["params"]:
                momentum = self.state[matrix].setdefault("momentum", torch.zeros_like(matrix))
                momentum.lerp_(matrix.grad, 1 - _MOMENTUM)
                direction = orthogonal(matrix.grad.lerp(momentum, _MOMENTUM).to(self._kind))
                matrix.sub_(direction.float(), alpha=group["lr"] * _SIZE * max(matrix.shape) ** 0.5)


def orthogonal(matrix: Tensor) -> Tensor:
    """About the nearest matrix whose singular values are all alike: between 0.7 and 1.2."""
    wide = matrix.T if matrix.shape[0] > matrix.shape[1] else matrix
    linear, cubic, quintic = _COEFFICIENTS
    found = wide / (wide.norm() + 1e-7)
    for _ in range(_ITERATIONS):
        square = found @ found.T
        found = linear * found + (cubic * square + quintic * square @ square) @ found
    return found.T if wide is not matrix else found


def bfloat16_is_quick() -> bool:
    """True if this processor multiplies 16-bit floats itself; training then takes half the time."""
    # Older versions of PyTorch cannot say.
    known: dict[str, bool] = getattr(torch.cpu, "get_capabilities", dict)()
    return bool(known.get("avx512_bf16", False))


def _optimisers(net: Tdnn, schedule: Schedule) -> tuple[torch.optim.Optimizer, ...]:
    """Muon for the matrices within `net`, AdamW for its output, norms and biases."""
    matrices = [layer.weight for layer in net.inner()]
    inner = {id(matrix) for matrix in matrices}
    others = [one for one in net.parameters() if one.requires_grad and id(one) not in inner]
    return (
        Muon(matrices, schedule.inner_rate, half=bfloat16_is_quick()),
        torch.optim.AdamW(others, schedule.rate, weight_decay=1e-4),
    )


def _cycle(step: int, steps: int) -> float:
    """The rate's factor at `step`: up in a tenth of the steps, then down along a cosine."""
    way = (step + 1) / steps
    return min(way / _WARM_UP, 0.5 + 0.5 * math.cos(math.pi * (way - _WARM_UP) / (1 - _WARM_UP)))


def _disturbed(features: Tensor, net: Tdnn, draw: np.random.Generator) -> Tensor:
    """`features` through another channel, at times with some frames blotted out (SpecAugment)."""
    if draw.random() < 0.5:
        width = int(draw.integers(1, 15))
        start = int(draw.integers(0, features.shape[1] - width))
        features[:, start : start + width] = net.mean[:CEPSTRA]
    channel = torch.randn(len(features), 1, _MASKED) * net.deviation[:_MASKED] * 0.2
    features[:, :, :_MASKED] += channel
    return features


def pieces_with_background(features: Tensor) -> Tensor:
    """`voice.acoustic.features.with_background` for pieces (pieces, frames, cepstra)."""
    count = features.shape[1]
    order = features[:, :, 0].argsort(1)[:, :, None].expand(-1, -1, CEPSTRA)
    quiet, loud = background_counts(count)
    parts = order[:, :quiet], order[:, -loud:]
    means = [features.gather(1, part).mean(1, keepdim=True) for part in parts]
    return torch.cat([features, *(mean.expand(-1, count, -1) for mean in means)], 2)


def train(
    net: Tdnn, pools: Sequence[Pool], schedule: Schedule, seed: int, say: Callable[[str], None]
) -> None:
    """Train `net` in place; `say` gets the loss every 250 steps."""
    torch.manual_seed(seed)
    draw = np.random.default_rng(seed)
    whole = sum(share for _, share in pools)
    hurried = _HURRIED if schedule.noisy else 0.0
    pieces = [
        _Pieces(examples, round(share / whole * _BATCH), net.shape, draw, hurried)
        for examples, share in pools
    ]
    optimisers = _optimisers(net, schedule)
    cycles = [
        torch.optim.lr_scheduler.LambdaLR(each, partial(_cycle, steps=schedule.steps))
        for each in optimisers
    ]
    half = bfloat16_is_quick()
    noises = Noises(seed) if schedule.noisy else None
    net.train()
    began, total = time.monotonic(), 0.0
    for step in Progress().over(range(1, schedule.steps + 1)):
        batch = [piece for one in pieces for piece in one.batch()]
        features = torch.tensor(np.stack([x for x, _ in batch]))
        if noises:
            features = noises.mixed(features, schedule.noisy, draw)
        features = _disturbed(features, net, draw)
        if net.shape.background:
            features = pieces_with_background(features)
        targets = torch.tensor(np.stack([y for _, y in batch])).reshape(-1)
        with torch.autocast("cpu", torch.bfloat16, enabled=half):
            logits = net.logits(features, schedule.dropout)
        scores = functional.log_softmax(logits.float(), 2).reshape(-1, PDFS)
        loss = functional.nll_loss(scores, targets, ignore_index=_IGNORED)
        smooth = -scores[targets >= 0].mean()
        net.zero_grad()
        ((1 - schedule.smoothing) * loss + schedule.smoothing * smooth).backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        for each in (*optimisers, *cycles):
            each.step()
        total += loss.item()
        if step % 250 == 0:
            say(
                f"step {step} of {schedule.steps}: loss {total / 250:.4f}, "
                f"{time.monotonic() - began:.0f} s"
            )
            total = 0.0
    net.eval()


def priors(net: Tdnn, examples: Sequence[Example]) -> NDArray[np.float32]:
    """The mean posterior of every pdf over `examples`."""
    total = torch.zeros(PDFS)
    with torch.no_grad():
        for one in examples:
            total += net(padded(one.features, net.shape))[0].exp().sum(0)
    mean = (total / total.sum()).clamp(min=1e-5)
    return np.asarray(mean.numpy(), np.float32)
