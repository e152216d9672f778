# SPDX-License-Identifier: GPL-3.0-or-later
"""The engine's side of UCI: lines in, lines out.

It knows ``MultiPV``, and ``go`` with ``nodes``, ``depth``, ``movetime`` and the clocks. It answers
``isready`` and obeys ``stop`` while it searches, and leaves when nobody is there any more.
"""

import itertools
import math
import queue
import sys
import threading
import time
from collections.abc import Callable, Iterable

import chess

from opponents.engine.search import MATE, WON, AlphaBeta, Variation

NAME = "Hektor"

MANY = 1 << 60
MOVES_TO_GO = 30
"""So many moves the clock has to last for, unless the control says how many."""

DEEPEST = 60
"""Plies, where "go" does not say how many."""


def budget(words: list[str], turn: chess.Color) -> tuple[float, float, int, int]:
    """How long to search by the words after "go": no deeper after the first number of seconds,
    never longer than the second; so many nodes, so many plies. Raises ValueError where a number
    is missing."""
    given: dict[str, int] = {}
    for name, value in itertools.pairwise(words):
        if name in (
            "wtime", "btime", "winc", "binc", "movestogo", "movetime", "nodes", "depth",
        ):  # fmt: skip
            given[name] = int(value)
    nodes, depth = given.get("nodes", MANY), given.get("depth", DEEPEST)
    if "movetime" in given:
        seconds = given["movetime"] / 1000
        return seconds * 0.6, seconds * 0.95, nodes, depth
    side = "w" if turn == chess.WHITE else "b"
    if f"{side}time" not in given:
        return math.inf, math.inf, nodes, depth
    left = max(given[f"{side}time"], 0) / 1000
    extra = given.get(f"{side}inc", 0) / 1000
    moves = min(given.get("movestogo", MOVES_TO_GO), MOVES_TO_GO) + 2
    fair = min(left / moves + 0.7 * extra, left / 4)
    return fair / 2, min(2 * fair, left / 3), nodes, depth


class UciSession:
    """One conversation; ``write`` gets its lines, ``now`` is a clock in seconds."""

    def __init__(
        self, write: Callable[[str], None], now: Callable[[], float] = time.monotonic
    ) -> None:
        self._write = write
        self._now = now
        self._board = chess.Board()
        self._lines = 1
        self.stopped = threading.Event()

    def obey(self, line: str) -> bool:
        """Work off one line; False if it says to leave. What cannot be read is passed over."""
        command, *words = line.split() or [""]
        try:
            match command:
                case "quit":
                    return False
                case "uci":
                    self._write(f"id name {NAME}")
                    self._write("id author the authors of Hektor")
                    self._write("option name MultiPV type spin default 1 min 1 max 500")
                    self._write("option name UCI_Chess960 type check default false")
                    self._write("uciok")
                case "isready":
                    self._write("readyok")
                case "setoption":
                    self._set(words)
                case "position":
                    self._place(words)
                case "go":
                    self._go(words)
        except (ValueError, IndexError):
            self._write(f"info string not understood: {line[:80]}")
        return True

    def _set(self, words: list[str]) -> None:
        name, value = words[1].lower(), words[-1]
        if name == "multipv":
            self._lines = max(1, int(value))
        elif name == "uci_chess960":
            self._board.chess960 = value == "true"

    def _place(self, words: list[str]) -> None:
        cut = words.index("moves") if "moves" in words else len(words)
        fen = chess.STARTING_FEN if words[0] == "startpos" else " ".join(words[1:cut])
        board = chess.Board(fen, chess960=self._board.chess960)
        for move in words[cut + 1 :]:
            board.push_uci(move)
        self._board = board

    def _go(self, words: list[str]) -> None:
        begun = self._now()
        soft, hard, nodes, deepest = budget(words, self._board.turn)

        def stop() -> bool:
            return self.stopped.is_set() or self._now() - begun > hard

        search = AlphaBeta(self._board, nodes, stop, self._lines)
        best = None
        for depth, lines in search.run(deepest):
            best = lines[0].moves[0]
            for number, line in enumerate(lines, start=1):
                self._write(self._info(depth, number, line, search.seen, self._now() - begun))
            if self._now() - begun > soft or search.seen >= nodes:
                break
            if self.stopped.is_set():
                break
        self._write(f"bestmove {self._uci(best)}")

    def _uci(self, move: chess.Move | None) -> str:
        return "(none)" if move is None else self._board.uci(move)

    def _info(self, depth: int, number: int, line: Variation, seen: int, seconds: float) -> str:
        moves, board = [], self._board.copy(stack=False)
        for move in line.moves:
            moves.append(board.uci(move))
            board.push(move)
        return (
            f"info depth {depth} multipv {number} score {_score(line.value)} nodes {seen}"
            f" time {round(seconds * 1000)} pv {' '.join(moves)}"
        )


def _score(value: int) -> str:
    """The score in UCI's words: hundredths of a pawn, or moves to mate."""
    if value > WON:
        return f"mate {(MATE - value + 1) // 2}"
    if value < -WON:
        return f"mate {-((MATE + value) // 2)}"
    return f"cp {value}"


_AHEAD = 100  # lines that are read before they are obeyed


def converse(lines: Iterable[str], write: Callable[[str], None]) -> None:
    """Obey ``lines`` until they end; who has gone away needs no more moves."""
    session = UciSession(write)
    waiting: queue.Queue[str] = queue.Queue(_AHEAD)

    def read() -> None:
        for line in lines:
            word = line.strip()
            if word == "isready":
                write("readyok")
            elif word == "stop":
                session.stopped.set()
            else:
                if word.startswith("go"):
                    session.stopped.clear()  # an older "stop" was for an older search
                waiting.put(line)
                if word == "quit":
                    break
        session.stopped.set()
        waiting.put("quit")

    threading.Thread(target=read, name="lines", daemon=True).start()
    while session.obey(waiting.get()):
        pass


def main() -> None:
    """The engine on standard input and output."""

    def write(line: str) -> None:
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()

    try:
        converse(sys.stdin, write)
    except (BrokenPipeError, KeyboardInterrupt):
        sys.stdout = None  # nothing is left to flush


if __name__ == "__main__":
    main()
