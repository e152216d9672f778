# SPDX-License-Identifier: GPL-3.0-or-later
"""The envelope's passphrase stands on no record and is confirmed to who set it (I.3)."""

from dataclasses import replace

import chess
import pytest

from announce.text.settings import LANGUAGES
from announce.words.program import message
from record.envelope import Vault
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


@pytest.mark.parametrize("line", ["Kennwort geheim", "Umschlag: Kennwort geheim"])
def test_passphrase_is_taken_with_words_around_it(line: str) -> None:
    state = replace(new_state(Conditions()), adjourned=Adjournment(Phase.SEALING, chess.WHITE))
    assert Vault().typed(line, state, None, 0) == Received(message="passphrase")


@pytest.mark.parametrize(
    "line",
    [
        *("envelope passphrase geheim", "Passphrase geheim", "open the envelope geheim"),
        *("koverat lozinka geheim", "коверат лозинка geheim", "otvori kovertu geheim"),
        *("kuverta geslo geheim", "obalka heslo geheim", "otevři obálku geheim"),
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
