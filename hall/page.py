# SPDX-License-Identifier: GPL-3.0-or-later
"""The desk of a hall as a page: all tables, the queue of calls, and one table opened. Pure.

A time that runs is told once: what the display shows, and the moment at which it would be zero. The
script counts down; nothing is sent while nothing happens. Moments are milliseconds of the desk's
own clock, which comes with every sign of life.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html import escape

import chess

from announce.page.board import board, definitions, little
from announce.page.markup import (
    Picture,
    document,
    messages_html,
    page_words,
    text_html,
    utterance_html,
    word,
)
from announce.page.render import OrderWords, order_fields, score, side
from announce.page.render import state as state_words
from announce.page.view import Message, of_state
from announce.text.settings import Settings
from announce.words.phraser import Phraser
from clock.clock import SECOND, shown
from hall import words
from hall.calls import Cause, Queued
from hall.desk import Absence, TableView
from table.core.state import State

MILLISECOND = 1_000_000


@dataclass(frozen=True)
class HallView:
    """A desk at the moment ``at``, in nanoseconds of its own clock. ``by`` gives orders, empty if
    nobody does."""

    settings: Settings
    hall: str
    arbiters: tuple[str, ...]
    tables: tuple[TableView, ...]
    queue: tuple[Queued, ...]
    by: str
    at: int
    messages: tuple[Message, ...] = ()
    rows: dict[int, tuple[object, str]] = field(default_factory=dict, compare=False)
    """The rows that were drawn, and of what: one that is as it was is not drawn again."""

    def table(self, number: int) -> TableView | None:
        """The table with this number."""
        return next((one for one in self.tables if one.table == number), None)


def parts(view: HallView) -> dict[str, str]:
    """All parts of the page by name, as HTML; those of the rows are named by their tables."""
    return {
        "signed": _signed(view),
        "by": escape(view.by),
        "queue": "".join(_queued(one, view) for one in view.queue),
        "waiting": word("hall_calls" if view.queue else "hall_no_calls", view.settings),
        "numbers": " ".join(str(one.table) for one in view.tables),
        **{f"table-{one.table}": _row(one, view) for one in view.tables},
    }


def picture(view: HallView, number: int) -> Picture:
    """Draw a view."""
    return Picture(number, view.settings, parts(view), view.messages)


def page(view: HallView, known: int, now: int, orders: OrderWords) -> str:
    """The whole page; ``known`` is the number under which it asks for what comes after, ``now`` the
    moment in milliseconds, ``orders`` are those of the arbiter."""
    drawn = parts(view)
    rows = "".join(
        f'<tr role="row" id="table-{one.table}">{drawn.pop(f"table-{one.table}")}</tr>'
        for one in view.tables
    )
    settings = view.settings
    return document(
        "hall",
        settings,
        page_words(settings),
        pieces=definitions(),
        white=text_html(Phraser(settings).colour_name(chess.WHITE), settings),
        black=text_html(Phraser(settings).colour_name(chess.BLACK), settings),
        hall=escape(view.hall),
        rows=rows,
        now=now,
        order_fields=order_fields(orders, settings),
        arbiters="".join(f"<option>{escape(one)}</option>" for one in view.arbiters),
        messages_so_far=messages_html(view.messages, settings),
        last_message=view.messages[-1].number if view.messages else 0,
        known=known,
        **{f"part_{name}": html for name, html in drawn.items()},
    )


def _signed(view: HallView) -> str:
    if not view.by:
        return word("hall_nobody", view.settings)
    return word("hall_by", view.settings, name=view.by)


# --- The queue ------------------------------------------------------------------------------------


def _queued(queued: Queued, view: HallView) -> str:
    """A call, since when it waits, and who goes there, or the button to go."""
    settings, number = view.settings, queued.table
    table = view.table(number)
    began = view.at - queued.seconds * SECOND
    if table is not None and table.running is not None:
        began = table.running + queued.call.at
    since = began // MILLISECOND
    call = Queued(number, queued.call, 0)
    told = utterance_html(words.call_words(call, settings), settings)
    if queued.taken:
        does = f'<span class="taken">{word("hall_taken", settings, name=queued.taken)}</span>'
    else:
        does = (
            f'<button type="button" data-take="{number}">{word("hall_take", settings)}'
            f'<span class="hidden"> {number}</span></button>'
        )
    opens = (
        f'<button type="button" class="plainly" data-table="{number}">{word("hall_open", settings)}'
        f'<span class="hidden"> {number}</span></button>'
    )
    return (
        f'<li><p>{told} <span class="since" data-since="{since}"></span></p>'
        f'<p class="buttons">{does}{opens}</p></li>'
    )


# --- A table in a row -----------------------------------------------------------------------------


def seen_of(table: TableView, at: int) -> tuple[object, ...]:
    """All of a table that its row shows ``at`` this moment, but for what time alone changes."""
    absence = table.absence(at / SECOND)
    away = absence, absence is Absence.ALONE and table.seen
    return table.state, table.running, table.reached, table.lost, table.calls, table.damage, away


def _row(table: TableView, view: HallView) -> str:
    """The cells of a table, drawn if they are others than before."""
    shows = seen_of(table, view.at)
    known = view.rows.get(table.table)
    if known is None or known[0] != shows:
        known = view.rows[table.table] = shows, row(table, view)
    return known[1]


def row(table: TableView, view: HallView) -> str:
    """The cells of a table: its number, the board, both players with their clocks, its marks."""
    settings, state = view.settings, table.state
    marks = [*_marks(table, view)]
    kinds = " ".join(["head", *(kind for kind, _ in marks)])
    move, turn, played = "", "", ""
    if state is not None:
        move = "" if state.outcome is not None else str(words.move_number(table))
        turn = "" if state.outcome is not None else Phraser(settings).colour_name(state.turn)
        played = state.conditions.round
    number = (
        f'<button type="button" class="open" data-table="{table.table}">'
        f'<span class="hidden">{word("hall_table", settings)} </span>{table.table}</button>'
    )
    told = f"{word('hall_move', settings)} {move}" if move else ""
    more = f", {word('to_move', settings, colour=turn)}" if move else ""
    more += f" {word('hall_round', settings)} {escape(played)}" if played else ""
    badges = "".join(f'<span class="badge {kind}">{html}</span> ' for kind, html in marks)
    drawn = "" if state is None else little(state.present.board.board_fen())
    return (
        f'<th role="rowheader" scope="row" class="{kinds}">{number}</th>'
        f'<td role="cell" class="game">{told}<span class="hidden">{more}</span></td>'
        f'<td role="cell" class="little">{drawn}</td>'
        f"{_player(table, chess.BLACK, view)}{_player(table, chess.WHITE, view)}"
        f'<td role="cell" class="marks">{badges}</td>'
    )


def _player(table: TableView, colour: chess.Color, view: HallView) -> str:
    """A player's name and clock; whose clock runs has a sign."""
    kind, state = chess.COLOR_NAMES[colour], table.state
    if state is None:
        return f'<td role="cell" class="{kind}"></td>'
    name = state.conditions.white if colour else state.conditions.black
    runs = state.clock.running is colour and state.outcome is None
    kinds = f"{kind}{' runs' if runs else ''}{' turn' if state.turn is colour else ''}"
    sign = f'<span class="hidden"> {word("runs", view.settings)}</span>' if runs else ""
    return (
        f'<td role="cell" class="{kinds}">'
        f'<span class="name">{escape(name or "?")}</span> '
        f"{_time(table, state, colour, view)}{sign}</td>"
    )


def _time(table: TableView, state: State, colour: chess.Color, view: HallView) -> str:
    """A player's display, which the page counts down if it runs."""
    clock, at = state.clock, table.time(view.at)
    left, zero = clock.remaining(colour, table.reached), ""
    runs = clock.running is colour and state.outcome is None
    if runs and table.running is not None:
        wait = clock.delay_left(colour, at)
        moment = view.at + wait + clock.remaining(colour, at)
        zero = f' data-zero="{moment // MILLISECOND}"'
    return f'<span class="time" data-left="{left // MILLISECOND}"{zero}>{shown(left)}</span>'


def _marks(table: TableView, view: HallView) -> Iterator[tuple[str, str]]:
    """The marks of a table that an arbiter has to see: each a kind and its words."""
    settings, state = view.settings, table.state
    if any(call.cause not in (Cause.DEVICE, Cause.CLAIM) for call in table.calls):
        yield "calls", word("hall_call", settings)
    if table.lost:
        yield "lost", word("hall_device", settings)
    for call in table.calls:
        if call.cause is Cause.CLAIM:
            yield "claimed", word("hall_claim", settings, article=call.article)
    if table.damage is not None:
        yield "damaged", word("hall_damage", settings)
    absence = table.absence(view.at / SECOND)
    if absence in (Absence.UNSEEN, Absence.LEFT):  # one whose game is over may go
        yield str(absence), word(f"hall_{absence}", settings)
    elif absence is Absence.ALONE and table.seen is not None:
        since = int(table.seen * 1000)
        time = f'<span class="since" data-since="{since}"></span>'
        yield "alone", f"{word('hall_alone', settings)} {time}"
    if state is None:
        yield "empty", word("hall_no_game", settings)
    elif state.outcome is not None:
        yield "over", escape(state.outcome.result)
    elif not state.started:
        yield "waits", word("hall_waits", settings)
    elif state.paused:
        yield "paused", word("hall_paused", settings)


# --- A table that is opened -----------------------------------------------------------------------


def opened(view: HallView, number: int) -> Mapping[str, str]:
    """The parts of a table that is opened. Raises ValueError if there is none with this number."""
    table = view.table(number)
    if table is None:
        raise ValueError("no such table")
    settings = view.settings
    told = [*words.header(table, settings), *words.doubts(table, view.at / SECOND, settings)]
    told += [words.call_words(one, settings) for one in view.queue if one.table == number]
    found = {
        "opened-head": f"{word('hall_table', settings)} {number}",
        "opened-told": "".join(f"<p>{utterance_html(one, settings)}</p>" for one in told),
        "talk": _talk(table, view),
    }
    if table.state is None:
        return {**found, "board": "", "moves": "", "state": "", "opened-white": "",
                "opened-black": ""}  # fmt: skip
    shown_now = of_state(table.state, settings, table.time(view.at))
    return {
        **found,
        "state": state_words(shown_now),
        "board": board(shown_now),
        "moves": score(shown_now),
        **{
            f"opened-{chess.COLOR_NAMES[colour]}": f"{_time(table, table.state, colour, view)} "
            f"{side(shown_now, colour)}"
            for colour in chess.COLORS
        },
    }


def _talk(table: TableView, view: HallView) -> str:
    told = words.talk(table, view.at, view.settings) if table.state is not None else []
    return "".join(f"<li>{utterance_html(one, view.settings)}</li>" for one in told)
