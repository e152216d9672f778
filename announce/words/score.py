# SPDX-License-Identifier: GPL-3.0-or-later
"""What is told of a score that was read: lines for the eye, a screen reader, a braille display."""

from typing import Final

from announce.lexicon import lexicon
from announce.text.settings import Settings
from announce.words import illegal
from announce.words.numbers import one_line
from announce.words.phraser import Phraser
from rules.explanation import Illegality
from rules.notation import PGN, Refusal, write
from rules.position import Position
from rules.score import Remark, Unclosed

_LONGEST: Final = 40
"""So many letters are told of what stands in a file: it may be anything."""


def remark_line(remark: Remark, position: Position, language: str, game: int | None = None) -> str:
    """What is wrong with a move. ``position`` is the one before it; ``game`` is the number of the
    game in its file, where there are several."""
    phraser = Phraser(Settings(language))
    text = one_line(remark.text)
    return phraser.text(
        "program.score.move" if game is None else "program.score.game_move",
        game=str(game),
        number=str(remark.number),
        colour=phraser.colour_name(remark.colour),
        text=text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…",
        reason=_reason(remark, position, phraser),
    )


def line(name: str, language: str) -> str:
    """What is told of a file."""
    return lexicon(language).word(f"program.score.{name}")


def _reason(remark: Remark, position: Position, phraser: Phraser) -> str:
    match remark.why:
        case Refusal(illegality=Illegality() as fault) | (Illegality() as fault):
            return illegal.reason(phraser, fault, remark.colour).text
        case Refusal(reason=reason, detail=detail, moves=moves):
            written = sorted(write(position, move, "en", PGN) for move in moves)
            return phraser.text(
                f"program.score.{reason}", detail=one_line(detail), moves=", ".join(written)
            )
        case Unclosed():
            return phraser.text(f"program.score.{remark.why}")
        case number:
            return phraser.text("program.score.due", number=str(number))
