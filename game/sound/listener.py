# SPDX-License-Identifier: GPL-3.0-or-later
"""The listening threads: microphone, echo, recogniser, and a watch over the microphone. They tell
the loop what they heard, when somebody begins or stops speaking, and when a microphone dies or
comes back; they know nothing of the game.

Where each player has a microphone, a word belongs to the one at which it is louder. An utterance of
which all words are louder at the other one is the other player's, who is heard there; where only
some are, two people spoke at once, and nobody knows who said what: it has to be said again.
"""

import math
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from game.base.inbox import HearingChanged, SpeechHeard
from table.core.inputs import DeviceChanged
from table.events.dialogue import Device
from table.events.game import Role
from voice.hearing.audio import RATE, Block, MicrophoneError, Source, Stillness, Watchdog
from voice.hearing.duplex import Duplex
from voice.hearing.engines import Engine
from voice.hearing.gate import Gate
from voice.hearing.recogniser import JudgeCompleteness, Recogniser
from voice.language.template import Sentences
from voice.language.transcript import UNKNOWN, HeardUtterance

EngineOf = Callable[[Role | None], Engine | None]
"""The recogniser of the person at the microphone of this player, or at the one microphone (None);
None: what hears strangers."""

DEVICES = {
    None: Device.MICROPHONE,
    Role.WHITE: Device.WHITE_MICROPHONE,
    Role.BLACK: Device.BLACK_MICROPHONE,
}

READ_TIMEOUT = 0.25  # seconds; the watchdog is asked as often
CALM = 3_000_000_000  # ns without a sound of Hektor's or of anybody, and nothing waits for a word
NAP = 0.15  # seconds in which blocks gather then: five as one cost little more than one alone
_NAP_BYTES: Final = round(2 * RATE * NAP)


class Listener(threading.Thread):
    """Feeds a recogniser from a microphone that may come and go."""

    def __init__(
        self,
        open_source: Callable[[], Source],
        recogniser: Recogniser,
        ears: Gate | Duplex,
        tell: Callable[[SpeechHeard | HearingChanged | DeviceChanged], None],
        *,
        who: Role | None = None,
        now: Callable[[], int] = time.monotonic_ns,
        wait: Callable[[float], object] | None = None,
        note: Callable[[Block], None] = lambda _: None,
    ) -> None:
        """``ears`` keep Hektor from hearing itself: a gate, or the echo taken out; ``note`` is told
        what they pass. ``tell`` is called from this thread; ``open_source`` may raise
        MicrophoneError.
        ``who`` has this microphone, where each player has one. The engine of ``recogniser`` hears
        strangers. ``wait`` passes seconds while there is no microphone."""
        super().__init__(name="listener", daemon=True)
        self._who = who
        self._strangers = recogniser.engine
        self._open_source = open_source
        self._recogniser = recogniser
        self._ears = ears
        self._tell = tell
        self._note = note
        self._now = now
        self._stopped = threading.Event()
        self._wait = wait or self._stopped.wait
        self._hearing = False
        self._stillness = Stillness()
        self._busy_at = now()

    def listen_for(
        self,
        phrases: Sequence[str],
        completeness: JudgeCompleteness,
        engine_of: EngineOf | None = None,
        sentences: Sentences | None = None,
    ) -> None:
        """As :meth:`Recogniser.listen_for`, from any thread; ``engine_of`` tells what hears."""
        engine = (None if engine_of is None else engine_of(self._who)) or self._strangers
        self._recogniser.listen_for(phrases, completeness, engine, sentences)

    def stop(self) -> None:
        """End the thread and let go of the microphone."""
        self._stopped.set()

    def run(self) -> None:
        """Listen until stopped; a fault is reported, and no speech stays begun without an end."""
        try:
            self._listen()
        except Exception as error:  # the loop must know that nobody listens any more
            detail = f"{type(error).__name__}: {error}"
            self._tell(DeviceChanged(Device.RECOGNISER, False, detail))
            self._hear(False, self._now())

    def hear(self, block: Block) -> None:
        """A block of the microphone goes to the recogniser, without what Hektor says in it."""
        passed = self._ears.pass_block(block)
        own = passed.gated or passed.echo
        if (works := self._stillness.check(block, own=own)) is not None:
            self._tell(DeviceChanged(Device.SOUND, works))
        for each in (*self._ears.held_back(), passed):
            self._note(each)
            heard = self._recogniser.feed(
                each.pcm, each.at, each.gated, each.echo, fading=each.fading
            )
            self._took(heard, block.at)
        if passed.gated or passed.echo or not self._recogniser.waiting:
            self._busy_at = block.at

    def _listen(self) -> None:
        """A microphone that is lost is opened anew every two seconds."""
        source = self._open()
        watchdog = Watchdog(self._now())
        if source is None:
            watchdog.missing(self._now())
        while not self._stopped.is_set():
            calm = self._now() - self._busy_at > CALM
            block = (_gathered(source) if calm else source.read(READ_TIMEOUT)) if source else None
            if block is None and (calm or source is None):
                self._wait(NAP if calm else READ_TIMEOUT)
            if block is not None:
                watchdog.heard()
                self.hear(block)
            if (works := watchdog.check(self._now())) is not None:
                self._tell(DeviceChanged(DEVICES[self._who], works))
                self._recogniser.reset()
                self._hear(False, self._now())
            if watchdog.reopen_due(self._now()):
                if source is not None:
                    source.close()
                source = self._open(again=True)
                watchdog.reopened(source is not None)
        if source is not None:
            source.close()

    def _open(self, again: bool = False) -> Source | None:
        try:
            return self._open_source()
        except MicrophoneError as error:
            if not again:
                self._tell(DeviceChanged(DEVICES[self._who], False, str(error)))
            return None

    def _took(self, utterance: HeardUtterance | None, at: int) -> None:
        if utterance is not None:
            self._hearing = False
            began = utterance.started_at
            over, doubtful = self._ears.spoke_after(began), self._ears.doubts(began)
            self._tell(SpeechHeard(utterance, over, doubtful, self._who))
        self._hear(self._recogniser.hearing, at)

    def _hear(self, on: bool, at: int) -> None:
        if on != self._hearing:
            self._hearing = on
            self._tell(HearingChanged(on, at))


def _gathered(source: Source) -> Block | None:
    """The blocks that wait, as one, up to a nap."""
    block = source.read(0.0)
    while block is not None and len(block.pcm) < _NAP_BYTES and (more := source.read(0.0)):
        block = Block(block.pcm + more.pcm, more.at)
    return block


_SECOND: Final = 1_000_000_000
_KEPT: Final = 2_000  # blocks, one minute: longer than any utterance
_ALIVE: Final = 2 * _SECOND

EarReport = SpeechHeard | HearingChanged | DeviceChanged


class Floor:
    """Lets each word through once; called from the threads of all microphones. With one of them
    everything passes."""

    def __init__(
        self, microphones: Iterable[Role | None], tell: Callable[[EarReport], None]
    ) -> None:
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

    def take(self, who: Role | None, item: EarReport) -> None:
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
        """Report that nothing came of what was heard, unless the other player still speaks."""
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
