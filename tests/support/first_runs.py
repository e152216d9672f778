# SPDX-License-Identifier: GPL-3.0-or-later
"""The first run without a terminal: what is typed and said, and what it asks."""

from collections.abc import Sequence
from typing import Any

from announce.text.settings import Settings
from announce.text.utterance import Utterance
from game.app.first_run import FirstRun, answers
from game.base.inbox import Inbox, Item, SpeechHeard, TypedLine
from game.sound.presenter import Presenter
from game.speech.voice import Voice
from voice.language.completeness import Completeness
from voice.language.transcript import HeardUtterance, Transcript


class Silent:
    """Speech that is over at once, unless it gives way to somebody."""

    voice = Voice()
    gives_way = False
    count = 0

    def say(self, _: Utterance) -> int:
        self.count += 1
        return self.count

    def knock(self) -> bool:
        return False

    def close(self) -> None:
        pass

    def cancel(self, *_: object) -> None:
        pass

    def give_way(self) -> None:
        self.gives_way = True

    def go_on(self, *, answered: bool) -> None:
        del answered
        self.gives_way = False

    def wait_idle(self, _: float | None = None) -> bool:
        return not self.gives_way


class Ears:
    """Notes what is listened for."""

    def __init__(self) -> None:
        self.phrases: list[Sequence[str]] = []
        self.sentences: list[Any] = []

    def listen_for(self, phrases: Sequence[str], completeness: Any, *, sentences: Any) -> None:
        assert completeness(("springer",)) in Completeness
        self.phrases.append(phrases)
        self.sentences.append(sentences)


def typed(text: str | None) -> TypedLine:
    return TypedLine(text, 0)


def said(text: str) -> SpeechHeard:
    return SpeechHeard(HeardUtterance((Transcript(text, 1.0),), 0, 1, 2))


class Patient(Inbox):
    """An inbox in which nothing comes any more when all was taken; the clock goes on then."""

    def __init__(self, *items: Item) -> None:
        super().__init__()
        self.seconds = 0.0
        for item in items:
            self.put(item)

    def get(self, timeout: float) -> Item | None:
        self.seconds += timeout if self.empty else 0.0
        assert self.seconds < 60, "it waits for somebody"
        return super().get(0)


def asked(
    *items: Item,
    speech: Any = None,
    ears: Any = None,
    language: str = "en",
    highest: int = 15,
) -> tuple[dict[str, str | bool | int], list[str]]:
    lines: list[str] = []
    inbox = Patient(*items)
    presenter = Presenter(Settings(language), lines.append, speech or Silent())
    listens = ears is not None
    first = FirstRun(presenter, listens=listens, clock=lambda: inbox.seconds, highest=highest)
    found = answers(first, first.ask_all(), inbox, ears)
    assert found is not None
    return found, lines
