# SPDX-License-Identifier: GPL-3.0-or-later
"""The program's own sentences: about itself, about a score it has read."""

from collections.abc import Sequence
from pathlib import PurePath
from typing import Final

import chess

from announce.lexicon import join, lexicon
from announce.text.settings import Settings
from announce.text.utterance import Priority, Utterance
from announce.words.laws import reason
from announce.words.numbers import cardinal
from announce.words.phraser import Phraser, Printed
from clock.control import Problem
from ground.text import one_line
from rules.explanation import Illegality
from rules.notation import PGN, NoMove, write
from rules.position import Position
from rules.score import Loss, Remark

_LONGEST: Final = 40
"""Letters that are quoted of a file: it may contain anything."""


def message(name: str, language: str, **fields: str) -> Utterance:
    """A sentence of the program about itself."""
    return Utterance(lexicon(language).sentence(f"program.message.{name}", **fields))


def progress_line(language: str, done: int, total: int | None, left: str) -> str:
    """How far long work is: ``done`` of ``total``, if that is known, and the time that is left."""
    words = lexicon(language)
    if total is None:
        return words.text("program.report.so far", done=done)
    return words.text("program.report.progress", done=done, total=total, left=left)


def file_words(name: str, path: PurePath, settings: Settings) -> Utterance:
    """A sentence about a file or a folder: the path is printed, and said are its last two folders,
    in which it is found."""
    phraser, folder = Phraser(settings), path.parent if path.suffix else path
    spoken = phraser.name(", ".join(folder.parts[-2:])).spoken
    return phraser.say(f"program.message.{name}", name=Printed(spoken, str(path)))


def code(digits: str, language: str) -> Utterance:
    """The code of a device that asks to show the page, told digit by digit."""
    return _in_digits("device_asks", [digits], f"{digits[:3]} {digits[3:]}", language)


def sealed(seal: str, language: str) -> list[Utterance]:
    """The seal of a game that is over or adjourned, if there is one, told digit by digit."""
    return [_in_digits("seal", seal.split(), seal, language)] if seal else []


def _in_digits(name: str, groups: list[str], printed: str, language: str) -> Utterance:
    words, key = lexicon(language), f"program.message.{name}"
    read = [" ".join(cardinal(int(digit), language) for digit in group) for group in groups]
    line = words.phrase(words.text(key, digits=printed))
    return Utterance(words.sentence(key, digits=", ".join(read)), eye=line)


def near_words(near: Sequence[tuple[str, str]], settings: Settings) -> list[Utterance]:
    """The commands, each with its language, that come nearest to what was not understood."""
    phraser, told = Phraser(settings), [lexicon(of).phrase(phrase) for phrase, of in near]
    if len(told) > 1:
        return [phraser.say("program.message.nearest_two", command=told[0], other=told[1])]
    return [phraser.say("program.message.nearest", command=one) for one in told]


def refusal_words(problem: Problem, example: str, language: str) -> Utterance:
    """Why a time control is refused, and what to say instead; ``example`` in its text form."""
    words = lexicon(language)
    to_say = words.phrase(words.word(f"commands.set time {example}"))
    shown = (*to_say, *words.phrase(f" ({example})"))
    why = (*words.sentence(f"game.bad control.{problem.name.lower()}"), *words.phrase(" "))
    spoken, printed = (
        join((*why, *words.sentence("game.bad control.example", example=one)))
        for one in (to_say, shown)
    )
    return Utterance(spoken, Priority.NEXT, eye=printed)


# --- Of a score: lines for the eye, a screen reader, a braille display ----------------------------


def remark_line(remark: Remark, position: Position, language: str, game: int | None = None) -> str:
    """The fault of a move. ``position`` is the one before it; ``game`` is the number of the game in
    its file, where there are several."""
    phraser = Phraser(Settings(language))
    text = one_line(remark.text)
    return phraser.text(
        "program.score.move" if game is None else "program.score.game_move",
        game=str(game),
        number=str(remark.number),
        colour=phraser.colour_name(remark.colour),
        text=text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…",
        reason=_reason(remark.why, position, remark.colour, phraser),
    )


def no_move_line(why: NoMove, position: Position, language: str) -> str:
    """Why a text is no move in ``position``, with the article of an illegal one."""
    line = _reason(why, position, position.turn, Phraser(Settings(language)))
    return line if why.illegality is None else f"{line} ({why.illegality.article})"


def _reason(
    why: NoMove | Illegality | Loss | int,
    position: Position,
    mover: chess.Color,
    phraser: Phraser,
) -> str:
    match why:
        case NoMove(illegality=Illegality() as fault) | (Illegality() as fault):
            return reason(phraser, fault, mover).text
        case NoMove(reason=kind, detail=detail, moves=moves):
            written = sorted(write(position, move, "en", PGN) for move in moves)
            return phraser.text(f"program.score.{kind}", detail=detail, moves=", ".join(written))
        case Loss():
            return phraser.text(f"program.score.{why}")
        case number:
            return phraser.text("program.score.due", number=str(number))
