# SPDX-License-Identifier: GPL-3.0-or-later
"""How far the levels of the computer are apart, in Elo with the error of the measurement.

    python -m bench.opponents.ladder [--games 40] [--levels 1-8] [--seconds 900] [--json FILE]

Each level plays the next one, every opening once with White and once with Black, without a clock:
an engine looks at so many positions, however fast the machine is. Who is lost resigns as in a game;
one of 150 moves is drawn. The error is that of a 95 % interval. Levels that Stockfish plays need
it.

The pairs play in turn. Games are added to those in FILE, as long as the same players played them;
``--seconds`` stops in time, so that a long measurement can be made in pieces. A game takes a core
from five seconds (levels 2 and 3) to more than fifteen (8 and 9), so hundreds of all pairs take
days; runs over different ``--levels`` use more cores.
"""

import argparse
import itertools
import math
import random
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from typing import Any

import chess
import chess.engine

from bench import results
from ground.progress import Progress
from opponents import human, levels, roster
from opponents.engine.search import MATE, AlphaBeta, Variation
from table.acts.setup import elo_of, level_of

LONGEST = 300  # plies
EVERY = 1 << 60
"""No bound on the nodes of a search."""

NODES = {0: 20_000, 2200: 60_000, 2300: 200_000}
"""How much Stockfish looks at from this ``UCI_Elo`` on. It chooses its weaker moves early."""

Think = Callable[[chess.Board, random.Random], tuple[chess.Move, int]]
"""Chooses a move, and tells what the position is worth to who makes it."""


@dataclass(frozen=True, slots=True)
class Player:
    """Player of a game: ``elo``, and ``made``, the settings that make it so strong."""

    name: str
    elo: int
    made: str
    think: Think


@dataclass(frozen=True, slots=True)
class Score:
    """Games of the stronger side: won, drawn and lost."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def games(self) -> int:
        """How many were played."""
        return self.won + self.drawn + self.lost

    def plus(self, points: float) -> "Score":
        """With one game more."""
        return Score(
            self.won + (points == 1), self.drawn + (points == 0.5), self.lost + (points == 0)
        )

    def elo(self) -> tuple[float, float, float]:
        """The difference, and its lower and upper bound (95 %, by Wilson's interval, which knows
        that three wins out of three prove little)."""
        mean, share = (self.won + self.drawn / 2) / self.games, 1.96**2 / self.games
        middle = (mean + share / 2) / (1 + share)
        error = math.sqrt(share * mean * (1 - mean) + share**2 / 4) / (1 + share)
        return difference(mean), difference(middle - error), difference(middle + error)


def difference(score: float) -> float:
    """The difference in Elo that makes so much of a point on the average."""
    sure = min(max(score, 0.005), 0.995)
    return 400 * math.log10(sure / (1 - sure))


def look(board: chess.Board, nodes: int, depth: int, lines: int) -> tuple[Variation, ...]:
    """The best lines, as Hektor's engine finds them."""
    return [found for _, found in AlphaBeta(board, nodes, lines=lines).run(depth)][-1]


def own(name: str, elo: int) -> Player:
    """Hektor's engine with the sight of that Elo, without a clock."""
    seen, nodes = levels.sight(elo), levels.nodes(elo)

    def think(board: chess.Board, chance: random.Random) -> tuple[chess.Move, int]:
        if seen is None:
            best = look(board, nodes, 60, 1)[0]
            return best.moves[0], best.value
        found = look(board, EVERY, seen.depth, seen.moves)
        return human.choose(board, found, seen, chance), found[0].value

    return Player(name, elo, f"{nodes} nodes" if seen is None else repr(seen), think)


def stockfish(name: str, elo: int, running: ExitStack) -> Player:
    """Stockfish at that ``UCI_Elo``. Raises SystemExit where it is not found."""
    program = roster.stockfish()
    if program is None:
        raise SystemExit("Stockfish is not installed")
    engine = running.enter_context(chess.engine.SimpleEngine.popen_uci(list(program.command)))
    options = levels.strength(engine.options, elo)
    nodes = [most for least, most in sorted(NODES.items()) if least <= elo][-1]
    engine.configure(options)

    def think(board: chess.Board, _: random.Random) -> tuple[chess.Move, int]:
        found = engine.play(
            board, chess.engine.Limit(nodes=nodes), game=board, info=chess.engine.INFO_SCORE
        )
        score = found.info["score"]
        assert found.move is not None
        return found.move, score.pov(board.turn).score(mate_score=MATE)

    made = ", ".join(f"{option} {value}" for option, value in options.items())
    return Player(
        name, elo, f"{engine.id.get('name')}, {made or 'at its best'}, {nodes} nodes", think
    )


def player(level: int, running: ExitStack) -> Player:
    """Player of that level."""
    elo = elo_of(level)
    if elo is None:
        raise SystemExit(f"there is no level {level}")
    if elo > levels.OWN_BEST:
        return stockfish(str(level), elo, running)
    return own(str(level), elo)


def game(players: dict[chess.Color, Player], opening: int, chance: random.Random) -> float:
    """White's score in one game."""
    board = chess.Board()
    first = random.Random(opening)
    for _ in range(4):  # four plies that nobody would lose by
        quiet = [move for move in board.legal_moves if not board.is_capture(move)]
        board.push(first.choice(sorted(quiet, key=chess.Move.uci)))
    values: dict[chess.Color, list[int]] = {chess.WHITE: [], chess.BLACK: []}
    while (outcome := board.outcome(claim_draw=True)) is None and board.ply() < LONGEST:
        turn = board.turn
        move, value = players[turn].think(board, chance)
        values[turn].append(value)
        if human.resigns(values[turn], players[turn].elo):
            return float(turn == chess.BLACK)
        board.push(move)
    return 0.5 if outcome is None or outcome.winner is None else float(outcome.winner)


def play(weaker: Player, stronger: Player, first: int) -> Iterator[float]:
    """The points of ``stronger``, game by game from the number ``first`` on."""
    number = first
    while True:
        colour = number % 2 == 0
        sides = {colour: stronger, not colour: weaker}
        white = game(sides, number // 2, random.Random(number))
        yield white if colour else 1 - white
        number += 1


class Match:
    """Two players, and how the stronger has scored so far: also in the games of ``earlier``
    figures, if these very players played them."""

    def __init__(self, weaker: Player, stronger: Player, earlier: Mapping[str, Any]) -> None:
        self.name = f"{weaker.name} - {stronger.name}"
        self._made = [weaker.made, stronger.made]
        old = earlier.get(self.name, {})
        same = old.get("players") == self._made
        self.score = Score(old["won"], old["drawn"], old["lost"]) if same else Score()
        self._games = play(weaker, stronger, self.score.games)

    def play_one(self) -> None:
        """One game more."""
        self.score = self.score.plus(next(self._games))

    def figures(self) -> dict[str, Any]:
        """Figures of the score."""
        elo, low, high = (round(each) for each in self.score.elo())
        told = {"elo": elo, "low": low, "high": high, "games": self.score.games}
        return {**told, **asdict(self.score), "players": self._made}


def main() -> None:
    """Play, and print a line for each pair."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=40, help="of each pair, all in all")
    parser.add_argument("--levels", default=f"1-{level_of(levels.OWN_BEST)}")
    parser.add_argument("--seconds", type=float, default=math.inf, help="start no game after that")
    results.add_option(parser)
    given = parser.parse_args()
    first, _, last = given.levels.partition("-")
    numbers = range(int(first), int(last or first) + 1)
    until = time.monotonic() + given.seconds
    figures: dict[str, Any] = {}
    if given.json is not None and given.json.exists():
        figures = results.read(given.json).figures
    with ExitStack() as running:
        players = [player(number, running) for number in numbers]
        matches = [Match(*pair, figures) for pair in itertools.pairwise(players)]
        missing = sum(max(0, given.games - each.score.games) for each in matches)
        played, progress = itertools.count(1), Progress()
        while time.monotonic() < until:
            match = min(matches, key=lambda each: each.score.games)
            if match.score.games >= given.games:
                break
            match.play_one()
            figures[match.name] = match.figures()
            results.write(given.json, "opponents.ladder", figures)
            progress(next(played), missing)
    for name, found in figures.items():
        print(
            f"{name}: {found['elo']:+d} Elo ({found['low']:+d} to {found['high']:+d}),"
            f" {found['won']} won, {found['drawn']} drawn, {found['lost']} lost"
        )


if __name__ == "__main__":
    main()
