# SPDX-License-Identifier: GPL-3.0-or-later
"""Claims to a draw (9.2 to 9.5) and where the editions differ (E.05, E.23)."""

import random

import chess
import pytest
from games import after
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.draws import Ground, Occurrence, examine, forbidden_by
from rules.editions import NAMES, YEARS, after_wrong_claim, edition, title
from rules.position import Position

SHUFFLE = "g1f3 g8f6 f3g1 f6g8"
ROOK = "4k3/8/8/8/8/8/8/R3K3 w - - {} 80"


def uci(text: str) -> chess.Move:
    return chess.Move.from_uci(text)


@pytest.mark.article("9.2.1.2", "9.5.2")
def test_9_2_1_2_the_third_occurrence_on_the_board() -> None:
    twice = after(SHUFFLE)
    assert not examine(twice, Ground.THREEFOLD).upheld
    finding = examine(after(f"{SHUFFLE} {SHUFFLE}"), Ground.THREEFOLD)
    assert (finding.upheld, finding.article, finding.count) == (True, "9.2.1.2", 3)


@pytest.mark.article("9.2.1.1")
def test_9_2_1_1_the_third_occurrence_by_a_named_move() -> None:
    before = after(f"{SHUFFLE} g1f3 g8f6 f3g1")
    finding = examine(before, Ground.THREEFOLD, uci("f6g8"))
    assert (finding.upheld, finding.article) == (True, "9.2.1.1")
    # The same position claimed as if it stood on the board already is wrong.
    assert not examine(before, Ground.THREEFOLD).upheld
    # Another move brings another position.
    assert not examine(before, Ground.THREEFOLD, uci("f6g4")).upheld


@pytest.mark.article("9.2.1-c")
def test_9_2_1_the_occurrences_need_not_follow_one_another() -> None:
    game = after(f"{SHUFFLE} b1c3 b8c6 c3b1 c6b8")
    finding = examine(game)
    assert finding.upheld
    assert [found.ply for found in finding.evidence] == [0, 4, 8]
    far = after(f"{SHUFFLE} b1c3 b8c6 c3d5 c6d4 d5c3 d4c6 c3b1 c6b8")
    assert [found.ply for found in examine(far).evidence] == [0, 4, 12]


@pytest.mark.article("11.12")
def test_11_12_the_evidence_names_the_moves() -> None:
    finding = examine(after(f"e2e4 e7e5 {SHUFFLE} g1f3 g8f6 f3g1"), Ground.THREEFOLD, uci("f6g8"))
    assert finding.evidence == (
        Occurrence(2, 1, chess.BLACK),
        Occurrence(6, 3, chess.BLACK),
        Occurrence(10, 5, chess.BLACK),
    )
    start = examine(after(f"{SHUFFLE} {SHUFFLE}")).evidence
    assert start[0] == Occurrence(0, 1, None)
    assert start[1] == Occurrence(4, 2, chess.BLACK)


@pytest.mark.article("11.12")
def test_evidence_counts_from_black_to_move() -> None:
    position = after("e8d8 a1b1 d8e8 b1a1", "4k3/8/8/8/8/8/8/R3K3 b - - 0 40")
    evidence = examine(position, Ground.THREEFOLD).evidence
    assert evidence == (Occurrence(0, 40, None), Occurrence(4, 42, chess.WHITE))


@pytest.mark.article("9.2.2.1")
def test_9_2_2_1_en_passant_made_the_first_occurrence_another() -> None:
    game = after("e2e4 a7a6 e4e5 d7d5 g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8")
    assert not examine(game).upheld  # stood three times, the first time with e5xd6 possible
    assert examine(game).count == 2


@pytest.mark.article("9.2.2.2")
def test_9_2_2_2_castling_lost_in_between_makes_another_position() -> None:
    fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
    game = after("h1h2 e8d8 h2h1 d8e8 h1h2 e8d8 h2h1 d8e8", fen)
    assert examine(game).count == 2  # with the right it stood once, without it twice


@pytest.mark.article("9.3.2", "9.5.2")
@pytest.mark.parametrize(("halfmoves", "upheld"), [(99, False), (100, True), (120, True)])
def test_9_3_2_fifty_moves_completed(halfmoves: int, upheld: bool) -> None:
    finding = examine(after("", ROOK.format(halfmoves)), Ground.FIFTY)
    assert (finding.upheld, finding.article, finding.count) == (upheld, "9.3.2", halfmoves)


@pytest.mark.article("9.3.1")
@pytest.mark.parametrize(("halfmoves", "upheld"), [(98, False), (99, True), (100, True)])
def test_9_3_1_fifty_moves_with_a_named_move(halfmoves: int, upheld: bool) -> None:
    finding = examine(after("", ROOK.format(halfmoves)), Ground.FIFTY, uci("a1a2"))
    assert (finding.upheld, finding.article) == (upheld, "9.3.1")


@pytest.mark.article("9.3.1")
def test_9_3_1_named_capture_or_pawn_move_completes_nothing() -> None:
    fen = "4k3/8/8/8/8/8/r6P/R3K3 w - - 99 80"
    assert not examine(after("", fen), Ground.FIFTY, uci("a1a2")).upheld
    assert not examine(after("", fen), Ground.FIFTY, uci("h2h3")).upheld
    assert examine(after("", fen), Ground.FIFTY, uci("e1d1")).upheld


@pytest.mark.article("9.3.1")
def test_9_3_1_the_named_move_may_mate_or_stalemate() -> None:
    mate = after("", "k7/8/1K6/8/8/8/8/7R w - - 99 80")
    assert examine(mate, Ground.FIFTY, uci("h1h8")).upheld
    stalemate = after("", "k7/8/K7/8/8/8/8/1Q6 w - - 99 80")
    assert examine(stalemate, Ground.FIFTY, uci("b1b6")).upheld


def test_groundless_claim_is_right_if_one_holds() -> None:
    finding = examine(after("", ROOK.format(100)))
    assert (finding.upheld, finding.ground) == (True, Ground.FIFTY)
    assert examine(after("")).ground is Ground.THREEFOLD


@pytest.mark.article("9.4", "X.6")
def test_9_2_1_9_4_x_6_who_may_claim() -> None:
    position = after(f"{SHUFFLE} {SHUFFLE}")
    assert forbidden_by(position, chess.WHITE) is None
    assert forbidden_by(position, chess.BLACK) == "9.2.1"
    assert forbidden_by(position, chess.WHITE, touched=True) == "9.4"
    with pytest.raises(ValueError, match="illegal move"):
        examine(position, move=uci("e2e5"))


@pytest.mark.article("9.2.2.2", "E.05-5")
@pytest.mark.parametrize("year", YEARS)
def test_9_2_2_2_e_05_5_temporary_prevention_changes_nothing(year: int) -> None:
    # A bishop that comes and goes prevents castling for the moment, a knight on g1 as well: where
    # the same men stand on the same squares they do so again, or again they do not.
    attacked = "4k3/8/b7/8/8/8/8/1N2K2R w K - 0 1"
    assert examine(after("b1c3 a6b7 c3b1 b7a6 b1c3 a6b7 c3b1 b7a6", attacked, year)).upheld
    blocked = "4k3/7n/8/8/8/8/8/4K1NR w K - 0 1"
    assert examine(after("g1f3 h7f8 f3g1 f8h7 g1f3 h7f8 f3g1 f8h7", blocked, year)).upheld


@pytest.mark.article("9.2.1.1")
@given(st.integers(0, 2**32))
@settings(max_examples=15, deadline=None)
def test_named_move_claims_the_board_after_it(seed: int) -> None:
    """9.2.1.1 and 9.2.1.2 look at the same position, one ply apart."""
    chance = random.Random(seed)
    position = Position.from_fen("4k3/8/8/8/8/8/8/4K2R w K - 80 40")
    for _ in range(40):
        if not position.legal_moves:
            break
        move = chance.choice(position.legal_moves)
        named = {ground: examine(position, ground, move) for ground in Ground}
        position = position.play(move)
        for ground, finding in named.items():
            there = examine(position, ground)
            assert (finding.upheld, finding.count) == (there.upheld, there.count)
            assert finding.evidence == there.evidence


WRONG_CLAIMS = [
    (2018, 600, 600),
    (2005, 600, 420),
    (2005, 300, 150),
    (2005, 90, 60),
    (2005, 40, 40),
    (2005, 120, 60),
]


@pytest.mark.article("E.05-2")
@pytest.mark.parametrize(("year", "remaining", "left"), WRONG_CLAIMS)
def test_e_05_2_a_wrong_claim_costs_time(year: int, remaining: int, left: int) -> None:
    assert after_wrong_claim(edition(year), remaining) == left


BONUSES = [
    # year, rate, wrong claim, illegal move, which illegal move loses
    (2005, "standard", 180, 120, 3),
    (2005, "blitz", 180, 0, 1),
    (2018, "standard", 120, 120, 2),
    (2018, "rapid", 120, 120, 2),
    (2018, "blitz", 60, 60, 2),
    (2023, "standard", 120, 120, 2),
    (2023, "rapid", 60, 60, 2),
    (2023, "blitz", 60, 60, 2),
]


@pytest.mark.article("9.5.3", "E.05-1", "E.23-2")
@pytest.mark.parametrize(("year", "rate", "claim", "illegal", "losing"), BONUSES)
def test_9_5_3_7_5_5_penalties_by_edition_and_rate(
    year: int, rate: str, claim: int, illegal: int, losing: int
) -> None:
    laws = edition(year)
    assert laws.wrong_claim_bonus[rate] == claim
    assert laws.illegal_move_bonus[rate] == illegal
    assert laws.losing_illegal_move[rate] == losing


@pytest.mark.article("6.7.1", "E.05-4")
def test_6_7_1_e_05_4_default_time() -> None:
    assert [edition(year).default_time for year in (2005, 2018, 2023)] == [3600, 0, 0]


def test_the_laws_of_fide_are_chosen_and_called_by_their_years() -> None:
    assert [(NAMES[str(year)], title(year)) for year in YEARS] == [(y, str(y)) for y in YEARS]


def test_an_unknown_edition_is_refused() -> None:
    with pytest.raises(ValueError, match="no edition 1997"):
        edition(1997)
    with pytest.raises(ValueError, match="no edition 1997"):
        Position.start(edition=1997)
