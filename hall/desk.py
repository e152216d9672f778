# SPDX-License-Identifier: GPL-3.0-or-later
"""The tables as the desk knows them: each game by its own journal, done again by the table's
``handle``; and the orders that went out, until their outcome is told. Pure; moments are seconds or
nanoseconds of the desk's own clock, passed in.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

import chess

from clock.clock import SECOND
from hall.calls import OpenCall, open_calls
from hall.message import Alive, Unread, Written
from hall.orders import Fate, OrderOutcome, fate, outcome_of
from record.codec import EVENTS, INPUTS
from record.journal import Opening, follows
from table.core.inputs import Ordered, Said, Stood
from table.core.state import State, new_state
from table.events.dialogue import Device, DeviceLost, DeviceRestored
from table.events.game import Role
from table.reception import BOARD

ALONE_AFTER = 6.0
"""Seconds without a sign of life after which a table is alone: it gives one every two."""

KEPT = 50
"""So many things that were said at a table are kept, and so many outcomes of orders."""

LONGEST = 1000
"""Letters of a text from a table that are shown."""

GATHERS = 1.5
"""Seconds for which the answers of tables to one order are gathered."""

MINUTE = 60 * SECOND

LATE = SECOND // 4
"""By so many nanoseconds a sign of life may be late on its way."""

NEVER = Alive()


class Damage(StrEnum):
    """Why a table is not shown as it is; the first reason stays."""

    MISSING = "missing"  # an entry is not there
    CHANGED = "changed"  # an entry has not the hash that it must have
    OTHER = "other"  # this program understands the game otherwise: another version
    UNREAD = "unread"  # it sent what no table of this version sends, and is left out


class Absence(StrEnum):
    """Why a table cannot be reached."""

    UNSEEN = "unseen"  # it has given no sign of life yet
    ALONE = "alone"  # none for long: the network, its computer or its program failed
    LEFT = "left"  # it said that its program is left, and the game is not over
    DONE = "done"  # it said so, and its game is over


@dataclass(frozen=True, slots=True)
class TableView:
    """A table as the desk knows it.

    ``entries`` is how many of the present game are here, and ``hash`` that of the last one, which
    was ``reached`` at this time of the game. ``state`` is None before a game. ``running`` is the
    moment of the desk's clock that was the time 0 of the game, in nanoseconds, None while nobody
    knows. ``alive`` is the last sign of life, and ``seen`` when it came, in seconds. ``earlier``
    are the hashes of the games before. ``talk`` is what was said, each with the time of the game.
    ``lost`` are its devices that do not work, ``calls`` what an arbiter is needed for.
    """

    table: int
    opening: Opening | None = None
    state: State | None = None
    entries: int = 0
    hash: str = ""
    reached: int = 0
    running: int | None = None
    alive: Alive = NEVER
    seen: float | None = None
    earlier: frozenset[str] = frozenset()
    talk: tuple[tuple[int, str], ...] = ()
    lost: tuple[Device, ...] = ()
    calls: tuple[OpenCall, ...] = ()
    outcomes: tuple[OrderOutcome, ...] = ()
    damage: Damage | None = None

    def absence(self, now: float) -> "Absence | None":
        """Why nobody can be reached at the table; None if it is there. ``now`` is in seconds."""
        if self.alive.left:
            over = self.state is None or self.state.outcome is not None
            return Absence.DONE if over else Absence.LEFT
        if self.seen is None:
            return Absence.UNSEEN
        return Absence.ALONE if now - self.seen > ALONE_AFTER else None

    @property
    def games(self) -> int:
        """How many began here."""
        return len(self.earlier) + (self.opening is not None)

    @property
    def behind(self) -> int:
        """How many entries the table has that are not here."""
        of_this = self.opening is not None and self.alive.game == self.opening.hash
        return max(0, self.alive.entries - self.entries) if of_this else self.alive.entries

    def last_minute(self, now: int) -> tuple[tuple[int, str], ...]:
        """The talk at the table in the last minute."""
        since = self.time(now) - MINUTE
        return tuple((at, said) for at, said in self.talk if at >= since)

    def time(self, now: int) -> int:
        """The time of the game ``now``, in nanoseconds."""
        if self.running is None:
            return self.reached
        return max(self.reached, now - self.running)

    def remaining(self, colour: chess.Color, now: int) -> int | None:
        """A player's display as it is ``now``, in nanoseconds; None before a game."""
        return None if self.state is None else self.state.clock.remaining(colour, self.time(now))

    @property
    def last_order(self) -> int:
        """The number of the last order that the table obeyed."""
        return 0 if self.state is None else self.state.arbiter.ordered


THERE = "there"
"""In the place of an `Absence`, for tables that are back."""


def absences(
    before: Mapping[int, Absence], views: Mapping[int, TableView], now: float
) -> tuple[dict[int, Absence], dict[str, list[int]]]:
    """The tables that have been there and are not ``now``, in seconds; and what is news of it since
    ``before``: the tables by their `Absence`, or `THERE`."""
    absent: dict[int, Absence] = {}
    news: dict[str, list[int]] = {}
    for table, view in sorted(views.items()):
        why, was = view.absence(now), before.get(table)
        if why is not None and why is not Absence.UNSEEN:
            absent[table] = why
        if absent.get(table) is not was:
            news.setdefault(absent.get(table, THERE), []).append(table)
    return absent, news


def with_message(view: TableView, found: Opening | Written | Unread) -> TableView:
    """The table after the next message of its journal. One that is here already changes nothing.
    After one that cannot be read none counts: the table is left out."""
    if view.damage is Damage.UNREAD:
        return view
    if isinstance(found, Unread):
        return replace(view, damage=Damage.UNREAD)
    if isinstance(found, Opening):
        known = view.opening == found or found.hash in view.earlier
        return view if known else _begun(view, found)
    entry = found.entry
    if found.game in view.earlier:  # of another computer of this table, which caught up
        return view
    if view.opening is None or found.game != view.opening.hash:
        return replace(view, damage=Damage.MISSING)
    if entry.seq < view.entries:
        return view
    if entry.seq > view.entries:
        return replace(view, damage=Damage.MISSING)
    whole = found.altered or follows(entry, view.hash, view.opening.number)
    damage = view.damage or (None if whole else Damage.CHANGED)
    outcome = outcome_of(entry, found.given)
    talk = tuple((entry.at, said[:LONGEST]) for said in entry.said if said)
    view = replace(
        view,
        entries=entry.seq + 1,
        hash=entry.hash,
        reached=entry.at,
        damage=damage,
        talk=(*view.talk, *talk)[-KEPT:],
        outcomes=view.outcomes if outcome is None else (*view.outcomes, outcome)[-KEPT:],
    )
    return _played(view, found)


def with_alive(view: TableView, alive: Alive | Unread, now: int) -> TableView:
    """The table after a sign of life that came at ``now``, in nanoseconds of the desk's clock.

    Signs are sometimes late: the earliest tells best how far the game is, until they differ by more
    than `LATE`.
    """
    if view.damage is Damage.UNREAD:
        return view
    if isinstance(alive, Unread):
        return replace(view, damage=Damage.UNREAD)
    if alive.left:  # the time of the game stands
        reached = max(view.reached, alive.at)
        return replace(view, alive=alive, seen=now / SECOND, running=None, reached=reached)
    running = now - alive.at
    if view.running is not None and 0 <= running - view.running < LATE:
        running = view.running
    return replace(view, alive=alive, seen=now / SECOND, running=running)


def _begun(view: TableView, opening: Opening) -> TableView:
    try:
        state = new_state(INPUTS.decode(opening.conditions))
    except Exception:  # nobody can play under them
        state = None
    return TableView(
        view.table,
        opening,
        state,
        hash=opening.hash,
        alive=view.alive,
        seen=view.seen,
        earlier=view.earlier | ({view.opening.hash} if view.opening is not None else set()),
        outcomes=view.outcomes,
        damage=Damage.OTHER if state is None else None,
    )


def _played(view: TableView, found: Written) -> TableView:
    """The state after an input. A table of another version may understand it otherwise: that is
    told, and what is shown goes on as far as it goes."""
    entry = found.entry
    if view.state is None:
        return view
    try:
        given = found.given
        state, events, _ = BOARD.handle(view.state, given, entry.at)
        as_there = tuple(EVENTS.encode(event) for event in events) == entry.events
    except Exception:  # whoever wrote it does not play by this program
        return replace(view, damage=view.damage or Damage.OTHER)
    running = None if isinstance(given, Stood) else view.running
    damage = view.damage or (None if as_there else Damage.OTHER)
    lost = _lost(view.lost, events)
    stopped = state.called and not view.state.called and not _of_arbiter(given)
    calls = open_calls(state, lost, entry.at, view.calls, stopped=stopped)
    return replace(view, state=state, running=running, damage=damage, lost=lost, calls=calls)


def _of_arbiter(given: object) -> bool:
    return isinstance(given, Ordered) or (isinstance(given, Said) and given.who is Role.ARBITER)


def _lost(before: tuple[Device, ...], events: Iterable[object]) -> tuple[Device, ...]:
    """The devices that do not work after these events."""
    for event in events:
        if isinstance(event, DeviceLost):
            before = (*(one for one in before if one is not event.device), event.device)
        elif isinstance(event, DeviceRestored):
            before = tuple(one for one in before if one is not event.device)
    return before


# --- Orders ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Given:
    """The order with this ``number``, in these words, ``by`` an arbiter.

    ``sent`` is the moment at which it went out to each table, ``unsent`` are those that it cannot
    reach. ``told`` is what was told of each last, and ``since`` when there is more to tell, both
    in seconds.
    """

    number: int
    text: str
    by: str
    sent: Mapping[int, float] = field(default_factory=dict)
    unsent: frozenset[int] = frozenset()
    told: Mapping[int, Fate] = field(default_factory=dict)
    since: float | None = None

    @property
    def waits(self) -> bool:
        """True if nothing was told yet of some of its tables."""
        return bool(self.sent.keys() - self.told.keys())


def gone_out(given: Given, table: int, at: float) -> Given:
    """It is on its way to a table since this moment."""
    return replace(given, sent={**given.sent, table: at}, unsent=given.unsent - {table})


def told_now(
    given: Given, views: Mapping[int, TableView], now: float
) -> tuple[Given, Mapping[int, OrderOutcome]]:
    """The order after what there is to tell of it ``now``, and that: for each table where it was
    not told yet, once all have answered or `GATHERS` after the first. A table of which it was told
    that it did not obey may have done so after all."""
    found, awaits = dict[int, OrderOutcome](), False
    for table, at in given.sent.items():
        told, view = given.told.get(table), views[table]
        if told not in (None, Fate.EXPIRED, Fate.UNSENT):
            continue
        doubted = view.alive.refused, view.alive.reason
        outcome = fate(given.number, at, view.outcomes, doubted, now)
        if outcome.fate in (Fate.WAITS, Fate.EXPIRED) and table in given.unsent:
            outcome = OrderOutcome(given.number, Fate.UNSENT, "")
        awaits = awaits or outcome.fate is Fate.WAITS
        if outcome.fate not in (Fate.WAITS, told):
            found[table] = outcome
    if not found:
        return given, found
    since = now if given.since is None else given.since
    if awaits and now - since < GATHERS:
        return replace(given, since=since), {}
    told_of = {table: one.fate for table, one in found.items()}
    return replace(given, told={**given.told, **told_of}, since=None), found
