# SPDX-License-Identifier: GPL-3.0-or-later
"""People are heard who talk while Hektor speaks, and Hektor never hears itself.

Simulated rooms, a loudspeaker as loud at the microphone as the people, and noise that rises and
falls as speech does. Hektor's sound cards and their delays are simulated too.
"""

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import pytest

import voice.hearing.echo
from lab.acoustics import LOUD, SimulatedLoudspeaker, drifted, level, through
from voice.hearing.audio import BLOCK_SAMPLES, MILLISECOND, RATE, Block, blocks, duration
from voice.hearing.duplex import Duplex
from voice.hearing.echo import DELAY, EchoCanceller, Residual, Wave
from voice.hearing.gate import Gate
from voice.hearing.reference import Reference, Timeline

SPEAKER_RATE = 22_050
PIECE = 330
SECOND = 1_000 * MILLISECOND
LEARNT = 5.0  # seconds of Hektor's speech after which the room is known
LATENCY = 60 * MILLISECOND


def speech(seconds: float, seed: int, rate: int = RATE) -> np.ndarray:
    """Noise with the spectrum and the syllables of speech, of the usual level."""
    rng = np.random.default_rng(seed)
    size = round(seconds * rate)
    spectrum = np.fft.rfft(rng.normal(0, 1, size))
    hertz = np.fft.rfftfreq(size, 1 / rate)
    spectrum *= (hertz > 100) / (1 + (hertz / 700) ** 2)
    syllables = np.repeat(rng.uniform(-30, 0, size * 8 // rate + 2), rate // 8)[:size]
    sound = np.fft.irfft(spectrum, size) * 10 ** (
        np.convolve(syllables, np.ones(200) / 200, "same") / 20
    )
    return sound * LOUD / level(sound)


@dataclass
class Passed:
    """What came out of the ears, block by block; times in seconds."""

    blocks: list[Block] = field(default_factory=list)

    def between(self, start: float, end: float) -> list[Block]:
        return [one for one in self.blocks if start < one.at / 1e9 <= end]

    def sound(self) -> np.ndarray:
        return np.frombuffer(b"".join(one.pcm for one in self.blocks), "<i2").astype(float)


@dataclass
class Late(Passed):
    """What the ears gave out late."""

    def of(self, ears: Duplex) -> Duplex:
        """The same ears, asked after each block as a listener asks them."""
        pass_block = ears.pass_block

        def both(block: Block) -> Block:
            passed = pass_block(block)
            self.blocks += ears.held_back()
            return passed

        ears.pass_block = both  # type: ignore[method-assign]
        return ears

    @property
    def start(self) -> float:
        return self.blocks[0].started_at / SECOND


@dataclass
class Room:
    """A room in which Hektor speaks from the first second on."""

    reverberation: float = 0.4
    late_ms: int = 60
    drift: float = 0.0
    known: bool = True  # whether Hektor knows what it plays
    changes_at: float = 0.0  # s, from when on the echo is changed: ``louder`` times as loud,
    louder: float = 1.0
    quiet_until: float = 0.0  # s, until when there is no echo at all, as with headphones
    lost: int = 0  # or so many samples of the microphone are lost
    seed: int = 1

    def hear(self, hektor: np.ndarray, people: np.ndarray, ears: Duplex) -> Passed:
        """Both at 16 kHz, as loud at the microphone as they are here."""
        echo = SimulatedLoudspeaker(self.reverberation, 0.5, self.seed).carry(hektor)
        echo = drifted(echo, self.drift)
        late = np.zeros(len(people))
        late[: len(echo)] = echo[: len(late)]
        late *= LOUD / level(echo)
        late[: round(self.quiet_until * RATE)] = 0.0
        change = round(self.changes_at * RATE)
        late[change:] *= self.louder
        late[change : len(late) - self.lost] = late[change + self.lost :]
        sound = people + late + np.random.default_rng(9).normal(0, 8, len(people))
        count = round(len(hektor) / RATE * SPEAKER_RATE)
        times = np.arange(count, dtype=float) * RATE / SPEAKER_RATE
        played = np.interp(times, np.arange(len(hektor)), hektor).astype(np.int16)
        loud = np.flatnonzero(hektor)
        ears.speech_started(duration(int(loud[0])))
        ears.speech_ended(duration(int(loud[-1])))
        microphone = np.rint(sound).astype(np.int16)
        late_by = self.late_ms * MILLISECOND
        known = played if self.known else None
        passed = through(ears, microphone, known, SPEAKER_RATE, late_by)
        return Passed(
            [replace(one, at=at.at) for at, one in zip(blocks(microphone), passed, strict=False)]
        )


def monologue(seconds: float, seed: int = 3) -> np.ndarray:
    """Hektor speaks for so long, from the first second on."""
    return np.concatenate((np.zeros(RATE), speech(seconds, seed) * 3))


def silence(seconds: float) -> np.ndarray:
    return np.zeros(round(seconds * RATE))


def heard(passed: list[Block]) -> list[Block]:
    """Blocks in which somebody may speak."""
    return [one for one in passed if not one.gated and not one.echo]


def clearness(passed: Passed, people: np.ndarray, start: float, end: float) -> float:
    """How far above all else the people are in what came out, in dB."""
    first, last = round(start * RATE), round(end * RATE)
    wanted = people[first:last]
    # The first step of what came in was not passed on, and what comes out is late.
    found = passed.sound()[first:last]
    return float(10 * np.log10((wanted**2).sum() / ((found - wanted) ** 2).sum()))


# --- Hektor alone --------------------------------------------------------------------------------


@pytest.mark.parametrize("reverberation", [0.2, 0.4, 0.6])
def test_hektor_never_hears_itself(reverberation: float) -> None:
    passed = Room(reverberation).hear(monologue(10), silence(12), Duplex(Gate()))
    assert heard(passed.between(1.1, 10.9)) == []
    alone = passed.between(LEARNT, 10.9)
    assert all(one.echo for one in alone)
    left = np.frombuffer(b"".join(one.pcm for one in alone), "<i2").astype(float)
    assert np.sqrt((left**2).mean()) < LOUD / 20


@pytest.mark.parametrize(
    ("late_ms", "tail", "within", "after"),
    [(60, Gate.TAIL, 8.9, 9.4), (1_500, 2 * SECOND, 10.9, 11.9)],
)
def test_who_begins_after_the_echo_does_not_speak_over_hektor(
    late_ms: int, tail: int, within: float, after: float
) -> None:
    ears = Duplex(Gate(tail=tail))
    Room(0.6, late_ms=late_ms).hear(monologue(8), silence(12), ears)
    assert ears.spoke_after(int(within * SECOND))
    assert not ears.spoke_after(int(after * SECOND))


@pytest.mark.parametrize("parts_per_million", [-60.0, 60.0])
def test_two_sound_cards_may_drift_apart(parts_per_million: float) -> None:
    room = Room(drift=parts_per_million)
    passed = room.hear(monologue(16), silence(18), Duplex(Gate()))
    assert heard(passed.between(1.1, 16.9)) == []
    left = np.frombuffer(b"".join(one.pcm for one in passed.between(13, 16.9)), "<i2").astype(float)
    assert np.sqrt((left**2).mean()) < LOUD / 10


@pytest.mark.parametrize("late_ms", [0, 600, 1_500])
def test_echo_may_be_late(late_ms: int) -> None:
    passed = Room(late_ms=late_ms).hear(monologue(6), silence(8), Duplex(Gate(tail=2 * SECOND)))
    assert heard(passed.between(1.1, 6.9)) == []
    assert any(one.echo for one in passed.between(LEARNT, 6.9))


@pytest.mark.parametrize(("louder", "lost"), [(2.0, 0), (0.5, 0), (1.0, 16), (1.0, 160)])
def test_a_changed_echo_is_an_echo(louder: float, lost: int) -> None:
    """Somebody turns the volume, or the sound card loses samples."""
    room = Room(changes_at=8.0, louder=louder, lost=lost)
    passed = room.hear(monologue(12), silence(14), Duplex(Gate()))
    assert len(heard(passed.between(1.1, 12.9))) <= 6  # blocks: a fifth of a second


@pytest.mark.parametrize("lost", [1_600, 4_000])
def test_a_microphone_that_loses_samples_hears_people_again(lost: int) -> None:
    """Its blocks come late for good; a wrong delay had shut it for ever while Hektor spoke."""
    hektor, ears = monologue(14), Duplex(Gate())
    echo = SimulatedLoudspeaker(0.4, 0.5, 3).carry(hektor)
    echo *= LOUD / level(echo)
    gap = 8 * RATE
    people = np.concatenate((silence(12), speech(2, 5), silence(2)))
    heard_there = np.concatenate((echo[:gap], echo[gap + lost :], silence(3)))[: len(people)]
    noise = np.random.default_rng(9).normal(0, 8, len(people))
    microphone = np.rint(people + heard_there + noise).astype(np.int16)
    ears.speech_started(SECOND)
    passed, fed = Passed(), 0
    for block in blocks(microphone):
        late = LATENCY + (duration(lost) if block.at > duration(gap) else 0)
        while duration(fed) < block.at + late:
            ears.played(hektor[fed : fed + PIECE].astype(np.int16), RATE, duration(fed))
            fed += PIECE
        out = ears.pass_block(replace(block, at=block.at + late))
        passed.blocks.append(replace(out, at=block.at))
    alone = passed.between(9.5, 11.9)
    assert len(heard(alone)) < 4
    assert not any(one.gated for one in alone)
    talk = passed.between(12.2, 13.4)
    assert len(heard(talk)) > 0.8 * len(talk)


# --- Somebody talks over it ----------------------------------------------------------------------


def test_who_talks_over_hektor_is_heard_from_the_first_sound_on() -> None:
    people = np.concatenate((silence(LEARNT + 1), speech(2, 5), silence(2)))
    passed = Room().hear(monologue(9), people, Duplex(Gate()))
    talk = passed.between(LEARNT + 1.2, LEARNT + 2.9)
    assert len(heard(talk)) > 0.8 * len(talk)
    assert clearness(passed, people, LEARNT + 1.0, LEARNT + 3.0) > 8
    assert heard(passed.between(LEARNT + 3.5, 9.9)) == []


def test_without_hektor_the_sound_is_untouched() -> None:
    people = np.concatenate((silence(0.6), speech(1.2, 5), silence(0.6)))
    ears = Duplex(Gate())
    sound = np.rint(people).astype(np.int16)
    out = b"".join(ears.pass_block(one).pcm for one in blocks(sound))
    found = np.frombuffer(out, "<i2")
    assert np.abs(found - sound[: len(found)]).max() <= 1
    assert len(sound) - len(found) == DELAY


def test_while_hektor_is_silent_nothing_is_reckoned_and_nothing_forgotten(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It speaks, is silent while somebody else speaks, and speaks again: as if all of the silence
    had been reckoned, but for how loud the room is taken to be."""
    hektor = np.concatenate((monologue(4), silence(6), speech(2, 4) * 3))
    people = np.concatenate((silence(8), speech(2, 5), silence(5)))
    reckoned: list[int] = []
    reckon = EchoCanceller._reckon

    def counted(self: EchoCanceller, *given: Wave) -> Residual:
        reckoned[-1] += 1
        return reckon(self, *given)

    def passed(idle: int) -> np.ndarray:
        monkeypatch.setattr(voice.hearing.echo, "_IDLE", idle)
        reckoned.append(0)
        return Room().hear(hektor, people, Duplex(Gate())).sound()

    monkeypatch.setattr(EchoCanceller, "_reckon", counted)
    found, all_reckoned = passed(voice.hearing.echo._IDLE), passed(len(people))
    assert reckoned[0] < reckoned[1] - 150  # hops of the six seconds, when the echo has faded
    assert level(found - all_reckoned) < 3  # 8 is the hiss of the room
    assert heard(Room().hear(hektor, people, Duplex(Gate())).between(11.3, 12.9)) == []


def test_the_time_of_a_block_is_that_of_its_sound() -> None:
    ears = Duplex(Gate())
    sound = np.zeros(10 * BLOCK_SAMPLES, np.int16)
    sound[:] = np.random.default_rng(1).normal(0, 300, len(sound))
    passed = [ears.pass_block(one) for one in blocks(sound, start=7 * SECOND)]
    total = 0
    for one in passed:
        total += len(one.pcm) // 2
        assert one.at == pytest.approx(7 * SECOND + duration(total), abs=2)


# --- Where the echo is not known -----------------------------------------------------------------


def test_microphone_is_shut_until_the_room_is_known() -> None:
    people = np.concatenate((silence(1.2), speech(0.6, 5), silence(2)))
    passed = Room().hear(monologue(2), people, Duplex(Gate()))
    assert all(one.gated for one in passed.between(1.1, 1.9))
    assert all(
        one.pcm == bytes(len(one.pcm)) for one in passed.blocks if one.gated and not one.fading
    )


@pytest.mark.parametrize("reverberation", [0.2, 0.4, 0.6])
@pytest.mark.parametrize("at", [1.8, 2.3])
def test_what_was_said_before_the_room_was_known_is_heard_late(
    reverberation: float, at: float
) -> None:
    people = np.concatenate((silence(at), speech(1, 5), silence(6)))
    ears, late = Duplex(Gate()), Late()
    Room(reverberation).hear(monologue(7), people, late.of(ears))
    begin = round((late.start - LATENCY / SECOND) * RATE)
    wanted = people[round(at * RATE) : round((at + 1) * RATE)]
    found = late.sound()[round(at * RATE) - begin :][: len(wanted)]
    assert 10 * np.log10((wanted**2).sum() / ((found - wanted) ** 2).sum()) > 8
    silent = [one for one in late.blocks if one.at / SECOND - LATENCY / SECOND < at]
    assert heard(silent) == []


def test_where_nobody_spoke_nothing_is_heard_late(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is looked at once, when the room is known, and not with each block that follows."""
    looked: list[int] = []
    again = EchoCanceller.again

    def counted(self: EchoCanceller, hops: Any, last: int) -> list[Residual]:
        looked.append(last)
        return again(self, hops, last)

    monkeypatch.setattr(EchoCanceller, "again", counted)
    ears, late = Duplex(Gate()), Late()
    Room().hear(monologue(7), silence(9), late.of(ears))
    assert late.blocks == []
    assert len(looked) == 1


def test_screen_readers_voice_is_shut_out() -> None:
    """Its samples are not known; only when it speaks."""
    passed = Room(known=False).hear(monologue(6), silence(8), Duplex(Gate()))
    assert all(one.gated for one in passed.between(1.1, 6.9))
    assert not any(one.gated for one in passed.between(7.4, 8.0))


def test_recording_that_is_played_is_shut_out() -> None:
    ears = Duplex(Gate())
    Room().hear(monologue(LEARNT), silence(LEARNT + 2), ears)
    start = round((LEARNT + 2) * SECOND) + LATENCY
    ears.gate.speech_started(start)
    block = Block(np.ones(BLOCK_SAMPLES, "<i2").tobytes(), start + 30 * MILLISECOND)
    assert ears.pass_block(block).gated


def test_without_talking_over_all_that_hektor_says_is_shut_out() -> None:
    ears = Duplex(Gate(), talk_over=False)
    passed = Room().hear(monologue(LEARNT), silence(LEARNT + 2), ears)
    assert all(one.gated for one in passed.between(1.2, LEARNT + 1))
    assert not any(one.gated for one in passed.between(LEARNT + 1.5, LEARNT + 2))


def test_with_headphones_everything_is_heard() -> None:
    ears = Duplex(Gate(enabled=False))
    ears.speech_started(0)
    block = Block(b"\1\0" * BLOCK_SAMPLES, 30 * MILLISECOND)
    assert ears.pass_block(block) is block


# --- Where there is none -------------------------------------------------------------------------


def test_with_headphones_that_nobody_told_of_people_are_heard() -> None:
    people = np.concatenate((silence(7), speech(1, 5), silence(2)))
    passed = Room(quiet_until=99.0).hear(monologue(8), people, Duplex(Gate()))
    assert all(one.gated for one in passed.between(1.2, 4))
    assert not any(one.gated or one.echo for one in passed.between(7.1, 8))


def test_who_takes_the_headphones_off_is_noticed() -> None:
    """What is heard meanwhile are Hektor's own words, which the table does not believe."""
    passed = Room(quiet_until=7.0).hear(monologue(14), silence(16), Duplex(Gate()))
    assert len(heard(passed.between(7, 14.9))) < 2 * RATE / BLOCK_SAMPLES
    assert heard(passed.between(9, 14.9)) == []


# --- What was played -----------------------------------------------------------------------------


def test_reference_is_what_was_played_at_16_khz() -> None:
    times = np.arange(SPEAKER_RATE) / SPEAKER_RATE
    tone = (8_000 * np.sin(2 * np.pi * 500 * times)).astype(np.int16)
    reference = Reference()
    for start in range(0, len(tone), PIECE):
        reference.played(tone[start : start + PIECE], SPEAKER_RATE, duration(start, SPEAKER_RATE))
    reference.take()
    place = 4_000.5
    expected = 8_000 * np.sin(2 * np.pi * 500 * (place + np.arange(4_000)) / RATE)
    assert np.abs(reference.read(place, 4_000) - expected).max() < 80


def test_reference_is_silent_where_nothing_is_known() -> None:
    reference = Reference()
    assert not reference.read(-RATE, 100).any()
    assert not reference.read(10 * RATE, 100).any()


def test_inexact_times_do_not_move_samples() -> None:
    timeline = Timeline()
    late = np.random.default_rng(1).uniform(0, 20 * MILLISECOND, 1_000)
    for number, by in enumerate(late):
        timeline.add(160, number * 10 * MILLISECOND + int(by))
    assert timeline.jumps == 0
    assert timeline.index(timeline.time(12_345)) == pytest.approx(12_345)


def test_device_that_stood_still_moves_them() -> None:
    timeline = Timeline()
    for number in range(100):
        timeline.add(160, number * 10 * MILLISECOND + (SECOND if number >= 50 else 0))
    assert timeline.jumps == 1
    assert timeline.time(50 * 160) == pytest.approx(1.5 * SECOND)


def test_device_that_catches_up_in_a_burst_comes_to_rest() -> None:
    """It stood still for a second, and then took two seconds of sound at once."""
    timeline, at = Timeline(), 0
    for number in range(400):
        at += 10 * MILLISECOND if not 100 <= number < 300 else 0
        timeline.add(160, at + (SECOND if number >= 100 else 0))
    assert timeline.time(400 * 160) == pytest.approx(at + 1.01 * SECOND, abs=0.05 * SECOND)
