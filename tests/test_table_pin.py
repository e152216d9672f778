# SPDX-License-Identifier: GPL-3.0-or-later
"""The arbiter's PIN: kept as a hash, given in digits, on no record."""

import pytest

from table.arbiter.pin import BadPin, attempt, hashed

SALT = bytes(16)
KEPT = hashed("4711", SALT)


def test_only_a_salted_hash_is_kept() -> None:
    assert "4711" not in KEPT
    assert hashed("4711") != hashed("4711")
    assert hashed(KEPT) == KEPT


@pytest.mark.parametrize("text", ["vier sieben eins eins", "4711", "4 7 1 1", "Vier sieben 1 1"])
def test_it_is_said_or_typed(text: str) -> None:
    given = attempt(text, KEPT)
    assert given is not None
    assert given.right
    assert given.text == ""


@pytest.mark.parametrize("text", ["4712", "vier sieben [unk] eins", "47l1", "471", "4711 bitte 1"])
def test_slip_is_refused_and_not_repeated(text: str) -> None:
    given = attempt(text, KEPT)
    assert given is not None
    assert not given.right
    assert given.text == ""


@pytest.mark.parametrize("text", ["Eva vier", "e4", "zwei Minuten für Weiß", "weiter", ""])
def test_what_is_about_chess_is_no_pin(text: str) -> None:
    assert attempt(text, KEPT) is None


@pytest.mark.parametrize("text", ["12", "", "abcd", "1234567890123", "١٢٣٤", "scrypt$", KEPT[:-1]])
def test_what_is_no_pin(text: str) -> None:
    with pytest.raises(BadPin):
        hashed(text)
