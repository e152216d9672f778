# SPDX-License-Identifier: GPL-3.0-or-later
"""The way of Hektor's voice from the loudspeaker to the microphone: how late it comes, if at all.

:class:`EchoPath` finds the delay by comparison with what was played (``voice.hearing.reference``)
and follows it: samples are lost, and two sound cards run at rates that differ a little
(:meth:`EchoPath.follow`). :class:`Audibility` tells whether the microphone hears Hektor at all;
with headphones it does not. What the room makes of the sound is in ``voice.hearing.echo``.
"""

from collections import deque
from collections.abc import Callable
from enum import Enum
from typing import Final

import numpy as np

from voice.hearing.audio import RATE, Block, Samples
from voice.hearing.echo import HOP, Wave
from voice.hearing.reference import (
    AUDIBLE,
    EARLIEST,
    EVERY,
    LATEST,
    SEGMENT,
    DelayFinder,
    Recent,
    Reference,
    Timeline,
    likeness,
)

_BEFORE: Final = RATE // 200  # the filter begins so long before the echo
_COVERED: Final = RATE // 20  # and an echo that much later needs no new place
_SAME: Final = 2  # samples
_BETTER: Final = 0.5  # of the power that is left
_USELESS: Final = 0.7
_SKEW_GAIN: Final = 4e-7  # of a lag of a sample, a hop
_SLIP_GAIN: Final = 0.02
_MOST_SKEW: Final = 3e-4
_SOUNDED: Final = 130  # blocks of Hektor's speech after which it is known that none is heard
_JUDGED: Final = 400  # blocks from which the levels are taken
_NO_LOUDER: Final = 2.0  # times the power of the silent room is no echo
_GLANCE: Final = RATE * 3 // 10  # samples in which an echo is looked for that has moved
_OFTEN: Final = 3  # blocks between two such looks
_NEAR: Final = 16  # samples
_LAGS: Final = RATE // 4  # so long ago is known what was played, if some of it was lost
_UNFOUND: Final = 3 * RATE  # samples of Hektor's speech without an echo where it could be
_STRANGE: Final = 20.0  # times what chance makes of it; a vowel makes thirteen

Explains = Callable[[Wave, Wave], float]
"""The part of the power of a sound that is left when the echo of what was played is taken out."""


class Audibility:
    """Hektor's audibility, judged by levels as long as no echo was found."""

    def __init__(self) -> None:
        self.absent = False
        """Nothing of Hektor is heard in the microphone."""
        self._silent: deque[float] = deque(maxlen=_JUDGED)  # powers of blocks without Hektor
        self._spoken: deque[float] = deque(maxlen=_JUDGED)  # and while it spoke

    def forget(self) -> None:
        """Samples were lost: it has to be judged anew."""
        self.absent = False
        self._spoken.clear()

    def judge(self, wave: Wave, *, spoken: bool) -> None:
        """One more block, ``spoken`` if Hektor could be heard in it."""
        if not wave.any():
            return
        (self._spoken if spoken else self._silent).append(float((wave**2).mean()))
        if spoken and len(self._spoken) >= _SOUNDED and self._silent:
            louder = np.percentile(self._spoken, 70) / np.percentile(self._silent, 30)
            self.absent = bool(louder < _NO_LOUDER)


class Change(Enum):
    """The findings of a look at the echo."""

    NONE = "none"  # it is where it was, or was not seen
    DOUBT = "doubt"  # it seems to have moved
    MOVED = "moved"  # it comes earlier or later; the room is the same
    NEW = "new"  # all is new


class EchoPath:
    """How many samples after it was played a sound is heard. One thread uses it, but for
    ``reference``, which the loudspeaker's may tell what it plays."""

    def __init__(self) -> None:
        self.reference = Reference()
        self.delay: int | None = None
        """Samples; None until an echo was found."""
        self.certain = False
        """Nothing was lost since it was found."""
        self._slip = 0.0  # samples that the microphone's clock has got ahead of the loudspeaker's
        self._skew = 0.0  # how much faster it runs
        self._timeline = Timeline()
        self._sound = Recent(SEGMENT)
        self._finder = DelayFinder()
        self._seen = 0  # where the finder sees it: the loudest of its ways is not always the first
        self._jumps = 0
        self._compared = 0  # samples that sounded since the last comparison
        self._unfound = 0  # samples that sounded, and their echo was not found
        self._looked = 0  # blocks since it was last looked whether the echo has moved
        self._moving: int | None = None  # where the echo seems to be now

    @property
    def count(self) -> int:
        """How many samples the microphone has given."""
        return self._timeline.count

    def add(self, block: Block) -> Samples:
        """The sound of a block of the microphone, once it is noted."""
        sound = np.frombuffer(block.pcm, "<i2")
        self._timeline.add(len(sound), block.started_at)
        self._sound.add(sound.astype(np.float64))
        return sound

    def played(self, index: int, count: int) -> Wave:
        """The part of the loudspeaker's sound that is in the microphone's samples from ``index``
        on."""
        if self.delay is None:
            return np.zeros(count)
        place = self._index(index) - self.delay + _BEFORE - self._slip
        return self.reference.read(place, count)

    def follow(self, lag: float) -> None:
        """After a hop in which the echo came ``lag`` samples later than it was expected."""
        self._skew = min(max(self._skew + _SKEW_GAIN * lag, -_MOST_SKEW), _MOST_SKEW)
        self._slip += HOP * self._skew + _SLIP_GAIN * lag

    def lost(self) -> bool:
        """True if samples were lost since this was asked last: the delay is not certain then."""
        jumps = self._timeline.jumps + self.reference.timeline.jumps
        if jumps == self._jumps:
            return False
        self._jumps = jumps
        self.certain = False
        self._finder.forget()
        return True

    def find(self, samples: int, explains: Explains, *, talk: bool) -> Change:
        """Look for the echo when enough was played; the last ``samples`` are new. While people
        ``talk``, an echo that is not found may be lost."""
        begin = self._index(self.count - SEGMENT) - round(self._slip)
        end = begin + SEGMENT - max(self.delay or 0, _LAGS)
        if np.abs(self.reference.read(end - samples, samples)).max(initial=0.0) > AUDIBLE:
            self._compared += samples
        if self._compared < EVERY:
            return Change.NONE
        self._compared = 0
        played = self.reference.read(begin - LATEST, SEGMENT + LATEST - EARLIEST)
        found = self._finder.compare(self._sound.wave, played)
        change = Change.DOUBT if found is None else self._placed(found, explains)
        if change is not Change.DOUBT:
            self.certain, self._unfound = True, 0
            return change
        if self.delay is not None and (talk or not self.certain):
            self._unfound += EVERY
            if self._unfound >= _UNFOUND:
                self._look_anew()
        return Change.NONE

    def glance(self) -> Change:
        """A voice that seems to be somebody's may be Hektor's, heard earlier or later than it was.
        Two looks tell where it is now, and the room is still the same."""
        self._looked = (self._looked + 1) % _OFTEN
        if self.delay is None or self._looked:
            return Change.NONE
        begin = self._index(self.count - _GLANCE) - round(self._slip)
        played = self.reference.read(begin - LATEST, _GLANCE + LATEST - EARLIEST)
        alike = np.abs(likeness(self._sound.wave[-_GLANCE:], played))
        usual, place = self._seen - EARLIEST - 1, int(alike.argmax())
        covered = alike[max(usual - _BEFORE, 0) : max(usual + _COVERED, 0)]
        if alike[place] < max(_STRANGE, 2 * covered.max(initial=0.0)):
            self._moving = None
            return Change.NONE
        by, before = place - usual, self._moving
        self.certain = before is not None and abs(by - before) <= _NEAR
        self._moving = None if self.certain else by
        self._finder.forget()
        if not self.certain:
            return Change.DOUBT
        self._move(self.delay, by)
        return Change.MOVED

    def _index(self, index: int) -> int:
        """The sample of what was played that belongs to one of the microphone, by their times."""
        return round(self.reference.timeline.index(self._timeline.time(index)))

    def _placed(self, found: int, explains: Explains) -> Change:
        """The echo is heard so much later: if that is new, samples were lost or all is new. DOUBT
        if it is not taken out where it is."""
        if self.delay is None:
            return self._begin(found)
        if abs(found - self._seen) <= _SAME:
            return Change.NONE
        moved = found - self._seen
        before = self._left_with(self.delay, explains)
        if self._left_with(self.delay + moved, explains) < _BETTER * before:
            self._move(self.delay, moved)
            return Change.MOVED
        if before <= _USELESS:  # the same echo: another of its ways is the loudest now
            self._seen = found
            return Change.NONE
        return Change.DOUBT if -_BEFORE < moved < _COVERED else self._begin(found)

    def _begin(self, delay: int) -> Change:
        self.delay = self._seen = delay
        self._slip = 0.0
        return Change.NEW

    def _move(self, delay: int, by: int) -> None:
        self.delay = delay + by
        self._seen += by
        self._finder.forget()

    def _left_with(self, delay: int, explains: Explains) -> float:
        index = self._index(self.count - SEGMENT)
        played = self.reference.read(index - delay + _BEFORE - self._slip, SEGMENT)
        return explains(self._sound.wave, played)

    def _look_anew(self) -> None:
        """So much was lost bit by bit that the echo is out of sight: the times of the last blocks
        tell where it may be."""
        self._timeline.anchor()
        self.reference.timeline.anchor()
        self._slip, self._unfound = 0.0, 0
