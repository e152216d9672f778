# SPDX-License-Identifier: GPL-3.0-or-later
"""Recordings of every kind, the gate, the watchdog and a machine without a microphone."""

import sys
import types
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import soundfile

from voice.hearing.audio import (
    BLOCK_SAMPLES,
    MILLISECOND,
    RATE,
    Block,
    Microphone,
    MicrophoneError,
    Stillness,
    UnreadableRecording,
    Watchdog,
    blocks,
    duration,
    read_recording,
)
from voice.hearing.gate import Gate

SECOND = 1_000 * MILLISECOND


def tone(rate: int, channels: int = 1, seconds: float = 1.0) -> np.ndarray:
    """A 440 Hz tone at half of full scale."""
    wave = 0.5 * np.sin(2 * np.pi * 440 * np.arange(int(rate * seconds)) / rate)
    return np.repeat(wave[:, None], channels, axis=1)


def frequency(samples: np.ndarray) -> float:
    return float(np.abs(np.fft.rfft(samples)).argmax() * RATE / len(samples))


# --- Recordings -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rate", "channels", "kind", "width"),
    [
        (16_000, 1, "WAV", "PCM_16"),
        (48_000, 2, "WAV", "PCM_16"),
        (44_100, 2, "WAV", "PCM_24"),
        (8_000, 1, "WAV", "PCM_U8"),
        (96_000, 6, "WAV", "FLOAT"),
        (22_050, 1, "WAV", "ULAW"),
        (44_100, 1, "FLAC", "PCM_16"),
    ],
)
def test_any_recording_becomes_16_khz_mono(
    tmp_path: Path, rate: int, channels: int, kind: str, width: str
) -> None:
    path = tmp_path / f"tone.{kind.lower()}"
    soundfile.write(path, tone(rate, channels), rate, format=kind, subtype=width)
    samples = read_recording(path)
    assert samples.dtype == np.int16
    assert abs(len(samples) - RATE) <= 32
    assert frequency(samples) == pytest.approx(440, abs=2)
    assert np.abs(samples[1000:-1000]).max() == pytest.approx(16_384, rel=0.05)


def test_recording_longer_than_a_piece_is_seamless(tmp_path: Path) -> None:
    path = tmp_path / "long.wav"
    soundfile.write(path, tone(44_100, seconds=25), 44_100)
    samples = read_recording(path).astype(float)
    assert abs(len(samples) - 25 * RATE) <= 32
    assert np.abs(np.diff(samples[100:-100])).max() < 16_384 * 2 * np.pi * 440 / RATE * 1.05


def test_16_khz_mono_is_read_to_the_bit(tmp_path: Path) -> None:
    path = tmp_path / "exact.wav"
    pcm = np.random.default_rng(1).integers(-32768, 32768, RATE).astype(np.int16)
    soundfile.write(path, pcm, RATE)
    assert (read_recording(path) == pcm).all()


@pytest.mark.parametrize("left", [1.0, 0.3])
def test_opposite_phases_do_not_cancel(tmp_path: Path, left: float) -> None:
    path = tmp_path / "phase.wav"
    soundfile.write(path, tone(48_000, 2) * [left, -1.0], 48_000)
    samples = read_recording(path)
    assert np.abs(samples[1000:-1000]).max() == pytest.approx(16_384, rel=0.05)


def test_a_silent_channel_leaves_the_other(tmp_path: Path) -> None:
    path = tmp_path / "left.wav"
    soundfile.write(path, tone(48_000, 2) * [1.0, 0.0], 48_000)
    assert frequency(read_recording(path)) == pytest.approx(440, abs=2)


def test_a_recorder_that_never_wrote_the_length_loses_nothing(tmp_path: Path) -> None:
    path = tmp_path / "stream.wav"
    soundfile.write(path, tone(16_000), 16_000)
    content = bytearray(path.read_bytes())
    at = content.index(b"data") + 4
    content[4:8] = content[at : at + 4] = bytes(4)
    path.write_bytes(content)
    samples = read_recording(path)
    assert len(samples) == RATE
    assert np.abs(samples).max() == pytest.approx(16_384, rel=0.01)


@pytest.mark.parametrize("content", [b"", b"RIFF", b"not a sound file at all", b"\0" * 4096])
def test_bad_recording_ends_in_one_sentence(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "broken.wav"
    path.write_bytes(content)
    with pytest.raises(UnreadableRecording, match=r"^[^\n]*broken\.wav[^\n]*\.$"):
        read_recording(path)


def test_a_recording_without_samples_is_called_empty(tmp_path: Path) -> None:
    path = tmp_path / "empty.wav"
    soundfile.write(path, np.zeros(0), RATE)
    with pytest.raises(UnreadableRecording, match=r"^The recording .*empty\.wav is empty\.$"):
        read_recording(path)


@pytest.mark.parametrize("name", ["missing.wav", "."])
def test_missing_file_or_folder_gives_one_sentence(tmp_path: Path, name: str) -> None:
    with pytest.raises(UnreadableRecording, match=r"^There is no recording at [^\n]*\.$"):
        read_recording(tmp_path / name)


def test_blocks_carry_every_sample_and_end_time() -> None:
    samples = np.arange(2 * BLOCK_SAMPLES + 100, dtype=np.int16)
    cut = list(blocks(samples, start=SECOND))
    assert b"".join(block.pcm for block in cut) == samples.astype("<i2").tobytes()
    assert cut[0].started_at == SECOND
    assert [later.started_at for later in cut[1:]] == [earlier.at for earlier in cut[:-1]]
    assert cut[-1].at == SECOND + duration(len(samples))


# --- The gate -------------------------------------------------------------------------------------


def heard(gate: Gate, milliseconds: range) -> list[int]:
    """The starts (ms) of 10 ms blocks that the gate lets through."""
    through = []
    for start in milliseconds:
        block = gate.pass_block(Block(b"\1\0" * 160, (start + 10) * MILLISECOND))
        assert block.gated == (block.pcm == bytes(320) or block.fading)
        if not block.gated:
            through.append(start)
    return through


def test_gate_shuts_out_the_interval_and_tail() -> None:
    gate = Gate(tail=30 * MILLISECOND)
    gate.speech_started(100 * MILLISECOND)
    gate.speech_ended(150 * MILLISECOND)
    assert heard(gate, range(0, 300, 10)) == [*range(0, 100, 10), *range(180, 300, 10)]


@pytest.mark.parametrize(("tail", "longer"), [(30, 0), (250, 0), (400, 150)])
def test_gate_lets_the_sound_of_the_tail_be_looked_at(tail: int, longer: int) -> None:
    """But for what is longer than an echo: until then a slow device may still sound."""
    gate = Gate(tail=tail * MILLISECOND)
    gate.speech_started(100 * MILLISECOND)
    gate.speech_ended(150 * MILLISECOND)
    passed = [
        gate.pass_block(Block(b"\1\0" * 160, (start + 10) * MILLISECOND))
        for start in range(0, 600, 10)
    ]
    fading = [start for start, block in enumerate(passed) if block.fading]
    assert fading == list(range(15 + longer // 10, 15 + tail // 10))
    assert all(passed[start].gated and any(passed[start].pcm) for start in fading)


def test_a_tail_that_another_gate_shuts_out_is_silent() -> None:
    own, other = Gate(), Gate()
    for gate in (own, other):
        gate.speech_started(0)
    own.speech_ended(100 * MILLISECOND)
    block = Block(b"\1\0" * 160, 150 * MILLISECOND)
    assert other.pass_block(own.pass_block(block)) == own.pass_block(other.pass_block(block))
    assert not any(other.pass_block(own.pass_block(block)).pcm)
    assert not other.pass_block(own.pass_block(block)).fading


def test_gate_is_shut_while_hektor_speaks() -> None:
    gate = Gate(tail=0)
    gate.speech_started(100 * MILLISECOND)
    assert heard(gate, range(80, 5_000, 10)) == [80, 90]


def test_two_phrases_in_a_row_are_excluded() -> None:
    gate = Gate(tail=20 * MILLISECOND)
    for start in (100, 130):
        gate.speech_started(start * MILLISECOND)
        gate.speech_ended((start + 20) * MILLISECOND)
    assert heard(gate, range(90, 200, 10)) == [90, *range(170, 200, 10)]


def test_gate_waits_for_the_later_sound() -> None:
    gate = Gate(tail=0)
    gate.speech_started(100 * MILLISECOND)  # a recording
    gate.speech_started(110 * MILLISECOND)  # a warning meanwhile
    gate.speech_ended(130 * MILLISECOND)
    assert heard(gate, range(90, 150, 10)) == [90]
    gate.speech_ended(160 * MILLISECOND)
    assert heard(gate, range(150, 180, 10)) == [160, 170]


def test_with_headphones_the_gate_is_off() -> None:
    gate = Gate(enabled=False)
    gate.speech_started(0)
    assert heard(gate, range(0, 50, 10)) == [0, 10, 20, 30, 40]


# --- The watchdog ---------------------------------------------------------------------------------


def test_dead_microphone_is_noticed_once_and_soon() -> None:
    watchdog = Watchdog(10 * SECOND)
    watchdog.heard()
    found = [(t, watchdog.check(t * SECOND // 4)) for t in range(40, 60)]
    assert [change for _, change in found if change is not None] == [False]
    noticed = next(t for t, change in found if change is False) / 4
    assert 10 < noticed <= 12


def test_microphone_without_a_block_is_dead() -> None:
    watchdog = Watchdog(0)
    found = [(t, watchdog.check(t * SECOND // 4)) for t in range(40)]
    assert [(t // 4, change) for t, change in found if change is not None] == [(6, False)]


def test_slow_first_block_is_waited_for() -> None:
    """A headset is switched to its microphone first."""
    watchdog = Watchdog(0)
    assert {watchdog.check(t * SECOND // 4) for t in range(20)} == {None}
    watchdog.heard()
    assert watchdog.check(5 * SECOND) is None


def test_stall_of_the_machine_is_no_loss() -> None:
    """The blocks waited in the queue while nobody could read them."""
    watchdog = Watchdog(0)
    watchdog.heard()
    assert watchdog.check(SECOND) is None
    assert watchdog.check(30 * SECOND) is None
    watchdog.heard()
    assert watchdog.check(31 * SECOND) is None


def lost() -> Watchdog:
    watchdog = Watchdog(0)
    watchdog.heard()
    for t in range(8):
        watchdog.check(t * SECOND // 4)
    assert watchdog.lost
    return watchdog


def test_returning_microphone_is_noticed_at_once() -> None:
    watchdog = lost()
    watchdog.heard()
    assert watchdog.check(9 * SECOND) is True
    assert watchdog.check(9 * SECOND) is None


def test_lost_device_is_retried_every_two_seconds() -> None:
    assert not Watchdog(0).reopen_due(9 * SECOND)
    watchdog = lost()  # after 1.5 seconds
    tries = [t for t in range(8, 60) if watchdog.reopen_due(t * SECOND // 4)]
    assert tries == list(range(14, 60, 8))


def test_device_that_opens_is_given_time_for_its_first_block() -> None:
    watchdog = lost()
    assert watchdog.reopen_due(4 * SECOND)
    watchdog.reopened(opens=True)
    assert not watchdog.reopen_due(9 * SECOND)
    assert watchdog.reopen_due(10 * SECOND)
    watchdog.reopened(opens=False)
    assert watchdog.reopen_due(12 * SECOND)


# --- The microphone -------------------------------------------------------------------------------


class FakePortAudio(types.ModuleType):
    """As much of sounddevice as the microphone uses, with a device of one rate."""

    class PortAudioError(Exception):
        """As sounddevice's."""

    def __init__(self, rate: int = 16_000, channels: int = 1, devices: int = 1) -> None:
        super().__init__("sounddevice")
        self.rate, self.channels, self.devices = rate, channels, devices
        self.starts = True
        self.open = 0  # streams

    def _terminate(self) -> None:
        assert not self.open, "PortAudio would leave these streams dangling"

    def _initialize(self) -> None:
        pass

    def query_devices(self, device: object = None, kind: str = "") -> dict[str, float]:
        if not self.devices:
            raise self.PortAudioError("Error querying device -1")
        return {"default_samplerate": float(self.rate), "max_input_channels": self.channels}

    def RawInputStream(self, **settings: Any) -> object:  # noqa: N802  (sounddevice's name)
        if not self.devices:
            raise self.PortAudioError("Error querying device -1")
        if settings["samplerate"] != self.rate or settings["channels"] > self.channels:
            raise self.PortAudioError(
                "Error opening RawInputStream: Invalid sample rate [PaErrorCode -9997]"
            )
        self.settings = settings
        self.open += 1
        return types.SimpleNamespace(start=self._start, close=self._close)

    def _start(self) -> None:
        if not self.starts:
            raise self.PortAudioError("busy")

    def _close(self, ignore_errors: bool) -> None:
        self.open -= 1

    def hear(self, samples: np.ndarray) -> None:
        """Call the callback as PortAudio would, block by block."""
        pcm = (samples * 32_767).astype("<i2")
        size = self.settings["blocksize"]
        for start in range(0, len(pcm), size):
            self.settings["callback"](pcm[start : start + size].tobytes(), size, None, None)


@pytest.mark.parametrize(("rate", "channels"), [(16_000, 1), (48_000, 2), (44_100, 1), (8_000, 2)])
def test_any_device_becomes_16_khz_mono(
    monkeypatch: pytest.MonkeyPatch, rate: int, channels: int
) -> None:
    portaudio = FakePortAudio(rate, channels)
    monkeypatch.setitem(sys.modules, "sounddevice", portaudio)
    microphone = Microphone(now=lambda: 7 * SECOND)
    portaudio.hear(tone(rate, channels))
    pieces = []
    while (block := microphone.read(timeout=0)) is not None:
        assert block.at == 7 * SECOND
        pieces.append(np.frombuffer(block.pcm, "<i2"))
    samples = np.concatenate(pieces)
    assert len(samples) == pytest.approx(RATE, abs=RATE // 10)  # a filter holds a little back
    assert frequency(samples) == pytest.approx(440, abs=3)
    microphone.close()


def test_missing_microphone_gives_one_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "sounddevice", FakePortAudio(devices=0))
    with pytest.raises(MicrophoneError, match=r"^no_microphone$"):
        Microphone()


def test_microphone_that_does_not_start_is_released(monkeypatch: pytest.MonkeyPatch) -> None:
    portaudio = FakePortAudio()
    portaudio.starts = False
    monkeypatch.setitem(sys.modules, "sounddevice", portaudio)
    with pytest.raises(MicrophoneError, match=r"^microphone_shut, reason busy$"):
        Microphone()
    assert portaudio.open == 0


def test_missing_portaudio_gives_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sounddevice", None)  # makes the import fail
    with pytest.raises(MicrophoneError, match=r"^no_portaudio$"):
        Microphone()


# --- A microphone that is still -------------------------------------------------------------------


def still(
    stillness: Stillness, first: int, last: int, pcm: bytes = b"\0\0", **more: bool
) -> list[bool]:
    """What is noticed from one second to another, with ten blocks in each."""
    found = [
        stillness.check(Block(pcm * 1600, at * SECOND // 10), **more)
        for at in range(first * 10, last * 10)
    ]
    return [one for one in found if one is not None]


def test_a_muted_microphone_is_noticed_within_ten_seconds() -> None:
    stillness = Stillness()
    assert still(stillness, 0, 7) == []
    assert still(stillness, 7, 30) == [False]
    assert still(stillness, 30, 40, b"\1\0") == [True]


def test_the_hush_of_a_room_is_no_stillness() -> None:
    hush = np.random.default_rng(1).integers(-1, 2, 100).astype("<i2").tobytes()
    assert still(Stillness(), 0, 60, hush) == []


def test_hektors_own_sound_is_no_sign_of_life() -> None:
    """A microphone that is the loudspeaker's monitor has nothing else."""
    stillness = Stillness()
    assert still(stillness, 0, 5) == []
    assert still(stillness, 5, 6, b"\1\0", own=True) == []
    assert still(stillness, 6, 10) == [False]


def test_a_headset_that_cuts_silence_out_is_told_of_less_and_less() -> None:
    stillness, told = Stillness(), list[int]()
    for minute in range(10):
        told += [minute] * len(still(stillness, 60 * minute, 60 * minute + 59))
        still(stillness, 60 * minute + 59, 60 * minute + 60, b"\1\0")
    assert told == [0, 1, 2]
