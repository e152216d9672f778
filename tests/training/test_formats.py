# SPDX-License-Identifier: GPL-3.0-or-later
"""The acoustic model's file format and features: what libvosk must read exactly as we write it."""

from pathlib import Path

import numpy as np
import pytest

from voice.acoustic.features import CEPSTRA, COSINES, SAMPLE_RATE, SPECTRUM, energies, mfcc
from voice.acoustic.kaldi_io import AcousticModel, Layer, read_model, write_model
from voice.acoustic.phones import INDEX, PDFS, PhoneSpan, first_pdf, further_pdf, labels

_BUNDLED = Path(__file__).parents[2] / "voice/model"


def _random_model() -> AcousticModel:
    draw = np.random.default_rng(3)
    shapes = [
        (8, CEPSTRA, (-1, 0, 1), True, 0),
        (4, 8, (-3, 0), False, 0),
        (8, 4, (0, 3), True, 2),
        (PDFS, 8, (0,), False, 0),
    ]
    layers = tuple(
        Layer(
            draw.normal(size=(rows, columns * len(offsets))).astype(np.float32),
            draw.normal(size=rows).astype(np.float32),
            offsets,
            active,
            skip,
        )
        for rows, columns, offsets, active, skip in shapes
    )
    return AcousticModel(layers, np.full(PDFS, 1 / PDFS, np.float32))


@pytest.mark.parametrize(("bits", "steps"), [(32, np.inf), (16, 65_535), (8, 255)])
def test_model_reads_back_within_half_a_step(tmp_path: Path, bits: int, steps: float) -> None:
    model = _random_model()
    write_model(tmp_path / "final.mdl", model, bits)
    found = read_model(tmp_path / "final.mdl")
    for kind in ("offsets", "active", "skip"):
        assert [getattr(one, kind) for one in found.layers] == [
            getattr(one, kind) for one in model.layers
        ]
    np.testing.assert_array_equal(found.priors, model.priors)
    for read, written in zip(found.layers, model.layers, strict=True):
        half_step = float(np.ptp(written.weights)) / steps / 2 + 1e-6
        assert np.abs(read.weights - written.weights).max() <= half_step
        np.testing.assert_array_equal(read.bias, written.bias)


def test_bundled_model_survives_reading_and_writing(tmp_path: Path) -> None:
    original = _BUNDLED / "am/final.mdl"
    write_model(tmp_path / "final.mdl", read_model(original))
    again, first = read_model(tmp_path / "final.mdl"), read_model(original)
    for one, other in zip(again.layers, first.layers, strict=True):
        np.testing.assert_allclose(one.weights, other.weights, atol=1e-5)


def test_other_files_are_refused(tmp_path: Path) -> None:
    (tmp_path / "final.mdl").write_bytes(b"\0B<TransitionModel> nothing more")
    with pytest.raises(ValueError, match="not a binary nnet3"):
        read_model(tmp_path / "final.mdl")


def test_network_sees_the_edges_repeated() -> None:
    """As libvosk does: a signal that goes on unchanged gives what its last frame gives."""
    model = _random_model()
    steady = np.tile(np.random.default_rng(1).normal(size=CEPSTRA).astype(np.float32), (12, 1))
    found = model.likelihoods(steady)
    assert found.shape == (4, PDFS)
    np.testing.assert_allclose(found, np.tile(found[0], (4, 1)), rtol=1e-4, atol=1e-4)


def test_mfcc_equals_kaldis() -> None:
    knf = pytest.importorskip("kaldi_native_fbank")
    seconds = np.arange(SAMPLE_RATE) / SAMPLE_RATE
    draw = np.random.default_rng(5)
    wave = 3000 * np.sin(2 * np.pi * (150 + 400 * seconds) * seconds)
    wave = np.round(wave + draw.normal(0, 100, len(wave))).astype(np.float32)
    options = knf.MfccOptions()
    options.frame_opts.dither = 0
    options.frame_opts.samp_freq = SAMPLE_RATE
    options.mel_opts.num_bins = 40
    options.mel_opts.low_freq = 20
    options.mel_opts.high_freq = 7600
    options.num_ceps = CEPSTRA
    options.use_energy = False
    theirs = knf.OnlineMfcc(options)
    theirs.accept_waveform(SAMPLE_RATE, wave.tolist())
    theirs.input_finished()
    expected = np.array([theirs.get_frame(i) for i in range(theirs.num_frames_ready)])
    found = mfcc(wave)
    assert found.shape == expected.shape == (98, CEPSTRA)
    np.testing.assert_allclose(found, expected, atol=0.02)


def test_louder_signal_moves_only_the_first_cepstrum() -> None:
    wave = np.random.default_rng(2).normal(0, 500, 4000)
    difference = mfcc(2 * wave) - mfcc(wave)
    expected = np.log(4) * np.sqrt(40)  # the first row of the cosines is 1 / sqrt(bands)
    np.testing.assert_allclose(difference[:, 0], expected, rtol=1e-3)
    np.testing.assert_allclose(difference[:, 1:], 0, atol=0.02)


def test_too_short_a_signal_has_no_frames() -> None:
    assert mfcc(np.zeros(399)).shape == (0, CEPSTRA)


def test_smoothed_energies_keep_their_cepstra() -> None:
    cepstra = mfcc(np.random.default_rng(6).normal(0, 500, 4000))
    smoothed = cepstra @ SPECTRUM.T
    np.testing.assert_allclose(smoothed @ COSINES.T, cepstra, rtol=1e-3, atol=1e-2)


def test_powers_of_speech_and_noise_add() -> None:
    """What training mixes in the bands is what a microphone would have heard."""
    draw = np.random.default_rng(8)
    one, other = draw.normal(0, 500, (2, 160_000))
    apart, together = energies(one) + energies(other), energies(one + other)
    np.testing.assert_allclose(together.mean(0), apart.mean(0), rtol=0.15)


def test_what_follows_the_last_phone_is_silence() -> None:
    """Else the quiet after a word would teach the network its last phone."""
    found = labels([PhoneSpan(4800, 9600, INDEX["n"])], 120).tolist()
    assert found.count(first_pdf(INDEX["n"])) == 1
    assert found.count(further_pdf(INDEX["n"])) == 9
    assert found[20] == first_pdf(0)
    assert set(found[21:]) == {further_pdf(0)}


def test_a_gap_between_words_is_silence() -> None:
    spans = [PhoneSpan(0, 4800, INDEX["n"]), PhoneSpan(9600, 14400, INDEX["n"])]
    assert set(labels(spans, 90).tolist()[11:19]) == {further_pdf(0)}


def test_labels_give_each_phone_first_pdf_once() -> None:
    a, t = INDEX["a"], INDEX["t"]
    spans = [PhoneSpan(0, 4800, 0), PhoneSpan(4800, 9600, a), PhoneSpan(9600, 14_400, t)]
    found = labels(spans, 90)
    assert len(found) == 30
    expected = [
        phone for index in (0, a, t) for phone in [first_pdf(index), *[further_pdf(index)] * 9]
    ]
    assert found.tolist() == expected


def test_phones_shorter_than_a_frame_get_one() -> None:
    spans = [PhoneSpan(1000 + 100 * i, 1100 + 100 * i, 1 + i) for i in range(5)]
    found = labels(spans, 60).tolist()
    assert [pdf for pdf in found if pdf in [first_pdf(1 + i) for i in range(5)]] == [
        first_pdf(1 + i) for i in range(5)
    ]
