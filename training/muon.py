# SPDX-License-Identifier: GPL-3.0-or-later
"""Muon, an optimiser for the matrices within a network (Jordan et al. 2024).

Each step moves a matrix by its momentum made orthogonal, so that all directions learn alike, not
only those in which the gradient is large. PyTorch's own always computes in bfloat16, which is four
times as slow as this on processors that do not have it.
"""

from collections.abc import Callable
from typing import Any, Final

import torch
from torch import Tensor

_MOMENTUM: Final = 0.95
_ITERATIONS: Final = 5
_COEFFICIENTS: Final = (3.4445, -4.7750, 2.0315)  # of Jordan's quintic Newton-Schulz iteration
_SIZE: Final = 0.2  # root of the mean square of a step, as AdamW's steps usually have it


class Muon(torch.optim.Optimizer):  # type: ignore[misc, unused-ignore]  # torch may be missing
    """For parameters with two axes; `rate` is comparable with AdamW's (Liu et al. 2025).

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
