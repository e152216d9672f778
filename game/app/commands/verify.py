# SPDX-License-Identifier: GPL-3.0-or-later
"""``hektor verify``: shows that the record of a game is the one that was written."""

import argparse
import re

from game.app import options
from game.errors import UserError
from game.journal import Archive, Form, JournalDamaged
from game.seal import BadSeal, Sealed, seal_of, stamp_of, written
from game.session import Rebuilt, conditions_of, rebuild

_OLDER = re.compile(r"[0-9a-f]{64}")
"""A seal of version 1, which changed with each entry."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Which game."""
    options.add_game(parser)
    parser.add_argument("--seal", nargs="+", metavar="DIGITS", help="verify.seal")
    parser.add_argument("--passphrase", action="store_true", help="verify.passphrase")
    options.add_settings(parser, "verify")


def run(given: argparse.Namespace) -> int:
    """Check the hash chain, the recordings, and that the inputs lead to the recorded game."""
    archive, chosen = options.chosen_game(given)
    seal = None if given.seal is None else " ".join(given.seal)
    for line in report(archive, chosen.id, chosen.result, seal):
        print(line)
    if given.passphrase:
        print(_of_arbiter(archive, chosen.id))
    archive.check_games()
    return 0


def report(archive: Archive, game: int, result: str, seal: str | None = None) -> list[str]:
    """What is as it should be. Raises JournalDamaged or UserError if anything is not."""
    rebuilt = rebuild(archive, game)
    state = rebuilt.state
    if result != (state.outcome.result if state.outcome else "*"):
        raise UserError(f"The result of game {game} is not that of its record.")
    if rebuilt.backwards:
        entry = rebuilt.backwards[0]
        raise UserError(f"In the record of game {game} time runs backwards at entry {entry}.")
    if archive.last_alive(game) < rebuilt.reached:
        raise UserError(f"The record of game {game} ends before its last entry.")
    hashes, form = archive.hashes(game), archive.form(game)
    sounds = archive.check_sounds(game)
    lines = [_whole(game, len(hashes), form)]
    if sounds:
        lines.append(f"All {sounds} recordings are as they were recorded.")
    other = len(rebuilt.reworded)
    if other:
        lines.append(
            f"This version of Hektor words {other} of them differently; moves, times and "
            "result are the same."
        )
    lines += _lacking(form)
    lines += _marks(rebuilt, hashes)
    lines += _signed(archive, game, rebuilt, hashes)
    if seal is not None:
        lines.append(_fitting(archive, game, rebuilt, hashes, seal))
    return lines


def _whole(game: int, entries: int, form: Form) -> str:
    if form is Form.ENTRIES:
        return f"Game {game}: all {entries} entries that are there belong together."
    return f"Game {game}: all {entries} entries are as they were written."


def _lacking(form: Form) -> list[str]:
    """What the record of an older version cannot show."""
    lines = []
    if form is Form.ENTRIES:
        lines.append(
            "A version before the first wrote it, which noted no end: whether entries are missing "
            "at its end, nobody can see."
        )
    if form is not Form.LINKED:
        lines.append(
            "An older version wrote it, without a link to the game before: whether another game "
            "was taken out of the archive, nobody can see from it."
        )
    return lines


def _marks(rebuilt: Rebuilt, hashes: list[str]) -> list[str]:
    """The stamps and seals, as they were told when the game was played."""
    if not rebuilt.marks:
        return ["The game has no result yet, and so no seal."] if not rebuilt.state.outcome else []
    lines = []
    for seq, mark in rebuilt.marks:
        if isinstance(mark, Sealed):
            lines.append(f"Seal of the result {mark.result}: {seal_of(hashes[seq])}")
        else:
            lines.append(f"Stamp after move {mark.moves}: {stamp_of(hashes[seq])}")
    last, mark = rebuilt.marks[-1]
    if isinstance(mark, Sealed) and len(hashes) > last + 1:
        more = len(hashes) - last - 1
        lines.append(f"Entries that were written after the result: {more}.")
    return lines


def _fitting(archive: Archive, game: int, rebuilt: Rebuilt, hashes: list[str], given: str) -> str:
    """What the seal or stamp is of that was written down. Raises UserError if it is of another
    record."""
    if _OLDER.fullmatch(given.strip().lower()):
        if given.strip().lower() == archive.seal(game):
            return "The seal is that of this record."
        raise UserError(
            f"The seal of game {game} is another: it is not the record of that game, or it went "
            "on after that."
        )
    try:
        sought = written(given)
    except BadSeal as error:
        raise UserError(str(error)) from error
    for seq, mark in rebuilt.marks:
        if isinstance(mark, Sealed) and seal_of(hashes[seq]) == sought:
            return f"The seal is that of this record with the result {mark.result}."
        if not isinstance(mark, Sealed) and stamp_of(hashes[seq]) == sought:
            return f"The stamp is that of this record after move {mark.moves}."
    raise UserError(f"The seal of game {game} is another: it is not the record of that game.")


def _signed(archive: Archive, game: int, rebuilt: Rebuilt, hashes: list[str]) -> list[str]:
    """Whose signature is under which result. Raises JournalDamaged if one is not right."""
    key = rebuilt.state.conditions.arbiter_key
    given = archive.signatures(game)
    if not key and not given:
        return []
    from game import countersign  # noqa: PLC0415 - few games are signed

    results = {seq: mark.result for seq, mark in rebuilt.marks if isinstance(mark, Sealed)}
    lines = []
    for seq, signature in given.items():
        whole = seq in results and countersign.signed(
            key, countersign.statement(game, results[seq], hashes[seq]), signature
        )
        if not whole:
            raise JournalDamaged(f"The arbiter's signature under game {game} was changed.")
        name = countersign.fingerprint(key)
        lines.append(f"The arbiter with the key {name} signed the result {results[seq]}.")
    if results and max(results) not in given:
        lines.append(f"The arbiter has not signed the result {results[max(results)]}.")
    return lines


def _of_arbiter(archive: Archive, game: int) -> str:
    """Whether the key of the record is that of the arbiter who types the passphrase."""
    from game import countersign  # noqa: PLC0415

    key = conditions_of(archive, game).arbiter_key
    if not key:
        raise UserError(f"Game {game} was begun without an arbiter's key.")
    if not countersign.is_made_of(options.secret("Passphrase: "), key):
        raise UserError(f"The key of game {game} is not that of this passphrase.")
    return "The key is that of this passphrase."
