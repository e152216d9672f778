# SPDX-License-Identifier: GPL-3.0-or-later
"""The ears and the voice of one run of the program, as the options choose them."""

import argparse
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from typing import TYPE_CHECKING

from announce.text.settings import Settings
from game.app import leaving
from game.base.inbox import Inbox
from game.base.settings import OWN_VOICE
from game.sound.presenter import Presenter
from table.events import Event

if TYPE_CHECKING:
    from game.sound.listener import Listeners
    from game.sound.recordings import Playback


def check(given: argparse.Namespace) -> None:
    """Raises UserError if the devices that were chosen do not fit: a game that cannot be told, or
    in which nobody knows who speaks, is not begun. A speech model begins to be tried."""
    if not given.no_microphone:
        from voice.hearing import models  # noqa: PLC0415 - not where nobody is heard

        with suppress(models.ModelError):  # which is told when the model is loaded
            models.begin_trial(models.find_model(given.model))
    if given.no_speech and given.no_microphone:
        return
    from game.app import devices  # noqa: PLC0415 - not where nothing sounds

    if not given.no_speech:
        devices.outputs(given)
    devices.microphones(given)


class Sound:
    """Ears, voice and what tells, of one run of the program: opened once, for all that is done."""

    def __init__(
        self,
        given: argparse.Namespace,
        settings: Settings,
        write: Callable[[str], None],
        closing: ExitStack,
        *,
        overheard: Callable[[Sequence[Event]], None] | None = None,
        inbox: Inbox | None = None,
        listens: bool = True,
    ) -> None:
        """Open devices, which ``closing`` closes. ``write`` prints a line; ``overheard``
        takes every event that is told."""
        self.inbox = inbox or Inbox()
        self.playback: Playback | None = None  # of the sound of moves, after what is spoken
        self.listener: Listeners | None = None
        pulse = leaving.Pulse(leaving.STILL if given.speech == OWN_VOICE else leaving.READER)
        if given.no_speech and (given.no_microphone or not listens):
            self.presenter = Presenter(settings, write, overheard=overheard, hangs=pulse.stopped)
            return
        from game.app import devices  # noqa: PLC0415 - to load them takes as long as all the rest

        for line in devices.unknown(given, settings.language):
            write(line)  # nothing for the ear: names of devices
        ears = devices.make_ears(given)
        speech = devices.make_speech(given, ears, self.inbox, pulse)
        if speech is not None:
            closing.callback(speech.close)
            self.playback = devices.make_playback(given, speech, ears, self.inbox)
            closing.callback(self.playback.close)
        self.presenter = Presenter(
            settings,
            write,
            speech,
            silence=None if self.playback is None else self.playback.cancel,
            remember=devices.remember,
            overheard=overheard,
            hangs=pulse.stopped,
        )
        if listens:
            self.listener = devices.make_listener(given, self.presenter, ears, self.inbox)
        if self.listener is not None:
            closing.callback(self.listener.stop)
