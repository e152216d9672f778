# SPDX-License-Identifier: GPL-3.0-or-later
"""``hektor verify``: shows that the record of a game is the one that was written."""

import argparse
from collections.abc import Iterator
from dataclasses import dataclass

from announce.errors import PlayerError
from announce.lexicon import lexicon
from announce.words.program import message
from game.app import options
from game.app.many import telling
from record import archive_file
from record.archive_file import JournalError
from record.journal import Archive, Entry
from record.seal import Mark, written
from record.snapshot import conditions_of, replayed, stored
from table.core.conditions import Conditions
from table.core.inputs import PinReplaced


def add_verify_options(parser: argparse.ArgumentParser) -> None:
    """Which game."""
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
    entries, snapshot = list(archive.entries(game)), stored(archive, game)
    again = archive.version(game) == archive_file.VERSION
    if again:
        progress = telling(language)
        found = replayed(archive, game, lambda done: progress(done, len(entries)))
        if found != snapshot:
            raise JournalError("other_end", game=game)
    outcome = snapshot.state.outcome
    if result != (outcome.result if outcome else "*"):
        raise PlayerError("result_changed", game=game)
    _check_times(archive, game, entries)
    record = _ExaminedRecord(
        game, conditions_of(archive, game), entries, archive.signatures(game), language
    )
    lines = [record.say("entries", game=game, entries=len(entries))]
    if not again:
        lines.append(record.say("other_version"))
    if sounds := archive.check_sounds(game):
        lines.append(record.say("recordings", count=sounds))
    renewed = [entry for entry in entries if entry.input.get("is") == PinReplaced.__name__]
    lines += [record.say("pin_changed", entry=entry.seq) for entry in renewed]
    lines += (*_marks(record, over=outcome is not None), *_signed(record))
    return lines if seal is None else [*lines, _fitting(record, seal)]


def _check_times(archive: Archive, game: int, entries: list[Entry]) -> None:
    """Raises PlayerError if an entry is earlier than the one before, or later than the end."""
    reached = 0
    for entry in entries:
        if entry.at < reached:
            raise PlayerError("time_backwards", game=game, entry=entry.seq)
        reached = entry.at
    if archive.last_alive(game) < reached:
        raise PlayerError("ends_early", game=game)


@dataclass(frozen=True, slots=True)
class _ExaminedRecord:
    """A record under examination: a game with its entries and the arbiter's signatures under some
    of them, and the language of the report."""

    game: int
    conditions: Conditions
    entries: list[Entry]
    signatures: dict[int, str]
    language: str

    def say(self, name: str, /, **fields: object) -> str:
        return _say(self.language, name, **fields)

    def marked(self) -> Iterator[tuple[Entry, Mark, str]]:
        """The entries that have a seal or a stamp, with its digits."""
        for entry in self.entries:
            if entry.mark is not None:
                yield entry, entry.mark, entry.mark.digits(entry.hash)


def _say(language: str, name: str, /, **fields: object) -> str:
    return lexicon(language).text(f"program.verify.{name}", **fields)


def _of(mark: Mark, name: str) -> str:
    """The name of what is said of a seal."""
    return name if mark.over else f"adjourned_{name}"


def _marks(record: _ExaminedRecord, *, over: bool) -> Iterator[str]:
    """The stamps and seals, as they were told when the game was played; ``over``: it has ended."""
    more, found = 0, False
    for entry, mark, digits in record.marked():
        if mark.result:
            yield record.say(_of(mark, "seal"), result=mark.result, digits=digits)
        else:
            yield record.say("stamp", moves=mark.moves, digits=digits)
        more = len(record.entries) - entry.seq - 1 if mark.result and over else 0
        found = True
    if not (found or over):
        yield record.say("no_seal")
    if more:
        yield record.say("later", count=more)


def _fitting(record: _ExaminedRecord, seal: str) -> str:
    """The entry that the seal or stamp belongs to. Raises PlayerError if it is of another
    record."""
    sought = written(seal)
    for _, mark, digits in record.marked():
        if sought == digits and mark.result:
            return record.say(_of(mark, "seal_fits"), result=mark.result)
        if sought == digits:
            return record.say("stamp_fits", moves=mark.moves)
    raise PlayerError("seal_other", game=record.game)


def _signed(record: _ExaminedRecord) -> Iterator[str]:
    """Whose signature is under which result. Raises JournalError if one is not right."""
    key = record.conditions.arbiter_key
    if not key and not record.signatures:
        return
    from record import countersign  # noqa: PLC0415 - few games are signed

    seals = {entry.seq: entry for entry in record.entries if entry.mark and entry.mark.result}
    for seq, signature in record.signatures.items():
        mark = seals[seq].mark if seq in seals else None
        if mark is None or not countersign.signed(
            key, countersign.statement(record.game, mark.result, seals[seq].hash), signature
        ):
            raise JournalError("signature_changed", game=record.game)
        name = countersign.fingerprint(key)
        yield record.say(_of(mark, "signed"), key=name, result=mark.result)
    if seals and max(seals) not in record.signatures:
        last = seals[max(seals)].mark
        assert last is not None
        yield record.say(_of(last, "unsigned"), result=last.result)


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
