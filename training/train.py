# SPDX-License-Identifier: GPL-3.0-or-later
"""Cross-entropy training of the acoustic model on pieces of 3 s from weighted pools of data."""

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
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

_PIECE: Final = 100  # output frames
_SHORTEST: Final = 10
_IGNORED: Final = -100
_WARM_UP: Final = 0.1  # of all steps
_BLOTTED: Final = 14  # cepstra at most
_TOLD: Final = 50  # steps
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
    them another length of the vocal tract, half another tempo, and some are in a room.
    """

    steps: int
    rate: float = 3e-3
    inner_rate: float = 8e-3
    noisy: float = 0.0
    smoothing: float = 0.05
    dropout: float = 0.1
    batch: int = 32  # pieces


class _Pieces:
    """The pieces of some examples in an endless random order, kept where the network learns."""

    def __init__(
        self, pool: Sequence[Example], count: int, shape: Shape, chance: torch.Generator
    ) -> None:
        self._count, self._chance = count, chance
        self._there: dict[str, Any] = {"device": chance.device}
        self._features = torch.tensor(np.concatenate([x.features for x in pool]), **self._there)
        self._targets = torch.tensor(np.concatenate([x.targets for x in pool]), **self._there)
        lengths = np.array([(len(one.features), len(one.targets)) for one in pool])
        firsts = lengths.cumsum(0) - lengths
        starts = [
            (*first, *length, start)
            for first, length in zip(firsts, lengths, strict=True)
            for start in range(0, max(1, length[1] - _SHORTEST), _PIECE)
        ]
        self._starts = torch.tensor(np.array(starts), **self._there)
        self._frames = torch.arange(
            -shape.left, SUBSAMPLING * (_PIECE - 1) + shape.right + 1, **self._there
        )
        self._order = torch.zeros(0, dtype=torch.long)

    def batch(self, hurried: float) -> tuple[Tensor, Tensor]:
        """The features and targets of the next pieces, a share of them in another tempo."""
        while len(self._order) < self._count:
            more = torch.randperm(len(self._starts), generator=self._chance, **self._there)
            self._order = torch.cat([self._order.to(more.device), more])
        chosen, self._order = self._order[: self._count], self._order[self._count :]
        row, target, rows, targets, start = self._starts[chosen].T[..., None]
        drawn = torch.rand(2, self._count, 1, generator=self._chance, **self._there)
        slowest, fastest = np.log(_TEMPOS)
        tempo = ((slowest + (fastest - slowest) * drawn[0]) * (drawn[1] < hurried)).exp()
        at = torch.minimum((SUBSAMPLING * start + tempo * self._frames).clamp(min=0), rows - 1)
        before = at.long()
        part = (at - before)[..., None]
        earlier = self._features[row + before].float()
        later = self._features[row + torch.minimum(before + 1, rows - 1)].float()
        places = (start + tempo * torch.arange(_PIECE, **self._there)).round().long()
        found = self._targets[target + torch.minimum(places, targets - 1)].long()
        return earlier + part * (later - earlier), found.masked_fill(places >= targets, _IGNORED)


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
            alike: dict[torch.Size, list[Tensor]] = {}
            for matrix in group["params"]:
                alike.setdefault(matrix.shape, []).append(matrix)
            for shape, matrices in alike.items():
                directions = []
                for matrix in matrices:
                    momentum = self.state[matrix].setdefault("momentum", torch.zeros_like(matrix))
                    momentum.lerp_(matrix.grad, 1 - _MOMENTUM)
                    directions.append(matrix.grad.lerp(momentum, _MOMENTUM).to(self._kind))
                size = group["lr"] * _SIZE * max(shape) ** 0.5
                for matrix, way in zip(matrices, orthogonal(torch.stack(directions)), strict=True):
                    matrix.sub_(way.float(), alpha=size)


def orthogonal(matrices: Tensor) -> Tensor:
    """About the nearest matrix to each whose singular values are all alike: between 0.7 and 1.2."""
    tall = matrices.shape[-2] > matrices.shape[-1]
    wide = matrices.mT if tall else matrices
    linear, cubic, quintic = _COEFFICIENTS
    found = wide / (wide.norm(dim=(-2, -1), keepdim=True) + 1e-7)
    for _ in range(_ITERATIONS):
        square = found @ found.mT
        found = linear * found + (cubic * square + quintic * square @ square) @ found
    return found.mT if tall else found


def device() -> str:
    """Where networks learn: on a graphics card, if there is one."""
    return "cuda" if torch.cuda.is_available() else "cpu"


def bfloat16_is_quick() -> bool:
    """True if 16-bit floats are multiplied as such; training then takes half the time."""
    if device() == "cuda":
        return True
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


def _disturbed(features: Tensor, net: Tdnn) -> Tensor:
    """`features` through another channel each, half with some cepstra blotted out (SpecAugment)."""
    first, width, kept = torch.rand(3, len(features), 1, device=features.device)
    cepstra = torch.arange(CEPSTRA, device=features.device)
    low = first * CEPSTRA
    blotted = (kept < 0.5) & (cepstra >= low) & (cepstra < low + _BLOTTED * width)
    features = torch.where(blotted[:, None], net.mean[:CEPSTRA], features)
    channel = torch.randn(len(features), 1, _MASKED, device=features.device)
    features[:, :, :_MASKED] += channel * net.deviation[:_MASKED] * 0.2
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
    net: Tdnn,
    pools: Sequence[Pool],
    schedule: Schedule,
    seed: int,
    say: Callable[[str], None],
    *,
    kept: Path | None = None,
) -> None:
    """Train `net` in place; `say` gets the loss from time to time.

    The way so far is `kept` in a file, from which an interrupted training goes on.
    """
    torch.manual_seed(seed)
    where = device()
    net.to(where)
    chance = torch.Generator(where).manual_seed(seed)
    whole = sum(share for _, share in pools)
    pieces = [
        _Pieces(pool, round(share / whole * schedule.batch), net.shape, chance)
        for pool, share in pools
    ]
    optimisers = _optimisers(net, schedule)
    cycles = [
        torch.optim.lr_scheduler.LambdaLR(each, partial(_cycle, steps=schedule.steps))
        for each in optimisers
    ]
    half = bfloat16_is_quick()
    noises = Noises(seed, where) if schedule.noisy else None
    net.train()
    began, total = time.monotonic(), torch.zeros((), device=where)
    parts = [net, *optimisers, *cycles]
    done = _gone_on(kept, parts)
    if done:
        torch.manual_seed(seed + done)
        chance.manual_seed(seed + done)
    for step in Progress().over(range(done + 1, schedule.steps + 1)):
        batch = [one.batch(_HURRIED if schedule.noisy else 0.0) for one in pieces]
        features = torch.cat([x for x, _ in batch])
        if noises:
            features = noises.mixed(features, schedule.noisy)
        features = _disturbed(features, net)
        if net.shape.background:
            features = pieces_with_background(features)
        targets = torch.cat([y for _, y in batch]).reshape(-1)
        with torch.autocast(where, torch.bfloat16, enabled=half):
            logits = net.logits(features, schedule.dropout)
        scores = functional.log_softmax(logits.float(), 2).reshape(-1, PDFS)
        known = targets != _IGNORED
        loss = functional.nll_loss(scores, targets, ignore_index=_IGNORED)
        smooth = -(scores.mean(1) * known).sum() / known.sum()
        net.zero_grad()
        ((1 - schedule.smoothing) * loss + schedule.smoothing * smooth).backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        for each in (*optimisers, *cycles):
            each.step()
        total += loss.detach()
        if step % _TOLD == 0:
            say(
                f"step {step} of {schedule.steps}: loss {float(total) / _TOLD:.4f}, "
                f"{time.monotonic() - began:.0f} s"
            )
            total.zero_()
            _keep(kept, parts, step)
    net.to("cpu").eval()


def _gone_on(kept: Path | None, parts: Sequence[Any]) -> int:
    """Give the network, the optimisers and their cycles the state in a file; the steps done."""
    if kept is None or not kept.exists():
        return 0
    found = torch.load(kept, weights_only=True)
    for part, state in zip(parts, found["parts"], strict=True):
        part.load_state_dict(state)
    return int(found["step"])


def _keep(kept: Path | None, parts: Sequence[Any], step: int) -> None:
    """Write that file; it is replaced only when it is whole."""
    if kept is not None:
        partial = kept.with_suffix(".partial")
        torch.save({"step": step, "parts": [part.state_dict() for part in parts]}, partial)
        partial.replace(kept)


def priors(net: Tdnn, examples: Sequence[Example]) -> NDArray[np.float32]:
    """The mean posterior of every pdf over `examples`."""
    total = torch.zeros(PDFS)
    with torch.no_grad():
        for one in examples:
            total += net(padded(one.features, net.shape))[0].exp().sum(0)
    mean = (total / total.sum()).clamp(min=1e-5)
    return np.asarray(mean.numpy(), np.float32)
