# SPDX-License-Identifier: GPL-3.0-or-later
"""The arbiter signs a game: what was sealed at its end, with the passphrase from its beginning."""

from announce.errors import PlayerError, told
from announce.words.program import message
from game.app import options
from record import cipher, countersign
from record.chain import JournalDamaged
from record.journal import Archive, Entry
from record.snapshot import conditions_of

TRIES = 3


def sign(archive: Archive, game: int, passphrase: str) -> None:
    """Sign the last result of a game. Raises PlayerError if that is not possible."""
    key = conditions_of(archive, game).arbiter_key
    if not key:
        raise PlayerError("no_arbiter_key", game=game)
    last = _last(archive, game)
    if last is None or last.mark is None:
        raise PlayerError("no_result", game=game)
    statement = countersign.statement(game, last.mark.result, last.hash)
    try:
        signature = countersign.sign(passphrase, key, statement)
    except cipher.WrongPassphrase as error:
        raise PlayerError("other_passphrase") from error
    except ValueError as error:
        raise JournalDamaged("conditions_unread", game=game) from error
    archive.sign(game, last.seq, signature)


def newest(archive: Archive) -> int:
    """The number of the newest game, 0 if there is none."""
    return max((one.id for one in archive.games()), default=0)


def ask(archive: Archive, first: int, language: str) -> None:
    """Ask for the passphrase and sign the games from the ``first`` on that are over and were begun
    with a key. Nobody has to: an empty line leaves it."""
    games = sorted(one.id for one in archive.games() if one.id >= first)
    due = [game for game in games if _is_due(archive, game)]
    for _ in range(TRIES if due else 0):
        try:
            entered = options.secret(message("arbiter_passphrase", language).text + " ")
        except PlayerError:  # nothing can be typed
            break
        if not entered:
            break
        try:
            for game in due:
                sign(archive, game, entered)
        except PlayerError as error:
            print(told(error, language))
            continue
        print(message("signed", language).text)
        return
    if due:
        print(message("unsigned_yet", language).text)


def _is_due(archive: Archive, game: int) -> bool:
    last = _last(archive, game)
    if not conditions_of(archive, game).arbiter_key or last is None:
        return False
    return last.seq not in archive.signatures(game)


def _last(archive: Archive, game: int) -> Entry | None:
    """The last entry with a seal."""
    sealed = [each for each in archive.entries(game) if each.mark and each.mark.result]
    return sealed[-1] if sealed else None
