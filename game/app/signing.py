# SPDX-License-Identifier: GPL-3.0-or-later
"""The arbiter signs a game: what was sealed at its end, with the passphrase from its beginning.

Nobody signs blindly: game, players, result and seal are told before the passphrase is asked for,
which is the yes to them, one game at a time. At the end of a game its seal has to be the one that
this program has told itself: a record that somebody has replaced meanwhile is not signed.
"""

from collections.abc import Sequence

from announce.errors import PlayerError, told
from announce.words.program import message
from game.app import options
from record import countersign
from record.archive_file import JournalError
from record.journal import Archive, Entry
from record.seal import seal_of
from record.session import Session
from record.snapshot import conditions_of

TRIES = 3


def sign(archive: Archive, game: int, language: str) -> bool:
    """Say what is to be signed, ask for the passphrase, and sign the last result of a game; False
    if nothing was entered. Raises PlayerError if it cannot be signed, or not so."""
    agreed, last = conditions_of(archive, game), _last(archive, game)
    if not agreed.arbiter_key:
        raise PlayerError("no_arbiter_key", game=game)
    if last is None or last.mark is None:
        raise PlayerError("no_result", game=game)
    players = {"white": agreed.white or "?", "black": agreed.black or "?"}
    result, seal = last.mark.result, seal_of(last.hash)
    told_first = message(
        "to_be_signed", language, game=str(game), result=result, digits=seal, **players
    )
    print(told_first.text)
    entered = options.secret(message("arbiter_passphrase", language).text + " ")
    if not entered:
        return False
    statement = countersign.statement(game, last.mark.result, last.hash)
    try:
        signature = countersign.sign(entered, agreed.arbiter_key, statement)
    except ValueError as error:
        raise JournalError("conditions_unread", game=game) from error
    if signature is None:
        raise PlayerError("other_passphrase")
    archive.sign(game, last.seq, signature)
    print(message("signed", language).text)
    return True


def at_the_end(archive: Archive, sessions: Sequence[Session], language: str) -> None:
    """Have the games signed that were played here, are over, and were begun with a key. Nobody has
    to: an empty line leaves it."""
    for session in sessions:
        game = session.game
        if game is None or not session.sealed or not session.state.conditions.arbiter_key:
            continue
        last = _last(archive, game)
        if last is None or last.hash != session.sealed:
            print(message("record_replaced", language, game=str(game)).text)
        elif last.seq not in archive.signatures(game) and not _asked(archive, game, language):
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
    sealed = [each for each in archive.entries(game) if each.mark and each.mark.result]
    return sealed[-1] if sealed else None
