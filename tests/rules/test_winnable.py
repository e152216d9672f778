# SPDX-License-Identifier: GPL-3.0-or-later
"""Who can still win (5.2.2, 6.9): never "no" where a mate exists, and every dead family found.

``YES`` is checked by playing its helpmate, ``NO`` by an exhaustive search of its own wherever the
whole of what can still happen is small enough.
"""

import random
from itertools import islice

import chess
import pytest
from hard_positions import FAMILIES, cramped, disturbed, placements, wall
from helpmates import check_proof, is_dead, mate_exists

from rules.position import Position
from rules.winnable import Winnability, can_win, prove
from rules.winnable.bitboard import bitboards
from rules.winnable.locked import never_mates

YES, NO = Winnability.YES, Winnability.NO

KNOWN = [
    # FEN, White can win, Black can win
    (chess.STARTING_FEN, YES, YES),
    # Material alone decides.
    ("8/8/4k3/8/8/3K4/8/8 w - - 0 1", NO, NO),
    ("8/8/4k3/8/8/3KB3/8/8 w - - 0 1", NO, NO),
    ("8/8/4k3/8/8/3KN3/8/8 w - - 0 1", NO, NO),
    ("8/8/4k3/8/8/3KNN2/8/8 w - - 0 1", YES, NO),
    ("8/8/4k3/8/8/3KBN2/8/8 w - - 0 1", YES, NO),
    ("8/8/4k3/8/8/3KB3/4B3/8 w - - 0 1", YES, NO),
    ("8/8/4k3/8/8/3K1Q2/8/8 w - - 0 1", YES, NO),
    ("8/8/4k3/8/8/3KP3/8/8 w - - 0 1", YES, NO),
    # Material misjudges: bishops on one colour only, on both sides.
    ("5k2/2b5/3b4/8/8/8/1B1B4/4K3 w - - 0 1", NO, NO),
    # A knight mates where the opponent's own man is in the way of the king.
    ("8/8/4k3/8/8/3KN3/8/6n1 w - - 0 1", YES, YES),
    ("8/8/8/8/8/8/p1K5/k2N4 w - - 0 1", YES, YES),
    # Bishops of different colours.
    ("8/2k5/4b3/8/8/8/3B4/4K3 w - - 0 1", YES, YES),
    # Locked chains of pawns.
    ("4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1", NO, NO),
    ("8/4k3/1p1p1p1p/pPpPpPpP/P1P1P1P1/8/4K3/8 w - - 0 1", NO, NO),
    ("8/4k1b1/1p1p1p1p/pPpPpPpP/P1P1P1P1/8/4KB2/8 b - - 0 1", YES, YES),
    # The king gets through to an unprotected pawn.
    ("8/8/8/1p1p1p1p/1P1P1P1P/8/8/k1K5 w - - 0 1", YES, YES),
    # One capture is forced and leaves too little.
    ("8/8/8/8/7k/8/1q6/K7 w - - 0 1", NO, NO),
    ("8/8/8/8/8/8/1q6/K1k5 w - - 0 1", NO, YES),
    ("k7/1R6/8/8/8/8/8/3K4 b - - 0 1", NO, NO),
    # Mate is on the board: only the mating side could win.
    ("k6R/8/1K6/8/8/8/8/8 b - - 0 1", YES, NO),
]


@pytest.mark.article("1.5", "5.2.2")
@pytest.mark.parametrize(("fen", "white", "black"), KNOWN)
def test_5_2_2_known_positions(fen: str, white: Winnability, black: Winnability) -> None:
    board = chess.Board(fen)
    assert board.is_valid()
    assert (can_win(board, chess.WHITE), can_win(board, chess.BLACK)) == (white, black)
    assert is_dead(board) == (white is NO and black is NO)


@pytest.mark.article("5.2.2")
def test_every_wall_of_pawns_is_dead() -> None:
    chance = random.Random(11)
    for _ in range(150):
        board = wall(chance)
        assert board.is_valid(), board.fen()
        assert is_dead(board), board.fen()


def test_other_coloured_bishop_opens_the_wall() -> None:
    dead = chess.Board("8/4k3/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/4K3 w - - 0 1")
    assert is_dead(dead)
    dead.set_piece_at(chess.C1, chess.Piece(chess.BISHOP, chess.WHITE))
    assert can_win(dead, chess.WHITE) is YES


@pytest.mark.article("5.2.2")
def test_single_coloured_bishops_are_dead() -> None:
    chance = random.Random(5)
    light = [
        square for square in chess.SQUARES if chess.BB_SQUARES[square] & chess.BB_LIGHT_SQUARES
    ]
    tried = 0
    while tried < 60:
        board = chess.Board.empty()
        bishops = chance.sample(light, chance.randint(1, 6))
        for square in bishops:
            board.set_piece_at(square, chess.Piece(chess.BISHOP, chance.choice(chess.COLORS)))
        free = [square for square in chess.SQUARES if board.piece_at(square) is None]
        for colour, square in zip(chess.COLORS, chance.sample(free, 2), strict=True):
            board.set_piece_at(square, chess.Piece(chess.KING, colour))
        board.turn = chance.choice(chess.COLORS)
        if board.is_valid() and any(board.legal_moves):
            tried += 1
            assert is_dead(board), board.fen()


@pytest.mark.article("5.2.2")
def test_no_is_never_said_before_mate() -> None:
    chance = random.Random(40)
    confirmed = 0
    for board in islice(disturbed(chance), 10):
        for winner in chess.COLORS:
            proof = prove(board, winner)
            check_proof(board, winner, proof)
            if proof[0] is NO:
                truth = mate_exists(board, winner, 700)
                assert truth is not True, (board.fen(), winner)
                confirmed += truth is False
    assert confirmed >= 2  # the check itself is not empty


@pytest.mark.article("5.2.2")
def test_verdicts_agree_with_everything_followed() -> None:
    chance = random.Random(31)
    decided = 0
    for board in islice(cramped(chance), 30):
        for winner in chess.COLORS:
            proof = prove(board, winner)
            check_proof(board, winner, proof)
            truth = mate_exists(board, winner, 200)
            if truth is not None:
                decided += 1
                assert proof[0] is (YES if truth else NO), board.fen()
    assert decided >= 4  # the check itself is not empty


def test_winnable_is_the_same_with_colours_exchanged() -> None:
    chance = random.Random(32)
    for make in FAMILIES.values():
        for board in islice(make(chance), 2):
            for winner in chess.COLORS:
                assert can_win(board, winner) is can_win(board.mirror(), not winner)


def test_winnable_is_the_same_when_mirrored() -> None:
    chance = random.Random(33)
    for board in islice(placements(chance), 12):
        other = board.transform(chess.flip_horizontal)
        for winner in chess.COLORS:
            verdicts = {can_win(board, winner), can_win(other, winner)}
            assert verdicts != {YES, NO}, board.fen()


def test_proofs_in_random_games_are_helpmates() -> None:
    for seed in range(8):
        chance = random.Random(seed)
        board = chess.Board.from_chess960_pos(seed * 97) if seed % 2 else chess.Board()
        for _ in range(chance.randrange(10, 90)):
            if board.is_game_over():
                break
            board.push(chance.choice(list(board.legal_moves)))
        for winner in chess.COLORS:
            proof = prove(board, winner)
            check_proof(board, winner, proof)
            assert not (never_mates(bitboards(board, winner)) and proof[0] is YES)


@pytest.mark.article("5.2.2")
def test_what_is_known_of_the_position_before_makes_no_verdict_wrong() -> None:
    """In games that begin with walls of pawns, with few men and with all of them, the verdict is
    that of the board alone, and the line that proves it is a helpmate of one side."""
    chance = random.Random(17)
    carried = 0
    boards = [*islice(disturbed(chance), 12), *(wall(chance) for _ in range(8))]
    boards += [chess.Board("8/5k2/8/8/8/2B5/4P3/4K3 w - - 0 1"), chess.Board()] * 3
    for board in boards:
        position = Position.rebuilt(board.fen(), False, 2018, ())
        for _ in range(30):
            if not position.legal_moves:
                break
            alone = Position.rebuilt(position.fen, False, 2018, ())
            verdict, mate = position.alive
            if alone.alive[0] is not Winnability.UNDECIDED:
                assert verdict is alone.alive[0], position.fen
            winner = position.turn == (len(mate) % 2 == 1)
            check_proof(position.board, winner, position.alive)
            carried += mate[-len(position.known_mate) :] == position.known_mate != ()
            position = position.play(chance.choice(position.legal_moves))
    assert carried > 100  # the check itself is not empty
