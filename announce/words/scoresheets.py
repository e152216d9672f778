# SPDX-License-Identifier: GPL-3.0-or-later
"""Scoresheets, boards and the envelope in words."""

import chess

from announce.hands import step_words
from announce.utterance import Utterance
from announce.words.phraser import Phraser, Phrases
from rules.scoresheet import Signing
from table.events.scoresheets import (
    BoardReported,
    BoardsCompared,
    DefaultTimeOver,
    Distraction,
    EnvelopeIncomplete,
    EnvelopeLost,
    GameAdjourned,
    MoveSealed,
    MoveWritten,
    PlayerArrived,
    SealDemanded,
    SealedMoveRead,
    SheetsDue,
    SheetSigned,
    SheetUpdated,
    SignaturesCompared,
)


def _written(phraser: Phraser, event: MoveWritten) -> list[Utterance]:
    if event.move is None:
        return [phraser.say("game.sheet.written_text", said=phraser.script(event.written))]
    return [phraser.say("game.sheet.written", move=phraser.move(event.move))]


def _read(phraser: Phraser, event: SealedMoveRead) -> list[Utterance]:
    colour = phraser.colour(event.colour)
    if event.move is None:
        said = phraser.script(event.written)
        return [phraser.say("game.sheet.read_text", colour=colour, said=said)]
    return [phraser.say("game.sheet.read", colour=colour, move=phraser.move(event.move))]


def _due(phraser: Phraser, event: SheetsDue) -> list[Utterance]:
    if event.stopped:
        return [phraser.say("game.sheet.due_stopped")]
    return [phraser.say("game.sheet.due", colour=phraser.colour(event.colour))]


def _signed(phraser: Phraser, event: SheetSigned) -> list[Utterance]:
    signed = phraser.say("game.sheet.signed", colour=phraser.colour(event.colour))
    return [signed, phraser.result(event.result)]


def _signatures(phraser: Phraser, event: SignaturesCompared) -> list[Utterance]:
    told = phraser.say(f"game.sheet.{event.signing.value}")
    return [told, phraser.result(event.computed)] if event.signing is Signing.OTHERWISE else [told]


def _reported(phraser: Phraser, event: BoardReported) -> list[Utterance]:
    colour, square = phraser.colour(event.colour), phraser.square(event.square)
    if event.piece is None:
        return [phraser.say("game.sheet.reported_empty", colour=colour, square=square)]
    piece = phraser.coloured(event.piece)
    return [phraser.say("game.sheet.reported", colour=colour, square=square, piece=piece)]


def _compared(phraser: Phraser, event: BoardsCompared) -> list[Utterance]:
    lines: list[Utterance] = []
    if event.differ and event.last_agreed is None:
        lines.append(phraser.say("game.sheet.differ_always"))
    elif event.differ and event.last_agreed is not None:
        number = phraser.number(event.last_agreed.number)
        colour = phraser.colour(event.last_agreed.colour)
        lines.append(phraser.say("game.sheet.differ", number=number, colour=colour))
    for of, steps in ((chess.WHITE, event.white), (chess.BLACK, event.black)):
        if steps:
            lines.append(phraser.say("game.sheet.board", colour=phraser.colour(of)))
            lines += [step_words(step, phraser) for step in steps]
    if event.white or event.black:
        return lines
    return [*lines, phraser.say("game.sheet.boards_right")]


def _incomplete(phraser: Phraser, event: EnvelopeIncomplete) -> list[Utterance]:
    names = [phraser.words.fill(f"game.sheet.{one.value}") for one in event.missing]
    return [phraser.say("game.sheet.incomplete", things=phraser.listed(names))]


def _arrived(phraser: Phraser, event: PlayerArrived) -> list[Utterance]:
    key = "game.sheet.here" if event.present else "game.sheet.absent"
    return [phraser.say(key, colour=phraser.colour(event.colour))]


PHRASES: Phrases = {
    MoveWritten: _written,
    SheetUpdated: "game.sheet.updated",
    SheetsDue: _due,
    SheetSigned: _signed,
    SignaturesCompared: _signatures,
    Distraction: "game.sheet.distraction",
    BoardReported: _reported,
    BoardsCompared: _compared,
    SealDemanded: "game.sheet.seal",
    MoveSealed: "game.sheet.sealed",
    EnvelopeIncomplete: _incomplete,
    GameAdjourned: "game.sheet.adjourned",
    PlayerArrived: _arrived,
    SealedMoveRead: _read,
    EnvelopeLost: "game.sheet.lost",
    DefaultTimeOver: "game.sheet.default_over",
}
