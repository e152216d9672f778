# SPDX-License-Identifier: GPL-3.0-or-later
"""How far the levels of the computer are apart, in Elo with the error of the measurement.

    python -m bench.opponents.ladder [--games 40] [--levels 1-6] [--processes 1] [--json FILE]
    python -m bench.opponents.ladder --against /usr/games/stockfish:1350 --levels 5

Each level plays the next one, every opening once with White and once with Black. Who is more than 8
pawns ahead for 4 moves of each, as both see it, has won; a game of 100 moves is drawn. The error is
that of a 95 % interval. ``--against`` plays an engine that keeps to a ``UCI_Elo``.
"""

import argparse
import math
import random
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from multiprocessing import Pool

import chess
import chess.engine

from bench import results
from game.opponents import levels
from game.opponents.engine.search import MATE, Search
from game.opponents.errors import Candidate, choose
from table.agreements.opponent import elo_of, level_of

LONGEST = 200  # plies
CLEAR = 800  # hundredths of a pawn
AGREED = 8  # plies
UNLIMITED = 40_000
"""The nodes of a level that errs no more, so that a game takes no hours."""

Player = Callable[[chess.Board, random.Random], tuple[chess.Move, int]]
"""Chooses a move, and tells what the position is worth to who makes it."""


@dataclass(frozen=True, slots=True)
class Score:
    """What the stronger side made of its games."""

    won: int
    drawn: int
    lost: int

    @property
    def games(self) -> int:
        """How many were played."""
        return self.won + self.drawn + self.lost

    def elo(self) -> tuple[float, float, float]:
        """The difference, and its lower and upper bound (95 %)."""
        mean = (self.won + self.drawn / 2) / self.games
        squares = self.won * (1 - mean) ** 2 + self.drawn * (0.5 - mean) ** 2 + self.lost * mean**2
        error = 1.96 * math.sqrt(squares / self.games / max(self.games - 1, 1))
        return difference(mean), difference(mean - error), difference(mean + error)


def difference(score: float) -> float:
    """The difference in Elo that makes so much of a point on the average."""
    sure = min(max(score, 0.005), 0.995)
    return 400 * math.log10(sure / (1 - sure))


def player(elo: int | None, nodes: int = UNLIMITED) -> Player:
    """A player of this strength, without a clock."""
    seen = levels.sight(elo or 0)

    def move(board: chess.Board, chance: random.Random) -> tuple[chess.Move, int]:
        search = Search(board, nodes, lines=1 if seen is None else seen.moves)
        found = [lines for _, lines in search.run(60 if seen is None else seen.depth)][-1]
        if seen is None:
            return found[0].moves[0], found[0].value
        listed = [
            Candidate(line.moves[0], line.value, line.moves[1] if len(line.moves) > 1 else None)
            for line in found
        ]
        return choose(board, listed, seen, chance), found[0].value

    return move


def game(players: dict[chess.Color, Player], opening: int) -> float:
    """White's score in one game, which is the same for the same players and opening."""
    chance = random.Random(opening)
    board = chess.Board()
    for _ in range(4):  # four plies that nobody would lose by
        quiet = [move for move in board.legal_moves if not board.is_capture(move)]
        board.push(chance.choice(sorted(quiet, key=chess.Move.uci)))
    values: list[int] = []  # for White
    while (outcome := board.outcome(claim_draw=True)) is None and board.ply() < LONGEST:
        move, value = players[board.turn](board, chance)
        values.append(value if board.turn == chess.WHITE else -value)
        board.push(move)
        if len(values) >= AGREED and _agreed(values[-AGREED:]):
            break
    if outcome is not None:
        return {"1-0": 1.0, "0-1": 0.0}.get(outcome.result(), 0.5)
    return 1.0 if values[-1] > CLEAR else 0.0 if values[-1] < -CLEAR else 0.5


def _agreed(values: list[int]) -> bool:
    """Whether one side was clearly ahead in all of them."""
    return min(values) > CLEAR or max(values) < -CLEAR


def _one(job: tuple[int, int, int, str]) -> float:
    """The score of the stronger in one game, which is of the first or the second colour."""
    weaker, stronger, number, against = job
    with ExitStack() as closing:
        colour = number % 2 == 0
        if against:
            path, _, elo = against.rpartition(":")
            engine = closing.enter_context(chess.engine.SimpleEngine.popen_uci(path))
            engine.configure({"UCI_LimitStrength": True, "UCI_Elo": int(elo)})

            def rated(board: chess.Board, _: random.Random) -> tuple[chess.Move, int]:
                limit = chess.engine.Limit(time=0.1)
                played = engine.play(board, limit, info=chess.engine.INFO_SCORE)
                assert played.move is not None
                return played.move, played.info["score"].relative.score(mate_score=MATE)

            other: Player = rated
        else:
            other = player(elo_of(weaker))
        sides = {colour: player(elo_of(stronger)), not colour: other}
        white = game(sides, number // 2)
    return white if colour else 1 - white


def measure(jobs: list[tuple[int, int, int, str]], processes: int) -> Iterator[float]:
    """The score of each game, from the view of the stronger."""
    if processes == 1:
        yield from map(_one, jobs)
        return
    with Pool(processes) as pool:
        yield from pool.imap_unordered(_one, jobs)


def main() -> None:
    """Play, and print a line for each pair."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--levels", default=f"1-{level_of(levels.OWN_BEST)}")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--against", default="", metavar="PROGRAM:ELO")
    results.add_option(parser)
    given = parser.parse_args()
    first, _, last = given.levels.partition("-")
    if given.against:
        pairs = [(0, int(level)) for level in range(int(first), int(last or first) + 1)]
    else:
        pairs = [(level, level + 1) for level in range(int(first), int(last))]
    figures = {}
    for weaker, stronger in pairs:
        jobs = [(weaker, stronger, number, given.against) for number in range(given.games)]
        scores = list(measure(jobs, given.processes))
        score = Score(scores.count(1.0), scores.count(0.5), scores.count(0.0))
        elo, low, high = (round(each) for each in score.elo())
        name = f"{given.against or weaker} - {stronger}"
        print(
            f"{name}: {elo:+d} Elo ({low:+d} to {high:+d}),"
            f" {score.won} won, {score.drawn} drawn, {score.lost} lost",
            flush=True,
        )
        figures[name] = {"elo": elo, "low": low, "high": high, "games": score.games}
        results.write(given.json, "opponents.ladder", figures)  # the next pair may take an hour


if __name__ == "__main__":
    main()
