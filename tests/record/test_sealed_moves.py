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


def typed(
    sealing: SealedMoves, line: str, state: State, who: Role | None = None
) -> Received | None:
    return sealing.typed(Said(understood(line, state, who), 0, who), line, state)


def refused(reason: Refusal, article: str = "") -> Received:
    return Received(refused=Refused(0, chess.WHITE, reason, article))


@pytest.mark.parametrize("line", LANGUAGE_WORDS)
def test_passphrase_is_asked_for_twice(line: str) -> None:
    sealing = SealedMoves()
    assert typed(sealing, line, SEALING) == Received(message="new_passphrase")
    assert sealing.asks is not None
    assert sealing.entered(PASSPHRASE, SEALING, 0) == Received(message="passphrase_again")
    assert sealing.asks is not None
    assert sealing.entered(PASSPHRASE, SEALING, 0) == Received(message="passphrase")
    assert sealing.asks is None
    sealed = typed(sealing, "Abgabezug Sf3", SEALING)
    assert sealed is not None
    assert isinstance(sealed.given, MoveSealedIn)
    assert sealed_moves.unseal(sealed.given.envelope, PASSPHRASE, SEALING.position.fen) == "Sf3"


def test_two_different_entries_set_none() -> None:
    sealing = SealedMoves()
    typed(sealing, "Umschlag Kennwort", SEALING)
    sealing.entered(PASSPHRASE, SEALING, 0)
    assert sealing.entered("gut gehütte", SEALING, 0) == Received(message="other_passphrase")
    assert sealing.asks is None
    assert typed(sealing, "Abgabezug Sf3", SEALING) == refused(Refusal.NO_PASSPHRASE, "I.3")


def test_an_empty_entry_ends_the_prompt() -> None:
    sealing = SealedMoves()
    typed(sealing, "Umschlag Kennwort", SEALING)
    assert sealing.entered("", SEALING, 0) == Received(message="no_passphrase")
    assert sealing.asks is None


def test_a_passphrase_has_eight_letters() -> None:
    sealing = SealedMoves()
    typed(sealing, "Umschlag Kennwort", SEALING)
    assert sealing.entered("kurz", SEALING, 0) == refused(Refusal.SHORT_PASSPHRASE, "I.3")
    assert sealing.asks is None


@pytest.mark.parametrize(
    "line", ["Umschlag Kennwort geheimes", "Kennwort geheimes", "Umschlag, Kennwort geheimes"]
)
def test_what_is_typed_behind_the_command_is_no_passphrase_and_on_no_record(line: str) -> None:
    sealing = SealedMoves()
    assert typed(sealing, line, SEALING) == refused(Refusal.NO_PASSPHRASE, "I.3")
    assert sealing.asks is None


@pytest.mark.parametrize("line", ["Umschlag öffnen geheimes", "envelope open geheimes"])
def test_nor_behind_the_command_to_open(line: str) -> None:
    adjourned = Adjournment(Phase.ADJOURNED, chess.WHITE, sealed="x", here=frozenset({False}))
    state = replace(PLAYING, adjourned=adjourned)
    assert typed(SealedMoves(), line, state) == refused(Refusal.NO_PASSPHRASE, "I.3")


def test_nobody_is_asked_before_the_game_is_adjourned() -> None:
    sealing = SealedMoves()
    assert typed(sealing, "Umschlag Kennwort", PLAYING) == refused(Refusal.NOT_ADJOURNED, "I.1.1")
    assert sealing.asks is None


def test_after_the_sealing_nobody_is_asked() -> None:
    """It was confirmed, and opened nothing."""
    sealed = Adjournment(Phase.SEALING, chess.WHITE, sealed="x")
    state = replace(PLAYING, adjourned=sealed)
    assert typed(SealedMoves(), "Umschlag Kennwort", state) == refused(
        Refusal.SEALED_ALREADY, "I.3"
    )


def test_a_passphrase_that_comes_after_the_move_is_not_confirmed() -> None:
    sealing = SealedMoves()
    typed(sealing, "Umschlag Kennwort", SEALING)
    sealing.entered(PASSPHRASE, SEALING, 0)
    state = replace(PLAYING, adjourned=Adjournment(Phase.SEALING, chess.WHITE, sealed="x"))
    assert sealing.entered(PASSPHRASE, state, 0) == refused(Refusal.SEALED_ALREADY, "I.3")


def test_the_envelope_opens_with_its_passphrase() -> None:
    sealed = sealed_moves.seal("Sf3", PASSPHRASE, PLAYING.position.fen)
    adjourned = Adjournment(Phase.ADJOURNED, chess.WHITE, sealed=sealed, here=frozenset({False}))
    state = replace(PLAYING, adjourned=adjourned)
    sealing = SealedMoves()
    assert typed(sealing, "Umschlag öffnen", state) == Received(message="envelope_passphrase")
    assert sealing.entered("gut behütet", state, 0) == refused(Refusal.WRONG_PASSPHRASE, "I.3")
    typed(sealing, "Umschlag öffnen", state, Role.WHITE)
    opened = sealing.entered(PASSPHRASE, state, 0).given
    assert isinstance(opened, EnvelopeOpened)
    assert opened.text == "Sf3"
    assert opened.who is Role.WHITE


def test_who_opens_while_a_move_is_sealed_is_asked_nothing() -> None:
    sealing = SealedMoves()
    assert typed(sealing, "Umschlag öffnen", SEALING) is None
    assert sealing.asks is None


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
