# SPDX-License-Identifier: GPL-3.0-or-later
"""The way of a move at the table: spoken, corrected, made, completed (1.3, D.2.3, D.2.4, D.2.8).

A move is *spoken* when it was understood; it is read back then, and until the opponent's clock
runs it may be corrected. It is *made* and *completed* when the clock is pressed: by a word, by the
key, or by Hektor after a pause. Where the opponent replies first, it is made by that, and completed
by a late press (6.2.2) or by its player's next move (6.2.1.2). A move that ends the game needs no
press (6.2.1.1): it stands after a pause, or at the fall of a flag if it was spoken before (X.2).
"""

from dataclasses import replace
from typing import Final

import chess

from clock.clock import CREDIT_LIMIT, Clock
from rules.moves import facts
from rules.outcome import outcome
from rules.touch import NO_HANDS
from table.acts import touch
from table.core.matters import (
    Asked,
    Denied,
    Misspoken,
    Reported,
    SpokenAgainstTouch,
    SpokenIllegally,
    SpokenMove,
    Unclaimed,
    Unpressed,
)
from table.core.state import MadeMove, State
from table.core.step import Obstacle, Step
from table.events.arbiter import Note, Noted
from table.events.dialogue import Question, QuestionClosed, QuestionKind
from table.events.game import MoveCorrected, MoveMade, MoveSpoken, Refusal
from voice.language.commands import Command, CommandName

_ABOUT_ANNOUNCED = (CommandName.PRESS, CommandName.CORRECT)
"""Commands that mean nothing once the announced move was made."""


SOON: Final = 5_000_000_000
"""So long after Hektor has pressed, in nanoseconds, its player may speak of the move: long enough
to hear of the press, to be asked to say it again, and to do so."""


REACTION: Final = 600_000_000
"""So soon after a press the opponent, who has to take it in, asks nothing yet; in nanoseconds."""


def just_pressed(state: State, now: int) -> MadeMove | None:
    """The last move, if Hektor has just pressed for it and the opponent has said none yet."""
    last = state.record[-1] if state.record else None
    if last is None or last.pressed_at is None or state.spoken is not None:
        return None
    return last if now <= last.pressed_at + SOON else None


def side_since(state: State, began: int, colour: chess.Color, now: int) -> chess.Color:
    """Who speaks since ``began``, ``colour`` or, where that was no later than people take to react
    to a press of Hektor's, whoever was on the move before it."""
    last = just_pressed(state, now)
    if last is None or last.pressed_at is None or began > last.pressed_at + REACTION:
        return colour
    return last.facts.colour


def speak(step: Step, move: chess.Move, must: bool = False) -> None:
    """A legal move was announced by the side that has the move; ``must``: it cannot be changed.

    Refused where a touched piece binds to another (4.3).
    """
    colour = step.state.position.turn
    if step.state.hands != NO_HANDS:
        if not touch.allows(step, move):
            touch.insists(step, move)
            drop_words(step, colour)
            return
        touch.insists(step, None)
    note_announcement(step)
    spoken = spoken_move(step, move, must)
    step.open(spoken)
    step.emit(MoveSpoken(step.at, spoken.facts))
    step.went_on(colour)


def drop_words(step: Step, colour: chess.Color) -> None:
    """What ``colour`` was asked about words that may have been a move, or that were not heard well,
    is settled: they have said what they meant."""
    for asked in step.state.asked_by(colour):
        if asked.of_words or (isinstance(asked.about, Command) and not asked.about.sure):
            step.close(asked)


def play(step: Step, move: chess.Move) -> None:
    """An opponent who is not at the board made a move and pressed the clock: it is read back, and
    nobody waits for a press. The other clock starts now, when it is known."""
    speak(step, move)
    spoken = step.state.spoken
    if spoken is not None:
        step.at = step.now
        complete(step, spoken)


def spoken_move(step: Step, move: chess.Move, must: bool = False) -> SpokenMove:
    """``move`` as announced now, with the end of the game that it would bring."""
    position = step.state.position
    ending = outcome(position.play(move))
    told, rejects = facts(position, move), not must and (not position.turn) in step.state.offers
    return SpokenMove(
        step.at, move, told, step.at, ending=ending, must=must, rejects=rejects, heard=step.heard
    )


def note_announcement(step: Step) -> None:
    """Understanding a move costs no time."""
    colour = step.state.position.turn
    if step.state.conditions.press_after is None:
        # The clock goes on until somebody presses it, but understanding is not the player's time.
        step.state = replace(
            step.state, clock=step.state.clock.credit(colour, step.now - step.at, step.at)
        )


def read_back(step: Step) -> None:
    """The read-back, or what was told after it, is over: the pauses begin."""
    spoken = step.state.spoken
    if spoken is not None and spoken.read_back_at is None:
        known = step.now if spoken.known_at is None else spoken.known_at
        step.change(spoken, replace(spoken, read_back_at=step.now, known_at=known))


def restart_pause(step: Step, *, corrects: bool = True) -> None:
    """Something was said: the pauses begin anew, when what is told of it is over.

    If it may have been the beginning of what ``corrects`` a slip, the time for that does too,
    unless it is over (D.2.8).
    """
    spoken = step.state.spoken
    assert spoken is not None
    over = None if step.events else step.now
    known = over if corrects and not _is_late(step, spoken) else spoken.known_at
    step.change(spoken, replace(spoken, told_at=step.now, read_back_at=over, known_at=known))


def _is_late(step: Step, spoken: SpokenMove) -> bool:
    """True if a slip is not corrected at once any more (D.2.8)."""
    known = spoken.known_at
    return known is not None and step.at > known + step.state.conditions.correct_within


def free_until(state: State, spoken: SpokenMove) -> int:
    """Up to when a press by Hektor costs the player nothing but what they took until their word."""
    return spoken.at + CREDIT_LIMIT - state.clock.side(spoken.facts.colour).credited


def heard_out(step: Step) -> None:
    """Somebody who spoke while a move waited has finished, and it waits on."""
    spoken = step.state.spoken
    if spoken is not None:
        step.change(spoken, replace(spoken, heard_out=step.at))


def confirm(step: Step, spoken: SpokenMove) -> None:
    """The announced move was said once more: it stands where Hektor presses; else it is only read
    back again, and waits for the press or for the opponent to repeat it."""
    if step.state.conditions.press_after is None or step.state.echo_due:
        step.emit(MoveSpoken(step.at, spoken.facts))
    else:
        complete(step, spoken, by_itself=True)


def correct(step: Step, colour: chess.Color) -> None:
    """The player takes back what they said, until the opponent's clock runs (D.2.8).

    In competition at once, by their own word; later the opponent is asked, who has heard what was
    said. So it is with a sighted player, who has made the move on the board by the normal rules
    (D.2.5), so that only the words can be wrong; and with a move that ends the game, if it may have
    been misheard. A game that has ended is not corrected.
    """
    spoken = step.state.spoken
    if spoken is None or spoken.facts.colour != colour:
        # Nobody takes back the move of the other.
        step.refuse(colour, Refusal.NOTHING_TO_CORRECT, "D.2.8")
        return
    if spoken.must:
        step.refuse(colour, Refusal.MUST_MOVE, "9.5.3")
        return
    agreed = step.state.conditions
    if not agreed.competes:
        take_back(step)
        return
    if spoken.ending is not None and not spoken.heard:
        step.refuse(colour, Refusal.GAME_OVER, spoken.ending.article)
        return
    if colour in agreed.sighted or _is_late(step, spoken) or spoken.ending is not None:
        asked = [one for one in step.state.every(Asked) if _is_about_slip(one, colour)]
        if asked:  # said once more by who made the slip; or the opponent has agreed meanwhile
            step.ask_again(asked[-1])
            return
        question = Question(step.at, not colour, QuestionKind.SLIP, move=spoken.facts)
        step.ask(question, Command(CommandName.CORRECT))
        return
    take_back(step)


def _is_about_slip(asked: Asked, colour: chess.Color) -> bool:
    """True if the opponent of ``colour`` is asked about the slip, or whether they accept a draw:
    then they are asked about nothing else."""
    kinds = (QuestionKind.SLIP, QuestionKind.ACCEPT_DRAW)
    return asked.question.kind in kinds and asked.question.who != colour


def take_back(step: Step) -> None:
    """The announced move was not meant, or not said: nothing waits for the clock any more."""
    spoken = step.state.spoken
    if spoken is None:
        return
    step.close(spoken)
    for asked in step.state.every(Asked):
        if asked.of_words or asked.question.kind is QuestionKind.SLIP:
            step.close(asked)  # it was about the move that waited, or about the reply to it
    step.emit(MoveCorrected(step.at, spoken.facts.colour, spoken.facts, step.at - spoken.at))


def press(step: Step, colour: chess.Color) -> None:
    """The clock is pressed: the spoken move is made and completed (6.2.1)."""
    if step.hindered(colour, hindrance(step.state, colour)):
        return
    spoken = step.state.spoken
    if step.state.unpressed == colour:
        _press_late(step, colour)
    elif spoken is not None:
        complete(step, spoken)


def hindrance(state: State, colour: chess.Color) -> Obstacle | None:
    """Why ``colour`` may not press the clock now; None if they may."""
    spoken = state.spoken
    if state.unpressed == colour:
        return None
    if spoken is None or spoken.facts.colour != colour:
        return Refusal.NOTHING_TO_PRESS, "6.2.4"  # no press without a move
    return (Refusal.OPPONENT_TO_PRESS, "6.2.2") if state.unpressed is not None else None


def complete(step: Step, spoken: SpokenMove, by_itself: bool = False) -> None:
    """Make the spoken move; unless it ends the game, press the clock.

    If Hektor presses, the player's time stopped when they had finished speaking.
    """
    if spoken.ending is None:
        _complete(step, spoken, by_itself)
        return
    with step.deciding(spoken.ending.article, spoken.facts.colour):
        _complete(step, spoken, by_itself)


def _complete(step: Step, spoken: SpokenMove, by_itself: bool) -> None:
    state, at = step.state, step.at
    colour, clock = spoken.facts.colour, state.clock
    made_at = max(spoken.at, clock.since)
    if spoken.ending is not None:
        clock = clock.stop(spoken.at)
        before = clock.remaining(colour, at)
        clock, happened = clock.complete(colour, made_at).settle(at)
    elif by_itself:
        before = clock.stop(spoken.at).remaining(colour, at)
        clock = clock.credit(colour, clock.side(colour).ran_since(spoken.at), made_at)
        clock, happened = clock.press(colour, at, spoken.at).settle(at)
    else:
        before = clock.remaining(colour, at)
        clock, happened = clock.press(colour, at).settle(at)
    _make(step, spoken, clock, clock.remaining(colour, at) - before, None)
    step.happened(happened)
    if spoken.ending is not None:
        step.end(spoken.ending)
    else:  # no later "ja" shall answer what was left open at the press
        for asked in step.state.asked_by(colour):
            if _is_over(asked, by_itself):
                step.close(asked)
                step.emit(QuestionClosed(step.at, colour, asked.question.kind))


def complete_at_rest(step: Step, spoken: SpokenMove) -> None:
    """Complete a move that was pressed when the clocks were stopped for it: it took no time since,
    and the clock that will run on is the opponent's."""
    step.state = replace(step.state, clock=step.state.clock.start(step.at, spoken.facts.colour))
    complete(step, spoken)
    if step.state.outcome is None:  # it was told already that the clocks stand
        clock, _ = step.state.clock.pause(step.at).settle(step.at)
        step.state = replace(step.state, clock=clock)


def _is_over(asked: Asked, stays: bool) -> bool:
    """True if a press leaves nothing of an open question to who has moved; one that ``stays`` asks
    for a request, and nobody but Hektor has pressed."""
    about = asked.about
    asks_more = isinstance(about, Command) and about.name not in _ABOUT_ANNOUNCED
    return not (stays and asks_more)


def reply(step: Step, spoken: SpokenMove) -> None:
    """The opponent replies to the spoken move before it was pressed: so it is made (1.3).

    Where Hektor presses, it happens now, or when the clocks run on after a claim. Otherwise the
    player's clock runs on until they press (6.2.2); a move that the opponent had not pressed is
    completed by its reply (6.2.1.2).
    """
    hektor = step.state.conditions.press_after is not None
    if spoken.ending is not None or (hektor and step.state.claimed is None):
        complete(step, spoken, by_itself=True)
        return
    earlier, colour = step.state.unpressed, spoken.facts.colour
    clock = step.state.clock
    if hektor:
        clock = clock.credit(colour, clock.side(colour).ran_since(spoken.at), step.at)
    if earlier is not None:
        clock = clock.complete(earlier, step.at).complete(colour, step.at)
    clock, happened = clock.settle(step.at)
    left = colour if earlier is None else None
    _make(step, spoken, clock, 0, left)
    step.happened(happened)


def _press_late(step: Step, colour: chess.Color) -> None:
    """6.2.2: the press after the reply; the time until then was the player's."""
    clock = step.state.clock
    before = clock.remaining(colour, step.at)
    clock, happened = clock.press(colour, step.at).settle(step.at)
    record = list(step.state.record)
    white, black = (clock.remaining(one, step.at) for one in (chess.WHITE, chess.BLACK))
    gained = clock.remaining(colour, step.at) - before
    record[-1] = replace(record[-1], white=white, black=black, gained=gained)
    step.state = replace(step.state, clock=clock, record=tuple(record))
    step.close(Unpressed)
    step.happened(happened)


def _make(
    step: Step, spoken: SpokenMove, clock: Clock, gained: int, unpressed: chess.Color | None
) -> None:
    """The spoken move stands and is on the record; what belonged to it alone is over."""
    colour = spoken.facts.colour
    if spoken.rejects or spoken.must:
        touch.rejects_offer(step, colour)
    state = step.state
    if state.record and not state.record[-1].repeated:  # nor will it be any more
        step.emit(Noted(step.at, Note.NOT_REPEATED, "D.2.1", colour))
    made = MadeMove(
        spoken.facts,
        spoken.at,
        clock.remaining(chess.WHITE, step.at),
        clock.remaining(chess.BLACK, step.at),
        gained,
        colour in state.offered,
        state.awarded,
        repeated=not state.echo_due,
    )
    position = state.position
    step.state = replace(
        step.state,
        position=position.stand(spoken.move) if spoken.illegal else position.play(spoken.move),
        clock=clock,
        record=(*state.record, made),
        hands=NO_HANDS,
        illegal=replace(state.illegal, unclear=False, early=False),
        offered=tuple(one for one in state.offered if one != colour),
    )
    step.close(
        SpokenMove, SpokenIllegally, SpokenAgainstTouch, Unpressed, Denied, Reported, Misspoken,
        *(one for one in state.every(Unclaimed) if not _stays(one, state)),
    )  # fmt: skip
    if unpressed is not None:
        step.open(Unpressed(step.at, unpressed))
    step.emit(MoveMade(spoken.at, spoken.facts))
    every = 2 * state.conditions.compare_every
    if every and step.state.position.ply % every == 0 and spoken.ending is None:
        step.emit(Noted(step.at, Note.COMPARE, "D.2.9"))
    for asked in step.state.every(Asked):  # it was about the move that waited
        if asked.of_both or asked.question.kind is QuestionKind.SLIP:
            step.close(asked)
            step.emit(QuestionClosed(step.at, asked.question.who, asked.question.kind))


def _stays(unclaimed: Unclaimed, state: State) -> bool:
    """True if an illegal move may still be claimed once another was made: one that no board showed,
    by its opponent."""
    return not unclaimed.on_board and unclaimed.colour == state.position.turn


def complete_by_itself(step: Step) -> None:
    """Hektor presses: the player's time stopped when they had finished speaking."""
    assert step.state.spoken is not None
    complete(step, step.state.spoken, by_itself=True)
    *earlier, last = step.state.record
    step.state = replace(step.state, record=(*earlier, replace(last, pressed_at=step.at)))
