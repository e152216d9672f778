# SPDX-License-Identifier: GPL-3.0-or-later
"""Verdicts on words at a table: what happened against what was meant."""

import re
from collections.abc import Iterable
from typing import Any

from bench.talk.acts import Result
from clock.events import MoveCompleted
from lab.simulated_room import Happening
from lab.simulated_speech import SpeechEnded, SpeechStarted
from table.core.conditions import SECOND
from table.core.inputs import Request, next_game
from table.events import Event
from table.events.dialogue import BoardsMayDiffer, InfoGiven, NotUnderstood, Question
from table.events.game import MoveMade, MoveSpoken, Refused
from table.reception import Received
from voice.language import lexicon
from voice.language.transcript import HeardUtterance, known_words

Essence = tuple[Any, ...]
"""Parts of an event by which it is the one that was meant."""

_NEUTRAL = (MoveMade, NotUnderstood, BoardsMayDiffer, Refused)


def essence(event: Event) -> Essence:
    """Without moments and displays."""
    match event:
        case MoveSpoken():
            return ("MoveSpoken", event.move.uci)
        case InfoGiven():
            return ("InfoGiven", re.sub(r"\d{7,}", "", repr(event.answer)))
        case Question():
            return ("Question", event.kind.value, event.move.uci if event.move else "")
        case Refused():
            return ("Refused", event.reason.value)
    return (type(event).__name__,)


def told_by(received: Received) -> Essence | None:
    """The same of a command about the telling, which is no event."""
    return None if received.telling is None else ("telling", received.telling.name.value)


def left_for(request: Request | None) -> Essence | None:
    """The same of what the table asks for, if it is the next game."""
    return None if next_game(request) is None else ("next game", request)


def verdict(
    happened: Iterable[Happening | Essence], expected: frozenset[Essence], *, passive: bool
) -> Result:
    """AT_FIRST is that it was obeyed; ``passive``: a press of the clock is nobody's act."""
    found = [
        (one, one if isinstance(one, tuple) else essence(one))
        for one in happened
        if not isinstance(one, HeardUtterance | SpeechStarted | SpeechEnded)
    ]
    if any(what in expected for _, what in found):
        return Result.AT_FIRST
    unmeant = [
        what
        for one, what in found
        if not isinstance(one, (*_NEUTRAL, Question))
        and not (passive and isinstance(one, MoveCompleted))
    ]
    if unmeant:
        return Result.WRONG
    return Result.ASKED if any(isinstance(one, Question) for one, _ in found) else Result.REFUSED


def was_which(happened: Iterable[Happening | Essence]) -> bool:
    """True if Hektor asked which of several moves was meant."""
    return any(isinstance(one, Question) and one.options for one in happened)


def answered_after(happened: Iterable[Happening | Essence], ended_at: int) -> float | None:
    """Seconds from the end of what was said to the start of what Hektor says to it."""
    starts = (one.at for one in happened if isinstance(one, SpeechStarted) and one.at > ended_at)
    start = next(starts, None)
    return None if start is None else (start - ended_at) / SECOND


def described(happened: Iterable[Happening | Essence], says: str) -> tuple[str, str, str]:
    """Words that were heard, what happened, and why it went wrong, if it did."""
    heard = [one for one in happened if isinstance(one, HeardUtterance)]
    events = [
        essence(one) if not isinstance(one, tuple) else one
        for one in happened
        if not isinstance(one, HeardUtterance | SpeechStarted | SpeechEnded | MoveMade)
    ]
    shown = " | ".join(
        f"{one.transcripts[0].text} {one.transcripts[0].confidence:.2f}"
        + (" clipped" if one.clipped else "")
        for one in heard
    )
    did = "; ".join(" ".join(map(str, one)) for one in events)
    return shown, did, _cause(heard, says)


def _cause(heard: list[HeardUtterance], says: str) -> str:
    if not heard:
        return "nothing was heard"
    if any(one.clipped for one in heard):
        return "cut by Hektor's own speech"
    best = [known_words(one.transcripts[0].text) for one in heard]
    if not any(best):
        return "heard as unknown sounds"
    wanted = " ".join(lexicon.words(says))
    if wanted in best:
        return "heard right, not obeyed"
    if len(heard) > 1:
        return "cut in pieces"
    return "heard as other words"
