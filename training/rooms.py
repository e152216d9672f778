# SPDX-License-Identifier: GPL-3.0-or-later
"""A laptop on the table of a room, for what is learnt: speech as waves, with the room's sound.

Half of the rooms are direct sound and noise that fades (`lab.acoustics.response`), half
have the reflections of their walls (image sources: Allen & Berkley 1979), by pyroomacoustics
(R. Scheibler, E. Bezzam & I. Dokmanić 2018). What a room adds is taken off as it is at the board
(`voice.acoustic.reverberation`), so a network hears in training what it will hear there.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final

import numpy as np

from lab.acoustics import carried, response
from voice.acoustic.augment import Draw, Wave, level, surroundings, through_microphone
from voice.acoustic.features import SAMPLE_RATE
from voice.acoustic.phones import PhoneSpan
from voice.acoustic.reverberation import without_reverberation

_SECONDS: Final = (0.25, 0.9)  # of reverberation
_VOLUMES: Final = (25.0, 400.0)  # cubic metres
_METRES: Final = (0.3, 2.0)
_NOISE_DB: Final = (12.0, 40.0)  # below the speech
_SIDES: Final = ((2.8, 12.0), (2.5, 9.0), (2.3, 4.0))  # metres
_TABLE: Final = (0.75, 0.25)  # metres: its height, and how much higher a mouth is
_WALL: Final = 0.4  # metres from it at least
_ORDER: Final = 12  # reflections
_KNOWN: Final = 300  # rooms with walls; a room serves again and again
_LOUD: Final = (1.8, 4.1)  # powers of ten
_FAR: Final = 0.4  # the share of utterances at a table, the others near the mouth


def somewhere(
    wave: Wave, spans: Sequence[PhoneSpan], draw: Draw, babble: Wave | None = None
) -> tuple[Wave, list[PhoneSpan]]:
    """An utterance as a microphone would record it, near the mouth or on a table."""
    if draw.random() < _FAR:
        return at_a_table(wave, spans, draw)
    return surroundings(wave, spans, draw, babble)


def at_a_table(wave: Wave, spans: Sequence[PhoneSpan], draw: Draw) -> tuple[Wave, list[PhoneSpan]]:
    """An utterance as a laptop on the table hears it, and its phones."""
    sound, placed = surroundings(wave, spans, draw, near=True)
    far = carried(sound, _response(draw))
    if draw.random() < 0.6:
        far = through_microphone(far, draw)
    behind = _noise(draw)(len(far))
    far = far / level(far) + behind / level(behind) * 10 ** (-draw.uniform(*_NOISE_DB) / 20)
    far = np.clip(np.round(far * 10 ** draw.uniform(*_LOUD)), -32768, 32767)
    return without_reverberation(far).astype(np.float64), placed


def _response(draw: Draw) -> Wave:
    if draw.random() < 0.5:
        return walls(int(draw.integers(_KNOWN)))
    volume = float(np.exp(draw.uniform(*np.log(_VOLUMES))))
    seed = int(draw.integers(1 << 30))
    return response(draw.uniform(*_SECONDS), draw.uniform(*_METRES), seed, volume)


@lru_cache(maxsize=_KNOWN)
def walls(seed: int) -> Wave:
    """How a room with walls carries sound to a table, with the direct sound at full strength."""
    import pyroomacoustics  # noqa: PLC0415  (only to make a model)

    draw = np.random.default_rng([seed, 64])
    sides = np.array([draw.uniform(*each) for each in _SIDES])
    seconds = draw.uniform(*_SECONDS)
    try:
        absorption, order = pyroomacoustics.inverse_sabine(seconds, sides)
    except ValueError:  # no wall takes up so much in so large a room
        absorption, order = 0.6, _ORDER
    room = pyroomacoustics.ShoeBox(
        sides,
        fs=SAMPLE_RATE,
        materials=pyroomacoustics.Material(absorption),
        max_order=min(order, _ORDER),
    )
    table, higher = _TABLE
    laptop = np.array([*(draw.uniform(_WALL, each - _WALL) for each in sides[:2]), table])
    mouth = laptop
    while not all(_WALL / 2 < mouth[i] < sides[i] - _WALL / 2 for i in (0, 1)) or mouth is laptop:
        way, turned = draw.uniform(*_METRES), draw.uniform(0, 2 * np.pi)
        mouth = laptop + np.array([way * np.cos(turned), way * np.sin(turned), higher])
    room.add_source(mouth)
    room.add_microphone(laptop)
    room.compute_rir()
    found: Wave = np.asarray(room.rir[0][0], np.float64)
    return np.asarray(found / np.abs(found).max())


def _noise(draw: Draw) -> Callable[[int], Wave]:
    """The noise of a room or a hall; not white alone."""
    from training.augmentation import hall  # noqa: PLC0415  (it needs torch)
    from voice.acoustic.augment import noise  # noqa: PLC0415

    made = hall if draw.random() < 0.3 else noise
    return lambda count: np.asarray(made(count, draw), np.float64)
