# SPDX-License-Identifier: GPL-3.0-or-later
"""The snapshot of a game, which is stored with each entry and from which the game goes on.

Nothing is done again to go on with a game, to export it or to study it. To do the inputs again is
how ``hektor verify`` checks that the snapshot is the one to which the recorded inputs lead.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from clock.events import GamePaused, GameResumed, MoveCompleted
from record import archive_file
from record.archive_file import JournalError, Json
from record.codec import EVENTS, INPUTS, Records
from record.journal import Archive, Entry
from record.seal import mark_of
from table.arbiter import pin
from table.core.conditions import Conditions
from table.core.state import State, new_state
from table.events import Event
from table.events.dialogue import (
    AlphabetSwitched,
    DeviceLost,
    DeviceRestored,
    InfoGiven,
    MoveWordsChosen,
    NotUnderstood,
)
from table.events.game import MoveMade, Refused
from table.reception import BOARD

PASSING = (
    InfoGiven,
    NotUnderstood,
    AlphabetSwitched,
    MoveWordsChosen,
    Refused,
    GamePaused,
    GameResumed,
    DeviceLost,
    DeviceRestored,
)
"""Events that are not told again when a game is resumed: they answered somebody, or are no longer
so."""

PRESS = (MoveMade, MoveCompleted)
"""Events that are told again with the announcement before them."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The ``state`` of a game, and the events that were ``announced`` last: nobody knows whether
    they were heard before the program died."""

    state: State
    announced: tuple[Event, ...] = ()

    def after(self, state: State, events: tuple[Event, ...], told: bool) -> "Snapshot":
        """The snapshot after an input; ``told`` if anything was said of its events."""
        if not told:
            return Snapshot(state, self.announced)
        lasting = tuple(event for event in events if not isinstance(event, PASSING))
        pressed = all(isinstance(event, PRESS) for event in lasting)
        return Snapshot(state, self.announced + lasting if pressed else lasting)


_SNAPSHOTS = Records(Snapshot)
_VERSION = "version"


def encode(snapshot: Snapshot) -> Json:
    """The stored form, with the version that it is of."""
    return {_VERSION: archive_file.VERSION, **_SNAPSHOTS.encode(snapshot)}


def decode(data: Any) -> Snapshot:
    """The snapshot of a stored form of any version since `archive_file.OLDEST`. Raises ValueError
    if it cannot be read."""
    try:
        content = {**data}
        content = archive_file.migrated(content, content.pop(_VERSION))
    except (TypeError, KeyError) as error:
        raise ValueError("no snapshot") from error
    found: Snapshot = _SNAPSHOTS.decode(content)
    if len(found.state.record) != found.state.position.ply:
        raise ValueError("the record is not that of the position")
    return found


def stored(archive: Archive, game: int) -> Snapshot:
    """The stored snapshot. Raises JournalError if it cannot be read."""
    try:
        return decode(archive.snapshot(game))
    except ValueError as error:
        raise JournalError("end_unread", game=game) from error


def replayed(
    archive: Archive, game: int, progress: Callable[[int], None] = lambda done: None
) -> Snapshot:
    """The state to which the recorded inputs lead, if this version does them again. ``progress`` is
    told how many entries are done.

    Raises JournalError where they lead to other events than those on record, or to another mark.
    """
    snapshot = first(archive, game)
    for entry, after in steps(archive, game):
        progress(entry.seq)
        snapshot = after
    return snapshot


def first(archive: Archive, game: int) -> Snapshot:
    """Where a game began. Raises JournalError if nobody could have played under its conditions."""
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
    if recorded != events or entry.mark != mark_of(snapshot.state, state):
        raise JournalError("other_events", game=game, entry=entry.seq)
    return snapshot.after(state, events, bool(entry.said))


def conditions_of(archive: Archive, game: int) -> Conditions:
    """The conditions under which the game was started."""
    try:
        conditions = INPUTS.decode(archive.conditions(game))
    except ValueError as error:
        raise JournalError("conditions_unread", game=game) from error
    kept = conditions.arbiter_pin if isinstance(conditions, Conditions) else ""
    if not isinstance(conditions, Conditions) or (kept and not pin.is_hash(kept)):
        raise JournalError("conditions_unread", game=game)
    return conditions
