# SPDX-License-Identifier: GPL-3.0-or-later
"""Scoresheets, boards and the envelope in words."""

import re
from dataclasses import replace
from typing import assert_never

import chess

from announce.lexicon import Lexicon, Value, lexicon
from announce.settings import Settings
from announce.utterance import Priority, Utterance
from announce.words.hands import step_words
from announce.words.moves import move_line, move_words, square_words
from announce.words.nouns import colour_words, piece_noun
from announce.words.numbers import cardinal, one_line, spelled
from rules.description import MoveFacts
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
    SheetEvent,
    SheetsDue,
    SheetSigned,
    SheetUpdated,
    SignaturesCompared,
)


def sheet_words(event: SheetEvent, settings: Settings) -> list[Utterance]:
    """What is said of an event, in order."""
    return _Teller(settings).of(event)


def voiced(text: str, language: str) -> str:
    """What somebody wrote, as it can be spoken: words and numbers, no signs."""
    return spelled(re.sub(r"[^\w' ]|_", " ", text), language)


class _Teller:
    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.words: Lexicon = lexicon(settings.language)

    def of(self, event: SheetEvent) -> list[Utterance]:  # noqa: PLR0912 - one case an event
        match event:
            case MoveWritten(written=text, move=move):
                return [self.move("written", text, move)]
            case SheetUpdated(colour=colour):
                return [self.say("updated", colour=self.colour(colour))]
            case SheetsDue(stopped=True):
                return [self.say("due_stopped")]
            case SheetsDue(colour=colour):
                return [self.say("due", colour=self.colour(colour))]
            case SheetSigned(colour=colour, result=result):
                return [self.say("signed", colour=self.colour(colour)), self.result(result)]
            case SignaturesCompared(signing=signing, computed=computed):
                told = self.say(signing.value)
                return [told, self.result(computed)] if signing is Signing.OTHERWISE else [told]
            case Distraction(colour=colour):
                return [self.say("distraction", colour=self.colour(colour))]
            case BoardReported():
                return [self.reported(event)]
            case BoardsCompared():
                return self.compared(event)
            case SealDemanded(colour=colour):
                return [self.say("seal", colour=self.colour(colour))]
            case MoveSealed():
                return [self.say("sealed")]
            case EnvelopeIncomplete(missing=missing):
                names = [
                    self.words.phrase(self.words.tables["sheet"][one.value]) for one in missing
                ]
                return [self.say("incomplete", things=self.words.listed(names))]
            case GameAdjourned():
                return [self.say("adjourned")]
            case PlayerArrived(colour=colour, present=present):
                return [self.say("here" if present else "absent", colour=self.colour(colour))]
            case SealedMoveRead(colour=colour, written=text, move=move):
                return [self.move("read", text, move, colour=self.colour(colour))]
            case EnvelopeLost(colour=colour):
                return [self.say("lost", colour=self.colour(colour))]
            case DefaultTimeOver(colour=colour):
                return [self.say("default_over", colour=self.colour(colour))]
        assert_never(event)

    def say(self, key: str, **values: Value) -> Utterance:
        return Utterance(self.words.line(self.words.tables["sheet"][key], **values), Priority.NEXT)

    def colour(self, colour: chess.Color) -> str:
        return colour_words(colour, self.words)

    def result(self, result: str) -> Utterance:
        table = self.words.tables["result"]
        return Utterance(self.words.line(table.get(result, table["*"])), Priority.NEXT)

    def move(self, key: str, text: str, move: MoveFacts | None, **values: Value) -> Utterance:
        """A move in words; or a text from outside, printed as it is, its digits spelled out."""
        if move is None:
            shown = self.say(f"{key}_text", **values, said=one_line(text))
            told = voiced(text, self.settings.language)
            return replace(self.say(f"{key}_text", **values, said=told), eye=shown.segments)
        told_move = self.say(key, **values, move=move_words(move, self.settings))
        line = move_line(move, self.settings)
        return replace(told_move, eye=self.say(key, **values, move=line).segments if line else ())

    def reported(self, event: BoardReported) -> Utterance:
        places: dict[str, Value] = {
            "colour": self.colour(event.colour),
            "square": square_words(event.square, self.settings),
        }
        if event.piece is None:
            return self.say("reported_empty", **places)
        piece = piece_noun(event.piece.piece_type, self.words, event.piece.color)
        return self.say("reported", **places, piece=piece)

    def compared(self, event: BoardsCompared) -> list[Utterance]:
        lines: list[Utterance] = []
        if event.differ and event.last_agreed is None:
            lines.append(self.say("differ_always"))
        elif event.differ and event.last_agreed is not None:
            last = event.last_agreed
            number = cardinal(last.number, self.settings.language)
            lines.append(self.say("differ", number=number, colour=self.colour(last.colour)))
        for colour, steps in ((chess.WHITE, event.white), (chess.BLACK, event.black)):
            if steps:
                lines.append(self.say("board", colour=self.colour(colour)))
                lines += [step_words(step, self.settings) for step in steps]
        return lines if event.white or event.black else [*lines, self.say("boards_right")]
