# SPDX-License-Identifier: GPL-3.0-or-later
"""How fast the rules are, and whether "cannot win" is ever wrong.

    python -m bench.rules speed [--positions 60] [--seed 1] [--json FILE]
    python -m bench.rules winnable [--positions 100000] [--seconds 3600] [--seed 1] [--json FILE]
    python -m bench.rules dead [--positions 3000] [--seconds 3600] [--seed 1] [--json FILE]

``speed`` prints one line a figure, in milliseconds of processor time, with the machine.
``winnable`` asks who can still win in the positions of ``bench.positions``. It plays through every
helpmate that is shown and, where ``NO`` is said, follows every legal move to the end where there
are few enough positions; it ends with status 1 at the first contradiction. ``dead`` does the same
with positions that are made to be hard, those of ``bench.chains``, and tells what share of what
cannot be won is found: what was left open counts as missed, but where a mate is found by looking
for it much longer.
"""

import argparse
import random
import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, TypeVar

import chess

from bench import results
from bench.chains import KINDS
from bench.positions import FAMILIES, describe
from ground.progress import Progress
from rules.description import MoveDescription
from rules.explanation import explain
from rules.moves import find
from rules.notation import read
from rules.position import Position, key
from rules.winnable import Proof, Winnability, can_win, prove
from rules.winnable.bitboard import (
    bitboards,
    board_of,
    insufficient_material,
    is_mate,
    legal_moves,
    move_of,
    play,
)
from rules.winnable.corners import corner_goal, nearest_blockades
from rules.winnable.helpmate import helpmate_on_walks
from rules.winnable.locked import regions
from rules.winnable.search import search

T = TypeVar("T")

FEASIBLE_ALWAYS, FEASIBLE, FOLLOWED = 10_000, 300_000, 0.01
"""Positions that the exhaustive check follows before it gives up: always, and in some cases."""

WALKS, PATIENCE = (2, 1500, 400), 50_000
"""Where the answer was left open: walks by which lot, how many, and how many mates to look for on
them; and positions to look at for one mate that was picked out."""

REPORTED_EVERY = 2000
"""Positions after which the figures so far are printed."""

SHARES = [*["games"] * 8, *["placements"] * 5, *["locked"] * 3, *["cramped", "disturbed"] * 2]
SHARES += ["walls"]
"""How often each family has its turn."""


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("what", choices=("speed", "winnable", "dead"))
    parser.add_argument("--positions", type=int, help="of each kind (60), or in all (100000)")
    parser.add_argument("--seconds", type=float, default=3600.0)
    parser.add_argument("--seed", type=int, default=1)
    results.add_option(parser)
    options = parser.parse_args()
    chance = random.Random(options.seed)
    if options.what == "speed":
        found: dict[str, Any] | None = speed(chance, options.positions or 60)
    elif options.what == "winnable":
        positions = options.positions or 100_000
        found = winnable(chance, positions, time.monotonic() + options.seconds)
    else:
        found = dead(chance, options.positions or 3000, time.monotonic() + options.seconds)
    if found is None:
        return 1
    results.write(options.json, "rules", found)
    return 0


def random_game(chance: random.Random, plies: int) -> Position:
    position = Position.start(chess960=chance.choice((None, chance.randrange(960))))
    while position.ply < plies and position.legal_moves:
        position = position.play(chance.choice(position.legal_moves))
    return position


def winnable(chance: random.Random, positions: int, until: float) -> dict[str, Any] | None:
    """Positions of every family in turn, so that a run cut short has seen all of them.

    None where a verdict was refuted.
    """
    seen = asked(chance, FAMILIES, SHARES, positions, until)
    return seen and figures(seen)


def dead(chance: random.Random, positions: int, until: float) -> dict[str, Any] | None:
    """The same of every kind of ``bench.chains``, and what share of "cannot win" is found."""
    seen = asked(chance, KINDS, [*KINDS], positions, until)
    if seen is None:
        return None
    told = figures(seen)
    for some in (*told["families"].values(), told["all"]):
        found = sum(count for name, count in some["outcomes"].items() if name.startswith("no"))
        missed = some["outcomes"].get("undecided", 0)
        some["found"] = found / (found + missed) if found + missed else 1.0
    for name, some in (*told["families"].items(), ("all", told["all"])):
        print(f"{name}: at least {100 * some['found']:.1f} % of what cannot be won is found")
    return told


Makers = Mapping[str, Callable[[random.Random], Iterator[chess.Board]]]


def asked(
    chance: random.Random, makers: Makers, shares: Sequence[str], positions: int, until: float
) -> "dict[str, Seen] | None":
    """The questions about both sides of each position, and what an independent look says."""
    sources = {family: make(chance) for family, make in makers.items()}
    seen = {family: Seen() for family in makers}
    for number in Progress().over(range(positions)):
        if time.monotonic() > until:
            break
        if number and number % REPORTED_EVERY == 0:
            report(seen)
        family = shares[number % len(shares)]
        board = next(sources[family])
        for winner in chess.COLORS:
            began, began_wall = time.process_time(), time.perf_counter()
            proof = prove(board, winner)
            seen[family].times.append(time.process_time() - began)
            seen[family].walls.append(time.perf_counter() - began_wall)
            outcome = contradiction(board, winner, proof, rare=chance.random() < FOLLOWED)
            if outcome == "undecided" and makers is KINDS and patiently(board, winner):
                outcome = "left open, a mate exists"
            seen[family].outcomes[outcome] += 1
            if outcome.startswith("WRONG"):
                print(f"{outcome}: {board.fen()} {chess.COLOR_NAMES[winner]}")
                return None
            if outcome == "undecided":
                print(f"undecided: {board.fen()} {chess.COLOR_NAMES[winner]}")
    report(seen)
    return seen


def figures(seen: "dict[str, Seen]") -> dict[str, Any]:
    """For the result."""
    told = {family: some.told() for family, some in seen.items() if some.times}
    return {"families": told, "all": together(seen).told()}


@dataclass
class Seen:
    """The outcome of the questions about one family, and how long each took, in seconds."""

    outcomes: Counter[str] = field(default_factory=Counter)
    times: list[float] = field(default_factory=list)
    walls: list[float] = field(default_factory=list)

    def told(self) -> dict[str, Any]:
        """For the result."""
        return {"outcomes": dict(self.outcomes.most_common()), "cpu_ms": milliseconds(self.times)}


def together(seen: dict[str, Seen]) -> Seen:
    """The questions about all families."""
    return Seen(
        sum((some.outcomes for some in seen.values()), Counter[str]()),
        [time for some in seen.values() for time in some.times],
        [time for some in seen.values() for time in some.walls],
    )


def report(seen: dict[str, Seen]) -> None:
    """The figures so far: processor time for each family, both times for all."""
    for family, some in seen.items():
        if some.times:
            print(f"{family}: {dict(some.outcomes.most_common())}; {percentiles(some.times)}")
    every = together(seen)
    print(f"all {every.outcomes.total()} questions: {dict(every.outcomes.most_common())}")
    print(f"processor time: {percentiles(every.times)}")
    print(f"wall time: {percentiles(every.walls)}")
    sys.stdout.flush()


def contradiction(board: chess.Board, winner: chess.Color, proof: Proof, rare: bool) -> str:
    """What an independent look says of a verdict; begins with ``WRONG`` where it is refuted.

    A ``rare`` look goes further.
    """
    verdict, line = proof
    if verdict is Winnability.YES:
        return "yes, mate shown" if is_helpmate(board, winner, line) else "WRONG yes"
    if verdict is Winnability.UNDECIDED:
        return "undecided"
    if board.has_insufficient_material(winner):
        return "no, by material"
    found = mate_exists(board, winner, FEASIBLE if rare else FEASIBLE_ALWAYS)
    if found is None:
        return "no, too much to follow"
    return "WRONG no" if found else "no, everything followed"


def is_helpmate(board: chess.Board, winner: chess.Color, line: tuple[chess.Move, ...]) -> bool:
    played = board.copy(stack=False)
    for move in line:
        if not played.is_legal(move):
            return False
        played.push(move)
    return played.is_checkmate() and played.turn != winner


def patiently(board: chess.Board, winner: chess.Color) -> bool:
    """True if a mate is found by looking for it much longer."""
    here = bitboards(board, winner)
    found = helpmate_on_walks(here, *WALKS)
    for mate in nearest_blockades(here, regions(here)):
        if found.line is None:
            found = search(here, corner_goal(here, mate), PATIENCE, insufficient_material)
    if found.line is not None:
        line = tuple(move_of(move, winner) for move in found.line)
        return is_helpmate(board, winner, line)
    return bool(mate_exists(board, winner, FEASIBLE))


def mate_exists(board: chess.Board, winner: chess.Color, limit: int) -> bool | None:
    """Follow every legal move; ``None`` beyond ``limit`` positions.

    Where python-chess finds the material of the winner insufficient, nothing is followed. Nothing
    else is taken for granted but the moves, which the tests compare with those of python-chess.
    """
    start = bitboards(board, winner)
    seen, waiting = {start}, [start]
    while waiting and len(seen) <= limit:
        here = waiting.pop()
        if not here[8] and is_mate(here):
            return True
        for move in legal_moves(here):
            after = play(here, move)
            if after in seen:
                continue
            seen.add(after)
            taken = (after[6] | after[7]).bit_count() < (here[6] | here[7]).bit_count()
            if not taken or not board_of(after).has_insufficient_material(chess.WHITE):
                waiting.append(after)
    return None if waiting else False


def speed(chance: random.Random, positions: int) -> dict[str, Any]:
    print(f"{results.machine()}, chess {chess.__version__}")
    games = [random_game(chance, chance.randint(5, 160)) for _ in range(positions)]
    alive = [position for position in games if position.legal_moves]
    work: dict[str, Callable[[Position], object]] = {
        "play a move": lambda at: at.play(at.legal_moves[0]),
        "repetition key": lambda at: key(at.board),
        "occurrences of a position": lambda at: at.occurrences(),
        "find a description": find_one,
        "explain an illegal move": explain_one,
        "read SAN": read_one,
        "dead position after a move": lambda at: [can_win(at.board, one) for one in chess.COLORS],
    }
    found = {name: timed(alive, do) for name, do in work.items()}
    for family, make in FAMILIES.items():
        boards = list(islice(make(chance), positions))
        asked = [(board, winner) for board in boards for winner in chess.COLORS]
        found[f"can_win, {family}"] = timed(asked, lambda pair: prove(*pair))
    for name, times in found.items():
        print(f"{name}: {percentiles(times)}")
    return {name: milliseconds(times) for name, times in found.items()}


def find_one(position: Position) -> object:
    return find(position, describe(position, position.legal_moves[-1]))


def explain_one(position: Position) -> object:
    """A piece sent to the square of its own king."""
    return explain(
        position, MoveDescription(chess.QUEEN, to_square=position.board.king(position.turn))
    )


def read_one(position: Position) -> object:
    return read(position.board.san(position.legal_moves[-1]), position, "en")


def timed(items: Sequence[T], work: Callable[[T], object]) -> list[float]:
    """Processor time for each item, in seconds."""
    times = []
    for item in Progress().over(items):
        if isinstance(item, Position):
            vars(item).pop("legal_moves", None)  # what is kept there is part of the work
        began = time.process_time()
        work(item)
        times.append(time.process_time() - began)
    return times


def milliseconds(times: list[float]) -> dict[str, float]:
    """Median, 99th percentile and worst, and how many there are."""
    ordered = sorted(1000 * time for time in times)
    figures = (statistics.median(ordered), ordered[int(len(ordered) * 0.99)], ordered[-1])
    told = dict(
        zip(("median", "p99", "worst"), (float(f"{one:.3g}") for one in figures), strict=True)
    )
    return {**told, "n": len(ordered)}


def percentiles(times: list[float]) -> str:
    """The same for people."""
    told = milliseconds(times)
    return f"median {told['median']:g} ms, 99 % {told['p99']:g} ms, max {told['worst']:g} ms"


if __name__ == "__main__":
    sys.exit(main())
