# SPDX-License-Identifier: GPL-3.0-or-later
"""Listening while Hektor speaks: its echo is taken out where it is known, else nobody is heard.

:class:`Duplex` stands where the :class:`voice.hearing.gate.Gate` alone stood: between the
microphone and the recogniser. What becomes of a block:

1. It is compared with what the loudspeaker played (``voice.hearing.reference``): how much later
   than its time it is heard, and whether the two clocks drift apart.
2. The echo is subtracted (``voice.hearing.echo``).
3. While Hektor speaks and its echo is not known yet, or what sounds is unknown, as a screen
   reader's voice, the block is gated, as without all this.
4. A block in which nobody speaks but Hektor is marked ``echo``: it is no speech.
"""

from dataclasses import replace
from typing import Final

import numpy as np

from voice.hearing.audio import RATE, Block, Samples, duration
from voice.hearing.echo import DELAY, HOP, EchoCanceller, Wave
from voice.hearing.gate import Gate
from voice.hearing.reference import EARLIEST, EVERY, LATEST, SEGMENT, DelayFinder, Reference, Timeline

_BEFORE: Final = RATE // 200  # the filter begins so long before the echo
_COVERED: Final = RATE // 20  # and an echo that much later needs no new place
_KEPT: Final = 4 * RATE
_AGAIN: Final = HOP * 130  # samples, of which the room is learnt when the delay was found


class Duplex:
    """Passes blocks on, without Hektor's echo. ``pass_block`` is for one thread."""

    def __init__(self, gate: Gate) -> None:
        self.gate = gate
        self.reference = Reference()
        self._canceller = EchoCanceller()
        self._finder = DelayFinder()
        self._timeline = Timeline()
        self._jumps = 0
        self._delay: int | None = None
        self._compared = 0  # samples that sounded since the last comparison
        self._sound: Wave = np.zeros(_KEPT)
        self._waiting: Wave = np.zeros(0)
        self._begun = False

    def played(self, samples: Samples, rate: int, heard_at: int) -> None:
        """What the loudspeaker plays: see ``voice.hearing.reference.PlayedListener``."""
        self.reference.played(samples, rate, heard_at)

    def pass_block(self, block: Block) -> Block:
        """The whole steps so far, without echo, or silence marked ``gated``."""
        if not self.gate.enabled:
            return block
        self.reference.take()
        sound = np.frombuffer(block.pcm, "<i2").astype(np.float64)
        self._timeline.add(len(sound), block.started_at)
        self._sound = np.concatenate((self._sound[len(sound) :], sound))
        self._waiting = np.concatenate((self._waiting, sound))
        self._watch(len(sound))
        out: list[Wave] = []
        echo = talk = False
        while len(self._waiting) >= HOP:
            index = self._timeline.count - len(self._waiting)
            hop, self._waiting = self._waiting[:HOP], self._waiting[HOP:]
            rest = self._canceller.process(hop, self._played(index, HOP))
            if self._begun:
                out.append(rest.wave)
            self._begun = True
            echo, talk = echo or rest.echo, talk or rest.talk
        wave = np.concatenate(out) if out else np.zeros(0)
        pcm = np.clip(np.rint(wave), -32_768, 32_767).astype("<i2").tobytes()
        at = block.at - duration(len(self._waiting) + DELAY)
        passed = Block(pcm, at, echo=echo and not talk)
        if self._hears(block):
            return passed
        return self.gate.pass_block(replace(passed, at=max(at, block.at)))

    def _hears(self, block: Block) -> bool:
        """Whether people can be heard while Hektor speaks."""
        if self._delay is None or not self._canceller.ready:
            return False
        since = self.gate.speaking_since(block.started_at, block.at)
        sounded = self.reference.sounded_at
        return since is None or (sounded is not None and sounded >= since)

    def _played(self, index: int, count: int) -> Wave:
        """What can be heard in the microphone's samples from ``index`` on."""
        if self._delay is None:
            return np.zeros(count)
        return self.reference.read(self._index(index) - self._delay + _BEFORE, count)

    def _index(self, index: int) -> int:
        return round(self.reference.timeline.index(self._timeline.time(index)))

    def _watch(self, samples: int) -> None:
        """Find out how late the echo is heard, again where samples were lost."""
        jumps = self._timeline.jumps + self.reference.timeline.jumps
        if jumps != self._jumps:
            self._jumps = jumps
            self._finder.forget()
        begin = self._timeline.count - SEGMENT
        played = self.reference.read(self._index(begin) - LATEST, SEGMENT + LATEST - EARLIEST)
        if np.abs(played[-samples + EARLIEST :EARLIEST]).max(initial=0.0) > 30:
            self._compared += samples
        if self._compared < EVERY:
            return
        self._compared = 0
        found = self._finder.compare(self._sound[-SEGMENT:], played)
        if found is None:
            return
        if self._delay is None or not -_BEFORE < found - self._delay < _COVERED:
            self._begin(found)

    def _begin(self, delay: int) -> None:
        """Learn the room anew, first from what was kept."""
        self._delay = delay
        self._canceller.forget()
        kept = self._sound[: _KEPT - len(self._waiting)][-_AGAIN:]
        first = self._timeline.count - len(self._waiting) - len(kept)
        for place in range(0, len(kept), HOP):
            self._canceller.process(kept[place : place + HOP], self._played(first + place, HOP))
