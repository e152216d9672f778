# SPDX-License-Identifier: GPL-3.0-or-later
"""Rooms, microphones, noises and levels laid over clean speech, so that training hears them all.

Waves are float arrays at 16 kHz; `segments` move along with every change of timing.
"""

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np
import soxr
from numpy.typing import NDArray

from voice.acoustic.features import SAMPLE_RATE
from voice.acoustic.phones import PHONES, SILENCE, VOWELS, PhoneSpan

Wave = NDArray[np.float64]
Draw = np.random.Generator

_CLIPPED: Final = 0.05  # the share of utterances whose beginning is missing
_HARD: Final = 0.3  # of those that begin with a vowel: as after a glottal stop
_DYING: Final = 0.5  # the share of utterances that die away
_LAST: Final = 960  # samples of speech that tell what it dies away with
_JOINT: Final = 320  # samples
_SMOOTH: Final = 9  # FFT bins, wider than the harmonics of most voices are apart
_BAND_EDGES: Final = np.array([0.0, 100, 250, 500, 1000, 2000, 3000, 4000, 5500, 8000])


def fast_length(count: int) -> int:
    """A length of at least `count` whose FFT is quick."""
    power = 1 << max(0, count - 1).bit_length()
    return next((n for n in (power * 5 // 8, power * 3 // 4, power * 7 // 8) if n >= count), power)


def level(wave: Wave) -> float:
    """The root of the mean square of `wave`, never zero."""
    return float(np.sqrt(np.mean(wave**2))) + 1e-9 if len(wave) else 1e-9


def warped(
    wave: Wave, rate: float, factor: float, segments: Sequence[PhoneSpan]
) -> tuple[Wave, list[PhoneSpan]]:
    """`wave` of `rate` Hz at 16 kHz, played `factor` times as fast: pitch and formants rise."""
    changed = np.asarray(soxr.resample(wave, rate * factor, SAMPLE_RATE), np.float64)
    return changed, moved(segments, len(changed) / max(1, len(wave)), 0)


def moved(segments: Sequence[PhoneSpan], scale: float, shift: float) -> list[PhoneSpan]:
    """`segments` with their times multiplied by `scale`, then shifted by `shift` samples."""
    return [PhoneSpan(s.start * scale + shift, s.end * scale + shift, s.phone) for s in segments]


def stretched(wave: Wave, factor: float) -> Wave:
    """`wave` lasting `factor` times as long at the same pitch (WSOLA, Verhelst & Roelands 1993)."""
    size, hop, search = 512, 256, 160
    window = np.hanning(size)
    count = int(len(wave) * factor)
    output, weight = np.zeros(count + size), np.full(count + size, 1e-6)
    padded = np.concatenate([np.zeros(size), wave, np.zeros(2 * size)])
    previous = -1
    for at in range(0, count, hop):
        centre = min(int(at / factor) + size, len(padded) - size - search - 1)
        if previous >= 0 and previous + hop + size <= len(padded):
            wanted = padded[previous + hop : previous + hop + size]
            near = padded[centre - search : centre + search + size]
            energy = np.convolve(near**2, np.ones(size), "valid")
            likeness = np.correlate(near, wanted, "valid") / np.sqrt(energy + 1)
            centre = centre - search + int(np.argmax(likeness))
        output[at : at + size] += window * padded[centre : centre + size]
        weight[at : at + size] += window
        previous = centre
    return np.asarray(output[:count] / weight[:count])


def noise(count: int, draw: Draw) -> Wave:
    """White, coloured or humming noise of unit level, at times with knocks."""
    kind = draw.choice(["white", "pink", "brown", "hum", "mixed"])
    padded = fast_length(count)
    spectrum = np.fft.rfft(draw.standard_normal(padded))
    steps = np.arange(len(spectrum)) + 1.0
    if kind == "pink":
        spectrum /= np.sqrt(steps)
    elif kind in ("brown", "mixed"):
        spectrum /= steps ** draw.uniform(0.6, 1.1)
    wave = np.fft.irfft(spectrum, padded)[:count]
    wave /= level(wave)
    if kind == "hum":
        phase = 2 * np.pi * draw.uniform(45, 240) * np.arange(count) / SAMPLE_RATE
        wave *= 0.5
        for harmonic in range(1, 8):
            wave += draw.uniform(0, 1) * np.sin(harmonic * phase + draw.uniform(0, 6))
    if draw.random() < 0.3:
        for _ in range(draw.integers(1, 6)):
            at = int(draw.integers(0, count))
            length = min(count - at, int(draw.integers(80, 1200)))
            decay = np.exp(-np.arange(length) / (length / 5))
            wave[at : at + length] += draw.uniform(2, 15) * draw.standard_normal(length) * decay
    return np.asarray(wave / level(wave))


def in_room(wave: Wave, draw: Draw) -> Wave:
    """`wave` heard in a room of 0.08 to 0.6 s reverberation: a decaying noise as its response."""
    length = int(draw.uniform(0.08, 0.6) * SAMPLE_RATE)
    response = draw.standard_normal(length) * np.exp(-6.9 * np.arange(length) / length)
    response *= draw.uniform(0.05, 0.5) / np.sqrt((response**2).sum())
    response[: draw.integers(0, 200)] = 0
    response[0] = 1
    padded = fast_length(len(wave) + length)
    return np.fft.irfft(np.fft.rfft(wave, padded) * np.fft.rfft(response, padded), padded)[
        : len(wave)
    ]


def through_microphone(wave: Wave, draw: Draw) -> Wave:
    """`wave` with a random frequency response; sometimes a telephone's, sometimes without bass."""
    gains = draw.normal(0, draw.uniform(1, 6), len(_BAND_EDGES))
    gains += draw.uniform(-2.5, 2.5) * np.log2(np.maximum(_BAND_EDGES, 80) / 1000)
    if draw.random() < 0.15:
        gains[_BAND_EDGES >= 3900] -= draw.uniform(5, 35)
    if draw.random() < 0.3:
        gains[:2] -= draw.uniform(3, 25)
    return _filtered(wave, lambda frequencies: np.interp(frequencies, _BAND_EDGES, gains))


def _filtered(wave: Wave, response: Callable[[Wave], Wave]) -> Wave:
    """`wave` with the dB of `response`, of frequencies in Hz, added."""
    padded = fast_length(len(wave))
    frequencies = np.asarray(np.fft.rfftfreq(padded, 1 / SAMPLE_RATE), np.float64)
    decibels = response(frequencies)
    spectrum = np.fft.rfft(wave, padded) * 10 ** (decibels / 20)
    return np.fft.irfft(spectrum, padded)[: len(wave)]


def dying_away(wave: Wave, segments: Sequence[PhoneSpan], draw: Draw) -> Wave:
    """`wave` with the end that people's speech has and a machine's has not.

    The voice fades, and a murmur or a breath through the mouth as it stands dies away after it,
    for 0.05 to 0.35 s: both are no phones.
    """
    end = int(max((s.end for s in segments if s.phone != SILENCE), default=0))
    last = wave[max(0, end - _LAST) : end]
    if len(last) < _LAST or not last.any():
        return wave
    count = int(draw.integers(800, 5600)) + _JOINT
    breath = draw.random() < 0.5
    rest = _breath(last, count, draw) if breath else stretched(last, count / _LAST)
    rest = _tilted(rest, draw.uniform(0, 8) if breath else draw.uniform(-12, 0))
    rest *= level(last) / level(rest) * 10 ** (-draw.uniform(4, 22) / 20)
    count = len(rest)  # one less at times
    rest *= np.exp(-np.linspace(0, draw.uniform(1.5, 5), count))
    rest[:_JOINT] *= np.linspace(0, 1, _JOINT)
    ended = np.zeros(max(len(wave), end - _JOINT + count))
    ended[: len(wave)] = wave
    fading = int(draw.integers(1, 2000))
    ended[max(0, end - fading) : end] *= np.linspace(1, draw.uniform(0.1, 1), min(fading, end))
    ended[end - _JOINT : end - _JOINT + count] += rest
    return ended


def _breath(last: Wave, count: int, draw: Draw) -> Wave:
    """Noise through the resonances of `last`."""
    spectrum = np.abs(np.fft.rfft(last * np.hanning(len(last)), 512))
    gains = np.convolve(np.pad(spectrum, _SMOOTH // 2, "edge"), np.ones(_SMOOTH), "valid")
    padded = fast_length(count)
    places = np.linspace(0, len(gains) - 1, padded // 2 + 1)
    filtered = np.fft.rfft(draw.standard_normal(padded))
    filtered *= np.interp(places, np.arange(len(gains)), gains)
    return np.fft.irfft(filtered, padded)[:count]


def _tilted(wave: Wave, slope: float) -> Wave:
    """`wave` with `slope` dB more in each octave above 500 Hz."""
    return _filtered(wave, lambda hertz: slope * np.log2(np.maximum(hertz, 500) / 500))


def surroundings(
    wave: Wave,
    segments: Sequence[PhoneSpan],
    draw: Draw,
    babble: Wave | None = None,
    *,
    near: bool = False,
) -> tuple[Wave, list[PhoneSpan]]:
    """An utterance as a microphone would record it, in whole numbers of 16 bits.

    An end as people's speech has it, silence before and after (one in twenty is clipped at its
    start, half of these with no silence before it), room, microphone, 3 to 45 dB of signal above
    the noise, at times `babble` of another speaker behind it. What is ``near``
    the mouth has neither room nor microphone nor noise.
    """
    if draw.random() < _DYING:
        wave = dying_away(wave, segments, draw)
    wave, placed = _with_margins(wave, segments, draw)
    wave = wave / level(wave[np.abs(wave) > 0.1 * level(wave)])
    if draw.random() < 0.25:  # the speaker turns away and back
        points = draw.uniform(-6, 6, 4)
        drift = np.interp(np.linspace(0, 3, len(wave)), np.arange(4), points)
        wave = wave * 10 ** (drift / 20)
    if near:
        return wave, placed
    if draw.random() < 0.5:
        wave = in_room(wave, draw)
    if draw.random() < 0.75:
        wave = through_microphone(wave, draw)
    wave = wave / (1.6 * level(wave))
    ratio = draw.uniform(3, 45) if draw.random() < 0.7 else 60.0
    wave = wave + noise(len(wave), draw) * 10 ** (-ratio / 20)
    if babble is not None and draw.random() < 0.15:
        behind = np.resize(babble, len(wave))
        wave = wave + behind / level(behind) * 10 ** (-draw.uniform(8, 25) / 20)
    wave = wave * 10 ** draw.uniform(1.8, 4.1)
    return np.clip(np.round(wave), -32768, 32767), placed


def _with_margins(
    wave: Wave, segments: Sequence[PhoneSpan], draw: Draw
) -> tuple[Wave, list[PhoneSpan]]:
    after = np.zeros(draw.integers(2000, 12000))
    lead = int(draw.integers(2000, 14000))
    first = next((s for s in segments if s.phone != SILENCE), None)
    hard = first and PHONES[first.phone] in VOWELS and draw.random() < _HARD
    if first and (hard or draw.random() < _CLIPPED):
        cut = int(first.start + (first.end - first.start) * draw.uniform(0, 0.5))
        wave = wave[cut:]
        segments = [
            PhoneSpan(max(0.0, s.start - cut), s.end - cut, s.phone)
            for s in segments
            if s.end > cut
        ]
        if not hard and draw.random() < 0.5:  # else a headset's noise gate opened late
            return np.concatenate([wave, after]), list(segments)
    placed = [PhoneSpan(0, lead, SILENCE), *moved(segments, 1.0, lead)]
    return np.concatenate([np.zeros(lead), wave, after]), placed
