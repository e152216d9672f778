# SPDX-License-Identifier: GPL-3.0-or-later
"""Orders put into words: what a form has to ask for each, and the line that an arbiter would type.

The words are those by which orders are read (``voice.language.orders``), so that whatever can be
ordered can be chosen from a form too.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from voice.language import lexicon
from voice.language.orders import OrderName
from voice.language.template import Automaton, Builder, Slot

CONTROL, RESULT = "control", "result"
"""Slots beside those of the templates: a time control as it is typed, a result as in PGN."""

_NUMBER = "#"
_COUNTS = ("hours", "minutes", "seconds", "number", "article", "rank")
_WORDED = ("colour", "points", "half", "again", "stay")


@cache
def slots(name: OrderName, language: str) -> tuple[str, ...]:
    """The parts that may be told of an order, each once."""
    if name is OrderName.RESULT:
        return (RESULT,)
    found = tuple(dict.fromkeys(_slots(_automaton(name, language))))
    return (*found, CONTROL) if name is OrderName.SET_CONTROL else found


def choices(slot: str, language: str) -> dict[str, str]:
    """The values of a slot that has few, each with its usual word; nothing for a number."""
    words = lexicon.load(language, "arbiter")["slots"]
    if slot == RESULT:
        return {value: value for value in words[RESULT]}
    if slot in _WORDED:
        return {value: ways[0] for value, ways in words[slot].items()}
    if slot == "file":
        return {value: ways[0] for value, ways in lexicon.load(language)["files"].items()}
    return {}


def compose(name: OrderName, values: Mapping[str, Sequence[str]], language: str) -> str | None:
    """The order as a line to be typed in ``language``; None where something is missing.

    ``values`` tells what stands in each slot, one value after the other: ``{"article": ["11",
    "5"]}``. What the order has no place for is left out.
    """
    if name is OrderName.RESULT:
        return next((f"{_lead(language)} {one}" for one in values.get(RESULT, ())), None)
    head = _shortest(name, values, language)
    if name is not OrderName.SET_CONTROL or head is None:
        return head
    return next((f"{head} {one}" for one in values.get(CONTROL, ())), None)


def _shortest(name: OrderName, values: Mapping[str, Sequence[str]], language: str) -> str | None:
    """The fewest words that tell the most of ``values``."""
    room = {slot: len(given) for slot, given in values.items()}
    found = [
        (len(emits), -len(words), emits, words)
        for emits, words in _automaton(name, language).paths(
            allowed=lambda emits: all(
                slot in _COUNTS or str(value) in values.get(slot, ()) for slot, value in emits
            )
        )
        if all(count <= room.get(slot, 0) for slot, count in Counter(s for s, _ in emits).items())
    ]
    if not found:
        return None
    _, _, emits, words = max(found, key=lambda one: one[:2])
    given = {slot: iter(told) for slot, told in values.items()}
    numbers = (next(given[slot]) for slot, _ in emits if slot in _COUNTS)
    return " ".join(next(numbers) if word == _NUMBER else word for word in words)


def _slots(automaton: Automaton) -> Iterator[str]:
    for arcs in automaton.arcs:
        for arc in arcs:
            yield from (slot for slot, _ in arc.emits)
    for ends in automaton.ends:
        yield from (slot for emits in ends for slot, _ in emits)


def _lead(language: str) -> str:
    template: str = lexicon.load(language, "arbiter")["orders"][RESULT][0]
    return template.split(maxsplit=1)[0]


@cache
def _automaton(name: OrderName, language: str) -> Automaton:
    """All ways to put one order, with a sign for each number."""
    words: Mapping[str, Any] = lexicon.load(language, "arbiter")
    slots = {slot: Slot(((0, (_NUMBER,)),)) for slot in _COUNTS}
    for slot in (*_WORDED, "file"):
        slots[slot] = Slot(tuple((key, (way,)) for key, way in choices(slot, language).items()))
    slots["wins"] = slots["colour"]
    tables = ("control",) if name is OrderName.SET_CONTROL else ("orders", "typed")
    builder = Builder(words["parts"], slots)
    for table in tables:
        for template in words[table].get(name.value, ()):
            builder.add(template)
    return builder.build()
