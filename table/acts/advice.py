# SPDX-License-Identifier: GPL-3.0-or-later
"""The computer's advice to its opponent in training; people who play each other get none.

The table has no engine: it asks for the advice (`Advice`), and tells what comes of it
(`Advised`), if the board is still the same. A hint is given in three steps, so that it gives away
no more than was asked for.
"""

from dataclasses import replace

import chess

from rules.moves import facts
from table.acts import answering
from table.core.inputs import Advised
from table.core.state import Hint, State
from table.core.step import ROLE_OF, Obstacle, Step
from table.events.answers import About, Answer, CountOf, Degree, PlacedPiece, Wing
from table.events.dialogue import InfoGiven
from table.events.game import Advice, Refusal, Role
from voice.language.commands import Command

MATED = 100_000
"""The value of a mate; one in so many moves is worth them less."""

_MATES = MATED - 1000

DEGREES = ((60, Degree.EVEN), (150, Degree.SLIGHTLY), (400, Degree.CLEARLY))
"""Up to which value, in hundredths of a pawn, how much better a side stands."""

NEARLY = 30
"""So little, in hundredths of a pawn, no other move is better for a person."""

THIRD_STEP = 2


def obstacle(state: State, kind: Advice) -> Obstacle | None:
    """Why no such advice is given now; None if it is."""
    if not state.conditions.advises:
        return Refusal.NOT_AGAINST_PEOPLE, ""
    if kind is Advice.BETTER:
        return None if _last_of_person(state) is not None else (Refusal.NO_ADVICE, "")
    if kind is Advice.HINT and state.outcome is not None:
        return Refusal.GAME_OVER, ""
    on_move = state.spoken is None and state.position.turn != state.conditions.computer
    return None if on_move or kind is not Advice.HINT else (Refusal.NOT_ON_MOVE, "1.1")


def evaluate(step: Step, command: Command, colour: chess.Color, who: Role | None) -> None:
    """Among people nobody is told who stands better, but what both can count."""
    if step.state.conditions.computer is None:
        told = answering.material(step.board)
        step.emit(InfoGiven(step.at, who or ROLE_OF[colour], told))
    else:
        ask(step, command, colour, who)


def ask(step: Step, command: Command, colour: chess.Color, who: Role | None) -> None:
    """Somebody asks for advice. What is left of a hint is told at once."""
    kind, state = Advice(command.name.value), step.state
    if step.hindered(colour, obstacle(state, kind)):
        return
    hint = state.hint
    if kind is Advice.HINT and hint is not None and hint.made == state.position.moves:
        _tell_more(step, hint)
        return
    step.request = kind


def given(step: Step, advice: Advised) -> None:
    """Tell the computer's opinion, unless the board has changed since it was asked."""
    state = step.state
    computer = state.conditions.computer
    if computer is None or advice.ply != state.position.ply or obstacle(state, advice.kind):
        return
    best = advice.best
    if best is None:
        step.refuse(not computer, Refusal.NO_ADVICE)
    elif advice.kind is Advice.HINT and best in state.position.legal_moves:
        hint = state.hint
        if hint is not None and hint.made == state.position.moves:
            _tell_more(step, hint)  # it was asked for again before it was found
        else:
            _tell_hint(step, Hint(state.position.moves, best))
    elif advice.kind is Advice.EVALUATION:
        _tell(step, evaluation(advice.value))
    elif advice.kind is Advice.BETTER:
        _tell_better(step, advice, best)


def _tell(step: Step, answer: Answer[object]) -> None:
    computer = step.state.conditions.computer
    step.emit(InfoGiven(step.at, ROLE_OF[not computer], answer))


def _tell_more(step: Step, hint: Hint) -> None:
    _tell_hint(step, replace(hint, told=min(hint.told + 1, THIRD_STEP)))


def _tell_hint(step: Step, hint: Hint) -> None:
    step.state = replace(step.state, hint=hint)
    _tell(step, hint_answer(step.state, hint))


def hint_answer(state: State, hint: Hint) -> Answer[object]:
    """So much of a hint as is to be told."""
    move = facts(state.position, hint.move)
    file = chess.square_file(hint.move.to_square)
    wing = Wing.QUEENSIDE if file < 3 else Wing.KINGSIDE if file > 4 else Wing.CENTRE
    if hint.told == 0:
        return Answer(About.HINT, (wing,))
    if hint.told == 1:
        piece = chess.Piece(move.piece, move.colour)
        return Answer(About.HINT_PIECE, (PlacedPiece(move.from_square, piece),))
    return Answer(About.HINT_MOVE, (move,))


def evaluation(value: int) -> Answer[object]:
    """The degree of a value for White, in hundredths of a pawn."""
    colour = value > 0
    if abs(value) > _MATES:
        return Answer(About.MATE_IN, (CountOf(colour, MATED - abs(value)),))
    degree = next((each for most, each in DEGREES if abs(value) < most), Degree.WINNING)
    return Answer(About.EVALUATION, (degree,), None if degree is Degree.EVEN else colour)


def _tell_better(step: Step, advice: Advised, best: chess.Move) -> None:
    ply = _last_of_person(step.state)
    if ply is None:
        return
    made, before = step.state.record[ply].facts, step.state.position.back_to(ply)
    sign = 1 if made.colour == chess.WHITE else -1
    lost = sign * (advice.value - advice.played)
    nothing = lost < NEARLY or best.uci() == made.uci or best not in before.legal_moves
    _tell(step, Answer(About.BETTER, (made,) if nothing else (made, facts(before, best))))


def _last_of_person(state: State) -> int | None:
    """The ply, from zero, of the last move that the person has made."""
    plies = state.plies_of(not state.conditions.computer)
    return plies[-1] if plies else None
