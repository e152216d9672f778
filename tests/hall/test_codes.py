# SPDX-License-Identifier: GPL-3.0-or-later
"""A ticket for a code that is told: for the right one, once, a few tries long, and nothing of it to
whoever listens or sits in between."""

import asyncio

import pytest

pytest.importorskip("spake2")
from spake2 import SPAKE2_B

from hall.codes import TRIES, Admission, code_words, fetched, new_code, read_code

CODE, TICKET = "e4g7a2h5", b"hall = 'olympiad'\ntable = 7\n"


def admission(code: str = CODE) -> Admission:
    return Admission(7, code, TICKET, until=600)


def asks(
    at: Admission,
    code: str = CODE,
    table: int = 7,
    now: float = 0,
    heard: list[bytes] | None = None,
) -> bytes | None:
    """A table asks with a code; ``heard`` is all that went over the network."""
    said = [] if heard is None else heard

    async def ask(question: bytes) -> bytes:
        said.append(question)
        said.append(at.answer(question, now))
        return said[-1]

    return asyncio.run(fetched(ask, table, code))


@pytest.mark.parametrize(
    "typed",
    [
        "e4g7a2h5",
        "E4 G7 a2, h5",
        "Eva vier, Gustav sieben, Anna zwei, Hektor fünf",
        "eva 4 gustav 7 anna 2 hektor 5.",
    ],
)
def test_a_code_is_read_as_it_is_written_or_said(typed: str) -> None:
    assert read_code(typed) == CODE


@pytest.mark.parametrize("typed", ["", "e4", "e4g7a2h9", "e4g7a2h5a1", "eva vier", "Hektor"])
def test_anything_else_is_no_code(typed: str) -> None:
    assert read_code(typed) is None


def test_a_new_code_is_four_squares_as_they_are_said() -> None:
    codes = {new_code() for _ in range(20)}
    assert len(codes) == 20
    assert all(read_code(code_words(code)) == code for code in codes)


def test_the_code_gets_the_ticket_once() -> None:
    at = admission()
    assert asks(at) == TICKET
    assert at.given
    assert asks(at) is None


def test_a_code_counts_for_ten_minutes() -> None:
    at = admission()
    assert asks(at, now=600) is None
    assert asks(at, now=599) == TICKET


def test_after_a_few_wrong_codes_the_right_one_is_of_no_use() -> None:
    at = admission()
    for left in reversed(range(TRIES)):
        assert asks(at, "a1a1a1a1") is None
        assert at.tries == left
    assert asks(at) is None
    at = admission()
    for _ in range(TRIES - 1):
        asks(at, "a1a1a1a1")
    assert asks(at) == TICKET


def test_the_code_of_another_table_opens_nothing() -> None:
    assert asks(admission(), table=8) is None


def test_what_was_heard_is_of_no_use_later() -> None:
    """Neither to whoever asks again with the same words, nor to whoever answers with them."""
    heard: list[bytes] = []
    at = admission()
    assert asks(at, heard=heard) == TICKET
    again = admission()
    replies = [again.answer(question, 0) for question in heard[::2]]
    assert replies[1] == b""
    assert again.tries == TRIES - 1
    recorded = iter(heard[1::2])

    async def ask(_: bytes) -> bytes:
        return next(recorded)

    assert asyncio.run(fetched(ask, 7, CODE)) is None
    assert not any(TICKET in one or CODE.encode() in one for one in heard)


def test_a_proof_counts_for_the_exchange_that_was_begun_last() -> None:
    heard: list[bytes] = []
    at = admission()

    async def first(question: bytes) -> bytes:
        heard.append(question)
        return at.answer(question, 0) if len(heard) == 1 else b""

    asyncio.run(fetched(first, 7, CODE))
    at.answer(heard[0], 0)  # somebody begins anew with the same half
    assert at.answer(heard[1], 0) == b""
    assert at.answer(heard[1], 0) == b""  # and there is one try an exchange
    assert at.tries == TRIES - 1


def test_whoever_sits_in_the_place_of_the_desk_gets_one_guess_and_gives_no_ticket() -> None:
    half = SPAKE2_B(b"a1a1a1a1", idA=b"table 7", idB=b"desk")
    told: list[bytes] = []

    async def false_desk(question: bytes) -> bytes:
        told.append(question)
        return bytes(half.start()) if len(told) == 1 else bytes(80)

    assert asyncio.run(fetched(false_desk, 7, CODE)) is None


@pytest.mark.parametrize("said", [b"", b"1", b"2", b"3x", b"1" + bytes(32), b"1" + b"x" * 500])
def test_what_is_no_half_is_not_answered_and_costs_nothing(said: bytes) -> None:
    at = admission()
    assert at.answer(said, 0) == b""
    assert at.tries == TRIES


def test_the_own_half_that_comes_back_is_none() -> None:
    async def mirror(question: bytes) -> bytes:
        return question[1:]

    assert asyncio.run(fetched(mirror, 7, CODE)) is None
