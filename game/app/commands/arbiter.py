# SPDX-License-Identifier: GPL-3.0-or-later
"""The arbiter's commands: ``hektor rule``, an order for a game that is over, such
as another result (11.4), ``hektor sign``, the signature under a game that was begun with
``--arbiter-key``, and another PIN.
"""

import argparse
import sys
from collections.abc import Callable, Sequence
from datetime import datetime

from announce.errors import PlayerError, told
from announce.text.settings import Audience, Settings
from announce.words.program import message
from game.app import options
from record.archive_file import JournalError
from record.journal import Archive, Entry
from record.seal import seal_of
from record.session import Session, resume, wall_time
from record.snapshot import conditions_of
from table.arbiter import pin
from table.core.conditions import SECOND
from table.core.inputs import PinReplaced, Said
from table.events.arbiter import OrderGiven
from table.events.game import Role
from table.understanding import typed, wording

# --- hektor rule ----------------------------------------------------------------------------------


def add_rule_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``hektor rule``."""
    parser.add_argument("game", type=int, help="rule.game")
    parser.add_argument("order", nargs="+", help="rule.order")
    parser.add_argument("--yes", action="store_true", help="rule.yes")
    add_pin_options(parser)
    options.add_settings(parser, "rule")


def run_rule(given: argparse.Namespace) -> int:
    """Give the order. The exit status is 0 if it was carried out."""
    archive, game = options.chosen_game(given)
    told = Settings(language=given.language, audience=Audience.ARBITER)
    key = options.pin_key() if conditions_of(archive, game.id).arbiter_pin else b""
    session, now = resume(archive, game.id, told, wall_time, pin_key=key)
    now += _since(archive, game.id)
    try:
        if session.state.outcome is None:
            raise PlayerError("not_over", game=game.id)
        check_pin(given, session, game.id, now)
        give = _giver(session, now)
        if session.state.conditions.arbiter_pin:
            give(options.secret("PIN: "))
        carried_out = give(" ".join(given.order))
        if session.state.order_asked is not None:
            carried_out = give("ja" if given.yes else sys.stdin.readline().strip() or "nein")
        if session.state.arbiter.known:
            give("Ende")
        return 0 if carried_out else 1
    finally:
        session.close()


def _giver(session: Session, now: int) -> Callable[[str], bool]:
    """A function that obeys one line of the arbiter and prints what comes of it.

    It returns whether an order was carried out.
    """

    def give(text: str) -> bool:
        intent = typed(text, session.state, Role.ARBITER, session.settings.language)
        said = Said(intent, now, Role.ARBITER, wording(intent, text, session.state), typed=True)
        happened = session.put(said, now)
        for one in happened.utterances:
            print(one.text)
        return any(isinstance(event, OrderGiven) for event in happened.events)

    return give


def _since(archive: Archive, game: int) -> int:
    """Nanoseconds since the last entry by the time of day: after wrong PINs that time has to pass.

    No clock is running now, so nothing else depends on it.
    """
    walls = [entry.wall for entry in archive.entries(game)]
    try:
        passed = datetime.fromisoformat(wall_time()) - datetime.fromisoformat(walls[-1])
    except (IndexError, ValueError, TypeError):
        return 0
    return max(0, round(passed.total_seconds() * SECOND))


# --- hektor sign ----------------------------------------------------------------------------------


def add_sign_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``hektor sign``."""
    options.add_game(parser)
    options.add_settings(parser, "sign")


def run_sign(given: argparse.Namespace) -> int:
    """Say what is signed, ask for the passphrase and sign."""
    archive, chosen = options.chosen_game(given)
    if sign(archive, chosen.id, given.language):
        return 0
    print(message("unsigned_yet", given.language).text)
    return 1


TRIES = 3


def sign(archive: Archive, game: int, language: str) -> bool:
    """Say what is to be signed, ask for the passphrase, and sign the last result of a game; False
    if nothing was entered. Raises PlayerError if it cannot be signed, or not so."""
    from record import countersign  # noqa: PLC0415 - few games are signed

    agreed, last = conditions_of(archive, game), _last(archive, game)
    if not agreed.arbiter_key:
        raise PlayerError("no_arbiter_key", game=game)
    if last is None:
        raise PlayerError("no_result", game=game)
    players = {"white": agreed.white or "?", "black": agreed.black or "?"}
    seal = seal_of(last.hash)
    told_first = message(
        "to_be_signed", language, game=str(game), result=last.sealed, digits=seal, **players
    )
    print(told_first.text)
    entered = options.secret(message("arbiter_passphrase", language).text + " ")
    if not entered:
        return False
    statement = countersign.statement(game, last.sealed, last.hash)
    try:
        signature = countersign.sign(entered, agreed.arbiter_key, statement)
    except ValueError as error:
        raise JournalError("conditions_unread", game=game) from error
    if signature is None:
        raise PlayerError("other_passphrase")
    archive.sign(game, last.seq, signature)
    print(message("signed", language).text)
    return True


def sign_at_the_end(archive: Archive, sessions: Sequence[Session], language: str) -> None:
    """Have the games signed that were played here, are over, and were begun with a key. Nobody has
    to: an empty line leaves it."""
    for session in sessions:
        game = session.game
        if game is None or not session.sealed or not session.state.conditions.arbiter_key:
            continue
        last = _last(archive, game)
        if last is None or last.hash != session.sealed:
            print(message("record_replaced", language, game=str(game)).text)
            continue
        signature = archive.signature(game)
        is_signed = signature is not None and signature[0] == last.seq
        if not is_signed and not _asked(archive, game, language):
            print(message("unsigned_yet", language).text)


def _asked(archive: Archive, game: int, language: str) -> bool:
    for _ in range(TRIES):
        try:
            return sign(archive, game, language)
        except PlayerError as error:
            print(told(error, language))
            if error.name == "nothing_typed":
                break
    return False


def _last(archive: Archive, game: int) -> Entry | None:
    """The last entry with a seal."""
    sealed = [each for each in archive.entries(game) if each.sealed]
    return sealed[-1] if sealed else None


# --- Another PIN ----------------------------------------------------------------------------------


# An arbiter's PIN is of no use if it was forgotten or mistyped, or its key was lost, as with
# another computer. Whoever owns the computer can set another one on purpose, so it is on record,
# is told, and where the game was begun with the arbiter's key it takes the arbiter's passphrase.


def add_pin_options(parser: argparse.ArgumentParser) -> None:
    """Add the option for another PIN."""
    parser.add_argument("--new-arbiter-pin", action="store_true", help="resume.new_pin")


def check_pin(given: argparse.Namespace, session: Session, game: int, now: int) -> None:
    """Tell if no PIN can be right in a game that goes on at ``now``, since the key is lost; the
    arbiter may set another one then, which is on record. Raises UserError if that is not possible.
    """
    agreed = session.state.conditions
    hashed = agreed.arbiter_pin
    lost = hashed != "" and not pin.is_under(hashed, session.state.pin_key)
    if not given.new_arbiter_pin:
        if lost:
            print(message("pin_key_lost", given.language).text)
        return
    if not hashed:
        raise PlayerError("no_pin", game=game)
    if agreed.arbiter_key:
        from record import countersign  # noqa: PLC0415 - few games are signed

        prompt = message("arbiter_passphrase", given.language).text + " "
        if not countersign.is_made_of(options.secret(prompt), agreed.arbiter_key):
            raise PlayerError("other_passphrase")
    renewed = session.put(PinReplaced(options.new_pin("--new-arbiter-pin", given.language)), now)
    for one in renewed.utterances:
        print(one.text)
