# SPDX-License-Identifier: GPL-3.0-or-later
"""The envelope's passphrase stands on no record and is confirmed to who set it (I.3)."""

from dataclasses import replace

import chess
import pytest

from announce.text.settings import LANGUAGES
from announce.words.program import message
from record.envelope import Vault, may_hold_secret
from table.core.conditions import Conditions
from table.core.inputs import EnvelopeNoted
from table.core.state import Adjournment, Phase, new_state
from table.events.game import Refusal, Refused, Role
from table.reception import Received

SLIPS = ["Umschlag Kenwort geheim", "Umschlag geheim geheim", "Umschlag  Passwort geheim"]


@pytest.mark.parametrize(
    "line", ["Umschlag Kennwort geheim", "umschlag öffnen geheim", "Kennwort geheim", *SLIPS]
)
def test_early_passphrase_is_refused_and_forgotten(line: str) -> None:
    taken = Vault().typed(line, new_state(Conditions()), Role.ARBITER, 0)
    assert taken is not None
    assert taken.given is None
    assert taken.refused is not None
    assert taken.refused.reason is Refusal.NOT_ADJOURNED


@pytest.mark.parametrize("line", SLIPS)
def test_passphrase_with_a_slip_is_not_recorded(line: str) -> None:
    state = replace(new_state(Conditions()), adjourned=Adjournment(Phase.SEALING, chess.WHITE))
    refused = Refused(0, chess.WHITE, Refusal.NOT_HERE)
    assert Vault().typed(line, state, None, 0) == Received(refused=refused)


@pytest.mark.parametrize(
    "line", ["Umschlagg Kennwort geheimes", "Umschlak öfnen geheimes", "Kenwort geheimes Wort"]
)
def test_a_slip_in_the_first_word_is_not_recorded_nor_seen(line: str) -> None:
    """It stood on the screen, and in the record as words that were not understood."""
    state = replace(new_state(Conditions()), adjourned=Adjournment(Phase.ADJOURNED, chess.WHITE))
    taken = Vault().typed(line, state, Role.ARBITER, 0)
    assert taken is not None
    assert taken.given is None
    assert may_hold_secret(line)


@pytest.mark.parametrize(
    "line", ["Uhr", "Eva vier", "Schwarz ist da", "Umschlag Weiß Anna", "open file", "offen gesagt"]
)
def test_other_lines_hold_none(line: str) -> None:
    assert not may_hold_secret(line)


def test_a_passphrase_has_eight_letters() -> None:
    state = replace(new_state(Conditions()), adjourned=Adjournment(Phase.SEALING, chess.WHITE))
    refused = Refused(0, chess.WHITE, Refusal.SHORT_PASSPHRASE, "I.3")
    assert Vault().typed("Umschlag Kennwort x", state, None, 0) == Received(refused=refused)


def test_after_the_sealing_no_passphrase_is_taken() -> None:
    """It was confirmed, and opened nothing."""
    sealed = Adjournment(Phase.SEALING, chess.WHITE, sealed="x")
    state = replace(new_state(Conditions()), adjourned=sealed)
    refused = Refused(0, chess.WHITE, Refusal.SEALED_ALREADY, "I.3")
    assert Vault().typed("Umschlag Kennwort geheimes", state, None, 0) == Received(refused=refused)


@pytest.mark.parametrize("line", ["Umschlag öffnen geheimes", "open the envelope geheimes"])
def test_who_opens_while_a_move_is_sealed_sets_no_passphrase(line: str) -> None:
    state = replace(new_state(Conditions()), adjourned=Adjournment(Phase.SEALING, chess.WHITE))
    refused = Refused(0, chess.WHITE, Refusal.NOT_ADJOURNED, "I.7")
    assert Vault().typed(line, state, None, 0) == Received(refused=refused)


@pytest.mark.parametrize(
    "line",
    ["Kennwort geheimes", "Umschlag: Kennwort geheimes", "Umschlag, Kennwort geheimes"],
)
def test_passphrase_is_taken_with_words_around_it(line: str) -> None:
    state = replace(new_state(Conditions()), adjourned=Adjournment(Phase.SEALING, chess.WHITE))
    assert Vault().typed(line, state, None, 0) == Received(message="passphrase")


@pytest.mark.parametrize(
    "line",
    [
        *("envelope passphrase geheimes", "Passphrase geheimes", "kuverta geslo geheimes"),
        *("koverat lozinka geheimes", "коверат лозинка geheimes", "obalka heslo geheimes"),
    ],
)
def test_passphrase_is_taken_in_every_language(line: str) -> None:
    sealing = replace(new_state(Conditions()), adjourned=Adjournment(Phase.SEALING, chess.WHITE))
    assert Vault().typed(line, sealing, None, 0) == Received(message="passphrase")


@pytest.mark.parametrize("line", ["envelope White Anna", "obálka bílý Anna", "koverat beli Anna"])
def test_what_stands_on_the_envelope_is_noted_in_every_language(line: str) -> None:
    sealing = replace(new_state(Conditions()), adjourned=Adjournment(Phase.SEALING, chess.WHITE))
    assert Vault().typed(line, sealing, None, 0) == Received(given=EnvelopeNoted(white="Anna"))


@pytest.mark.parametrize("line", ["Umschlag fehlt", "Umschlag öffnen", "Umschlag", "open envelope"])
def test_envelope_command_is_no_passphrase(line: str) -> None:
    assert Vault().typed(line, new_state(Conditions()), None, 0) is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_setting_it_is_said_in_every_language(language: str) -> None:
    assert message("passphrase", language).spoken
