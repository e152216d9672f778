# SPDX-License-Identifier: GPL-3.0-or-later
"""Positions and moves from games: of given moves, and of random ones for what holds anywhere."""

import random

import chess
from hypothesis import strategies as st

from rules.description import MoveFacts
from rules.moves import facts
from rules.position import Position


def after(moves: str, fen: str = chess.STARTING_FEN, edition: int = 2018) -> Position:
    """Where moves as in "e2e4 e7e5" lead."""
    position = Position.from_fen(fen, edition=edition)
    return position.play_all([chess.Move.from_uci(word) for word in moves.split()])


def played(*sans: str) -> tuple[Position, tuple[MoveFacts, ...]]:
    """Where moves as in "e4", "Nf6" lead from the initial position, and what they were."""
    position, made = Position.start(), []
    for san in sans:
        move = position.board.parse_san(san)
        made.append(facts(position, move))
        position = position.play(move)
    return position, tuple(made)


def fact(san: str, fen: str = chess.STARTING_FEN, *, chess960: bool = False) -> MoveFacts:
    """Facts of a move."""
    position = Position.from_fen(fen, chess960=chess960)
    return facts(position, position.board.parse_san(san))


def playout(chance: random.Random, plies: int, start: Position | None = None) -> Position:
    """Where so many random moves lead, or fewer where the game ends before."""
    position = start or Position.start()
    for _ in range(plies):
        if not position.legal_moves:
            break
        position = position.play(chance.choice(position.legal_moves))
    return position


def _any_position(seed: int, plies: int) -> Position:
    start = Position.start(chess960=seed % 960 if seed % 5 == 0 else None)
    return playout(random.Random(seed), plies, start)


positions = st.builds(_any_position, st.integers(0, 2**32), st.integers(0, 120))
"""Of ordinary chess, and of Chess960."""
