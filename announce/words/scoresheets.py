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


def _due(phraser: Phraser, event: SheetsDue) -> list[Utterance]:
    return [phraser.state(event, "game.sheet.due_stopped" if event.stopped else "game.sheet.due")]


def _signed(phraser: Phraser, event: SheetSigned) -> list[Utterance]:
    return [phraser.state(event, "game.sheet.signed"), phraser.result(event.result)]


def _signatures(phraser: Phraser, event: SignaturesCompared) -> list[Utterance]:
    told = phraser.state(event, "game.sheet.{0.signing}")
    return [told, phraser.result(event.computed)] if event.signing is Signing.OTHERWISE else [told]


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
    return [phraser.state(event, "game.sheet.here" if event.present else "game.sheet.absent")]


PHRASES: Phrases = {
    MoveWritten: ("game.sheet.written", "game.sheet.written_text"),
    SheetUpdated: "game.sheet.updated",
    SheetsDue: _due,
    SheetSigned: _signed,
    SignaturesCompared: _signatures,
    Distraction: "game.sheet.distraction",
    BoardReported: ("game.sheet.reported", "game.sheet.reported_empty"),
    BoardsCompared: _compared,
    SealDemanded: "game.sheet.seal",
    MoveSealed: "game.sheet.sealed",
    EnvelopeIncomplete: _incomplete,
    GameAdjourned: "game.sheet.adjourned",
    PlayerArrived: _arrived,
    SealedMoveRead: ("game.sheet.read", "game.sheet.read_text"),
    EnvelopeLost: "game.sheet.lost",
    DefaultTimeOver: "game.sheet.default_over",
}
