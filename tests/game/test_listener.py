# SPDX-License-Identifier: GPL-3.0-or-later
"""The listening thread's work, done step by step without a thread: blocks in, reports out."""

from collections.abc import Iterator
from typing import Any

import pytest
from told import sentence

from announce.lexicon import Segment
from announce.text.settings import Settings
from announce.text.utterance import Utterance
from game.base.inbox import HearingChanged, SpeechHeard
from game.sound.listener import Listener
from game.sound.presenter import Presenter
from game.speech.voice import Voice
from record.session import Happened
from rules.moves import facts
from rules.position import Position
from table.core.inputs import DeviceChanged
from table.events.dialogue import Device
from table.events.game import MoveSpoken
from voice.hearing.audio import Block, MicrophoneError
from voice.hearing.gate import Gate
from voice.language.commands import Command, CommandName
from voice.language.transcript import HeardUtterance, Transcript

SECOND = 1_000_000_000
UTTERANCE = HeardUtterance((Transcript("eva vier", 1.0),), 0, 1, 2)


class ScriptedRecogniser:
    """Hears what the pcm of a block spells: speech, the end of it, or silence."""

    engine = None

    def __init__(self) -> None:
        self.hearing = False
        self.waiting = True
        self.gated: list[bool] = []
        self.bytes = 0

    def feed(
        self,
        pcm: bytes,
        at: int,
        gated: bool = False,
        echo: bool = False,
        *,
        fading: bool = False,
    ) -> HeardUtterance | None:
        self.gated.append(gated)
        self.bytes += len(pcm)
        self.hearing = pcm.endswith(b"speech")
        self.waiting = not self.hearing
        return UTTERANCE if pcm == b"words" else None

    def reset(self) -> None:
        self.hearing = False


class ScriptedSource:
    """Gives blocks and gaps of silence; sets the clock; stops the listener when it has no more."""

    def __init__(self, ears: list[Listener], clock: list[int], steps: Iterator[Any]) -> None:
        self.ears, self.clock, self.steps = ears, clock, steps
        self.closed = False

    def read(self, timeout: float) -> Block | None:
        step = next(self.steps, None)
        if step is None:
            self.ears[0].stop()
            return None
        if isinstance(step, int):
            self.clock[0] += step
            return None
        self.clock[0] += SECOND // 50
        return Block(step, self.clock[0])

    def close(self) -> None:
        self.closed = True


def listen(*steps: Any, gate: Gate | None = None) -> tuple[list[Any], ScriptedRecogniser]:
    clock, told, ears = [0], list[Any](), list[Any]()
    recogniser: Any = ScriptedRecogniser()
    source = ScriptedSource(ears, clock, iter(steps))
    made = Listener(lambda: source, recogniser, gate or Gate(), told.append, now=lambda: clock[0])
    ears.append(made)
    made.run()
    assert source.closed
    return told, recogniser


def test_an_utterance_is_told_with_its_beginning() -> None:
    told, _ = listen(b"quiet", b"speech", b"speech", b"words", b"quiet")
    assert told == [HearingChanged(True, 40_000_000), SpeechHeard(UTTERANCE)]


def test_fruitless_speech_is_told_too() -> None:
    told, _ = listen(b"speech", b"quiet")
    assert [type(item) for item in told] == [HearingChanged, HearingChanged]
    assert [item.on for item in told] == [True, False]


def test_silent_microphone_and_its_return_are_noticed() -> None:
    told, _ = listen(b"quiet", *[SECOND // 4] * 7, b"quiet")
    assert told == [
        DeviceChanged(Device.MICROPHONE, False),
        DeviceChanged(Device.MICROPHONE, True),
    ]


def test_stall_of_the_machine_loses_no_microphone() -> None:
    """Nobody read for seconds, or the recogniser was busy; the blocks waited."""
    told, _ = listen(b"quiet", 5 * SECOND, b"quiet", 3 * SECOND, b"quiet")
    assert not told


def test_recogniser_never_hears_hektors_own_speech() -> None:
    gate = Gate()
    gate.speech_started(0)
    _, recogniser = listen(b"speech", b"words", gate=gate)
    assert recogniser.gated == [True, True]


def test_what_was_held_back_is_heard_before_what_follows() -> None:
    class LateEars(Gate):
        def __init__(self) -> None:
            super().__init__()
            self.held = [Block(b"speech", 10), Block(b"words", 20)]

        def held_back(self) -> list[Block]:
            held, self.held = self.held, []
            return held

    told, _ = listen(b"speech", gate=LateEars())
    assert [type(item) for item in told] == [
        HearingChanged, SpeechHeard, HearingChanged
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("sound", "naps"), [(b"quiet", True), (b"speech", False), (b"Hektor", False)]
)
def test_blocks_gather_only_where_nothing_happens(sound: bytes, naps: bool) -> None:
    """A microphone that gives its blocks in real time, and a listener that sleeps or waits."""
    clock, given, slept = [0], [0], list[float]()
    block = SECOND // 50
    recogniser: Any = ScriptedRecogniser()
    gate = Gate()

    class RealTime:
        def read(self, timeout: float) -> Block | None:
            at = given[-1] + block
            if at > clock[0] + timeout * SECOND:
                return None
            given.append(at)
            clock[0] = max(clock[0], at)
            if at == 5 * SECOND and sound == b"Hektor":
                gate.speech_started(at)
            if at == 10 * SECOND:
                ears.stop()
            return Block(sound if at > 5 * SECOND else b"quiet", at)

        def close(self) -> None:
            pass

    def wait(seconds: float) -> None:
        slept.append(clock[0] / SECOND)
        clock[0] += round(seconds * SECOND)

    ears = Listener(RealTime, recogniser, gate, lambda _: None, now=lambda: clock[0], wait=wait)
    ears.run()
    number = given[-1] // block
    assert recogniser.bytes == (number * len(b"quiet") + number * len(sound)) // 2  # none is lost
    assert len(recogniser.gated) < number  # those that gathered are heard as one
    assert min(slept) > 3
    assert (max(slept) > 9) is naps


def test_missing_microphone_is_told_once_and_retried() -> None:
    told: list[Any] = []
    clock = [0]
    tries: list[int] = []

    def open_source() -> Any:
        tries.append(clock[0])
        raise MicrophoneError("There is none.")

    def wait(_seconds: float) -> None:
        clock[0] += SECOND
        if clock[0] > 7 * SECOND:
            ears.stop()

    recogniser: Any = ScriptedRecogniser()
    ears = Listener(open_source, recogniser, Gate(), told.append, now=lambda: clock[0], wait=wait)
    ears.run()
    assert told == [DeviceChanged(Device.MICROPHONE, False, "There is none.")]
    assert [at // SECOND for at in tries] == [0, 2, 4, 6, 8]


# What is told, and in which voice.


class FakeSpeech:
    """Notes what it is to say; says it when the test wants."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.cancelled = 0
        self.voice = Voice()

    def say(self, utterance: Utterance) -> int:
        self.said.append(utterance.spoken)
        return len(self.said)

    def knock(self) -> bool:
        return False

    def cancel(self) -> None:
        self.cancelled += 1


Told = tuple[Presenter, FakeSpeech, list[str]]


@pytest.fixture
def told() -> Told:
    lines: list[str] = []
    speech: Any = FakeSpeech()
    return Presenter(Settings(), lines.append, speech), speech, lines


def moved() -> Happened:
    position = Position.start()
    event = MoveSpoken(0, facts(position, position.legal_moves[0]))
    return Happened((event,), (Utterance((Segment("Springer", "de"),)),), waits=True)


def test_every_line_that_is_spoken_is_printed(told: Told) -> None:
    presenter, speech, lines = told
    presenter.tell(moved())
    assert lines == speech.said == ["Springer"]


def test_a_sound_stands_for_its_words_where_it_is_heard() -> None:
    pressed = Utterance((Segment("Gedrückt.", "de"),), knock=True)
    for heard, spoken in ((True, []), (False, ["Gedrückt."])):
        lines: list[str] = []
        speech: Any = FakeSpeech()
        knocks: list[bool] = []

        def knock(knocks: list[bool] = knocks, heard: bool = heard) -> bool:
            knocks.append(heard)
            return heard

        speech.knock = knock
        presenter = Presenter(Settings(), lines.append, speech)
        presenter.tell(Happened((), (pressed,)))
        assert (knocks, speech.said, lines) == ([heard], spoken, ["Gedrückt."])


def test_after_the_press_the_move_is_repeated(told: Told) -> None:
    presenter, speech, _ = told
    presenter.tell(moved())
    presenter.tell(Happened((), (Utterance((Segment("Gedrückt.", "de"),), knock=True),)))
    presenter.obey(Command(CommandName.REPEAT))
    assert speech.said == ["Springer", "Gedrückt.", "Springer"]


def test_move_is_read_back_once_spoken(told: Told) -> None:
    presenter, _, _ = told
    presenter.tell(moved())
    assert not presenter.was_read_back()
    presenter.spoken(1)
    assert presenter.was_read_back()
    presenter.spoken(2)
    assert not presenter.was_read_back()


def test_interrupted_read_back_is_over(told: Told) -> None:
    presenter, speech, _ = told
    presenter.tell(moved())
    presenter.cancel()
    assert speech.cancelled == 1
    assert presenter.was_read_back()


def test_without_speech_read_back_is_immediate() -> None:
    presenter = Presenter(Settings(), lambda _line: None)
    presenter.tell(moved())
    assert presenter.was_read_back()


def test_faster_changes_the_voice_that_says_so(told: Told) -> None:
    presenter, speech, _ = told
    presenter.tell(moved())
    assert presenter.obey(Command(CommandName.FASTER))
    assert speech.voice.rate > Voice().rate
    assert speech.said == ["Springer", sentence("program.message.faster")]
    assert not presenter.obey(Command(CommandName.PRESS))


def test_listening_fault_is_reported_and_ends_speech() -> None:
    class Faulty(ScriptedRecogniser):
        def feed(self, pcm: bytes, *given: Any, **more: Any) -> HeardUtterance | None:
            if pcm == b"fault":
                raise RuntimeError("no engine")
            return super().feed(pcm, *given, **more)

    clock, told = [0], list[Any]()
    recogniser: Any = Faulty()
    source = ScriptedSource([], clock, iter((b"speech", b"fault")))
    Listener(lambda: source, recogniser, Gate(), told.append, now=lambda: clock[0]).run()
    assert told[1] == DeviceChanged(Device.RECOGNISER, False, "RuntimeError: no engine")
    assert told[2] == HearingChanged(False, clock[0])
