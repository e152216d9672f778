# SPDX-License-Identifier: GPL-3.0-or-later
"""Guidelines I: what an envelope shows, and what becomes of a sealed move."""

from dataclasses import fields, replace
from typing import Any

import chess
import pytest

from rules.adjournment import (
    Envelope,
    Missing,
    left_when_sealed,
    missing,
    on_bad_move,
    on_default,
)
from rules.editions import edition
from rules.outcome import DRAW, Termination
from rules.position import Position

WHOLE = Envelope(
    "Anna", "Bella", chess.STARTING_FEN, 10**12, 10**11, chess.WHITE, 31, None, "Saal 2", True, "x"
)


@pytest.mark.parametrize(
    ("field", "lacks"),
    [
        ("white", Missing.WHITE),
        ("black", Missing.BLACK),
        ("sealed", Missing.SEALED_MOVE),
        ("resumption", Missing.RESUMPTION),
    ],
)
def test_i_2_an_envelope_shows_all_seven_things(field: str, lacks: Missing) -> None:
    assert missing(WHOLE) == ()
    changed: dict[str, Any] = {field: " "}
    assert missing(replace(WHOLE, **changed)) == (lacks,)


CHANGED = {
    "white_left": 5, "black_left": 5, "sealer": chess.BLACK, "number": 32, "offer": chess.BLACK,
    "scoresheets": False,
}  # fmt: skip


@pytest.mark.article("I.3")
@pytest.mark.parametrize("field", [field.name for field in fields(Envelope)])
def test_i_3_the_checksum_shows_any_change(field: str) -> None:
    other: dict[str, Any] = {field: CHANGED.get(field, "other")}
    changed = replace(WHOLE, **other)
    assert changed.checksum != WHOLE.checksum


@pytest.mark.article("E.23-4")
@pytest.mark.parametrize(("year", "inside"), [(2005, True), (2018, True), (2023, False)])
def test_e_23_4_since_2023_the_scoresheets_stay_outside(year: int, inside: bool) -> None:
    assert edition(year).sheets_in_envelope is inside


@pytest.mark.article("I.1.2")
@pytest.mark.parametrize(("ends", "left"), [(None, 50), (10, 50), (40, 20), (500, 0)])
def test_i_1_2_early_adjournment_is_charged_to_session_end(ends: int | None, left: int) -> None:
    assert left_when_sealed(50, 10, ends) == left


@pytest.mark.article("I.8")
@pytest.mark.parametrize("year", [2005, 2018, 2023])
def test_i_8_a_bad_sealed_move_loses(year: int) -> None:
    found = on_bad_move(Position.start(edition=year), chess.WHITE)
    assert (found.result, found.termination, found.article) == (
        "0-1",
        Termination.SEALED_MOVE,
        "I.8",
    )


@pytest.mark.article("I.8")
@pytest.mark.parametrize("year", [2005, 2018, 2023])
def test_i_8_6_9_unless_the_opponent_cannot_mate(year: int) -> None:
    bare = Position.from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", edition=year)
    assert on_bad_move(bare, chess.WHITE).result == DRAW
    assert on_bad_move(bare, chess.BLACK).result == "1-0"


@pytest.mark.article("I.10")
def test_i_10_a_sealed_mate_stands_before_the_default_time() -> None:
    before = Position.from_fen("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1")
    mate, quiet = chess.Move.from_uci("a1a8"), chess.Move.from_uci("a1a7")
    assert on_default(before, mate, chess.WHITE).article == "5.1.1"
    assert on_default(before, quiet, chess.WHITE).result == "0-1"
    assert on_default(before, None, chess.BLACK).result == "1-0"
