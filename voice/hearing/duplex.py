# SPDX-License-Identifier: GPL-3.0-or-later
"""Listening while Hektor speaks: its echo is taken out where it is known, else nobody is heard.

:class:`Duplex` stands where the :class:`voice.hearing.gate.Gate` alone stood: between the
microphone and the recogniser. What becomes of a block:

1. It is compared with what the loudspeaker played (``voice.hearing.reference``): how much later
   than its time it is heard, and whether the two clocks drift apart.
2. The echo is subtracted (``voice.hearing.echo``).
3. While Hektor speaks and its echo is not known yet, or what sounds is unknown, as a screen
   reader's voice, the block is gated, as without all this.
4. Where there is no echo at all, as with headphones, everything is passed on.
5. A block in which nobody speaks but Hektor is marked ``echo``: it is no speech.
"""

from collections import deque
from dataclasses import replace
from typing import Final

import numpy as np

from voice.hearing.audio import MILLISECOND, RATE, Block, Samples, duration
from voice.hearing.echo import DELAY, HOP, EchoCanceller, Residual, Wave
from voice.hearing.gate import Gate
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
_ALIVE: Final = 1_000 * MILLISECOND  # without a block, and the loudspeaker is silent or not ours
_ENOUGH: Final = RATE // HOP
_SETTLED_DB: Final = -14.0  # the room is known so well that no echo is taken for a voice
_WELL_DB: Final = -18.0  # the room is known so well that no second look is needed
_SKEW_GAIN: Final = 4e-7  # of a lag of a sample, a hop
_SLIP_GAIN: Final = 0.02
_MOST_SKEW: Final = 3e-4
_SOUNDED: Final = 130  # blocks of Hektor's speech after which it is known that none is heard
_JUDGED: Final = 400  # blocks from which the levels are taken
_NO_LOUDER: Final = 2.0  # times the power of the silent room is no echo
_LATE: Final = (
    Gate.TAIL * RATE // (1_000 * MILLISECOND)
)  # samples, from when an echo outlasts the gate
_AGAIN: Final = 130  # hops, from which the room is learnt when the delay was found
_GLANCE: Final = RATE * 3 // 10  # samples in which an echo is looked for that has moved
_OFTEN: Final = 3  # blocks between two such looks
_NEAR: Final = 16  # samples
_LAGS: Final = RATE // 4  # so long ago is known what was played, if some of it was lost
_UNFOUND: Final = 3 * RATE  # samples of Hektor's speech without an echo where it could be
_STRANGE: Final = 20.0  # times what chance makes of it; a vowel makes thirteen


class Duplex:
    """Passes blocks on, without Hektor's echo. ``pass_block`` is for one thread; the sound of the
    loudspeaker may be told from any."""

    def __init__(self, gate: Gate, *, talk_over: bool = True) -> None:
        """``gate`` is told of sounds that are heard but not known, as of recordings. Without
        ``talk_over`` nobody is heard while Hektor speaks, and nothing is reckoned."""
        self.gate = gate
        self._talk_over = talk_over
        self._own = Gate(gate.tail, gate.enabled)
        self._reference = Reference()
        self._canceller = EchoCanceller()
        self._finder = DelayFinder()
        self._timeline = Timeline()
        self._jumps = 0
        self._delay: int | None = None
        self._seen = 0  # where the finder sees it: the loudest of its ways is not always the first
        self._certain = False  # nothing was lost since it was found
        self._looked = 0  # blocks since it was last looked whether the echo has moved
        self._moving: int | None = None  # where the echo seems to be now
        self._at = self._moved_at = -1  # the end of the last block; of that in which it moved
        self._skew = 0.0  # how much faster the microphone's clock runs
        self._slip = 0.0  # samples by which it has got ahead
        self._compared = 0  # samples that sounded since the last comparison
        self._unfound = 0  # samples that sounded, and their echo was not found
        self._talk = False
        self._sound = Recent(SEGMENT)
        self._waiting: Wave = np.zeros(0)
        self._hops: deque[tuple[Wave, Wave]] = deque(maxlen=_AGAIN)
        self._begun = False
        self._new = 0  # hops of echo from which nothing was learnt a second time
        self._silent: deque[float] = deque(maxlen=_JUDGED)  # powers of blocks without Hektor
        self._spoken: deque[float] = deque(maxlen=_JUDGED)  # and while it spoke
        self._absent = False  # nothing of Hektor is heard in the microphone
        self._spoke_until = -1  # the last moment at which Hektor could be heard

    def played(self, samples: Samples, rate: int, heard_at: int) -> None:
        """What the loudspeaker plays: see :meth:`voice.hearing.reference.Reference.played`."""
        if self.gate.enabled and self._talk_over:
            self._reference.played(samples, rate, heard_at)

    def speech_started(self, at: int) -> None:
        """Hektor begins to speak."""
        self._own.speech_started(at)

    def speech_ended(self, at: int) -> None:
        """Hektor is silent again."""
        self._own.speech_ended(at)

    def pass_block(self, block: Block) -> Block:
        """The whole steps so far, without echo, or silence marked ``gated``."""
        if not self.gate.enabled:
            return block
        if not self._talk_over:
            return self.gate.pass_block(self._own.pass_block(block))
        self._at = block.at
        self._reference.take()
        self._keep(block)
        wave, echo, talk = self._step()
        if echo and talk and self._moves():
            talk = False
        self._talk = talk
        pcm = np.clip(np.rint(wave), -32_768, 32_767).astype("<i2").tobytes()
        passed = Block(pcm, block.at - duration(len(self._waiting) + DELAY), echo=echo and not talk)
        own, other = self._own.pass_block(block), self.gate.pass_block(block).gated
        if own.gated or (echo and self._is_late()):
            self._spoke_until = block.at
        self._look_for_any(wave, spoken=own.gated, unknown=other)
        if not other and (not own.gated or self._knows(block.at)):
            return passed
        fading = own.fading and not other
        return replace(
            passed,
            pcm=pcm if fading else bytes(len(pcm)),
            gated=True,
            echo=False,
            fading=fading,
        )

    def spoke_after(self, at: int) -> bool:
        """True if Hektor could be heard after ``at``, a moment of a block that was passed on."""
        return self._spoke_until > at

    def doubts(self, since: int) -> bool:
        """True if Hektor's own voice may be in what was passed on after ``since``: its echo came
        another way, is not known well yet, or was never noticed."""
        return self._absent or self._moved_at > since or self._canceller.left_db > _SETTLED_DB

    def _knows(self, at: int) -> bool:
        """True if people can be heard while Hektor speaks."""
        known_until = self._reference.known_until
        alive = known_until is not None and known_until > at - _ALIVE
        return alive and (self._absent or (self._certain and self._canceller.ready))

    def _is_late(self) -> bool:
        """True if the sound system lags so that the echo comes when Hektor has long been silent."""
        return self._delay is not None and self._delay > _LATE

    def _look_for_any(self, wave: Wave, *, spoken: bool, unknown: bool) -> None:
        """Whether the microphone hears anything of Hektor, as long as no echo was found in it."""
        if self._delay is not None or unknown or not wave.any():
            return
        (self._spoken if spoken else self._silent).append(float((wave**2).mean()))
        if spoken and len(self._spoken) >= _SOUNDED and self._silent:
            louder = np.percentile(self._spoken, 70) / np.percentile(self._silent, 30)
            self._absent = bool(louder < _NO_LOUDER)

    def _keep(self, block: Block) -> None:
        sound = np.frombuffer(block.pcm, "<i2").astype(np.float64)
        self._timeline.add(len(sound), block.started_at)
        self._sound.add(sound)
        self._waiting = np.concatenate((self._waiting, sound))
        self._watch(len(sound))

    def _step(self) -> tuple[Wave, bool, bool]:
        """All whole hops without echo, whether there was one, and whether somebody speaks."""
        out: list[Wave] = []
        echo = talk = False
        while len(self._waiting) >= HOP:
            index = self._timeline.count - len(self._waiting)
            hop, self._waiting = self._waiting[:HOP], self._waiting[HOP:]
            played = self._played(index, HOP)
            self._hops.append((hop, played))
            rest = self._canceller.process(hop, played)
            self._follow(rest)
            self._new = 0 if self._canceller.idle else self._new + rest.echo
            silent = not rest.echo and not rest.talk
            if silent and self._new > _ENOUGH and self._canceller.left_db > _WELL_DB:
                self._new = 0
                self._canceller.learn(self._hops)
            if self._begun:  # before it there was no sound, which is no silence either
                out.append(rest.wave)
            self._begun = True
            echo, talk = echo or rest.echo, talk or rest.talk
        return np.concatenate(out) if out else np.zeros(0), echo, talk

    def _played(self, index: int, count: int) -> Wave:
        """What can be heard in the microphone's samples from ``index`` on."""
        if self._delay is None:
            return np.zeros(count)
        place = self._index(index) - self._delay + _BEFORE - self._slip
        return self._reference.read(place, count)

    def _follow(self, rest: Residual) -> None:
        """Two sound cards run at rates that differ a little: what is played moves along."""
        lag = self._canceller.lag.samples if rest.echo and not rest.talk else 0.0
        self._skew = min(max(self._skew + _SKEW_GAIN * lag, -_MOST_SKEW), _MOST_SKEW)
        self._slip += HOP * self._skew + _SLIP_GAIN * lag

    def _index(self, index: int) -> int:
        """The sample of what was played that belongs to one of the microphone, by their times."""
        return round(self._reference.timeline.index(self._timeline.time(index)))

    def _watch(self, samples: int) -> None:
        """Find out how late the echo is heard, again where samples were lost."""
        jumps = self._timeline.jumps + self._reference.timeline.jumps
        if jumps != self._jumps:
            self._jumps = jumps
            self._certain = self._absent = False
            self._spoken.clear()
            self._finder.forget()
        begin = self._index(self._timeline.count - SEGMENT) - round(self._slip)
        end = begin + SEGMENT - max(self._delay or 0, _LAGS)
        if np.abs(self._reference.read(end - samples, samples)).max(initial=0.0) > AUDIBLE:
            self._compared += samples
        if self._compared < EVERY:
            return
        self._compared = 0
        played = self._reference.read(begin - LATEST, SEGMENT + LATEST - EARLIEST)
        found = self._finder.compare(self._sound.wave, played)
        if found is not None and self._place(found):
            self._certain, self._unfound = True, 0
        elif self._delay is not None and (self._talk or not self._certain):
            self._unfound += EVERY
            if self._unfound >= _UNFOUND:
                self._look_anew()

    def _look_anew(self) -> None:
        """So much was lost bit by bit that the echo is out of sight: the times of the last blocks
        tell where it may be."""
        self._timeline.anchor()
        self._reference.timeline.anchor()
        self._slip, self._unfound = 0.0, 0

    def _place(self, found: int) -> bool:
        """The echo is heard so much later: if that is new, samples were lost or all is new.
        Whether it is taken out where it is."""
        if self._delay is None:
            self._begin(found)
        elif abs(found - self._seen) > _SAME:
            moved = found - self._seen
            before, after = self._left_with(self._delay), self._left_with(self._delay + moved)
            if after < _BETTER * before:
                self._move(moved)
            elif before <= _USELESS:  # the same echo: another of its ways is the loudest now
                self._seen = found
            elif -_BEFORE < moved < _COVERED:
                return False
            else:
                self._begin(found)
        return True

    def _move(self, by: int) -> None:
        assert self._delay is not None
        self._delay += by
        self._seen += by
        self._moved_at = self._at
        self._finder.forget()

    def _moves(self) -> bool:
        """True if what seems to be somebody's voice is Hektor's, which is heard earlier or later
        than it was. Two looks tell where it is now, and the room is still the same."""
        self._looked = (self._looked + 1) % _OFTEN
        if self._delay is None or self._looked:
            return False
        begin = self._index(self._timeline.count - _GLANCE) - round(self._slip)
        played = self._reference.read(begin - LATEST, _GLANCE + LATEST - EARLIEST)
        alike = np.abs(likeness(self._sound.wave[-_GLANCE:], played))
        usual, place = self._seen - EARLIEST - 1, int(alike.argmax())
        covered = alike[max(usual - _BEFORE, 0) : max(usual + _COVERED, 0)]
        if alike[place] < max(_STRANGE, 2 * covered.max(initial=0.0)):
            self._moving = None
            return False
        by, before = place - usual, self._moving
        self._certain = before is not None and abs(by - before) <= _NEAR
        self._moving = None if self._certain else by
        self._moved_at = self._at
        self._finder.forget()
        if self._certain:
            self._move(by)
            self._canceller.recall()
        return True

    def _left_with(self, delay: int) -> float:
        index = self._index(self._timeline.count - SEGMENT)
        played = self._reference.read(index - delay + _BEFORE - self._slip, SEGMENT)
        return self._canceller.explains(self._sound.wave, played)

    def _begin(self, delay: int) -> None:
        """Learn the room anew, first from what was kept."""
        self._delay = self._seen = delay
        self._moved_at = self._at
        self._absent = False
        self._slip = 0.0
        self._canceller.forget()
        first = self._timeline.count - len(self._waiting) - len(self._hops) * HOP
        for number, (hop, _) in enumerate(self._hops):
            self._hops[number] = hop, self._played(first + number * HOP, HOP)
        self._canceller.learn(self._hops)
