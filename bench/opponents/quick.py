# SPDX-License-Identifier: GPL-3.0-or-later
"""The search of Hektor's engine in C++: the same lines some twenty times as fast, for long matches.

    python -m bench.opponents.quick [--positions 200] [--seed 1]

compares it with the search in Python, in positions reached by chance. It needs a compiler, ``c++``.
"""

import argparse
import random
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import chess

from ground.progress import Progress
from opponents.engine.search import AlphaBeta, Variation

SOURCE = Path(__file__).with_name("search.cpp")
EVERY = 1 << 60
LIMITS = ((EVERY, 2, 60), (EVERY, 2, 30), (EVERY, 3, 16), (3000, 60, 1))
"""Nodes, depth and lines of the searches that are compared."""

STARTS = (
    chess.STARTING_FEN,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "8/P6k/8/8/8/8/p6K/8 w - - 0 1",
)


class Quick:
    """Asks the program; ``limits`` are as in `AlphaBeta`."""

    def __init__(self, running: "subprocess.Popen[str]") -> None:
        self._running = running

    def lines(
        self, board: chess.Board, nodes: int, depth: int, lines: int
    ) -> tuple[Variation, ...]:
        """The best lines in a position; none where no move is legal."""
        start = board.root().fen(en_passant="fen")
        moves = " ".join(move.uci() for move in board.move_stack)
        given, answered = self._running.stdin, self._running.stdout
        assert given is not None
        assert answered is not None
        given.write(f"{nodes} {depth} {lines} {start} moves {moves}\n")
        given.flush()
        return tuple(_line(one) for one in answered.readline().strip().split(";") if one)


def _line(text: str) -> Variation:
    value, *moves = text.split()
    return Variation(tuple(chess.Move.from_uci(move) for move in moves), int(value))


@contextmanager
def quick() -> Iterator[Quick]:
    """Compile the program and run it."""
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "search"
        options = ("-std=c++20", "-O2", "-ffp-contract=off")
        subprocess.run(("c++", *options, "-o", str(program), str(SOURCE)), check=True)
        with subprocess.Popen(
            str(program), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        ) as running:
            try:
                yield Quick(running)
            finally:
                running.terminate()


def position(chance: random.Random) -> chess.Board:
    """A position reached by chance, with a legal move."""
    while True:
        board = chess.Board(chance.choice(STARTS))
        for _ in range(chance.randrange(4, 90)):
            moves = sorted(board.legal_moves, key=chess.Move.uci)
            if not moves:
                break
            board.push(chance.choice(moves))
        if any(board.legal_moves):
            return board


def main() -> None:
    """Compare, and print the positions in which they differ."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    chance, differ = random.Random(given.seed), 0
    with quick() as program:
        for _ in Progress().over(range(given.positions)):
            board, (nodes, depth, lines) = position(chance), chance.choice(LIMITS)
            expected = [found for _, found in AlphaBeta(board, nodes, lines=lines).run(depth)][-1]
            if program.lines(board, nodes, depth, lines) != expected:
                differ += 1
                print(f"differs at {nodes} nodes, depth {depth}: {board.fen()}")
    print(f"{given.positions} positions, {differ} differ")
    raise SystemExit(differ > 0)


if __name__ == "__main__":
    main()
