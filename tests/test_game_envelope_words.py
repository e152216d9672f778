# SPDX-License-Identifier: GPL-3.0-or-later
"""The envelope's passphrase stands on no record and is confirmed to who set it (I.3)."""

import pytest

from announce.settings import LANGUAGES
from game.conditions import Conditions
from game.envelope import Vault
from game.messages import message
from game.state import new_state
from rules.events import Refusal, Role


@pytest.mark.parametrize("line", ["Umschlag Kennwort geheim", "umschlag öffnen geheim"])
def test_a_passphrase_before_the_adjournment_is_refused_and_goes_no_further(line: str) -> None:
    taken = Vault().typed(line, new_state(Conditions()), Role.ARBITER)
    assert taken is not None
    assert taken.given is None
    assert taken.refusal is Refusal.NOT_ADJOURNED


@pytest.mark.parametrize("language", LANGUAGES)
def test_that_it_was_set_is_said_in_every_language(language: str) -> None:
    assert message("passphrase", language).spoken
