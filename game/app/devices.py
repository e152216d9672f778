# SPDX-License-Identifier: GPL-3.0-or-later
"""Voices, loudspeakers, microphones and recognisers, opened as the options choose. What is only
typed and printed does not load this.

There is one loudspeaker for the room, or one, or a side of one, for each player: then each player
alone hears the answers to their questions (D.2.6.1).
"""

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial

import chess

from announce.errors import PlayerError, told
from announce.words.program import message
from game.base.inbox import Inbox, SpeechDone
from game.base.settings import OWN_VOICE
from game.sound.listener import Floor, Listener, Listeners
from game.sound.presenter import Presenter
from game.sound.recordings import Playback
from game.speech.channels import ROOM, Channels
from game.speech.drivers import Driver, Fallback, Rendered
from game.speech.manager import Callbacks
from game.speech.player import Loudspeaker, Sounding, StereoSide, StreamPlayer
from game.speech.readers import PrismDriver
from game.speech.ssip import SsipDriver
from game.speech.voice import Voice, keep_voice, read_voice, voice_path
from game.speech.voices import EngineRenderer
from ground import portaudio
from ground.faults import Fault
from table.core.inputs import DeviceChanged
from table.events.dialogue import Device
from table.events.game import Role
from voice.hearing.audio import Microphone, Samples
from voice.hearing.duplex import Duplex
from voice.hearing.gate import Gate
from voice.hearing.models import ModelError, find_model
from voice.hearing.recogniser import Recogniser
from voice.hearing.second_pass import load_engines
from voice.language.grammar import unsayable
from voice.language.lexicon import vocabulary

SIDES = {"left": StereoSide.LEFT, "right": StereoSide.RIGHT}
OTHER = {StereoSide.LEFT: StereoSide.RIGHT, StereoSide.RIGHT: StereoSide.LEFT}


Named = portaudio.Named

Output = tuple[Named, StereoSide]
"""A loudspeaker by the name or number of its device (None: the system's), or a side of it."""


def microphones(given: argparse.Namespace) -> dict[Role | None, Named]:
    """The microphone of each speaker: one for the room (None), or one for each player.

    Raises UserError if both players would speak into the same.
    """
    white, black = (getattr(given, f"{who}_microphone", None) for who in chess.COLOR_NAMES[::-1])
    if given.no_microphone:
        return {None: None}
    if white is None and black is None:
        return {None: given.microphone}
    white, black = (given.microphone if one is None else one for one in (white, black))
    if white == black:
        raise PlayerError("same_microphone")
    return {Role.WHITE: white, Role.BLACK: black}


def outputs(given: argparse.Namespace) -> dict[Role | None, Output]:
    """The loudspeaker of each listener.

    Raises UserError if both players would hear the same, or a screen reader would need two voices.
    """
    room: Output = given.loudspeaker, StereoSide.BOTH
    chosen = (given.white_loudspeaker, given.black_loudspeaker, given.white_side, given.black_side)
    if chosen == (None, None, None, None):
        return {ROOM: room}
    white, black = (given.loudspeaker if own is None else own for own in chosen[:2])
    left, right = (SIDES.get(side, StereoSide.BOTH) for side in chosen[2:])  # White's and Black's
    if white == black:
        if right is StereoSide.BOTH:
            right = OTHER.get(left, StereoSide.BOTH)
        elif left is StereoSide.BOTH:
            left = OTHER[right]
        if left is right:
            raise PlayerError("same_loudspeaker")
    if given.speech != OWN_VOICE:
        raise PlayerError("one_voice")
    found: dict[Role | None, Output] = {Role.WHITE: (white, left), Role.BLACK: (black, right)}
    if given.loudspeaker not in (None, white, black):
        found[ROOM] = room
    return found


def drivers(
    given: argparse.Namespace,
    voice: Voice,
    sounding: Sounding | None = None,
    beat: Callable[[], None] = lambda: None,
) -> dict[Role | None, Driver]:
    """The driver for each listener. Without the screen reader that was chosen, Hektor's own voice
    speaks.

    ``sounding`` is told all that a loudspeaker for the room plays, if it is the only one. ``beat``
    is called for each block that any of them takes.
    """
    chosen = outputs(given)
    own: dict[Role | None, Driver] = {
        who: Rendered(EngineRenderer(), player)
        for who, player in players(chosen, sounding, beat).items()
    }
    if given.speech == OWN_VOICE:
        return own
    reader: Driver = PrismDriver() if sys.platform == "win32" else SsipDriver(voice)
    return {ROOM: Fallback(reader, own[ROOM])}


def players(
    chosen: Mapping[Role | None, Output],
    sounding: Sounding | None = None,
    beat: Callable[[], None] = lambda: None,
) -> dict[Role | None, StreamPlayer]:
    """The player of sound for each listener. Players that share a device share its one stream."""
    if set(chosen) == {ROOM}:
        device, side = chosen[ROOM]
        speaker = Loudspeaker(device, sounding=sounding, beat=beat)
        return {ROOM: StreamPlayer(speaker, side)}
    halved = {device for device, side in chosen.values() if side is not StereoSide.BOTH}
    devices = {
        device: Loudspeaker(device, stereo=device in halved, beat=beat)
        for device, _ in chosen.values()
    }
    return {who: StreamPlayer(devices[device], side) for who, (device, side) in chosen.items()}


def kept_voice(given: argparse.Namespace) -> Voice:
    """How Hektor speaks: as the user chose by voice, at the rate of the options."""
    voice = read_voice(voice_path())
    return voice if given.rate is None else replace(voice, rate=given.rate)


def make_ears(given: argparse.Namespace) -> list[Duplex]:
    """For each microphone, the echo canceller or gate that keeps it from hearing Hektor itself."""
    tail = given.microphone_delay * 1_000_000
    return [
        Duplex(Gate(tail, enabled=not given.headphones), talk_over=given.talk_over)
        for _ in microphones(given)
    ]


def make_playback(
    given: argparse.Namespace, speech: Channels, ears: Sequence[Duplex], inbox: Inbox
) -> Playback:
    """Plays the sound of moves after what ``speech`` says; the ``ears`` are shut meanwhile."""
    return Playback(
        StreamPlayer(Loudspeaker(given.loudspeaker)),
        speech.wait_idle,
        _all(one.gate.speech_started for one in ears),
        _all(one.gate.speech_ended for one in ears),
        lambda detail: inbox.put(DeviceChanged(Device.LOUDSPEAKER, False, detail)),
    )


def make_speech(
    given: argparse.Namespace,
    ears: Sequence[Duplex],
    inbox: Inbox,
    beat: Callable[[], None] = lambda: None,
) -> Channels | None:
    """The speech, unless the options say no; it reports what was spoken, and what fails. All
    ``ears`` are told of it. ``beat`` is called for each block of sound."""
    if given.no_speech:
        return None
    voice = kept_voice(given)

    def sounds(samples: Samples, rate: int, heard_at: int) -> None:
        for one in ears:
            one.played(samples, rate, heard_at)

    return Channels(
        drivers(given, voice, sounds, beat),
        voice,
        Callbacks(
            on_start=_all([lambda _: beat(), *(one.speech_started for one in ears)]),
            on_end=_all([lambda _: beat(), *(one.speech_ended for one in ears)]),
            on_done=lambda number: inbox.put(SpeechDone(number, inbox.clock())),
            on_lost=lambda lost, detail: inbox.put(DeviceChanged(lost, False, detail)),
            on_restored=lambda restored: inbox.put(DeviceChanged(restored, True)),
        ),
    )


def unknown(given: argparse.Namespace, language: str) -> Iterator[str]:
    """Sentences about wanted devices that do not exist."""
    wanted: list[tuple[Named, portaudio.Direction]] = []
    if not given.no_speech:
        wanted += [(device, "output") for device, _ in outputs(given).values()]
    if not given.no_microphone:
        wanted += [(one, "input") for one in microphones(given).values()]
    for name, kind in dict.fromkeys(wanted):
        try:
            if isinstance(name, str):
                portaudio.find(name, kind)
        except Fault as error:
            yield told(error, language)
        except (OSError, ImportError):  # without PortAudio there is no device
            return


def _all(hearers: Iterable[Callable[[int], None]]) -> Callable[[int], None]:
    """A function that tells a moment to all of them."""
    each = tuple(hearers)

    def tell(at: int) -> None:
        for one in each:
            one(at)

    return tell


def remember(voice: Voice) -> None:
    """Keep a voice for the next game; one that cannot be kept is as it is for this game only."""
    with suppress(OSError):
        keep_voice(voice_path(), voice)


def make_listener(
    given: argparse.Namespace,
    presenter: Presenter,
    ears: Sequence[Duplex],
    inbox: Inbox,
) -> Listeners | None:
    """The listening threads, not yet started; None if none is wanted or, and that is reported, no
    model can be used."""
    if given.no_microphone:
        return None
    devices = microphones(given)
    try:
        engines = load_engines(find_model(given.model), len(devices))
    except ModelError as error:
        inbox.put(DeviceChanged(Device.RECOGNISER, False, str(error)))
        return None
    recognisers = [Recogniser(engine) for engine in engines]
    missing = recognisers[0].missing_words(vocabulary())
    if missing:
        words, lost = ", ".join(missing), ", ".join(unsayable(frozenset(missing)))
        name = "unsayable" if lost else "missing_words"
        said = message(name, presenter.settings.language, words=words, phrases=lost)
        presenter.say([said])

    floor = Floor(devices, inbox.put)
    return Listeners(
        [
            Listener(
                partial(Microphone, device),
                recogniser,
                own,
                partial(floor.take, who),
                who=who,
                note=partial(floor.note, who),
            )
            for (who, device), recogniser, own in zip(
                devices.items(), recognisers, ears, strict=True
            )
        ]
    )
