# SPDX-License-Identifier: GPL-3.0-or-later
"""The loudspeaker's sound, where the microphone can be compared with it.

Two streams of samples are counted, since their times are inexact: those of the microphone are when
the computer got them, those of the loudspeaker when its driver believes that they sound. How much
later the microphone hears what was played is found by comparing the sounds themselves.
"""

import statistics
from collections import deque
from typing import Final

import numpy as np
import numpy.typing as npt

from voice.hearing.audio import MILLISECOND, RATE, Samples

Wave = npt.NDArray[np.float64]
"""Samples at 16 kHz, in units of 16 bits."""

_SECOND: Final = 1_000 * MILLISECOND
_KEPT: Final = 4 * RATE
_JUMP: Final = 300 * MILLISECOND  # the device stood still
_SETTLING: Final = 40 * MILLISECOND  # and comes to rest: it may catch up in a burst
_JUDGED: Final = 32  # blocks
_CREEP: Final = 0.002  # clocks of sound cards go a little wrong
_WAITING: Final = 250  # blocks that wait to be taken, the last seconds if nobody listens
AUDIBLE: Final = 30  # of 32768

TAPS: Final = 12
_AROUND: Final = np.arange(-TAPS + 1, TAPS + 1)

EARLIEST: Final = -RATE // 4
LATEST: Final = 2 * RATE
"""How much later than its time the echo may be heard, in samples."""

_SEGMENT: Final = RATE
_EVERY: Final = RATE // 4
_CERTAIN: Final = 15.0  # times the usual size of the correlation; chance makes ten
_KEEPS: Final = 0.8


class Timeline:
    """A stream of samples whose blocks come with inexact times; ``jumps`` counts its gaps."""

    def __init__(self) -> None:
        self.count = 0
        self.jumps = 0
        self._start = 0.0
        self._expected = 0.0
        self._late: deque[float] = deque(maxlen=_JUDGED)
        self._settles = False

    def add(self, samples: int, at: int) -> None:
        """So many samples, of which the first is heard about ``at``."""
        seen = at - self.count * _SECOND / RATE
        if not self.count:
            self._start = self._expected = seen
        self._late.append(seen)
        middle = statistics.median_low(self._late)
        if len(self._late) == _JUDGED:
            if abs(middle - self._expected) > (_SETTLING if self._settles else _JUMP):
                self._start += middle - self._expected
                self._expected = middle
                self.jumps += 1
                self._late.clear()
                self._settles = True
            else:
                self._settles = False
                self._expected += _CREEP * (middle - self._expected)
        self.count += samples

    def anchor(self) -> None:
        """Go by the times of the last blocks alone: samples may have been lost now and then."""
        if self._late:
            self._start = self._expected = statistics.median_low(self._late)
            self.jumps += 1

    def time(self, index: float) -> float:
        """When a sample is heard (ns)."""
        return self._start + index * _SECOND / RATE

    def index(self, time: float) -> float:
        """The sample that is heard at a time."""
        return (time - self._start) * RATE / _SECOND


def between(wave: Wave, places: Wave, band: float = 1.0) -> Wave:
    """A wave at places between its samples; its upper frequencies are kept up to ``band`` of them.
    The places keep a distance of ``TAPS`` from both ends."""
    near = np.floor(places).astype(np.int64)[:, np.newaxis] + _AROUND
    apart = places[:, np.newaxis] - near
    weights = band * np.sinc(band * apart) * np.cos(np.pi / 2 * apart / (TAPS + 1)) ** 2
    found: Wave = (wave[near] * weights).sum(axis=1)
    return found


class Recent:
    """The last samples of a sound that goes on, silence at first."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._wave: Wave = np.zeros(4 * size)
        self._end = size

    def add(self, wave: Wave) -> None:
        """Some more."""
        wave = wave[-self._size :]
        if self._end + len(wave) > len(self._wave):
            self._wave[: self._size] = self.wave
            self._end = self._size
        self._wave[self._end : self._end + len(wave)] = wave
        self._end += len(wave)

    @property
    def wave(self) -> Wave:
        """The samples that are kept, until more are added."""
        return self._wave[self._end - self._size : self._end]


class Reference:
    """The last seconds of what was played, at 16 kHz. ``played`` may be called from any thread,
    all else from one."""

    def __init__(self) -> None:
        self.timeline = Timeline()
        self.known_until: int | None = None
        self._waiting: deque[tuple[Samples, int, int]] = deque(maxlen=_WAITING)
        self._kept = Recent(_KEPT)
        self._sounded = 0  # samples, to the end of the last block that was not silent
        self._rate = RATE
        self._source: Wave = np.zeros(2 * TAPS)  # not converted yet, and what is needed before it
        self._place = 2.0 * TAPS  # in it, of the next sample

    def played(self, samples: Samples, rate: int, heard_at: int) -> None:
        """Mono samples that are heard from ``heard_at`` (ns) on; silence too, so that there is no
        gap. Returns at once, for the driver of a loudspeaker to call it."""
        self._waiting.append((samples, rate, heard_at))

    def take(self) -> None:
        """Take over what was played since the last time."""
        while self._waiting:
            samples, rate, heard_at = self._waiting.popleft()
            wave = self._converted(samples.astype(np.float64), rate)
            self.timeline.add(len(wave), heard_at)
            self.known_until = heard_at + len(samples) * _SECOND // rate
            self._kept.add(wave)
            if wave.any():
                self._sounded = self.timeline.count

    def read(self, place: float, count: int) -> Wave:
        """So many samples from that place on; silence where nothing is known."""
        whole = int(np.floor(place))
        if whole - TAPS >= self._sounded:
            return np.zeros(count)
        wave = self._at(whole - TAPS, count + 2 * TAPS + 1)
        if place == whole or not wave.any():
            return wave[TAPS : TAPS + count]
        return between(wave, np.arange(count, dtype=np.float64) + (TAPS + place - whole))

    def _at(self, index: int, count: int) -> Wave:
        first = index - (self.timeline.count - _KEPT)
        inside = self._kept.wave[max(first, 0) : max(first + count, 0)]
        before = min(max(-first, 0), count)
        found: Wave = np.zeros(count)
        found[before : before + len(inside)] = inside
        return found

    def _converted(self, wave: Wave, rate: int) -> Wave:
        if rate == RATE:
            return wave
        step = rate / RATE
        source = np.concatenate((self._source, wave))
        count = max(int((len(source) - TAPS - 1 - self._place) / step), 0)
        places = self._place + step * np.arange(count, dtype=np.float64)
        made = between(source, places, min(1.0, 0.95 / step)) if source.any() else np.zeros(count)
        self._place += step * count
        gone = int(self._place) - TAPS
        self._source = source[gone:]
        self._place -= gone
        return made


def likeness(sound: Wave, played: Wave) -> Wave:
    """For each delay from ``EARLIEST`` + 1 to ``LATEST`` how much of what was played is in a sound,
    in units of what chance makes of it.

    ``played`` is from ``LATEST`` samples before the sound to ``-EARLIEST`` after it.
    """
    size = 1 << (len(played) - 1).bit_length()
    cross = np.fft.rfft(sound, size) * np.conj(np.fft.rfft(played, size))
    cross /= np.abs(cross) ** 0.7 + 1e-9
    around = np.fft.irfft(cross)
    # played[i] is heard at sound[i - LATEST + delay]: a shift of delay - LATEST, from
    # EARLIEST - LATEST to 0.
    shifts = np.concatenate((around[EARLIEST - LATEST :], around[:1]))[1:]
    alike: Wave = shifts / max(float(shifts.std()), 1e-9)
    return alike


class DelayFinder:
    """How many samples later than its time the echo is heard."""

    def __init__(self) -> None:
        self._found: Wave = np.zeros(LATEST - EARLIEST)
        self._last: int | None = None

    def compare(self, sound: Wave, played: Wave) -> int | None:
        """The delay, if it is certain: of ``_SEGMENT`` samples of the microphone, and of what was
        played from ``LATEST`` samples before them to ``-EARLIEST`` after."""
        self._found = _KEEPS * self._found + likeness(sound, played)
        place = int(np.abs(self._found).argmax())
        certain = abs(self._found[place]) > _CERTAIN * float(self._found.std())
        last, self._last = self._last, place if certain else None
        if not certain or last is None or abs(last - place) > 16:
            return None
        return place + 1 + EARLIEST

    def forget(self) -> None:
        """Note a change."""
        self._found[:] = 0.0
        self._last = None


SEGMENT: Final = _SEGMENT
EVERY: Final = _EVERY
