# SPDX-License-Identifier: GPL-3.0-or-later
"""The meaning of phrases: the automata of the language, and from their emits to values and back.

``grammar`` is the public face of this.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache, partial
from typing import Any

import chess

from rules.description import Castling, MoveDescription
from rules.editions import NAMES as EDITIONS
from voice.language import lexicon
from voice.language.commands import LISTED, OWN, Command, CommandName, OnBoard, Tag
from voice.language.lexicon import GERMAN, Language
from voice.language.template import (
    Automaton,
    Builder,
    Emit,
    Emits,
    Slot,
    followed,
    form_of,
    joined,
    renamed,
)
from voice.language.time_control import (
    HEARD,
    counted_slots,
    filled,
    heard_parts,
    heard_templates,
    names,
    number_slot,
    number_words,
    numbered,
    plain_words,
)
from voice.language.transcript import Words

ParsedWords = MoveDescription | Command

_MOVE_FOLLOWS: Emit = ("move", "follows")
"""Stands between a command and the move that belongs to it."""

_PIECES = {name: piece for piece, name in enumerate(chess.PIECE_NAMES) if name}
_FILES = {name: number for number, name in enumerate(chess.FILE_NAMES)}
_RANKS = {name: number for number, name in enumerate(chess.RANK_NAMES)}
_PROMOTIONS = (chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT)
_SECONDS_PER_MINUTE = 60
_ARTICLE = r"((?:\d{1,3}|[a-d]|i{1,3})(?:\.\d{1,3})*)\.?"
_NUMBERS = ("hundreds", "number", "article", "units", "tens")
_LARGE = {"level": 1, "strength": 1, "hundred": 100, "elo": 1, "people": 0}
"""The unit of a number for the computer's strength: its levels, and hundreds of Elo. Where it
is nobody, it is 0."""
_STRENGTHS = ("level", "elo")
_OF_PIECES = (CommandName.PIECES, CommandName.MISSING, CommandName.PLACE)
"""Here a colour is that of the pieces, and not of a player."""
_WORDS = (
    *("language", "language_written", "form", "given", "setup", "setup_written", "switch"),
    "farewell",
)
_WRITTEN = {
    **{name: name for name in ("given", "odds", "odds_alone")},
    **{"form": "forms", "setup_written": "setups", "language_written": "languages"},
}
"""The slots that are only typed, by the tables of their words."""

_OWNERS = ("owner", "owner_after", "owner_missing", "owner_having", "owner_able")
_YEARS = tuple((number, (name,)) for name, number in EDITIONS.items())
_ELO = tuple((100 * number, (f"{100 * number}",)) for number in range(6, 31))
"""Typed in digits."""
_LARGEST = 200  # numbers below it have words


@lru_cache(maxsize=4096)
def parse_words(words: Words, language: Language = GERMAN) -> tuple[ParsedWords, ...]:
    """:func:`parse` for words that are spelled as in the vocabulary."""
    if not words:
        return ()
    if lexicon.heard_in(words) != GERMAN.name:
        return _parsed_foreign(words, language)
    given, words = words, tuple(_counted(words, language.name))
    described = [description_of(emits) for emits in moves_automaton(language).read(words)]
    ordered = (
        *commands_automaton(language, frozenset()).read(words),
        *typed_automaton(language.name).read(words),
    )
    commands = [command_of(emits, words, language.name) for emits in ordered]
    if not described and not commands:
        commands = [
            command_of(emits, words, language.name) for emits in _strengths(given, language)
        ]
    return tuple(dict.fromkeys((*described, *commands)))


def _parsed_foreign(words: Words, language: Language) -> tuple[ParsedWords, ...]:
    described = (description_of(emits) for emits in moves_automaton(language).read(words))
    read = commands_heard(words, language).read(words)
    return tuple(dict.fromkeys((*described, *(command_of(emits, words) for emits in read))))


def _strengths(words: Words, language: Language) -> Iterator[Emits]:
    """The computer with any number, also one that is no level: the table says which there are."""
    plain = plain_words(words, language.name)
    tokens, numbers = numbered(plain, language.name, tuple(words))
    for emits in _strength_automaton(language).read(tokens) if any(numbers) else ():
        yield filled(emits, numbers, set(_STRENGTHS))


def _counted(words: Sequence[str], language: str) -> Iterator[str]:
    """Numbers that were typed in digits, as they are said: "47" is sieben und vierzig."""
    for word in words:
        number = lexicon.typed_number(word)
        yield from (
            (word,) if number is None or number >= _LARGEST else number_words(number, language)
        )


def parse_reply(words: Words, language: Language = GERMAN) -> tuple[MoveDescription, ...]:
    """Partial descriptions that answer "which one?": "von Anna", "Turm Anna", "wird Dame"."""
    return tuple(dict.fromkeys(map(description_of, replies_automaton(language).read(words))))


def language_of(templates: Iterable[str], language: Language = GERMAN) -> Automaton:
    """The phrases that ``templates`` of the lexicon allow; their words agree where these have the
    forms of words."""
    builder = Builder(lexicon.with_forms(language.name, "game")["parts"], {})
    templates = tuple(templates)
    for each in _tables(language):
        builder.use(each)
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
    return joined((alone, followed(before, (_MOVE_FOLLOWS,), moves_automaton(moves))))


def _named(commands: Mapping[str, Iterable[str]], language: Language) -> Automaton:
    """The phrases of commands by their names."""
    builder = Builder(lexicon.with_forms(language.name, "game")["parts"], slots(language))
    _add_named(builder, commands)
    return builder.build()


def _add_named(
    builder: Builder, commands: Mapping[str, Iterable[str]], without: Collection[str] = ()
) -> None:
    for name, templates in commands.items():
        for index, template in enumerate(templates if name not in without else ()):
            builder.add(template, (("command", CommandName(name).value),), plain=index == 0)


@cache
def commands_automaton(language: Language, without: frozenset[str]) -> Automaton:
    """The language of commands, those of the names in ``without`` left out."""
    words = lexicon.load(language.name)
    builder = Builder(words["parts"], {})
    for each in _tables(language):
        builder.use(each)
        _add_commands(builder, words, without)
    return builder.build()


def commands_heard(words: Words, language: Language) -> Automaton:
    """The commands in the language in which ``words`` were heard."""
    foreign = lexicon.heard_in(words)
    if foreign == GERMAN.name:
        return commands_automaton(language, frozenset())
    return foreign_commands(foreign, language)


def _add_commands(builder: Builder, words: Mapping[str, Any], without: Collection[str]) -> None:
    _add_named(builder, words["commands"], without)
    for name, templates in words["commands_with_move"].items():
        if name in without:
            continue
        command = ((("command", CommandName(name).value),), tuple(templates))
        builder.add_chain((command, ((_MOVE_FOLLOWS,), tuple(words["moves"]["phrases"]))))


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


@cache
def typed_automaton(language: str) -> Automaton:
    """The automaton of the commands that are understood and never listened for."""
    words, usual = lexicon.load(language), slots(Language(language))
    builder = Builder(words["parts"], {**usual, "elo": _ELO, "year": _YEARS})
    for name, templates in words["typed"].items():
        for template in templates:
            builder.add(template, (("command", CommandName(name).value),))
    return builder.build()


@cache
def _strength_automaton(language: Language) -> Automaton:
    words = lexicon.load(language.name)
    name = CommandName.OPPONENT.value
    builder = Builder(words["parts"], {**slots(language), **counted_slots(_STRENGTHS)})
    for template in (*words["commands"].get(name, ()), *words["typed"].get(name, ())):
        if any(f"{{{slot}}}" in template for slot in _STRENGTHS):
            builder.add(template, (("command", name),))
    return builder.build()


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


def command_of(emits: Emits, words: Words, language: str = GERMAN.name) -> Command:
    """The command that a phrase of commands expresses; ``words`` are its text."""
    move: MoveDescription | None = None
    if _MOVE_FOLLOWS in emits:
        place = emits.index(_MOVE_FOLLOWS)
        emits, move = emits[:place], description_of(emits[place + 1 :])
    said: dict[str, Any] = dict(emits)
    if "castling_side" in said:
        move = MoveDescription(castling=Castling(said["castling_side"]))
    numbers = [value for slot, value in emits if slot in _NUMBERS]
    name = CommandName(said["command"])
    side = said.get("colour") if name not in _OF_PIECES else None
    return Command(
        name,
        _about(name, said, numbers),
        colour=None if side is None else side == "white",
        move=move,
        text=lexicon.written(words, language),
    )


def _about(
    name: CommandName, said: Mapping[str, Any], numbers: Sequence[int | str]
) -> int | str | OnBoard | Tag | None:
    """The objects of a command, by the slots of its phrase and all its numbers."""
    match name:
        case CommandName.TAG | CommandName.SPELL:
            tag = said.get("tag_named", said.get("tag_numbered", said.get("colour", OWN)))
            if "listed" in said:
                return Tag(tag, f"{LISTED}{said['listed']}")
            return Tag(tag, str(said.get("name", said.get("round", ""))))
        case CommandName.ARTICLE:
            return _article(said.get("file"), numbers)
        case CommandName.SIGN:
            return said.get("result")
        case (
            CommandName.LANGUAGE
            | CommandName.MOVES_IN
            | CommandName.SAVE
            | CommandName.SET_UP
            | CommandName.COUNTDOWN
            | CommandName.LEAVE
        ):
            words = (said[slot] for slot in _WORDS if slot in said)
            word: str | None = next(words, None)
            return word
        case CommandName.PLACE if odds := said.get("odds", said.get("odds_alone")):
            given: chess.Square = chess.parse_square(odds)  # Black's stand opposite
            return OnBoard(given ^ 0b111000 if said.get("colour") == "black" else given)
        case CommandName.CLAIM_DRAW:
            return said.get("claim")
        case CommandName.EDITION:
            year: int | None = said.get("edition", said.get("year"))
            return year
        case CommandName.OPPONENT:
            return next((said[slot] * unit for slot, unit in _LARGE.items() if slot in said), None)
        case CommandName.RECORDING:  # "hundert sieben und vierzig"
            return sum(map(int, numbers)) if numbers else None
        case CommandName.ADJUST_TIME:
            return said["seconds"] if "seconds" in said else int(numbers[0]) * _SECONDS_PER_MINUTE
        case CommandName.LAST_FIVE | CommandName.RANK | CommandName.FILE:
            return next((said[slot] for slot in ("last", "rank", "file") if slot in said), None)
    colour = said.get("colour_inflected", said.get("colour") if name in _OF_PIECES else None)
    owner = next((said[slot] for slot in _OWNERS if slot in said), None)
    named = OnBoard(
        square(said, "square"),
        square(said, "to_square"),
        said.get("piece", said.get("piece_group")),
        None if colour is None else colour == "white",
        None if owner is None else owner == "own",
    )
    return None if named == OnBoard() else named


def article_written(line: str, language: str = GERMAN.name) -> str | None:
    """The article that a typed line asks for as it is written: "erkläre II.3.2", "explain A.4"."""
    said = lexicon.load(language)["written"]
    verb, noun = ("|".join(said[part]) for part in ("verbs", "nouns"))
    match = re.fullmatch(rf"(?:{verb})\s+(?:(?:{noun})\s+)?{_ARTICLE}", line.strip(), re.I)
    return match[1].upper() if match else None


def _article(appendix: int | None, numbers: Sequence[int | str]) -> str:
    """ "9.2", or with the name of a file for the letter of an appendix, "D.2.8"."""
    letter = [] if appendix is None else [chess.FILE_NAMES[appendix].upper()]
    return ".".join([*letter, *map(str, numbers)])


def square(said: Mapping[str, Any], name: str) -> chess.Square | None:
    """The square of the slots whose names begin so."""
    if f"{name}_file" not in said:
        return None
    return chess.square(said[f"{name}_file"], said[f"{name}_rank"])


def _tables(language: Language) -> Iterator[Mapping[str, Slot]]:
    """The slots by which phrases are made: files have names, or all of them letters."""
    yield slots(replace(language, letters=False))
    if language.letters:
        yield slots(language)


def _slot(words: Mapping[str, Any], section: str, values: Mapping[str, int] | None = None) -> Slot:
    """The keys of a table of the lexicon, or the ``values`` of those that have one, and how each is
    said."""
    return tuple(
        (values[key] if values is not None else key, tuple(said))
        for key, said in words.get(section, {}).items()
        if values is None or key in values
    )


def _with_foreign(pieces: Slot, language: str, *forms: str) -> Slot:
    """The pieces, also by their names in another language, in forms with one of these features;
    where all of its moves are heard, as they are."""
    if not language or language == lexicon.FALLBACK:
        return pieces
    other: dict[int | str, tuple[str, ...]] = {
        piece: tuple(
            lexicon.foreign(way, language)
            for way in ways
            if any(form.intersection(forms) for form in form_of(way)[1])
        )
        for piece, ways in _slot(lexicon.with_forms(language, "game"), "pieces", _PIECES)
    }
    return tuple((piece, (*said, *other[piece])) for piece, said in pieces)


@cache
def slots(language: Language = GERMAN) -> Mapping[str, Slot]:
    """The values of the lexicon's tables by the name of the slot.

    In a language with letters, files have these and no names: nobody says both in one phrase.
    """
    words = lexicon.with_forms(language.name, "game")
    table = partial(_slot, words)
    files = table("letters" if language.letters else "files", _FILES)
    if not language.letters and not language.spelling:  # the names of Appendix D come first
        files = tuple((file, said[:1]) for file, said in files)
    ranks = table("ranks", _RANKS)
    pieces, other = table("pieces", _PIECES), language.moves_in
    named = _with_foreign(pieces, other, "nom", "acc")
    numbers = table("numbers", {key: int(key) for key in words["numbers"]})
    twenty = table("numbers", {str(number): number for number in range(1, 21)})
    levels = (*twenty, *number_slot(range(21, 23), language.name))
    squares = ("from", "to", "square", "to_square")
    return {
        **{f"{name}_file": files for name in squares},
        **{f"{name}_rank": ranks for name in squares},
        "file": files,
        "rank": ranks,
        "piece": _with_foreign(pieces, other, "nom"),
        "captured": named,
        "promotion": tuple(each for each in named if each[0] in _PROMOTIONS),
        "piece_group": table("piece_groups", _PIECES),
        "castling": table("castling"),
        "castling_side": table("castling_side"),
        "capture": table("capture"),
        "en_passant": table("en_passant"),
        "check": table("check"),
        "colour": table("colours"),
        "colour_inflected": table("colours_inflected"),
        **{name: table(name.replace("owner", "owners")) for name in _OWNERS},
        "language": table("languages"),
        "last": table("last_moves", {str(number): number for number in range(2, 11)}),
        **{slot: _slot(words["written"], name) for slot, name in _WRITTEN.items()},
        "setup": table("setups"),
        "switch": table("switches"),
        "name": table("names"),
        "tag_named": table("tags_named"),
        "tag_numbered": table("tags_numbered"),
        "round": twenty,
        "listed": twenty,
        "level": levels,
        "hundred": table("numbers", {str(number): number for number in range(6, 31)}),
        "elo": _ELO,
        "farewell": table("farewells"),
        "strength": table("strengths", {"1": 1, "22": 22}),
        "people": table("people", {"0": 0}),
        "claim": table("claims"),
        "result": table("results"),
        "edition": table("editions", EDITIONS),
        "number": numbers,
        "article": twenty,  # no article has a part above 20, and nobody is taken to ask for one
        "units": table("numbers", {str(unit): unit for unit in range(1, 10)}),
        "tens": table("numbers", {str(ten): ten for ten in range(20, 100, 10)}),
        "hundreds": table("numbers", {"100": 100}),
        "seconds": numbers,
    }
