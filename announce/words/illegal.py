# SPDX-License-Identifier: GPL-3.0-or-later
"""Touched pieces, moves that are no legal ones, and what they cost, in words (4, 7.5, D.2)."""

import chess

from announce.lexicon import MOVES, lexicon
from announce.utterance import Utterance
from announce.words.moves import description_words, file_words, rank_words
from announce.words.phraser import Phraser, Phrases, Value
from table.events.game import (
    AdjustAnnounced,
    IllegalMove,
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


def _illegal(phraser: Phraser, event: IllegalMove) -> list[Utterance]:
    lines: list[Utterance] = []
    explains = phraser.settings.explain_illegal
    if event.completed or not explains:
        lines.append(phraser.say("game.illegal.plain"))
    return [*lines, _reason(phraser, event)] if explains else lines


def _reason(phraser: Phraser, event: IllegalMove) -> Utterance:
    """The reason with as many of the facts as the lexicon has a sentence for."""
    fault, mover = event.illegality, event.colour
    known: dict[str, Value] = {}
    if fault.piece is not None:
        known["piece"] = phraser.piece(fault.piece, mover)
    if fault.other is not None:
        other = fault.other
        known["other"] = phraser.piece(other.piece_type, other.color, own=other.color == mover)
    squares = {"square": fault.square, "to": fault.to_square, "other_square": fault.other_square}
    for name, square in squares.items():
        if square is not None:
            known[name] = phraser.square(square)
    if fault.from_file is not None:
        known["file"] = file_words(fault.from_file)
    if fault.from_rank is not None:
        known["rank"] = rank_words(fault.from_rank, phraser.settings)
    key = f"game.illegal.{fault.fault.value}"
    return phraser.say(f"{key}: {fault.detail}", key, **known)


def _spoken(phraser: Phraser, event: IllegalMoveSpoken) -> list[Utterance]:
    """As any move, so that nothing is given away."""
    told = description_words(event.said, phraser.settings)
    return [Utterance(told, phraser.priority, protected=True)]


def _repeated(phraser: Phraser, event: MoveRepeated) -> list[Utterance]:
    if event.rightly:
        return [phraser.say("game.touch.repeated")]
    return [phraser.say("game.touch.repeated_wrong", move=phraser.move(event.move))]


def _touched(phraser: Phraser, event: TouchDeclared) -> list[Utterance]:
    piece = _named(phraser, event.piece, event.square)
    told = phraser.say("game.touch.touched", colour=phraser.colour(event.colour), **piece)
    return [told] if event.binding else [told, phraser.say("game.touch.free")]


def _released(phraser: Phraser, event: PieceReleased) -> list[Utterance]:
    piece = _named(phraser, event.piece, event.square)
    return [phraser.say("game.touch.released", colour=phraser.colour(event.colour), **piece)]


def _adjusts(phraser: Phraser, event: AdjustAnnounced) -> list[Utterance]:
    colour = phraser.colour(event.colour)
    if event.square is None:
        return [phraser.say("game.touch.adjusts", colour=colour)]
    square = phraser.square(event.square)
    return [phraser.say("game.touch.adjusts_square", colour=colour, square=square)]


def _binds(phraser: Phraser, event: TouchBinds) -> list[Utterance]:
    known = _named(phraser, event.piece, event.square)
    known |= _named(phraser, event.other, event.other_square, "other", "other_square")
    if event.to_square is not None:
        known["to"] = phraser.square(event.to_square)
    if event.castling is not None:
        words = lexicon(MOVES)
        castling = words.phrase(words.word(f"moves.castling.{event.castling.value}"))
        return [phraser.say("game.touch.must_castle", castling=castling)]
    kinds = ("must_take", "must_be_taken", "must_stay", "must_move", "must_touched")
    return [phraser.say(*(f"game.touch.{kind}" for kind in kinds), **known)]


def _named(
    phraser: Phraser,
    piece: chess.Piece | None,
    square: chess.Square | None,
    name: str = "piece",
    place: str = "square",
) -> dict[str, Value]:
    """A piece and its square as fields of a template; nothing where they are not known."""
    if piece is None or square is None:
        return {}
    return {name: phraser.coloured(piece), place: phraser.square(square)}


def _reported(phraser: Phraser, event: IrregularityReported) -> list[Utterance]:
    kind = "hands" if event.article == "7.5.4" else "touch"
    return [phraser.say(f"game.touch.reported_{kind}", colour=phraser.colour(event.colour))]


def _penalty(phraser: Phraser, event: PenaltyGiven) -> list[Utterance]:
    told = phraser.say(
        f"game.penalty.{event.kind.value}",
        colour=phraser.colour(event.colour),
        opponent=phraser.colour(not event.colour),
        time=phraser.seconds(event.seconds),
    )
    return [told]


def _restored(phraser: Phraser, event: PositionRestored) -> list[Utterance]:
    lines = [phraser.say("game.touch.restored")]
    return lines if event.last is None else [*lines, phraser.move_line(event.last)]


PHRASES: Phrases = {
    IllegalMove: _illegal,
    IllegalMoveSpoken: _spoken,
    IllegalMoveCorrected: "game.corrected",
    MoveRepeated: _repeated,
    TouchDeclared: _touched,
    PieceReleased: _released,
    AdjustAnnounced: _adjusts,
    TouchBinds: _binds,
    IrregularityReported: _reported,
    PenaltyGiven: _penalty,
    PositionRestored: _restored,
}
