# SPDX-License-Identifier: GPL-3.0-or-later
"""The spoken language of moves and commands: one grammar for three uses.

It lists what can be said (:func:`runtime_phrases` for the recogniser, :func:`examples` for help),
parses what was heard (:func:`parse`) and generates what expresses a move (:func:`phrase`,
:func:`ways`). All its words are in ``lexicon``.
"""

import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Set
from dataclasses import replace
from functools import cache, lru_cache
from itertools import islice
from typing import Final

import chess

from rules.description import MoveDescription, MoveFacts
from rules.moves import castling_squares, facts
from rules.position import Position
from voice.language import costs, lexicon
from voice.language.commands import CommandName, Trait
from voice.language.lexicon import GERMAN, Language
from voice.language.semantics import (
    ParsedWords,
    commands_automaton,
    description_of,
    emits_of,
    foreign_commands,
    language_of,
    moves_automaton,
    parse_line,
)
from voice.language.template import Automaton, Builder, Emit, cover, narrowed
from voice.language.transcript import UNKNOWN
from voice.language.vocabulary import slots


def parse(text: str, language: Language = GERMAN) -> tuple[ParsedWords, ...]:
    """The meanings of ``text`` as a whole; nothing where it is no phrase of the language."""
    return parse_line(lexicon.line(text, language), language)


def runtime_phrases(
    position: Position,
    answers: Collection[str] = (),
    language: Language = GERMAN,
    likely: Collection[CommandName] = (),
    leisure: bool = False,
    *,
    reply: Position | None = None,
) -> list[str]:
    """The phrases for the recogniser now, to be made into a bigram model by Vosk.

    The whole language of moves, legal or not, and the commands; phrases that are expected (the
    legal moves, the ``answers`` to an open question, and the commands that are ``likely`` now,
    such as those for the clock after a move) repeatedly, which weighs them; and ``[unk]`` for
    everything else. At ``leisure``, while nobody dictates moves, the rare commands too, which
    would cost moves some accuracy. ``reply`` is the position after an announced move, whose legal
    moves are expected too. Sentences that are in no list may come out.
    """
    weights = costs.LISTENING
    expected = [
        phrase
        for each in (position, reply)
        for said in (() if each is None else _said_of_legal(each))
        for phrase in phrases(said, language)
    ]
    said = [each.lower() for each in answers] + heard_commands(likely, language)
    found = [
        *_whole_language(language, leisure),
        *expected * weights["legal"],
        *said * weights["answer"],
    ]
    return found + [UNKNOWN] * math.ceil(len(found) * weights["unknown_percent"] / 100)


@cache
def phrases_for(names: frozenset[CommandName]) -> tuple[str, ...]:
    """The phrases where these rare commands may be given, each in all its words.

    A move that follows a command is one of :func:`runtime_phrases`; here it only begins.
    """
    words = lexicon.with_forms(GERMAN.name, "game")
    templates = (each for name in sorted(names) for each in words["commands"][name.value])
    firsts = dict.fromkeys(arc.word for arc in moves_automaton(GERMAN).arcs[0])
    begun = (
        f"{template.lower()} {first}"
        for name in sorted(names)
        for template in words["commands_with_move"].get(name.value, ())
        if "[" not in template
        for first in firsts
    )
    return (*cover(language_of(templates)), *begun)


@lru_cache(maxsize=4)
def _whole_language(language: Language, leisure: bool) -> tuple[str, ...]:
    """Every pair of words once, every piece on every square, every command a few times."""
    weights = costs.LISTENING
    rare = frozenset(
        () if leisure else (name.value for name in CommandName if Trait.RARE in name.traits)
    )
    pairs = cover(moves_automaton(language), commands_automaton(language, rare))
    pieces = (None, *chess.PIECE_TYPES[1:])
    moves = (
        MoveDescription(piece=piece, to_square=square)
        for piece in pieces
        for square in chess.SQUARES
    )
    squares = tuple(phrase for move in moves for phrase in phrases(move, language))
    commands = heard_commands((name for name in CommandName if name not in rare), language)
    return (*pairs, *squares, *commands * weights["command"])


def _said_of_legal(position: Position) -> Iterator[MoveDescription]:
    """For each legal move the usual ways to say it, plain words only."""
    board = position.board
    for move in position.legal_moves:
        if board.is_castling(move):
            yield MoveDescription(castling=castling_squares(board, move)[0])
            continue
        piece = board.piece_type_at(move.from_square)
        file, rank = chess.square_file(move.from_square), chess.square_rank(move.from_square)
        capture = board.is_capture(move)
        if piece == chess.PAWN:
            short_form = MoveDescription(None, file if capture else None, None, move.to_square)
        else:
            short_form = MoveDescription(piece, None, None, move.to_square)
            yield replace(short_form, from_file=file, capture=capture)
            yield replace(short_form, from_rank=rank, capture=capture)
        short_form = replace(short_form, promotion=move.promotion)
        yield short_form
        yield replace(short_form, capture=capture)
        yield MoveDescription(None, file, rank, move.to_square, move.promotion)


@lru_cache(maxsize=8192)
def phrases(description: MoveDescription, language: Language = GERMAN) -> tuple[str, ...]:
    """The plain phrases that say exactly ``description``: no synonyms, no fillers."""
    wanted = frozenset(emits_of(description))
    found = {
        words
        for emits, words in moves_automaton(language).paths(allowed=wanted.issuperset, plain=True)
        if wanted == frozenset(emits)
    }
    return tuple(" ".join(words) for words in sorted(found, key=len))


def phrase(description: MoveDescription, language: Language = GERMAN) -> str:
    """``description`` in words, with German capitals, to show or to speak; files by their names.

    Raises ``ValueError`` if there are no words for it, as for an empty description.
    """
    plain = phrases(description, replace(language, letters=False))
    if not plain:
        raise ValueError(f"no words for {description}")
    return lexicon.written(plain[0].split(), language.name)


def announcement(move: MoveFacts) -> str:
    """The move as it is announced, with both squares (D.2.1)."""
    if move.castling is not None:
        return phrase(MoveDescription(castling=move.castling))
    said = MoveDescription(
        piece=None if move.piece == chess.PAWN else move.piece,
        from_file=chess.square_file(move.from_square),
        from_rank=chess.square_rank(move.from_square),
        to_square=move.to_square,
        promotion=move.promotion,
        capture=move.captured is not None,
        en_passant=move.en_passant,
    )
    return phrase(said)


def ways(move: MoveFacts, language: Language = GERMAN) -> Iterator[tuple[str, ...]]:
    """Every way of saying a move that is true of it, ambiguous ones too; they are many."""
    true = _true_of(move)
    for emits, words in moves_automaton(language).paths(allowed=true.issuperset):
        if _names_enough(description_of(emits), move):
            yield words


def _names_enough(said: MoveDescription, move: MoveFacts) -> bool:
    """Unnamed means a pawn (C.4); a pawn that captures says so or names its file (C.9.3)."""
    if said.castling is not None or (said.from_file is not None and said.from_rank is not None):
        return True
    if move.piece != chess.PAWN:
        return said.piece is not None
    return move.captured is None or said.capture or said.from_file is not None


@lru_cache(maxsize=16)
def truths(position: Position) -> tuple[tuple[chess.Move, frozenset[Emit]], ...]:
    """For each legal move, what phrases may emit that choose it; check and mate choose nothing."""
    return tuple(
        (move, frozenset(e for e in _true_of(facts(position, move)) if e[0] != "check"))
        for move in position.legal_moves
    )


@lru_cache(maxsize=8)
def legal_automaton(position: Position, language: Language = GERMAN) -> Automaton:
    """The ways of saying the legal moves; check and mate may be said of any."""
    values = [true for _, true in truths(position)]
    return narrowed(moves_automaton(language), values, free=("check",))


ALPHABETS: Final[Mapping[CommandName, Language]] = {
    CommandName.LETTERS_ON: Language(letters=True),
    CommandName.SPELLING_ON: Language(spelling=True),
}
"""The language with the alphabet that each command switches on."""


def sentences(
    *positions: Position,
    language: Language = GERMAN,
    offered: Collection[CommandName] = (),
    own: str = GERMAN.name,
) -> tuple[Automaton, ...]:
    """The sentences of the board, in kinds that are searched one by one: the legal moves of each
    of ``positions``, moves of any kind, and commands. Legal moves may also be said in the alphabets
    that are ``offered`` to whoever uses them, and commands in the language ``own`` of the people.
    """
    used = [ALPHABETS[name] for name in offered]
    wider = replace(
        language,
        letters=language.letters or any(one.letters for one in used),
        spelling=language.spelling or any(one.spelling for one in used),
    )
    legal = (legal_automaton(position, wider) for position in positions)
    foreign = () if own == GERMAN.name else (foreign_commands(own, language),)
    commands = commands_automaton(language, frozenset())
    return (*legal, moves_automaton(language), commands, *foreign)


@cache
def examples(name: CommandName, language: Language = GERMAN) -> tuple[str, ...]:
    """How a command may be said, one line for each of its phrases, with plain words."""
    first = (
        next(language_of([template], language).paths(plain=True))
        for template in lexicon.with_forms(language.name, "game")["commands"][name.value]
    )
    return tuple(lexicon.written(words, language.name) for _, words in first)


@cache
def written_commands(language: str) -> tuple[str, ...]:
    """How commands may be typed: an example of each phrase that can be said, and the others."""
    said = (each for name in CommandName for each in examples(name, Language(language)))
    return tuple(dict.fromkeys((*said, *_only_typed(language))))


def _only_typed(language: str) -> Iterator[str]:
    """The phrases that are not listened for: all ways to say each, or one where it has slots."""
    words = lexicon.load(language, "game")
    listened_for = lexicon.formless(lexicon.with_forms(language, "game"))["commands"]
    known = slots(Language(language), heard=False)
    for name, templates in words["commands"].items():
        for template in templates:
            if template not in listened_for[name]:
                builder = Builder(words["parts"], known)
                builder.add(template)
                said = (words for _, words in builder.build().paths())
                for line in islice(said, 1 if "{" in template or "<" in template else None):
                    if not any(word.startswith("#") for word in line):
                        yield lexicon.written(line, language)


@cache
def yes_or_no() -> tuple[str, ...]:
    """All the ways to say either, in small letters."""
    words = lexicon.with_forms(GERMAN.name, "game")["commands"]
    templates = [*words[CommandName.YES.value], *words[CommandName.NO.value]]
    return tuple(" ".join(said) for _, said in language_of(templates).paths())


def heard_commands(names: Iterable[CommandName], language: Language = GERMAN) -> list[str]:
    """The examples of these commands as they are heard, in small letters."""
    return [example.lower() for name in names for example in examples(name, language)]


def _true_of(move: MoveFacts) -> frozenset[Emit]:
    """All that may be said of a move: castling also as the king's leap of two squares."""
    king_steps = move.castling and chess.square_distance(move.from_square, move.to_square) < 2
    whole = MoveDescription(
        piece=None if king_steps else move.piece,
        from_file=None if king_steps else chess.square_file(move.from_square),
        from_rank=None if king_steps else chess.square_rank(move.from_square),
        to_square=None if king_steps else move.to_square,
        promotion=move.promotion,
        capture=move.captured is not None,
        captured=move.captured,
        en_passant=move.en_passant,
        castling=move.castling,
    )
    check = {("check", "check")} if move.check else set()
    mate = {("check", "mate")} if move.mate else set()
    return frozenset({*emits_of(whole), *check, *mate})


# --- What a speech model cannot hear --------------------------------------------------------------

_NAMED = {"files": "file", "ranks": "rank", "pieces": None, "castling": None}
"""Tables of the lexicon, and the command that names one of their things."""


def unsayable(missing: Set[str]) -> tuple[str, ...]:
    """The usual phrase of everything that cannot be said in any way without the ``missing`` words.

    Files, ranks, pieces and castling first, then commands; ``missing`` is in small letters.
    """
    return tuple(phrase for phrase, ways in _usual_phrases() if not _ends_without(ways, missing))


@cache
def _usual_phrases() -> tuple[tuple[str, Automaton], ...]:
    """The usual phrase of everything, with all the ways to say it."""
    words = lexicon.with_forms(GERMAN.name, "game")
    things: list[tuple[str, Automaton]] = []
    for table, command in _NAMED.items():
        for key, templates in words[table].items():
            usual = lexicon.usual_for(table, key)
            phrase = words["commands"][command][0].format(**{command: usual}) if command else usual
            things.append((phrase, language_of(templates)))
    things.extend(
        (examples(name)[0], language_of(words["commands"][name.value])) for name in CommandName
    )
    return tuple(things)


def _ends_without(automaton: Automaton, missing: Set[str]) -> bool:
    """True if a phrase has none of the ``missing`` words."""
    reached = [0]
    for state in reached:
        if automaton.ends[state]:
            return True
        targets = {arc.target for arc in automaton.arcs[state] if arc.word not in missing}
        reached += sorted(targets - set(reached))
    return False
