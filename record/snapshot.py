# SPDX-License-Identifier: GPL-3.0-or-later
"""The snapshot of a game, from which it goes on: as it is stored, and made again of the inputs.

Nothing is done again to go on with a game, to export it or to study it. To do the inputs again is
how ``hektor verify`` checks that the snapshot is the one to which the recorded inputs lead.
"""

from collections.abc import Callable, Iterator

from record.archive_file import JournalError
from record.codec import EVENTS, INPUTS, Snapshot, decode_snapshot
from record.journal import Archive, Entry
from record.seal import sealed_result
from table.arbiter import pin
from table.core.conditions import Conditions
from table.core.state import new_state
from table.reception import BOARD


def stored(archive: Archive, game: int) -> Snapshot:
    """The stored snapshot. Raises JournalError if it cannot be read."""
    try:
        return decode_snapshot(archive.snapshot(game))
    except ValueError as error:
        raise JournalError("end_unread", game=game) from error


def replayed(
    archive: Archive, game: int, progress: Callable[[int], None] = lambda done: None
) -> Snapshot:
    """The state to which the recorded inputs lead. ``progress`` is told how many entries are done.

    Raises JournalError where they lead to other events than those on record, or to another result.
    """
    snapshot = first(archive, game)
    for entry, after in steps(archive, game):
        progress(entry.seq)
        snapshot = after
    return snapshot


def first(archive: Archive, game: int) -> Snapshot:
    """The snapshot with which a game began. Raises JournalError if nobody could have played under
    its conditions."""
    try:
        return Snapshot(new_state(conditions_of(archive, game)))
    except ValueError as error:
        raise JournalError("conditions_unread", game=game) from error


def steps(archive: Archive, game: int) -> Iterator[tuple[Entry, Snapshot]]:
    """Each entry with the snapshot after it; raises as `replayed`."""
    snapshot = first(archive, game)
    for entry in archive.entries(game):
        snapshot = after(snapshot, entry, game)
        yield entry, snapshot


def after(snapshot: Snapshot, entry: Entry, game: int) -> Snapshot:
    """The snapshot after one more entry; raises as `replayed`."""
    try:
        given = INPUTS.decode(entry.input)
        recorded = tuple(EVENTS.decode(event) for event in entry.events)
    except ValueError as error:
        raise JournalError("input_unread", game=game, entry=entry.seq) from error
    try:
        state, events, _ = BOARD.handle(snapshot.state, given, entry.at)
    except Exception as error:  # it was worked off before: whoever wrote it was not Hektor
        raise JournalError("input_impossible", game=game, entry=entry.seq) from error
    if recorded != events or entry.sealed != sealed_result(snapshot.state, state):
        raise JournalError("other_events", game=game, entry=entry.seq)
    return snapshot.after(state, events, bool(entry.said))


def conditions_of(archive: Archive, game: int) -> Conditions:
    """The conditions under which the game was started."""
    try:
        conditions = INPUTS.decode(archive.conditions(game))
    except ValueError as error:
        raise JournalError("conditions_unread", game=game) from error
    hashed = conditions.arbiter_pin if isinstance(conditions, Conditions) else ""
    if not isinstance(conditions, Conditions) or (hashed and not pin.is_hash(hashed)):
        raise JournalError("conditions_unread", game=game)
    return conditions
