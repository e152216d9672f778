# SPDX-License-Identifier: GPL-3.0-or-later
"""Words for the synthetic people of a measurement: moves of plausible games, and other German.

The same seed gives the same words. ``VOICES`` are those that ``training/voices.toml`` holds out of
training and tuning, and those on which settings are chosen.
"""

import random
import tomllib
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Final

import chess

from bench.positions import describe
from rules.moves import facts
from rules.position import Position
from voice.language import lexicon
from voice.language.grammar import phrase, ways
from voice.language.intent import understand
from voice.language.interpretation import Heard
from voice.language.lexicon import GERMAN, Language
from voice.language.semantics import heard_language
from voice.language.transcript import Transcript

_LONGEST_GAME: Final = 120  # plies
_SHORTEST_WAY: Final = 0.7  # of the moves are said as briefly as possible
_MOST_WORDS: Final = 8
_VALUES: Final = {1: 1.0, 2: 3.0, 3: 3.1, 4: 5.0, 5: 9.0, 6: 0.0}
VOICES: Final = Path(__file__).parent.parent / "training" / "voices.toml"
_OUTSIDE: Final = Path(__file__).parent / "outside.toml"


# --- Games ----------------------------------------------------------------------------------------


def moves(rng: random.Random) -> Iterator[tuple[Position, chess.Move]]:
    """Endless moves of plausible games, each with the position before it."""
    while True:
        position = Position.start()
        while position.legal_moves and position.ply < _LONGEST_GAME:
            move = _plausible(position, rng)
            yield position, move
            position = position.play(move)


def _plausible(position: Position, rng: random.Random) -> chess.Move:
    """A move as of an eager club player: takes, develops, checks, seldom hangs a piece."""
    weights = [2.0 ** _score(position.board, move) for move in position.legal_moves]
    return rng.choices(position.legal_moves, weights)[0]


def _score(board: chess.Board, move: chess.Move) -> float:
    piece = board.piece_type_at(move.from_square) or chess.PAWN
    score = _VALUES[move.promotion] if move.promotion else 0.0
    if board.is_capture(move):
        score += 1.0 + _VALUES[board.piece_type_at(move.to_square) or chess.PAWN]
    guarded = board.is_attacked_by(not board.turn, move.to_square)
    if guarded:
        score -= _VALUES[piece] * 0.8
    if board.is_castling(move):
        score += 4.0
    if board.gives_check(move):
        score += 1.0
    home = chess.BB_RANK_1 | chess.BB_RANK_8
    if piece in (chess.KNIGHT, chess.BISHOP) and chess.BB_SQUARES[move.from_square] & home:
        score += 1.5
    if piece == chess.KING and not board.is_castling(move):
        score -= 2.0
    centre = 3.5 - max(
        abs(chess.square_file(move.to_square) - 3.5), abs(chess.square_rank(move.to_square) - 3.5)
    )
    return score + 0.5 * centre


def said(
    position: Position, move: chess.Move, rng: random.Random, language: str = GERMAN.name
) -> str:
    """One of the ways to say a move so that it is understood, mostly the shortest; in a language
    that has words of its own for moves."""
    spoken = heard_language(language)
    shortest = phrase(describe(position, move), spoken)
    if rng.random() < _SHORTEST_WAY:
        return shortest
    every = [way for way in ways(facts(position, move), spoken) if len(way) <= _MOST_WORDS]
    rng.shuffle(every)
    for words in every[:20]:
        text = " ".join(as_heard(words, language))
        meant = understand([Transcript(text, 1.0)], position, language=listening(language))
        if isinstance(meant, Heard) and meant.move == move:
            return lexicon.written(words, language)
    return shortest


def as_heard(words: Iterable[str], language: str) -> Iterator[str]:
    """The words as they are listened for: "en_knight"; German ones as they are."""
    return (word if language == GERMAN.name else lexicon.foreign(word, language) for word in words)


def listening(language: str) -> Language:
    """The language of moves where those of another are heard beside the German ones."""
    return GERMAN if language == GERMAN.name else Language(moves_in=language)


# --- Everything else ------------------------------------------------------------------------------


def outside(rng: random.Random, language: str = GERMAN.name) -> Iterator[str]:
    """Endless everyday German, and talk about chess, that is no move and no command; or the same in
    another language."""
    with _OUTSIDE.open("rb") as file:
        tables = tomllib.load(file)
    table = tables.get(language, tables)
    while True:
        sentence = rng.choice(table["sentences"])
        while "{" in sentence:
            slot = sentence[sentence.index("{") + 1 : sentence.index("}")]
            sentence = sentence.replace(f"{{{slot}}}", rng.choice(table["slots"][slot]), 1)
        yield sentence


def lines(count: int, seed: int, language: str = GERMAN.name) -> Iterator[tuple[str, str]]:
    """So many moves to be said, in ``language``, each with the FEN of its position."""
    rng = random.Random(seed)
    for position, move in islice(moves(rng), count):
        yield said(position, move, rng, language), position.fen
