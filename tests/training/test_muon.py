# SPDX-License-Identifier: GPL-3.0-or-later
"""The optimiser of the network's matrices. Needs the extra `train`."""

import pytest

torch = pytest.importorskip("torch")
muon = pytest.importorskip("training.train")


@pytest.mark.parametrize("shape", [(6, 30), (30, 6), (12, 12)])
def test_orthogonal_matrix_has_singular_values_near_one(shape: tuple[int, int]) -> None:
    matrix = torch.randn(shape, generator=torch.Generator().manual_seed(1))
    values = torch.linalg.svdvals(muon.orthogonal(matrix))
    assert 0.5 < float(values.min()) <= float(values.max()) < 1.5


@pytest.mark.parametrize("half", [False, True])
def test_small_gradient_directions_are_learnt_too(half: bool) -> None:
    """A target of which one direction shows a hundred times less in the gradient."""
    scale = torch.diag(torch.tensor([1.0, 0.1]))
    matrix = torch.nn.Parameter(torch.zeros(2, 2))
    optimiser = muon.Muon([matrix], 0.02, half)
    for _ in range(400):
        optimiser.zero_grad()
        ((scale @ (matrix - torch.eye(2))) ** 2).sum().backward()
        optimiser.step()
    assert float((matrix.detach() - torch.eye(2)).abs().max()) < 0.1
