# SPDX-License-Identifier: GPL-3.0-or-later
"""From what was heard or typed to what was meant, in a position.

A move is never played that the player did not say: legal readings are preferred, never forced,
and what is unsure is asked about. How sure is sure enough is data, in ``costs.toml``: the shares
of an n-best list that agree on a meaning, the number of words, and which words are taken for one
another. The recogniser's word confidences are not asked.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import chess

from rules import notation
from rules.description import Castling, MoveDescription
from rules.illegal import Illegality, explain
from rules.moves import find
from rules.position import Position
from voice import costs, lexicon
from voice.commands import DANGEROUS, Command, CommandName
from voice.deciding import answered, deciding_words
from voice.endpoint import Settled
from voice.grammar import truths
from voice.readings import (
    Reading,
    command_of,
    commands_automaton,
    moves_automaton,
    parse_words,
)
from voice.transcript import UNKNOWN, Transcript

__all__ = [
    "Ambiguous",
    "Asked",
    "Command",
    "Heard",
    "Illegal",
    "Intent",
    "NotUnderstood",
    "Settled",
    "Unsure",
    "settled",
    "understand",
    "understand_typed",
]


@dataclass(frozen=True, slots=True)
class Heard:
    """A legal move, said clearly; ``text`` is what was heard."""

    move: chess.Move
    text: str


@dataclass(frozen=True, slots=True)
class Ambiguous:
    """Several legal moves may be meant; ``options`` are the words that decide ("Anna", "Felix").

    There may be fewer options than moves: then the answer leaves a further question.
    """

    moves: tuple[chess.Move, ...]
    options: tuple[str, ...]
    text: str

    @property
    def only_promotion(self) -> bool:
        """Whether nothing but the piece of a promotion was left unsaid (D.2.1)."""
        return len({(move.from_square, move.to_square) for move in self.moves}) == 1


@dataclass(frozen=True, slots=True)
class Unsure:
    """A legal move was probably said: ask "is it this?" before anything is done."""

    move: chess.Move
    text: str


@dataclass(frozen=True, slots=True)
class Illegal:
    """A move was said clearly that the Laws do not allow here, and why."""

    description: MoveDescription
    illegality: Illegality
    text: str


@dataclass(frozen=True, slots=True)
class NotUnderstood:
    """No move and no command; ``text`` is the best guess at the words."""

    text: str


Intent = Heard | Ambiguous | Unsure | Illegal | Command | NotUnderstood

Asked = Ambiguous | Unsure | Command | None
"""What an open question is about: these words may be the answer."""


def understand(
    transcripts: Sequence[Transcript],
    position: Position,
    asked: Asked = None,
    letters: bool = False,
) -> Intent:
    """What was meant by an utterance with these hypotheses, the best first.

    ``asked`` is the intent that the table asked about, if a question is open: its deciding words
    are understood then. ``letters`` allows files by the letter's name.
    """
    heard = _weighted(transcripts)
    if not heard:
        return NotUnderstood("")
    shares: dict[Intent, float] = {}
    firsts: dict[Intent, tuple[str, ...]] = {}
    for words, share in heard:
        meaning = _meaning(words, position, asked, letters)
        key = _key(meaning)
        shares[key] = shares.get(key, 0.0) + share * _likely(meaning)
        firsts.setdefault(key, words)
    total = sum(shares.values())
    evidence = _Evidence({key: share / total for key, share in shares.items()}, firsts)
    return _decide(evidence, heard, position, letters)


def understand_typed(
    line: str, position: Position, asked: Asked = None, letters: bool = True
) -> Intent:
    """What a typed line means: spoken words in any spelling, squares, notation or UCI."""
    line = line.strip()
    words = lexicon.words(line, letters)
    meaning = _meaning(words, position, asked, letters)
    if not isinstance(meaning, NotUnderstood):
        return meaning
    for language in ("de", "en"):
        for spelling in (line, line[:1].upper() + line[1:]):
            written = notation.parse(spelling, language)
            if isinstance(written, notation.Written):
                return _of_readings(written.descriptions, position, line)
    return NotUnderstood(line)


def settled(text: str, position: Position, asked: Asked = None, letters: bool = False) -> Settled:
    """Whether the speaker is done, as far as words can tell: to end an utterance early.

    COMPLETE: a legal move or a command, and no longer phrase with another meaning begins so.
    "Springer Gustav eins" is OPEN while the knight stands there, "Eva acht" until the promotion is
    named; "Schach" may always follow and keeps nothing open.
    """
    words = lexicon.words(text)
    meaning = _meaning(words, position, asked, letters)
    if asked is not None and _answers(meaning, words, position, asked, letters):
        return Settled.COMPLETE
    if _move_may_follow(words, meaning, position, letters) or _command_may_follow(
        words, meaning, letters
    ):
        return Settled.OPEN
    done = isinstance(meaning, Heard | Unsure | Command)
    return Settled.COMPLETE if done else Settled.UNKNOWN


def _answers(
    meaning: Intent, words: tuple[str, ...], position: Position, asked: Asked, letters: bool
) -> bool:
    if isinstance(asked, Ambiguous):
        return len(answered(position, asked.moves, words, letters)) == 1
    return isinstance(meaning, Command) and meaning.name in (CommandName.YES, CommandName.NO)


def _move_may_follow(
    words: tuple[str, ...], meaning: Intent, position: Position, letters: bool
) -> bool:
    """Whether more words could make of these another legal move than they are now."""
    automaton = moves_automaton(letters)
    live = automaton.follow(words)
    present = meaning.move if isinstance(meaning, Heard) else None
    return any(
        emits_so_far <= true and automaton.goes_on(state, true)
        for move, true in (truths(position) if live else ())
        if move != present
        for state, emits_so_far in ((state, frozenset(emits)) for state, emits in live)
    )


def _command_may_follow(words: tuple[str, ...], meaning: Intent, letters: bool) -> bool:
    automaton = commands_automaton(letters)
    return any(
        _key(command_of(emits + more, ())) != _key(meaning)
        for state, emits in automaton.follow(words)
        for more, ahead in automaton.paths(state)
        if ahead
    )


@dataclass(frozen=True, slots=True)
class _Evidence:
    """The share of each meaning, without its text, and the words in which it was heard first."""

    shares: dict[Intent, float]
    words: dict[Intent, tuple[str, ...]]

    def text(self, meaning: Intent) -> str:
        """What was heard, to show."""
        return lexicon.written(self.words[meaning])


def _weighted(transcripts: Sequence[Transcript]) -> list[tuple[tuple[str, ...], float]]:
    """The hypotheses as words with their shares; unknown sounds are words too."""
    heard = [(lexicon.words(each.text), max(each.confidence, 0.0)) for each in transcripts]
    if any(words for words, _ in heard) and not any(share for _, share in heard):
        heard = [(words, 0.5**place) for place, (words, _) in enumerate(heard)]
    total = sum(share for _, share in heard)
    return [(words, share / total) for words, share in heard if share > 0]


def _likely(meaning: Intent) -> float:
    """How much rarer than a legal move or a command this is said, as a factor."""
    return math.exp(-costs.load().costs["illegal"]) if isinstance(meaning, Illegal) else 1.0


def _key(meaning: Intent) -> Intent:
    """The meaning without the words, in which two ways of saying it differ."""
    return replace(meaning, text="")


# What one sequence of words means.


def _meaning(words: tuple[str, ...], position: Position, asked: Asked, letters: bool) -> Intent:
    text = lexicon.written(words)
    if isinstance(asked, Ambiguous):
        chosen = answered(position, asked.moves, words, letters)
        if chosen:
            return _of_moves(chosen, position, text)
    return _of_readings(parse_words(words, letters), position, text)


def _of_readings(readings: Sequence[Reading], position: Position, text: str) -> Intent:
    """Legal moves first, then commands, then illegal moves."""
    moves = dict.fromkeys(
        move
        for said in readings
        if isinstance(said, MoveDescription)
        for move in find(position, said)
    )
    if moves:
        return _of_moves(tuple(moves), position, text)
    for said in readings:
        if isinstance(said, Command):
            castles = said.name is CommandName.CASTLE_INTENT
            return _castling_without_side(position, text) if castles else said
    for said in readings:
        if isinstance(said, MoveDescription):
            return _illegal(position, said, text)
    return NotUnderstood(text)


def _of_moves(moves: tuple[chess.Move, ...], position: Position, text: str) -> Intent:
    if len(moves) == 1:
        return Heard(moves[0], text)
    return Ambiguous(moves, deciding_words(position, moves), text)


def _illegal(position: Position, said: MoveDescription, text: str) -> Intent:
    illegality = explain(position, said)
    return Illegal(said, illegality, text) if illegality else NotUnderstood(text)


def _castling_without_side(position: Position, text: str) -> Intent:
    """ "Rochade" alone: both are asked for, and one that was left to guess is asked about."""
    said = {side: MoveDescription(castling=side) for side in Castling}
    moves = tuple(move for side in Castling for move in find(position, said[side]))
    if len(moves) == 1:
        return Unsure(moves[0], text)
    if moves:
        return _of_moves(moves, position, text)
    rights = position.board.has_queenside_castling_rights(position.turn)
    only_long = rights and not position.board.has_kingside_castling_rights(position.turn)
    return _illegal(position, said[Castling.LONG if only_long else Castling.SHORT], text)


# What an n-best list means.


def _decide(
    evidence: _Evidence,
    heard: list[tuple[tuple[str, ...], float]],
    position: Position,
    letters: bool,
) -> Intent:
    shares = costs.load().shares
    best, share = max(evidence.shares.items(), key=lambda item: item[1])
    text = evidence.text(best)
    match best:
        case Command():
            return _command(best, share, evidence)
        case Heard():
            return _heard(best, share, evidence, position, letters)
        case Ambiguous() | Unsure():
            return replace(best, text=text) if share >= shares["ask"] else NotUnderstood(text)
        case Illegal() if share >= shares["clearly_illegal"]:
            return replace(best, text=text)
    noise = sum(share for words, share in heard if 2 * words.count(UNKNOWN) >= len(words))
    unsure = _nearly(evidence, heard, position, letters) if noise < shares["noise"] else None
    if unsure is not None:
        return unsure
    if isinstance(best, Illegal) and share >= shares["illegal"]:
        return replace(best, text=text)
    return NotUnderstood(text)


def _command(best: Command, share: float, evidence: _Evidence) -> Intent:
    shares = costs.load().shares
    text = evidence.text(best)
    enough = shares["command"]
    if len(evidence.words[best]) == 1:
        enough = shares["command_one_word"]
    if best.name in DANGEROUS or best.name is CommandName.YES:
        enough = shares["command_dangerous"]
    return replace(best, text=text) if share >= enough else NotUnderstood(text)


def _heard(
    best: Heard, share: float, evidence: _Evidence, position: Position, letters: bool
) -> Intent:
    shares = costs.load().shares
    words, text = evidence.words[best], evidence.text(best)
    rivals = [
        other.move
        for other, part in evidence.shares.items()
        if isinstance(other, Heard) and other != best and part >= shares["rival"] * share
    ]
    by_length = {1: shares["heard_one_word"], 2: shares["heard_two_words"]}
    enough = by_length.get(len(words), shares["heard"])
    if _has_twin(best, words, position, letters):
        enough = max(enough, shares["heard_with_twin"])
    if share >= enough and not rivals:
        return replace(best, text=text)
    if share < shares["ask"]:
        return NotUnderstood(text)
    if rivals:
        moves = (best.move, *rivals)
        options = deciding_words(position, moves)
        if len(options) == len(moves) and not _sound_alike(options):
            return Ambiguous(moves, options, text)
    return Unsure(best.move, text)


def _has_twin(best: Heard, words: tuple[str, ...], position: Position, letters: bool) -> bool:
    """Whether one word taken for another makes a different legal move of what was heard."""
    others = (_meaning(other, position, None, letters) for other, _ in _confused(words))
    return any(isinstance(other, Heard) and other.move != best.move for other in others)


def _sound_alike(options: Sequence[str]) -> bool:
    confusions = costs.load().confusions
    words = [lexicon.words(option) for option in options]
    return any(
        len(one) == len(other) == 1 and other[0] in confusions.get(one[0], {})
        for one in words
        for other in words
    )


def _nearly(
    evidence: _Evidence,
    heard: list[tuple[tuple[str, ...], float]],
    position: Position,
    letters: bool,
) -> Unsure | None:
    """The one legal move that is nearly what was heard, to be asked about; never played at once.

    Legal hypotheses further down the list count as they are; others after a single repair: one
    word taken for another, or one too many.
    """
    shares = costs.load().shares
    weights: dict[chess.Move, float] = {
        meaning.move: share
        for meaning, share in evidence.shares.items()
        if isinstance(meaning, Heard | Unsure)
    }
    for words, share in heard:
        if share < shares["ask"]:
            continue
        for repaired, cost in (*_confused(words), *_shortened(words)):
            meaning = _meaning(repaired, position, None, letters)
            if isinstance(meaning, Heard) and cost <= costs.load().costs["repair"]:
                weight = share * math.exp(-cost)
                weights[meaning.move] = max(weights.get(meaning.move, 0.0), weight)
    ranked = sorted(weights.items(), key=lambda item: -item[1])
    if not ranked or (len(ranked) > 1 and ranked[1][1] >= shares["rival"] * ranked[0][1]):
        return None
    text = lexicon.written(heard[0][0])
    return Unsure(ranked[0][0], text) if ranked[0][1] >= shares["nearly"] else None


def _confused(words: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], float]]:
    for place, word in enumerate(words):
        for other, cost in costs.load().confusions.get(word, {}).items():
            yield (*words[:place], other, *words[place + 1 :]), cost


def _shortened(words: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], float]]:
    """Without one word, of at least three: two words of chatter are soon a pawn's move."""
    if len(words) > 2:
        for place in range(len(words)):
            yield (*words[:place], *words[place + 1 :]), costs.load().costs["extra_word"]
