# SPDX-License-Identifier: GPL-3.0-or-later
"""The acoustic model while it is trained: a time-delay neural network in PyTorch.

Five layers of affine, ReLU and batch normalisation, then log-softmax over the pdfs (TDNN:
Peddinti, Povey & Khudanpur 2015). The second layer keeps every third frame, so that the output
has 30 ms frames. It sees 15 input frames before and 15 after each output frame.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from voice.training.features import CEPSTRA
from voice.training.kaldi_io import AcousticModel, Layer
from voice.training.phones import PDFS, SUBSAMPLING

CONTEXT: Final = 15  # input frames on either side


@dataclass(frozen=True, slots=True)
class Shape:
    """A layer takes `kernel` frames, `dilation` apart, at every `stride`-th frame."""

    kernel: int
    stride: int
    dilation: int


SHAPES: Final = (Shape(5, 1, 1), Shape(3, 3, 1), Shape(3, 1, 1), Shape(3, 1, 1), Shape(3, 1, 2))


class Tdnn(nn.Module):  # type: ignore[misc, unused-ignore]  # torch may be missing
    """Log posteriors of the pdfs. `width` units in each layer but the first, which has `first`."""

    def __init__(self, width: int = 192, first: int = 160) -> None:
        super().__init__()
        sizes = [CEPSTRA, first, *([width] * (len(SHAPES) - 1))]
        self.mean = nn.Parameter(torch.zeros(CEPSTRA), requires_grad=False)
        self.deviation = nn.Parameter(torch.ones(CEPSTRA), requires_grad=False)
        self.affine = nn.ModuleList(
            nn.Linear(shape.kernel * before, after)
            for shape, before, after in zip(SHAPES, sizes, sizes[1:], strict=False)
        )
        self.norm = nn.ModuleList(nn.BatchNorm1d(size) for size in sizes[1:])
        self.output = nn.Linear(width, PDFS)

    def normalise_by(self, features: NDArray[np.floating]) -> None:
        """Take the mean and deviation of the input from `features` (frames, cepstra)."""
        self.mean.data = torch.tensor(features.mean(0), dtype=torch.float32)
        self.deviation.data = torch.tensor(features.std(0), dtype=torch.float32)

    def logits(self, features: Tensor, dropout: float = 0.0) -> Tensor:
        """Unnormalised scores (batch, frames, pdfs) of (batch, input frames, cepstra).

        The input has CONTEXT frames on either side of the first and the last wanted frame.
        """
        hidden = (features - self.mean) / self.deviation
        for shape, affine, norm in zip(SHAPES, self.affine, self.norm, strict=True):
            reach = (shape.kernel - 1) * shape.dilation
            count = (hidden.shape[1] - reach - 1) // shape.stride + 1
            last = (count - 1) * shape.stride + 1
            offsets = range(0, reach + 1, shape.dilation)
            spliced = torch.cat([hidden[:, at : at + last : shape.stride] for at in offsets], 2)
            active = functional.relu(affine(spliced))
            hidden = norm(active.reshape(-1, active.shape[2])).reshape(active.shape)
            if dropout and self.training:  # the same units through a whole piece of speech
                kept = torch.rand(hidden.shape[0], 1, hidden.shape[2]) > dropout
                hidden = hidden * kept / (1 - dropout)
        scores: Tensor = self.output(hidden)
        return scores

    def forward(self, features: Tensor, dropout: float = 0.0) -> Tensor:
        """Log posteriors; as `logits`."""
        return functional.log_softmax(self.logits(features, dropout), 2)


def exported(net: Tdnn, priors: NDArray[np.floating]) -> AcousticModel:
    """`net` as plain affine layers: normalisations are folded into the layer that follows them."""
    scale = 1 / net.deviation.detach().numpy()
    shift = -net.mean.detach().numpy() * scale
    layers: list[Layer] = []
    grid = 1
    for shape, affine, norm in zip(SHAPES, net.affine, net.norm, strict=True):
        half = shape.kernel // 2
        offsets = tuple((i - half) * shape.dilation * grid for i in range(shape.kernel))
        layers.append(_folded(affine, scale, shift, offsets))
        grid *= shape.stride
        deviation = torch.sqrt(norm.running_var + norm.eps)
        scale = (norm.weight / deviation).detach().numpy()
        shift = (norm.bias - norm.running_mean * norm.weight / deviation).detach().numpy()
    assert grid == SUBSAMPLING
    layers.append(_folded(net.output, scale, shift, (0,)))
    return AcousticModel(tuple(layers), np.asarray(priors, np.float32))


def _folded(
    affine: nn.Module,
    scale: NDArray[np.floating],
    shift: NDArray[np.floating],
    offsets: tuple[int, ...],
) -> Layer:
    weights = affine.weight.detach().numpy()
    bias = affine.bias.detach().numpy()
    repeated_scale, repeated_shift = (np.tile(x, len(offsets)) for x in (scale, shift))
    return Layer(
        (weights * repeated_scale).astype(np.float32),
        (bias + weights @ repeated_shift).astype(np.float32),
        offsets,
    )
