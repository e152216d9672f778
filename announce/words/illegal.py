# SPDX-License-Identifier: GPL-3.0-or-later
"""Touched pieces, moves that are no legal ones, and what they cost, in words (4, 7.5, D.2)."""

import chess

from announce.text.utterance import Utterance
from announce.words.moves import description_words, file_words
from announce.words.phraser import Phraser, Phrases, Value
from rules.explanation import Illegality
from table.events import game


def _illegal(phraser: Phraser, event: game.IllegalMove) -> list[Utterance]:
    lines: list[Utterance] = []
    explains = phraser.settings.explain_illegal
    if event.completed or not explains:
        lines.append(phraser.say("game.illegal.plain"))
    if explains:
        lines.append(reason(phraser, event.illegality, event.colour))
    if event.losing:
        moves = phraser.count(event.losing, "illegal move")
        colour = phraser.colour(event.colour)
        lines.append(phraser.say("game.illegal_moves", colour=colour, moves=moves))
    return lines


def reason(phraser: Phraser, fault: Illegality, mover: chess.Color) -> Utterance:
    """Why a move is none, with as many of the facts as the lexicon has a sentence for."""
    known: dict[str, Value] = {"colour": phraser.colour(mover)}
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
        known["rank"] = phraser.rank(fault.from_rank)
    key = f"game.illegal.{fault.fault.value}"
    return phraser.say(f"{key}: {fault.detail}", key, **known)


def _spoken(phraser: Phraser, event: game.IllegalMoveSpoken) -> list[Utterance]:
    """As any move, so that nothing is given away."""
    told = description_words(event.said, phraser.settings)
    return [Utterance(told, phraser.priority, protected=True)]


def _repeated(phraser: Phraser, event: game.MoveRepeated) -> list[Utterance]:
    key = "game.touch.repeated" if event.rightly else "game.touch.repeated_wrong"
    return [phraser.state(event, key)]


def _touched(phraser: Phraser, event: game.TouchDeclared) -> list[Utterance]:
    told = phraser.state(event, "game.touch.touched")
    if not event.binding:
        return [told, phraser.say("game.touch.free")]
    return [told, phraser.say("game.touch.claimed")] if event.claimed else [told]


def _released(phraser: Phraser, event: game.PieceReleased) -> list[Utterance]:
    told = phraser.state(event, "game.touch.released")
    return [told, phraser.say("game.touch.claimed")] if event.claimed else [told]


REPORTED = {"4.3": "doubt", "7.5.3": "press", "7.5.4": "hands", "D.2.8": "slip"}
"""What is said of an irregularity, by its article; else that a piece was touched."""


def _reported(phraser: Phraser, event: game.IrregularityReported) -> list[Utterance]:
    kind = REPORTED.get(event.article, "touch")
    return [phraser.state(event, f"game.touch.reported_{kind}")]


def _restored(phraser: Phraser, event: game.PositionRestored) -> list[Utterance]:
    if not event.article:  # the players agreed, and which moves went back was told
        return []
    lines = [phraser.say("game.touch.restored")]
    return lines if event.last is None else [*lines, phraser.move_line(event.last)]


PHRASES: Phrases = {
    game.IllegalMove: _illegal,
    game.IllegalMoveSpoken: _spoken,
    game.IllegalMoveCorrected: "game.corrected",
    game.MoveRepeated: _repeated,
    game.TouchDeclared: _touched,
    game.PieceReleased: _released,
    game.AdjustAnnounced: ("game.touch.adjusts_square", "game.touch.adjusts"),
    game.TouchBinds: (
        "game.touch.must_castle",
        "game.touch.must_take",
        "game.touch.must_be_taken",
        "game.touch.must_stay",
        "game.touch.must_move",
        "game.touch.must_move_kind",
        "game.touch.must_touched",
    ),
    game.IrregularityReported: _reported,
    game.PenaltyGiven: "game.penalty.{0.kind}",
    game.PositionRestored: _restored,
}
