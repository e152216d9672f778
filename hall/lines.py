# SPDX-License-Identifier: GPL-3.0-or-later
"""A line at the desk: the hall's own words, a question about a table, or an order. Pure.

A line for a table is understood as it would be there, if its arbiter typed it, in the state that
the desk knows (``table.reception``). What only asks is answered from that state, and the table
never hears of it; all else is an order, to be signed and sent.
"""

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from hall.desk import Given, TableView
from hall.desk_words import EVERY, DeskWord, addressed, asks, desk_word
from table import reception, understanding
from table.core.conditions import Conditions
from table.core.inputs import Said
from table.core.state import new_state
from table.events.game import Role
from voice.language import lexicon
from voice.language.commands import Command, CommandName, Trait
from voice.language.interpretation import Intent
from voice.language.orders import Order
from voice.language.transcript import UNKNOWN, Transcript, shares_of

_CLEAR = 0.5
"""A line counts if so much of the list of hypotheses agrees on it."""


@dataclass(frozen=True, slots=True)
class OfHall:
    """One of the desk's own words, for these ``tables``, if any were named. A table that is opened
    is shown, and questions that name no table are about it."""

    word: DeskWord
    tables: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class AsksTables:
    """A question about tables, each understood in its own position."""

    asked: tuple[tuple[int, Said], ...]


@dataclass(frozen=True, slots=True)
class Ordering:
    """An order, as each of these tables understands it, in the words ``text``; ``missing`` have no
    game now."""

    intents: tuple[tuple[int, Order | Command], ...]
    text: str
    missing: tuple[int, ...] = ()

    @property
    def tables(self) -> tuple[int, ...]:
        """Those that get it."""
        return tuple(table for table, _ in self.intents)

    @property
    def answers(self) -> bool:
        """True if it is but an answer to what the tables ask."""
        return all(_is_answer(intent) for _, intent in self.intents)


@dataclass(frozen=True, slots=True)
class NotMeant:
    """It means nothing at the tables, or none of them is there: ``missing`` are those without a
    game. It is not understood, an order that names no table, or an answer that none asked for."""

    text: str
    missing: tuple[int, ...] = ()
    why: Literal["unclear", "unnamed", "unasked"] = "unclear"


Meaning = OfHall | AsksTables | Ordering | NotMeant


def meant(
    line: str,
    views: Mapping[int, TableView],
    now: int,
    interface: str,
    *,
    opened: int | None = None,
    asking: Iterable[int] = (),
) -> Meaning:
    """What is meant. ``now`` is the desk's clock in nanoseconds. A question that names no table
    is about the ``opened`` one; an answer is for those that are ``asking`` whether an order of this
    desk is meant."""
    tables, text = addressed(line, interface)
    word = desk_word(text, interface)
    named = () if tables is None else tuple(sorted(views)) if tables == EVERY else tables
    if word is DeskWord.RECORD and tables is None and opened is not None:
        named = (opened,)
    if word is not None:
        return OfHall(word, named)
    if not text:
        if tables == EVERY:
            return OfHall(DeskWord.OVERVIEW)
        one = len(named) == 1 and named[0] in views
        return OfHall(DeskWord.OPEN, named) if one else NotMeant("", named)
    if tables is None:
        return _unaddressed(text, views, now, interface, opened=opened, asking=tuple(asking))
    return _for_tables(text, named, views, now, interface)


def _for_tables(
    text: str,
    tables: Iterable[int],
    views: Mapping[int, TableView],
    now: int,
    interface: str,
) -> Meaning:
    """A line for tables: it means something at all that have a game, or nothing."""
    understood = {table: _understood(text, views.get(table), now, interface) for table in tables}
    missing = tuple(table for table, said in understood.items() if said is None)
    present = [(table, said) for table, said in understood.items() if said is not None]
    if not present:
        return NotMeant(text, missing)
    if all(_only_asks(said.intent) for _, said in present):
        return AsksTables(tuple(present))
    intents = [
        (table, said.intent) for table, said in present if isinstance(said.intent, Order | Command)
    ]
    if len(intents) < len(present):
        return NotMeant(text)
    return Ordering(tuple(intents), text, missing)


def _unaddressed(
    text: str,
    views: Mapping[int, TableView],
    now: int,
    interface: str,
    *,
    opened: int | None,
    asking: tuple[int, ...],
) -> Meaning:
    """A line that names no table: an answer, or a question about the one that is open. An order is
    never for a table that it does not name."""
    present = [table for table, view in views.items() if view.state is not None]
    about = opened if opened is not None else next(iter((*asking, *present)), None)
    said = None if about is None else _understood(text, views.get(about), now, interface)
    if said is None:
        return NotMeant(text)
    if _is_answer(said.intent) and asking:
        return _for_tables(text, asking, views, now, interface)
    if opened is not None and _only_asks(said.intent):
        return AsksTables(((opened, said),))
    if not isinstance(said.intent, Order | Command):
        return NotMeant(text)
    return NotMeant(text, why="unasked" if _is_answer(said.intent) else "unnamed")


def _understood(text: str, view: TableView | None, now: int, interface: str) -> Said | None:
    """As the arbiter at the table would be; None without a game."""
    if view is None or view.state is None:
        return None
    at = view.time(now)
    said = reception.typed((Role.ARBITER, text), view.state, at, None, interface)
    return said if isinstance(said, Said) else None


def asking(
    views: Mapping[int, TableView], given: Mapping[int, Given], names: Container[str]
) -> tuple[int, ...]:
    """The tables that ask whether an order is meant which one of these arbiters gave."""
    return tuple(
        table
        for table, view in sorted(views.items())
        if view.state is not None
        and view.state.order_asked is not None
        and (order := given.get(view.last_order)) is not None
        and order.by in names
    )


def heard(transcripts: Sequence[Transcript]) -> tuple[str, str] | None:
    """The line that was said, if most of the hypotheses say so much to the same tables; and its
    language."""
    shares: dict[object, float] = {}
    for one, share in zip(transcripts, shares_of(transcripts), strict=True):
        shares[_said(one)] = shares.get(_said(one), 0.0) + share
    words = transcripts[0].words
    if not words or UNKNOWN in words or shares[_said(transcripts[0])] < _CLEAR:
        return None
    return lexicon.written(words), lexicon.heard_in(words)


def _said(one: Transcript) -> object:
    return addressed(" ".join(lexicon.native(one.words)), lexicon.heard_in(one.words))


def yes_or_no(line: str, interface: str) -> bool | None:
    """The answer that a line is, None if it is none."""
    intent = understanding.typed(line, new_state(Conditions()), Role.ARBITER, interface)
    if not isinstance(intent, Command) or intent.name not in (CommandName.YES, CommandName.NO):
        return None
    return intent.name is CommandName.YES


def _is_answer(intent: Intent) -> bool:
    return isinstance(intent, Command) and Trait.ANSWERS in intent.name.traits


def _only_asks(intent: Intent) -> bool:
    return isinstance(intent, Command) and asks(intent.name)
