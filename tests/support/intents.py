# SPDX-License-Identifier: GPL-3.0-or-later
"""Transcripts of words, and intents in a word or two."""

import chess

from rules.position import Position
from voice.language.commands import Command
from voice.language.disambiguation import deciding_words
from voice.language.interpretation import Ambiguous, Heard, Illegal, Intent, NoMatch, Unsure
from voice.language.transcript import Transcript

START = chess.STARTING_FEN


def heard(*hypotheses: tuple[str, float] | str) -> list[Transcript]:
    """An n-best list from texts, or pairs of a text and its share."""
    pairs = (each if isinstance(each, tuple) else (each, 1.0) for each in hypotheses)
    return [Transcript(text, share) for text, share in pairs]


def short(intent: Intent, position: Position | str = START) -> str:
    """An intent in a position or FEN in a word or two, for the tables."""
    match intent:
        case Heard(move=move):
            return move.uci()
        case Unsure(move=move):
            return f"{move.uci()}?"
        case Ambiguous(moves=moves):
            if isinstance(position, str):
                position = Position.from_fen(position)
            options = deciding_words(position, moves)
            return " oder ".join(sorted(options)) + "?"
        case Illegal(illegality=illegality):
            return f"illegal: {illegality.fault}"
        case Command(name=name, sure=sure):
            return f"command: {name}" if sure else f"command: {name}?"
        case NoMatch():
            return "not understood"
        case _:
            raise AssertionError(intent)
