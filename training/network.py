# SPDX-License-Identifier: GPL-3.0-or-later
"""The acoustic model while it is trained: time-delay neural networks in PyTorch.

Two layers of affine, batch normalisation and ReLU, the second of which keeps every third frame,
so that the output has 30 ms frames; then blocks whose affine map is the product of two with a
bottleneck between them (TDNN-F: Povey et al. 2018) and whose input is added to their output; then
log-softmax over the pdfs.

`exported` makes a model of a network, `imported` the other way round, so that it can learn on. In a
model every normalisation is folded into the affine map before it. It is taken out again by what
goes through the network: each map gives numbers of mean 0 and deviation 1, and the normalisation
moves them back to what they were.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from voice.acoustic.examples import Example
from voice.acoustic.features import CEPSTRA, INPUTS, with_background
from voice.acoustic.kaldi_io import AcousticModel, Layer
from voice.acoustic.phones import PDFS, SUBSAMPLING

Reach = tuple[int, int]
"""Of a block, in output frames of 30 ms: the bottleneck takes a frame and one so much before it,
the layer after it one so much after it."""


_FIRST: Final = (-2, -1, 0, 1, 2)  # input frames that each unit of the first layer sees
_SECOND: Final = (-1, 0, 1)
_UTTERANCES: Final = 300  # are enough to know how the features are spread within


@dataclass(frozen=True, slots=True)
class Shape:
    """The size of a network and of its input: `width` units in each layer but the first.

    With `background` its input is wider: see `voice.acoustic.features.with_background`.
    """

    blocks: tuple[Reach, ...]
    width: int = 320
    bottleneck: int = 96
    first: int = 160
    background: bool = False

    @property
    def left(self) -> int:
        """Input frames that the network sees before each output frame."""
        return 3 + SUBSAMPLING * sum(left for left, _ in self.blocks)

    @property
    def right(self) -> int:
        """The same after it."""
        return 3 + SUBSAMPLING * sum(right for _, right in self.blocks)

    @property
    def inputs(self) -> int:
        """Numbers in each input frame."""
        return INPUTS if self.background else CEPSTRA

    def given(self, cepstra: NDArray[np.floating]) -> NDArray[np.float32]:
        """The input frames of an utterance (frames, inputs) of its cepstra (frames, cepstra)."""
        known = np.asarray(cepstra, np.float32)
        return with_background(known) if self.background else known


FIRST_PASS: Final = Shape(((1, 1), (1, 1), (2, 1), (2, 1), (3, 0), (3, 0)))
"""For hearing while somebody speaks. What was before tells it about room and noise, so it sees more
of that than of what follows, for which a listener has to wait."""
SECOND_PASS: Final = (
    Shape(3 * ((1, 1),) + 3 * ((2, 2),) + 4 * ((3, 3),), 640, 128, 256, background=True),
)
"""For hearing what is over."""


class Tdnn(nn.Module):  # type: ignore[misc, unused-ignore]  # torch may be missing
    """Log posteriors of the pdfs."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape = shape
        blocks, width, bottleneck = shape.blocks, shape.width, shape.bottleneck
        self.mean = nn.Parameter(torch.zeros(shape.inputs), requires_grad=False)
        self.deviation = nn.Parameter(torch.ones(shape.inputs), requires_grad=False)
        self.first = nn.Linear(len(_FIRST) * shape.inputs, shape.first)
        self.second = nn.Linear(len(_SECOND) * shape.first, width)
        self.narrow = nn.ModuleList(
            nn.Linear(len(_before(block)) * width, bottleneck) for block in blocks
        )
        self.wide = nn.ModuleList(
            nn.Linear(len(_after(block)) * bottleneck, width) for block in blocks
        )
        self.norm = nn.ModuleList(
            nn.BatchNorm1d(size) for size in (shape.first, width, *[width for _ in blocks])
        )
        self.output = nn.Linear(width, PDFS)

    def inner(self) -> list[nn.Linear]:
        """The affine maps but the last."""
        return [self.first, self.second, *self.narrow, *self.wide]

    def normalise_by(self, utterances: Iterable[NDArray[np.floating]]) -> None:
        """Take the mean and deviation of the input from cepstra (frames, cepstra)."""
        features = np.concatenate([self.shape.given(each) for each in utterances])
        self.mean.data = torch.tensor(features.mean(0))
        self.deviation.data = torch.tensor(features.std(0))

    def logits(self, features: Tensor, dropout: float = 0.0) -> Tensor:
        """Unnormalised scores (batch, frames, pdfs) of (batch, input frames, inputs).

        The input has the frames to the left of the first wanted frame and to the right of the last.
        """
        hidden = (features - self.mean) / self.deviation
        hidden = self._active(0, self.first(_spliced(hidden, _FIRST)), dropout)
        hidden = self._active(1, self.second(_spliced(hidden, _SECOND, SUBSAMPLING)), dropout)
        for i, block in enumerate(self.shape.blocks):
            narrow = self.narrow[i](_spliced(hidden, _before(block)))
            active = self._active(i + 2, self.wide[i](_spliced(narrow, _after(block))), dropout)
            hidden = active + hidden[:, block[0] : block[0] + active.shape[1]]
        scores: Tensor = self.output(hidden)
        return scores

    def forward(self, features: Tensor, dropout: float = 0.0) -> Tensor:
        """Log posteriors; as `logits`."""
        return functional.log_softmax(self.logits(features, dropout), 2)

    def _active(self, layer: int, sums: Tensor, dropout: float) -> Tensor:
        normal = self.norm[layer](sums.reshape(-1, sums.shape[2])).reshape(sums.shape)
        active = functional.relu(normal)
        if dropout and self.training:  # the same units through a whole piece of speech
            kept = torch.rand_like(active[:, :1]) > dropout
            active = active * kept / (1 - dropout)
        return active


def _before(block: Reach) -> tuple[int, ...]:
    return (-block[0], 0)


def _after(block: Reach) -> tuple[int, ...]:
    return (0, block[1]) if block[1] else (0,)


def _spliced(hidden: Tensor, offsets: tuple[int, ...], stride: int = 1) -> Tensor:
    """The frames at `offsets` side by side, for every `stride`-th frame that has them all."""
    reach = offsets[-1] - offsets[0]
    count = (hidden.shape[1] - reach - 1) // stride + 1
    last = (count - 1) * stride + 1
    starts = [at - offsets[0] for at in offsets]
    return torch.cat([hidden[:, at : at + last : stride] for at in starts], 2)


def exported(net: Tdnn, priors: NDArray[np.floating]) -> AcousticModel:
    """`net` as affine layers: each normalisation is folded into the affine map before it."""
    scale = 1 / net.deviation.detach().numpy()
    shift = -net.mean.detach().numpy() * scale
    weights, bias = _folded(net.first, net.norm[0])
    times = len(_FIRST)
    first = Layer(weights * np.tile(scale, times), bias + weights @ np.tile(shift, times), _FIRST)
    layers = [first, Layer(*_folded(net.second, net.norm[1]), _SECOND)]
    for i, block in enumerate(net.shape.blocks):
        narrow = net.narrow[i]
        before, after = (
            tuple(SUBSAMPLING * at for at in offsets) for offsets in (_before(block), _after(block))
        )
        layers.append(Layer(_array(narrow.weight), _array(narrow.bias), before, active=False))
        layers.append(Layer(*_folded(net.wide[i], net.norm[i + 2]), after, skip=2))
    layers.append(Layer(_array(net.output.weight), _array(net.output.bias), (0,), active=False))
    return AcousticModel(tuple(layers), np.asarray(priors, np.float32))


def _folded(affine: nn.Module, norm: nn.Module) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """The weights and the bias of `affine` and the normalisation after it as one."""
    factor = norm.weight / torch.sqrt(norm.running_var + norm.eps)
    weights = _array(affine.weight * factor[:, None])
    return weights, _array((affine.bias - norm.running_mean) * factor + norm.bias)


def _array(values: Tensor) -> NDArray[np.float32]:
    return np.asarray(values.detach().numpy(), np.float32)


def padded(features: NDArray[np.float16], shape: Shape) -> Tensor:
    """`features` with the first and the last frame repeated to the context of the network."""
    count = (len(features) + SUBSAMPLING - 1) // SUBSAMPLING
    rows = np.arange(-shape.left, SUBSAMPLING * (count - 1) + shape.right + 1)
    known = shape.given(features)
    return torch.tensor(known[np.clip(rows, 0, len(known) - 1)])[None]


def imported(net: Tdnn, model: AcousticModel, examples: Sequence[Example]) -> None:
    """Give `net`, which knows how features are spread, the maps of `model`, of the same shape.

    It then hears as `model` does. Raises ValueError if the shapes differ.
    """
    maps = [*_in_order(net), net.output]
    if [one.weight.shape for one in maps] != [one.kept.shape for one in model.layers]:
        raise ValueError("the model has networks of another shape")
    with torch.no_grad():
        for one, layer in zip(maps, model.layers, strict=True):
            one.weight.copy_(torch.tensor(layer.weights))
            one.bias.copy_(torch.tensor(layer.bias))
        times = net.first.in_features // len(net.mean)
        net.first.bias += net.first.weight @ net.mean.repeat(times)
        net.first.weight *= net.deviation.repeat(times)
        for norm in net.norm:
            norm.running_mean.zero_()
            norm.running_var.fill_(1 - norm.eps)
            norm.weight.fill_(1)
            norm.bias.zero_()
        net.eval()
        for norm, (mean, deviation) in zip(net.norm, _spread(net, examples), strict=True):
            affine = maps[_place(net, norm)]
            affine.weight /= deviation[:, None]
            affine.bias.copy_((affine.bias - mean) / deviation)
            norm.weight.copy_(deviation)
            norm.bias.copy_(mean)


def shortened(model: AcousticModel, blocks: Sequence[int]) -> AcousticModel:
    """`model` with these of its blocks alone, by their numbers from 0. As each adds to what it is
    given, the others still hear much of it, and learn to do without the rest."""
    maps = [layer for block in blocks for layer in model.layers[2 + 2 * block : 4 + 2 * block]]
    return replace(model, layers=(*model.layers[:2], *maps, model.layers[-1]))


def _in_order(net: Tdnn) -> list[nn.Linear]:
    """The maps but the last, as they follow each other."""
    pairs = zip(net.narrow, net.wide, strict=True)
    return [net.first, net.second, *(one for pair in pairs for one in pair)]


def _place(net: Tdnn, norm: nn.Module) -> int:
    """The place in that order of the map that `norm` follows."""
    number = [*net.norm].index(norm)
    return number if number < 2 else 2 * number - 1


def _spread(net: Tdnn, examples: Sequence[Example]) -> list[tuple[Tensor, Tensor]]:
    """Mean and deviation of what each normalisation is given."""
    sums: list[list[Tensor]] = [[] for _ in net.norm]

    def noting(place: int) -> Callable[[nn.Module, tuple[Tensor, ...]], Any]:
        return lambda _, given: sums[place].append(given[0])

    hooks = [norm.register_forward_pre_hook(noting(place)) for place, norm in enumerate(net.norm)]
    step = max(1, len(examples) // _UTTERANCES)
    for one in examples[::step]:
        net(padded(np.asarray(one.features), net.shape))
    for hook in hooks:
        hook.remove()
    given = [torch.cat(each) for each in sums]
    return [(each.mean(0), each.std(0).clamp(min=1e-3)) for each in given]
