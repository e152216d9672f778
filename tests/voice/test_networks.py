# SPDX-License-Identifier: GPL-3.0-or-later
"""Networks hear together; all but the first hear the background of the whole utterance."""

import shutil
from pathlib import Path
from typing import Any

import hypothesis.extra.numpy as arrays
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from voice.acoustic.features import CEPSTRA, INPUTS, mfcc, with_background
from voice.acoustic.kaldi_io import (
    FIRST,
    OTHERS,
    AcousticModel,
    Layer,
    Networks,
    also_heard,
    read_networks,
    write_model,
)
from voice.acoustic.phones import PDFS
from voice.hearing.models import BUNDLED

_CEPSTRA = arrays.arrays(
    np.float32, st.tuples(st.integers(1, 60), st.just(CEPSTRA)), elements=st.integers(-99, 99)
)


def _network(inputs: int, seed: int) -> AcousticModel:
    weights = np.random.default_rng(seed).normal(size=(PDFS, inputs)).astype(np.float32)
    layer = Layer(weights, np.zeros(PDFS, np.float32), (0,), active=False)
    return AcousticModel((layer,), np.full(PDFS, 1 / PDFS, np.float32))


def test_background_is_pauses_and_loud_sounds() -> None:
    draw = np.random.default_rng(1)
    hiss, speech = draw.normal(0, 30, 16_000), 100 * draw.normal(0, 30, 16_000).cumsum()
    cepstra = mfcc(np.concatenate([hiss, speech]))
    found = with_background(cepstra)
    np.testing.assert_allclose(found[0, CEPSTRA : 2 * CEPSTRA], mfcc(hiss).mean(0), atol=5)
    np.testing.assert_allclose(found[0, 2 * CEPSTRA :], mfcc(speech).mean(0), atol=5)


@given(_CEPSTRA)
def test_the_background_is_alike_beside_every_frame(cepstra: np.ndarray) -> None:
    found = with_background(cepstra)
    assert found.shape == (len(cepstra), INPUTS)
    np.testing.assert_array_equal(found[:, :CEPSTRA], cepstra)
    assert (found[:, CEPSTRA:] == found[0, CEPSTRA:]).all()


@given(_CEPSTRA, st.randoms(use_true_random=False))
def test_background_ignores_the_order_of_frames(cepstra: Any, random: Any) -> None:
    levels = np.arange(len(cepstra), dtype=np.float32)  # so that no two are as loud
    cepstra = np.column_stack([levels, cepstra[:, 1:]])
    order = random.sample(range(len(cepstra)), len(cepstra))
    found, other = with_background(cepstra), with_background(cepstra[order])
    np.testing.assert_allclose(found[0, CEPSTRA:], other[0, CEPSTRA:], rtol=1e-4, atol=1e-4)


def test_several_networks_give_the_mean() -> None:
    first, second = _network(CEPSTRA, 1), _network(INPUTS, 2)
    cepstra = np.random.default_rng(3).normal(size=(30, CEPSTRA)).astype(np.float32)
    ones = first.likelihoods(cepstra), second.likelihoods(with_background(cepstra))
    for others in (1, 2):
        heard = Networks(first, (second,) * others).likelihoods(cepstra)
        mean = np.mean([ones[0], *[ones[1]] * others], 0)
        np.testing.assert_allclose(heard, mean, rtol=1e-5, atol=1e-5)
    np.testing.assert_array_equal(Networks(first).likelihoods(cepstra), ones[0])


def test_a_network_that_has_learnt_the_language_counts_three_times_as_much_as_all_others() -> None:
    first, second, own = _network(CEPSTRA, 1), _network(INPUTS, 2), _network(INPUTS, 4)
    cepstra = np.random.default_rng(3).normal(size=(30, CEPSTRA)).astype(np.float32)
    others = Networks(first, (second, second)).likelihoods(cepstra)
    learnt = own.likelihoods(with_background(cepstra))
    heard = also_heard(others, (own,), cepstra)
    np.testing.assert_allclose(heard, (others + 3 * learnt) / 4, rtol=1e-5, atol=1e-5)


def test_a_model_may_have_no_other_network(tmp_path: Path) -> None:
    (tmp_path / "am").mkdir()
    write_model(tmp_path / FIRST, _network(CEPSTRA, 1))
    for count, name in enumerate(OTHERS):
        assert len(read_networks(tmp_path).others) == count
        write_model(tmp_path / name, _network(INPUTS, 2))
    assert len(read_networks(tmp_path).others) == len(OTHERS)


def test_the_bundled_model_has_others() -> None:
    assert read_networks(BUNDLED).others


@pytest.mark.parametrize("name", OTHERS, ids=str)
def test_broken_other_network_is_not_missing(tmp_path: Path, name: Path) -> None:
    shutil.copytree(BUNDLED / "am", tmp_path / "am")
    (tmp_path / name).write_bytes(b"half a file")
    with pytest.raises(ValueError, match=name.stem):
        read_networks(tmp_path)
