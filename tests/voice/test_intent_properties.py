# SPDX-License-Identifier: GPL-3.0-or-later
"""What was meant, in any position: nothing is played that was not said."""

import random

import chess
from games import positions
from hypothesis import given, settings
from hypothesis import strategies as st
from intents import heard, short

from bench.positions import describe
from rules.description import MoveDescription
from rules.moves import facts
from rules.position import Position
from voice.language import lexicon
from voice.language.completeness import Completeness, completeness
from voice.language.disambiguation import deciding_words
from voice.language.grammar import phrase, phrases, ways
from voice.language.intent import understand
from voice.language.interpretation import Ambiguous, Heard, Illegal

sources = st.randoms(use_true_random=False)


@settings(max_examples=30, deadline=None)
@given(positions, sources)
def test_every_legal_phrase_is_heard_or_asked(position: Position, source: random.Random) -> None:
    for move in source.sample(position.legal_moves, min(3, len(position.legal_moves))):
        for words in source.sample(every := list(ways(facts(position, move))), min(8, len(every))):
            intent = understand(heard(" ".join(words)), position)
            if isinstance(intent, Ambiguous):
                assert move in intent.moves
            else:
                assert isinstance(intent, Heard)
                assert intent.move == move


@settings(max_examples=30, deadline=None)
@given(positions, sources)
def test_illegal_phrase_is_never_a_legal_move(position: Position, source: random.Random) -> None:
    """From and to are said in full, so nothing but that very move can be meant."""
    legal = {
        (facts(position, m).from_square, facts(position, m).to_square) for m in position.legal_moves
    }
    kings = {m.from_square for m in position.legal_moves if position.board.is_castling(m)}
    for _ in range(40):
        start, to = source.sample(range(64), 2)
        if (start, to) in legal or start in kings:  # Chess960: onto the rook is castling
            continue
        piece = position.board.piece_type_at(start)
        for named in (piece, None):
            said = MoveDescription(named, start & 7, start >> 3, to)
            for words in phrases(said):
                assert isinstance(understand(heard(words), position), Illegal), words


@settings(max_examples=30, deadline=None)
@given(positions, sources)
def test_garbled_words_never_play_an_unsaid_move(position: Position, source: random.Random) -> None:
    """One hypothesis with a word exchanged: what is heard without a question was said so."""
    if not position.legal_moves:
        return
    for _ in range(10):
        words = phrase(describe(position, source.choice(position.legal_moves))).split()
        words[source.randrange(len(words))] = source.choice(["zwei", "Eva", "[unk]", "Turm", "auf"])
        intent = understand(heard(" ".join(words)), position)
        if isinstance(intent, Heard):
            true = {" ".join(way).lower() for way in ways(facts(position, intent.move))}
            assert " ".join(words).lower() in true


@settings(max_examples=25, deadline=None)
@given(positions)
def test_deciding_words_tell_moves_apart(
    position: Position,
) -> None:
    by_target: dict[tuple[int | None, int], list[chess.Move]] = {}
    for move in position.legal_moves:
        if not position.board.is_castling(move):
            kind = position.board.piece_type_at(move.from_square), move.to_square
            by_target.setdefault(kind, []).append(move)
    for moves in by_target.values():
        if len(moves) < 2:
            continue
        options = deciding_words(position, moves)
        asked = Ambiguous(tuple(moves), "")
        left = set(moves)
        for option in options:
            intent = understand(heard(option), position, asked)
            assert isinstance(intent, Heard | Ambiguous)
            chosen = {intent.move} if isinstance(intent, Heard) else set(intent.moves)
            assert chosen < set(moves)
            left -= chosen
        assert not left


@settings(max_examples=25, deadline=None)
@given(positions)
def test_complete_means_no_longer_phrase_differs(position: Position) -> None:
    said = {
        words: move
        for move in position.legal_moves
        for words in phrases(describe(position, move))
        + (
            phrases(
                MoveDescription(
                    None,
                    move.from_square & 7,
                    move.from_square >> 3,
                    move.to_square,
                    move.promotion,
                )
            )
            if not position.board.is_castling(move)
            else ()
        )
    }
    for words, move in said.items():
        state = completeness(lexicon.words(words), position)
        longer = [other for text, other in said.items() if text.startswith(words + " ")]
        if any(other != move for other in longer):
            assert state is not Completeness.COMPLETE
        for count in range(1, len(words.split())):
            start = " ".join(words.split()[:count])
            if completeness(lexicon.words(start), position) is Completeness.COMPLETE:
                assert short(understand(heard(start), position)) in (move.uci(), f"{move.uci()}?")
