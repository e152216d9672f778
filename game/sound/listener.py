# SPDX-License-Identifier: GPL-3.0-or-later
"""The listening thread: microphone, echo, recogniser, and a watch over the microphone.

It tells the loop what it heard, when somebody begins or stops speaking, and when the microphone
dies or comes back; it knows nothing of the game.
"""

import threading
import time
from collections.abc import Callable, Sequence

from game.base.inbox import HearingChanged, SpeechHeard
from table.core.inputs import DeviceChanged
from table.events.dialogue import Device
from table.events.game import Role
from voice.hearing.audio import Block, MicrophoneError, Source, Stillness, Watchdog
from voice.hearing.duplex import Duplex
from voice.hearing.engines import Engine
from voice.hearing.gate import Gate
from voice.hearing.recogniser import JudgeCompleteness, Recogniser
from voice.language.template import Sentences
from voice.language.transcript import HeardUtterance

EngineOf = Callable[[Role | None], Engine | None]
"""What hears the person at the microphone of this player, or at the one microphone (None); None:
what hears strangers."""

DEVICES = {
    None: Device.MICROPHONE,
    Role.WHITE: Device.WHITE_MICROPHONE,
    Role.BLACK: Device.BLACK_MICROPHONE,
}

READ_TIMEOUT = 0.25  # seconds; the watchdog is asked as often
CALM = 3_000_000_000  # ns without a sound of Hektor's or of anybody, and nothing waits for a word
NAP = 0.15  # seconds in which blocks gather then: a block alone costs twice as much as among five


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
            block = source.read(0.0 if calm else READ_TIMEOUT) if source else None
            if block is None and (calm or source is None):
                self._wait(NAP if calm else READ_TIMEOUT)
            if block is not None:
                watchdog.heard()
                self.hear(block)
            health = watchdog.check(self._now())
            if health is not None:
                self._tell(DeviceChanged(DEVICES[self._who], not watchdog.lost))
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
