# SPDX-License-Identifier: GPL-3.0-or-later
"""Hektor's own voice is taken out of what the microphone hears, so that people may talk over it.

What the loudspeaker plays is known to the sample. :class:`EchoCanceller` learns how the room
carries it to the microphone, subtracts it, and tells whether somebody else speaks. It is pure: it
gets sound and its reference in steps of :data:`HOP` samples and knows neither devices nor times
(``voice.hearing.duplex`` brings both together).

1. An adaptive filter of 0.3 s, in the frequency domain and in partitions, subtracts the echo. It
   is a Kalman filter: how far each coefficient may move follows from how unsure it still is and
   from how much of what is left the reference cannot explain. So it learns fast while Hektor
   speaks alone, and stands still while somebody else speaks.
2. What is left is compared, band by band, with what usually is left of an echo as loud as this
   one. Somebody speaks where much more is left; but what still moves with the echo is an echo,
   whose way has changed (a louder voice, lost samples, a laptop that was moved).
3. What is likely left of the echo is turned down, without making speech thin.
4. When Hektor has been silent for a while there is no echo, and what comes in comes out. What the
   room sounded like meanwhile is reckoned only when Hektor speaks again.

WebRTC's canceller was measured beside this one: it turns the talker down while both speak, which
costs the first words of whoever talks over Hektor. This one does not.

Source: F. Kuech, E. Mabande, G. Enzner, "State-space architecture of the partitioned-block-based
acoustic echo controller", ICASSP 2014.
"""

from collections import deque
from collections.abc import Sequence
from copy import deepcopy
from itertools import pairwise
from typing import Final

import numpy as np
import numpy.typing as npt

from voice.hearing.audio import RATE

Wave = npt.NDArray[np.float64]
"""Samples at 16 kHz, in units of 16 bits."""

HOP: Final = RATE * 15 // 1000
"""Samples in a step."""

_Spectra = npt.NDArray[np.complex128]
_WINDOW: Final = 2 * HOP

# --- The filter ---
_PARTITIONS: Final = 20  # of a hop: 0.3 s of reverberation
_STEADY: Final = 0.99995  # how little a room changes within a hop
_UNSURE: Final = 0.05  # squared gain of the room that is thought possible at first
_PASSES: Final = 2
_FADING: Final = 8.0  # partitions within which that falls to a third

# --- What is left ---
_EDGES_HZ: Final = (150, 300, 450, 600, 800, 1000, 1300, 1700, 2200, 2800, 3600, 4600, 5800, 7200)
_RELEASE: Final = 0.8  # of the power of an echo, a hop later: reverberation of a second
_FLOOR: Final = 0.01  # of an echo, that no filter takes out
_AUDIBLE: Final = 4.0  # an echo of that many times the noise is one
_CLEAR: Final = 100.0  # and of that many it can be learnt from
_LEARN: Final = 0.03  # of what usually is left, in one hop
_LEARN_LATE: Final = 0.002  # while somebody seems to speak
_BOUNDED_DB: Final = 8.0  # no single hop teaches more
_LEAST_DB, _MOST_DB = -5.0, 15.0  # that one band can say in a hop
_SMOOTH: Final = 0.7
_LOUDEST: Final = 6  # bands that tell whether somebody speaks: a vowel has no more
_DOUBT_DB: Final = 3.0  # mean over them from which somebody may speak
_TALK_DB: Final = 6.0  # and from which somebody does
_GO_ON_DB: Final = 3.0
_HANGOVER: Final = 8  # hops
_ALIKE_KEEPS: Final = 0.85
_ALIKE: Final = 0.5  # coherence from which what is left is but echo
_READY_DB: Final = -10.0  # what is left of the echo, from which people can be heard over it
_KEEP: Final = RATE // HOP  # hops between two times when the filter is kept
_MEMORY: Final = 200  # hops from which the noise of the room is estimated
_PERCENTILE: Final = 15
_NOISE: Final = 2e4  # of a quiet room, until it is known

# --- Where there is no echo ---
_IDLE: Final = 160  # hops without a reference: the loudest echo has faded, and its tail with it
_LATEST: Final = 20  # hops that are reckoned as all others are: no estimate remembers longer

# --- Turning down what is left ---
_LOWEST: Final = 0.05
_OVER: Final = 0.4


Residual = tuple[Wave, bool, bool]
"""A hop without the echo, as of :data:`DELAY` samples before; True if somebody speaks, as far as
can be told; and True if there is an echo that is louder than the noise."""

DELAY: Final = HOP
"""The output is so many samples late."""


def _bands() -> npt.NDArray[np.float64]:
    hertz = np.fft.rfftfreq(_WINDOW, 1 / RATE)
    inside = [(hertz >= low) & (hertz < high) for low, high in pairwise(_EDGES_HZ)]
    return np.stack([band / band.sum() for band in inside], axis=1)


_BANDS: Final = _bands()
_NEAREST: Final = np.argmax(
    np.array(_EDGES_HZ[1:])[None, :]
    > np.minimum(np.fft.rfftfreq(_WINDOW, 1 / RATE), 7199)[:, None],
    axis=1,
)
"""The band of each bin."""
_SPEECH: Final = slice(5, 120)  # bins, from 150 Hz to 4 kHz
_LOW: Final = 90  # bins, up to 3 kHz
_TURN: Final = 2 * np.pi * np.arange(_LOW) / _WINDOW
_LAG_KEEPS: Final = 0.95
_TAPER: Final = np.sqrt(np.hanning(_WINDOW + 1)[:-1])
_NOTHING: Final[Wave] = np.zeros(HOP)


class EchoFilter:
    """How the room carries the reference to the microphone, learnt while it sounds."""

    def __init__(self) -> None:
        bins = HOP + 1
        self._heard: _Spectra = np.zeros((_PARTITIONS, bins), np.complex128)
        self._room: _Spectra = np.zeros((_PARTITIONS, bins), np.complex128)
        fading = np.exp(-np.arange(_PARTITIONS) / _FADING)[:, np.newaxis]
        self._doubt = np.ones((_PARTITIONS, bins)) * _UNSURE * fading
        self._rest = np.ones(bins)  # power that the reference does not explain
        self._last: Wave = np.zeros(HOP)
        self._kept = [(self._room, self._doubt)] * 2
        self.unsure: Wave = np.zeros(bins)
        """The power that is likely left of the echo, as far as the room is not known yet."""

    def step(self, sound: Wave, reference: Wave) -> tuple[Wave, Wave]:
        """The sound without its echo, and the echo that was subtracted."""
        self.hear(reference)
        echo: Wave = np.fft.irfft((self._heard * self._room).sum(axis=0))[HOP:]
        left = sound - echo
        self._learn(left)
        return left, echo

    def hear(self, reference: Wave) -> None:
        """A hop of the reference."""
        self._heard = np.roll(self._heard, 1, axis=0)
        self._heard[0] = np.fft.rfft(np.concatenate((self._last, reference)))
        self._last = reference

    def rest(self, hops: int) -> None:
        """So many hops pass in which nothing is heard."""
        steady = _STEADY ** (2 * hops)
        self._doubt = steady * self._doubt + (1 - steady) * np.abs(self._room) ** 2

    def explains(self, sound: Wave, reference: Wave) -> float:
        """The share of a sound's power that is left if the reference is what this room carried."""
        size = _PARTITIONS * HOP
        room = np.fft.irfft(self._room, axis=1)[:, :HOP].reshape(size)
        padded = 1 << (len(reference) + size - 1).bit_length()
        echo = np.fft.irfft(np.fft.rfft(reference, padded) * np.fft.rfft(room, padded), padded)
        heard, expected = sound[size:], echo[size : len(sound)]
        return float(((heard - expected) ** 2).sum() / max(float((heard**2).sum()), 1.0))

    def keep(self) -> None:
        """The room is known as it is now."""
        self._kept = [self._kept[1], (self._room.copy(), self._doubt.copy())]

    def recall(self) -> None:
        """Go back to what was kept before the last time: what was learnt since may be wrong."""
        room, doubt = self._kept[0]
        self._room, self._doubt = room.copy(), doubt.copy()

    def _learn(self, left: Wave) -> None:
        error = np.fft.rfft(np.concatenate((np.zeros(HOP), left)))
        power = np.abs(self._heard) ** 2
        self._rest = 0.5 * self._rest + 0.5 * np.abs(error) ** 2
        unsure = (self._doubt * power).sum(axis=0)
        self.unsure = unsure / 2
        step = self._doubt / (unsure + 2 * self._rest + 1.0)
        moved = np.fft.irfft(step * np.conj(self._heard) * error, axis=1)
        moved[:, HOP:] = 0.0  # a partition is no longer than a hop
        self._room += np.fft.rfft(moved, axis=1)
        steady = _STEADY**2
        self._doubt *= steady * (1 - 0.5 * step * power)
        self._doubt += (1 - steady) * np.abs(self._room) ** 2


class Lag:
    """How many samples later than expected an echo comes, by the phases of its lower spectrum."""

    def __init__(self) -> None:
        self._cross: _Spectra = np.zeros(_LOW, np.complex128)
        self.samples = 0.0

    def follow(self, heard: _Spectra, expected: _Spectra) -> None:
        """The spectra of a hop."""
        self._cross *= _LAG_KEEPS
        self._cross += heard[:_LOW] * np.conj(expected[:_LOW])
        weight = np.abs(self._cross)
        turned = float((weight * _TURN * np.angle(self._cross)).sum())
        self.samples = -turned / max(float((weight * _TURN**2).sum()), 1e-9)


class EchoCanceller:
    """One microphone, one loudspeaker."""

    def __init__(self) -> None:
        self._filter = EchoFilter()
        self.lag = Lag()
        self._left: Wave = np.zeros(HOP)
        self._echo: Wave = np.zeros(HOP)
        self._late: Wave = np.zeros(HOP)  # the half window that waits for its other half
        bands = len(_EDGES_HZ) - 1
        self._usual = np.full(bands, 15.0)  # dB of what is left against the echo
        self._noise = np.full(bands, _NOISE)
        self._quiet = np.zeros((_MEMORY, bands))
        self._learnt = 0
        self._unheard = _IDLE  # hops since Hektor was heard
        self._passed: deque[Wave] = deque(maxlen=_MEMORY + 1)  # and that were not reckoned yet
        self._missed = 0  # how many these were
        self._tail = np.zeros(bands)
        self._unsure = np.zeros(bands)
        self._lost = np.zeros(bands)
        self._hangover = 0
        self._since_kept = 0  # hops from which the filter learnt
        self.evidence = 0.0
        self._shared: npt.NDArray[np.complex128] = np.zeros(HOP + 1, np.complex128)
        self._heard: Wave = np.zeros(HOP + 1)
        self._expected: Wave = np.zeros(HOP + 1)

    def process(self, sound: Wave, reference: Wave) -> Residual:
        """A hop of the microphone and what the loudspeaker played about that time."""
        self._unheard = 0 if reference.any() else self._unheard + 1
        if self.idle:
            return self._pass_on(sound)
        self._catch_up()
        return self._reckon(sound, reference)

    @property
    def idle(self) -> bool:
        """True if Hektor has been silent for so long that nothing can be learnt of its echo."""
        return self._unheard > _IDLE

    def _reckon(self, sound: Wave, reference: Wave) -> Residual:
        left, echo = self._filter.step(sound, reference)
        spectrum = np.fft.rfft(_TAPER * np.concatenate((self._left, left)))
        echo_spectrum = np.fft.rfft(_TAPER * np.concatenate((self._echo, echo)))
        echoed = np.abs(echo_spectrum) ** 2 @ _BANDS
        self._left, self._echo = left, echo
        power = np.abs(spectrum) ** 2
        bands = power @ _BANDS
        self._tail = np.maximum(echoed, _RELEASE * self._tail)
        audible = bool((self._tail > _AUDIBLE * self._noise).any())
        self._unsure = np.maximum(self._filter.unsure @ _BANDS, _RELEASE * self._unsure)
        expected = (self._unsure + _FLOOR * self._tail) * 10 ** (self._usual / 10)
        changed = self._compare(spectrum, echo_spectrum) > _ALIKE
        talk = self._judge(bands, expected, changed)
        if audible:
            self._learn(bands, expected, doubtful=not changed and self.evidence > _DOUBT_DB)
            if not talk:
                self.lag.follow(spectrum + echo_spectrum, echo_spectrum)
                self._keep()
        else:
            self._hush(bands)
        gain = self._gain(power, expected) if audible else np.ones_like(power)
        whole = np.fft.irfft(gain * spectrum) * _TAPER
        out = self._late + whole[:HOP]
        self._late = whole[HOP:]
        return out, talk, audible

    def _pass_on(self, sound: Wave) -> Residual:
        """A hop without an echo: both halves of its windows would add up to it."""
        if not self._missed:
            self._passed.append(self._left)  # its window is the first one's other half
        self._passed.append(sound)
        self._missed += 1
        out, self._left = self._left, sound
        return out, False, False

    def _catch_up(self) -> None:
        """Learn from the hops that were passed on what the room sounds like without Hektor."""
        if not self._missed:
            return
        hops = list(self._passed)
        early, late = hops[:-_LATEST], hops[-_LATEST:]
        if len(early) > 1:
            windows = _TAPER * np.concatenate((early[:-1], early[1:]), axis=1)
            for bands in np.abs(np.fft.rfft(windows)) ** 2 @ _BANDS:
                self._hush(bands)
        self._filter.rest(self._missed - min(self._missed, _LATEST))
        self._left, late = (early[-1], late) if early else (late[0], late[1:])
        self._passed.clear()
        self._missed = 0
        for sound in late:
            self._reckon(sound, _NOTHING)

    def learn(self, hops: Sequence[tuple[Wave, Wave]]) -> None:
        """Learn from the last hops, perhaps once more: what one pass left unsure, the next knows
        better."""
        self._catch_up()
        self._unheard = 0
        for _ in range(_PASSES):
            for number, (sound, reference) in enumerate(hops):
                if number < _PARTITIONS:  # what they echo may not be among the hops
                    self._filter.hear(reference)
                else:
                    self._reckon(sound, reference)

    def again(self, hops: Sequence[tuple[Wave, Wave]], last: int) -> list[Residual]:
        """The ``last`` of some hops of before, as the room is known now. Nothing is learnt."""
        known = deepcopy(self)
        begin = max(0, len(hops) - last)
        for _, reference in hops[max(0, begin - _PARTITIONS) : begin]:
            known._filter.hear(reference)
        known._hangover = 0
        return [known.process(*hop) for hop in hops[begin:]]

    def explains(self, sound: Wave, reference: Wave) -> float:
        """See :meth:`EchoFilter.explains`."""
        return self._filter.explains(sound, reference)

    def recall(self) -> None:
        """The echo has moved, and the room is as it was a second ago."""
        self._filter.recall()
        self.lag = Lag()
        self._hangover, self._since_kept = 0, 0

    def forget(self) -> None:
        """The way from the loudspeaker to the microphone is another one."""
        self._filter = EchoFilter()
        self.lag = Lag()
        self._usual[:], self._lost[:] = 15.0, 0.0
        self._tail[:] = self._unsure[:] = 0.0
        self._hangover = 0

    @property
    def left_db(self) -> float:
        """The usual residue of an echo, in dB."""
        return float(self._lost[1:10].mean())

    @property
    def ready(self) -> bool:
        """True if the room is known well enough to hear people over the echo."""
        return self.left_db < _READY_DB

    def _keep(self) -> None:
        """Now and then, while Hektor speaks alone."""
        self._since_kept += 1
        if self._since_kept >= _KEEP and self.ready:
            self._filter.keep()
            self._since_kept = 0

    def _compare(self, left: _Spectra, echo: _Spectra) -> float:
        """How far what is left moves with the echo that was taken out: their coherence, of the last
        tenth of a second and weighted by power."""
        self._shared = _ALIKE_KEEPS * self._shared + left * np.conj(echo)
        self._heard = _ALIKE_KEEPS * self._heard + np.abs(left) ** 2
        self._expected = _ALIKE_KEEPS * self._expected + np.abs(echo) ** 2
        both = float((np.abs(self._shared) ** 2 / (self._expected + 1.0))[_SPEECH].sum())
        return both / (float(self._heard[_SPEECH].sum()) + 1.0)

    def _judge(self, bands: Wave, expected: Wave, changed: bool) -> bool:
        apart = 10 * np.log10((bands + 1.0) / (expected + 2 * self._noise))
        loudest = np.sort(apart)[-_LOUDEST:]
        evidence = float(np.clip(loudest, _LEAST_DB, _MOST_DB).mean())
        self.evidence = _SMOOTH * self.evidence + (1 - _SMOOTH) * evidence
        louder = bool(bands.sum() > expected.sum())  # a burst that the loudspeaker distorts is not
        if changed:
            self._hangover = 0
        elif self.evidence > (_GO_ON_DB if self._hangover else _TALK_DB) and (
            louder or self._hangover
        ):
            self._hangover = _HANGOVER
        elif self._hangover:
            self._hangover -= 1
        return self._hangover > 0

    def _learn(self, bands: Wave, expected: Wave, *, doubtful: bool) -> None:
        """Learn the usual residue of an echo; ``doubtful``: perhaps somebody speaks."""
        apart = 10 * np.log10((bands + 1.0) / np.maximum(expected, 1.0))
        clear = self._tail > _CLEAR * self._noise
        lost = 10 * np.log10(np.maximum(expected, 1.0) / np.maximum(self._tail, 1.0))
        self._lost += np.where(clear, _LEARN * (lost - self._lost), 0.0)
        doubtful = self.ready and (doubtful or self._hangover > 0)
        rate = _LEARN_LATE if doubtful else _LEARN
        moved = rate * np.clip(apart, -_BOUNDED_DB, _BOUNDED_DB)
        self._usual = np.maximum(self._usual + np.where(clear, moved, 0.0), 0.0)

    def _hush(self, bands: Wave) -> None:
        """How loud the room is without Hektor; a muted device says nothing about it."""
        if bands.max() < 1.0:
            return
        self._quiet[self._learnt % _MEMORY] = bands
        self._learnt += 1
        known = self._quiet[: self._learnt]
        if self._learnt >= 20 and not self._learnt % 8:
            place = len(known) * _PERCENTILE // 100
            self._noise = 1.5 * np.partition(known, place, axis=0)[place] + 1.0

    def _gain(self, power: Wave, expected: Wave) -> Wave:
        bound = _OVER * expected[_NEAREST]
        gain: Wave = np.maximum(1 - bound / np.maximum(power, 1e-3), 0.0)
        return np.maximum(np.sqrt(gain), _LOWEST)
