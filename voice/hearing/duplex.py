# SPDX-License-Identifier: GPL-3.0-or-later
"""Listening while Hektor speaks: its echo is taken out where it is known, else nobody is heard.

:class:`Duplex` stands where the :class:`voice.hearing.gate.Gate` alone stood: between the
microphone and the recogniser. What becomes of a block:

1. It is compared with what the loudspeaker played: how much later than its time that is heard,
   and whether the two clocks drift apart (``voice.hearing.echo_path``).
2. The echo is subtracted (``voice.hearing.echo``).
3. While Hektor speaks and its echo is not known yet, or what sounds is unknown, as a screen
   reader's voice, the block is gated, as without all this.
4. Where there is no echo at all, as with headphones, everything is passed on.
5. A block in which nobody speaks but Hektor is marked ``echo``: it is no speech.
6. What was shut out since Hektor began to speak is looked at again once its echo is known. If
   somebody spoke, it is given out late (``held_back``): nobody talks to Hektor in vain.
"""

from collections import deque
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from voice.hearing.audio import MILLISECOND, RATE, Block, Samples, duration
from voice.hearing.echo import DELAY, HOP, EchoCanceller, Wave
from voice.hearing.echo_path import Audibility, Change, EchoPath
from voice.hearing.gate import Gate

_ALIVE: Final = 1_000 * MILLISECOND  # without a block, and the loudspeaker is silent or not ours
_ENOUGH: Final = RATE // HOP
_SETTLED_DB: Final = -14.0  # the room is known so well that no echo is taken for a voice
_WELL_DB: Final = -18.0  # the room is known so well that no second look is needed
_LATE: Final = (
    Gate.TAIL * RATE // (1_000 * MILLISECOND)
)  # samples, from when an echo outlasts the gate
_AGAIN: Final = 130  # hops, from which the room is learnt when the delay was found
_KEPT: Final = 400  # hops, six seconds: Hektor's echo is known by then, or words are too old
_SPOKEN: Final = 10  # hops in which somebody spoke are a word
_BEFORE: Final = 20  # hops before somebody is noticed may be theirs, too


def _pcm(wave: Wave) -> bytes:
    return np.clip(np.rint(wave), -32_768, 32_767).astype("<i2").tobytes()


class Duplex:
    """Passes blocks on, without Hektor's echo. ``pass_block`` is for one thread; the sound of the
    loudspeaker may be told from any."""

    def __init__(self, gate: Gate, *, talk_over: bool = True) -> None:
        """``gate`` is told of sounds that are heard but not known, as of recordings. Without
        ``talk_over`` nobody is heard while Hektor speaks, and nothing is reckoned."""
        self.gate = gate
        self._talk_over = talk_over
        self._own = Gate(gate.tail, gate.enabled)
        self._path = EchoPath()
        self._canceller = EchoCanceller()
        self._audibility = Audibility()
        self._waiting: Wave = np.zeros(0)  # less than a hop
        self._hops: deque[tuple[Wave, Wave]] = deque(maxlen=_KEPT)
        self._shut = 0  # the last hops of these were shut out, and may be given out late
        self._held: list[Block] = []
        self._begun = False
        self._new = 0  # hops of echo from which nothing was learnt a second time
        self._talk = False
        self._at = self._moved_at = -1  # the end of the last block; of that in which it moved
        self._spoke_until = -1  # the last moment at which Hektor could be heard

    def played(self, samples: Samples, rate: int, heard_at: int) -> None:
        """The samples that the loudspeaker plays: see
        :meth:`voice.hearing.reference.Reference.played`."""
        if self.gate.enabled and self._talk_over:
            self._path.reference.played(samples, rate, heard_at)

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
        self._path.reference.take()
        self._keep(block)
        wave, echo, talk = self._step()
        if echo and talk and self._has_moved():
            talk = False
        self._talk = talk
        pcm = _pcm(wave)
        passed = Block(pcm, block.at - duration(len(self._waiting) + DELAY), echo=echo and not talk)
        own, other = self._own.pass_block(block), self.gate.pass_block(block).gated
        if own.gated or (echo and self._is_late()):
            self._spoke_until = block.at
        if self._path.delay is None and not other:
            self._audibility.judge(wave, spoken=own.gated)
        if not other and (not own.gated or self._knows(block.at)):
            if self._shut and self._path.certain and not self._canceller.ready:
                self._canceller.learn(list(self._hops))  # the last chance to know it
            self._held = self._heard_late(passed) if self._shut and self._knows(block.at) else []
            self._shut = 0
            return passed
        self._shut = 0 if other else min(self._shut + len(wave) // HOP, len(self._hops))
        fading = own.fading and not other
        return replace(
            passed,
            pcm=pcm if fading else bytes(len(pcm)),
            gated=True,
            echo=False,
            fading=fading,
        )

    def held_back(self) -> Sequence[Block]:
        """The people's speech while Hektor's echo was not known: the sound from when Hektor began
        to speak up to the last block that was passed. It is told once, as soon as the echo is
        known.
        """
        held, self._held = self._held, []
        return held

    def spoke_after(self, at: int) -> bool:
        """True if Hektor could be heard after ``at``, a moment of a block that was passed on."""
        return self._spoke_until > at

    def doubts(self, since: int) -> bool:
        """True if Hektor's own voice may be in what was passed on after ``since``: its echo came
        another way, is not known well yet, or was never noticed."""
        absent, moved = self._audibility.absent, self._moved_at > since
        return absent or moved or self._canceller.left_db > _SETTLED_DB

    def _knows(self, at: int) -> bool:
        """True if people can be heard while Hektor speaks."""
        known_until = self._path.reference.known_until
        alive = known_until is not None and known_until > at - _ALIVE
        known = self._path.certain and self._canceller.ready
        return alive and (self._audibility.absent or known)

    def _is_late(self) -> bool:
        """True if the sound system lags so that the echo comes when Hektor has long been silent."""
        return self._path.delay is not None and self._path.delay > _LATE

    def _keep(self, block: Block) -> None:
        """Take the block, and look how late its echo is, again where samples were lost."""
        sound = self._path.add(block)
        self._waiting = np.concatenate((self._waiting, sound))
        if self._path.lost():
            self._audibility.forget()
        change = self._path.find(len(sound), self._canceller.explains, talk=self._talk)
        if change is not Change.NONE:
            self._moved_at = self._at
        if change is Change.NEW:
            self._learn_anew()

    def _has_moved(self) -> bool:
        """True if what seems to be somebody's voice is Hektor's, which comes another way now."""
        change = self._path.glance()
        if change is not Change.NONE:
            self._moved_at = self._at
        if change is Change.MOVED:
            self._canceller.recall()
        return change is not Change.NONE

    def _step(self) -> tuple[Wave, bool, bool]:
        """All whole hops without echo, whether there was one, and whether somebody speaks."""
        out: list[Wave] = []
        echo = talk = False
        while len(self._waiting) >= HOP:
            index = self._path.count - len(self._waiting)
            hop, self._waiting = self._waiting[:HOP], self._waiting[HOP:]
            played = self._path.played(index, HOP)
            self._hops.append((hop, played))
            rest, spoken, echoed = self._canceller.process(hop, played)
            self._path.follow(self._canceller.lag.samples if echoed and not spoken else 0.0)
            self._new = 0 if self._canceller.idle else self._new + echoed
            silent = not echoed and not spoken
            if silent and self._new > _ENOUGH and self._canceller.left_db > _WELL_DB:
                self._new = 0
                self._canceller.learn(list(self._hops)[-_AGAIN:])
            if self._begun:  # before it there was no sound, which is no silence either
                out.append(rest)
            self._begun = True
            echo, talk = echo or echoed, talk or spoken
        return np.concatenate(out) if out else np.zeros(0), echo, talk

    def _heard_late(self, passed: Block) -> list[Block]:
        """The hops that were shut out before ``passed``, without the echo that is known now;
        nothing if nobody spoke in them."""
        end = len(self._hops) - len(passed.pcm) // 2 // HOP
        rests = self._canceller.again(list(self._hops)[:end], self._shut)
        absent = self._audibility.absent  # all that was heard is the people's then
        talks = [number for number, (_, talk, _) in enumerate(rests) if talk]
        if not absent and len(talks) < _SPOKEN:
            return []
        begin = 0 if absent else talks[0] - _BEFORE  # before it only a rest of Hektor's own words
        held, at = [], passed.started_at
        for number, (wave, talk, echo) in reversed([*enumerate(rests)]):
            rest = wave if number >= begin else np.zeros(len(wave))
            held.append(Block(_pcm(rest), at, echo=echo and not talk))
            at -= duration(HOP)
        return held[::-1]

    def _learn_anew(self) -> None:
        """Learn the room, first from what was kept."""
        self._audibility.absent = False
        self._canceller.forget()
        first = self._path.count - len(self._waiting) - len(self._hops) * HOP
        for number, (hop, _) in enumerate(self._hops):
            self._hops[number] = hop, self._path.played(first + number * HOP, HOP)
        self._canceller.learn(list(self._hops)[-_AGAIN:])
