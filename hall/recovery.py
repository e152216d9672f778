# SPDX-License-Identifier: GPL-3.0-or-later
"""A game goes on at another computer: what the server has of it is written into the archive there.

It is a game of its own there, made at that moment under the same conditions: whatever the first
computer may still have written, which nobody sent, is on record as well when that one comes back.
The table sends it whole. Recordings are not sent, so the new record names none; and what was kept
of an arbiter's PIN was never sent, so another one has to be set
(`hektor resume --new-arbiter-pin`).
"""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from hall.line import Cut, Line
from hall.message import Past, Unread, Written, read
from hall.outbox import Outbox
from record.archive_file import JournalError, Json
from record.codec import INPUTS, Snapshot, encode_snapshot
from record.journal import Archive, Entry, Opening
from record.snapshot import after
from table.core.state import new_state


def last_game(past: Past) -> tuple[Opening, list[Entry]] | None:
    """The game that began last at the table, with its entries; None if there is none."""
    opening: Opening | None = None
    entries = list[Entry]()
    for data in past.messages:
        found = read(data)
        if isinstance(found, Unread):
            continue
        if not isinstance(found, Written):
            opening, entries = found, []
        elif opening is not None and found.game == opening.hash and found.entry.seq == len(entries):
            entries.append(found.entry)
    return None if opening is None else (opening, entries)


def first(opening: Opening) -> Snapshot:
    """Where a game begins. Raises JournalError if it cannot be played here."""
    try:
        return Snapshot(new_state(INPUTS.decode(opening.conditions)))
    except (ValueError, AttributeError) as error:
        raise JournalError("conditions_unread", game=opening.number) from error


def without_sound(entry: Entry) -> Json:
    """The input of an entry, without the recording, which was never sent."""
    return {name: "" if name == "sound" else one for name, one in entry.input.items()}


def written(
    archive: Archive, opening: Opening, entries: Sequence[Entry], at: int, wall: str
) -> int:
    """The game stands in the archive, as it was ``at`` this time of its own, in nanoseconds; its
    number there. ``wall`` is the time of day. Raises JournalError, with nothing written, if it
    cannot be played here."""
    snapshot = first(opening)
    for entry in entries:
        snapshot = after(snapshot, entry, opening.number)
    sent = [replace(one, input=without_sound(one)) for one in entries]
    outcome = snapshot.state.outcome
    return archive.add(
        replace(opening, started=wall), sent, encode_snapshot(snapshot),
        result="*" if outcome is None else outcome.result,
        alive=max([at, *(one.at for one in entries[-1:])]),
    )  # fmt: skip


def take_over(archive: Archive, hall: str, line: Line, wall: str) -> int | None:
    """The number here of the game that another computer played last at this table, if it is not
    over; None if there is none, if this computer has all of it, or if nobody answers. Raises
    JournalError if it cannot be played here."""
    past = asyncio.run(_asked(line, Outbox(archive, hall)))
    found = None if past is None else last_game(past)
    if past is None or found is None:
        return None
    opening, entries = found
    if any(event.get("is") == "GameEnded" for entry in entries for event in entry.events):
        return None
    at = past.alive.at if past.alive.game == opening.hash else 0
    return written(archive, opening, entries, at, wall)


async def _asked(line: Line, here: Outbox) -> Past | None:
    """The past of the table, if there is more of it than here."""
    try:
        await line.open()
        last = await line.last()
        return None if not last.game or here.has(last) else await line.past()
    except Cut:
        return None
    finally:
        await line.close()
