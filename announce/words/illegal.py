# SPDX-License-Identifier: GPL-3.0-or-later
"""Touched pieces, moves that are no legal ones, and what they cost, in words (4, 7.5, D.2)."""

import chess

from announce.lexicon import Lexicon, Value, lexicon
from announce.settings import Settings
from announce.utterance import Phrase, Priority, Segment, Utterance
from announce.words.moves import description_words, move_line, move_words, square_words
from announce.words.nouns import colour_words, piece_noun
from announce.words.numbers import SECOND, duration
from table.events.game import (
    AdjustAnnounced,
    IllegalMoveCorrected,
    IllegalMoveSpoken,
    IrregularityReported,
    MoveRepeated,
    PenaltyGiven,
    PieceReleased,
    PositionRestored,
    TouchBinds,
    TouchDeclared,
)

IrregularEvent = (
    AdjustAnnounced
    | IllegalMoveCorrected
    | IllegalMoveSpoken
    | IrregularityReported
    | MoveRepeated
    | PenaltyGiven
    | PieceReleased
    | PositionRestored
    | TouchBinds
    | TouchDeclared
)


def irregular_words(event: IrregularEvent, settings: Settings) -> list[Utterance]:
    """The lines of one of these events."""
    words = lexicon(settings.language)
    match event:
        case IllegalMoveSpoken(said=said):  # as any move, so that nothing is given away
            told = description_words(said, settings)
            return [Utterance(told, Priority.NEXT, protected=True)]
        case IllegalMoveCorrected():
            return [Utterance(words.sentence("corrected"), Priority.NEXT)]
        case MoveRepeated(move=move, rightly=rightly):
            if rightly:
                return [_say(words, "repeated")]
            wrong = _say(words, "repeated_wrong", move=move_words(move, settings))
            line = move_line(move, settings)
            eye = _say(words, "repeated_wrong", move=line).segments if line else ()
            return [Utterance(wrong.segments, Priority.NEXT, eye=eye)]
        case TouchDeclared() | PieceReleased() | AdjustAnnounced():
            return _touched(event, settings)
        case TouchBinds():
            return [_binds(event, settings)]
        case IrregularityReported(colour=colour, article=article):
            kind = "reported_hands" if article == "7.5.4" else "reported_touch"
            return [_say(words, kind, colour=colour_words(colour, words))]
        case PenaltyGiven():
            return [_penalty(event, words)]
        case PositionRestored(last=last):
            lines = [_say(words, "restored")]
            if last is not None:
                lines.append(Utterance(move_words(last, settings), Priority.NEXT,
                                       eye=move_line(last, settings)))  # fmt: skip
            return lines


def _touched(
    event: TouchDeclared | PieceReleased | AdjustAnnounced, settings: Settings
) -> list[Utterance]:
    words = lexicon(settings.language)
    colour = colour_words(event.colour, words)
    if isinstance(event, AdjustAnnounced):
        if event.square is None:
            return [_say(words, "adjusts", colour=colour)]
        square = square_words(event.square, settings)
        return [_say(words, "adjusts_square", colour=colour, square=square)]
    key = "released" if isinstance(event, PieceReleased) else "touched"
    named = _named(event.piece, event.square, settings)
    lines = [_say(words, key, colour=colour, **named)]
    if isinstance(event, TouchDeclared) and not event.binding:
        lines.append(_say(words, "free"))
    return lines


def _binds(event: TouchBinds, settings: Settings) -> Utterance:
    words = lexicon(settings.language)
    piece = _named(event.piece, event.square, settings)
    other = _named(event.other, event.other_square, settings, "other", "other_square")
    if event.castling is not None:
        table = lexicon("de").tables["moves"]["castling"]
        return _say(words, "must_castle", castling=_german(table[event.castling.value]))
    if piece and other:
        return _say(words, "must_take", **piece, **other)
    if other:
        return _say(words, "must_be_taken", **other)
    if piece and event.to_square is not None:
        return _say(words, "must_stay", **piece, to=square_words(event.to_square, settings))
    return _say(words, "must_move", **piece) if piece else _say(words, "must_touched")


def _named(
    piece: chess.Piece | None,
    square: chess.Square | None,
    settings: Settings,
    name: str = "piece",
    place: str = "square",
) -> dict[str, Value]:
    """A piece and its square as fields of a template; nothing where they are not known."""
    if piece is None or square is None:
        return {}
    noun = piece_noun(piece.piece_type, lexicon(settings.language), piece.color)
    return {name: noun, place: square_words(square, settings)}


def _penalty(event: PenaltyGiven, words: Lexicon) -> Utterance:
    values: dict[str, Value] = {
        "colour": colour_words(event.colour, words),
        "opponent": colour_words(not event.colour, words),
        "time": duration(event.seconds * SECOND, words.language),
    }
    template = words.tables["penalty"][event.kind.value]
    return Utterance(words.line(template, **values), Priority.NEXT)


def _german(text: str) -> Phrase:
    return (Segment(text, "de"),)


def _say(words: Lexicon, key: str, **values: Value) -> Utterance:
    return Utterance(words.line(words.tables["touch"][key], **values), Priority.NEXT)
