# SPDX-License-Identifier: GPL-3.0-or-later
"""Article 8: two scoresheets, the duty to record and its end, signatures."""

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.scoresheet import (
    FIVE_MINUTES,
    ScoreLine,
    Scoresheet,
    Signing,
    excused,
    last_agreed,
    may_write,
    owes,
    signing,
)

LINES = st.none() | st.sampled_from("abcd").map(ScoreLine)
SHEETS = st.lists(LINES, max_size=12).map(lambda lines: Scoresheet(tuple(lines)))


def agree(one: Scoresheet, other: Scoresheet) -> bool:
    return last_agreed(one, other) == max(len(one.lines), len(other.lines))


def sheet(moves: str) -> Scoresheet:
    written = Scoresheet()
    for ply, text in enumerate(moves.split()):
        if text != "-":
            written = written.write(ply, ScoreLine(text))
    return written


@pytest.mark.article("8.4")
@pytest.mark.parametrize(
    ("seconds", "extra", "free"),
    [(300, 0, False), (299.999, 0, True), (299.999, 29, True), (1, 30, False), (301, 0, False)],
)
def test_8_4_under_five_minutes_without_thirty_seconds(
    seconds: float, extra: int, free: bool
) -> None:
    assert excused(round(seconds * 1e9), extra) is free
    assert FIVE_MINUTES == 300 * 10**9


@pytest.mark.article("8.1.1")
def test_8_1_1_two_scoresheets_may_differ() -> None:
    one, other = sheet("e4 e5 Sf3 Sc6"), sheet("e4 e5 Sc3 Sc6")
    assert not agree(one, other)
    assert last_agreed(one, other) == 2


@pytest.mark.article("8.4")
def test_8_4_what_only_one_player_wrote_contradicts_nobody() -> None:
    assert agree(sheet("e4 e5 - - Lb5"), sheet("e4 - Sf3 Sc6"))
    assert last_agreed(sheet("e4 - - Lc4"), sheet("e4 e5 Sf3 Lb5")) == 3


def test_d_2_9_moves_are_compared_not_their_spelling() -> None:
    move = chess.Move.from_uci("g1f3")
    long, short = (Scoresheet((ScoreLine(text, move),)) for text in ("Sg1-f3", "Sf3"))
    assert agree(long, short)


@pytest.mark.article("8.1.2")
def test_8_1_2_nothing_is_written_in_advance() -> None:
    assert may_write(3, made=4)
    assert not may_write(4, made=4)


@pytest.mark.article("8.1.3")
def test_8_1_3_own_previous_move_comes_first() -> None:
    assert not owes(Scoresheet(), 1)
    assert owes(sheet("- e5"), 2)
    assert not owes(sheet("e4"), 2)


@pytest.mark.article("8.1.5")
def test_8_1_5_draw_offer_is_marked_once() -> None:
    marked = sheet("e4 e5").mark_offer(2).mark_offer(2)
    assert marked.offers == (2,)
    assert marked.back_to(1).offers == ()


@pytest.mark.article("8.7")
@pytest.mark.parametrize(
    ("white", "black", "found"),
    [
        ("1-0", "1-0", Signing.AGREED),
        ("1/2-1/2", "1/2-1/2", Signing.OTHERWISE),
        ("1-0", "0-1", Signing.DISPUTED),
        ("1-0", None, Signing.OPEN),
    ],
)
def test_8_7_signatures(white: str, black: str | None, found: Signing) -> None:
    assert signing(white, black, "1-0") is found


@given(SHEETS, SHEETS)
def test_d_2_9_agreement_is_mutual_to_the_last_ply(one: Scoresheet, other: Scoresheet) -> None:
    ply = last_agreed(one, other)
    assert ply == last_agreed(other, one)
    assert agree(one.back_to(ply), other.back_to(ply))
    if not agree(one, other):
        assert not agree(one.back_to(ply + 1), other.back_to(ply + 1))


@given(SHEETS)
def test_8_5_gap_is_the_first_unwritten_ply(one: Scoresheet) -> None:
    assert all(one.lines[: one.gap])
    assert one.write(one.gap, ScoreLine("e4")).gap > one.gap
