# SPDX-License-Identifier: GPL-3.0-or-later
"""Who calls the arbiter, and for what, as it stands in the state of each table. Pure.

A call is none that somebody keeps: it is there as long as the table's own state has what only an
arbiter settles, and gone when that is settled, at the table or from the desk.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

import chess

from hall.message import loads
from rules.draws import Ground
from table.core.matters import Call
from table.core.state import State
from table.events.dialogue import Device
from voice.language.commands import Command

LONGEST_CALL = 1024
"""Bytes of the message that an arbiter goes to a call."""

_CLAIMS: Mapping[object, str] = {Ground.THREEFOLD: "9.2", Ground.FIFTY: "9.3"}


class Cause(StrEnum):
    """Why an arbiter is needed at a table."""

    CALLED = "called"  # a player called (6.11.2)
    CLAIM = "claim"  # a draw is claimed, and the claim not confirmed yet (9.2, 9.3)
    QUICKPLAY = "quickplay"  # a claim in the last two minutes (Guidelines III)
    RULING = "ruling"  # the players dispute something
    STANDS = "stands"  # only the arbiter lets the clocks run again (6.11.3)
    DEVICE = "device"  # a device was lost


@dataclass(frozen=True, slots=True)
class OpenCall:
    """A table needs an arbiter since ``at``, in nanoseconds of its game. ``colour`` is whose matter
    it is, None if nobody's; ``article`` the one that it is about, or the lost device."""

    cause: Cause
    colour: chess.Color | None
    article: str
    at: int

    @property
    def identity(self) -> tuple[Cause, chess.Color | None, str]:
        """The same for as long as the call is open."""
        return self.cause, self.colour, self.article

    @property
    def told(self) -> list[str]:
        """The same in words, as one desk tells it to the others."""
        return [str(part) for part in self.identity]


@dataclass(frozen=True, slots=True)
class Queued:
    """A call of a ``table``, which waits for so many ``seconds``; ``taken`` is the arbiter who
    goes there, empty if nobody does."""

    table: int
    call: OpenCall
    seconds: int
    taken: str = ""


def open_calls(
    state: State,
    lost: Iterable[Device],
    at: int,
    before: Iterable[OpenCall] = (),
    *,
    stopped: bool = False,
) -> tuple[OpenCall, ...]:
    """The calls of a table in this state. One that was open ``before`` is as old as it was.
    ``stopped``: the clocks were stopped for the arbiter just now, and not by one."""
    known = {one.identity: one.at for one in before}
    found = {call.identity: call for call in _found(state, lost, at)}
    stands = OpenCall(Cause.STANDS, None, "6.11.3", at)
    needed = state.called and state.outcome is None
    if needed and not found and (stopped or stands.identity in known):
        found[stands.identity] = stands
    return tuple(replace(one, at=known.get(one.identity, one.at)) for one in found.values())


def _found(state: State, lost: Iterable[Device], at: int) -> Iterator[OpenCall]:
    for device in lost:
        yield OpenCall(Cause.DEVICE, None, device.value, at)
    if state.outcome is not None:
        return
    if state.dispute is not None:
        yield OpenCall(Cause.RULING, state.dispute.colour, state.dispute.article, at)
    if state.last_minutes is not None and state.last_minutes.stops:
        yield OpenCall(Cause.QUICKPLAY, state.last_minutes.colour, "III.5", at)
    claimed, asked = state.claimed, state.claim_asked
    about = None if asked is None else asked.about
    if claimed is not None and isinstance(about, Command):
        article = _CLAIMS.get(about.about, "9.2, 9.3")
        yield OpenCall(Cause.CLAIM, state.position.turn, article, claimed.at)
    for call in state.every(Call):
        yield OpenCall(Cause.CALLED, call.colour, "6.11.2", call.at)


def in_order(waiting: Iterable[Queued]) -> tuple[Queued, ...]:
    """The queue: who waits longest comes first."""
    return tuple(sorted(waiting, key=lambda one: (-one.seconds, one.table)))


def going(call: OpenCall, by: str) -> bytes:
    """The message that this arbiter goes to a call."""
    return json.dumps({"call": call.told, "by": by}).encode()


def who_goes(data: bytes) -> tuple[list[str], str]:
    """To which call of its table, as it is `OpenCall.told`, and by the name; nobody and nowhere if
    it is no such message."""
    match loads(data, LONGEST_CALL):
        case {"call": [*parts], "by": str(by)} if all(isinstance(one, str) for one in parts):
            return parts, by
    return [], ""
