# SPDX-License-Identifier: GPL-3.0-or-later
"""D.2.6.1: who asked is told, and nobody else; moves are told to all."""

import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from announce.lexicon import Segment
from announce.text.settings import Settings
from announce.text.utterance import Priority, Utterance
from announce.words.events import words
from clock.events import FlagFell, TimeAlarm
from game.speech.channels import ROOM, Channels
from game.speech.drivers import Rendered
from game.speech.espeak import VoiceMissing
from game.speech.manager import Callbacks
from game.speech.player import LoudspeakerLost, SoundPlayed
from game.speech.voice import Voice
from game.speech.voices import Samples
from rules.moves import facts
from rules.position import Position
from table.events import Event
from table.events.answers import About, Answer, TimeOf
from table.events.dialogue import Device, InfoGiven, Question, QuestionClosed, QuestionKind
from table.events.game import MoveSpoken, Role

PATIENCE = 10.0  # seconds after which a hung test fails; no passing test waits for it
TOLD = ("on_start", "on_end", "on_done", "on_lost", "on_restored")


class Renderer:
    """A text's number as its sound."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.missing = False

    def render(self, text: str, voice: Voice) -> Samples:
        if self.missing:
            raise VoiceMissing("No voice.")
        self.texts.append(text)
        return np.full(1, len(self.texts) - 1, np.int16)

    def close(self) -> None:
        pass


class Ear:
    """A loudspeaker that plays each sound until the test lets it end."""

    def __init__(self, renderer: Renderer) -> None:
        self.renderer = renderer
        self.heard: list[str] = []
        self.tickets = 0
        self.lost = False
        self.held = threading.Event()
        self.held.set()
        self.begun = threading.Event()

    def open(self) -> None:
        pass

    def ticket(self) -> int:
        return self.tickets

    def play(self, samples: Samples, ticket: int, started: Callable[[int], None]) -> SoundPlayed:
        if self.lost:
            raise LoudspeakerLost("Gone.")
        started(len(self.heard))
        self.heard.append(self.renderer.texts[int(samples[-1])])
        self.begun.set()
        assert self.held.wait(PATIENCE)
        return SoundPlayed(len(self.heard), ticket == self.tickets)

    def strike(self, _samples: Samples) -> bool:
        return False

    def cancel(self) -> None:
        self.tickets += 1
        self.held.set()

    def close(self) -> None:
        pass


class Hall:
    """Listeners, each with an ear; notes what the channels tell."""

    def __init__(self, *who: Role | None) -> None:
        self.told: list[tuple[Any, ...]] = []
        self.renderer = Renderer()
        self.ears = {one: Ear(self.renderer) for one in who}
        notes = {name: self.note(name) for name in TOLD}
        drivers = {one: Rendered(self.renderer, ear) for one, ear in self.ears.items()}
        self.channels = Channels(drivers, tell=Callbacks(**notes))
        assert self.channels.wait_idle(PATIENCE)

    def note(self, name: str) -> Callable[..., None]:
        return lambda *values: self.told.append((name, *values))

    def say(self, text: str, ear: Role | None = None) -> int:
        index = self.channels.say(Utterance((Segment(text, "de"),), ear=ear))
        assert self.channels.wait_idle(PATIENCE)
        return index

    def names(self, name: str) -> list[list[Any]]:
        return [values for one, *values in self.told if one == name]


PLAYERS = (Role.WHITE, Role.BLACK)


def test_moves_go_to_both_answers_to_one() -> None:
    hall = Hall(*PLAYERS)
    hall.say("Zug")
    hall.say("Zeit", Role.WHITE)
    hall.channels.close()
    assert hall.ears[Role.WHITE].heard == ["Zug", "Zeit"]
    assert hall.ears[Role.BLACK].heard == ["Zug"]


def test_player_without_channel_hears_the_room() -> None:
    hall = Hall(*PLAYERS, ROOM)
    hall.say("Zeit", Role.ARBITER)
    assert [ear.heard for ear in hall.ears.values()] == [[], [], ["Zeit"]]
    hall = Hall(*PLAYERS)
    hall.say("Zeit", Role.ARBITER)
    assert [ear.heard for ear in hall.ears.values()] == [["Zeit"], ["Zeit"]]


def test_one_loudspeaker_says_everything() -> None:
    hall = Hall(ROOM)
    hall.say("Zug")
    hall.say("Zeit", Role.WHITE)
    assert hall.ears[ROOM].heard == ["Zug", "Zeit"]


def test_long_answer_to_one_delays_nobody_else() -> None:
    hall = Hall(*PLAYERS)
    white = hall.ears[Role.WHITE]
    white.held.clear()
    hall.channels.say(Utterance((Segment("Stellung", "de"),), ear=Role.WHITE))
    assert white.begun.wait(PATIENCE)
    index = hall.channels.say(Utterance((Segment("Zug", "de"),), Priority.NEXT))
    assert hall.channels._channels[Role.BLACK].wait_idle(PATIENCE)
    assert hall.ears[Role.BLACK].heard == ["Zug"]
    assert ["on_done", index] not in [list(each) for each in hall.told]  # White waits for it
    white.held.set()
    assert hall.channels.wait_idle(PATIENCE)
    hall.channels.close()
    assert white.heard == ["Stellung", "Zug"]
    assert hall.names("on_done")[-1] == [index]
    gate = [name for name, *_ in hall.told if name in ("on_start", "on_end")]
    assert gate == ["on_start", "on_end"] * (len(gate) // 2)  # shut once, however many sound


def test_silence_is_silence_for_all() -> None:
    hall = Hall(*PLAYERS)
    for ear in hall.ears.values():
        ear.held.clear()
    hall.channels.say(Utterance((Segment("Zug", "de"),)))
    for ear in hall.ears.values():
        assert ear.begun.wait(PATIENCE)
    hall.channels.cancel()
    assert hall.channels.wait_idle(PATIENCE)


def test_lost_loudspeaker_is_named_lost_voice_once() -> None:
    hall = Hall(*PLAYERS)
    hall.ears[Role.BLACK].lost = True
    hall.say("Zug")
    assert hall.names("on_lost") == [[Device.BLACK_LOUDSPEAKER, "Gone."]]
    hall.ears[Role.BLACK].lost = False
    hall.say("Zug")
    assert hall.names("on_restored") == [[Device.BLACK_LOUDSPEAKER]]
    hall.told.clear()
    hall.renderer.missing = True
    hall.say("Zug")
    assert hall.names("on_lost") == [[Device.VOICE, "No voice."]]
    hall.renderer.missing = False
    hall.say("Zug")
    assert hall.names("on_restored") == [[Device.VOICE]]


def test_a_changed_voice_is_everybodys() -> None:
    hall = Hall(*PLAYERS)
    hall.channels.voice = hall.channels.voice.faster()
    assert {channel.voice for channel in hall.channels._channels.values()} == {Voice().faster()}


ANSWER = Answer(About.TIME, (TimeOf(True, 0),))
MOVE = facts(Position.start(), next(iter(Position.start().legal_moves)))


@pytest.mark.article("D.2.6.1")
@pytest.mark.parametrize(
    ("event", "ear"),
    [
        (InfoGiven(0, Role.BLACK, ANSWER), Role.BLACK),
        (InfoGiven(0, Role.ARBITER, ANSWER), Role.ARBITER),
        (TimeAlarm(0, True, 60), Role.WHITE),
        (Question(0, False, QuestionKind.OFFER_DRAW), Role.BLACK),
        (QuestionClosed(0, False, QuestionKind.RESIGN), Role.BLACK),
        (Question(0, True, QuestionKind.SET_TIME, control="3+2"), None),
        (MoveSpoken(0, MOVE), None),
        (FlagFell(0, True), None),
    ],
)
def test_d_2_6_1_what_one_player_alone_is_to_hear(event: Event, ear: Role | None) -> None:
    assert {one.ear for one in words(event, Settings())} == {ear}
