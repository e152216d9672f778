# SPDX-License-Identifier: GPL-3.0-or-later
"""A channel of speech for each player: what concerns one alone, only they hear (D.2.6.1).

Each channel has a queue and a loudspeaker, or a side of one, of its own, so that a long answer to
one player never delays what the other is to hear. Moves and all else go to everybody.
"""

import threading
from collections.abc import Mapping
from functools import partial
from typing import Protocol

from announce.text.utterance import Priority, Utterance
from game.speech.drivers import Driver
from game.speech.manager import NOBODY, Callbacks, Speech
from game.speech.voice import Voice
from table.events.dialogue import Device
from table.events.game import Role

ROOM = None
"""Whom a loudspeaker is for that belongs to no player."""

LOUDSPEAKERS = {
    Role.WHITE: Device.WHITE_LOUDSPEAKER,
    Role.BLACK: Device.BLACK_LOUDSPEAKER,
    ROOM: Device.LOUDSPEAKER,
}


class Channels:
    """Speaks to each listener on a channel of their own; used like one :class:`Speech`."""

    def __init__(
        self,
        drivers: Mapping[Role | None, Driver],
        voice: Voice | None = None,
        tell: Callbacks = NOBODY,
    ) -> None:
        """``on_start`` is called when the first channel sounds, ``on_end`` when the last one is
        silent, ``on_done`` when everybody was told.
        """
        self._tell = tell
        self._numbers = threading.Lock()
        self._count = 0
        self._open: dict[tuple[Role | None, int], int] = {}  # the channel's number to ours
        self._sounds = threading.Lock()
        self._sounding = 0
        self._ends_at = 0
        self._lost: set[tuple[Role | None, Device]] = set()
        self._channels = {
            who: Speech(
                driver,
                voice,
                Callbacks(
                    on_start=self._starts,
                    on_end=self._ends,
                    on_done=partial(self._told, who),
                    on_lost=partial(self._loses, who),
                    on_restored=partial(self._restores, who),
                ),
            )
            for who, driver in drivers.items()
        }

    @property
    def voice(self) -> Voice:
        """How everybody is spoken to."""
        return next(iter(self._channels.values())).voice

    @voice.setter
    def voice(self, voice: Voice) -> None:
        for channel in self._channels.values():
            channel.voice = voice

    def say(self, utterance: Utterance) -> int:
        """Says it to the one it is for, or to everybody; its number."""
        with self._numbers:
            self._count += 1
            for who in self._listeners(utterance.ear):
                self._open[who, self._channels[who].say(utterance)] = self._count
            return self._count

    def knock(self) -> bool:
        """Sounds the press of the clock to everybody; False if nobody hears it."""
        heard = [channel.knock() for channel in self._channels.values()]
        return any(heard)

    def cancel(self, up_to: Priority = Priority.NOW) -> None:
        """Silence on every channel, up to a priority."""
        for channel in self._channels.values():
            channel.cancel(up_to)

    def give_way(self) -> None:
        """As :meth:`game.speech.manager.Speech.give_way`, on every channel."""
        for channel in self._channels.values():
            channel.give_way()

    def go_on(self, *, answered: bool) -> None:
        """As :meth:`game.speech.manager.Speech.go_on`, on every channel."""
        for channel in self._channels.values():
            channel.go_on(answered=answered)

    def wait_idle(self, timeout: float | None = None) -> bool:
        """Waits until everybody was told; False if ``timeout`` seconds a channel were too few."""
        return all(channel.wait_idle(timeout) for channel in self._channels.values())

    def close(self) -> None:
        """No more speech."""
        for channel in self._channels.values():
            channel.close()

    def _listeners(self, ear: Role | None) -> tuple[Role | None, ...]:
        """The listeners of an utterance. A person without a channel, like the arbiter, hears the
        room's, or else everybody's: nothing goes unheard."""
        if ear in self._channels and ear is not ROOM:
            return (ear,)
        if ear is not None and ROOM in self._channels:
            return (ROOM,)
        return tuple(self._channels)

    def _told(self, who: Role | None, number: int) -> None:
        with self._numbers:
            index = self._open.pop((who, number), None)
            done = index is not None and index not in self._open.values()
        if index is not None and done:
            self._tell.on_done(index)

    def _starts(self, at: int) -> None:
        with self._sounds:
            self._sounding += 1
            if self._sounding == 1:
                self._ends_at = 0
                self._tell.on_start(at)

    def _ends(self, at: int) -> None:
        with self._sounds:
            self._sounding -= 1
            self._ends_at = max(at, self._ends_at)
            if not self._sounding:
                self._tell.on_end(self._ends_at)

    def _loses(self, who: Role | None, device: Device, detail: str) -> None:
        """The voice belongs to all channels and is lost once; a loudspeaker is somebody's."""
        with self._sounds:
            known = any(lost is device for _, lost in self._lost)
            self._lost.add((who, device))
        if device is Device.LOUDSPEAKER:
            self._tell.on_lost(LOUDSPEAKERS[who], detail)
        elif not known:
            self._tell.on_lost(device, detail)

    def _restores(self, who: Role | None, device: Device) -> None:
        with self._sounds:
            self._lost.discard((who, device))
            left = any(lost is device for _, lost in self._lost)
        if device is Device.LOUDSPEAKER:
            self._tell.on_restored(LOUDSPEAKERS[who])
        elif not left:
            self._tell.on_restored(device)


class Speaking(Protocol):
    """Speaks to all at once, to each on a channel of their own, or on a reckoned clock."""

    voice: Voice

    def say(self, utterance: Utterance) -> int:
        """Puts an utterance in its place; its number."""
        ...

    def knock(self) -> bool:
        """Sounds the press of the clock at once; False if nobody hears it."""
        ...

    def cancel(self, up_to: Priority = Priority.NOW) -> None:
        """Silence, up to a priority."""
        ...

    def give_way(self) -> None:
        """Give way to somebody who speaks: only a move that is being read back goes on."""
        ...

    def go_on(self, *, answered: bool) -> None:
        """Speak again: nobody else does. ``answered``: what they said was understood."""
        ...

    def wait_idle(self, timeout: float | None = None) -> bool:
        """Waits until all is said; False if ``timeout`` seconds were not enough."""
        ...

    def close(self) -> None:
        """No more speech."""
        ...
