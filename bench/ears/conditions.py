# SPDX-License-Identifier: GPL-3.0-or-later
"""Conditions between a mouth and the recogniser: halls, microphones, loudness, tempo, pauses.

All of it is made by rule, from noise, the voices that are measured with, and nothing recorded.
Levels are in dB of the speech above the noise, without its pauses. Whispering is the speech
without its voice: noise through its spectrum, frame by frame.
"""

import argparse
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from lab.acoustics import LEAD_MS, carried, in_room, level, response
from voice.acoustic.augment import stretched
from voice.hearing.audio import RATE, Samples

Wave = npt.NDArray[np.float64]
Draw = np.random.Generator
Talk = Sequence[Samples]
"""Recordings of other people in the room."""

_SIZE: Final = 512  # samples of a frame of a whisper
_HARD_ROOM: Final = (0.8, 2.0)  # seconds of reverberation, metres
_LOUDSPEAKER_DB: Final = 5.0
_ROOM_DB: Final = 20.0
_HALL_DB: Final = 10.0


def mixed(sound: Wave, behind: Wave, decibels: float) -> Wave:
    """``sound`` with ``behind`` so many dB below its speech."""
    behind = np.resize(behind, len(sound))
    together: Wave = sound + behind / level(behind) * level(sound) * 10 ** (-decibels / 20)
    return together


def whispered(sound: Wave, draw: Draw) -> Wave:
    """Noise with the spectrum of each moment of ``sound``."""
    window = np.hanning(_SIZE)
    padded = np.concatenate([sound, np.zeros(_SIZE)])
    out = np.zeros(len(padded))
    for at in range(0, len(sound), _SIZE // 2):
        spectrum = np.abs(np.fft.rfft(padded[at : at + _SIZE] * window))
        smooth = np.convolve(spectrum, np.ones(9) / 9, "same")
        noise = np.fft.rfft(draw.normal(0, 1, _SIZE))
        out[at : at + _SIZE] += np.fft.irfft(smooth * noise / np.abs(noise).mean(), _SIZE) * window
    return out[: len(sound)]


def paused(sound: Wave, seconds: float) -> Wave:
    """``sound`` with silence at its quietest moment in the middle half, as while one thinks."""
    power = np.convolve(sound**2, np.ones(RATE // 40), "same")
    quarter = len(sound) // 4
    at = quarter + int(np.argmin(power[quarter : len(sound) - quarter]))
    fade = np.linspace(1, 0, RATE // 100)
    before, after = sound[:at].copy(), sound[at:].copy()
    before[-len(fade) :] *= fade
    after[: len(fade)] *= fade[::-1]
    return np.concatenate([before, np.zeros(round(seconds * RATE)), after])


def knocks(count: int, draw: Draw, hertz: tuple[float, float], seconds: float) -> Wave:
    """Short sounds at random moments: steps, chairs."""
    out = np.zeros(count)
    for _ in range(max(1, round(count / RATE / seconds))):
        size = int(draw.integers(400, 2400))
        fading = np.exp(-np.linspace(0, 6, size))
        tone = np.sin(2 * np.pi * draw.uniform(*hertz) * np.arange(size) / RATE)
        sound = (draw.normal(0, 1, size) + tone) * fading
        at = int(draw.integers(0, max(1, count - size)))
        out[at : at + size] += sound[: count - at] * draw.uniform(0.3, 1.0)
    return out + draw.normal(0, 1e-3, count)


def ticking(count: int, draw: Draw) -> Wave:
    """Several mechanical clocks, four times a second each, not together."""
    out = draw.normal(0, 1e-3, count)
    for _ in range(6):
        tick = draw.normal(0, 1, 60) * np.exp(-np.linspace(0, 6, 60)) * draw.uniform(0.3, 1)
        for at in range(int(draw.integers(0, RATE // 4)), count - 60, RATE // 4):
            out[at : at + 60] += tick
    return out


def fan(count: int, draw: Draw) -> Wave:
    """A fan: low noise and the hum of its blades."""
    spectrum = np.fft.rfft(draw.normal(0, 1, count))
    spectrum /= (np.arange(len(spectrum)) + 100.0) ** 0.8
    noise = np.fft.irfft(spectrum, count)
    hum = sum(np.sin(2 * np.pi * 95 * n * np.arange(count) / RATE) / n for n in range(1, 5))
    out: Wave = noise / noise.std() + 0.3 * hum
    return out


def murmurs(count: int, talk: Talk, draw: Draw) -> Wave:
    """Several people further away, each in a hard room."""
    out = np.zeros(count)
    for _ in range(5):
        voice = np.resize(talk[int(draw.integers(len(talk)))].astype(np.float64), count)
        voice = np.roll(voice, int(draw.integers(count)))
        far = carried(voice, response(1.0, draw.uniform(4, 9), int(draw.integers(1 << 30))))
        out += far / (np.abs(far).mean() + 1e-9)
    return out


Condition = Callable[[Samples, Talk, int], Samples]
"""Makes of a clean utterance what the microphone hears, with silence around it; from a seed."""


def _hall(behind: Callable[[int, Talk, Draw], Wave], decibels: float) -> Condition:
    def heard(sound: Samples, talk: Talk, seed: int) -> Samples:
        clean = in_room(sound, None, seed).astype(np.float64)
        return _samples(
            mixed(clean, behind(len(clean), talk, np.random.default_rng(seed)), decibels)
        )

    return heard


def _said(changed: Callable[[Wave, Draw], Wave]) -> Condition:
    def heard(sound: Samples, talk: Talk, seed: int) -> Samples:
        other = changed(sound.astype(np.float64), np.random.default_rng(seed))
        return in_room(_samples(other), _ROOM_DB, seed)

    return heard


_LEVEL: Final = 1_500.0  # root of the mean square of what comes out, in 16 bits
_OWN_NOISE_DB: Final = -40.0  # below that


@dataclass(frozen=True, slots=True)
class Microphone:
    """Gains in dB at some frequencies in Hz; ``drive`` (0: never) is how much louder than usual
    sound may be before it is cut off softly."""

    hertz: tuple[float, ...]
    gains: tuple[float, ...]
    drive: float = 0.0


MICROPHONES: Final[dict[str, Microphone | None]] = {
    "near": None,  # the recording as it is
    "telephone": Microphone(
        (0, 200, 300, 500, 1000, 2000, 3000, 3400, 3800, 8000),
        (-40, -25, -6, 0, 3, 4, 2, 0, -30, -45),
    ),
    "muffled": Microphone((0, 100, 400, 1000, 2000, 4000, 8000), (3, 6, 3, 0, -12, -24, -34)),
    "tinny": Microphone(
        (0, 300, 700, 1500, 3000, 5000, 8000), (-40, -26, -14, -4, 6, 8, 4), drive=2.0
    ),
}


def recorded(samples: Samples, name: str, noise: float | None, seed: int) -> Samples:
    """Recording in a room, once more through the microphone ``name``."""
    sound = in_room(samples, noise, seed)
    microphone = MICROPHONES[name]
    if microphone is None:
        return sound
    spectrum = np.fft.rfft(sound.astype(np.float64))
    hertz = np.fft.rfftfreq(len(sound), 1 / RATE)
    spectrum *= 10 ** (np.interp(hertz, microphone.hertz, microphone.gains) / 20)
    wave = np.fft.irfft(spectrum, len(sound))
    usual = float(np.sqrt(np.mean(wave**2)))
    if microphone.drive:
        wave = np.tanh(wave / (microphone.drive * usual)) * microphone.drive * usual
    wave *= _LEVEL / usual
    own = np.random.default_rng(seed).normal(0, _LEVEL * 10 ** (_OWN_NOISE_DB / 20), len(wave))
    return np.clip(np.rint(wave + own), -32_768, 32_767).astype(np.int16)


def _microphone(name: str) -> Condition:
    return lambda sound, _, seed: recorded(sound, name, _ROOM_DB, seed)


def _samples(wave: Wave) -> Samples:
    loudest = float(np.abs(wave).max(initial=1.0))
    samples: Samples = np.rint(wave * min(1.0, 32_000 / loudest)).astype(np.int16)
    return samples


def _room(reverberation: float, metres: float, decibels: float, *volume: float) -> Condition:
    def heard(sound: Samples, talk: Talk, seed: int) -> Samples:
        way = response(reverberation, metres, seed, *volume)
        far = carried(in_room(sound, None, seed).astype(np.float64), way)
        noise = np.random.default_rng(seed).normal(0, 1, len(far))
        return _samples(mixed(far, noise, decibels))

    return heard


CONDITIONS: Final[Mapping[str, Condition]] = {
    "chairs": _hall(lambda n, _, draw: knocks(n, draw, (80, 400), 1.0), _HALL_DB),
    "steps": _hall(lambda n, _, draw: knocks(n, draw, (60, 160), 0.5), _HALL_DB),
    "clocks": _hall(lambda n, _, draw: ticking(n, draw), _HALL_DB),
    "fan": _hall(lambda n, _, draw: fan(n, draw), _HALL_DB),
    "murmurs": _hall(murmurs, _HALL_DB),
    "a loudspeaker's echo": _hall(
        lambda n, talk, draw: np.resize(talk[int(draw.integers(len(talk)))].astype(float), n),
        _LOUDSPEAKER_DB,
    ),
    **{name: _microphone(name) for name in MICROPHONES if name != "near"},
    "two metres away, hard room": _room(*_HARD_ROOM, _ROOM_DB),
    "whispered": _said(whispered),
    "very soft": _said(lambda wave, _: wave / level(wave) * 60),
    "very loud": _said(lambda wave, _: np.clip(wave / level(wave) * 20_000, -32_000, 32_000)),
    "half as fast": _said(lambda wave, _: stretched(wave, 2.0)),
    "twice as fast": _said(lambda wave, _: stretched(wave, 0.5)),
    "a pause of a second": _said(lambda wave, _: paused(wave, 1.0)),
}
"""By name, as the table has them. Halls are 10 dB below the speech, an echo that the canceller left
5; all else is in a room with noise 20 dB below it."""


def noisy(decibels: float | None) -> Condition:
    """In a steady hall so many dB below the speech; in a quiet room without a figure."""
    return lambda sound, _, seed: in_room(sound, decibels, seed)


_CUT: Final = (0.2, 0.3, 0.4)  # seconds of speech
_QUIET: Final = 100.0  # a voice is louder


def _late(seconds: float, gate: bool) -> Condition:
    """Without the first ``seconds``: behind a ``gate`` that opens late it was silent before that;
    else the microphone woke late, and there is no sound before it at all."""

    def heard(sound: Samples, talk: Talk, seed: int) -> Samples:
        begins = int(np.argmax(np.abs(sound) > _QUIET))
        left = sound[begins + round(seconds * RATE) :]
        whole = in_room(left, None, seed)
        return whole if gate else whole[LEAD_MS * RATE // 1000 :]

    return heard


LOST: Final[Mapping[str, Condition]] = {
    f"the first {seconds:g} s lost, {name}": _late(seconds, gate)
    for name, gate in (("a gate", True), ("woke late", False))
    for seconds in _CUT
}
"""A headset that wakes late, or a noise gate that opens late."""

KINDS: Final = {"living": (0.4, 50.0), "club": (0.6, 190.0)}
"""Rooms by their names: seconds of reverberation, cubic metres."""
_LAPTOP: Final = (0.4, 0.8, 1.5)  # metres to a laptop on the table
_STILL_DB: Final = 30.0

ROOMS: Final[Mapping[str, Condition]] = {
    f"{room} room, {metres:g} m": _room(reverberation, metres, _STILL_DB, volume)
    for room, (reverberation, volume) in KINDS.items()
    for metres in _LAPTOP
}
"""A laptop on the table, not a headset; the noise of the room is 30 dB below the speech."""


def add_room(parser: argparse.ArgumentParser) -> None:
    """The options of a room, which is a living room with the laptop on the table."""
    parser.add_argument("--room", choices=(*KINDS, "none"), default="living")
    parser.add_argument("--distance", type=float, default=0.8, help="metres to the laptop")


def at_the_table(room: str, metres: float, seed: int) -> Callable[[Samples], Samples]:
    """Carries what is said to a laptop so many ``metres`` away in one of the `KINDS` of rooms, with
    what of it still fades behind it; as it is in no room (``none``)."""
    if room not in KINDS:
        return lambda said: said
    reverberation, volume = KINDS[room]
    way = response(reverberation, metres, seed, volume)

    def heard(said: Samples) -> Samples:
        padded = np.pad(said.astype(np.float64), (0, len(way)))
        return _samples(carried(padded, way))

    return heard
