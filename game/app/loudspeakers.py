# SPDX-License-Identifier: GPL-3.0-or-later
"""Which loudspeakers there are: one for the room, or one, or a side of one, for each player.

With loudspeakers of their own, each player alone hears the answers to their questions (D.2.6.1).
"""

import argparse
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from announce.errors import PlayerError
from game.sound.voice_settings import read_voice, voice_path
from game.speech.channels import ROOM
from game.speech.drivers import Driver, Fallback, Rendered
from game.speech.player import Loudspeaker, Player, Side, Sounding, StreamPlayer
from game.speech.readers import PrismDriver
from game.speech.ssip import SsipDriver
from game.speech.voices import EngineRenderer, Voice
from table.events.game import Role

OWN = "own"
SIDES = {"left": Side.LEFT, "right": Side.RIGHT}
OTHER = {Side.LEFT: Side.RIGHT, Side.RIGHT: Side.LEFT}
Device = int | str | None


@dataclass(frozen=True, slots=True)
class Output:
    """A loudspeaker by the name or number of its device (None: the system's), or a side of it."""

    device: Device
    side: Side = Side.BOTH


def outputs(given: argparse.Namespace) -> dict[Role | None, Output]:
    """Who hears which loudspeaker.

    Raises UserError if both players would hear the same, or a screen reader would need two voices.
    """
    room = Output(given.loudspeaker)
    chosen = (given.white_loudspeaker, given.black_loudspeaker, given.white_side, given.black_side)
    if chosen == (None, None, None, None):
        return {ROOM: room}
    white, black = (
        Output(room.device if own is None else own, SIDES.get(side, Side.BOTH))
        for own, side in (chosen[::2], chosen[1::2])
    )
    if white.device == black.device:
        if black.side is Side.BOTH:
            black = replace(black, side=OTHER.get(white.side, Side.BOTH))
        elif white.side is Side.BOTH:
            white = replace(white, side=OTHER[black.side])
        if white.side is black.side:
            raise PlayerError("same_loudspeaker")
    if given.speech != OWN:
        raise PlayerError("one_voice")
    found: dict[Role | None, Output] = {Role.WHITE: white, Role.BLACK: black}
    if given.loudspeaker is not None and room.device not in (white.device, black.device):
        found[ROOM] = room
    return found


def check(given: argparse.Namespace) -> None:
    """Raises UserError if `drivers` would: a game that cannot be told is not begun."""
    if not given.no_speech:
        outputs(given)


def drivers(
    given: argparse.Namespace,
    voice: Voice,
    sounding: Sounding | None = None,
    beat: Callable[[], None] = lambda: None,
) -> dict[Role | None, Driver]:
    """What speaks to whom. Without the screen reader that was chosen, Hektor's own voice speaks.

    ``sounding`` is told all that a loudspeaker for the room plays, if it is the only one. ``beat``
    is called for each block that any of them takes.
    """
    chosen = outputs(given)
    own: dict[Role | None, Driver] = {
        who: Rendered(EngineRenderer(), player)
        for who, player in players(chosen, sounding, beat).items()
    }
    if given.speech == OWN:
        return own
    reader: Driver = PrismDriver() if sys.platform == "win32" else SsipDriver(voice)
    return {ROOM: Fallback(reader, own[ROOM])}


def players(
    chosen: Mapping[Role | None, Output],
    sounding: Sounding | None = None,
    beat: Callable[[], None] = lambda: None,
) -> dict[Role | None, Player]:
    """What plays sound to whom. Players that share a device share its one stream."""
    if set(chosen) == {ROOM}:
        room = chosen[ROOM]
        speaker = Loudspeaker(room.device, sounding=sounding, beat=beat)
        return {ROOM: StreamPlayer(speaker, room.side)}
    devices = {
        one.device: Loudspeaker(one.device, stereo=True, beat=beat)
        if any(each.side is not Side.BOTH for each in chosen.values() if each.device == one.device)
        else Loudspeaker(one.device, beat=beat)
        for one in chosen.values()
    }
    return {who: StreamPlayer(devices[one.device], one.side) for who, one in chosen.items()}


def kept_voice(given: argparse.Namespace) -> Voice:
    """How Hektor speaks: as the user chose by voice, at the rate of the options."""
    voice = read_voice(voice_path())
    return voice if given.rate is None else replace(voice, rate=given.rate)
