# SPDX-License-Identifier: GPL-3.0-or-later
"""What is told while Hektor learns a voice, in words."""

from announce.lesson import (
    LearningEvent,
    LessonBegan,
    LessonLeft,
    PhraseWanted,
    TakeRefused,
    Told,
    VoiceLearnt,
    VoiceUsed,
    WordsMissing,
)
from announce.lexicon import MOVES, lexicon
from announce.settings import Settings
from announce.utterance import Priority, Utterance
from announce.words.numbers import one_line
from announce.words.phraser import Phraser, Phrases


def learn_words(event: LearningEvent, language: str) -> tuple[Utterance, ...]:
    """What is said of an event, in order."""
    return tuple(Phraser(Settings(language), Priority.NORMAL).tell(event, PHRASES))


def _told(phraser: Phraser, event: Told) -> list[Utterance]:
    return [phraser.say(f"lesson.fixed.{event.what.value}")]


def _began(phraser: Phraser, event: LessonBegan) -> list[Utterance]:
    return [
        phraser.say(
            "lesson.goes_on" if event.again else "lesson.begins", name=phraser.name(event.name)
        ),
        phraser.say("lesson.phrases", left=phraser.number(event.left)),
        phraser.say("lesson.how"),
    ]


def _wanted(phraser: Phraser, event: PhraseWanted) -> list[Utterance]:
    phrase = lexicon(MOVES).phrase(event.words)
    if event.left is None:
        return [phraser.say("lesson.say", phrase=phrase)]
    return [phraser.say("lesson.say_left", phrase=phrase, left=phraser.number(event.left))]


def _refused(phraser: Phraser, event: TakeRefused) -> list[Utterance]:
    """A recording's name is printed and not spoken."""
    told = phraser.say(f"lesson.fault.{event.fault.value}")
    if not event.recording:
        return [told]
    of = phraser.words.phrase(f"{one_line(event.recording)}: ")
    return [Utterance(told.segments, eye=of + told.segments)]


def _missing(phraser: Phraser, event: WordsMissing) -> list[Utterance]:
    return [phraser.say("lesson.missing", words=lexicon(MOVES).phrase(event.words))]


def _left(phraser: Phraser, event: LessonLeft) -> list[Utterance]:
    return [phraser.say("lesson.left", left=phraser.number(event.left))]


def _learnt(phraser: Phraser, event: VoiceLearnt) -> list[Utterance]:
    figures = phraser.say(
        "lesson.figures",
        before=phraser.number(event.before),
        after=phraser.number(event.after),
        of=phraser.number(event.of),
    )
    key = "lesson.learnt" if event.better else "lesson.no_better"
    return [figures, phraser.say(key, name=phraser.name(event.name))]


def _used(phraser: Phraser, event: VoiceUsed) -> list[Utterance]:
    key = "lesson.own_voice" if event.fits else "lesson.old_voice"
    return [phraser.say(key, name=phraser.name(event.name), colour=phraser.colour(event.colour))]


PHRASES: Phrases = {
    Told: _told,
    LessonBegan: _began,
    PhraseWanted: _wanted,
    TakeRefused: _refused,
    WordsMissing: _missing,
    LessonLeft: _left,
    VoiceLearnt: _learnt,
    VoiceUsed: _used,
}
"""What is said of each event of a lesson."""
