# SPDX-License-Identifier: GPL-3.0-or-later
"""Who can still win behind locked pawns, with one lever left and with buried pieces (5.2.2).

``YES`` counts for the helpmate that it shows, ``NO`` is compared with everything that can happen,
followed by other means, wherever that is little enough.
"""

import random
from collections.abc import Iterator
from itertools import islice

import chess
import pytest
from hard_positions import BURIED, KINDS
from helpmates import check_proof, is_dead, mate_exists

from rules.outcome import judge
from rules.winnable import Winnability, prove
from rules.winnable.bitboard import bitboards, board_of, is_mate
from rules.winnable.goals import nearest_blockades
from rules.winnable.helpmate import helpmate_on_walks
from rules.winnable.locked import never_mates, regions
from rules.winnable.search import Exhaustion

YES, NO, UNDECIDED = Winnability

DEAD = [
    # Pawns on one file never pass each other, whatever the kings take.
    "1k6/p1p1p1p1/P1P1P1P1/p1p1p1p1/8/8/P1P1P1P1/4K3 w - - 0 1",
    "3k4/p1p1p1p1/P1P1P1P1/p1p1p1p1/8/8/P1P1P1P1/3K4 w - - 0 1",
    "2k5/2p1p1p1/p1P1P1P1/P1p4K/8/8/2P5/8 w - - 0 1",
    # A king that cannot get away guards for ever what is beside it.
    "8/3k4/1B6/8/8/1p6/pP6/K7 w - - 0 1",
    "3B4/8/4p3/3pP2k/2pP4/1pP5/pPb5/K7 w - - 0 1",
    # The king has to step back, and never returns.
    "8/2b5/kp1p1p2/1PpP1Pp1/K1P3P1/3B4/8/8 b - - 0 1",
    # Whoever gets nearer stalemates.
    "1k6/b7/7p/5p1P/5p2/5PpK/6P1/8 w - - 0 1",
    "8/8/7p/5p1P/5p1K/5Pp1/6P1/5kb1 b - - 0 1",
    "k1b5/1p1pB3/1P1P4/K7/8/8/8/8 b - - 0 1",
    # One side has a few moves of pawns left and is stalemated then.
    "1k6/1P5p/BP3p2/1P6/8/8/5PKP/8 b - - 0 1",
    "5k2/p1p5/8/8/8/6p1/P1P3Pp/7K w - - 0 1",
    "4k3/5p1p/8/1p6/1P6/KP6/PP3P1P/8 w - - 0 1",
    "kbK5/b1p2p1p/1pPp4/1P1P4/8/8/5P1P/8 w - - 0 1",
    "6k1/p3p1P1/6PB/p5P1/2p5/P3P3/2PK4/8 w - - 0 1",
]
"""Of none the version before knew it."""

ALIVE = [
    # FEN, who can win
    # Something has to be taken first, or given up.
    ("3k4/8/8/8/2p1p1pP/KpP1P1P1/1P6/8 w - - 0 1", chess.BLACK),
    ("7k/7p/8/8/8/1p5P/pP6/K1B5 w - - 0 1", chess.WHITE),
    ("5b1k/4p1p1/4P1P1/8/3p4/3P2K1/8/8 w - - 0 1", chess.BLACK),
    ("8/5k2/8/6B1/K3p1p1/1p1pP1P1/1PbP4/8 w - - 0 1", chess.BLACK),
    # The loser's bishops get in the way of their king.
    ("2b5/8/p1p2k1B/P1Pp1p1p/3PbP1P/B1K5/8/4B3 w - - 0 1", chess.BLACK),
    ("4B3/1k6/6B1/2b5/1p1p1p1p/KP1P1P1P/8/7B w - - 0 1", chess.BLACK),
    ("5b2/7k/1b1b4/6b1/1p3pBp/pPp1pP1P/P1P1P3/3K4 b - - 0 1", chess.WHITE),
    # Nothing is gained before something was given up.
    ("b7/6k1/2b3B1/1p6/1Pp4p/2Pp1p1p/KB1P1P1P/3b4 w - - 0 1", chess.BLACK),
    ("8/7b/8/2kB3p/4p1pP/1pBpP1P1/1P1P1B2/5K2 w - - 0 1", chess.WHITE),
]
"""Of none the version before knew it."""


def positions(each: int, seed: int) -> Iterator[chess.Board]:
    """Some of every kind."""
    for kind, make in KINDS.items():
        yield from islice(make(random.Random(f"{seed} {kind}")), each)


@pytest.mark.article("5.2.2")
@pytest.mark.parametrize("fen", DEAD)
def test_5_2_2_dead_behind_locked_pawns(fen: str) -> None:
    board = chess.Board(fen)
    assert board.is_valid()
    assert is_dead(board)
    assert judge(fen)["dead"]


@pytest.mark.article("5.2.2")
@pytest.mark.parametrize(("fen", "winner"), ALIVE)
def test_5_2_2_alive_behind_locked_pawns(fen: str, winner: chess.Color) -> None:
    board = chess.Board(fen)
    assert board.is_valid()
    proof = prove(board, winner)
    assert proof[0] is YES
    check_proof(board, winner, proof)
    assert not is_dead(board)


@pytest.mark.article("5.2.2")
def test_no_is_never_said_behind_locked_pawns_before_mate() -> None:
    confirmed = 0
    for board in positions(each=12, seed=1):
        for winner in chess.COLORS:
            proof = prove(board, winner)
            check_proof(board, winner, proof)
            if proof[0] is NO:
                truth = mate_exists(board, winner, 1500)
                assert truth is not True, (board.fen(), winner)
                confirmed += truth is False
    assert confirmed >= 4  # the check itself is not empty


def tiny(chance: random.Random) -> Iterator[chess.Board]:
    """One or two pairs of pawns in a corner, the kings beside them: everything can be followed."""
    while True:
        board = chess.Board.empty()
        for file in chance.sample(range(3), 2):
            low, high = sorted(chance.sample(range(1, 6), 2))
            board.set_piece_at(chess.square(file, low), chess.Piece(1, chess.WHITE))
            board.set_piece_at(chess.square(file, high), chess.Piece(1, chess.BLACK))
        corner = [
            chess.square(file, rank)
            for file in range(3)
            for rank in range(8)
            if board.piece_at(chess.square(file, rank)) is None
        ]
        for colour, square in zip(chess.COLORS, chance.sample(corner, 2), strict=True):
            board.set_piece_at(square, chess.Piece(chess.KING, colour))
        board.turn = chance.choice(chess.COLORS)
        if board.is_valid() and any(board.legal_moves):
            yield board


@pytest.mark.article("5.2.2")
def test_what_regions_show_is_never_refuted_by_a_line() -> None:
    """The regions alone, against proofs by lines of moves: they never contradict each other."""
    chance = random.Random(3)
    shown = 0
    for board in (*positions(each=20, seed=2), *islice(tiny(chance), 60)):
        for winner in chess.COLORS:
            if never_mates(bitboards(board, winner)):
                shown += 1
                assert prove(board, winner)[0] is NO, board.fen()
                here = bitboards(board, winner)
                assert helpmate_on_walks(here, 2, 40, 10).line is None, board.fen()
                found = Exhaustion(here).follow(1500, look=False)
                assert found.line is None, board.fen()
    assert shown >= 20  # the check itself is not empty


def test_regions_hold_wherever_random_moves_lead() -> None:
    """No man is ever found outside its region."""
    for number, board in enumerate(positions(each=8, seed=4)):
        chance = random.Random(number)
        men = regions(bitboards(board, chess.WHITE))
        now = {man.home.bit_length() - 1: man for man in men}
        for _ in range(120):
            moves = list(board.legal_moves)
            if not moves:
                break
            move = chance.choice(moves)
            if board.is_en_passant(move):
                del now[move.to_square + (-8 if board.turn else 8)]
            elif board.is_capture(move):
                assert now[move.to_square].takeable
            man = now.pop(move.from_square)
            now[move.to_square] = man
            board.push(move)
            kind = board.piece_type_at(move.to_square)
            allowed = man.region if kind == man.kind else man.promoted
            assert allowed >> move.to_square & 1, (number, move)


def test_blockades_are_mates_and_walks_prove_nothing() -> None:
    found = 0
    for board in positions(each=10, seed=5):
        for winner in chess.COLORS:
            here = bitboards(board, winner)
            for mate in nearest_blockades(here, regions(here))[:3]:
                found += 1
                placed = board_of(here)
                for square in chess.SquareSet(placed.occupied & ~placed.pawns):
                    placed.remove_piece_at(square)
                kings = ((mate.guard, chess.WHITE), (mate.corner, chess.BLACK))
                for square, colour in kings:
                    placed.set_piece_at(square, chess.Piece(chess.KING, colour))
                for pieces, colour in ((mate.pieces, chess.WHITE), (mate.blockers, chess.BLACK)):
                    for kind, square in pieces:
                        placed.set_piece_at(square, chess.Piece(kind, colour))
                placed.turn, placed.ep_square = chess.BLACK, None
                assert placed.is_checkmate(), placed.fen()
            line = helpmate_on_walks(here, 3, 2, 2)
            assert line.complete == (line.line is not None)
            assert line.line is None or is_mate(line.end)
    assert found >= 20  # the check itself is not empty


def test_following_can_be_continued() -> None:
    board = chess.Board("k1b5/1p1pB3/1P1P4/K7/8/8/8/8 b - - 0 1")
    everything = Exhaustion(bitboards(board, chess.WHITE))
    cut_short = everything.follow(50, look=False)
    assert (cut_short.line, cut_short.complete) == (None, False)
    assert everything.followed == 50
    through = everything.follow(10_000, look=True)
    assert (through.line, through.complete) == (None, True)


@pytest.mark.article("5.2.2")
def test_what_is_too_much_is_undecided_and_not_dead() -> None:
    """Nobody can win here, but four bishops have too many ways."""
    board = chess.Board("8/b1b5/k6p/2b2p1P/1b3p2/5PpK/6P1/8 w - - 0 1")
    answer = judge(board.fen())
    assert answer["undecided"] == ["white", "black"]
    assert not answer["dead"]
    assert not is_dead(board)


def test_every_kind_has_what_it_is_named_after() -> None:
    for board in positions(each=5, seed=6):
        assert board.is_valid()
        assert any(board.legal_moves)
        assert board.pawns
    for rows in BURIED.values():
        assert 2 <= len(rows) <= 7
