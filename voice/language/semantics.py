# SPDX-License-Identifier: GPL-3.0-or-later
"""The meaning of phrases: the automata of the language, and from their emits to values and back.

``grammar`` is the public face of this.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache, lru_cache, partial
from typing import Any, Final

import chess

from rules.description import Castling, MoveDescription
from voice.language import lexicon, vocabulary
from voice.language.commands import LISTED, OWN, Command, CommandName, OnBoard, Tag
from voice.language.lexicon import GERMAN, Language, Line
from voice.language.template import Automaton, Builder, Emit, Emits, followed, joined, renamed
from voice.language.time_control import HEARD, heard_parts, heard_templates, names, number_slot
from voice.language.transcript import Words
from voice.language.vocabulary import (
    MOVE,
    MOVE_FOLLOWS,
    OWNERS,
    Act,
    act_of,
    add_commands,
    alphabets,
    slots,
)

ParsedWords = MoveDescription | Command

_LONGEST_NAME: Final = 80
"""No name has more letters."""

_OF_PIECES: Final = (CommandName.PIECES, CommandName.MISSING, CommandName.PLACE)
"""Here a colour is that of the pieces, and not of a player."""

_WORDS: Final = (
    *("language", "language_written", "form", "given", "setup", "setup_written", "switch", "fen"),
    *("farewell", "claim", "ground", "result", "edition", "year", "control", "proposed"),
    *("numbered", "topic"),
)
"""The slots that are the subject of a command as they are."""

_COUNTED: Final[Mapping[str, int]] = {
    **dict.fromkeys(("level", "strength", "elo", "last", "rank", "ordinal", "file", "number"), 1),
    **dict.fromkeys(("hundreds", "tens", "units", "seconds"), 1),
    **{"hundred": 100, "minutes": 60, "people": 0},
}
"""The slots of numbers that are the subject, with their unit; where nobody plays it is 0."""


@lru_cache(maxsize=4096)
def parse_line(line: Line, language: Language = GERMAN) -> tuple[ParsedWords, ...]:
    """The meanings of a line as a whole; nothing where it is no phrase of the language.

    In a language with letters, files may be said by the letter's name ("be vier").
    """
    acts = vocabulary.read(line, replace(language, moves_in=""), "game", "commands")
    made = (description_of(a.slots) if a.key == MOVE else command_of(a) for a in acts)
    return tuple(dict.fromkeys(made))


@lru_cache(maxsize=4096)
def parse_words(words: Words, language: Language = GERMAN) -> tuple[ParsedWords, ...]:
    """:func:`parse_line` for words that were heard, in whatever language."""
    if lexicon.heard_in(words) == GERMAN.name:
        return parse_line(lexicon.spoken(words), language)
    moves = (description_of(emits) for emits in moves_automaton(language).read(words))
    text = lexicon.written(words)
    read = (act_of(emits, text=text) for emits in commands_heard(words, language).read(words))
    return tuple(dict.fromkeys((*moves, *map(command_of, read))))


def parse_reply(words: Words, language: Language = GERMAN) -> tuple[MoveDescription, ...]:
    """Partial descriptions that answer "which one?": "von Anna", "Turm Anna", "wird Dame"."""
    acts = vocabulary.read(lexicon.spoken(words), language, "game", "replies")
    return tuple(dict.fromkeys(description_of(act.slots) for act in acts))


def language_of(templates: Iterable[str], language: Language = GERMAN) -> Automaton:
    """The phrases that ``templates`` of the lexicon allow; their words agree where these have the
    forms of words."""
    builder = Builder(lexicon.with_forms(language.name, "game")["parts"], {})
    templates = tuple(templates)
    for each in alphabets(language):
        builder.use(slots(each))
        for template in templates:
            builder.add(template)
    return builder.build()


@cache
def moves_automaton(language: Language) -> Automaton:
    """The language of moves. No argument is left out: with a default it would be built twice.

    Of another language, in which moves may be said too, the names of the pieces are heard beside
    the squares of this one; English moves are heard whole.
    """
    own = language_of(lexicon.load(language.name)["moves"]["phrases"], language)
    if language.moves_in != lexicon.FALLBACK:
        return own
    english = moves_automaton(heard_language(language.moves_in))
    return joined((own, as_heard(english, language.moves_in)))


def as_heard(automaton: Automaton, language: str) -> Automaton:
    """The phrases of a language in words as they are heard: German ones as they are written."""
    if language == GERMAN.name:
        return automaton
    return renamed(automaton, partial(lexicon.foreign, language=language))


def heard_language(name: str) -> Language:
    """A language as it is heard: in others than German files have all their names, the letters
    among them."""
    return GERMAN if name == GERMAN.name else Language(name, spelling=True)


@cache
def foreign_commands(language: str, moves: Language) -> Automaton:
    """The commands in another language, as they are heard. A move after one of them is in the
    language of moves."""
    words, spoken = lexicon.with_forms(language, "game"), heard_language(language)
    alone, before = (
        as_heard(_named(words[table], spoken), language)
        for table in ("commands", "commands_with_move")
    )
    return joined((alone, followed(before, (MOVE_FOLLOWS,), moves_automaton(moves))))


def _named(commands: Mapping[str, list[str]], language: Language) -> Automaton:
    """The phrases of commands by their names."""
    builder = Builder(lexicon.with_forms(language.name, "game")["parts"], slots(language))
    add_commands(builder, commands)
    return builder.build()


@cache
def commands_automaton(language: Language, without: frozenset[str]) -> Automaton:
    """The language of commands, those of the names in ``without`` left out."""
    words = lexicon.formless(lexicon.with_forms(language.name, "game"))
    alone, before = (
        {name: said for name, said in words[table].items() if name not in without}
        for table in ("commands", "commands_with_move")
    )
    builder = Builder(words["parts"], {})
    for each in alphabets(language):
        builder.use(slots(each))
        add_commands(builder, alone)
        add_commands(builder, before, words["moves"]["phrases"])
    return builder.build()


def commands_heard(words: Words, language: Language) -> Automaton:
    """The commands in the language in which ``words`` were heard."""
    foreign = lexicon.heard_in(words)
    if foreign == GERMAN.name:
        return commands_automaton(language, frozenset())
    return foreign_commands(foreign, language)


@cache
def opening_automaton(language: str = GERMAN.name) -> Automaton:
    """The time controls that may be said before a game, as they are heard."""
    builder = Builder(heard_parts(language), {"number": number_slot(HEARD, language)})
    for each in (*heard_templates(language), *names(language)):
        builder.add(each)
    return as_heard(builder.build(), language)


@cache
def replies_automaton(language: Language) -> Automaton:
    """The automaton of the answers to "which one?": "von Anna", "Turm Anna", "wird Dame"."""
    return language_of(lexicon.load(language.name)["replies"]["phrases"], language)


def description_of(emits: Emits) -> MoveDescription:
    """The description that a phrase of moves expresses."""
    said: dict[str, Any] = dict(emits)
    check = said.get("check")
    castling = said.get("castling")
    return MoveDescription(
        piece=said.get("piece"),
        from_file=said.get("from_file"),
        from_rank=said.get("from_rank"),
        to_square=square(said, "to"),
        promotion=said.get("promotion"),
        capture="capture" in said,
        captured=said.get("captured"),
        en_passant="en_passant" in said,
        castling=None if castling is None else Castling(castling),
        check=check is not None,
        mate=check == "mate",
    )


def emits_of(description: MoveDescription) -> Iterator[Emit]:
    """The emits of a phrase that says exactly ``description``."""
    for name in ("piece", "from_file", "from_rank", "promotion", "captured"):
        value = getattr(description, name)
        if value is not None:
            yield name, value
    if description.to_square is not None:
        yield "to_file", chess.square_file(description.to_square)
        yield "to_rank", chess.square_rank(description.to_square)
    if description.castling is not None:
        yield "castling", description.castling.value
    if description.capture or description.captured:
        yield "capture", "capture"
    if description.en_passant:
        yield "en_passant", "en_passant"
    if description.mate:
        yield "check", "mate"
    elif description.check:
        yield "check", "check"


def command_of(act: Act) -> Command:
    """The command that an act of the game's vocabulary is."""
    path, move = act.slots, None
    if MOVE_FOLLOWS in path:
        place = path.index(MOVE_FOLLOWS)
        path, move = path[:place], description_of(path[place + 1 :])
    said: dict[str, Any] = dict(path)
    if "castling_side" in said:
        move = MoveDescription(castling=Castling(said["castling_side"]))
    name = CommandName(act.key)
    side = said.get("colour") if name not in _OF_PIECES else None
    return Command(
        name,
        _about(name, said, path),
        colour=None if side is None else side == "white",
        move=move,
        text=act.text,
    )


def _about(
    name: CommandName, said: Mapping[str, Any], path: Emits
) -> int | str | OnBoard | Tag | None:
    """The subject of a command, by the slots of its phrase."""
    for slot in _WORDS:
        if slot in said:
            subject: int | str = said[slot]
            return subject
    if name in (CommandName.TAG, CommandName.SPELL):
        return _tag(said)
    if "article" in said or "letter" in said:  # "D.2.8" has the name of a file for its letter
        letter = [chess.FILE_NAMES[said["letter"]].upper()] if "letter" in said else []
        return ".".join([*letter, *(str(value) for slot, value in path if slot == "article")])
    if counted := [int(value) * _COUNTED[slot] for slot, value in path if slot in _COUNTED]:
        return sum(counted)  # "hundert sieben und vierzig"
    if odds := said.get("odds", said.get("odds_alone")):
        given: chess.Square = chess.parse_square(odds)  # Black's stand opposite
        return OnBoard(given ^ 0b111000 if said.get("colour") == "black" else given)
    colour = said.get("colour_inflected", said.get("colour") if name in _OF_PIECES else None)
    owner = next((said[slot] for slot in OWNERS if slot in said), None)
    named = OnBoard(
        square(said, "square"),
        square(said, "to_square"),
        said.get("piece", said.get("piece_group")),
        None if colour is None else colour == "white",
        None if owner is None else owner == "own",
    )
    return None if named == OnBoard() else named


def _tag(said: Mapping[str, Any]) -> Tag:
    """A name, or the number of a known one."""
    slots = ("tag_before", "tag_being", "tag_named", "tag_numbered", "colour")
    tag = next((said[slot] for slot in slots if slot in said), OWN)
    if "listed" in said:
        return Tag(tag, f"{LISTED}{said['listed']}")
    value = next((said[slot] for slot in ("name", "round", "text", "person") if slot in said), "")
    return Tag(tag, str(value)[:_LONGEST_NAME])


def square(said: Mapping[str, Any], name: str) -> chess.Square | None:
    """The square of the slots whose names begin so."""
    if f"{name}_file" not in said:
        return None
    return chess.square(said[f"{name}_file"], said[f"{name}_rank"])
