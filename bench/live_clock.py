# SPDX-License-Identifier: GPL-3.0-or-later
"""The talking chess clock in real time, through a virtual microphone: ``hektor clock``.

    python -m bench.live_clock [--presses 20] [--voices f3 m7] [--seed 1] [--save FILE] [--list]
                               [--json FILE]

Two players with a board of their own press by word; they ask, pause and begin a second game; talk
that is not for the clock is between. There is no record: what was obeyed is read from what the
clock writes. See `bench.live`.
"""

import argparse
import random
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from announce.speech.voices import Voice
from bench import results
from bench.acts import Group, Result
from bench.conversation import voices
from bench.dictations import outside
from bench.live import Hall, save
from bench.talkers import SteadyRenderer, to_microphone
from bench.virtual import missing
from table.conditions import SECOND
from voice.training.synthesis import Synthesiser

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
    """What came of a turn; ``lines`` are those that were written at the first try."""

    turn: Turn
    result: Result
    attempts: int
    lines: tuple[str, ...]


def turns(rng: random.Random, presses: int) -> Iterator[Turn]:
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


def do(hall: Hall, turn: Turn, voice: Voice, renderer: SteadyRenderer) -> Done:
    """Say it until it is done, at most `TRIES` times; then it is typed."""
    result = Result.REFUSED
    first: tuple[str, ...] | None = None
    for attempt in range(1, TRIES + 1):
        hall.wait_until_silent()
        hall.pass_time(hall.now + round(turn.pause * SECOND))
        hall.wait_until_silent()
        lines = _answered(hall, turn.says, voice, renderer)
        first = lines if first is None else first
        done = any(re.search(turn.line, line) for line in lines)
        if turn.line == NOTHING:
            return Done(turn, Result.WRONG if lines else Result.AT_FIRST, 1, lines)
        if done:
            result = Result.AT_FIRST if attempt == 1 else Result.REFUSED
            return Done(turn, result, attempt, first)
        if any(line.endswith("?") for line in lines):
            hall.pass_time(hall.now + SECOND // 2)
            hall.wait_until_silent()
            lines = _answered(hall, "ja", voice, renderer)
            if any(re.search(turn.line, line) for line in lines):
                return Done(turn, Result.ASKED, attempt, first)
    hall.type(turn.says)
    return Done(turn, result, TRIES, first or ())


def _answered(hall: Hall, text: str, voice: Voice, renderer: SteadyRenderer) -> tuple[str, ...]:
    """What the clock writes to what is said, but for the displays."""
    before = len(hall.lines)
    hall.say(text, voice.variant)
    over = hall.sound(to_microphone(renderer.render(text, voice)))
    hall.pass_time(over + ANSWERS_WITHIN)
    told = [line.text for line in hall.lines[before:] if line.who == "Hektor"]
    return tuple(text for text in told if not re.search(r"\d:\d\d", text))


def play(given: argparse.Namespace) -> dict[str, Any]:
    """The game, and its figures."""
    rng = random.Random(f"live clock {given.seed}")
    with ExitStack() as closing:
        renderer = SteadyRenderer(closing.enter_context(Synthesiser()))
        players = voices(given.voices, rng)
        hall = Hall(lambda _: None, closing, "clock", "--time", "60+10", *given.options)
        done = [
            do(hall, turn, players[turn.player], renderer) for turn in turns(rng, given.presses)
        ]
    if given.save:
        save(given.save, hall)
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
        "seconds": round(hall.now / SECOND),
        "late_s": round(hall.late / SECOND, 2),
    }


def main() -> None:
    """Play, and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--presses", type=int, default=20)
    parser.add_argument("--voices", nargs=2, default=["f3", "m7"], help="variants of espeak-ng")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", type=Path, metavar="FILE", help="keep the sound of it there")
    parser.add_argument("--list", action="store_true", help="print what was not obeyed at first")
    parser.add_argument("options", nargs="*", help="of hektor clock, after --")
    results.add_option(parser)
    given = parser.parse_args()
    if missing():
        parser.exit(1, f"{' and '.join(missing())} are not installed.\n")
    found = play(given)
    for name, row in found["classes"].items():
        print(f"{name}: " + ", ".join(f"{count} {result}" for result, count in row.items()))
    print(f"seconds: {found['seconds']}, late_s: {found['late_s']}")
    results.write(given.json, "live_clock", found)


if __name__ == "__main__":
    main()
