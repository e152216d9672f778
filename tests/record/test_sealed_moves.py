# SPDX-License-Identifier: GPL-3.0-or-later
"""The envelope's passphrase has a prompt of its own, and is in no line (I.3)."""

from dataclasses import replace

import chess
import pytest

from announce.text.settings import LANGUAGES
from announce.words.program import message
from record import sealed_moves
from record.sealed_moves import SealedMoves
from table.core.conditions import Conditions
from table.core.inputs import EnvelopeNoted, EnvelopeOpened, MoveSealedIn, Said
from table.core.state import Adjournment, Phase, State, new_state
from table.events.game import Refusal, Refused, Role
from table.reception import Received
from table.understanding import typed as understood

PASSPHRASE = "gut gehütet"
PLAYING = new_state(Conditions())
SEALING = replace(PLAYING, adjourned=Adjournment(Phase.SEALING, chess.WHITE))
LANGUAGE_WORDS = [
    *("envelope passphrase", "Passphrase", "kuverta geslo", "koverat lozinka"),
    *("коверат лозинка", "obálka heslo", "Umschlag Kennwort", "Kennwort", "Umschlag: Kennwort"),
]


def typed(vault: SealedMoves, line: str, state: State, who: Role | None = None) -> Received | None:
    return vault.typed(Said(understood(line, state, who), 0, who), line, state)


def refused(reason: Refusal, article: str = "") -> Received:
    return Received(refused=Refused(0, chess.WHITE, reason, article))


@pytest.mark.parametrize("line", LANGUAGE_WORDS)
def test_passphrase_is_asked_for_twice(line: str) -> None:
    vault = SealedMoves()
    assert typed(vault, line, SEALING) == Received(message="new_passphrase")
    assert vault.asks is not None
    assert vault.entered(PASSPHRASE, SEALING, 0) == Received(message="passphrase_again")
    assert vault.asks is not None
    assert vault.entered(PASSPHRASE, SEALING, 0) == Received(message="passphrase")
    assert vault.asks is None
    sealed = typed(vault, "Abgabezug Sf3", SEALING)
    assert sealed is not None
    assert isinstance(sealed.given, MoveSealedIn)
    assert sealed_moves.unseal(sealed.given.envelope, PASSPHRASE, SEALING.position.fen) == "Sf3"


def test_two_different_entries_set_none() -> None:
    vault = SealedMoves()
    typed(vault, "Umschlag Kennwort", SEALING)
    vault.entered(PASSPHRASE, SEALING, 0)
    assert vault.entered("gut gehütte", SEALING, 0) == Received(message="other_passphrase")
    assert vault.asks is None
    assert typed(vault, "Abgabezug Sf3", SEALING) == refused(Refusal.NO_PASSPHRASE, "I.3")


def test_an_empty_entry_ends_the_prompt() -> None:
    vault = SealedMoves()
    typed(vault, "Umschlag Kennwort", SEALING)
    assert vault.entered("", SEALING, 0) == Received(message="no_passphrase")
    assert vault.asks is None


def test_a_passphrase_has_eight_letters() -> None:
    vault = SealedMoves()
    typed(vault, "Umschlag Kennwort", SEALING)
    assert vault.entered("kurz", SEALING, 0) == refused(Refusal.SHORT_PASSPHRASE, "I.3")
    assert vault.asks is None


@pytest.mark.parametrize(
    "line", ["Umschlag Kennwort geheimes", "Kennwort geheimes", "Umschlag, Kennwort geheimes"]
)
def test_what_is_typed_behind_the_command_is_no_passphrase_and_on_no_record(line: str) -> None:
    vault = SealedMoves()
    assert typed(vault, line, SEALING) == refused(Refusal.NO_PASSPHRASE, "I.3")
    assert vault.asks is None


@pytest.mark.parametrize("line", ["Umschlag öffnen geheimes", "envelope open geheimes"])
def test_nor_behind_the_command_to_open(line: str) -> None:
    adjourned = Adjournment(Phase.ADJOURNED, chess.WHITE, sealed="x", here=frozenset({False}))
    state = replace(PLAYING, adjourned=adjourned)
    assert typed(SealedMoves(), line, state) == refused(Refusal.NO_PASSPHRASE, "I.3")


def test_nobody_is_asked_before_the_game_is_adjourned() -> None:
    vault = SealedMoves()
    assert typed(vault, "Umschlag Kennwort", PLAYING) == refused(Refusal.NOT_ADJOURNED, "I.1.1")
    assert vault.asks is None


def test_after_the_sealing_nobody_is_asked() -> None:
    """It was confirmed, and opened nothing."""
    sealed = Adjournment(Phase.SEALING, chess.WHITE, sealed="x")
    state = replace(PLAYING, adjourned=sealed)
    assert typed(SealedMoves(), "Umschlag Kennwort", state) == refused(
        Refusal.SEALED_ALREADY, "I.3"
    )


def test_a_passphrase_that_comes_after_the_move_is_not_confirmed() -> None:
    vault = SealedMoves()
    typed(vault, "Umschlag Kennwort", SEALING)
    vault.entered(PASSPHRASE, SEALING, 0)
    state = replace(PLAYING, adjourned=Adjournment(Phase.SEALING, chess.WHITE, sealed="x"))
    assert vault.entered(PASSPHRASE, state, 0) == refused(Refusal.SEALED_ALREADY, "I.3")


def test_the_envelope_opens_with_its_passphrase() -> None:
    sealed = sealed_moves.seal("Sf3", PASSPHRASE, PLAYING.position.fen)
    adjourned = Adjournment(Phase.ADJOURNED, chess.WHITE, sealed=sealed, here=frozenset({False}))
    state = replace(PLAYING, adjourned=adjourned)
    vault = SealedMoves()
    assert typed(vault, "Umschlag öffnen", state) == Received(message="envelope_passphrase")
    assert vault.entered("gut behütet", state, 0) == refused(Refusal.WRONG_PASSPHRASE, "I.3")
    typed(vault, "Umschlag öffnen", state, Role.WHITE)
    opened = vault.entered(PASSPHRASE, state, 0).given
    assert isinstance(opened, EnvelopeOpened)
    assert opened.text == "Sf3"
    assert opened.who is Role.WHITE


def test_who_opens_while_a_move_is_sealed_is_asked_nothing() -> None:
    vault = SealedMoves()
    assert typed(vault, "Umschlag öffnen", SEALING) is None
    assert vault.asks is None


@pytest.mark.parametrize("line", ["envelope White Anna", "obálka bílý Anna", "koverat beli Anna"])
def test_what_stands_on_the_envelope_is_noted_in_every_language(line: str) -> None:
    assert typed(SealedMoves(), line, SEALING) == Received(given=EnvelopeNoted(white="Anna"))


@pytest.mark.parametrize("line", ["Umschlag fehlt", "Umschlag öffnen", "Umschlag", "open envelope"])
def test_other_lines_about_the_envelope_are_the_tables(line: str) -> None:
    assert typed(SealedMoves(), line, PLAYING) is None


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "name",
    [
        *("passphrase", "new_passphrase", "passphrase_again", "other_passphrase"),
        *("no_passphrase", "envelope_passphrase"),
    ],
)
def test_each_step_is_said_in_every_language(language: str, name: str) -> None:
    assert message(name, language).spoken
