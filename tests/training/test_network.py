# SPDX-License-Identifier: GPL-3.0-or-later
"""The networks as they are trained are those that are used. Needs the extra `train`."""

from typing import Any

import numpy as np
import pytest

from voice.acoustic.examples import Example
from voice.acoustic.features import CEPSTRA, with_background
from voice.acoustic.kaldi_io import Networks
from voice.acoustic.phones import PDFS

torch = pytest.importorskip("torch")
network = pytest.importorskip("training.network")
train = pytest.importorskip("training.train")


def test_background_in_training_is_as_in_use() -> None:
    pieces = np.random.default_rng(1).normal(size=(5, 200, CEPSTRA)).astype(np.float32)
    found = train.pieces_with_background(torch.tensor(pieces))
    np.testing.assert_allclose(found.numpy(), np.stack([*map(with_background, pieces)]), atol=1e-5)


@pytest.mark.parametrize("shape", [network.FIRST_PASS, *network.SECOND_PASS])
def test_exported_network_hears_as_in_training(shape: Any) -> None:
    torch.manual_seed(1)
    draw = np.random.default_rng(2)
    cepstra = draw.normal(size=(90, CEPSTRA)).astype(np.float32)
    net = network.Tdnn(shape)
    net.normalise_by([cepstra * level for level in (1, 2, 3)])
    for norm in net.norm:  # as if it had seen something
        norm.running_mean = torch.randn(norm.num_features) / 10
        norm.running_var = torch.rand(norm.num_features) + 0.5
    net.eval()
    priors = np.full(PDFS, 1 / PDFS, np.float32)
    exported = network.exported(net, priors)
    known = with_background(cepstra) if shape.background else cepstra
    with torch.no_grad():
        wanted = net(train.padded(cepstra, shape))[0].numpy() - np.log(priors)
    np.testing.assert_allclose(exported.likelihoods(known), wanted, atol=2e-3)
    if shape is network.FIRST_PASS:
        np.testing.assert_allclose(Networks(exported).likelihoods(cepstra), wanted, atol=2e-3)


@pytest.mark.parametrize("shape", [network.FIRST_PASS, *network.SECOND_PASS])
def test_network_of_a_model_learns_on_from_what_it_knows(shape: Any) -> None:
    """It hears the same, and its normalisations are those of what goes through it."""
    torch.manual_seed(1)
    draw = np.random.default_rng(2)
    examples = [
        Example(draw.normal(1, 3, (90, CEPSTRA)).astype(np.float16), np.zeros(30, np.int16))
        for _ in range(8)
    ]
    before = network.Tdnn(shape)
    before.normalise_by([one.features for one in examples])
    before.eval()
    priors = np.full(PDFS, 1 / PDFS, np.float32)
    model = network.exported(before, priors)
    after = network.Tdnn(shape)
    after.normalise_by([one.features for one in examples])
    network.imported(after, model, examples)
    cepstra = examples[0].features
    with torch.no_grad():
        heard = [net(train.padded(cepstra, shape))[0].numpy() for net in (before, after)]
    np.testing.assert_allclose(heard[1], heard[0], atol=2e-3)
    assert all(float(norm.running_var.mean()) == pytest.approx(1, abs=1e-3) for norm in after.norm)
    other = network.SECOND_PASS[0] if shape is network.FIRST_PASS else network.FIRST_PASS
    with pytest.raises(ValueError, match="another shape"):
        network.imported(network.Tdnn(other), model, examples)


def test_a_network_without_a_block_that_adds_nothing_hears_the_same() -> None:
    torch.manual_seed(1)
    draw = np.random.default_rng(2)
    cepstra = draw.normal(size=(90, CEPSTRA)).astype(np.float32)
    net = network.Tdnn(network.FIRST_PASS)
    net.normalise_by([cepstra])
    with torch.no_grad():
        net.norm[2 + 1].weight.zero_()
        net.norm[2 + 1].bias.zero_()
    net.eval()
    whole = network.exported(net, np.full(PDFS, 1 / PDFS, np.float32))
    wanted = whole.likelihoods(cepstra)
    without = network.shortened(whole, (0, 2, 3, 4, 5))
    np.testing.assert_allclose(without.likelihoods(cepstra), wanted, atol=1e-4)
    other = network.shortened(whole, (1, 2, 3, 4, 5)).likelihoods(cepstra)
    assert np.abs(other - wanted).max() > 0.1
