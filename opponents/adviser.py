# SPDX-License-Identifier: GPL-3.0-or-later
"""Who advises a person in training: the best engine that there is, beside the one that plays."""

from collections.abc import Callable

import chess
import chess.engine

from opponents.programs import Program
from opponents.uci import GRACE, Served, board_of, value_of
from rules.position import Position
from table.acts.advice import MATED
from table.core.inputs import Advised
from table.events.game import Advice

LOOK = chess.engine.Limit(time=1.0)
"""How long a position is looked at."""

BRIEF = chess.engine.Limit(time=0.2)
"""The same where all positions of a game are."""


Wanted = tuple[Advice, Position, Position | None]
"""Advice on a position; the last is the one before the move that was asked about."""


class Adviser(Served[Wanted]):
    """Finds advice; ``tell`` is called from its thread."""

    def __init__(
        self,
        program: Program,
        tell: Callable[[Advised], None],
        limit: chess.engine.Limit = LOOK,
    ) -> None:
        super().__init__(name="adviser", program=program)
        self._tell = tell
        self._limit = limit
        self._last: Wanted | None = None
        self._failed = False
        self._looked: tuple[object, tuple[chess.Move | None, int]] | None = None

    def ask(self, kind: Advice, position: Position, about: int | None = None) -> None:
        """Look at a position, or at the move ``about`` that was made after so many plies."""
        before = None if about is None else position.back_to(about)
        if self._failed:
            self._tell(Advised(kind, position.ply))
        else:
            self.put((kind, position, before))

    def failed(self, why: str, *, illegal: bool = False) -> None:
        """There is no advice; nobody waits for it."""
        self._failed = True
        if self._last is not None:
            kind, position, _ = self._last
            self._tell(Advised(kind, position.ply))

    def serve(self, engine: chess.engine.SimpleEngine, question: Wanted) -> bool:
        """Find it."""
        self._last = question
        kind, position, before = question
        seen = position if before is None else before
        limit = BRIEF if kind is Advice.ERRORS else self._limit
        best, value = self._look(engine, board_of(seen), limit)
        played = value
        if before is not None:
            after = board_of(before)
            after.push(position.moves[before.ply])
            _, played = self._look(engine, after, limit)
        self._tell(Advised(kind, position.ply, best, value, played))
        self._last = None
        return True

    def _look(
        self, engine: chess.engine.SimpleEngine, board: chess.Board, limit: chess.engine.Limit
    ) -> tuple[chess.Move | None, int]:
        """The best move and the value for White, of what is no end of the game. Of one move after
        the other, what was behind the last is before the next, and is looked at once."""
        seen = (board.fen(), limit.time)
        if self._looked is None or self._looked[0] != seen:
            self._looked = seen, self._found(engine, board, limit)
        return self._looked[1]

    def _found(
        self, engine: chess.engine.SimpleEngine, board: chess.Board, limit: chess.engine.Limit
    ) -> tuple[chess.Move | None, int]:
        outcome = board.outcome()
        if outcome is not None:
            mated = outcome.winner
            return None, 0 if mated is None else MATED if mated == chess.WHITE else -MATED
        with self.within((limit.time or 0) + GRACE):
            found = engine.analyse(board, limit)
        line, score = found.get("pv"), found.get("score")
        if not line or score is None:
            raise chess.engine.EngineError("the engine has no move")
        return line[0], value_of(score, chess.WHITE)
