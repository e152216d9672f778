# SPDX-License-Identifier: GPL-3.0-or-later
"""The words of a hall's desk: facts in, lines out. Pure.

What was said at a table comes in the table's own words, of whatever language.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

import chess

from announce.text.settings import Audience, Settings
from announce.text.utterance import Priority, Utterance
from announce.words.events import words as event_words
from announce.words.moves import notation
from announce.words.phraser import FieldValue, Phraser, Printed
from clock.clock import SECOND, shown
from hall.calls import Cause, Queued
from hall.desk import Damage, TableView
from hall.lines import NotMeant
from hall.orders import Fate, OrderOutcome, Unbelieved
from table.core.inputs import Said
from table.events import Event
from table.events.dialogue import Device, DeviceLost
from table.reception import BOARD

_RANGE = 3
"""So many tables in a row are told as a range."""


def note(key: str, settings: Settings, /, **fields: str) -> Utterance:
    """A sentence of the desk about itself; the fields are texts from outside."""
    phraser = Phraser(settings)
    return phraser.say(f"hall.{key}", **{name: phraser.name(one) for name, one in fields.items()})


def of_tables(
    key: str, tables: Sequence[int], settings: Settings, **fields: FieldValue
) -> Utterance:
    """A sentence about tables."""
    phraser = Phraser(settings)
    return phraser.say(f"hall.{key}", tables=_tables(phraser, tables), **fields)


def _tables(phraser: Phraser, tables: Sequence[int]) -> FieldValue:
    """ "Tisch 7", "Tische 1 bis 12 und 15"."""
    if len(tables) == 1:
        number = phraser.digits(tables[0])
        told = phraser.say("hall.table", number=number)
        return Printed(told.spoken, told.text)
    parts = [*_ranges(phraser, sorted(tables))]
    numbers = Printed(
        _joined([str(one.spoken) for one in parts], phraser),
        _joined([str(one.printed) for one in parts], phraser),
    )
    told = phraser.say("hall.tables", numbers=numbers)
    return Printed(told.spoken, told.text)


def _joined(parts: Sequence[str], phraser: Phraser) -> str:
    *before, last = parts
    return f"{', '.join(before)} {phraser.words.word('grammar.and')} {last}" if before else last


def _ranges(phraser: Phraser, tables: Sequence[int]) -> Iterator[Printed]:
    rest = [*tables]
    while rest:
        run = 1
        while run < len(rest) and rest[run] == rest[0] + run:
            run += 1
        if run < _RANGE:
            yield phraser.digits(rest.pop(0))
            continue
        first, last = phraser.digits(rest[0]), phraser.digits(rest[run - 1])
        yield Printed(
            phraser.text("hall.range", number=str(first.spoken), last=str(last.spoken)),
            phraser.text("hall.range", number=str(first.printed), last=str(last.printed)),
        )
        rest = rest[run:]


def name(text: str, settings: Settings) -> FieldValue:
    """A name from outside."""
    return Phraser(settings).name(text)


def read(part: int, settings: Settings) -> Utterance:
    """So many per cent of what the server has are here."""
    phraser = Phraser(settings)
    return phraser.say("hall.read", part=phraser.digits(part))


def ready(hall: str, views: Iterable[TableView], settings: Settings) -> Utterance:
    """Everything is here: so many games."""
    phraser, games = Phraser(settings), sum(one.state is not None for one in views)
    count = Printed(phraser.count(games, "game"), phraser.count(games, "game"))
    return phraser.say("hall.ready", name=phraser.name(hall), count=count)


def wrong_passphrase(wait: int, settings: Settings) -> Utterance:
    """It was none; after several the next one counts only in ``wait`` nanoseconds."""
    phraser = Phraser(settings)
    fields = {"time": phraser.time(wait, exact=True)} if wait >= SECOND else {}
    return phraser.say("hall.wrong", **fields)


def sure(tables: Sequence[int], order: str, settings: Settings) -> Utterance:
    """The question whether an order that was heard is meant."""
    return of_tables("sure", tables, settings, order=name(order, settings))


def not_meant(line: NotMeant, settings: Settings) -> Utterance:
    """Why a line means nothing."""
    if line.missing:
        return of_tables("no_game", line.missing, settings)
    return note(line.why, settings, said=line.text)


# --- Orders ---------------------------------------------------------------------------------------


def outcomes(
    found: Mapping[int, OrderOutcome], order: str, settings: Settings
) -> Iterator[Utterance]:
    """The outcome of an order, in one line for all tables where it is the same."""
    grouped: dict[tuple[Fate, str], list[int]] = {}
    for table, outcome in sorted(found.items()):
        grouped.setdefault((outcome.fate, outcome.words), []).append(table)
    phraser = Phraser(settings)
    for (fate, said), tables in grouped.items():
        fields: dict[str, FieldValue] = {"order": phraser.name(order)}
        if fate is Fate.DOUBTED:
            fields["reason"] = phraser.words.word(f"hall.doubt.{said or Unbelieved.UNREADABLE}")
        elif said:
            fields["said"] = phraser.name(said)
        yield of_tables(f"order.{fate}", tables, settings, **fields)


# --- Calls ----------------------------------------------------------------------------------------


def call_words(queued: Queued, settings: Settings) -> Utterance:
    """ "Tisch 7, Weiß ruft: Reklamation 9.2, wartet vierzig Sekunden."."""
    phraser, call = Phraser(settings, Priority.NEXT), queued.call
    fields: dict[str, FieldValue] = {
        "tables": _tables(phraser, (queued.table,)),
        "article": phraser.script(call.article),
    }
    if queued.seconds:
        fields["time"] = phraser.time(queued.seconds * SECOND, exact=True)
    if call.colour is not None:
        fields["colour"] = phraser.colour_name(call.colour)
    if call.cause is Cause.DEVICE:
        fields["said"] = _lost(Device(call.article), settings)
    told = phraser.say(f"hall.call.{call.cause}", **fields)
    if not queued.taken:
        return told
    said = Printed(told.segments, told.text)
    return phraser.say("hall.told.by", call=said, name=phraser.name(queued.taken))


def _lost(device: Device, settings: Settings) -> str:
    return " ".join(one.text for one in event_words(DeviceLost(0, device), settings))


# --- A table --------------------------------------------------------------------------------------


def header(view: TableView, settings: Settings) -> list[Utterance]:
    """Who plays, and how the game stands."""
    phraser, state = Phraser(settings), view.state
    if state is None:
        return [of_tables("view.none", (view.table,), settings)]
    agreed = state.conditions
    told = [
        of_tables(
            "view.players", (view.table,), settings,
            white=phraser.name(agreed.white) if agreed.white else phraser.colour_name(chess.WHITE),
            black=phraser.name(agreed.black) if agreed.black else phraser.colour_name(chess.BLACK),
        )
    ]  # fmt: skip
    if state.outcome is not None:
        result = phraser.result(state.outcome.result)
        told.append(phraser.say("hall.view.over", result=Printed(result.segments, result.text)))
    elif not state.started:
        told.append(phraser.say("hall.view.not_begun"))
    else:
        told.append(phraser.say(
            "hall.view.move", number=phraser.digits(move_number(view)),
            colour=phraser.colour_name(state.turn),
        ))  # fmt: skip
        if state.paused:
            told.append(phraser.say("hall.view.paused"))
    return told


def ended(view: TableView, settings: Settings) -> Utterance:
    """The game at a table is over."""
    assert view.state is not None and view.state.outcome is not None
    result = Phraser(settings).result(view.state.outcome.result)
    printed = Printed(result.segments, result.text)
    return of_tables("told.over", (view.table,), settings, result=printed)


def summary(view: TableView, now: int, settings: Settings) -> Utterance:
    """A table in one line; ``now`` by the clock of the desk."""
    told = [*header(view, settings), *clocks(view, now, settings)]
    told += doubts(view, now / SECOND, settings)
    phraser = Phraser(settings)
    spoken, printed = (" ".join(parts) for parts in (
        [one.spoken for one in told], [one.text for one in told],
    ))  # fmt: skip
    return Utterance(phraser.words.phrase(spoken), eye=phraser.words.phrase(printed))


def move_number(view: TableView) -> int:
    """The number of the move that is to be made."""
    assert view.state is not None
    return view.state.present.number


def clocks(view: TableView, now: int, settings: Settings) -> list[Utterance]:
    """Both displays, ``now`` by the clock of the desk."""
    if view.state is None:
        return []
    spoken, at = Phraser(Settings(language=settings.language)), view.time(now)
    left = {
        chess.COLOR_NAMES[colour]: view.state.clock.remaining(colour, at) for colour in chess.COLORS
    }
    fields = {
        name: Printed(str(spoken.time(one, exact=True)), shown(one)) for name, one in left.items()
    }
    return [Phraser(settings).say("hall.view.clocks", **fields)]


def doubts(view: TableView, now: float, settings: Settings) -> list[Utterance]:
    """Why what the desk knows of a table may not be how it is; ``now`` in seconds."""
    told, absence = [], view.absence(now)
    if absence is not None:
        phraser = Phraser(settings)
        seen = now if view.seen is None else view.seen
        lasted = phraser.time(int(now - seen) * SECOND, exact=True)
        told.append(phraser.say(f"hall.view.{absence}", time=lasted))
    if view.damage is not None:
        told.append(damage_words(view.table, view.damage, settings))
    return told


def damage_words(table: int, damage: Damage, settings: Settings) -> Utterance:
    """The damage in a table's messages."""
    return of_tables(f"told.{damage}", (table,), settings)


def score(view: TableView, settings: Settings) -> list[Utterance]:
    """The record of the game, printed only."""
    if view.state is None or not view.state.record:
        return []
    parts = []
    for at, move in enumerate(view.state.moves):
        numbered = at == 0 or move.colour == chess.WHITE
        dots = "." if move.colour == chess.WHITE else "…"
        number = f"{move.number}{dots} " if numbered else ""
        parts.append(f"{number}{notation(move, settings)}")
    phraser = Phraser(settings)
    line = phraser.text("hall.view.moves", said=" ".join(parts))
    return [Utterance((), eye=phraser.words.phrase(line))]


def talk(view: TableView, now: int, settings: Settings) -> list[Utterance]:
    """The talk at the table in the last minute; ``now`` by the clock of the desk."""
    phraser, time = Phraser(settings), view.time(now)
    told = []
    for at, line in view.last_minute(now):
        ago = (time - at) // SECOND * SECOND
        when = {"time": phraser.time(ago, exact=True)} if ago else {}
        told.append(phraser.say("hall.view.talk", said=phraser.name(line), **when))
    return told or [phraser.say("hall.view.silent")]


def answers(view: TableView, said: Said, settings: Settings) -> tuple[Utterance, ...]:
    """The answer of a table to a question, from the state that the desk knows: nothing of it
    changes by it."""
    if view.state is None:
        return ()
    _, events, _ = BOARD.handle(view.state, said, said.ended_at)
    return tuple(_of_events(events, settings))


def _of_events(events: Iterable[Event], settings: Settings) -> Iterator[Utterance]:
    own = Settings(language=settings.language, audience=Audience.ARBITER)
    for event in events:
        yield from event_words(event, own)
