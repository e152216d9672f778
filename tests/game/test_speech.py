# SPDX-License-Identifier: GPL-3.0-or-later
"""Who speaks when, with a fake voice and a loudspeaker moved by hand, so no test waits."""

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from players import CollectingPlayer, SilentPlayer, SilentRenderer

from announce.lexicon import Segment
from announce.text.settings import Settings
from announce.text.utterance import Priority, Utterance
from announce.words.events import words
from game.speech.drivers import Fallback, Rendered
from game.speech.espeak import VoiceMissing
from game.speech.manager import Callbacks, Pending, Speech, SpeechQueue, interrupts
from game.speech.player import LoudspeakerLost, SoundPlayed
from game.speech.voice import Voice
from game.speech.voices import Samples
from rules.explanation import Illegality, MoveFault
from rules.moves import facts
from rules.position import Position
from table.events.dialogue import Device, NotUnderstood
from table.events.game import IllegalMove, MoveSpoken

PATIENCE = 10.0  # seconds after which a hung test fails; no passing test waits for it


def utterance(
    text: str, priority: Priority = Priority.NORMAL, protected: bool = False
) -> Utterance:
    return Utterance((Segment(text, "de"),), priority, protected)


class FakeRenderer:
    """The number of a text as its sound, so that a loudspeaker can tell what it plays."""

    def __init__(self, missing: frozenset[str] = frozenset()) -> None:
        self.texts: list[str] = []
        self.voices: list[Voice] = []
        self.missing = missing

    def render(self, text: str, voice: Voice) -> Samples:
        if voice.language in self.missing:
            raise VoiceMissing(f"No voice for {voice.language}.")
        self.texts.append(text)
        self.voices.append(voice)
        return np.full(1, len(self.texts) - 1, np.int16)

    def close(self) -> None:
        pass


@dataclass
class HandPlayer:
    """A loudspeaker that plays each sound until the test lets it end."""

    renderer: FakeRenderer
    log: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.changed = threading.Condition()
        self.tickets = 0
        self.playing: str | None = None
        self.lost = False

    def open(self) -> None:
        pass

    def ticket(self) -> int:
        return self.tickets

    def play(self, samples: Samples, ticket: int, started: Callable[[int], None]) -> SoundPlayed:
        with self.changed:
            if self.lost:
                raise LoudspeakerLost("Gone.")
            if ticket != self.tickets:
                return SoundPlayed(0, False)
            self.playing = text = self.renderer.texts[int(samples[-1])]
            started(len(self.log))
            self.log.append(text)
            self.changed.notify_all()
            self.changed.wait_for(lambda: self.playing is None, PATIENCE)
            return SoundPlayed(len(self.log), ticket == self.tickets)

    def strike(self, samples: Samples) -> bool:
        self.log.append("knock")
        return True

    def cancel(self) -> None:
        with self.changed:
            self.tickets += 1
            self.playing = None
            self.log.append("|")
            self.changed.notify_all()

    def close(self) -> None:
        pass

    def wait_for(self, text: str) -> None:
        """Until this is being played."""
        with self.changed:
            assert self.changed.wait_for(lambda: self.playing == text, PATIENCE), self.log

    def end(self) -> None:
        """The sound that plays comes to its end."""
        with self.changed:
            self.playing = None
            self.changed.notify_all()


@dataclass
class Stage:
    speech: Speech
    player: HandPlayer
    lost: list[tuple[Device, str]]
    restored: list[Device]
    done: list[int]

    def play_out(self) -> list[str]:
        """Lets everything be played to its end; what was heard, "|" where it was cut."""
        while not self.speech.wait_idle(0.001):
            self.player.end()
        return self.player.log


def set_stage(missing: frozenset[str] = frozenset()) -> Stage:
    renderer = FakeRenderer(missing)
    player = HandPlayer(renderer)
    lost: list[tuple[Device, str]] = []
    restored: list[Device] = []
    done: list[int] = []
    speech = Speech(
        Rendered(renderer, player),
        tell=Callbacks(
            on_lost=lambda device, detail: lost.append((device, detail)),
            on_restored=restored.append,
            on_done=done.append,
        ),
    )
    assert speech.wait_idle(PATIENCE)
    return Stage(speech, player, lost, restored, done)


@pytest.fixture
def stage() -> Iterator[Stage]:
    made = set_stage()
    yield made
    made.speech.close()


def test_utterances_are_spoken_one_after_the_other(stage: Stage) -> None:
    for text in ("eins", "zwei", "drei"):
        stage.speech.say(utterance(text))
    assert stage.play_out() == ["eins", "zwei", "drei"]


def test_the_same_announcement_twice_is_spoken_twice(stage: Stage) -> None:
    for _ in range(2):
        stage.speech.say(utterance("Nicht verstanden."))
    assert stage.play_out() == ["Nicht verstanden.", "Nicht verstanden."]


def test_a_sign_is_heard_beside_what_is_spoken(stage: Stage) -> None:
    stage.speech.say(utterance("one"))
    stage.player.wait_for("one")
    assert stage.speech.knock()
    assert stage.play_out() == ["one", "knock"]


def test_next_comes_first_but_cuts_nothing(stage: Stage) -> None:
    stage.speech.say(utterance("lange Antwort"))
    stage.player.wait_for("lange Antwort")
    stage.speech.say(utterance("noch eine"))
    stage.speech.say(utterance("Zug", Priority.NEXT))
    assert stage.play_out() == ["lange Antwort", "Zug", "noch eine"]


def test_now_breaks_in_and_the_rest_follows(stage: Stage) -> None:
    """D.2.10.5: a fallen flag is told at once; nothing is lost by it."""
    stage.speech.say(utterance("Antwort"))
    stage.speech.say(utterance("danach"))
    stage.player.wait_for("Antwort")
    stage.speech.say(utterance("Zeit!", Priority.NOW))
    assert stage.play_out() == ["Antwort", "|", "Zeit!", "Antwort", "danach"]


def test_nothing_breaks_into_a_move_read_back(stage: Stage) -> None:
    stage.speech.say(utterance("Springer Felix drei", Priority.NEXT, protected=True))
    stage.player.wait_for("Springer Felix drei")
    stage.speech.say(utterance("Zeit!", Priority.NOW))
    assert stage.play_out() == ["Springer Felix drei", "Zeit!"]


def test_now_does_not_cut_now(stage: Stage) -> None:
    stage.speech.say(utterance("eins", Priority.NOW))
    stage.player.wait_for("eins")
    stage.speech.say(utterance("zwei", Priority.NOW))
    assert stage.play_out() == ["eins", "zwei"]


def test_an_error_never_cuts_the_last_move(stage: Stage) -> None:
    position = Position.start()
    move = facts(position, position.board.parse_san("Nf3"))
    illegality = Illegality(MoveFault.EMPTY_SQUARE, "3.10.2", square=0)
    (spoken,) = words(MoveSpoken(0, move), Settings())
    stage.speech.say(spoken)
    stage.player.wait_for(spoken.spoken)
    for event in (NotUnderstood(0, "x"), IllegalMove(0, True, "x", illegality)):
        for one in words(event, Settings()):
            stage.speech.say(one)
    heard = stage.play_out()
    assert heard == [spoken.spoken, "Nicht verstanden.", "Auf Anna eins steht nichts."]


def test_the_listener_cuts_everything(stage: Stage) -> None:
    stage.speech.say(utterance("Zug", Priority.NEXT, protected=True))
    stage.speech.say(utterance("danach"))
    stage.player.wait_for("Zug")
    stage.speech.cancel()
    assert stage.speech.wait_idle(PATIENCE)
    assert stage.player.log == ["Zug", "|"]


def test_cutting_answers_lets_a_move_be_heard(stage: Stage) -> None:
    stage.speech.say(utterance("Antwort"))
    stage.player.wait_for("Antwort")
    stage.speech.say(utterance("weiter"))
    stage.speech.say(utterance("Zug", Priority.NEXT))
    stage.speech.cancel(Priority.NORMAL)
    assert stage.play_out() == ["Antwort", "|", "Zug"]


@pytest.mark.parametrize(("answered", "heard"), [(True, []), (False, ["Korrektur?"])])
def test_a_question_falls_silent_and_waits(stage: Stage, answered: bool, heard: list[str]) -> None:
    question = Utterance((Segment("Korrektur?", "de"),), Priority.NEXT, passing=True)
    stage.speech.say(question)
    stage.player.wait_for("Korrektur?")
    stage.speech.give_way()
    stage.speech.say(utterance("Remis", Priority.NEXT))
    stage.speech.go_on(answered=answered)
    assert stage.play_out() == ["Korrektur?", "|", *heard, "Remis"]
    stage.speech.close()
    assert sorted(stage.done) == [1, 2]


def test_what_has_to_be_heard_is_cut_once(stage: Stage) -> None:
    stage.speech.say(utterance("Remis", Priority.NEXT))
    stage.player.wait_for("Remis")
    stage.speech.give_way()
    stage.speech.go_on(answered=True)
    stage.player.wait_for("Remis")
    stage.speech.give_way()
    stage.speech.go_on(answered=True)
    assert stage.play_out() == ["Remis", "|", "Remis"]


def test_cancel_does_not_bring_back_cut_speech(stage: Stage) -> None:
    stage.speech.say(utterance("Antwort"))
    stage.player.wait_for("Antwort")
    with stage.player.changed:  # the speech thread cannot go on between the two
        stage.speech.say(utterance("Zeit!", Priority.NOW))
        stage.speech.cancel()
    assert stage.speech.wait_idle(PATIENCE)
    assert "Zeit!" not in stage.player.log
    assert stage.player.log.count("Antwort") == 1


def test_speech_after_a_cancel_is_heard(stage: Stage) -> None:
    stage.speech.say(utterance("alt"))
    stage.player.wait_for("alt")
    stage.speech.cancel()
    stage.speech.say(utterance("neu"))
    stage.player.wait_for("neu")
    assert stage.play_out() == ["alt", "|", "neu"]


def test_every_utterance_begun_is_reported_when_done(stage: Stage) -> None:
    numbers = [stage.speech.say(utterance(text)) for text in ("eins", "zwei")]
    stage.play_out()
    assert numbers == [1, 2]
    stage.speech.close()  # the thread has ended, so it has reported all
    assert stage.done == numbers


def test_answer_cut_before_it_began_is_reported(stage: Stage) -> None:
    stage.speech.say(utterance("Zug", Priority.NEXT))
    stage.player.wait_for("Zug")
    answer = stage.speech.say(utterance("Antwort"))
    stage.speech.cancel(Priority.NORMAL)
    assert stage.done == [answer]
    assert stage.play_out() == ["Zug"]


def test_an_utterance_without_words_is_not_spoken(stage: Stage) -> None:
    stage.speech.say(Utterance((), eye=(Segment("nur fürs Auge", "de"),)))
    assert stage.play_out() == []


def test_every_segment_uses_its_languages_voice() -> None:
    renderer = FakeRenderer()
    speech = Speech(Rendered(renderer, SilentPlayer()), Voice(rate=200))
    speech.say(Utterance((Segment("Beli: ", "sr"), Segment("Eva vier", "de"))))
    assert speech.wait_idle(PATIENCE)
    speech.close()
    assert [(voice.language, voice.rate) for voice in renderer.voices[1:]] == [
        ("sr", 200),
        ("de", 200),
    ]


def test_an_echo_is_spoken_quicker_than_what_is_new() -> None:
    renderer = FakeRenderer()
    speech = Speech(Rendered(renderer, SilentPlayer()), Voice(rate=200))
    for echo in (False, True):
        speech.say(replace(utterance("Eva vier"), echo=echo))
    assert speech.wait_idle(PATIENCE)
    speech.close()
    assert [voice.rate for voice in renderer.voices[1:]] == [200, 260]


def test_changed_voice_applies_from_the_next_segment(stage: Stage) -> None:
    renderer = stage.player.renderer
    stage.speech.voice = stage.speech.voice.faster()
    stage.speech.say(utterance("eins"))
    stage.play_out()
    assert renderer.voices[-1].rate > Voice().rate


def test_missing_voice_is_told_once_german_speaks() -> None:
    made = set_stage(frozenset({"sr"}))
    for _ in range(2):
        made.speech.say(Utterance((Segment("Beli", "sr"), Segment("Eva vier", "de"))))
    assert made.play_out() == ["Beli", "Eva vier", "Beli", "Eva vier"]
    made.speech.close()
    assert made.lost == [(Device.VOICE, "No voice for sr.")]
    assert made.restored == []


def test_without_any_voice_silence_goes_on() -> None:
    made = set_stage(frozenset({"de"}))
    made.speech.say(utterance("eins"))
    assert made.speech.wait_idle(PATIENCE)
    assert made.player.log == []
    made.speech.close()
    assert made.lost == [(Device.VOICE, "No voice for de.")]


def test_lost_loudspeaker_and_its_return_told_once(stage: Stage) -> None:
    stage.player.lost = True
    for text in ("eins", "zwei"):
        stage.speech.say(utterance(text))
    assert stage.speech.wait_idle(PATIENCE)
    assert stage.lost == [(Device.LOUDSPEAKER, "Gone.")]
    stage.player.lost = False
    stage.speech.say(utterance("drei"))
    assert stage.play_out() == ["drei"]
    stage.speech.close()
    assert stage.restored == [Device.LOUDSPEAKER]


def test_any_loudspeaker_fault_leaves_the_microphone_open() -> None:
    class Faulty(CollectingPlayer):
        def play(
            self, samples: Samples, ticket: int, started: Callable[[int], None]
        ) -> SoundPlayed:
            started(5)
            raise OSError("stream is stopped")

    told: list[object] = []
    speech = Speech(
        Rendered(FakeRenderer(), Faulty()),
        tell=Callbacks(
            on_start=lambda at: told.append(("start", at)),
            on_end=lambda at: told.append(("end", at)),
            on_done=told.append,
        ),
    )
    speech.say(utterance("eins"))
    speech.say(utterance("zwei"))
    assert speech.wait_idle(PATIENCE)
    speech.close()
    assert told == [("start", 5), ("end", 5), 1, ("start", 5), ("end", 5), 2]


def test_microphone_is_told_when_sounds_play() -> None:
    times: list[tuple[str, int]] = []
    player = CollectingPlayer()
    speech = Speech(
        Rendered(FakeRenderer(), player),
        tell=Callbacks(
            on_start=lambda at: times.append(("start", at)),
            on_end=lambda at: times.append(("end", at)),
        ),
    )
    for _ in range(2):
        speech.say(utterance("Zug"))
    assert speech.wait_idle(PATIENCE)
    speech.close()
    assert [name for name, _ in times] == ["start", "end", "start", "end"]
    assert [at for _, at in times] == sorted(at for _, at in times)
    assert times[-1][1] == player.clock


def test_sound_repeated_by_another_driver_counts_once() -> None:
    class Gone(CollectingPlayer):
        def play(
            self, samples: Samples, ticket: int, started: Callable[[int], None]
        ) -> SoundPlayed:
            started(0)
            raise LoudspeakerLost("Gone.")

    times: list[str] = []
    first, then = (Rendered(FakeRenderer(), player) for player in (Gone(), CollectingPlayer()))
    speech = Speech(
        Fallback(first, then),
        tell=Callbacks(
            on_start=lambda _: times.append("start"),
            on_end=lambda _: times.append("end"),
        ),
    )
    speech.say(utterance("Zug"))
    assert speech.wait_idle(PATIENCE)
    speech.close()
    assert times == ["start", "end"]


def test_silence_says_nothing_and_takes_no_time() -> None:
    speech = Speech(Rendered(SilentRenderer(), SilentPlayer()))
    speech.say(utterance("Zug"))
    assert speech.wait_idle(PATIENCE)
    speech.close()


def test_after_the_end_nothing_is_spoken(stage: Stage) -> None:
    stage.speech.close()
    stage.speech.say(utterance("zu spät"))
    assert "zu spät" not in stage.play_out()


priorities = st.sampled_from(Priority)


@given(st.lists(priorities))
def test_queue_keeps_order_and_loses_nothing(given: list[Priority]) -> None:
    queue = SpeechQueue()
    pendings = [Pending(index, utterance("x", one)) for index, one in enumerate(given)]
    for pending in pendings:
        queue.add(pending)
    taken = [queue.take() for _ in pendings]
    assert taken == sorted(pendings, key=lambda one: (-one.utterance.priority, one.index))
    assert len(queue) == 0
    with pytest.raises(IndexError):
        queue.take()


@given(new=priorities, current=priorities, protected=st.booleans())
def test_only_now_interrupts_what_may_be_interrupted(
    new: Priority, current: Priority, protected: bool
) -> None:
    breaks_in = interrupts(utterance("neu", new), utterance("alt", current, protected))
    assert breaks_in == (new is Priority.NOW and current is not Priority.NOW and not protected)
