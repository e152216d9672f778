# SPDX-License-Identifier: GPL-3.0-or-later
"""The arbiter's PIN: kept as a keyed hash, given in digits, on no record, and slow to guess."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from announce.text.settings import Settings
from record.codec import EVENTS, INPUTS
from record.session import Session
from table.arbiter.pin import attempt, bare, hashed, holds, wait_after
from table.core.conditions import SECOND, Conditions
from table.core.inputs import Begin, Pressed, Said
from table.core.state import new_state
from table.events.arbiter import Note, Noted, PinRefused
from table.reception import addressed, spoken, typed
from voice.language.interpretation import Heard
from voice.language.orders import PinGiven
from voice.language.transcript import Transcript

SALT = bytes(16)
KEY = b"k" * 32
KEPT = hashed("4711", KEY, SALT)


def test_only_a_salted_hash_under_a_key_is_kept() -> None:
    assert "4711" not in KEPT
    assert hashed("4711", KEY) != hashed("4711", KEY)
    assert hashed(KEPT) == KEPT


def test_nobody_without_the_key_can_try_the_pins() -> None:
    guesses = (f"{guess:04}" for guess in range(10_000))
    assert not any(holds(guess, KEPT, b"") for guess in guesses)
    assert holds("4711", KEPT, KEY)


FORMS = [
    *("vier sieben eins eins", "4711", "4 7 1 1", "Vier sieben 1 1", "4-7-1-1", "4.7.1.1"),
    *("viersiebeneinseins", "siebenundvierzig elf", "forty-seven eleven", "four seven one one"),
    *("četiri sedam jedan jedan", "четири седам један један", "čtyři sedm jedna jedna"),
    *("štiri sedem ena ena", "４７１１", "٤٧١١", "PIN 4711", "pin4711", "schiedsrichter 4711"),
    *("shiedsrichter: 4711", "Schiri, 4711!", "die Geheimzahl: 4711"),
]


@pytest.mark.parametrize("text", FORMS)
def test_it_is_said_or_typed(text: str) -> None:
    assert attempt(text, KEPT, KEY) == PinGiven(right=True)
    assert attempt(text, KEPT, KEY, awaited=False) == PinGiven(right=True)


@pytest.mark.parametrize("text", ["4712", "vier sieben [unk] eins", "47l1", "471", "4711 bitte 1"])
def test_slip_is_refused_and_not_repeated(text: str) -> None:
    given = attempt(text, KEPT, KEY)
    assert given is not None
    assert not given.right
    assert given.text == ""


@pytest.mark.parametrize("text", ["Eva vier", "e4", "zwei Minuten für Weiß", "weiter", ""])
def test_what_is_about_chess_is_no_pin(text: str) -> None:
    assert attempt(text, KEPT, KEY) is None
    assert bare(text, KEPT, KEY) is None


@pytest.mark.parametrize(
    "text", ["12", "", "abcd", "1234567890123", "١٢٣٤", "scrypt$", "keyed$", KEPT[:-1]]
)
def test_what_is_no_pin(text: str) -> None:
    with pytest.raises(ValueError, match="4 to 12 digits"):
        hashed(text)


def test_move_whose_digits_are_the_pin_is_made_without_its_words() -> None:
    """ "12. Sg1-f3" is a move, whoever typed it."""
    state = new_state(Conditions(arbiter_pin=hashed("1213", KEY, SALT)), KEY)
    given = typed(addressed("12. Sg1-f3"), state, 0)
    assert isinstance(given, Said)
    assert isinstance(given.intent, Heard)
    assert given.heard == ""


# What is typed leads to a record and to sentences: the PIN is in neither.

AROUND = st.text(st.characters(codec="utf-8", exclude_categories=("Nd", "No", "Nl")), max_size=12)
ROLES = st.sampled_from(["", "schiedsrichter: ", "shiedsrichter: ", "weiß: ", "Schwarz: ", "pin "])
BETWEEN = st.sampled_from(["", " ", "-", ". ", "x", " und "])


def recorded(line: str, *, asked: bool, begun: bool) -> str:
    """What is put on record and told of a line."""
    conditions = Conditions(arbiter_pin=KEPT)
    session = Session(new_state(conditions, KEY), Settings())
    if begun:
        session.put(Begin(), 0)
    if asked:
        session.put(typed(addressed("Schiedsrichter"), session.state, 1), 1)  # type: ignore[arg-type]
    given = typed(addressed(line), session.state, 2)
    if isinstance(given, Pressed):
        return ""
    assert isinstance(given, Said)
    happened = session.put(given, 2)
    told = [one.text for one in happened.utterances]
    return str(INPUTS.encode(given)) + str([EVENTS.encode(one) for one in happened.events] + told)


@settings(max_examples=300, deadline=None)
@given(st.tuples(ROLES, AROUND), BETWEEN, AROUND, st.booleans(), st.booleans())
def test_no_line_with_the_pin_is_recorded_or_told(
    before: tuple[str, str], between: str, after: str, asked: bool, begun: bool
) -> None:
    line = f"{''.join(before)}{between.join('4711')}{after}"
    kept = recorded(line, asked=asked, begun=begun).replace(KEPT, "")
    assert not any(secret in kept for secret in ("4711", "4-7-1-1", "4 7 1 1", "4. 7. 1. 1"))
    assert between.join("4711") not in kept


@pytest.mark.parametrize(
    "line", [*FORMS, "47l1", "47111", "pin: 4711 bitte noch einmal", "a4711b4"]
)
@pytest.mark.parametrize("asked", [True, False])
def test_no_form_of_it_is_recorded_or_told(line: str, asked: bool) -> None:
    assert line not in recorded(line, asked=asked, begun=True)


def test_pin_that_is_said_unasked_is_not_recorded() -> None:
    state = new_state(Conditions(arbiter_pin=KEPT), KEY)
    for words in ("vier sieben eins eins", "hm vier sieben eins eins ja", "vier sieben [unk] eins"):
        given = spoken([Transcript(words, 1.0)], state, 1)
        assert isinstance(given, Said)
        assert "sieben" not in str(INPUTS.encode(given))


def test_name_with_the_pin_in_it_is_none() -> None:
    assert "4711" not in recorded("Weiß heißt Anna 4711", asked=False, begun=False)
    assert "Turnier Wien" in recorded("Turnier Wien", asked=False, begun=False)


@pytest.mark.parametrize("line", ["e2e4", "90+30", "Turnier 12", "Zug 12", "e2e4 e7e5"])
def test_other_lines_with_digits_are_what_they_were(line: str) -> None:
    assert "PinGiven" not in recorded(line, asked=False, begun=False)


def test_what_could_be_right_counts_when_it_is_wrong() -> None:
    """Nobody may try PINs in a form that is taken when it is right and free when it is wrong."""
    for form in FORMS:
        for other in ("9", "nine"):
            wrong = form.replace("7", other).replace("sieben", "neun").replace("seven", "nine")
            if wrong == form or attempt(form, KEPT, KEY, awaited=False) is None:
                continue
            assert attempt(wrong, KEPT, KEY, awaited=False) == PinGiven(right=False)


# Whoever guesses has to wait.


def guess(session: Session, pin: str, at: int) -> object:
    given = typed(addressed(f"schiedsrichter: {pin}"), session.state, at)
    assert isinstance(given, Said)
    return session.put(given, at).events[-1]


def test_after_three_wrong_ones_the_wait_grows() -> None:
    session = Session(new_state(Conditions(arbiter_pin=KEPT), KEY), Settings())
    session.put(Begin(), 0)
    assert [guess(session, "0000", at) for at in (1, 2)] == [PinRefused(1), PinRefused(2)]
    assert guess(session, "0000", 3) == PinRefused(3, 30 * SECOND)
    assert guess(session, "4711", 3 + 29 * SECOND) == PinRefused(3 + 29 * SECOND, SECOND)
    assert guess(session, "0000", 31 * SECOND) == PinRefused(31 * SECOND, 60 * SECOND)
    assert guess(session, "4711", 91 * SECOND) == Noted(91 * SECOND, Note.FLOOR_TAKEN)
    assert guess(session, "0000", 92 * SECOND) == PinRefused(92 * SECOND)


def test_the_wait_has_a_bound() -> None:
    assert [wait_after(wrong) // SECOND for wrong in range(9)] == [
        *(0, 0, 0, 30, 60, 120, 240, 300, 300)
    ]
    assert wait_after(10**6) == 300 * SECOND


@pytest.mark.parametrize(
    "other", ["PIN 4711", "vier sieben eins eins", "schiedsrichter vier sieben eins eins"]
)
def test_no_hypothesis_brings_it_on_record(other: str) -> None:
    """What is noted of words that were not understood may be another hypothesis than the best."""
    state = new_state(Conditions(arbiter_pin=KEPT), KEY)
    heard = [Transcript("arbiter regelwidriger zug", 0.5), Transcript(other, 0.5)]
    said = spoken(heard, state, 1)
    assert isinstance(said, Said)
    assert other not in json.dumps(INPUTS.encode(said))
