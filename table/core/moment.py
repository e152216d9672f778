# SPDX-License-Identifier: GPL-3.0-or-later
"""The moment: what counts at one instant, for every act at the table (1.3, 5.1, 5.2, D.2.3).

An announced move is made; the press completes it (D.2.3, 6.2.1). So the position, the player who
has the move and the end of the game change with the announcement, and not with the clock.
"""

from dataclasses import dataclass

import chess

from rules.outcome import Outcome
from rules.position import Position
from table.core.state import Phase, State
from table.core.step import COLOUR_OF, Obstacle
from table.events.game import Refusal, Role


@dataclass(frozen=True, slots=True)
class Moment:
    """The moment: the position that counts, and who may act.

    ``position`` stands on the boards, with an announced move made. ``turn`` has the move there
    (1.3). ``announced`` is whose move, legal or not, waits for the clock; None: nobody's.
    ``over`` is the end of the game, also one that an announced move has brought (5.1.1, 5.2.1,
    5.2.2).
    """

    position: Position
    turn: chess.Color
    announced: chess.Color | None
    over: Outcome | None

    def speaker(self, who: Role | None, *, has_move: bool = False) -> chess.Color:
        """Whose words these are. A voice that nobody knows is that of the player whose move waits
        for the clock; for what only who ``has_move`` does, it is that player's."""
        named = COLOUR_OF.get(who) if who is not None else None
        if named is not None:
            return named
        return self.turn if has_move or self.announced is None else self.announced


def of(state: State) -> Moment:
    """The moment of a table."""
    spoken, illegal = state.spoken, state.illegal.announced
    over = state.outcome
    if spoken is not None:
        position = state.present
        over = spoken.ending if over is None else over
        return Moment(position, position.turn, spoken.facts.colour, over)
    waits = illegal.colour if illegal is not None else None
    return Moment(state.position, state.position.turn, waits, over)


def closed(state: State) -> Obstacle | None:
    """Why nobody claims or touches anything: a sealed move, which nobody knows, has been made."""
    adjourned = state.adjourned
    open_phases = (Phase.SEALING, Phase.OPENED)
    if adjourned is None or adjourned.phase in open_phases or state.outcome is not None:
        return None
    return Refusal.ADJOURNED, "I.5"
