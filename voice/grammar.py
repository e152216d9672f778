# SPDX-License-Identifier: GPL-3.0-or-later
"""The spoken language of moves and commands: one grammar for three uses.

It lists what can be said (:func:`runtime_phrases` for the recogniser, :func:`examples` for help),
parses what was heard (:func:`parse`) and generates what expresses a move (:func:`phrase`,
:func:`ways`). All its words are in ``lexicon/de.toml``.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cache, lru_cache
from typing import Any

import chess

from rules.description import Castling, MoveDescription, MoveFacts
from voice import lexicon
from voice.commands import Command, CommandName
from voice.template import Automaton, Builder, Emit, Emits, Slot

Reading = MoveDescription | Command

_MOVE_FOLLOWS: Emit = ("move", "follows")
"""Stands between a command and the move that belongs to it."""

_PIECES = {name: piece for piece, name in enumerate(chess.PIECE_NAMES) if name}
_FILES = {name: number for number, name in enumerate(chess.FILE_NAMES)}
_RANKS = {name: number for number, name in enumerate(chess.RANK_NAMES)}
_PROMOTIONS = ("queen", "rook", "bishop", "knight")
_SECONDS_PER_MINUTE = 60


def parse(text: str, letters: bool = False) -> tuple[Reading, ...]:
    """All that ``text`` may mean as a whole; nothing where it is no phrase of the language.

    With ``letters`` files may be said by the letter's name ("be vier").
    """
    return parse_words(lexicon.words(text), letters)


@lru_cache(maxsize=4096)
def parse_words(words: tuple[str, ...], letters: bool = False) -> tuple[Reading, ...]:
    """:func:`parse` for words that are spelled as in the vocabulary."""
    if not words:
        return ()
    described = [_description(emits) for emits in moves_automaton(letters).read(words)]
    commands = [_command(emits, words) for emits in _commands_automaton(letters).read(words)]
    return tuple(dict.fromkeys((*described, *commands)))


def parse_reply(words: tuple[str, ...], letters: bool = False) -> tuple[MoveDescription, ...]:
    """Partial descriptions that answer "which one?": "von Anna", "Turm Anna", "wird Dame"."""
    return tuple(dict.fromkeys(map(_description, _replies_automaton(letters).read(words))))


@lru_cache(maxsize=8192)
def phrases(description: MoveDescription) -> tuple[str, ...]:
    """The plain phrases that say exactly ``description``: no synonyms, no fillers."""
    wanted = frozenset(_emits(description))
    found = {
        words
        for emits, words in _paths(moves_automaton(), wanted.issuperset, plain=True)
        if wanted == frozenset(emits)
    }
    return tuple(" ".join(words) for words in sorted(found, key=len))


def phrase(description: MoveDescription) -> str:
    """``description`` in words, with German capitals, to show or to speak.

    Raises ``ValueError`` for what has no words, such as an empty description.
    """
    plain = phrases(description)
    if not plain:
        raise ValueError(f"no words for {description}")
    return lexicon.written(plain[0].split())


def ways(facts: MoveFacts, letters: bool = False) -> Iterator[tuple[str, ...]]:
    """Every way of saying a move that is true of it, ambiguous ones too; they are many."""
    true = _true_of(facts)
    for emits, words in _paths(moves_automaton(letters), true.issuperset):
        said = _description(emits)
        from_square_said = said.from_file is not None and said.from_rank is not None
        unnamed = said.castling is None and said.piece is None and not from_square_said
        if facts.piece == chess.PAWN or not unnamed:  # C.4: unnamed means a pawn
            yield words


def examples(name: CommandName) -> tuple[str, ...]:
    """How a command may be said, one line for each of its phrases, with plain words."""
    here: list[str] = []
    for template in lexicon.load()["commands"][name.value]:
        builder = Builder(lexicon.load()["parts"], _slots(False))
        builder.add(template)
        _, words = next(_paths(builder.build(), lambda _: True, plain=True))
        here.append(lexicon.written(words))
    return tuple(here)


@cache
def moves_automaton(letters: bool = False) -> Automaton:
    """The language of moves."""
    builder = Builder(lexicon.load()["parts"], _slots(letters))
    for template in lexicon.load()["moves"]["phrases"]:
        builder.add(template)
    return builder.build()


@cache
def commands_automaton(letters: bool = False, without: frozenset[str] = frozenset()) -> Automaton:
    """The language of commands, those of the names in ``without`` left out."""
    words = lexicon.load()
    builder = Builder(words["parts"], _slots(letters))
    for name, templates in words["commands"].items():
        if name in without:
            continue
        for index, template in enumerate(templates):
            builder.add(template, (("command", CommandName(name).value),), plain=index == 0)
    for name, templates in words["commands_with_move"].items():
        command = ((("command", CommandName(name).value),), tuple(templates))
        builder.add_chain((command, ((_MOVE_FOLLOWS,), tuple(words["moves"]["phrases"]))))
    return builder.build()


def _commands_automaton(letters: bool) -> Automaton:
    return commands_automaton(letters)


@cache
def _replies_automaton(letters: bool) -> Automaton:
    builder = Builder(lexicon.load()["parts"], _slots(letters))
    for template in lexicon.load()["replies"]["phrases"]:
        builder.add(template)
    return builder.build()


def _paths(
    automaton: Automaton, allowed: Callable[[Emits], bool], plain: bool = False
) -> Iterator[tuple[Emits, tuple[str, ...]]]:
    """All phrases whose emits are ``allowed`` one by one, shorter beginnings first."""
    ways: list[tuple[int, Emits, tuple[str, ...]]] = [(0, (), ())]
    while ways:
        state, emits, words = ways.pop()
        for end in automaton.ends[state]:
            if allowed(end):
                yield emits + end, words
        ways += [
            (arc.target, emits + arc.emits, (*words, arc.word))
            for arc in reversed(automaton.arcs[state])
            if (arc.plain or not plain) and allowed(arc.emits)
        ]


# From what an automaton emits to values, and back.


def _description(emits: Emits) -> MoveDescription:
    said: dict[str, Any] = dict(emits)
    check = said.get("check")
    castling = said.get("castling")
    return MoveDescription(
        piece=said.get("piece"),
        from_file=said.get("from_file"),
        from_rank=said.get("from_rank"),
        to_square=_square(said, "to"),
        promotion=said.get("promotion"),
        capture="capture" in said,
        captured=said.get("captured"),
        en_passant="en_passant" in said,
        castling=None if castling is None else Castling(castling),
        check=check == "check",
        mate=check == "mate",
    )


def _emits(description: MoveDescription) -> Iterator[Emit]:
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


def _true_of(facts: MoveFacts) -> frozenset[Emit]:
    """All that may be said of a move: castling also as the king's leap of two squares."""
    king_steps = facts.castling and chess.square_distance(facts.from_square, facts.to_square) < 2
    whole = MoveDescription(
        piece=None if king_steps else facts.piece,
        from_file=None if king_steps else chess.square_file(facts.from_square),
        from_rank=None if king_steps else chess.square_rank(facts.from_square),
        to_square=None if king_steps else facts.to_square,
        promotion=facts.promotion,
        capture=facts.captured is not None,
        captured=facts.captured,
        en_passant=facts.en_passant,
        castling=facts.castling,
    )
    check = {("check", "check")} if facts.check else set()
    mate = {("check", "mate")} if facts.mate else set()
    return frozenset({*_emits(whole), *check, *mate})


def _command(emits: Emits, words: tuple[str, ...]) -> Command:
    move: MoveDescription | None = None
    if _MOVE_FOLLOWS in emits:
        place = emits.index(_MOVE_FOLLOWS)
        emits, move = emits[:place], _description(emits[place + 1 :])
    said: dict[str, Any] = dict(emits)
    numbers = [value for slot, value in emits if slot == "number"]
    colour = said.get("colour", said.get("colour_inflected"))
    owner = said.get("owner")
    name = CommandName(said["command"])
    seconds: int | None = said.get("seconds")
    if name is CommandName.ADJUST_TIME and seconds is None:
        seconds = int(numbers[0]) * _SECONDS_PER_MINUTE
    return Command(
        name=name,
        square=_square(said, "square"),
        to_square=_square(said, "to_square"),
        rank=said.get("rank"),
        file=said.get("file"),
        piece=said.get("piece", said.get("piece_group")),
        colour=None if colour is None else colour == "white",
        own=None if owner is None else owner == "own",
        move=move,
        claim=said.get("claim"),
        seconds=seconds,
        article=".".join(map(str, numbers)) if name is CommandName.ARTICLE else None,
        text=lexicon.written(words),
    )


def _square(said: Mapping[str, Any], name: str) -> chess.Square | None:
    if f"{name}_file" not in said:
        return None
    return chess.square(said[f"{name}_file"], said[f"{name}_rank"])


@cache
def _slots(letters: bool) -> Mapping[str, Slot]:
    words = lexicon.load()

    def table(section: str, values: Mapping[str, int] | None = None) -> Slot:
        return Slot(
            tuple(
                (values[key] if values is not None else key, tuple(said))
                for key, said in words[section].items()
                if values is None or key in values
            )
        )

    files = table("files", _FILES)
    if letters:
        names = words["letters"]
        files = Slot(
            tuple(
                (value, (*said, *names[chess.FILE_NAMES[int(value)]]))
                for value, said in files.values
            )
        )
    ranks = table("ranks", _RANKS)
    pieces = table("pieces", _PIECES)
    numbers = table("numbers", {key: int(key) for key in words["numbers"]})
    squares = ("from", "to", "square", "to_square")
    return {
        **{f"{name}_file": files for name in squares},
        **{f"{name}_rank": ranks for name in squares},
        "file": files,
        "rank": ranks,
        "piece": pieces,
        "captured": pieces,
        "promotion": table("pieces", {name: _PIECES[name] for name in _PROMOTIONS}),
        "piece_group": table("piece_groups", _PIECES),
        "castling": table("castling"),
        "capture": table("capture"),
        "en_passant": table("en_passant"),
        "check": table("check"),
        "colour": table("colours"),
        "colour_inflected": table("colours_inflected"),
        "owner": table("owners"),
        "claim": table("claims"),
        "number": numbers,
        "seconds": numbers,
    }
