# SPDX-License-Identifier: GPL-3.0-or-later
"""Sentences said while Hektor learns a voice, and of the voices that it has learnt.

A game loads them only where somebody's voice was learnt.
"""

from announce.text.settings import Settings
from announce.text.utterance import Priority, Utterance
from announce.words.phraser import Phraser, Phrases
from ground.text import one_line
from voice.learning import lesson


def learn_words(event: lesson.LearningEvent, language: str) -> tuple[Utterance, ...]:
    """The lines of an event of a lesson, in order."""
    phraser = Phraser(Settings(language), Priority.NORMAL)
    return tuple(phraser.tell(event, PHRASES[type(event)]))


def _began(phraser: Phraser, event: lesson.LessonBegan) -> list[Utterance]:
    first = "lesson.goes_on" if event.again else "lesson.begins"
    return [phraser.state(event, key) for key in (first, "lesson.phrases", "lesson.how")]


def _refused(phraser: Phraser, event: lesson.TakeRefused) -> list[Utterance]:
    """A recording's name is printed and not spoken."""
    told = phraser.state(event, "lesson.fault.{0.fault}")
    if not event.recording:
        return [told]
    of = phraser.words.phrase(f"{one_line(event.recording)}: ")
    return [phraser.line(told.segments, of + told.segments)]


def _learnt(phraser: Phraser, event: lesson.VoiceLearnt) -> list[Utterance]:
    last = "lesson.learnt" if event.better else "lesson.no_better"
    return [phraser.state(event, key) for key in ("lesson.figures", last)]


PHRASES: Phrases = {
    lesson.Fixed: "lesson.fixed.{0}",
    lesson.LessonBegan: _began,
    lesson.PhraseWanted: ("lesson.say_left", "lesson.say"),
    lesson.TakeRefused: _refused,
    lesson.WordsMissing: "lesson.missing",
    lesson.LessonLeft: "lesson.left",
    lesson.VoiceLearnt: _learnt,
    lesson.VoiceUsed: lambda _, event: "lesson.own_voice" if event.fits else "lesson.old_voice",
}
