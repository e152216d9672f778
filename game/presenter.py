# SPDX-License-Identifier: GPL-3.0-or-later
"""Tells what happened: every line printed, plain, one fact a line, and spoken unless switched off.

It also obeys the commands that concern the telling itself: repeat, stop, louder, quieter, faster,
slower, higher, deeper, another voice.
"""

import threading
from collections.abc import Callable, Sequence

from announce.settings import Settings
from announce.speech.channels import Speaking
from announce.speech.voices import Voice
from announce.utterance import Priority, Utterance
from announce.words.events import words
from announce.words.phraser import message
from game.session import Happened
from table.events import Event
from table.events.dialogue import Device, DeviceLost, DeviceRestored
from voice.language.commands import CommandName

VOICE_CHANGES: dict[CommandName, Callable[[Voice], Voice]] = {
    CommandName.LOUDER: Voice.louder,
    CommandName.QUIETER: Voice.quieter,
    CommandName.FASTER: Voice.faster,
    CommandName.SLOWER: Voice.slower,
    CommandName.HIGHER: Voice.higher,
    CommandName.DEEPER: Voice.deeper,
    CommandName.OTHER_VOICE: Voice.another,
}

_HEARD_BY = (Device.LOUDSPEAKER, Device.VOICE)
"""What nobody hears anything without."""


class Presenter:
    """Prints, and speaks where ``speech`` was set; one thread calls it, except ``spoken``."""

    def __init__(
        self,
        settings: Settings,
        write: Callable[[str], None],
        read_back: Callable[[], None] = lambda: None,
        remember: Callable[[Voice], None] = lambda _voice: None,
        overheard: Callable[[Sequence[Event]], None] | None = None,
    ) -> None:
        """``write`` prints one line. ``read_back`` is called, from any thread, when what was
        told while a move waits for the clock, its read-back first, was spoken or cut.
        ``remember`` keeps a changed voice for the next time. ``overheard`` takes every event."""
        self.settings = settings
        self._write = write
        self.speech: Speaking | None = None
        self._overheard = overheard
        self.silence: Callable[[], None] = lambda: None  # cuts what else sounds
        self._read_back = read_back
        self._remember = remember
        self._last: tuple[Utterance, ...] = ()
        self._lost: list[Device] = []
        self._lock = threading.Lock()
        self._waiting_for: int | None = None  # the last number that belongs to the read-back
        self._unspoken: set[int] = set()  # the numbers of what was said and is not over

    def tell(self, happened: Happened) -> None:
        """Everything an input led to."""
        self._overhear(happened.events)
        if happened.utterances:
            self._last = happened.utterances
        index = self.say(happened.utterances)
        if happened.waits:
            with self._lock:
                self._waiting_for = index or max(self._unspoken, default=0)
            self._tell_read_back()

    def warn(self, event: Event) -> None:
        """Something that is not on record, because it cannot be."""
        self._overhear((event,))
        self.say(words(event, self.settings))

    def say(self, utterances: Sequence[Utterance]) -> int | None:
        """Print and speak; the number of the last one that is spoken."""
        index = None
        for one in utterances:
            for line in one.text.splitlines():
                self._write(line)
            index = self.speak([one]) or index
        return index

    def speak(self, utterances: Sequence[Utterance]) -> int | None:
        """Speak and print nothing; the number of the last one."""
        index = None
        for one in utterances:
            if self.speech is not None and one.spoken:
                with self._lock:  # it may be spoken before its number is known
                    index = self.speech.say(one)
                    self._unspoken.add(index)
        return index

    def spoken(self, index: int) -> None:
        """The speech says: this utterance was spoken or cut, or will not be. From any thread."""
        with self._lock:
            self._unspoken.discard(index)
        self._tell_read_back()

    def give_way(self) -> None:
        """Somebody speaks, or coughs: answers end, but no move or warning is lost by it."""
        self.silence()
        if self.speech is not None:
            self.speech.cancel(Priority.NORMAL)

    def cancel(self) -> None:
        """Silence at once: the listener has heard enough."""
        self.silence()
        if self.speech is not None:
            self.speech.cancel()
            with self._lock:
                self._unspoken.clear()
            self._tell_read_back()

    def obey(self, name: CommandName) -> bool:
        """Obey a command about the telling; False if it is none."""
        if name is CommandName.REPEAT:
            self.say(self._last)
        elif name is CommandName.STOP:
            self.cancel()
        elif name in VOICE_CHANGES:
            self._change_voice(name)
        else:
            return False
        return True

    def drain(self, timeout: float = 30.0) -> None:
        """Wait until all is spoken."""
        if self.speech is not None:
            self.speech.wait_idle(timeout)

    def close(self) -> None:
        """No more speech."""
        if self.speech is not None:
            self.speech.close()

    def _change_voice(self, name: CommandName) -> None:
        """Say in the new voice what changed, or why nobody hears it."""
        told = name.value
        if self.speech is None:
            told = "no_speech"
        else:
            before = self.speech.voice
            self.speech.voice = VOICE_CHANGES[name](before)
            self._remember(self.speech.voice)
            if self.speech.voice == before:
                told = "no_further"
        if self._lost:
            self.say(words(DeviceLost(0, self._lost[-1]), self.settings))
        else:
            self.say([message(told, self.settings.language)])

    def _overhear(self, events: Sequence[Event]) -> None:
        for event in events:
            if isinstance(event, DeviceLost | DeviceRestored) and event.device in _HEARD_BY:
                self._lost = [one for one in self._lost if one is not event.device]
                if isinstance(event, DeviceLost):
                    self._lost.append(event.device)
        if self._overheard is not None:
            self._overheard(events)

    def _tell_read_back(self) -> None:
        with self._lock:
            last = self._waiting_for
            done = last is not None and all(index > last for index in self._unspoken)
            if done:
                self._waiting_for = None
        if done:
            self._read_back()
