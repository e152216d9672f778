# SPDX-License-Identifier: GPL-3.0-or-later
"""How many files and functions lie on the way from an input to the line that is printed of it.

    python -m bench.way [--list] [--json FILE]

Five ways through a real game with a journal on disk, counted with the interpreter's own profiler
(``sys.setprofile``):

- *move*: "Eva vier", as the recogniser hands it over, to the line that reads it back;
- *time*: "meine Zeit" to the line that tells it;
- *order*: "zwei Minuten für Weiß", typed by the arbiter, to the line that says so;
- *engine*: the move of an opponent that is not at the board, with its press, to the line that tells
  it;
- *flag*: the deadline of a fallen flag to the line that tells of it.

The count begins when the loop gets the input from its queue, or finds that nothing came in time,
and ends when the first line is printed. Counted are the functions that are called in between, each
once, and the files that they are in, of the packages of the product (``PACKAGES``); not libraries,
not what Python generates (comprehensions, lambda expressions, the methods of a dataclass). Each way
is gone once before, so that nothing is counted that only fills a cache. ``--list`` prints the
functions.
"""

import argparse
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import CodeType, FrameType

import chess

from announce.text.settings import Settings
from bench import results
from game.base.game_time import GameTime
from game.base.inbox import Inbox, Item, SpeechHeard, TypedLine
from game.play.equipment import Equipment
from game.play.game import Game
from game.play.loop import Loop
from game.sound.presenter import Presenter
from opponents.seat import OpponentDid, Seat
from record.journal import Archive
from record.session import begin
from table.core.conditions import SECOND, Conditions
from table.core.state import State
from voice.language.transcript import HeardUtterance, Transcript

ROOT = Path(__file__).parent.parent
PACKAGES = (
    *("ground", "rules", "clock", "voice", "table", "study"),
    *("announce", "record", "opponents", "hall", "game"),
)
GENERATED = ("<lambda>", "<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>")


@dataclass(frozen=True, slots=True)
class Given:
    """Item that the loop gets after so many seconds; None: nothing comes in time."""

    seconds: float
    item: Item | None


@dataclass(frozen=True, slots=True)
class Way:
    """One input whose way is measured, and what is given before it."""

    before: tuple[Given, ...]
    given: Given
    conditions: Conditions = Conditions(time_control="1s", press_after=None)  # noqa: RUF009


@dataclass(slots=True)
class Measured:
    """The functions on a way, as file and qualified name, and the line at its end."""

    functions: set[tuple[str, str]] = field(default_factory=set)
    line: str = ""

    @property
    def files(self) -> set[str]:
        """The files that they are in."""
        return {file for file, _ in self.functions}


def _spoken(text: str) -> SpeechHeard:
    transcript = Transcript(text, 0.99)
    return SpeechHeard(HeardUtterance((transcript,), 0, 0, 0, pcm=bytes(3200)))


START = Given(1, TypedLine("", 1 * SECOND))
"""Enter starts the game."""

LONG = Conditions(time_control="15+10", press_after=None)


class Program:
    """An opponent that plays White and is only asked; what it does is given like all else."""

    def __init__(self) -> None:
        self.asked: State | None = None

    def ask(self, state: State, now: int) -> None:
        """Keep what it was asked about."""
        self.asked = state

    def answer(self, state: State, now: int) -> None:
        """Say nothing."""

    def follow(self, state: State) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Stop nothing."""


WAYS = {
    "move": Way((START,), Given(2, _spoken("eva vier")), LONG),
    "time": Way((START,), Given(2, _spoken("meine zeit")), LONG),
    "order": Way(
        (START,),
        Given(2, TypedLine("schiedsrichter: zwei Minuten für Weiß", 2 * SECOND)),
        LONG,
    ),
    "engine": Way(
        (START,),
        Given(2, OpponentDid(chess.Move.from_uci("e2e4"), 2 * SECOND)),
        replace(LONG, computer=chess.WHITE),
    ),
    "flag": Way((START,), Given(2, None)),
}


class Planned(Inbox):
    """Gives what is due and lets the time pass until then; ``watch`` sees each as it is given."""

    def __init__(
        self, given: Sequence[Given], watch: Callable[[Given], None], program: Program
    ) -> None:
        super().__init__(lambda: self.now)
        self._program = program
        self._given = list(given)
        self._watch = watch
        self.now = 0

    def get(self, timeout: float) -> Item | None:
        """The next item; None where nothing comes."""
        if not self._given:
            return TypedLine("ende", self.now)
        given = self._given.pop(0)
        self.now = int(given.seconds * SECOND)
        item = given.item
        if isinstance(item, OpponentDid) and self._program.asked is not None:
            item = replace(item, position=self._program.asked.position)
        self._watch(given)
        return item


def measure(way: Way) -> Measured:
    """Go the way, from a new game on."""
    found = Measured()
    codes: set[CodeType] = set()

    def called(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            codes.add(frame.f_code)

    def watch(given: Given) -> None:
        if given is way.given:
            sys.setprofile(called)

    def write(line: str) -> None:
        if sys.getprofile() is not None:
            sys.setprofile(None)
            found.line = line

    with tempfile.TemporaryDirectory() as folder:
        settings = Settings()
        archive = Archive(Path(folder) / "games.sqlite")
        session = begin(archive, way.conditions, settings)
        program = Program()
        plays = way.conditions.computer
        seat = None if plays is None else Seat(program, plays)
        inbox = Planned((*way.before, way.given), watch, program)
        time = GameTime(inbox.clock, lambda: 0)
        presenter = Presenter(settings, write)
        game = Game(session, presenter, inbox, Equipment(opponent=seat), time)
        loop = Loop(inbox, presenter, game)
        try:
            loop.run()
        finally:
            sys.setprofile(None)
            session.close()
    found.functions = {one for code in codes if (one := _counted(code)) is not None}
    return found


def _counted(code: CodeType) -> tuple[str, str] | None:
    """File and function, if it is one of the product's that somebody wrote."""
    path = Path(code.co_filename)
    if code.co_name in GENERATED or not path.is_relative_to(ROOT):
        return None
    file = path.relative_to(ROOT)
    return (str(file), code.co_qualname) if file.parts[0] in PACKAGES else None


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--list", action="store_true", help="print the functions too")
    results.add_option(parser)
    given = parser.parse_args()
    figures = {}
    for name, way in WAYS.items():
        measure(way)  # once to fill the caches
        found = measure(way)
        print(f"{name}: {len(found.files)} files, {len(found.functions)} functions, "
              f"to the line {found.line!r}")  # fmt: skip
        figures[name] = {"files": len(found.files), "functions": len(found.functions)}
        if given.list:
            for file, function in sorted(found.functions):
                print(f"  {file} {function}")
    results.write(given.json, "way", figures)


if __name__ == "__main__":
    main()
