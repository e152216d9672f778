# SPDX-License-Identifier: GPL-3.0-or-later
"""The loudspeaker, with a stream that asks for its blocks when the test says so."""

import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import game.speech.player
from game.speech.player import (
    BLOCK,
    POLL,
    RETRY,
    STEADY,
    Loudspeaker,
    LoudspeakerLost,
    SoundPlayed,
    StereoSide,
    StreamPlayer,
)
from game.speech.voices import SAMPLE_RATE, Samples

PATIENCE = 10.0  # seconds after which a hung test fails; no passing test waits for it
DELAY = 0.0625  # seconds from a block to the ear
BLOCK_NS = BLOCK * 10**9 // SAMPLE_RATE


class When:
    """PortAudio's times of a block."""

    currentTime = 100.0  # noqa: N815 - PortAudio's name
    outputBufferDacTime = 100.0 + DELAY  # noqa: N815


class FakeStream:
    """Stands for sounddevice.RawOutputStream."""

    def __init__(self, callback: Callable[..., None], **options: Any) -> None:
        self.callback = callback
        self.options = options
        self.active = False
        self.closed = False
        self.starts = True
        self.settle: Callable[[], object] = lambda: None

    def start(self) -> None:
        if not self.starts:
            raise OSError("busy")
        self.active = True
        self.settle()

    def abort(self) -> None:
        self.active = False

    def close(self) -> None:
        self.closed = True

    def block(self) -> Samples:
        """The next block that is heard."""
        out = bytearray(b"\xff" * 2 * BLOCK)
        self.callback(memoryview(out), BLOCK, When, None)
        return np.frombuffer(bytes(out), np.int16)


class Table:
    """A player with its stream, its clock and a thread that plays."""

    def __init__(self) -> None:
        self.now = 10 * RETRY
        self.broken = False
        self.starts = True
        self.settles = True
        self.streams: list[FakeStream] = []
        loudspeaker = Loudspeaker(now=lambda: self.now, open_stream=self.open_stream)
        self.player = StreamPlayer(loudspeaker)
        self.started: list[int] = []
        self.result: SoundPlayed | LoudspeakerLost | None = None

    def open_stream(self, **options: Any) -> FakeStream:
        if self.broken:
            raise OSError("no device")
        self.streams.append(FakeStream(**options))
        self.streams[-1].starts = self.starts
        if self.settles:
            self.streams[-1].settle = lambda: self.blocks(STEADY)
        return self.streams[-1]

    def play(self, samples: Samples) -> threading.Thread:
        """Plays on a thread; returns once the sound waits for its first block."""
        ticket = self.player.ticket()

        def run() -> None:
            try:
                self.result = self.player.play(samples, ticket, self.started.append)
            except LoudspeakerLost as error:
                self.result = error

        thread = threading.Thread(target=run)
        thread.start()
        while self.player._sound is None and thread.is_alive():
            thread.join(0.001)
        return thread

    def blocks(self, count: int) -> Samples:
        heard = []
        for _ in range(count):
            heard.append(self.streams[-1].block())
            self.now += BLOCK_NS
        return np.concatenate(heard)


@pytest.fixture
def table() -> Table:
    made = Table()
    made.player.open()
    return made


def tone(blocks: float) -> Samples:
    return np.arange(1, int(blocks * BLOCK) + 1, dtype=np.int16)


def test_stream_opens_once_and_stays_silent(table: Table) -> None:
    table.player.open()
    assert len(table.streams) == 1
    assert table.streams[0].options["samplerate"] == SAMPLE_RATE
    assert not table.blocks(2).any()


def test_sound_is_whole_and_timed_for_ears(table: Table) -> None:
    begun = table.now
    thread = table.play(tone(2.5))
    heard = table.blocks(3)
    thread.join(PATIENCE)
    assert (heard[: len(tone(2.5))] == tone(2.5)).all()
    assert not heard[len(tone(2.5)) :].any()
    assert table.started == [begun + round(DELAY * 10**9)]
    assert isinstance(table.result, SoundPlayed)
    assert table.result.whole
    assert table.result.ended_at - table.started[0] == pytest.approx(2.5 * BLOCK_NS, abs=50_000)


def test_what_a_device_swallows_at_once_is_not_the_sound() -> None:
    """PulseAudio took half a minute within a second, from a stream that had just been opened."""
    table = Table()
    table.settles = False
    thread = table.play(tone(2))
    assert not any(table.streams[0].block().any() for _ in range(2000))
    assert table.started == []
    waited = table.blocks(STEADY)
    heard = np.concatenate((waited, table.blocks(2)))
    thread.join(PATIENCE)
    assert (heard[heard != 0] == tone(2)).all()
    assert isinstance(table.result, SoundPlayed)
    assert table.result.whole


def test_a_device_that_catches_up_a_little_does_not_interrupt(table: Table) -> None:
    thread = table.play(tone(STEADY))
    heard = [table.blocks(3), *(table.streams[0].block() for _ in range(STEADY // 2))]
    heard.append(table.blocks(STEADY // 2))
    thread.join(PATIENCE)
    sound = np.concatenate(heard)[: STEADY * BLOCK]
    assert (sound == tone(STEADY)).all()


def test_cancel_is_silent_from_the_next_block(table: Table) -> None:
    thread = table.play(tone(10))
    assert table.blocks(1).all()
    table.player.cancel()
    thread.join(PATIENCE)
    assert not table.blocks(1).any()
    assert isinstance(table.result, SoundPlayed)
    assert not table.result.whole
    assert table.result.ended_at == table.started[0] + BLOCK_NS  # the block already given is heard


def test_sound_cut_during_first_block_never_started(table: Table) -> None:
    class Cut(When):
        @property
        def outputBufferDacTime(self) -> float:  # type: ignore[override]  # noqa: N802
            table.player.cancel()
            return When.currentTime

    thread = table.play(tone(10))
    out = bytearray(b"\xff" * 2 * BLOCK)
    table.streams[-1].callback(memoryview(out), BLOCK, Cut(), None)
    thread.join(PATIENCE)
    assert table.started == []  # else the microphone would stay shut
    assert not any(out)


def test_sound_cancelled_before_first_block_never_started(table: Table) -> None:
    thread = table.play(tone(10))
    table.player.cancel()
    thread.join(PATIENCE)
    assert table.started == []
    assert not table.blocks(1).any()


def test_ticket_from_before_a_cancel_is_void(table: Table) -> None:
    ticket = table.player.ticket()
    table.player.cancel()
    assert not table.player.play(tone(1), ticket, table.started.append).whole
    assert table.started == []


def test_a_short_sound_waits_for_nothing_and_starts_no_speech(table: Table) -> None:
    assert table.player.strike(tone(0.5))
    heard = table.blocks(2)
    assert (heard[: BLOCK // 2] == tone(0.5)).all()
    assert not heard[BLOCK // 2 :].any()
    assert table.started == []


def test_a_short_sound_is_not_heard_where_nothing_is_open() -> None:
    assert not Table().player.strike(tone(1))


def test_no_sound_is_over_at_once(table: Table) -> None:
    ticket = table.player.ticket()
    assert table.player.play(tone(0), ticket, table.started.append).whole


def test_stopped_device_is_lost_and_reopened_later(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game.speech.player, "POLL", 0.001)
    thread = table.play(tone(10))
    table.streams[0].active = False
    thread.join(PATIENCE)
    assert isinstance(table.result, LoudspeakerLost)
    with pytest.raises(LoudspeakerLost):  # not tried at every sound
        table.player.open()
    table.now += RETRY
    table.player.open()
    thread = table.play(tone(1))
    table.blocks(1)
    thread.join(PATIENCE)
    assert isinstance(table.result, SoundPlayed)
    assert table.result.whole


def test_a_device_that_hangs_is_lost(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game.speech.player, "POLL", 0.001)
    monkeypatch.setattr(game.speech.player, "PATIENCE", 0.0)
    table.play(tone(0.01)).join(PATIENCE)
    assert isinstance(table.result, LoudspeakerLost)


def test_a_device_that_is_slow_is_not_lost(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    class Slow(threading.Event):
        """Between two blocks somebody looks often, and never too often."""

        looks = 0

        def wait(self, timeout: float | None = None) -> bool:
            self.looks += 1
            if self.looks % (game.speech.player.PATIENCE // POLL) == 0:
                table.blocks(1)
            return self.is_set()

    monkeypatch.setattr(threading, "Event", Slow)
    played = table.player.play(tone(0.1), table.player.ticket(), table.started.append)
    assert played.whole
    assert not table.streams[0].closed


def test_missing_device_gives_one_clear_sentence() -> None:
    table = Table()
    table.broken = True
    with pytest.raises(
        LoudspeakerLost, match=r"^The loudspeaker cannot be opened \(no device\)\.$"
    ):
        table.player.open()
    table.broken = False
    with pytest.raises(LoudspeakerLost, match="not there"):
        table.player.open()
    table.now += RETRY
    table.player.open()


def test_device_that_does_not_start_is_released() -> None:
    table = Table()
    table.starts = False
    with pytest.raises(LoudspeakerLost, match=r"^The loudspeaker cannot be opened \(busy\)\.$"):
        table.player.open()
    assert [stream.closed for stream in table.streams] == [True]
    table.starts = True
    table.now += RETRY
    table.player.open()
    assert not table.streams[-1].closed


def test_driver_nonsense_does_not_move_the_gate(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(When, "outputBufferDacTime", 0.0)
    begun = table.now
    thread = table.play(tone(1))
    table.blocks(1)
    thread.join(PATIENCE)
    assert table.started == [begun]


class Stereo:
    """Two players on the sides of one device."""

    def __init__(self) -> None:
        self.streams: list[FakeStream] = []
        self.now = 0
        loudspeaker = Loudspeaker(stereo=True, now=lambda: self.now, open_stream=self.open_stream)
        self.players = [
            StreamPlayer(loudspeaker, side) for side in (StereoSide.LEFT, StereoSide.RIGHT)
        ]
        self.results: dict[int, SoundPlayed] = {}

    def open_stream(self, **options: Any) -> FakeStream:
        self.streams.append(FakeStream(**options))
        self.streams[-1].settle = lambda: [self.block() for _ in range(STEADY)]
        return self.streams[-1]

    def play(self, side: int, samples: Samples) -> threading.Thread:
        player = self.players[side]
        ticket = player.ticket()

        def run() -> None:
            self.results[side] = player.play(samples, ticket, lambda at: None)

        thread = threading.Thread(target=run)
        thread.start()
        while player._sound is None and thread.is_alive():
            thread.join(0.001)
        return thread

    def block(self) -> tuple[Samples, Samples]:
        self.now += BLOCK_NS
        out = bytearray(4 * BLOCK)
        self.streams[-1].callback(memoryview(out), BLOCK, When, None)
        both = np.frombuffer(bytes(out), np.int16).reshape(BLOCK, 2)
        return both[:, 0], both[:, 1]


def test_players_have_sides_that_speak_at_once() -> None:
    stereo = Stereo()
    threads = [stereo.play(0, tone(2)), stereo.play(1, -tone(1))]
    left, right = stereo.block()
    assert (left == tone(1)).all()
    assert (right == -tone(1)).all()
    left, right = stereo.block()
    assert (left == tone(2)[BLOCK:]).all()
    assert not right.any()
    for thread in threads:
        thread.join(PATIENCE)
    assert len(stereo.streams) == 1
    assert stereo.streams[0].options["channels"] == 2
    assert stereo.results[0].whole
    assert stereo.results[1].whole


def test_one_side_is_cut_the_other_continues() -> None:
    stereo = Stereo()
    threads = [stereo.play(0, tone(3)), stereo.play(1, tone(3))]
    stereo.block()
    stereo.players[0].cancel()
    left, right = stereo.block()
    assert not left.any()
    assert right.all()
    stereo.block()
    for thread in threads:
        thread.join(PATIENCE)
    assert not stereo.results[0].whole
    assert stereo.results[1].whole


def test_device_lost_on_one_side_reopens_once() -> None:
    stereo = Stereo()
    stereo.players[0].open()
    loudspeaker = stereo.players[0]._loudspeaker
    old = stereo.streams[0]
    assert loudspeaker.lose(old) is not None
    assert loudspeaker.lose(old) is None
