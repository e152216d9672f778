# SPDX-License-Identifier: GPL-3.0-or-later
"""A loop with its session, a clock that the test sets, and no devices."""

from argparse import Namespace
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from announce.text.settings import Settings
from game.base.game_time import GameTime
from game.base.inbox import Inbox, SpeechHeard, TypedLine
from game.play.equipment import Equipment
from game.play.game import Game
from game.play.loop import Loop
from game.sound.presenter import Presenter
from record.journal import Archive
from record.session import Session, begin
from table.core.conditions import SECOND, Conditions
from voice.language.completeness import Completeness
from voice.language.transcript import HeardUtterance, Transcript


@dataclass
class Clock:
    """A clock that a test sets."""

    now: int = 0

    def __call__(self) -> int:
        return self.now


@dataclass
class FakeListener:
    """Notes what it is told to listen for."""

    phrases: list[Sequence[str]] = field(default_factory=list)

    sentences: list[Any] = field(default_factory=list)
    count: int = 1

    def listen_for(
        self,
        phrases: Sequence[str],
        completeness: Any,
        engine: object = None,
        sentences: object = None,
    ) -> None:
        assert completeness(()) in Completeness
        self.phrases.append(phrases)
        self.sentences.append(sentences)


NO_DEVICES = Namespace(
    microphone_delay=0,
    headphones=False,
    talk_over=True,
    speech="own",
    no_speech=True,
    no_microphone=True,
    no_recordings=True,
    loudspeaker=None,
)

SPEAKS = Namespace(
    **vars(NO_DEVICES) | {"no_speech": False},
    **dict.fromkeys(("white_loudspeaker", "black_loudspeaker", "white_side", "black_side")),
)
"""The same with a voice, for tests that say what speaks."""


class Board:
    """A loop with its session, a clock and what was printed."""

    def __init__(
        self, folder: Path, wall: Callable[[], str] = lambda: "", **conditions: Any
    ) -> None:
        self.archive = Archive(folder / "games.sqlite")
        agreed = Conditions(**{"press_after": None, "time_control": "5", **conditions})
        self.session: Session = begin(self.archive, agreed, Settings(), wall)
        self.clock = Clock()
        self.lines: list[str] = []
        self.events: list[object] = []
        self.inbox = Inbox(self.clock)
        self.presenter = Presenter(Settings(), self.lines.append, overheard=self.events.extend)
        self.equip()

    def speak(self, speech: Any) -> None:
        """The same table with this speech."""
        self.presenter = Presenter(
            Settings(), self.lines.append, speech, overheard=self.events.extend
        )
        self.equip()

    def equip(self, time: GameTime | None = None, **devices: Any) -> None:
        """The same table with other devices."""
        listener = devices.pop("listener", None)
        self.time = time or GameTime(self.clock)
        self.game = Game(self.session, self.presenter, self.inbox, Equipment(**devices), self.time)
        self.loop = Loop(self.inbox, self.presenter, self.game, listener)
        self.begun = False

    def run(self, *items: Any) -> list[str]:
        """Give all of it at once, as if it was waited for; the game goes on after it."""
        if not self.begun:
            self.loop.start()
            self.begun = True
        self.time.start()
        for item in items:
            self.inbox.put(item)
        if self.inbox.empty:
            self.loop.turn(None)
        while not self.inbox.empty and self.loop.activity is not None:
            self.loop.turn(self.inbox.get(0))
        return self.lines

    @property
    def moves(self) -> list[str]:
        return [made.facts.uci for made in self.session.state.record]


def typed(text: str | None, seconds: float = 0) -> TypedLine:
    return TypedLine(text, round(seconds * SECOND))


def heard(text: str, ended_at: float, clipped: bool = False) -> SpeechHeard:
    at = round(ended_at * SECOND)
    best = (Transcript(text, 1.0),)
    return SpeechHeard(HeardUtterance(best, at - SECOND, at, at + SECOND // 5, clipped))
