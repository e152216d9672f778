# SPDX-License-Identifier: GPL-3.0-or-later
"""Acts of simulated talkers, their outcomes and their figures."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Final

import chess

from voice.language.commands import Act as ActClass
from voice.language.commands import CommandName


class Group(StrEnum):
    """Classes in which acts are counted."""

    MOVE = "moves"
    REPLY = "replies before the press"
    AMBIGUOUS = "ambiguous moves"
    HARMLESS = "harmless commands"
    CHANGES = "commands that change the game"
    ENDS = "commands that may end it"
    ANSWER = "answers"
    ASIDE = "asides"


_GROUPS: Final = {
    ActClass.HARMLESS: Group.HARMLESS,
    ActClass.CHANGES: Group.CHANGES,
    ActClass.ENDS: Group.ENDS,
}


def group_of(name: CommandName) -> Group:
    """By what a command does when it was not meant."""
    if name in (CommandName.YES, CommandName.NO):
        return Group.ANSWER
    return _GROUPS[name.act]


class When(StrEnum):
    """Moments at which somebody speaks."""

    SILENCE = "silence"  # of Hektor
    PRESSED = "pressed"  # the clock, and silence
    OVER = "over"  # nothing: Hektor may be speaking


@cache
def words(language: str) -> Mapping[str, Sequence[str]]:
    """The words of a language for all but moves and questions, as `words.toml` has them."""
    table: Mapping[str, Sequence[str]] = tomllib.loads(
        Path(__file__).with_name("words.toml").read_text("utf-8")
    )[language]
    return table


class Result(StrEnum):
    """The outcome of an act."""

    AT_FIRST = "at first"
    ASKED = "asked"
    REFUSED = "refused"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class Act:
    """``colour`` says ``says``, ``pause`` seconds after what they wait for.

    ``move`` is the one that is to be announced by it, if it is a move. ``says`` may be empty: then
    nothing is done but to wait.
    """

    colour: chess.Color
    says: str
    group: Group
    when: When = When.SILENCE
    pause: float = 0.8
    move: chess.Move | None = None


@dataclass(frozen=True, slots=True)
class Tried:
    """An act and what came of it; ``heard`` and ``did`` are of the first time that it was said.

    ``attempts`` is how often it was said; ``typed``: it was given up and typed. ``acts`` are those
    that were done and not meant. ``seconds``: a question's, from its end to its answer's start.
    """

    act: Act
    result: Result
    attempts: int
    typed: bool
    heard: str
    did: str
    cause: str
    acts: int = 0
    seconds: float | None = None


@dataclass(slots=True)
class Figures:
    """Figures over the games."""

    tried: list[Tried] = field(default_factory=list)
    to_press: list[float] = field(default_factory=list)  # s, from the end of a move
    to_reply: list[float] = field(default_factory=list)  # s, until the microphone is open
    hektor: float = 0.0  # seconds of speech
    people: float = 0.0
    seconds: float = 0.0
    plies: int = 0
    broken: list[str] = field(default_factory=list)

    def add(self, other: "Figures") -> None:
        """Add the figures of more games."""
        self.tried += other.tried
        self.to_press += other.to_press
        self.to_reply += other.to_reply
        self.hektor += other.hektor
        self.people += other.people
        self.seconds += other.seconds
        self.plies += other.plies
        self.broken += other.broken
