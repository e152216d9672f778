# SPDX-License-Identifier: GPL-3.0-or-later
"""A microphone for each player: whose words they are where both microphones hear one voice.

A word belongs to the microphone at which it is louder. An utterance of which all words are louder
at the other one is the other player's, who is heard there; where only some are, two people spoke
at once, and nobody knows who said what: it has to be said again.
"""

import math
import threading
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from game.base.inbox import HearingChanged, SpeechHeard
from game.sound.listener import EngineOf, Listener
from table.core.inputs import DeviceChanged
from table.events.game import Role
from voice.hearing.audio import Block
from voice.hearing.recogniser import JudgeCompleteness
from voice.language.template import Sentences
from voice.language.transcript import UNKNOWN, HeardUtterance

_SECOND: Final = 1_000_000_000
_KEPT: Final = 2_000  # blocks, one minute: longer than any utterance
_ALIVE: Final = 2 * _SECOND

Heard = SpeechHeard | HearingChanged | DeviceChanged


class Floor:
    """Lets each word through once; called from the threads of all microphones. With one of them
    everything passes."""

    def __init__(self, microphones: Iterable[Role | None], tell: Callable[[Heard], None]) -> None:
        self._blocks: dict[Role | None, deque[tuple[int, int, float]]] = {
            who: deque(maxlen=_KEPT) for who in microphones
        }  # begin, end, energy
        self._tell = tell
        self._lock = threading.Lock()
        self._speaking: set[Role | None] = set()

    def note(self, who: Role | None, block: Block) -> None:
        """A block of sound was passed on by the ears of ``who``."""
        samples = np.frombuffer(block.pcm, "<i2").astype(np.float64)
        self._blocks[who].append((block.started_at, block.at, float(samples @ samples)))

    def _energy(self, who: Role | None, begin: int, end: int, now: int) -> float:
        """The sum of the squares of all samples in the blocks that touch this interval. It is
        infinite, lest anybody else is believed, where a microphone that works is behind ``now``
        so far that it is not known yet."""
        blocks = tuple(self._blocks[who])
        if blocks and now - _ALIVE < blocks[-1][1] < end:
            return math.inf
        return sum(energy for began, ended, energy in blocks if began < end and ended > begin)

    def take(self, who: Role | None, item: Heard) -> None:
        """The report of the microphone of ``who``."""
        with self._lock:
            match item:
                case SpeechHeard(utterance=utterance):
                    self._speaking.discard(who)
                    louder = self._louder(who, utterance)
                    if not any(louder):
                        self._fall_silent(utterance.decided_at)
                        return
                    clipped = utterance.clipped or not all(louder)
                    self._tell(replace(item, utterance=replace(utterance, clipped=clipped)))
                case HearingChanged(on=True):
                    if not self._speaking:
                        self._tell(item)
                    self._speaking.add(who)
                case HearingChanged(at=at):
                    self._speaking.discard(who)
                    self._fall_silent(at)
                case _:
                    self._tell(item)

    def _fall_silent(self, at: int) -> None:
        """Nothing came of what was heard, unless the other player still speaks."""
        if not self._speaking:
            self._tell(HearingChanged(False, at))

    def _louder(self, who: Role | None, utterance: HeardUtterance) -> list[bool]:
        """For each known word, or for the whole if there is none, whether it is louder here."""
        first = utterance.origin
        others = [one for one in self._blocks if one is not who]
        spans = [
            (first + round(word.start_s * _SECOND), first + round(word.end_s * _SECOND))
            for word in utterance.transcripts[0].timed
            if word.text != UNKNOWN
        ]
        now = utterance.decided_at
        return [
            self._energy(who, begin, end, now)
            >= max((self._energy(one, begin, end, now) for one in others), default=0.0)
            for begin, end in spans or [(utterance.started_at, utterance.ended_at)]
        ]


class Listeners:
    """The listening threads of all microphones, of which there is one or one for each player."""

    def __init__(self, listeners: Sequence[Listener]) -> None:
        self._listeners = listeners

    @property
    def count(self) -> int:
        """How many microphones there are."""
        return len(self._listeners)

    def start(self) -> None:
        """Begin to listen."""
        for one in self._listeners:
            one.start()

    def stop(self) -> None:
        """End the threads and let go of the microphones."""
        for one in self._listeners:
            one.stop()

    def listen_for(
        self,
        phrases: Sequence[str],
        completeness: JudgeCompleteness,
        engine_of: EngineOf | None = None,
        sentences: Sentences | None = None,
    ) -> None:
        """As :meth:`Listener.listen_for`, at every microphone."""
        for one in self._listeners:
            one.listen_for(phrases, completeness, engine_of, sentences)
