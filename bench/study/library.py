# SPDX-License-Identifier: GPL-3.0-or-later
"""How fast a large file of games is open, and what it takes of memory.

    python -m bench.study.library [--games 100000] [--json FILE]

A file of so many games is made (moves by lot, three thousand players). Then the whole program
opens it, `hektor study FILE --no-speech --no-microphone`, and is asked for the last game and for
those of one player. Told are the seconds from the start of the program to the first line of the
first game, and those of a processor; the same for a file of one game; what the questions take; and
the most memory that the program ever had, in MB (`VmHWM`).
"""

import argparse
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import chess

from bench import results
from ground.progress import Progress

PROGRAM = [sys.executable, "-m", "game.app.cli", "study"]
OPTIONS = ["--no-speech", "--no-microphone", "--language", "en"]
PLAYERS = 3000
BODIES = 200


def make(path: Path, games: int, seed: int = 1) -> None:
    """A file of ``games`` games; it is the same for the same seed."""
    lots = random.Random(seed)
    bodies = [_moves(lots) for _ in range(min(games, BODIES))]
    with path.open("w", encoding="utf-8") as file:
        for number in Progress().over(range(games)):
            white, black = (lots.randrange(PLAYERS) for _ in range(2))
            file.write(
                f'[Event "Event {number % 500}"]\n[Site "Bled"]\n'
                f'[Date "2020.01.{number % 28 + 1:02}"]\n[Round "{number % 9 + 1}"]\n'
                f'[White "Player{white}, A"]\n[Black "Player{black}, A"]\n[Result "1-0"]\n'
                f'[ECO "{"ABCDE"[number % 5]}{number % 100:02}"]\n\n'
                f"{bodies[number % len(bodies)]} 1-0\n\n"
            )


def _moves(lots: random.Random) -> str:
    board, sans = chess.Board(), []
    for ply in range(lots.randint(40, 120)):
        moves = list(board.legal_moves)
        if not moves:
            break
        move = lots.choice(moves)
        sans.append(f"{'' if ply % 2 else f'{ply // 2 + 1}. '}{board.san(move)}")
        board.push(move)
    return " ".join(sans)


def opened(path: Path, questions: dict[str, str]) -> dict[str, float]:
    """Seconds to the first line, and to the first line after each of the ``questions``; MB."""
    found: dict[str, float] = {}
    began = time.monotonic()
    with subprocess.Popen(
        [*PROGRAM, str(path), *OPTIONS], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        lines = program.stdout
        assert lines.readline().startswith("Game one")
        found["first_game_s"] = round(time.monotonic() - began, 3)
        found["first_game_cpu_s"] = _busy(program.pid)
        next(line for line in lines if "Enter" in line)
        for name, line in questions.items():
            asked = time.monotonic()
            program.stdin.write(f"{line}\n")
            program.stdin.flush()
            lines.readline()
            found[name] = round(time.monotonic() - asked, 3)
            program.stdin.write("that is all\n")
            program.stdin.flush()
            while "that is all" not in lines.readline():
                pass
        found["peak_mb"] = _peak(program.pid)
        program.stdin.write("quit\n")
        program.stdin.flush()
        lines.read()
    return found


def _busy(process: int) -> float:
    """Seconds of a processor that it has used: what a quiet machine would take at least."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return round((int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK"), 2)


def _peak(process: int) -> float:
    status = Path(f"/proc/{process}/status").read_text(encoding="ascii")
    found = re.search(r"VmHWM:\s+(\d+) kB", status)
    assert found is not None
    return round(int(found[1]) / 1024, 1)


def main() -> None:
    """Make, open, ask and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--games", type=int, default=100_000)
    results.add_option(parser)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        one, many = Path(folder) / "one.pgn", Path(folder) / "many.pgn"
        make(one, 1)
        make(many, options.games)
        questions = {"last_game_s": "last game", "player_s": "games by Player7"}
        figures = {
            "games": options.games,
            "megabytes": round(many.stat().st_size / 1e6, 1),
            **{f"single_{name}": figure for name, figure in opened(one, {}).items()},
            **opened(many, questions),
        }
    for name, figure in figures.items():
        print(f"{name}: {figure}")
    results.write(options.json, "study.library", figures)


if __name__ == "__main__":
    main()
