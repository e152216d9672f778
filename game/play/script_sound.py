# SPDX-License-Identifier: GPL-3.0-or-later
"""A script with recordings in it, played in a room: what was heard and spoken stands in its lines.

Beside the events there are ``SpeechHeard`` (``from`` and ``to`` are the utterance's, ``t`` is when
its end was certain), ``SpeechStarted`` and ``SpeechEnded`` of what Hektor says.
"""

from collections.abc import Iterator
from typing import Any, Final

from announce.text.settings import Settings
from game.play.room import Happening, Room
from game.play.script import Scenario, line_of
from game.speech.reckoned import SpeechEnded, SpeechStarted
from game.speech.voices import EngineRenderer
from record.session import Session
from table.core.conditions import SECOND
from table.core.inputs import Begin
from voice.hearing.audio import read_recording
from voice.hearing.models import find_model
from voice.hearing.recogniser import Recogniser
from voice.language.transcript import UNKNOWN, HeardUtterance

_SOMETHING: Final = "…"
"""Stands for sounds that are no words."""


def run(script: Scenario, session: Session, *, begins: bool) -> Iterator[dict[str, Any]]:
    """As `game.play.script.run`; ``begins``: the game begins at 0.

    Raises ModelError, UnreadableRecording, or VoiceMissing if nothing renders Hektor's speech.
    """
    told: list[Happening] = []
    sounds = {line.sound: read_recording(line.sound) for line in script.lines if line.sound}
    room = Room(session, Recogniser(find_model()), EngineRenderer(), told.append)
    if begins:
        room.put(Begin())
    for line in script.lines:
        room.pass_time(line.at)
        if line.sound is not None:
            room.sound(sounds[line.sound])
        elif line.act is not None:
            room.put(line.act)
        else:
            room.type(line.text, line.who)
        yield from _drained(told, session.settings)
    room.rest()
    yield from _drained(told, session.settings)


def _drained(told: list[Happening], settings: Settings) -> Iterator[dict[str, Any]]:
    """All that was told since the last call, as JSON data."""
    for happening in told:
        match happening:
            case HeardUtterance():
                yield _heard(happening)
            case SpeechStarted(at, number, text):
                yield {"t": _seconds(at), "event": "SpeechStarted", "number": number, "text": text}
            case SpeechEnded(at, number, text, whole):
                ended = {"t": _seconds(at), "event": "SpeechEnded", "number": number}
                yield {**ended, "whole": whole, "text": text}
            case _:
                yield line_of(happening, settings)
    told.clear()


def _heard(utterance: HeardUtterance) -> dict[str, Any]:
    best = utterance.transcripts[0]
    words = (_SOMETHING if word == UNKNOWN else word for word in best.text.split())
    return {
        "t": utterance.decided_at / SECOND,
        "event": "SpeechHeard",
        "from": utterance.started_at / SECOND,
        "to": utterance.ended_at / SECOND,
        "confidence": round(best.confidence, 3),
        "clipped": utterance.clipped,
        "text": " ".join(words),
    }


def _seconds(at: int) -> float:
    return round(at / SECOND, 3)
