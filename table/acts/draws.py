# SPDX-License-Identifier: GPL-3.0-or-later
"""Draw claims at the table: made with a yes, examined at once, and not withdrawn (9.2 to 9.5)."""

from dataclasses import replace

import chess

from rules.description import MoveDescription
from rules.draws import Finding, Ground, Obstacle, examine, obstacle
from rules.editions import after_wrong_claim, edition
from rules.explanation import explain
from rules.illegal_moves import counts
from rules.moves import facts, find
from rules.outcome import DRAW, Outcome, Termination
from table.acts import moves, offers, touch
from table.core.conditions import SECOND
from table.core.state import State
from table.core.step import Step
from table.events.game import ClaimMade, ClaimRejected, ClaimUpheld, IllegalMove, Refusal, Role
from voice.language.commands import Command

TERMINATIONS = {
    Ground.THREEFOLD: Termination.THREEFOLD_CLAIM,
    Ground.FIFTY: Termination.FIFTY_CLAIM,
}
OBSTACLES = {
    Obstacle.NOT_ON_MOVE: (Refusal.NOT_ON_MOVE, "9.2.1"),
    Obstacle.TOUCHED: (Refusal.TOUCHED, "9.4"),
}


def may_claim(step: Step, command: Command, colour: chess.Color) -> bool:
    """Whether a claim can be examined; refuses if not. Asked before the question and after it."""
    state = step.state
    touched = state.announced or (state.hands.has_touched and _touch_ends_claims(state))
    hindered = obstacle(state.position, colour, touched=touched)
    if hindered is Obstacle.TOUCHED and not state.announced:
        step.refuse(colour, Refusal.TOUCHED_PIECE, "9.4")
    elif hindered is not None:  # announcing a move is the touch of a blind player (9.4)
        step.refuse(colour, *OBSTACLES[hindered])
    elif command.move is None or len(find(state.position, command.move)) == 1:
        return True
    elif (illegality := explain(state.position, command.move)) is not None:
        if state.conditions.competes and counts(illegality):
            return True  # it was written down and declared: a wrong claim (9.5.3)
        step.emit(IllegalMove(step.at, colour, command.text, illegality))
    else:
        step.refuse(colour, Refusal.AMBIGUOUS_CLAIM, "9.2.1.1")
    return False


def claim(step: Step, command: Command, colour: chess.Color, _who: Role | None) -> None:
    """Examine a claim; it ends the game, or it costs what the Laws say and the game goes on."""
    if step.state.declared is None and not may_claim(step, command, colour):
        return
    position = step.state.position
    ground = Ground(command.word) if command.word else None
    if command.move is not None and not find(position, command.move):
        _claim_illegal(step, command, command.move, ground, colour)
        return
    move = find(position, command.move)[0] if command.move else None
    named = None if move is None else facts(position, move)
    step.emit(ClaimMade(step.at, colour, ground, named))
    finding = examine(position, ground, move)
    if finding.upheld:
        step.emit(ClaimUpheld(step.at, colour, finding))
        step.end(Outcome(DRAW, TERMINATIONS[finding.ground], finding.article))
        return
    _reject(step, finding, colour)
    offers.stand(step, colour)  # 9.1.2.3: a claim counts as an offer
    if move is not None:
        moves.speak(step, move, must=True)  # 9.5.3: the move that was named must be made


def _claim_illegal(
    step: Step,
    command: Command,
    said: MoveDescription,
    ground: Ground | None,
    colour: chess.Color,
) -> None:
    """9.5.3: the named move is illegal, so the claim is wrong and another move with the same piece
    must be made (4.3); no illegal move is counted, for none was completed."""
    position = step.state.position
    why = explain(position, said)
    assert why is not None
    step.emit(ClaimMade(step.at, colour, ground))
    step.emit(IllegalMove(step.at, colour, command.text, why))
    finding = replace(examine(position, ground), upheld=False, article="9.5.3")
    _reject(step, finding, colour)
    offers.stand(step, colour)
    touch.bind(step, why)


def _touch_ends_claims(state: State) -> bool:
    """9.4; in 2005 only a move did."""
    agreed = state.conditions
    return edition(agreed.edition).touch_ends_claims


def _reject(step: Step, finding: Finding, colour: chess.Color) -> None:
    """9.5.3. Training tells what is wrong and punishes nobody (X.13)."""
    state = step.state
    bonus = _bonus(state) if state.conditions.competes else 0
    step.emit(ClaimRejected(step.at, colour, finding, bonus))
    if not bonus:
        return
    left = state.clock.remaining(colour, step.at)
    laws = edition(state.conditions.edition)
    kept = (
        round(after_wrong_claim(laws, left / SECOND) * SECOND) if laws.wrong_claim_halves else left
    )
    step.award(not colour, bonus * SECOND)
    if kept != left:
        step.award(colour, kept - left)


def _bonus(state: State) -> int:
    """Seconds for the opponent of somebody whose claim was wrong."""
    agreed = state.conditions
    return edition(agreed.edition).wrong_claim_bonus[agreed.rate.value]
