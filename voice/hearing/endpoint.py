# SPDX-License-Identifier: GPL-3.0-or-later
"""Where speech begins and ends: an adaptive measure of sound, and how long to wait in silence.

Vosk's own endpoint needs 0.8 s of silence. Here a complete move needs a fifth of a second, and a
move broken off ("Springer Gustav eins ...") may wait for its rest. The measure compares three
frequency bands with their own background, so a humming fan, a hiss and a murmuring hall (10 dB
below the voice) do not hide the silence after a word.
"""

from collections import deque
from typing import Final

import numpy as np
import numpy.typing as npt

from voice.hearing.audio import MILLISECOND, RATE, Samples
from voice.language.completeness import Completeness

FRAME_MS: Final = 10
_FRAME: Final = RATE * FRAME_MS // 1000
_WINDOW: Final = 2 * _FRAME
_BANDS_HZ: Final = ((150, 900), (900, 2500), (2500, 7000))
_MEMORY: Final = 200  # frames from which the background is estimated: two seconds
_PERCENTILE: Final = 15  # people pause; the quietest seventh of two seconds is background
_MARGIN_DB: Final = 6.0  # three times the spread of a band of steady noise
_QUIET_DB: Final = 20.0  # background of a quiet room, assumed until half a second was heard
_ENOUGH: Final = 50
_DIGITAL_SILENCE_DB: Final = -20.0  # a muted device says nothing about the room
_RANGE_DB: Final = 32.0  # echo and breath lie further below the loudest vowel
_LULL_DB: Final = 14.0  # other people's talk lies further below it, two vowels of one person less
_OTHERS_DB: Final = 3.0
_SPOKEN: Final = 12  # frames that may be of the speaker before that was noticed
_SURGE_DB: Final = 10.0
_SURGE_AFTER: Final = 60  # frames; a first syllable may well be louder than its consonants


def _means() -> npt.NDArray[np.float64]:
    """A matrix that makes the mean power of each band of a window's spectrum."""
    edges = np.fft.rfftfreq(_WINDOW, 1 / RATE)
    inside = [(edges >= low) & (edges < high) for low, high in _BANDS_HZ]
    return np.stack([band / band.sum() / _WINDOW for band in inside], axis=1)


_TAPER: Final = np.hanning(_WINDOW)
_MEANS: Final = _means()


COMPLETE: Final = 200 * MILLISECOND
"""The silence that ends a move or command that nothing legal continues, in nanoseconds."""
_SINGLE: Final = 400 * MILLISECOND  # the same of one word, which the start of a sentence may be
_WHOLE: Final = 350 * MILLISECOND  # a phrase that is whole, but most likely misheard
_OPEN: Final = 1_400 * MILLISECOND  # a legal phrase may go on
UNKNOWN: Final = 700 * MILLISECOND
"""The silence that ends any other words."""
STILL: Final = 2.5
"""With noise that hides every silence, how long the words must not have changed, as a multiple of
the wait in silence."""
LONGEST: Final = 12_000 * MILLISECOND
"""An utterance is cut there."""


def patience(completeness: Completeness, single: bool) -> int:
    """The silence that ends an utterance of this kind, ``single`` if it is one word; in
    nanoseconds."""
    if completeness is Completeness.COMPLETE:
        return _SINGLE if single else COMPLETE
    if completeness is Completeness.WHOLE:
        return _WHOLE
    return _OPEN if completeness is Completeness.OPEN else UNKNOWN


class SpeechDetector:
    """Tells speech from background, frame by frame of 10 ms.

    ``silence_frames`` counts the frames since the last speech, ``run`` the frames of the longest
    burst of speech in what was fed last, as far as it is heard. ``surge``: after a while somebody
    much louder spoke up, whose utterance begins only now.
    """

    def __init__(self) -> None:
        self.silence_frames = 1 << 30
        self.run = self._burst = 0
        self.surge = False
        self._levels: list[float] = []  # of the utterance, the loudest band of each frame
        self._others = 0.0  # how loud it was before
        self._tail: Samples = np.zeros(_FRAME, np.int16)
        self._left: Samples = np.zeros(0, np.int16)
        self._background = np.zeros((_MEMORY, len(_BANDS_HZ)))
        self._learnt = 0
        self._peak = 0.0
        self._loud: deque[bool] = deque([False] * 3, maxlen=3)

    def feed(self, samples: Samples, *, echo: bool = False) -> None:
        """Hear some more; in an ``echo`` of Hektor's nobody speaks, and it is no background."""
        self.run = self._burst
        samples = np.concatenate((self._left, samples))
        whole = len(samples) // _FRAME * _FRAME
        self._left = samples[whole:]
        if not whole:
            return
        sound = np.concatenate((self._tail, samples[:whole]))
        self._tail = sound[-_FRAME:]
        frames = sound.reshape(-1, _FRAME)
        windows = np.concatenate((frames[:-1], frames[1:]), axis=1)
        power = np.abs(np.fft.rfft(windows * _TAPER)) ** 2
        levels = 10 * np.log10(power @ _MEANS + 1e-3)
        bounds = (np.maximum(self._floor(), 0.0) + _MARGIN_DB).tolist()
        for level in levels.tolist():
            if echo:
                self._pass_over(level)
            else:
                self._judge(level, bounds)

    def begin(self) -> None:
        """A new utterance starts: forget how loud the last one was."""
        self._peak = 0.0
        before = np.roll(self._background, -self._learnt, axis=0)[-self._learnt : -_SPOKEN]
        self._others = _loud_level(before.max(axis=1)) if len(before) else 0.0
        self._levels.clear()
        self.surge = False

    def lull(self) -> tuple[int, int] | None:
        """Frames since the first and since the last that came near the utterance's loudest, if
        what follows the last is no louder than what was heard before the first."""
        near = [i for i, level in enumerate(self._levels) if level > self._peak - _LULL_DB]
        if not near or near[-1] + 1 == len(self._levels):
            return None
        before, after = self._levels[: max(0, near[0] - _SPOKEN)], self._levels[near[-1] + 1 :]
        others = max(self._others, _loud_level(np.array(before)) if before else 0.0)
        if _loud_level(np.array(after)) > others + _OTHERS_DB:
            return None  # the speaker goes on in a low voice
        return len(self._levels) - near[0], len(after)

    def interrupt(self) -> None:
        """Forget the past after a gap in the sound: the next block may be the middle of speech."""
        self.silence_frames = self.run = self._burst = 0
        self._loud.extend([False] * 3)

    def _floor(self) -> npt.NDArray[np.float64]:
        known = self._background[: self._learnt]
        if not len(known):
            return np.full(len(_BANDS_HZ), _QUIET_DB)
        place = len(known) * _PERCENTILE // 100
        floor: npt.NDArray[np.float64] = np.partition(known, place, axis=0)[place]
        return np.minimum(floor, _QUIET_DB) if len(known) < _ENOUGH else floor

    def _pass_over(self, level: list[float]) -> None:
        self._loud.append(False)
        self._levels.append(max(level))
        self.silence_frames += 1
        self._burst = 0

    def _judge(self, level: list[float], bounds: list[float]) -> None:
        """A frame by the levels of its bands, of which one must exceed its bound in speech."""
        loudest = max(level)
        if loudest > _DIGITAL_SILENCE_DB:
            self._background[self._learnt % _MEMORY] = level
            self._learnt += 1
        above = any(one > bound for one, bound in zip(level, bounds, strict=True))
        loud = above and loudest > self._peak - _RANGE_DB
        self._loud.append(loud)
        self._levels.append(loudest)
        if sum(self._loud) >= 2:
            if len(self._levels) > _SURGE_AFTER and loudest > self._peak + _SURGE_DB:
                self.surge = True
            self._peak = max(self._peak, loudest)
            self.silence_frames = 0 if loud else 1
            self._burst += 1
            self.run = max(self.run, self._burst)
        else:
            self.silence_frames += 1
            self._burst = 0


def _loud_level(levels: npt.NDArray[np.float64]) -> float:
    return float(np.partition(levels, 9 * len(levels) // 10)[9 * len(levels) // 10])
