# SPDX-License-Identifier: GPL-3.0-or-later
"""What play teaches of words that are taken for one another: gently, within bounds, readable."""

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.position import Position
from voice.language.intent import understand
from voice.language.interpretation import Ambiguous, Heard, Unsure
from voice.language.transcript import Transcript
from voice.learning.confusions import (
    NONE,
    Confusions,
    answered,
    corrected,
    from_toml,
    pair_of,
)

START = Position.start()
E4, D4, A3 = (chess.Move.from_uci(uci) for uci in ("e2e4", "d2d4", "a2a3"))


def words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def test_one_word_explains_a_misheard_move() -> None:
    assert pair_of(words("felix vier"), E4, START) == ("felix", "eva")
    assert pair_of(words("eva zwei eva drei"), E4, START) == ("drei", "vier")


@pytest.mark.parametrize(
    "text", ["eva vier", "felix drei", "kurze rochade", "", "springer eva drei"]
)
def test_what_no_single_word_explains_teaches_nothing(text: str) -> None:
    assert pair_of(words(text), E4, START) is None


@pytest.mark.article("D.2.8")
def test_d_2_8_a_correction_lowers_the_cost_of_the_pair() -> None:
    table = corrected(NONE, words("felix vier"), E4, START)
    assert table.counts == {("felix", "eva"): (1, 0)}
    twice = corrected(table, words("felix vier"), E4, START)
    assert twice.costs()["felix"]["eva"] < table.costs()["felix"]["eva"]
    assert "eva" not in table.costs()  # what was heard as "eva" is another matter


def test_answer_wrong_lowers_the_cost() -> None:
    about = Ambiguous((E4, D4), "David vier")
    assert answered(NONE, about, E4, START).counts == {("david", "eva"): (1, 0)}


def test_answer_right_raises_the_cost() -> None:
    about = Ambiguous((E4, D4), "Eva vier")
    assert answered(NONE, about, E4, START).counts == {("eva", "david"): (0, 1)}


def test_yes_raises_what_was_mistaken_before() -> None:
    assert answered(NONE, Unsure(A3, "Anna drei"), A3, START) == NONE
    before = NONE.mistaken(("anna", "eva"))
    table = answered(before, Unsure(A3, "Anna drei"), A3, START)
    assert table.counts == {("anna", "eva"): (1, 1)}
    assert table.costs()["anna"]["eva"] > before.costs()["anna"]["eva"]


def test_what_is_truly_ambiguous_teaches_nothing() -> None:
    """Two knights can go there: nothing was misheard."""
    fen = "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1"
    position = Position.from_fen(fen)
    moves = tuple(chess.Move.from_uci(uci) for uci in ("b1d2", "f3d2"))
    about = Ambiguous(moves, "Springer David zwei")
    assert answered(NONE, about, moves[0], position) == NONE


def test_mistaken_pair_is_asked_about_sooner() -> None:
    """Heard "Felix vier" with 90 %: played for anybody, asked for one who says "Eva" like it."""
    heard = [Transcript("felix vier", 0.9), Transcript("[unk]", 0.1)]
    assert isinstance(understand(heard, START), Heard)
    table = NONE
    for _ in range(3):
        table = table.mistaken(("felix", "eva"))
    assert not isinstance(understand(heard, START, confusions=table.costs()), Heard)


pairs = st.sampled_from([("felix", "eva"), ("zwei", "drei"), ("anna", "hektor"), ("cesar", "eva")])
notes = st.lists(st.tuples(pairs, st.booleans()), max_size=80)


def learnt(said: list[tuple[tuple[str, str], bool]]) -> Confusions:
    table = NONE
    for pair, mistaken in said:
        table = table.mistaken(pair) if mistaken else table.right(pair)
    return table


@settings(max_examples=60, deadline=None)
@given(notes)
def test_it_is_bounded_and_touches_nothing_else(said: list[tuple[tuple[str, str], bool]]) -> None:
    table = learnt(said)
    changed = table.costs()
    for heard, others in changed.items():
        for meant, cost in others.items():
            assert cost >= 0.6  # never likelier than half of what was heard
            assert (heard, meant) in table.counts
    assert changed == learnt(said).costs()


@settings(max_examples=40, deadline=None)
@given(notes)
def test_it_can_be_read_and_written(said: list[tuple[tuple[str, str], bool]]) -> None:
    table = learnt(said)
    assert from_toml(table.to_toml()) == table


@pytest.mark.parametrize(
    "text",
    ["", "no toml", '"eva" = 3', '"a b" = { mistaken = -1 }', '"a b" = { mistaken = "x" }',
     '"a b" = { mistaken = 1e9 }'],
)  # fmt: skip
def test_broken_lines_in_the_file_are_skipped(text: str) -> None:
    assert from_toml(text) == NONE
