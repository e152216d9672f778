# SPDX-License-Identifier: GPL-3.0-or-later
"""Speech on a reckoned clock: the order of real speech, and the true length of its sound."""

from typing import Any

import numpy as np
import pytest

from announce.lexicon import Segment
from announce.text.utterance import Priority, Utterance
from game.speech.drivers import PAUSE
from game.speech.espeak import VoiceMissing
from game.speech.manager import Callbacks
from game.speech.voice import Voice
from game.speech.voices import SAMPLE_RATE, Samples
from lab.simulated_speech import SimulatedSpeech, SpeechEnded, SpeechStarted

SECOND = 1_000_000_000
GAP = PAUSE * SECOND // SAMPLE_RATE


class Letters:
    """A voice that takes a second for each letter, and speaks German only."""

    def render(self, text: str, voice: Voice) -> Samples:
        if voice.language != "de":
            raise VoiceMissing("no such voice")
        return np.ones(SAMPLE_RATE * len(text), np.int16)


class Room:
    """A clock that the test sets, and what the speech told."""

    def __init__(self) -> None:
        self.now = 0
        self.told: list[Any] = []
        self.sounds: list[tuple[str, int]] = []
        self.done: list[int] = []
        self.speech = SimulatedSpeech(
            Letters(),
            lambda: self.now,
            Callbacks(
                on_start=lambda at: self.sounds.append(("on", at)),
                on_end=lambda at: self.sounds.append(("off", at)),
                on_done=self.done.append,
            ),
            self.told.append,
        )

    def say(self, text: str, priority: Priority = Priority.NORMAL, **how: Any) -> int:
        return self.speech.say(Utterance((Segment(text, "de"),), priority, **how))

    def until_silent(self) -> None:
        while (due := self.speech.due) is not None:
            self.now = due
            self.speech.advance()

    @property
    def said(self) -> list[str]:
        """What was said to its end."""
        return [one.text for one in self.told if isinstance(one, SpeechEnded) and one.whole]


@pytest.fixture
def room() -> Room:
    return Room()


def test_it_lasts_as_long_as_its_sound(room: Room) -> None:
    room.now = 5 * SECOND
    number = room.say("abc")
    room.until_silent()
    assert room.told == [
        SpeechStarted(5 * SECOND, number, "abc"),
        SpeechEnded(8 * SECOND, number, "abc", whole=True),
    ]
    assert room.sounds == [("on", 5 * SECOND), ("off", 8 * SECOND)]
    assert room.done == [number]


def test_one_follows_the_other_after_a_short_pause(room: Room) -> None:
    room.say("a")
    room.say("b")
    room.until_silent()
    assert room.said == ["a", "b"]
    assert room.now == 2 * SECOND + GAP


def test_parts_in_two_languages_are_one_utterance(room: Room) -> None:
    """Where a language has no voice, that of the moves speaks."""
    room.speech.say(Utterance((Segment("a", "de"), Segment("bc", "en"))))
    room.until_silent()
    assert [type(one) for one in room.told] == [SpeechStarted, SpeechEnded]
    assert room.sounds == [("on", 0), ("off", SECOND), ("on", SECOND), ("off", 3 * SECOND)]


def test_what_comes_next_is_said_before_what_waits(room: Room) -> None:
    room.say("a")
    room.say("b")
    room.say("c", Priority.NEXT)
    room.until_silent()
    assert room.said == ["a", "c", "b"]


@pytest.mark.parametrize("passing", [True, False])
def test_it_falls_silent_for_somebody_who_speaks_and_goes_on(room: Room, passing: bool) -> None:
    """A question that was answered is not asked again."""
    first = room.say("abc", Priority.NEXT, passing=passing)
    room.say("d", Priority.NEXT, passing=passing)
    room.now = SECOND
    room.speech.give_way()
    assert room.speech.due is None
    room.now = 5 * SECOND
    room.speech.go_on(answered=True)
    room.until_silent()
    assert room.said == (["d"] if passing else ["abc", "d"])
    assert first in room.done


def test_what_a_cough_has_cut_is_said_again(room: Room) -> None:
    room.say("abc", Priority.NEXT, passing=True)
    room.now = SECOND
    room.speech.give_way()
    room.speech.go_on(answered=False)
    room.until_silent()
    assert room.said == ["abc"]


@pytest.mark.parametrize(("passing", "silent"), [(True, True), (False, False)])
def test_what_has_to_be_heard_is_cut_once(room: Room, passing: bool, silent: bool) -> None:
    """Else it begins again and again while people talk, and all else waits behind it."""
    room.say("abc", Priority.NEXT, passing=passing)
    for _ in range(2):
        room.now += SECOND
        room.speech.give_way()
        cut = room.speech.due is None
        room.speech.go_on(answered=False)
    assert cut is silent
    room.until_silent()
    assert room.said == ["abc"]


def test_answers_end_for_somebody_who_speaks(room: Room) -> None:
    room.say("abc", Priority.NORMAL)
    room.say("d", Priority.NORMAL)
    room.speech.give_way()
    room.speech.go_on(answered=False)
    room.until_silent()
    assert room.said == []


@pytest.mark.parametrize(("priority", "protected"), [(Priority.NEXT, True), (Priority.NOW, False)])
def test_a_move_read_back_and_an_alarm_do_not_fall_silent(
    room: Room, priority: Priority, protected: bool
) -> None:
    room.say("abc", priority, protected=protected)
    room.say("d", Priority.NEXT)
    room.now = SECOND
    room.speech.give_way()
    room.until_silent()
    assert room.said == ["abc"]
    room.speech.go_on(answered=False)
    room.until_silent()
    assert room.said == ["abc", "d"]


def test_what_is_urgent_breaks_in_and_the_rest_is_said_again(room: Room) -> None:
    number = room.say("abc")
    room.now = SECOND
    room.say("!", Priority.NOW)
    room.until_silent()
    assert room.said == ["!", "abc"]
    assert SpeechEnded(SECOND, number, "abc", whole=False) in room.told
    assert room.done == [number + 1, number]


def test_nothing_breaks_into_a_move_that_is_read_back(room: Room) -> None:
    room.say("abc", Priority.NEXT, protected=True)
    room.now = SECOND
    room.say("!", Priority.NOW)
    room.until_silent()
    assert room.said == ["abc", "!"]


def test_a_cancel_ends_what_is_said_and_what_waits(room: Room) -> None:
    first, second = room.say("abc"), room.say("d")
    room.now = SECOND
    room.speech.cancel()
    assert room.speech.due is None
    assert sorted(room.done) == [first, second]
    assert room.sounds == [("on", 0), ("off", SECOND)]


def test_a_cancel_of_answers_leaves_a_move(room: Room) -> None:
    room.say("answer")
    room.say("move", Priority.NEXT)
    room.speech.cancel(Priority.NORMAL)
    room.until_silent()
    assert room.said == ["move"]
