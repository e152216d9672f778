# SPDX-License-Identifier: GPL-3.0-or-later
"""Scoresheets, boards and the envelope in words."""

import chess

from announce.text.utterance import Utterance
from announce.words.hands import step_words
from announce.words.phraser import Phraser, Phrases
from rules.scoresheet import Signing
from table.events import scoresheets as sheets


def _due(phraser: Phraser, event: sheets.SheetsDue) -> list[Utterance]:
    return [phraser.state(event, "game.sheet.due_stopped" if event.stopped else "game.sheet.due")]


def _signed(phraser: Phraser, event: sheets.SheetSigned) -> list[Utterance]:
    return [phraser.state(event, "game.sheet.signed"), phraser.result(event.result)]


def _signatures(phraser: Phraser, event: sheets.SignaturesCompared) -> list[Utterance]:
    told = phraser.state(event, "game.sheet.{0.signing}")
    return [told, phraser.result(event.computed)] if event.signing is Signing.OTHERWISE else [told]


def _compared(phraser: Phraser, event: sheets.BoardsCompared) -> list[Utterance]:
    lines: list[Utterance] = []
    if event.differ and event.last_agreed is None:
        lines.append(phraser.say("game.sheet.differ_always"))
    elif event.differ:
        lines.append(phraser.state(event.last_agreed, "game.sheet.differ"))
    for of, steps in ((chess.WHITE, event.white), (chess.BLACK, event.black)):
        if steps:
            lines.append(phraser.say("game.sheet.board", colour=phraser.colour(of)))
            lines += [step_words(step, phraser) for step in steps]
    if event.white or event.black:
        return lines
    return [*lines, phraser.say("game.sheet.boards_right")]


def _incomplete(phraser: Phraser, event: sheets.EnvelopeIncomplete) -> list[Utterance]:
    names = [phraser.words.fill(f"game.sheet.{one.value}") for one in event.missing]
    return [phraser.say("game.sheet.incomplete", things=phraser.listed(names))]


def _arrived(phraser: Phraser, event: sheets.PlayerArrived) -> list[Utterance]:
    return [phraser.state(event, "game.sheet.here" if event.present else "game.sheet.absent")]


PHRASES: Phrases = {
    sheets.MoveWritten: ("game.sheet.written", "game.sheet.written_text"),
    sheets.SheetUpdated: "game.sheet.updated",
    sheets.SheetsDue: _due,
    sheets.SheetSigned: _signed,
    sheets.SignaturesCompared: _signatures,
    sheets.Distraction: "game.sheet.distraction",
    sheets.BoardReported: ("game.sheet.reported", "game.sheet.reported_empty"),
    sheets.BoardsCompared: _compared,
    sheets.SealDemanded: "game.sheet.seal",
    sheets.MoveSealed: "game.sheet.sealed",
    sheets.EnvelopeIncomplete: _incomplete,
    sheets.GameAdjourned: "game.sheet.adjourned",
    sheets.PlayerArrived: _arrived,
    sheets.SealedMoveRead: ("game.sheet.read", "game.sheet.read_text"),
    sheets.EnvelopeLost: "game.sheet.lost",
    sheets.DefaultTimeOver: "game.sheet.default_over",
}
