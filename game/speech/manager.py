# SPDX-License-Identifier: GPL-3.0-or-later
"""Utterances in order of priority, one at a time, cancellable at once.

The model is NVDA's speech manager. Nothing is merged or dropped: the same announcement twice is
spoken twice, and an utterance that was interrupted is said again. Only the listener cuts.
"""

import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace

from announce.lexicon import MOVES, Segment
from announce.text.utterance import Priority, Utterance
from game.speech.drivers import Driver
from game.speech.espeak import VoiceMissing
from game.speech.voice import Voice
from table.events.dialogue import Device


@dataclass(frozen=True, slots=True)
class Pending:
    """An utterance that waits or is being spoken, known by its number.

    ``cut``: somebody spoke over it once.
    """

    index: int
    utterance: Utterance
    cut: bool = False


class SpeechQueue:
    """The utterances that wait, without any thread or sound."""

    def __init__(self) -> None:
        self.held = False
        self._waiting: dict[Priority, deque[Pending]] = {
            priority: deque() for priority in sorted(Priority, reverse=True)
        }

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))

    @property
    def ready(self) -> bool:
        """True if something may be spoken now: while the queue is ``held`` only what does not
        :func:`yields`."""
        return any(waiting and self._may(waiting[0]) for waiting in self._waiting.values())

    def add(self, pending: Pending) -> None:
        """Behind all of its priority."""
        self._waiting[pending.utterance.priority].append(pending)

    def add_again(self, pending: Pending) -> None:
        """Before all of its priority: it was interrupted."""
        self._waiting[pending.utterance.priority].appendleft(pending)

    def take(self) -> Pending:
        """The next to be spoken. Raises IndexError if nothing is ready."""
        for waiting in self._waiting.values():
            if waiting and self._may(waiting[0]):
                return waiting.popleft()
        raise IndexError("nothing waits")

    def remove(self, pending: Pending) -> bool:
        """Forgets one that waits; whether it did."""
        waiting = self._waiting[pending.utterance.priority]
        known = pending in waiting
        if known:
            waiting.remove(pending)
        return known

    def _may(self, pending: Pending) -> bool:
        return not (self.held and yields(pending.utterance))

    def drop(self, up_to: Priority) -> list[Pending]:
        """Forgets what waits with this priority or less, and gives it back."""
        dropped: list[Pending] = []
        for priority, waiting in self._waiting.items():
            if priority <= up_to:
                dropped += waiting
                waiting.clear()
        return dropped


def interrupts(new: Utterance, current: Utterance) -> bool:
    """True if ``new`` may break in: only NOW does, and never into a move read back."""
    return new.priority is Priority.NOW > current.priority and not current.protected


def yields(utterance: Utterance) -> bool:
    """True if it falls silent for somebody who speaks: not a move read back, nor an alarm."""
    return utterance.priority is not Priority.NOW and not utterance.protected


def gives_way(pending: Pending) -> bool:
    """True if it falls silent now: what has to be heard is begun twice at most."""
    return yields(pending.utterance) and not (pending.cut and not pending.utterance.passing)


def nothing(*_: object) -> None:
    """For whoever need not be told."""


@dataclass(frozen=True, slots=True)
class Callbacks:
    """Functions that are told what becomes of the speech.

    ``on_start`` and ``on_end`` give the times (ns, monotonic) between which a sound is heard, from
    the player's thread and the speech thread; they gate the microphone. ``on_done`` gets the number
    of each utterance that was spoken or cut, from the speech thread, and of each that ``cancel``
    drops from the queue, from the thread that cancels. ``on_lost`` (once) and ``on_restored`` tell
    of the loudspeaker and of the voice.
    """

    on_start: Callable[[int], None] = nothing
    on_end: Callable[[int], None] = nothing
    on_done: Callable[[int], None] = nothing
    on_lost: Callable[[Device, str], None] = nothing
    on_restored: Callable[[Device], None] = nothing


NOBODY = Callbacks()


class Speech:
    """Speaks on a thread of its own; every method returns at once and may be called anywhere."""

    def __init__(
        self,
        driver: Driver,
        voice: Voice | None = None,
        tell: Callbacks = NOBODY,
    ) -> None:
        self.voice = voice or Voice()
        self._driver = driver
        self._tell = tell
        self._changed = threading.Condition()
        self._queue = SpeechQueue()
        self._current: Pending | None = None
        self._again: int | None = None  # the index of an utterance that was interrupted
        self._cut: Pending | None = None  # by somebody who speaks
        self._count = 0
        self._ready = False
        self._closing = False
        self._lost: set[tuple[Device, str]] = set()  # a voice with its language
        self._thread = threading.Thread(target=self._run, name="speech", daemon=True)
        self._thread.start()

    def say(self, utterance: Utterance) -> int:
        """Puts an utterance in its place; its number."""
        with self._changed:
            self._count += 1
            pending = Pending(self._count, utterance)
            if self._closing or not utterance.spoken:
                return pending.index
            self._queue.add(pending)
            current = self._current
            if current is not None and interrupts(utterance, current.utterance):
                self._again = current.index
                self._driver.cancel()
            self._changed.notify_all()
            return pending.index

    def knock(self) -> bool:
        """Sounds the press of the clock at once, beside what is spoken; False if nobody hears
        it."""
        return self._driver.knock(self.voice.volume)

    def cancel(self, up_to: Priority = Priority.NOW) -> None:
        """Silence: what is spoken and what waits, up to a priority, is not said.

        ``Priority.NORMAL`` ends answers only and lets a move or an error be heard.
        """
        with self._changed:
            dropped = self._queue.drop(up_to)
            if self._current is not None and self._current.utterance.priority <= up_to:
                self._again = None
                self._driver.cancel()
            self._changed.notify_all()
        for pending in dropped:
            self._tell.on_done(pending.index)

    def give_way(self) -> None:
        """Give way to somebody who speaks: answers end, and all else waits until :meth:`go_on`, but
        for a move that is being read back."""
        with self._changed:
            self._queue.held = True
            current = self._current
            if current is not None and gives_way(current):
                if current.utterance.priority > Priority.NORMAL:
                    self._current = self._cut = replace(current, cut=True)
                    self._again = current.index
                self._driver.cancel()
        self.cancel(Priority.NORMAL)

    def go_on(self, *, answered: bool) -> None:
        """Speak again: nobody else does. What was cut is spoken again, unless it was ``passing``
        and what was said has ``answered`` it."""
        dropped = None
        with self._changed:
            self._queue.held = False
            cut, self._cut = self._cut, None
            if cut is not None and cut.utterance.passing and answered:
                if self._again == cut.index:  # it is not silent yet
                    self._again = None
                elif self._queue.remove(cut):
                    dropped = cut.index
            self._changed.notify_all()
        if dropped is not None:
            self._tell.on_done(dropped)

    def wait_idle(self, timeout: float | None = None) -> bool:
        """Waits until all is said; False if ``timeout`` seconds were not enough."""
        with self._changed:
            return self._changed.wait_for(
                lambda: self._ready and self._current is None and not len(self._queue), timeout
            )

    def close(self) -> None:
        """Silence, and an end of the thread and the driver."""
        with self._changed:
            self._closing = True
            self._queue.drop(Priority.NOW)
            self._driver.cancel()
            self._changed.notify_all()
        if threading.current_thread() is not self._thread:
            self._thread.join(2.0)
        self._driver.close()

    def _run(self) -> None:
        self._prepare()
        follows = False
        while True:
            with self._changed:
                self._ready = True
                while not self._queue.ready and not self._closing:
                    self._changed.notify_all()
                    self._changed.wait()
                    follows = False
                if self._closing:
                    self._changed.notify_all()
                    return
                current = self._current = self._queue.take()
                ticket = self._driver.ticket()
            self._speak(current.utterance, ticket, pause=follows)
            with self._changed:
                again = self._again == current.index
                if again:
                    self._queue.add_again(self._current)
                self._again = self._current = None
            if not again:
                self._tell.on_done(current.index)
            follows = True

    def _prepare(self) -> None:
        """Loads the voice and opens the loudspeaker before they are needed."""
        try:
            self._driver.open(self.voice.for_language(MOVES))
        except VoiceMissing as error:
            self._lose(Device.VOICE, str(error), MOVES)
        except Exception as error:  # LoudspeakerLost, or whatever the sound system raises
            self._lose(Device.LOUDSPEAKER, str(error))

    def _speak(self, utterance: Utterance, ticket: int, *, pause: bool) -> None:
        for segment in utterance.segments:
            heard: list[int] = []
            voice = self.voice.brisk() if utterance.echo else self.voice
            whole = self._speak_segment(segment, voice, ticket, heard, pause)
            pause = pause and not heard
            if not whole:
                return

    def _speak_segment(
        self, segment: Segment, own: Voice, ticket: int, heard: list[int], pause: bool
    ) -> bool:
        """True to go on; in the voice of the moves where the own one is missing."""

        def started(at: int) -> None:
            if not heard:  # else another driver says it again, for one that went
                self._tell.on_start(at)
            heard.append(at)

        for language in dict.fromkeys((segment.language, MOVES)):
            voice = own.for_language(language)
            try:
                played = self._driver.speak(segment.text, voice, ticket, started, pause=pause)
            except VoiceMissing as error:
                self._lose(Device.VOICE, str(error), language)
                continue
            except Exception as error:  # LoudspeakerLost, or whatever the sound system raises
                if heard:
                    self._tell.on_end(heard[0])
                self._lose(Device.LOUDSPEAKER, str(error))
                return False
            self._restore(Device.VOICE, language)
            if heard:
                self._tell.on_end(played.ended_at)
                self._restore(Device.LOUDSPEAKER)
            return played.whole
        return True

    def _lose(self, device: Device, detail: str, which: str = "") -> None:
        if (device, which) not in self._lost:
            self._lost.add((device, which))
            self._tell.on_lost(device, detail)

    def _restore(self, device: Device, which: str = "") -> None:
        if (device, which) in self._lost:
            self._lost.discard((device, which))
            self._tell.on_restored(device)
