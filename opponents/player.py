# SPDX-License-Identifier: GPL-3.0-or-later
"""An opponent that is a program: it plays as well as it shall, and takes its time like a person.

1. The seat asks for a move, or for an answer to an offer (`EnginePlayer.ask` and `.answer`).
2. The thread lets the engine think: an engine that plays at its best, or at a ``UCI_Elo``, finds
   the move; for players below that a list of moves is made, of which one is chosen as they err
   (`opponents.human`).
3. It waits for the rest of the time that such a player would take (`opponents.human`).
4. It tells its move, or that it resigns, or how it answers the offer (`opponents.human`).
"""

import queue
import time
from collections.abc import Callable
from random import Random

import chess
import chess.engine

from opponents import human, levels
from opponents.engine.search import Variation
from opponents.roster import OWN, Program
from opponents.seat import Notice, OpponentDid, wish
from opponents.uci import GRACE, Guarded, Served, board_of, value_of
from rules.position import Position
from table.acts.advice import MATED
from table.acts.setup import STRONGEST
from table.core.conditions import SECOND
from table.core.inputs import Advised, DeviceChanged
from table.core.state import State
from table.events.dialogue import Device
from table.events.game import Advice
from voice.language.commands import CommandName

SEARCH = 2.0
"""Seconds that an engine at a ``UCI_Elo`` thinks at the most; the rest it only waits."""

LONGEST = 300.0
"""Seconds after which an engine with a clock of hours is silent, and not thinking."""

GLANCE = chess.engine.Limit(depth=6, nodes=20_000, time=1.0)
"""How long an offer is looked at."""


Turn = tuple[State, int | None]
"""A position to play in, and when (in nanoseconds of the game); None: only an offer to answer."""


class EnginePlayer(Served[Turn]):
    """A program that plays; ``tell`` is called from its thread."""

    def __init__(
        self,
        program: Program,
        tell: Callable[[OpponentDid | Notice | DeviceChanged], None],
        seconds: float | None = None,
        now: Callable[[], int] = time.monotonic_ns,
        *,
        elo: int = 0,
        resigns: bool = True,
        random: Random | None = None,
    ) -> None:
        """``seconds`` is the time for each move; None: it divides the time on its clock. ``elo`` is
        how strong it plays, 0 as it can."""
        super().__init__(name="engine", program=program)
        self._tell = tell
        self._seconds = seconds
        self._fixed = None if seconds == levels.AS_A_PLAYER else seconds
        self._now = now
        self._elo = elo
        self._resigns = resigns
        self._random = random or Random()
        self._sight = levels.sight(elo) if elo else None
        self._values: dict[int, int] = {}  # what it thought of its positions, by ply
        self._next: Turn | None = None  # came while it waited
        self._noticed: set[Notice] = set()

    def ask(self, state: State, now: int) -> None:
        """Think about a position."""
        self.put((state, now))

    def answer(self, state: State, now: int) -> None:
        """Think about an offer of the opponent; what shall go back may go back."""
        if state.asked is not None and wish(state, state.asked.question.who):
            self._tell(OpponentDid(CommandName.YES, self._now()))
        else:
            self.put((state, None))

    def follow(self, state: State) -> None:
        """Do nothing: an engine gets the whole position with each question."""

    def failed(self, why: str, *, illegal: bool = False) -> None:
        """The engine answers no more: that is told once."""
        self._tell(DeviceChanged(Device.OPPONENT, False, why, illegal))

    def notice(self, notice: Notice) -> None:
        if notice not in self._noticed:
            self._noticed.add(notice)
            self._tell(notice)

    def prepare(self, engine: chess.engine.SimpleEngine) -> None:
        """Set its strength, unless weaker moves are chosen from its list."""
        if self._sight is None:
            engine.configure(levels.strength(engine.options, self._elo))

    def serve(self, engine: chess.engine.SimpleEngine, question: Turn) -> bool:
        """Play, or answer an offer. Raises EngineError if the answer is no legal move."""
        turn: Turn | None = question
        while turn is not None:
            self._next = None
            state, now = turn
            if now is None:
                self._answer(engine, state)
            elif not self._play(engine, state, now):
                return False
            turn = self._next
        return True

    # --- A move ---------------------------------------------------------------------------------

    def _play(self, engine: chess.engine.SimpleEngine, state: State, now: int) -> bool:
        """Say a move after the time that it takes; False to leave."""
        begun, position = self._now(), state.position
        board = board_of(position)
        takes = self._takes(board, state, now)
        move, value = self._think(engine, board, self._limit(state, now, takes))
        if value is not None:
            ply = position.ply
            self._values = {one: seen for one, seen in self._values.items() if one < ply}
            self._values[ply] = value
        if not self._waits(engine, begun + round(takes * SECOND)):
            return False
        if self._next is not None:
            return True  # another position came: nobody waits for this move
        hopeless = self._resigns and human.resigns(list(self._values.values()), self._elo)
        if move is None or hopeless:
            self._tell(OpponentDid(CommandName.RESIGN, self._now()))
        else:
            self._tell(OpponentDid(move, self._now(), position))
        return True

    def _takes(self, board: chess.Board, state: State, now: int) -> float:
        """Seconds for this move; 0 for an engine that has its own idea of that."""
        if not self._elo:
            return 0
        if self._fixed is not None:
            return self._fixed
        clock, colour = state.clock, board.turn
        side = clock.side(colour)
        as_a_player = human.seconds(
            board,
            self._elo,
            self._random,
            left=clock.remaining(colour, now) / SECOND,
            extra=float(side.control.period(side.period).extra),
            moves=clock.moves_to_control(colour),
        )
        if self._seconds == levels.AS_A_PLAYER:
            return as_a_player
        return min(as_a_player, human.quickly(board, self._random))

    def _think(
        self, engine: chess.engine.SimpleEngine, board: chess.Board, limit: chess.engine.Limit
    ) -> tuple[chess.Move | None, int | None]:
        """The move, None to resign, and what the position is worth to who makes it."""
        if self._sight is not None:
            with self.within(GRACE):
                listed = engine.analyse(
                    board, chess.engine.Limit(depth=self._sight.depth), multipv=self._sight.moves
                )
            found = [
                Variation(tuple(info["pv"]), value_of(info["score"], board.turn))
                for info in listed
                if info.get("pv")
            ]
            if not found:
                raise chess.engine.EngineError("the engine has no move")
            move = human.choose(board, found, self._sight, self._random)
            return move, max(one.value for one in found)
        with self.within(_patience(limit, board.turn)):
            played = engine.play(board, limit, info=chess.engine.INFO_SCORE)
        if played.move is None and isinstance(engine.protocol, Guarded):
            if engine.protocol.resigned:
                return None, None
            raise chess.engine.EngineError("the engine has no move")
        score = played.info.get("score")
        return played.move, None if score is None else value_of(score, board.turn)

    def _limit(self, state: State, now: int, takes: float) -> chess.engine.Limit:
        if self._fixed is not None:
            return chess.engine.Limit(time=self._fixed)
        if self._program is OWN:
            return chess.engine.Limit(time=max(takes, 0.1), nodes=levels.nodes(self._elo))
        if 0 < self._elo < STRONGEST:
            return chess.engine.Limit(time=min(takes, SEARCH))
        clock = state.clock
        white, black = (
            side.control.period(side.period).extra for side in (clock.white, clock.black)
        )
        return chess.engine.Limit(
            white_clock=clock.remaining(chess.WHITE, now) / SECOND,
            black_clock=clock.remaining(chess.BLACK, now) / SECOND,
            white_inc=white,
            black_inc=black,
            remaining_moves=clock.moves_to_control(state.position.turn),
        )

    def _waits(self, engine: chess.engine.SimpleEngine, until: int) -> bool:
        """Wait, and answer offers meanwhile; another position ends it. False to leave."""
        while (left := until - self._now()) > 0:
            try:
                turn = self._asked.get(timeout=left / SECOND)
            except queue.Empty:
                break
            if turn is None:
                return False
            state, now = turn
            if now is not None:
                self._next = turn
                break
            self._answer(engine, state)
        return True

    # --- An offer -------------------------------------------------------------------------------

    def _answer(self, engine: chess.engine.SimpleEngine, state: State) -> None:
        """Accept a draw or decline it."""
        board = board_of(state.present)
        colour = state.conditions.computer
        if colour is None:
            colour = board.turn if state.offer is None else not state.offer
        value = 0
        if not board.is_game_over():
            with self.within(GRACE):
                score = engine.analyse(board, GLANCE).get("score")
            value = 0 if score is None else value_of(score, colour)
        both_moved = state.present.ply >= 2  # 5.2.3
        takes = both_moved and human.takes_draw(value, board.ply(), self._elo)
        name = CommandName.ACCEPT_DRAW if takes else CommandName.DECLINE_DRAW
        self._tell(OpponentDid(name, self._now()))


def _patience(limit: chess.engine.Limit, colour: chess.Color) -> float:
    """Seconds that an engine may take under this limit before it counts as silent."""
    if limit.time is not None:
        return limit.time + GRACE
    left = limit.white_clock if colour == chess.WHITE else limit.black_clock
    return min(left or 0, LONGEST) + GRACE


# --- Advice ---------------------------------------------------------------------------------------


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
        self._failed = True
        if self._last is not None:
            kind, position, _ = self._last
            self._tell(Advised(kind, position.ply))

    def serve(self, engine: chess.engine.SimpleEngine, question: Wanted) -> bool:
        """Let the engine answer a question."""
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
