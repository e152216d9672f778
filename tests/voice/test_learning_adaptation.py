# SPDX-License-Identifier: GPL-3.0-or-later
"""Fitting a model to a person: its gradient, what it learns and keeps, and how it is written."""

import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from training.synthesis import Synthesiser, synthesise
from voice.acoustic import examples, fine_tuning
from voice.acoustic.augment import level
from voice.acoustic.dictionary import read_dictionary
from voice.acoustic.examples import Example, with_background
from voice.acoustic.fine_tuning import PIECE, Plan
from voice.acoustic.kaldi_io import AcousticModel, Layer, Networks, read_networks
from voice.acoustic.phones import PDFS
from voice.hearing.engines import VoskEngine
from voice.hearing.models import BUNDLED
from voice.hearing.second_pass import SecondPass, load_engine
from voice.learning import adaptation
from voice.learning.adaptation import (
    aligned,
    better,
    noise_through,
    passband,
    set_aside,
    varied,
)
from voice.learning.store import Take

_PHRASES = ("springer felix drei", "eva vier", "springer eva drei", "felix vier")


@pytest.fixture(scope="module")
def takes() -> list[Take]:
    """A synthetic voice says each word twice."""
    found = []
    with Synthesiser() as synthesiser:
        for phrase in _PHRASES:
            sound = synthesise(synthesiser, phrase, "de+f3", rate=140)
            found.append(Take(tuple(phrase.split()), (sound * 0.3).astype(np.int16)))
    return found


def _tiny(draw: np.random.Generator) -> AcousticModel:
    """Layers of every kind: spliced, narrow without a ReLU, with a skip."""

    def layer(out: int, size: int, offsets: tuple[int, ...], **kind: Any) -> Layer:
        weights = draw.normal(0, 0.3, (out, size * len(offsets))).astype(np.float32)
        return replace(Layer(weights, draw.normal(0, 0.3, out).astype(np.float32), offsets), **kind)

    layers = (
        layer(6, 4, (-1, 0, 1)),
        layer(3, 6, (-3, 0), active=False),
        layer(6, 3, (0, 3), skip=2),
        layer(PDFS, 6, (0,), active=False),
    )
    return AcousticModel(layers, np.full(PDFS, 1 / PDFS, np.float32))


def _loss(model: AcousticModel, examples: list[Example]) -> float:
    losses = []
    for one in examples:
        logs = model.likelihoods(one.features.astype(np.float32)) + np.log(model.priors)
        losses.append(-logs[np.arange(len(logs)), one.targets[: len(logs)].astype(int)].mean())
    return float(np.mean(losses))


def _losses(networks: Networks, examples: list[Example]) -> np.ndarray:
    """Of each network."""
    beside = [with_background(one) for one in examples]
    others = [_loss(other, beside) for other in networks.others]
    return np.array([_loss(networks.first, examples), *others])


def test_the_gradient_is_that_of_differences() -> None:
    draw = np.random.default_rng(0)
    model = _tiny(draw)
    net = fine_tuning.Network(model)
    x = draw.normal(0, 1, (2, len(net.times[0]), 4)).astype(np.float32)
    targets = draw.integers(0, PDFS, (2, PIECE))
    weights: list[Any] = [layer.weights.astype(np.float64) for layer in model.layers]
    biases: list[Any] = [layer.bias.astype(np.float64) for layer in model.layers]

    def loss(moved: np.ndarray) -> float:
        scores = net.forward(weights, biases, moved)[0][-1]
        logs = scores - scores.max(-1, keepdims=True)
        logs = logs - np.log(np.exp(logs).sum(-1, keepdims=True))
        right = np.take_along_axis(logs, targets[..., None], -1)[..., 0]
        return float(-(0.9 * right + 0.1 * logs.mean(-1)).mean())

    moved: Any = x.astype(np.float64)
    hidden, spliced = net.forward(weights, biases, moved)
    slope = fine_tuning.cross_entropy_gradient(
        hidden[-1], fine_tuning.smoothed_targets(targets, PDFS, 0.1)
    )
    of_weights, of_biases, of_input = net.backward(weights, hidden, spliced, slope)
    arrays = [(weights[i], of_weights[i]) for i in range(4)]
    arrays += [(biases[i], of_biases[i]) for i in range(4)]
    arrays.append((moved, of_input))
    for values, slopes in arrays:
        at = tuple(int(draw.integers(size)) for size in values.shape)
        old, step = values[at], 1e-5
        values[at] = old + step
        above = loss(moved)
        values[at] = old - step
        below = loss(moved)
        values[at] = old
        assert slopes[at] == pytest.approx((above - below) / (2 * step), rel=2e-3, abs=1e-7)


def test_voice_is_learnt_and_others_are_kept(takes: list[Take]) -> None:
    bundled = read_networks(BUNDLED)
    model = Networks(bundled.first, bundled.others[:2]).unpacked()  # the third is like the second
    rehearsed, tests = examples.load_rehearsal(BUNDLED / examples.REHEARSAL)
    rehearsed = rehearsed[::3]  # as many as are drawn in so few steps
    dictionary = read_dictionary(BUNDLED)
    found = [aligned(model.first, take, dictionary) for take in takes]
    plan = Plan(steps=16)  # enough for what is not rehearsed to begin to be forgotten
    fitted = adaptation.fitted(model, found, rehearsed, 0, plan)
    own = [one for take in found for one in varied(take, np.random.default_rng(5), 3)]
    others = tests[:32]
    assert (_losses(fitted, own) < _losses(model, own)).all()
    alone = adaptation.fitted(model, found, [], 0, plan)
    # A network alone may differ by chance; they are believed together.
    assert _losses(fitted, others).sum() < _losses(alone, others).sum()


def test_the_same_takes_make_the_same_networks(takes: list[Take]) -> None:
    bundled = read_networks(BUNDLED)
    model = Networks(bundled.first, bundled.others[1:2]).unpacked()
    rehearsed, _ = examples.load_rehearsal(BUNDLED / examples.REHEARSAL)
    dictionary = read_dictionary(BUNDLED)
    found = [aligned(model.first, take, dictionary) for take in takes[:2]]
    plan = Plan(steps=2)
    once, again = (adaptation.fitted(model, found, rehearsed[:8], 0, plan) for _ in range(2))
    pairs = zip((once.first, *once.others), (again.first, *again.others), strict=True)
    for network, same in pairs:
        for one, other in zip(network.layers, same.layers, strict=True):
            assert np.array_equal(one.weights, other.weights)
            assert np.array_equal(one.bias, other.bias)


def test_written_model_loads_and_hears(tmp_path: Path) -> None:
    model = read_networks(BUNDLED)
    adaptation.write(model, BUNDLED, tmp_path / "model-1")
    assert [path.name for path in tmp_path.iterdir()] == ["model-1"]
    engine = VoskEngine(tmp_path / "model-1")
    assert engine.knows("springer")
    assert isinstance(load_engine(tmp_path / "model-1"), SecondPass)


def test_partly_written_model_does_not_exist(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(shutil, "copytree", full)
    with pytest.raises(OSError):
        adaptation.write(read_networks(BUNDLED), BUNDLED, tmp_path / "model-1")
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_learnt_where_nothing_gets_better(
    takes: list[Take], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(adaptation, "adapt", lambda model, *_, **__: model)
    learnt = adaptation.learn(takes, BUNDLED)
    assert learnt.model is None
    assert learnt.after == learnt.before
    assert learnt.of > 0


def test_one_take_of_each_cannot_be_tested() -> None:
    words = [Take((word,), np.zeros(0, np.int16)) for word in ("eins", "zwei", "drei", "vier")]
    assert set_aside(words) == []


def test_takes_set_aside_leave_every_word() -> None:
    said = [("eva", "eins"), ("eva", "zwei"), ("eins",), ("zwei",), ("eva",), ("eins", "zwei")]
    takes = [Take(words, np.zeros(0, np.int16)) for words in said]
    aside = set_aside(takes)
    left = {word for i, words in enumerate(said) if i not in aside for word in words}
    assert aside
    assert left == {"eva", "eins", "zwei"}


@pytest.mark.parametrize(
    ("gains", "lost", "kept"),
    [
        ([1, 1, 0, 0, 0], 0, True),
        ([2, 3, 0, 1, -1], 3, True),
        ([2, 3, 0, 1, -1], 4, False),  # more than half a hundredth of what others say is lost
        ([6, 0, 0, 0, 0], 0, False),  # one take alone may be chance
        ([1, 1, -1, 0, 0], 0, False),
        ([0, 0, 0, 0, 0], -5, False),  # no better for whom it was made
        ([-1, -1, 0, 0, 0], 0, False),
    ],
)
def test_model_is_kept_only_if_clearly_better(gains: list[int], lost: int, kept: bool) -> None:
    assert better(gains, lost, of=420) == kept


def test_model_goes_part_of_the_way() -> None:
    model = _tiny(np.random.default_rng(0))
    own = [Example(np.ones((160, 4), np.float16), np.zeros(54, np.int16))]
    plans = [Plan(steps=2, batch=2, way=way) for way in (0.0, 0.5, 1.0)]
    none, half, whole = (fine_tuning.adapt(model, own, [], plan).layers for plan in plans)
    for old, one, between, other in zip(model.layers, none, half, whole, strict=True):
        assert np.array_equal(one.weights, old.weights)
        assert between.weights == pytest.approx((old.weights + other.weights) / 2, abs=1e-6)
        assert not np.array_equal(other.weights, old.weights)


def test_expectation_follows_what_is_said() -> None:
    model = _tiny(np.random.default_rng(0))
    own = [Example(np.ones((9, 4), np.float16), np.array([5, 5, 6], np.int16))]
    found = fine_tuning.expected_shares(model, own)
    assert found[5] > found[6] > 0 > found[7] == found[0]


def test_colour_is_the_distance_from_other_people() -> None:
    draw = np.random.default_rng(0)
    others = [
        Example(np.repeat(np.arange(6.0)[:, None], 3, 0) * np.ones(4, np.float16), pdfs)
        for pdfs in (np.array([1, 1, 8, 9, 9, 1], np.int16),)
    ]
    away = np.array([1.0, -2.0, 0.5, 0.0])
    own = [replace(others[0], features=(others[0].features + away).astype(np.float16))]
    quiet = [Example(own[0].features, np.ones(6, np.int16))]
    assert fine_tuning.cepstral_offsets(own, others)[0] == pytest.approx(away)
    assert fine_tuning.cepstral_offsets(quiet, others)[0] == pytest.approx(0)  # silence has none
    offsets = fine_tuning.random_offsets(np.ones((1, 4), np.float32), 1000, 0.7, draw)
    assert offsets.shape == (1000, 1, 4)
    assert 0.6 < offsets.mean() < 0.8


def test_noise_comes_through_the_takes_microphone() -> None:
    draw = np.random.default_rng(0)
    spectrum = np.fft.rfft(draw.standard_normal(16_000))
    spectrum[3_400:] = 0  # Hz, that this microphone does not let pass
    found = noise_through(passband(np.fft.irfft(spectrum, 16_000)), 20_000, draw)
    power = np.abs(np.fft.rfft(found)) ** 2
    assert len(found) == 20_000
    assert power[20_000 * 4_000 // 16_000 :].sum() < 0.001 * power.sum()
    assert level(found) == pytest.approx(1)
