# SPDX-License-Identifier: GPL-3.0-or-later
"""Two players with a board of their own, and ``hektor clock`` alone."""

import argparse
import random
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any, Final

from bench.conversation import (
    voices,
)
from bench.dictations import outside
from bench.live.room import Room, save, timing
from bench.talk.acts import Group, Result
from bench.talkers import SteadyRenderer, to_microphone
from game.speech.voice import Voice
from table.core.conditions import SECOND
from training.synthesis import Synthesiser

TRIES: Final = 4
ANSWERS_WITHIN: Final = 2 * SECOND
NOTHING: Final = "nothing"
"""What is to come of other talk."""

TIME: Final = r"(Stunde|Minute|Sekunde)"
QUESTIONS: Final = {
    "Zeit": TIME,
    "gegnerische Zeit": TIME,
    "beide Zeiten": TIME,
    "Zugzahl": r"(Zug|Züge)\.",
}


@dataclass(frozen=True, slots=True)
class Turn:
    """What is said by White (0) or Black (1) so many seconds after silence, and a pattern of the
    line that is to come of it."""

    player: int
    says: str
    line: str
    group: Group
    pause: float


@dataclass(frozen=True, slots=True)
class Done:
    """The outcome of a turn; ``lines`` are those that were written at the first try."""

    turn: Turn
    result: Result
    attempts: int
    lines: tuple[str, ...]


def clock_turns(rng: random.Random, presses: int) -> Iterator[Turn]:
    """A game on the clock, and the beginning of another one."""

    def pause() -> float:
        return min(8.0, 0.4 + rng.lognormvariate(0.0, 0.6))

    yield Turn(0, "Uhr", r"beginnt", Group.CHANGES, 1.5)
    mover = 0
    for number in range(presses):
        if rng.random() < 0.25:
            says = rng.choice(list(QUESTIONS))
            yield Turn(mover, says, QUESTIONS[says], Group.HARMLESS, pause())
        if rng.random() < 0.15:
            yield Turn(mover, next(outside(rng)), NOTHING, Group.ASIDE, pause())
        if number % 9 == 5:
            yield Turn(mover, "Pause", r"^Pause\.", Group.CHANGES, pause())
            yield Turn(1 - mover, "weiter", r"^Weiter\.", Group.CHANGES, 2.0)
        word = rng.choice(("Uhr", "Uhr", "gedrückt"))
        yield Turn(mover, word, r"^Gedrückt\.", Group.CHANGES, pause())
        mover = 1 - mover
    yield Turn(mover, "Revanche", r"abbrechen", Group.CHANGES, 2.0)
    yield Turn(mover, "ja", r"(Revanche|Neue Partie)", Group.ANSWER, 0.6)
    yield Turn(1, "Uhr", r"beginnt", Group.CHANGES, 2.0)
    yield Turn(1, "Uhr", r"^Gedrückt\.", Group.CHANGES, 2.0)


def do_turn(room: Room, turn: Turn, voice: Voice, renderer: SteadyRenderer) -> Done:
    """Say it until it is done, at most `TRIES` times; then it is typed."""
    result = Result.REFUSED
    first: tuple[str, ...] | None = None
    for attempt in range(1, TRIES + 1):
        room.wait_until_silent()
        room.pass_time(room.now + round(turn.pause * SECOND))
        room.wait_until_silent()
        lines = _answered(room, turn.says, voice, renderer)
        first = lines if first is None else first
        done = any(re.search(turn.line, line) for line in lines)
        if turn.line == NOTHING:
            return Done(turn, Result.WRONG if lines else Result.AT_FIRST, 1, lines)
        if done:
            result = Result.AT_FIRST if attempt == 1 else Result.REFUSED
            return Done(turn, result, attempt, first)
        if any(line.endswith("?") for line in lines):
            room.pass_time(room.now + SECOND // 2)
            room.wait_until_silent()
            lines = _answered(room, "ja", voice, renderer)
            if any(re.search(turn.line, line) for line in lines):
                return Done(turn, Result.ASKED, attempt, first)
    room.type(turn.says)
    return Done(turn, result, TRIES, first or ())


def _answered(room: Room, text: str, voice: Voice, renderer: SteadyRenderer) -> tuple[str, ...]:
    """What the clock writes to what is said, but for the displays."""
    before = len(room.lines)
    room.say(text, voice.variant)
    over = room.sound(to_microphone(renderer.render(text, voice)))
    room.pass_time(over + ANSWERS_WITHIN)
    told = [line.text for line in room.lines[before:] if line.who == "Hektor"]
    return tuple(text for text in told if not re.search(r"\d:\d\d", text))


def play_clock(given: argparse.Namespace) -> dict[str, Any]:
    """The game, and its figures."""
    rng = random.Random(f"live clock {given.seed}")
    with ExitStack() as closing:
        renderer = SteadyRenderer(closing.enter_context(Synthesiser()))
        players = voices(given.voices, rng)
        command = ("clock", "--time", "60+10", *given.options)
        room = Room(lambda _: None, closing, *command, echo=not given.headphones)
        done = [
            do_turn(room, turn, players[turn.player], renderer)
            for turn in clock_turns(rng, 2 * given.moves)
        ]
    if given.save:
        save(given.save, room)
    if given.list:
        missed = (one for one in done if one.result is not Result.AT_FIRST)
        print(*missed, sep="\n")
    counted = Counter((one.turn.group, one.result) for one in done)
    groups = dict.fromkeys(one.turn.group for one in done)
    return {
        "classes": {
            group.value: {result.value: counted[group, result] for result in Result}
            for group in groups
        },
        "seconds": round(room.now / SECOND),
        **timing(room),
    }
