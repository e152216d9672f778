# SPDX-License-Identifier: GPL-3.0-or-later
"""The commands of study and practice, as values.

The words are in ``study.toml`` of the lexicon: German is heard, all languages may be typed. Moves
and questions about the position are those of a game, and not here.
"""

from dataclasses import dataclass
from enum import StrEnum, unique
from functools import cache
from typing import Any

import chess

from voice.language import lexicon, semantics, vocabulary
from voice.language.completeness import Completeness
from voice.language.lexicon import GERMAN, Language, Line
from voice.language.template import Automaton, Builder, cover, followed, joined
from voice.language.transcript import Words
from voice.language.vocabulary import Act


@unique
class StudyName(StrEnum):
    """The commands: the keys of the words in the lexicon's ``study.toml``. Their handlers are in
    ``study.handle``."""

    NEXT = "next"
    BACK = "back"
    START = "start"
    END = "end"
    TO_MOVE = "to_move"
    VARIATIONS = "variations"
    # A variation: the only one, by its number, or by its first move in ``text``.
    ENTER = "enter"
    LEAVE = "leave"  # the variation
    REJOIN = "rejoin"  # the game, after moves were tried
    KEEP = "keep"  # the moves that were tried, as a variation
    TRY = "try"  # "was wäre wenn", with a move in ``text``
    COMMENT = "comment"  # is read once more
    WRITE = "write"  # a comment of one's own
    NOTE = "note"  # the position, under a word
    RECALL = "recall"
    NOTES = "notes"
    SAVE = "save"
    READ = "read"  # aloud, by itself
    PAUSE = "pause"
    GAME = "game"
    NEXT_GAME = "next_game"
    PREVIOUS_GAME = "previous_game"
    LAST_GAME = "last_game"
    ABOUT = "about"
    GAMES = "games"
    ALL_GAMES = "all_games"
    PLAYERS = "players"
    PLAYER = "player"  # by the number in the list of players
    FIND_PLAYER = "find_player"
    EVENTS = "events"
    EVENT = "event"
    FIND_EVENT = "find_event"
    OPENINGS = "openings"
    OPENING = "opening"  # by its name, or by its number in the list
    FIND_OPENING = "find_opening"  # by any text, such as its code
    ERRORS = "errors"  # of the game, by an engine
    DRILLS = "drills"
    MATE = "mate"  # in ``number`` moves
    ENDING = "ending"
    SQUARES = "squares"
    DIAGONALS = "diagonals"
    KNIGHT_PATHS = "knight_paths"
    SOLUTION = "solution"
    NEXT_TASK = "next_task"
    POINTS = "points"
    ANSWER = "answer"  # a number, or whether a square is light
    KNIGHT_REACH = "knight_reach"  # from ``square`` in ``number`` moves
    KNIGHT_WAY = "knight_way"  # from ``square`` to ``to_square``

    @property
    def expected(self) -> bool:
        """True if it is said all the time, and costs the same word to undo, so that it need not be
        heard so well."""
        return self in (StudyName.NEXT, StudyName.BACK)


@dataclass(frozen=True, slots=True)
class StudyCommand:
    """A command with what was said beside its name; None means unsaid.

    ``ending`` and ``opening`` are keys of the lexicon; ``text`` is what follows in words of one's
    own, as it was typed.
    """

    name: StudyName
    number: int | None = None
    colour: chess.Color | None = None
    square: chess.Square | None = None
    to_square: chess.Square | None = None
    ending: str = ""
    opening: str = ""
    light: bool | None = None
    text: str = ""


def parse(text: str, language: str = GERMAN.name) -> StudyCommand | None:
    """The command that ``text`` gives; None where it gives none."""
    spelling = Language(language, letters=language == GERMAN.name)
    return _read(lexicon.line(text, spelling), language)


def means(words: Words) -> StudyCommand | None:
    """The command of study that was heard, if it is one."""
    return _read(lexicon.spoken(words), lexicon.heard_in(words))


def _read(line: Line, language: str) -> StudyCommand | None:
    acts = vocabulary.read(line, Language(language, spelling=True), "study", "commands")
    return next(map(command_of, acts), None)


def command_of(act: Act) -> StudyCommand:
    """The command that an act of study's vocabulary is."""
    said: dict[str, Any] = dict(act.slots)
    colour = said.get("colour")
    return StudyCommand(
        name=StudyName(act.key),
        number=said.get("mates", said.get("number")),
        colour=None if colour is None else colour == "white",
        square=semantics.square(said, "square"),
        to_square=semantics.square(said, "to_square"),
        ending=said.get("ending", said.get("ending_alone", "")),
        opening=said.get("opening", ""),
        light=said["shade"] == "light" if "shade" in said else None,
        text=next((said[slot] for slot in ("text", "move", "name") if slot in said), ""),
    )


# --- What is heard --------------------------------------------------------------------------------


_MOVE, _NAME = "{move}", "{name}"


@cache
def phrases() -> tuple[str, ...]:
    """The phrases for the recogniser while somebody studies, beside moves and questions."""
    alone, before = _heard(GERMAN.name)
    firsts = dict.fromkeys(arc.word for arc in semantics.moves_automaton(GERMAN).arcs[0])
    begun = [f"{' '.join(head)} {first}" for _, head in before.paths() for first in firsts]
    return (*cover(alone), *begun)


@cache
def sentences(language: str = GERMAN.name) -> Automaton:
    """The commands of study in a language, as they are heard; moves after them are German."""
    alone, before = _heard(language)
    return joined((alone, followed(before, (), semantics.moves_automaton(GERMAN))))


def _heard(language: str) -> tuple[Automaton, Automaton]:
    """The commands that are heard, and the beginnings of those with a move. A name that can be said
    is one of a list, which only German has."""
    words = lexicon.with_forms(language, "study")
    slots = vocabulary.slots(semantics.heard_language(language), "study")
    parts = lexicon.with_forms(language, "game")["parts"]
    alone, before = Builder(parts, slots), Builder(parts, slots)
    for templates in words["commands"].values():
        for template in templates:
            if _MOVE in template:
                before.add(template.removesuffix(_MOVE))
            elif slots["name"] or _NAME not in template:
                alone.add(template)
    first, then = (semantics.as_heard(one.build(), language) for one in (alone, before))
    return first, then


def completeness(words: Words) -> Completeness:
    """The judgement whether somebody who pauses has said a whole command. "Endspiel Bauer" is OPEN:
    it may become "Endspiel Bauer gegen Bauer", and who hears the wrong ending has to wait for its
    position."""
    command = means(words)
    if command is None:
        return Completeness.UNKNOWN
    heard = sentences(lexicon.heard_in(words))
    longer = any(heard.arcs[state] for state, _ in heard.follow(words))
    if command.name is StudyName.ENDING and longer:
        return Completeness.OPEN
    return Completeness.WHOLE
