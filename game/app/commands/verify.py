# SPDX-License-Identifier: GPL-3.0-or-later
"""``hektor verify``: shows that the record of a game is the one that was written."""

import argparse
from collections.abc import Iterator
from functools import partial

from announce.errors import PlayerError
from announce.lexicon import lexicon
from announce.words.program import message, progress_line
from game.app import options
from ground.progress import Progress
from record.archive_file import JournalError
from record.journal import Archive, Entry
from record.seal import parse_seal, seal_of
from record.snapshot import conditions_of, replayed, stored
from table.core.inputs import PinReplaced


def add_verify_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``hektor verify``."""
    options.add_game(parser)
    parser.add_argument("--seal", nargs="+", metavar="DIGITS", help="verify.seal")
    parser.add_argument("--passphrase", action="store_true", help="verify.passphrase")
    options.add_settings(parser, "verify")


def run_verify(given: argparse.Namespace) -> int:
    """Check the hash chain, the recordings, and that the inputs lead to the recorded game."""
    archive, chosen = options.chosen_game(given)
    seal = None if given.seal is None else " ".join(given.seal)
    for line in report(archive, chosen.id, chosen.result, seal, given.language):
        print(line)
    if given.passphrase:
        print(_of_arbiter(archive, chosen.id, given.language))
    archive.check_games()
    return 0


def report(
    archive: Archive, game: int, result: str, seal: str | None = None, language: str = "en"
) -> list[str]:
    """A report of all that is in order. Raises PlayerError if anything is not."""
    entries, snapshot = [*archive.entries(game)], stored(archive, game)
    progress = Progress(partial(progress_line, language))
    if replayed(archive, game, lambda done: progress(done, len(entries))) != snapshot:
        raise JournalError("other_end", game=game)
    outcome = snapshot.state.outcome
    if result != (outcome.result if outcome else "*"):
        raise PlayerError("result_changed", game=game)
    _check_times(archive, game, entries)
    say = partial(_say, language)
    lines = [say("entries", game=game, entries=len(entries))]
    if sounds := archive.check_sounds(game):
        lines.append(say("recordings", count=sounds))
    renewed = [entry for entry in entries if entry.input.get("is") == PinReplaced.__name__]
    lines += [say("pin_changed", entry=entry.seq) for entry in renewed]
    sealed = [entry for entry in entries if entry.sealed]
    lines += [say(_of(one, "seal"), result=one.sealed, digits=seal_of(one.hash)) for one in sealed]
    if outcome is None and not sealed:
        lines.append(say("no_seal"))
    elif outcome is not None and sealed and (later := len(entries) - sealed[-1].seq - 1):
        lines.append(say("later", count=later))
    lines += _signed(archive, game, sealed, language)
    return lines if seal is None else [*lines, _fitting(game, sealed, seal, language)]


def _check_times(archive: Archive, game: int, entries: list[Entry]) -> None:
    """Raises PlayerError if an entry is earlier than the one before, or later than the end."""
    reached = 0
    for entry in entries:
        if entry.at < reached:
            raise PlayerError("time_backwards", game=game, entry=entry.seq)
        reached = entry.at
    if archive.last_alive(game) < reached:
        raise PlayerError("ends_early", game=game)


def _say(language: str, name: str, /, **fields: object) -> str:
    return lexicon(language).text(f"program.verify.{name}", **fields)


def _of(entry: Entry, name: str) -> str:
    """The key of what is said of a seal: of a result, or of an adjourned game."""
    return f"adjourned_{name}" if entry.sealed == "*" else name


def _fitting(game: int, sealed: list[Entry], seal: str, language: str) -> str:
    """The entry to which a seal belongs. Raises PlayerError if it is of another record."""
    sought = parse_seal(seal)
    for entry in sealed:
        if sought == seal_of(entry.hash):
            return _say(language, _of(entry, "seal_fits"), result=entry.sealed)
    raise PlayerError("seal_other", game=game)


def _signed(archive: Archive, game: int, sealed: list[Entry], language: str) -> Iterator[str]:
    """Tell whose signature stands under the last seal. Raises JournalError if it is not right."""
    key, signature = conditions_of(archive, game).arbiter_key, archive.signature(game)
    if signature is not None:
        from record import countersign  # noqa: PLC0415 - few games are signed

        seq, text = signature
        one = next((entry for entry in sealed if entry.seq == seq), None)
        if one is None or not countersign.signed(
            key, countersign.statement(game, one.sealed, one.hash), text
        ):
            raise JournalError("signature_changed", game=game)
        name = countersign.fingerprint(key)
        yield _say(language, _of(one, "signed"), key=name, result=one.sealed)
    if key and sealed and (signature is None or signature[0] != sealed[-1].seq):
        yield _say(language, _of(sealed[-1], "unsigned"), result=sealed[-1].sealed)


def _of_arbiter(archive: Archive, game: int, language: str) -> str:
    """Says that the key of the record is that of the arbiter who types the passphrase. Raises
    PlayerError if it is not."""
    from record import countersign  # noqa: PLC0415

    key = conditions_of(archive, game).arbiter_key
    if not key:
        raise PlayerError("no_arbiter_key", game=game)
    entered = options.secret(message("arbiter_passphrase", language).text + " ")
    if not countersign.is_made_of(entered, key):
        raise PlayerError("key_other", game=game)
    return _say(language, "key_fits")
