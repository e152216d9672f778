# SPDX-License-Identifier: GPL-3.0-or-later
"""The records of the tables, as a round needs them: which game was played at which table."""

import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from pathlib import Path

from ground.text import one_line
from hall.rounds.facts import OPEN, Pairing, Results, Round, TableResult
from record.archive_file import JournalError
from record.journal import Archive
from record.snapshot import conditions_of, stored
from rules.results import RESULTS
from table.core.conditions import Conditions
from table.core.state import State


@dataclass(frozen=True, slots=True)
class Recorded:
    """The game at a table: its number in an archive, the wall time at which it began, in ISO 8601,
    and its state. For so many seconds its archive had ``rested``: nothing in it is newer."""

    table: int
    archive: Archive
    game: int
    started: str
    state: State
    rested: float = 0.0


class Doubt(StrEnum):
    """Why a record does not count for a table, or only as the best guess."""

    NAMES = "names"  # other players than the file has: it is left out
    SEVERAL = "several"  # several games; the one that was begun last counts
    UNREAD = "unread"  # the archive cannot be read
    OTHERS = "others"  # this game, and all others, are of another event or round


Doubts = list[tuple[Doubt, int, Path]]
"""Each with the table that it is about, 0 where it is about the archive itself, and the archive."""


def archives(place: Path) -> list[Archive]:
    """The archives of the tables: a file, or all that lie in a folder and below it."""
    if place.is_file():
        return [Archive(place)]
    return [Archive(path) for path in sorted(place.rglob("*.sqlite"))]


def of_round(paired: Round, found: Iterable[Archive]) -> tuple[dict[int, Recorded], Doubts]:
    """The games of a round by their tables, and what is doubtful about them.

    A game belongs to a table if event and round are those of the file, and the players too; so does
    one that was begun without the file and without a number of a table.
    """
    games: dict[int, Recorded] = {}
    doubts: Doubts = []
    others: Doubts = []
    for archive in found:
        try:
            for table, game in _found(archive.path, paired):
                before = games.get(table)
                if table == _NOWHERE:
                    others = [(Doubt.OTHERS, 0, archive.path)]
                elif game is None:
                    doubts.append((Doubt.NAMES, table, archive.path))
                else:
                    if before is not None:
                        doubts.append((Doubt.SEVERAL, table, archive.path))
                    if before is None or before.started <= game.started:
                        games[table] = game
        except JournalError:
            doubts.append((Doubt.UNREAD, 0, archive.path))
    return games, doubts if games or doubts else others


_NOWHERE = 0
"""In the place of a table, for a game that is not of the round."""

_Played = tuple[tuple[int, Recorded | None], ...]
"""Each game of an archive that has begun, the oldest first, with its table; None where other
players than the file has play there."""

_SETTLED = 2.0
"""Seconds after which a file that has not changed since will have another time when it does."""


def _found(path: Path, paired: Round) -> _Played:
    """The games of an archive; one that has rested since it was read is not read again."""
    changed = _changes(path)  # before it is read
    rests = _rests(changed)
    read = _games_in if rests > _SETTLED else _games_in.__wrapped__
    return tuple(
        (table, game and replace(game, rested=rests)) for table, game in read(path, paired, changed)
    )


@lru_cache(maxsize=4096)
def _games_in(path: Path, paired: Round, _changed: tuple[int, ...]) -> _Played:
    archive, found = Archive(path), list[tuple[int, Recorded | None]]()
    for summary in reversed(archive.games()):
        if summary.begun:
            agreed = conditions_of(archive, summary.id)
            pairing = _pairing(paired, agreed)
            if pairing is None or not _same_players(pairing, agreed):
                found.append((_NOWHERE if pairing is None else pairing.table, None))
                continue
            state = stored(archive, summary.id).state
            game = Recorded(pairing.table, archive, summary.id, summary.started, state)
            found.append((pairing.table, game))
    return tuple(found)


def rested(path: Path) -> float:
    """For how many seconds a file, or an archive, has not changed. A copy may bring its old time
    along, but not that at which it was made here."""
    return _rests(_changes(path))


def _rests(changed: tuple[int, ...]) -> float:
    return max(0.0, time.time() - max(changed, default=0) / 1e9)


def _changes(path: Path) -> tuple[int, ...]:
    """When a file, and those beside an archive that have a part of it, changed, in nanoseconds of
    the time of day. (To read them is none, but for SQLite's rights on what lies beside.)"""
    changed: list[int] = []
    with suppress(OSError):  # there is none
        changed.append(path.stat().st_ctime_ns)
    for one in (path, *(path.with_name(path.name + ending) for ending in ("-wal", "-journal"))):
        with suppress(OSError):
            changed.append(one.stat().st_mtime_ns)
    return tuple(changed)


def _pairing(paired: Round, agreed: Conditions) -> Pairing | None:
    """The pairing for which these conditions were agreed."""
    if agreed.round != str(paired.number) or agreed.event != one_line(paired.event):
        return None
    return paired.at(agreed.table) if agreed.table else _by_names(paired, agreed)


def _by_names(paired: Round, agreed: Conditions) -> Pairing | None:
    return next((one for one in paired.pairings if _same_players(one, agreed)), None)


def _same_players(pairing: Pairing, agreed: Conditions) -> bool:
    names = one_line(pairing.white.name), one_line(pairing.black.name)
    return names == (agreed.white, agreed.black)


def results(games: Mapping[int, Recorded]) -> Results:
    """The results of the games, so far."""
    return {table: _played(one.state) for table, one in games.items()}


def _played(state: State) -> TableResult:
    result = state.outcome.result if state.outcome is not None else OPEN
    return TableResult(result if result in RESULTS else OPEN, state.position.ply)
