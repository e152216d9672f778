# SPDX-License-Identifier: GPL-3.0-or-later
"""The records of the tables, as a round needs them: which game was played at which table, and when
its moves were made."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from ground.text import one_line
from hall.rounds.facts import OPEN, Pairing, Results, Round, TableResult
from record.archive_file import JournalError
from record.codec import EVENTS
from record.journal import Archive, GameSummary
from record.snapshot import conditions_of, stored
from rules.results import RESULTS
from table.core.conditions import Conditions
from table.core.state import State
from table.events.arbiter import GameCancelled
from table.events.game import GameEnded, MoveMade, PositionRestored, PositionSet


@dataclass(frozen=True, slots=True)
class Recorded:
    """The game at a table: its number in an archive, its state, and the wall times, in ISO 8601, at
    which it began, at which each of its moves was ``made``, and at which it ``ended``, if it is
    over."""

    table: int
    archive: Archive
    game: int
    started: str
    state: State
    made: tuple[str, ...] = ()
    ended: str = ""


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
            for summary in reversed(archive.games()):  # the oldest first
                if summary.begun:
                    others = [(Doubt.OTHERS, 0, archive.path)]
                    _take(paired, archive, summary, games, doubts)
        except JournalError:
            doubts.append((Doubt.UNREAD, 0, archive.path))
    return games, doubts if games or doubts else others


def _take(
    paired: Round,
    archive: Archive,
    summary: GameSummary,
    games: dict[int, Recorded],
    doubts: Doubts,
) -> None:
    """Put a game to its table, if it has one."""
    agreed = conditions_of(archive, summary.id)
    if agreed.round != str(paired.number) or agreed.event != one_line(paired.event):
        return
    pairing = paired.at(agreed.table) if agreed.table else _by_names(paired, agreed)
    if pairing is None:
        return
    if not _same_players(pairing, agreed):
        doubts.append((Doubt.NAMES, pairing.table, archive.path))
        return
    game = _recorded(pairing.table, archive, summary)
    before = games.get(pairing.table)
    if before is not None:
        doubts.append((Doubt.SEVERAL, pairing.table, archive.path))
    if before is None or before.started <= game.started:
        games[pairing.table] = game


def _by_names(paired: Round, agreed: Conditions) -> Pairing | None:
    return next((one for one in paired.pairings if _same_players(one, agreed)), None)


def _same_players(pairing: Pairing, agreed: Conditions) -> bool:
    names = one_line(pairing.white.name), one_line(pairing.black.name)
    return names == (agreed.white, agreed.black)


def _recorded(table: int, archive: Archive, summary: GameSummary) -> Recorded:
    made, ended = list[str](), ""
    for entry in archive.entries(summary.id):
        for written in entry.events:
            match _event(written):
                case MoveMade():
                    made.append(entry.wall)
                case PositionRestored(ply=ply):
                    del made[ply:]
                case PositionSet() | GameCancelled():
                    made.clear()
                case GameEnded():
                    ended = entry.wall
    state = stored(archive, summary.id).state
    over = ended if state.outcome is not None else ""
    return Recorded(table, archive, summary.id, summary.started, state, tuple(made), over)


_TOLD = {
    one.__name__ for one in (MoveMade, PositionRestored, PositionSet, GameCancelled, GameEnded)
}


def _event(written: dict[str, object]) -> object:
    """An event that moves or ends a game; None for any other. Raises JournalError."""
    if written.get("is") not in _TOLD:
        return None
    try:
        return EVENTS.decode(written)
    except ValueError as error:
        raise JournalError("entry_unread", game=0, entry=0) from error


def results(games: Mapping[int, Recorded]) -> Results:
    """The results of the games, so far."""
    return {table: _played(one.state) for table, one in games.items()}


def _played(state: State) -> TableResult:
    result = state.outcome.result if state.outcome is not None else OPEN
    return TableResult(result if result in RESULTS else OPEN, state.position.ply)
