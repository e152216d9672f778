# SPDX-License-Identifier: GPL-3.0-or-later
"""Networks of a model as they were while they were trained, so that they can learn on.

In a model every normalisation is folded into the affine map before it. It is taken out again by
what goes through the network: each map gives numbers of mean 0 and deviation 1, and the
normalisation moves them back to what they were.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np
import torch
from torch import Tensor, nn

from training.network import Tdnn
from training.train import padded
from voice.acoustic.chunks import Example
from voice.acoustic.kaldi_io import AcousticModel

_UTTERANCES: Final = 300


def imported(net: Tdnn, model: AcousticModel, examples: Sequence[Example]) -> None:
    """Give `net`, which knows how features are spread, the maps of `model`, of the same shape.

    It then hears as `model` does. Raises ValueError if the shapes differ.
    """
    maps = [*_in_order(net), net.output]
    if [one.weight.shape for one in maps] != [one.weights.shape for one in model.layers]:
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
