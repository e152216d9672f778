# SPDX-License-Identifier: GPL-3.0-or-later
"""The judge of endings against python-chess, which knows nothing of tables, and against theory."""

import random
from collections.abc import Callable
from functools import cache

import chess
import pytest

from rules.position import Position
from study.drills.replies import best, hardest, has_promoted
from study.drills.task import ENDINGS, Drill, Verdict
from study.endings import pawns
from study.endings.judge import Endings

PAWN_DRILLS = (Drill.PAWN, Drill.PAWN_PAWN, Drill.PAWNS, Drill.PASSED_PAWN)
JUDGE = Endings()


def verdict(fen: str) -> Verdict | None:
    return JUDGE.verdict(Position.from_fen(fen))


def winner(fen: str) -> chess.Color | None:
    found = verdict(fen)
    assert found is not None
    return found.winner


# --- Every value follows from those after it ------------------------------------------------------


def expected(position: Position) -> Verdict:
    """What the verdicts after all moves come to. Where this is what was found, and holds of all
    positions, wins are wins by induction on their plies, and no move leads out of a draw."""
    board = position.board
    if not position.legal_moves:
        return Verdict(not board.turn) if board.is_checkmate() else Verdict(None)
    found = []
    for move in position.legal_moves:
        after = position.play(move)
        value = JUDGE.verdict(after)
        if value is None:
            assert move.promotion in (chess.KNIGHT, chess.BISHOP)
            continue
        if value.winner == board.turn and has_promoted(move, after):
            value = Verdict(board.turn)
        found.append(value)
    won = [value.plies for value in found if value.winner == board.turn]
    if won:
        return Verdict(board.turn, min(won) + 1)
    if any(value.winner is None for value in found):
        return Verdict(None)
    return Verdict(not board.turn, max(value.plies for value in found) + 1)


def drawn_by_lot(
    formation: Callable[[random.Random], dict[int, chess.Piece]], count: int = 400
) -> list[Position]:
    lots, found = random.Random(1), []
    while len(found) < count:
        board = chess.Board(None)
        men = formation(lots)
        free = [square for square in chess.SQUARES if square not in men]
        kings = zip(lots.sample(free, 2), chess.COLORS, strict=True)
        board.set_piece_map({**men, **{at: chess.Piece(chess.KING, side) for at, side in kings}})
        board.turn = lots.random() < 0.5
        if board.is_valid():
            found.append(Position.from_fen(board.fen()))
    return found


def one(lots: random.Random) -> dict[int, chess.Piece]:
    return {lots.randrange(8, 56): chess.Piece(chess.PAWN, lots.random() < 0.5)}


def face_to_face(lots: random.Random) -> dict[int, chess.Piece]:
    file = lots.randrange(8)
    below, above = sorted(lots.sample(range(1, 7), 2))
    white, black = chess.square(file, below), chess.square(file, above)
    return {white: chess.Piece.from_symbol("P"), black: chess.Piece.from_symbol("p")}


def two(lots: random.Random) -> dict[int, chess.Piece]:
    piece = chess.Piece(chess.PAWN, lots.random() < 0.5)
    return dict.fromkeys(lots.sample(range(8, 56), 2), piece)


@pytest.mark.parametrize("formation", [one, face_to_face, two])
def test_every_verdict_follows_from_those_after_the_moves(
    formation: Callable[[random.Random], dict[int, chess.Piece]],
) -> None:
    for position in drawn_by_lot(formation):
        assert JUDGE.verdict(position) == expected(position), position.fen


def passed(lots: random.Random) -> dict[int, chess.Piece]:
    """A pair that blocks each other, and a white pawn at least two files away."""
    file, rank = lots.randrange(8), lots.randrange(1, 6)
    apart = [other for other in range(8) if abs(other - file) >= 2]
    white = chess.square(file, rank), chess.square(lots.choice(apart), lots.randrange(1, 7))
    pair = dict.fromkeys(white, chess.Piece.from_symbol("P"))
    return {**pair, white[0] + 8: chess.Piece.from_symbol("p")}


def test_what_is_known_of_a_passed_pawn_follows_from_what_is_known_after_the_moves() -> None:
    """A win has a move to a win, a loss no other, and from a draw none can win."""
    known = 0
    for position in drawn_by_lot(passed, 60):
        found = JUDGE.verdict(position)
        if found is None or not position.legal_moves:
            continue
        known += 1
        after = [JUDGE.verdict(position.play(move)) for move in position.legal_moves]
        if found.winner == position.turn:
            assert any(each and each.winner == position.turn for each in after), position.fen
        elif found.winner is None:
            assert Verdict(None) in after, position.fen
            assert not any(each and each.winner == position.turn for each in after), position.fen
        else:
            assert all(each and each.winner == found.winner for each in after), position.fen
    assert known > 40


@pytest.mark.parametrize(
    ("fen", "won"),
    [
        ("8/8/8/8/8/1k6/3p4/K6Q w - - 0 1", True),  # a central pawn on the seventh
        ("8/8/8/8/8/8/pk5K/7Q w - - 0 1", False),  # a rook pawn draws, White's king is far away
        ("8/8/8/8/8/8/1kp5/7K w - - 0 1", False),  # there is no queen
        ("8/8/8/8/1k6/2p5/7K/3Q4 w - - 0 1", True),  # on the sixth
    ],
)
def test_a_queen_against_a_pawn_is_won_where_the_books_say_so(fen: str, won: bool) -> None:
    found = verdict(fen)
    assert (found is not None and found.winner is chess.WHITE) is won


# --- Against a search that knows no table ---------------------------------------------------------


@cache
def forces(fen: str, plies: int) -> bool:
    """Whether White forces, within so many plies, mate or a new queen or rook that stays on the
    board: plain search of all moves."""
    board = chess.Board(fen)
    if board.turn == chess.WHITE:
        return plies > 0 and any(
            forces(_after(board, move), plies - 1)
            for move in board.legal_moves
            if move.promotion in (None, chess.QUEEN, chess.ROOK)
        )
    promoted = board.queens | board.rooks
    if not board.legal_moves:
        return board.is_check()
    return all(
        plies > 0 and forces(_after(board, move), plies - 1)
        for move in board.legal_moves
        if not promoted or promoted >> move.to_square & 1
    )


def _after(board: chess.Board, move: chess.Move) -> str:
    after = board.copy(stack=False)
    after.push(move)
    return _without_numbers(after)


def _without_numbers(board: chess.Board) -> str:
    return f"{board.board_fen()} {'w' if board.turn else 'b'} - - 0 1"


def capturing(lots: random.Random) -> dict[int, chess.Piece]:
    """White's pawn stands on the sixth rank, before it the other one."""
    file = lots.randrange(8)
    return {
        chess.square(file, 5): chess.Piece.from_symbol("P"),
        chess.square(file, 6): chess.Piece.from_symbol("p"),
    }


@pytest.mark.parametrize(
    ("formation", "plies", "count"), [(one, 5, 80), (two, 5, 80), (capturing, 7, 90)]
)
def test_near_wins_are_those_that_a_plain_search_finds(
    formation: Callable[[random.Random], dict[int, chess.Piece]], plies: int, count: int
) -> None:
    near = 0
    for position in drawn_by_lot(formation, count):
        found = JUDGE.verdict(position)
        assert found is not None
        strong = bool(position.board.pieces(chess.PAWN, chess.WHITE))
        board = position.board if strong else position.board.mirror()
        within = found.winner is strong and found.plies <= plies
        assert forces(_without_numbers(board), plies) == within, position.fen
        near += within
    assert near >= 2


# --- Theory ---------------------------------------------------------------------------------------


def test_as_many_positions_with_one_pawn_are_won_as_in_the_known_bitbases() -> None:
    """111,282 of 196,608, with the pawn on the files a to d."""
    won = 0
    for square in (square for square in range(8, 56) if chess.square_file(square) < 4):
        table = pawns.solved((square,), (), False)
        for values in (table.attacks, table.defends):
            won += int(((values >= 0) & (values < pawns.NEVER)).sum())
    assert won == 111_282


def test_the_trebuchet_is_lost_for_who_moves() -> None:
    board = "8/8/8/4pK2/3kP3/8/8/8"
    assert winner(f"{board} w - - 0 1") is chess.BLACK
    assert winner(f"{board} b - - 0 1") is chess.WHITE


def test_a_protected_passed_pair_defends_itself() -> None:
    """Connected: the front pawn runs when its guard is taken. A file apart on the sixth rank: one
    of them gets through, wherever White's king is."""
    assert winner("8/8/8/4P3/3P4/2k5/8/7K b - - 0 1") is chess.WHITE
    assert winner("3k4/8/2P1P3/8/8/8/8/K7 b - - 0 1") is chess.WHITE


def test_doubled_rook_pawns_draw_against_the_king_in_the_corner() -> None:
    assert winner("k7/8/8/P7/P7/1K6/8/8 w - - 0 1") is None
    assert winner("1k6/8/P7/P7/1K6/8/8/8 w - - 0 1") is None


def test_a_queen_that_stalemates_is_a_rook() -> None:
    position = Position.from_fen("8/P7/1k1K4/8/P7/8/8/8 w - - 0 1")
    queen, rook = (position.play(chess.Move.from_uci(f"a7a8{kind}")) for kind in "qr")
    assert JUDGE.verdict(queen) == Verdict(None)
    found = JUDGE.verdict(rook)
    assert found is not None
    assert found.winner is chess.WHITE
    assert best(position, JUDGE) == chess.Move.from_uci("a7a8r")
    free = Position.from_fen("8/4P3/8/8/2k5/8/8/K7 w - - 0 1")
    assert best(free, JUDGE) == chess.Move.from_uci("e7e8q")


def test_what_is_not_known_is_not_judged() -> None:
    assert verdict("8/p7/8/8/4k3/8/1P6/K7 w - - 0 1") is None  # the pawns pass each other
    assert verdict("7k/8/8/8/8/8/1P6/KN6 w - - 0 1") is None
    assert verdict("8/8/8/8/1q6/1k6/6Q1/6K1 w - - 0 1") is None


def test_a_promoted_queen_that_is_taken_at_once_is_judged_by_what_is_left() -> None:
    """White's queen is taken on e8, and Black's king is back in time for the pawns."""
    position = Position.from_fen("8/4Pk2/1p6/1P6/8/2K5/8/8 w - - 0 1")
    assert JUDGE.verdict(position.play(chess.Move.from_uci("e7e8q"))) == Verdict(None)


# --- Tasks and replies ----------------------------------------------------------------------------


@pytest.mark.parametrize("drill", PAWN_DRILLS)
def test_tasks_have_something_in_them(drill: Drill) -> None:
    """The side on the move has a win or a draw, and half of its moves at least throw it away."""
    results = set()
    for draw in range(18):
        position = JUDGE.start(drill, draw)
        assert position == JUDGE.start(drill, draw)
        before = JUDGE.verdict(position)
        assert before is not None
        assert before.winner in (None, position.turn)
        right = [
            move
            for move in position.legal_moves
            if (after := JUDGE.verdict(position.play(move))) and after.winner == before.winner
        ]
        assert 0 < len(right) <= len(position.legal_moves) / 2
        assert not any(move.promotion or position.board.is_capture(move) for move in right)
        results.add(before.winner)
    assert {None, chess.WHITE} <= results
    assert (chess.BLACK in results) == (drill in (Drill.PAWN_PAWN, Drill.PASSED_PAWN))


@pytest.mark.parametrize("drill", [Drill.QUEEN, Drill.ROOK])
def test_tasks_with_pieces_are_won(drill: Drill) -> None:
    for draw in range(12):
        found = JUDGE.verdict(JUDGE.start(drill, draw))
        assert found is not None
        assert found.winner is chess.WHITE


def test_every_ending_can_be_judged_and_has_its_own_name() -> None:
    assert {*PAWN_DRILLS} < {*ENDINGS}


def test_both_colours_are_judged_alike() -> None:
    for position in drawn_by_lot(face_to_face)[:50]:
        mirrored = JUDGE.verdict(Position.from_fen(position.board.mirror().fen()))
        found = JUDGE.verdict(position)
        assert found is not None
        assert mirrored is not None
        assert (mirrored.winner is None) == (found.winner is None)
        assert mirrored.winner is None or mirrored.winner is not found.winner
        assert mirrored.plies == found.plies


def test_in_a_draw_the_pawn_is_not_pushed_into_a_stalemate() -> None:
    """White keeps what may still go wrong: after e7 and Kd7 there is nothing left."""
    position = Position.from_fen("4k3/8/4P3/4K3/8/8/8/8 w - - 0 1")
    move = hardest(position, JUDGE)
    assert move is not None
    assert move.uci() != "e6e7"


def test_a_lost_side_resists_as_long_as_it_can() -> None:
    position = Position.from_fen("8/8/8/4pK2/3kP3/8/8/8 b - - 0 1")
    before = JUDGE.verdict(position)
    move = hardest(position, JUDGE)
    assert before is not None
    assert move is not None
    assert JUDGE.verdict(position.play(move)) == Verdict(chess.WHITE, before.plies - 1)


@pytest.mark.parametrize("drill", PAWN_DRILLS)
def test_the_best_moves_of_both_settle_a_win_in_as_many_plies_as_was_told(drill: Drill) -> None:
    for draw in range(6):
        position = JUDGE.start(drill, draw)
        found = JUDGE.verdict(position)
        assert found is not None
        for ply in range(found.plies):
            choose = best if ply % 2 == 0 else hardest
            move = choose(position, JUDGE)
            assert move is not None
            position = position.play(move)
        assert not found.plies or has_promoted(position.moves[-1], position)
