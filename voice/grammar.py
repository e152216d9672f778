# SPDX-License-Identifier: GPL-3.0-or-later
"""The spoken language of moves and commands: one grammar for three uses.

It lists what can be said (:func:`runtime_phrases` for the recogniser, :func:`examples` for help),
parses what was heard (:func:`parse`) and generates what expresses a move (:func:`phrase`,
:func:`ways`). All its words are in ``lexicon/de.toml``.
"""

from collections.abc import Iterator
from functools import lru_cache

import chess

from rules.description import MoveDescription, MoveFacts
from rules.moves import facts
from rules.position import Position
from voice import lexicon
from voice.commands import CommandName
from voice.readings import Reading, description_of, emits_of, moves_automaton, parse_words, slots
from voice.template import Builder, Emit


def parse(text: str, letters: bool = False) -> tuple[Reading, ...]:
    """All that ``text`` may mean as a whole; nothing where it is no phrase of the language.

    With ``letters`` files may be said by the letter's name ("be vier").
    """
    return parse_words(lexicon.words(text), letters)


@lru_cache(maxsize=8192)
def phrases(description: MoveDescription) -> tuple[str, ...]:
    """The plain phrases that say exactly ``description``: no synonyms, no fillers."""
    wanted = frozenset(emits_of(description))
    found = {
        words
        for emits, words in moves_automaton().paths(allowed=wanted.issuperset, plain=True)
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


def ways(move: MoveFacts, letters: bool = False) -> Iterator[tuple[str, ...]]:
    """Every way of saying a move that is true of it, ambiguous ones too; they are many."""
    true = _true_of(move)
    for emits, words in moves_automaton(letters).paths(allowed=true.issuperset):
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


def examples(name: CommandName) -> tuple[str, ...]:
    """How a command may be said, one line for each of its phrases, with plain words."""
    here: list[str] = []
    for template in lexicon.load()["commands"][name.value]:
        builder = Builder(lexicon.load()["parts"], slots())
        builder.add(template)
        _, words = next(builder.build().paths(plain=True))
        here.append(lexicon.written(words))
    return tuple(here)


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
