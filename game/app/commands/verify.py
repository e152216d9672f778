# SPDX-License-Identifier: GPL-3.0-or-later
"""``hektor verify``: shows that the record of a game is the one that was written."""

import argparse
import re
from collections.abc import Iterator
from dataclasses import dataclass

from announce.errors import PlayerError
from announce.lexicon import lexicon
from announce.words.program import message
from game.app import options
from game.app.many import telling
from record.journal import Archive, Form, JournalDamaged
from record.seal import Mark, Sealed, seal_of, stamp_of, written
from record.session import Rebuilt, conditions_of, rebuild

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
    for line in report(archive, chosen.id, chosen.result, seal, given.language):
        print(line)
    if given.passphrase:
        print(_of_arbiter(archive, chosen.id, given.language))
    archive.check_games()
    return 0


def report(
    archive: Archive, game: int, result: str, seal: str | None = None, language: str = "en"
) -> list[str]:
    """What is as it should be. Raises PlayerError if anything is not."""
    entries, progress = len(archive.hashes(game)), telling(language)
    rebuilt = rebuild(archive, game, lambda done: progress(done, entries))
    state = rebuilt.state
    if result != (state.outcome.result if state.outcome else "*"):
        raise PlayerError("result_changed", game=game)
    if rebuilt.backwards:
        raise PlayerError("time_backwards", game=game, entry=rebuilt.backwards[0])
    if archive.last_alive(game) < rebuilt.reached:
        raise PlayerError("ends_early", game=game)
    form, sounds = archive.form(game), archive.check_sounds(game)
    record = _Record(game, rebuilt, archive.hashes(game), archive.signatures(game), language)
    whole = "entries_that_are_there" if form is Form.ENTRIES else "entries"
    lines = [record.say(whole, game=game, entries=len(record.hashes))]
    if sounds:
        lines.append(record.say("recordings", count=sounds))
    if rebuilt.reworded:
        lines.append(record.say("reworded", count=len(rebuilt.reworded)))
    if form is Form.ENTRIES:
        lines.append(record.say("no_end"))
    if form is not Form.LINKED:
        lines.append(record.say("no_link"))
    lines += [record.say("pin_changed", entry=entry) for entry in rebuilt.renewed]
    lines += (*_marks(record), *_signed(record))
    if seal is not None:
        older = _OLDER.fullmatch(seal.strip().lower())
        lines.append(_older(record, archive, seal) if older else _fitting(record, seal))
    return lines


@dataclass(frozen=True, slots=True)
class _Record:
    """What there is to say something about: a game with the hashes of its entries and the arbiter's
    signatures under some of them, and in which language."""

    game: int
    rebuilt: Rebuilt
    hashes: list[str]
    signatures: dict[int, str]
    language: str

    def say(self, name: str, /, **fields: object) -> str:
        return _say(self.language, name, **fields)

    def digits(self, seq: int, mark: Mark) -> str:
        """The seal or stamp of an entry."""
        return (seal_of if isinstance(mark, Sealed) else stamp_of)(self.hashes[seq])


def _say(language: str, name: str, /, **fields: object) -> str:
    return lexicon(language).text(f"program.verify.{name}", **fields)


def _of(mark: Sealed, name: str) -> str:
    """The name of what is said of a seal."""
    return name if mark.over else f"adjourned_{name}"


def _marks(record: _Record) -> Iterator[str]:
    """The stamps and seals, as they were told when the game was played."""
    rebuilt = record.rebuilt
    if not rebuilt.marks and not rebuilt.state.outcome:
        yield record.say("no_seal")
    more = 0
    for seq, mark in rebuilt.marks:
        digits, sealed = record.digits(seq, mark), isinstance(mark, Sealed)
        if isinstance(mark, Sealed):
            yield record.say(_of(mark, "seal"), result=mark.result, digits=digits)
        else:
            yield record.say("stamp", moves=mark.moves, digits=digits)
        more = len(record.hashes) - seq - 1 if sealed and rebuilt.state.outcome else 0
    if more:
        yield record.say("later", count=more)


def _older(record: _Record, archive: Archive, seal: str) -> str:
    if seal.strip().lower() != archive.seal(record.game):
        raise PlayerError("older_seal_other", game=record.game)
    return record.say("older_seal_fits")


def _fitting(record: _Record, seal: str) -> str:
    """What the seal or stamp is of that was written down. Raises PlayerError if it is of another
    record."""
    sought = written(seal)
    for seq, mark in record.rebuilt.marks:
        if sought != record.digits(seq, mark):
            continue
        if isinstance(mark, Sealed):
            return record.say(_of(mark, "seal_fits"), result=mark.result)
        return record.say("stamp_fits", moves=mark.moves)
    raise PlayerError("seal_other", game=record.game)


def _signed(record: _Record) -> Iterator[str]:
    """Whose signature is under which result. Raises JournalDamaged if one is not right."""
    key = record.rebuilt.state.conditions.arbiter_key
    if not key and not record.signatures:
        return
    from record import countersign  # noqa: PLC0415 - few games are signed

    seals = {seq: mark for seq, mark in record.rebuilt.marks if isinstance(mark, Sealed)}
    for seq, signature in record.signatures.items():
        result = seals[seq].result if seq in seals else ""
        signed = countersign.statement(record.game, result, record.hashes[seq]) if result else b""
        if not (result and countersign.signed(key, signed, signature)):
            raise JournalDamaged("signature_changed", game=record.game)
        name = countersign.fingerprint(key)
        yield record.say(_of(seals[seq], "signed"), key=name, result=result)
    if seals and max(seals) not in record.signatures:
        last = seals[max(seals)]
        yield record.say(_of(last, "unsigned"), result=last.result)


def _of_arbiter(archive: Archive, game: int, language: str) -> str:
    """Whether the key of the record is that of the arbiter who types the passphrase."""
    from record import countersign  # noqa: PLC0415

    key = conditions_of(archive, game).arbiter_key
    if not key:
        raise PlayerError("no_arbiter_key", game=game)
    entered = options.secret(message("arbiter_passphrase", language).text + " ")
    if not countersign.is_made_of(entered, key):
        raise PlayerError("key_other", game=game)
    return _say(language, "key_fits")
