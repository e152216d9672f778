# SPDX-License-Identifier: GPL-3.0-or-later
"""Tells what happened: every line printed, plain, one fact a line, and spoken unless switched off.

It also obeys the commands that concern the telling itself: repeat, stop, how the voice sounds, how
much is said of a move and in which language, and all of that as it was before.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from announce.text.settings import LANGUAGES, Settings, Style
from announce.text.utterance import Utterance
from announce.words.events import words
from announce.words.program import message
from game.speech.voice import Voice
from record.session import Happened
from table.events import Event
from table.events.dialogue import Device, DeviceLost, DeviceRestored
from voice.language.commands import Command, CommandName

if TYPE_CHECKING:
    from game.speech.channels import Speaking

VOICE_CHANGES: dict[CommandName, Callable[[Voice], Voice]] = {
    CommandName.LOUDER: Voice.louder,
    CommandName.QUIETER: Voice.quieter,
    CommandName.FASTER: Voice.faster,
    CommandName.SLOWER: Voice.slower,
    CommandName.HIGHER: Voice.higher,
    CommandName.DEEPER: Voice.deeper,
    CommandName.OTHER_VOICE: Voice.another,
}

_SHORTER = {Style.FULL: Style.APPENDIX_D, Style.APPENDIX_D: Style.SHORT}
_LONGER = {
    Style.SAN: Style.APPENDIX_D,
    Style.SHORT: Style.APPENDIX_D,
    Style.APPENDIX_D: Style.FULL,
}
"""The next style in which less or more is said of a move."""

_HEARD_BY = (Device.LOUDSPEAKER, Device.VOICE)
"""Devices without which nobody hears anything."""

_SLICE = 0.1  # seconds between two looks whether anything is heard

_REMEMBERED = 6
"""Of so many utterances that are over the words are remembered: others sound no more."""

_LINGERS = 1_000_000_000
"""So long after its end an utterance may still be heard, in nanoseconds: devices and rooms."""


@dataclass(slots=True)
class _Spoken:
    """An utterance that the voice got: its plain words, if it is over, and at which moment of the
    inbox's clock; what was cut may sound until that is known."""

    words: str
    over: bool = False
    ended: int | None = None


class Presenter:
    """Prints, and speaks where there is ``speech``; used by one thread."""

    def __init__(
        self,
        settings: Settings,
        write: Callable[[str], None],
        speech: "Speaking | None" = None,
        *,
        silence: Callable[[], None] | None = None,
        remember: Callable[[Voice], None] | None = None,
        overheard: Callable[[Sequence[Event]], None] | None = None,
        hangs: Callable[[], bool] = lambda: False,
    ) -> None:
        """``write`` prints one line. ``silence`` cuts what sounds beside the speech, ``remember``
        keeps a changed voice for the next time, ``overheard`` takes every event. ``hangs``: no
        loudspeaker takes any sound."""
        self.settings = settings
        self.speech = speech
        self._write = write
        self._silence = silence
        self._remember = remember
        self._overheard = overheard
        self._hangs = hangs
        self._last: tuple[Utterance, ...] = ()
        self._lost: list[Device] = []
        self._waiting_for: int | None = None  # the last number that belongs to the read-back
        self._before: list[tuple[Settings, Voice | None]] = []  # each as it was
        self._spoken: dict[int, _Spoken] = {}  # by its number: what is not over, and the last ones

    def tell(self, happened: Happened) -> None:
        """Tell everything that an input led to."""
        self._overhear(happened.events)
        if not all(one.knock for one in happened.utterances):
            self._last = happened.utterances
        index = self.say(happened.utterances)
        if happened.waits:
            self._waiting_for = index or max(self._unspoken(), default=0)

    def was_read_back(self) -> bool:
        """True if all that was told while a move waits for the clock, its read-back first, has
        just been spoken or cut; true once."""
        last = self._waiting_for
        if last is None or any(index <= last for index in self._unspoken()):
            return False
        self._waiting_for = None
        return True

    def warn(self, event: Event) -> None:
        """Tell what is not on record, because it cannot be."""
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
            if self.speech is None or (one.knock and self.speech.knock()):
                continue
            if one.spoken:
                index = self.speech.say(one)
                self._spoken[index] = _Spoken(_plain(one.spoken))
        return index

    def _unspoken(self) -> list[int]:
        return [index for index, one in self._spoken.items() if not one.over]

    def has_said(self, words: str, since: int = 0) -> bool:
        """True if these words, one after the other, were spoken, and may have sounded after
        ``since``, a moment of the inbox's clock; of the last word its beginning is enough."""
        heard, sounds = _plain(words).rstrip(), since - _LINGERS
        return any(
            heard in one.words and (one.ended is None or one.ended >= sounds)
            for one in self._spoken.values()
        )

    def spoken(self, index: int, at: int = 0) -> None:
        """The utterance with this number was spoken or cut, or will not be, ``at`` this moment."""
        if (known := self._spoken.get(index)) is not None:
            known.over, known.ended = True, at
        over = [one for one, spoken in self._spoken.items() if spoken.over]
        for one in over[:-_REMEMBERED]:
            del self._spoken[one]

    def give_way(self) -> None:
        """Give way to somebody who speaks, or coughs: answers end, but no move or warning is
        lost."""
        if self._silence is not None:
            self._silence()
        if self.speech is not None:
            self.speech.give_way()

    def go_on(self, *, answered: bool = False) -> None:
        """Speak again: nobody else does. ``answered``: what they said was understood."""
        if self.speech is not None:
            self.speech.go_on(answered=answered)

    def cancel(self) -> None:
        """Silence at once: the listener has heard enough."""
        if self._silence is not None:
            self._silence()
        if self.speech is not None:
            self.speech.cancel()
            for one in self._spoken.values():
                one.over = True

    def obey(self, command: Command) -> bool:
        """Obey a command about the telling; False if it is about something else."""
        name = command.name
        if name is CommandName.REPEAT:
            self.say([replace(one, echo=False) for one in self._last])
        elif name is CommandName.STOP:
            self.cancel()
        elif name in VOICE_CHANGES:
            self._change_voice(name)
        elif name is CommandName.AS_BEFORE:
            self._change_back()
        elif (settings := self._changed(command)) is not None:
            self._change_settings(settings, name)
        else:
            return False
        return True

    def drain(self, timeout: float = 30.0) -> None:
        """Wait until all is spoken, or nothing more will be heard."""
        self.go_on()
        for _ in range(round(timeout / _SLICE)):
            if self.speech is None or self.speech.wait_idle(_SLICE) or self._hangs():
                return

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
            self._use_voice(VOICE_CHANGES[name](before))
            if self.speech.voice == before:
                told = "no_further"
            else:
                self._before.append((self.settings, before))
        if self._lost:
            self.say(words(DeviceLost(0, self._lost[-1]), self.settings))
        else:
            self.say([message(told, self.settings.language)])

    def _use_voice(self, voice: Voice) -> None:
        if self.speech is not None:
            self.speech.voice = voice
            if self._remember is not None:
                self._remember(voice)

    def _changed(self, command: Command) -> Settings | None:
        """The settings after a command about them; None if it is about something else.

        Nobody who does not want to be told of checks gets a style that tells them.
        """
        now = self.settings
        match command.name:
            case CommandName.SHORTER:
                return replace(now, style=_SHORTER.get(now.style, now.style))
            case CommandName.LONGER:
                longer = _LONGER.get(now.style, now.style)
                tells = longer is Style.FULL and not now.say_check
                return now if tells else replace(now, style=longer)
            case CommandName.LANGUAGE if command.word in LANGUAGES:
                return replace(now, language=command.word)
        return None

    def _change_settings(self, settings: Settings, name: CommandName) -> None:
        before, self.settings = self.settings, settings
        changes = settings != before
        if changes:
            self._before.append((before, None))
        told = changes or name is CommandName.LANGUAGE
        self.say([message(name.value if told else f"already_{name.value}", settings.language)])

    def _change_back(self) -> None:
        """Undo the last change of the voice or the settings."""
        told = "as_before" if self._before else "nothing_before"
        if self._before:
            self.settings, voice = self._before.pop()
            if voice is not None:
                self._use_voice(voice)
        self.say([message(told, self.settings.language)])

    def _overhear(self, events: Sequence[Event]) -> None:
        for event in events:
            if isinstance(event, DeviceLost | DeviceRestored) and event.device in _HEARD_BY:
                self._lost = [one for one in self._lost if one is not event.device]
                if isinstance(event, DeviceLost):
                    self._lost.append(event.device)
        if self._overheard is not None:
            self._overheard(events)


def _plain(text: str) -> str:
    """The words alone, so that some of them are found in others as a whole."""
    words = " ".join(re.findall(r"\w+", text.casefold()))
    return f" {words} "
