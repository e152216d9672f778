# SPDX-License-Identifier: GPL-3.0-or-later
"""``hektor learn``: a lesson from its first to its last sentence, and what can go wrong in it."""

import io
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import soundfile
from told import sentence

from announce.errors import UserError
from announce.text.settings import Settings
from announce.words.lesson import learn_words
from game.app.cli import main
from game.app.commands import learn as command
from game.base.inbox import Inbox, SpeechHeard, TypedLine
from game.play.lesson import Learning
from game.play.loop import Loop
from game.sound.presenter import Presenter
from table.core.inputs import DeviceChanged
from table.events.dialogue import Device
from voice.hearing.audio import RATE
from voice.language.transcript import HeardUtterance, Transcript
from voice.learning import adaptation
from voice.learning.phrases import PHRASES
from voice.learning.store import NoSpace, Person, Take, Voices

AGAIN = sentence(
    "lesson.say_left", left="sechsunddreißig", phrase="Springer Gustav eins Felix drei"
)
FAILS = sentence("lesson.fixed.failed")
FULL = sentence("lesson.fixed.no_space")


@dataclass
class Outcome:
    model: Any
    before: int
    after: int
    of: int = 30


def write(model: str, base: Path, folder: Path) -> None:
    (folder / "am").mkdir(parents=True)
    (folder / "am" / "final.mdl").write_text(model)


def learn(
    voices: Voices, person: Person, new: list[Take], outcome: Outcome | Exception
) -> tuple[Any, ...]:
    """Learns whatever the test wants."""

    def learnt(takes: object, base: Path, **_: object) -> Outcome:
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(adaptation, "learn", learnt)
        patched.setattr(adaptation, "write", write)
        return command.learn(voices, person, new)


BETTER = Outcome("better", 24, 29)
NO_BETTER = Outcome(None, 30, 30)


@pytest.fixture
def voices(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Voices:
    monkeypatch.setattr("voice.learning.store.default_root", lambda: tmp_path / "voices")
    monkeypatch.setattr("game.app.commands.learn.write_report", lambda: None)
    return Voices()


def takes(levels: Iterator[float] | None = None) -> list[Take]:
    rng = np.random.default_rng(5)
    drawn = levels or iter(rng.normal(100, 20, len(PHRASES)))
    return [Take(words, np.full(100, next(drawn), np.int16)) for words in PHRASES]


def said(events: tuple[Any, ...]) -> list[str]:
    return [line.spoken for event in events for line in learn_words(event, "de")]


# --- What comes of the takes ----------------------------------------------------------------------


def test_better_model_is_used_and_figures_told(voices: Voices) -> None:
    told = learn(voices, Person("Anna"), takes(), BETTER)
    assert said(told)[-1] == sentence("lesson.learnt", name="Anna")
    person = voices.person("Anna")
    assert person is not None
    assert (person.before, person.after, person.of) == (24, 29, 30)
    assert voices.model(person) is not None


def old(voices: Voices) -> Person:
    learn(voices, Person("Anna"), takes(), BETTER)
    person = voices.person("Anna")
    assert person is not None
    return person


@pytest.mark.parametrize(
    ("outcome", "told_last"),
    [
        (NO_BETTER, sentence("lesson.no_better", name="Anna")),
        (ValueError("nothing to test"), FAILS),
        (FloatingPointError(), FAILS),
        (MemoryError(), FAILS),
        (NoSpace("full"), FULL),
    ],
)
def test_any_failure_keeps_the_old_model(
    voices: Voices, outcome: Outcome | Exception, told_last: str
) -> None:
    person = old(voices)
    told = learn(voices, person, takes(), outcome)
    assert said(told)[-1] == told_last
    assert voices.person("Anna") == person
    assert voices.model(person) is not None


def test_too_few_takes_are_not_learnt(voices: Voices) -> None:
    told = learn(voices, Person("Anna"), takes()[:5], BETTER)
    assert said(told) == [sentence("lesson.fixed.too_few")]
    assert voices.people() == []


def test_words_that_did_not_occur_are_named(voices: Voices) -> None:
    without = [take for take in takes() if "passant" not in take.words]
    told = learn(voices, Person("Anna"), without, BETTER)
    assert said(told)[0] == sentence("lesson.missing", phrase="en, passant")


# --- The lesson -----------------------------------------------------------------------------------


class Lesson:
    """A loop that is given what was heard, one item after the other."""

    count = 1

    def __init__(self, voices: Voices, keep: bool | None = False) -> None:
        self.lines: list[str] = []
        presenter = Presenter(Settings(), self.lines.append)
        listener: Any = self
        self.learning = Learning(voices, Person("Anna", keep=keep), presenter)
        self.loop = Loop(Inbox(), presenter, self.learning, listener)

    def listen_for(self, phrases: object, completeness: object) -> None:
        pass

    def run(self, *items: Any) -> str:
        """Whether all was said, or the lesson was left."""
        self.loop.start()
        for item in items:
            self.loop.turn(item)
        lesson = self.learning.lesson
        return "left" if lesson.left else "" if lesson.queue else "said"


def heard(text: str, confidence: float = 1.0, clipped: bool = False) -> SpeechHeard:
    count = RATE // 3 * max(1, len(text.split()))
    sound = 8_000 * np.sin(np.arange(count) / 7)
    quiet = np.random.default_rng(0).normal(0, 8, RATE // 2)
    pcm = np.concatenate((quiet, sound, quiet)).astype("<i2").tobytes()
    transcript = Transcript(text, confidence)
    return SpeechHeard(HeardUtterance((transcript,), 0, 1, 2, clipped=clipped, pcm=pcm))


def every_phrase() -> list[SpeechHeard]:
    return [heard(" ".join(words)) for words in PHRASES]


def test_a_whole_lesson_by_voice(voices: Voices) -> None:
    lesson = Lesson(voices, keep=None)
    assert lesson.run(heard("ja"), *every_phrase()) == "said"
    assert sentence("lesson.fixed.kept") in lesson.lines
    assert lesson.lines[-1] == sentence("lesson.fixed.learns_now")
    kept = voices.lesson("Anna")
    assert [take.words for _, take in sorted(kept.items())] == list(PHRASES)
    person = voices.person("Anna")
    assert person is not None
    assert person.keep is True


def test_abandoned_lesson_resumes_where_it_was(voices: Voices) -> None:
    first = Lesson(voices)
    assert first.run(*every_phrase()[:3], heard("später")) == "left"
    second = Lesson(voices)
    assert second.run(*every_phrase()[3:]) == "said"
    assert second.lines[0] == sentence("lesson.goes_on", name="Anna")
    assert len(voices.lesson("Anna")) == len(PHRASES)


@pytest.mark.parametrize(
    ("item", "line"),
    [
        (heard("[unk] [unk]"), sentence("lesson.fault.chatter")),
        (heard("kurze rochade"), sentence("lesson.fault.wrong phrase")),
        (heard("springer gustav", clipped=True), sentence("lesson.fault.cut")),
        (TypedLine("überspringen", 0), sentence("lesson.fixed.skipped")),
        (heard("wiederholen"), AGAIN),
        (TypedLine("", 0), AGAIN),
    ],
)  # fmt: skip
def test_bad_take_is_answered_and_dropped(voices: Voices, item: Any, line: str) -> None:
    lesson = Lesson(voices)
    assert lesson.run(item, TypedLine("ende", 0)) == "left"
    assert line in lesson.lines
    assert voices.lesson("Anna") == {}


def test_doubtful_wish_ends_no_lesson(voices: Voices) -> None:
    lesson = Lesson(voices)
    lesson.run(heard("stopp", confidence=0.4), TypedLine("ende", 0))
    assert sentence("lesson.fault.too short") in lesson.lines


def test_full_disk_leaves_the_lesson_and_says(
    voices: Voices, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise NoSpace("full")

    monkeypatch.setattr(voices, "add_to_lesson", full)
    lesson = Lesson(voices)
    assert lesson.run(every_phrase()[0]) == "left"
    assert FULL in lesson.lines


def test_without_a_recogniser_the_lesson_is_left(voices: Voices) -> None:
    lesson = Lesson(voices)
    assert lesson.run(DeviceChanged(Device.RECOGNISER, False)) == "left"
    assert any("fehlt ein Mikrofon" in line for line in lesson.lines)


# --- The command ----------------------------------------------------------------------------------


def test_missing_microphone_is_named_in_one_sentence(
    voices: Voices, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["learn", "Anna", "--no-speech", "--no-microphone"]) == 1
    (line,) = capsys.readouterr().out.splitlines()
    assert line == sentence("lesson.fixed.no_microphone")


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["learn"], "Wessen Stimme?"),
        (["learn", "../..", "--forget"], "Ein Name braucht"),
        (["learn", "Anna", "--model", "x"], "--model gibt es hier nicht"),
        (["learn", "Anna", "--from", "/no/such/folder"], "Einen Ordner"),
    ],
)
def test_what_cannot_be_is_one_sentence(
    voices: Voices, capsys: pytest.CaptureFixture[str], arguments: list[str], reason: str
) -> None:
    assert main(arguments) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert reason in line


@pytest.mark.parametrize(
    ("answer", "left"), [("ja\n", 0), ("nein\n", 1), ("", 1), ("yes\n", 0), ("maybe\n", 1)]
)
def test_forgetting_is_asked_back(
    voices: Voices, monkeypatch: pytest.MonkeyPatch, answer: str, left: int
) -> None:
    old(voices)
    monkeypatch.setattr("sys.stdin", io.StringIO(answer))
    assert main(["learn", "anna", "--forget"]) == left
    assert len(voices.people()) == left


def test_forgetting_and_listing(voices: Voices, capsys: pytest.CaptureFixture[str]) -> None:
    old(voices)
    main(["learn", "--list", "--language", "en"])
    assert "Anna: learnt, words right before 24 of 30, now 29" in capsys.readouterr().out
    main(["learn", "--list", "--language", "de"])
    assert "Anna: gelernt, richtige Wörter vorher 24 von 30" in capsys.readouterr().out
    assert main(["learn", "Anna", "--forget-confusions"]) == 0
    assert voices.person("Anna") is not None
    assert main(["learn", "Anna", "--forget", "--yes"]) == 0
    assert main(["learn", "Anna", "--forget", "--yes"]) == 1
    capsys.readouterr()
    main(["learn", "--list", "--language", "en"])
    assert capsys.readouterr().out == "No voice is learnt yet.\n"


def test_recordings_are_named_after_their_words(tmp_path: Path) -> None:
    for name in ("02_Eva-vier.wav", "springer felix drei 2.flac", "01 Kurze_Rochade.wav"):
        soundfile.write(tmp_path / name, np.zeros(100, np.int16), RATE)
    (tmp_path / "notes.txt").write_text("no recording")
    assert [words for _, words in command.recordings(tmp_path)] == [
        ("kurze", "rochade"),
        ("eva", "vier"),
        ("springer", "felix", "drei"),
    ]
    soundfile.write(tmp_path / "hello.wav", np.zeros(100, np.int16), RATE)
    with pytest.raises(UserError, match=r"hello\.wav is not named after a phrase"):
        command.recordings(tmp_path)
    (tmp_path / "manifest.tsv").write_text("hello.wav\tEva vier\nother.wav\tgood day\n")
    assert command.recordings(tmp_path) == [(tmp_path / "hello.wav", ("eva", "vier"))]
