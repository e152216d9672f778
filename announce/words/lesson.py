# SPDX-License-Identifier: GPL-3.0-or-later
"""What is told while Hektor learns a voice, in words; the templates are in ``learn.toml``."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any, assert_never

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
from announce.lexicon import Lexicon, Value, lexicon
from announce.utterance import MOVES, Segment, Utterance
from announce.words.nouns import colour_words
from announce.words.numbers import cardinal, one_line, spelled


@cache
def _tables() -> dict[str, dict[str, Any]]:
    with (Path(__file__).parent / "learn.toml").open("rb") as file:
        return tomllib.load(file)


def learn_words(event: LearningEvent, language: str) -> tuple[Utterance, ...]:
    """What is said of an event, in order."""
    return tuple(_Teller(language).of(event))


class _Teller:
    def __init__(self, language: str) -> None:
        self.language = language
        self.words: Lexicon = lexicon(language)
        self.table = _tables()[language]

    def of(self, event: LearningEvent) -> list[Utterance]:
        match event:
            case Told(what=what):
                return [self.say(self.table["fixed"][what.value])]
            case LessonBegan(name=name, left=left, again=again):
                first = self.named("goes_on" if again else "begins", name)
                return [first, self.line("phrases", left=self.number(left)), self.line("how")]
            case PhraseWanted(words=wanted, left=left):
                phrase = (Segment(wanted, MOVES),)
                if left is None:
                    return [self.line("say", phrase=phrase)]
                return [self.line("say_left", phrase=phrase, left=self.number(left))]
            case TakeRefused(fault=fault, recording=recording):
                told = self.table["fault"][fault.value]
                return [self.outside(told, recording)] if recording else [self.say(told)]
            case WordsMissing(words=missing):
                return [self.line("missing", words=(Segment(missing, MOVES),))]
            case LessonLeft(left=left):
                return [self.line("left", left=self.number(left))]
            case VoiceLearnt():
                numbers: dict[str, Value] = {
                    "before": self.number(event.before),
                    "after": self.number(event.after),
                    "of": self.number(event.of),
                }
                last = self.named("learnt" if event.better else "no_better", event.name)
                return [self.line("figures", **numbers), last]
            case VoiceUsed(colour=colour, name=name, fits=fits):
                key = "own_voice" if fits else "old_voice"
                return [self.named(key, name, colour=colour_words(colour, self.words))]
        assert_never(event)

    def number(self, number: int) -> str:
        return cardinal(number, self.language)

    def say(self, template: str, **values: Value) -> Utterance:
        return Utterance(self.words.line(template, **values))

    def line(self, key: str, **values: Value) -> Utterance:
        return self.say(self.table["line"][key], **values)

    def named(self, key: str, name: str, **values: Value) -> Utterance:
        """A line with a name from outside: printed as it is, its digits spelled out."""
        template = self.table["line"][key]
        voiced = self.words.line(template, name=spelled(name, self.language), **values)
        return Utterance(voiced, eye=self.words.line(template, name=one_line(name), **values))

    def outside(self, told: str, recording: str) -> Utterance:
        """A sentence about a file, whose name is printed and not spoken."""
        shown = (Segment(f"{one_line(recording)}: ", self.language), *self.words.line(told))
        return Utterance(self.words.line(told), eye=shown)
