# SPDX-License-Identifier: GPL-3.0-or-later
"""How long a record takes to be read again: by ``hektor verify``, which plays it anew, and by
``hektor resume``, which takes it up from where it was stored.

    python -m bench.trust.replay [--games 3] [--moves 600] [--seed 1] [--json FILE]

The games are of random moves that take nothing, so that they go on; a move of both sides counts as
one. Figures are medians of the games, in seconds of the processor, without the start of Python.
"""

import argparse
import random
import statistics
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import chess

from announce.text.settings import Settings
from bench import results
from game.app.commands import verify
from record.journal import Archive
from record.session import begin, resume
from table.core.conditions import SECOND, Conditions
from table.core.inputs import Begin, Pressed, Said
from table.understanding import typed


def played(folder: Path, moves: int, seed: int) -> Archive:
    """An archive with one game of so many moves."""
    archive, rng = Archive(folder / f"{seed}.sqlite"), random.Random(seed)
    session = begin(archive, Conditions(press_after=None), Settings())
    session.put(Begin(), 0)
    board, now = chess.Board(), 0
    while board.fullmove_number <= moves:
        quiet = [move for move in board.legal_moves if not board.is_capture(move)]
        board.push(rng.choice(quiet or list(board.legal_moves)))
        if board.is_repetition(3) or board.halfmove_clock > 140 or board.is_game_over():
            board.pop()
            pawns = [move for move in board.legal_moves if board.is_zeroing(move)]
            board.push(rng.choice(pawns or list(board.legal_moves)))
            if board.is_game_over() or board.is_repetition(5):
                return played(folder, moves, seed + 1_000)
        now += SECOND
        uci = board.peek().uci()
        session.put(Said(typed(uci, session.state), now, heard=uci, typed=True), now)
        session.put(Pressed(), now)
        if session.state.outcome is not None:
            session.close()
            return played(folder, moves, seed + 1_000)
    session.close()
    return archive


def seconds(work: Callable[[], object]) -> float:
    """What it takes, in seconds of the processor."""
    before = time.process_time()
    work()
    return time.process_time() - before


def _gone_on_with(archive: Archive, game: int) -> None:
    session, _ = resume(archive, game, Settings())
    session.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--moves", type=int, default=600)
    parser.add_argument("--seed", type=int, default=1)
    results.add_option(parser)
    options = parser.parse_args()
    verified, resumed = [], []
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(options.seed, options.seed + options.games):
            archive = played(Path(folder), options.moves, seed)
            (game,) = archive.games()
            verified.append(seconds(partial(verify.report, archive, game.id, game.result)))
            resumed.append(seconds(partial(_gone_on_with, archive, game.id)))
    found = {"verify": statistics.median(verified), "resume": statistics.median(resumed)}
    for name, value in found.items():
        print(f"{name}: {value:.2f} s")
    results.write(options.json, "trust.replay", found)


if __name__ == "__main__":
    main()
