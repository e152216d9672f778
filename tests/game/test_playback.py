# SPDX-License-Identifier: GPL-3.0-or-later
"""Recordings of moves are played one after the other, until the listener cuts them (D.2.7)."""

import threading
from collections.abc import Callable

import numpy as np
import pytest

from announce.text.settings import Settings
from game.sound.presenter import Presenter
from game.sound.recordings import Playback, record
from game.speech.player import LoudspeakerLost, SoundPlayed, Tickets
from game.speech.voices import Samples
from voice.language.commands import Command, CommandName

PATIENCE = 10.0  # seconds after which a hung test fails; no passing test waits for it


class HandPlayer(Tickets):
    """Plays each sound until the test lets it end."""

    def __init__(self) -> None:
        super().__init__()
        self.lengths: list[int] = []
        self.begun = threading.Semaphore(0)
        self.over = threading.Semaphore(0)
        self.lost = False

    def open(self) -> None:
        pass

    def play(self, samples: Samples, ticket: int, started: Callable[[int], None]) -> SoundPlayed:
        if self.is_void(ticket):
            return SoundPlayed(0, False)
        started(len(self.lengths))
        self.lengths.append(len(samples))
        self.begun.release()
        assert self.over.acquire(timeout=PATIENCE)
        if self.lost:
            raise LoudspeakerLost("Gone.")
        return SoundPlayed(len(self.lengths), not self.is_void(ticket))

    def strike(self, _samples: Samples) -> bool:
        return False

    def cancel(self) -> None:
        super().cancel()
        self.over.release()

    def close(self) -> None:
        pass


class Stage:
    """A playback on such a player, and what it told."""

    def __init__(self) -> None:
        self.player = HandPlayer()
        self.told: list[str] = []
        self.idle = threading.Semaphore(0)  # released for each time that nothing is spoken
        self.playback = Playback(
            self.player,
            lambda _: self.idle.acquire(timeout=PATIENCE),
            lambda _: self.told.append("start"),
            lambda _: self.told.append("end"),
            lambda _: self.told.append("lost"),
        )

    def play(self, *milliseconds: int) -> None:
        self.playback.play([flac(each) for each in milliseconds])

    def wait(self) -> None:
        """Until all threads of the playback have ended."""
        for thread in threading.enumerate():
            if thread.name == "playback":
                thread.join(PATIENCE)


def flac(milliseconds: int) -> bytes:
    kept = record(np.zeros(16 * milliseconds, "<i2").tobytes())
    assert kept is not None
    return kept


@pytest.fixture
def stage() -> Stage:
    return Stage()


def test_one_recording_follows_the_other_whoever_asked(stage: Stage) -> None:
    stage.play(10, 20)
    stage.idle.release(2)
    assert stage.player.begun.acquire(timeout=PATIENCE)
    stage.play(30)
    stage.player.over.release(3)
    stage.wait()
    assert stage.player.lengths == sorted(stage.player.lengths)
    assert stage.told == ["start", "end"] * 3


def test_recording_waits_for_speech_before_it(stage: Stage) -> None:
    stage.play(10)
    assert stage.told == []
    stage.idle.release()
    assert stage.player.begun.acquire(timeout=PATIENCE)
    stage.player.over.release()
    stage.wait()
    assert stage.told == ["start", "end"]


def test_listener_cuts_recordings_and_the_queue(stage: Stage) -> None:
    presenter = Presenter(Settings(), lambda _: None, silence=stage.playback.cancel)
    stage.play(10, 20)
    stage.play(30)
    stage.idle.release(2)
    assert stage.player.begun.acquire(timeout=PATIENCE)
    presenter.obey(Command(CommandName.STOP))
    stage.wait()
    assert len(stage.player.lengths) == 1
    assert stage.told == ["start", "end"]


def test_with_headphones_a_word_cuts_the_recording(stage: Stage) -> None:
    presenter = Presenter(Settings(), lambda _: None, silence=stage.playback.cancel)
    stage.play(10)
    stage.idle.release()
    assert stage.player.begun.acquire(timeout=PATIENCE)
    presenter.give_way()
    stage.wait()
    assert stage.told == ["start", "end"]


def test_lost_loudspeaker_leaves_the_microphone_open(stage: Stage) -> None:
    stage.player.lost = True
    stage.play(10, 20)
    stage.idle.release()
    stage.player.over.release()
    stage.wait()
    assert stage.told == ["start", "end", "lost"]
