# SPDX-License-Identifier: GPL-3.0-or-later
"""The dialogue in which Hektor learns a voice: pure, from what was said to what is said."""

from typing import Final, Literal

from hypothesis import given, settings
from hypothesis import strategies as st
from told import sentence

from announce.words.lesson import learn_words
from game.play.lesson import (
    SILENCES,
    TRIES,
    Lesson,
    Taken,
    Told,
    begin,
    silent,
    step,
)
from voice.learning.lesson import (
    Fixed,
    LearningEvent,
    LessonBegan,
    LessonLeft,
    PhraseWanted,
    TakeFault,
    TakeRefused,
)
from voice.learning.phrases import PHRASES, Wish

GOOD = None
SILENCE: Final = "silence"
BAD = TakeFault.TOO_QUIET
NONE: frozenset[int] = frozenset()


Input = Taken | Literal["silence"]


def after(lesson: Lesson, given: Input) -> tuple[Lesson, Told]:
    return silent(lesson) if given == SILENCE else step(lesson, given)


def run(lesson: Lesson, *inputs: Input) -> tuple[Lesson, list[LearningEvent]]:
    told: list[LearningEvent] = []
    for one in inputs:
        lesson, answer = after(lesson, one)
        told += answer
    return lesson, told


def asked(told: list[LearningEvent]) -> list[str]:
    return [event.words for event in told if isinstance(event, PhraseWanted)]


def in_phrases(done: frozenset[int] = NONE) -> Lesson:
    return begin("Anna", done, keep=False)[0]


def test_first_lesson_asks_about_keeping_recordings() -> None:
    lesson, told = begin("Anna", NONE, None)
    assert told == (LessonBegan("Anna", len(PHRASES)), Fixed.ASK_KEEP)
    assert lesson.wanted == ()
    lesson, answer = run(lesson, Wish.YES)
    assert lesson.keep is True
    assert answer == [Fixed.KEPT, PhraseWanted("Springer Gustav eins Felix drei")]


def test_nothing_but_a_yes_is_a_yes() -> None:
    for inputs in ([Wish.NO], [GOOD] * TRIES, [BAD] * TRIES, [Wish.SKIP] * TRIES):
        lesson, told = run(begin("Anna", NONE, None)[0], *inputs)
        assert lesson.keep is False
        assert Fixed.NOT_KEPT in told


def test_who_has_answered_is_not_asked_again() -> None:
    _, told = begin("Anna", frozenset({0, 1}), keep=True)
    assert told[0] == LessonBegan("Anna", len(PHRASES) - 2, again=True)
    assert isinstance(told[1], PhraseWanted)


def test_phrases_are_asked_until_all_are_said() -> None:
    lesson, told = run(in_phrases(), *[GOOD] * len(PHRASES))
    assert not lesson.queue
    assert told[-1] == Fixed.LEARNS_NOW
    assert len(asked(told)) == len(PHRASES) - 1


def test_progress_is_told_now_and_then() -> None:
    _, told = run(in_phrases(), *[GOOD] * len(PHRASES))
    left = [event.left for event in told if isinstance(event, PhraseWanted) and event.left]
    assert left == [35, 30, 25, 20, 15, 10, 5, 3, 2, 1]
    (line,) = learn_words(PhraseWanted("Eva vier", 12), "de")
    assert line.spoken == sentence("lesson.say_left", left="zwölf", phrase="Eva vier")


def test_bad_take_is_asked_again_with_reason() -> None:
    before = in_phrases()
    lesson, told = run(before, BAD)
    assert told[0] == TakeRefused(TakeFault.TOO_QUIET)
    assert lesson.wanted == before.wanted
    lesson, _ = run(lesson, GOOD)
    assert lesson.queue == before.queue[1:]


def test_failing_phrase_returns_once_at_the_end() -> None:
    lesson, told = run(in_phrases(), *[BAD] * TRIES)
    assert Fixed.POSTPONED in told
    assert lesson.queue[-1] == 0
    lesson, _ = run(lesson, *[GOOD] * (len(PHRASES) - 1))
    assert lesson.queue == (0,)
    lesson, told = run(lesson, *[BAD] * TRIES)
    assert Fixed.SKIPPED in told
    assert not lesson.queue


def test_wishes_at_any_time() -> None:
    lesson = in_phrases()
    same, told = run(lesson, Wish.REPEAT)
    assert (same, told) == (lesson, [PhraseWanted("Springer Gustav eins Felix drei", 36)])
    skipped, told = run(lesson, Wish.SKIP)
    assert skipped.queue == lesson.queue[1:]
    assert told[0] == Fixed.SKIPPED
    left, told = run(lesson, GOOD, Wish.LATER)
    assert left.left
    assert told[-1] == LessonLeft(35)


def test_resumed_lesson_asks_what_is_missing() -> None:
    done = frozenset(range(len(PHRASES))) - {7}
    lesson = in_phrases(done)
    assert lesson.queue == (7,)
    lesson, told = run(lesson, GOOD)
    assert told == [Fixed.LEARNS_NOW]
    lesson, answer = begin("Anna", frozenset(range(len(PHRASES))), keep=False)
    assert lesson.over
    assert answer[0] == Fixed.SAID_ALREADY


def test_silence_is_asked_into_a_few_times() -> None:
    silences: list[Input] = [SILENCE] * (SILENCES - 1)
    lesson, told = run(in_phrases(), *silences)
    assert told.count(Fixed.NOTHING_HEARD) == SILENCES - 1
    assert not lesson.over
    spoken, _ = run(lesson, BAD)
    assert spoken.silences == 0
    lesson, told = run(lesson, SILENCE)
    assert lesson.left


inputs = st.sampled_from([GOOD, BAD, SILENCE, *Wish])


@settings(max_examples=60, deadline=None)
@given(st.lists(inputs, max_size=120), st.booleans())
def test_every_lesson_ends_and_says_something(said: list[Input], new: bool) -> None:
    lesson, _ = begin("Anna", NONE, None if new else True)
    for one in said:
        over = lesson.over
        lesson, told = after(lesson, one)
        assert bool(told) != over
    lesson, _ = run(lesson, *[BAD] * (TRIES * (2 * len(PHRASES) + 1)))
    assert lesson.over
