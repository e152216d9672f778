# SPDX-License-Identifier: GPL-3.0-or-later
"""An arbiter's orders, as values; how they are said and typed is in ``arbiter.toml`` of the
lexicon: German is heard, all languages may be typed.

Only the arbiter is obeyed; whose words these are, and what an order does, the table decides.
`slots`, `choices` and `compose` are for a form: whatever can be ordered can be chosen there too.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum, unique
from functools import cache, partial
from typing import Any

import chess

from rules import results
from voice.language import lexicon, semantics, time_control
from voice.language.commands import Command, CommandName
from voice.language.lexicon import Language
from voice.language.template import Automaton, Builder, Emits, Sentences, Slot, cover
from voice.language.time_control import (
    NUMBER,
    counted_slots,
    filled,
    number_slot,
    numbered,
    plain_text,
    plain_words,
)
from voice.language.transcript import Words

TIMES = (*range(1, 16), *range(20, 65, 5), 90)
"""The numbers of minutes and seconds that the recogniser listens for; others may be typed."""

_COUNTED = {"hours", "minutes", "seconds", "number", "article", "rank"}
_WORDED = ("colour", "points", "half", "again", "stay")
_UNITS = {"hours": 3600, "minutes": 60, "seconds": 1}
_LONGEST_HEAD = 8  # words before a time control: "Bedenkzeit für Weiß", and some to spare
_RESULT = r"(?=\S*[-:/])(\S{1,9}(?:\s*[-:/]\s*\S{1,9})?)"  # "0.5 - 0.5"

CONTROL, RESULT = "control", "result"
"""Slots beside those of the templates: a time control as it is typed, a result as in PGN."""


@unique
class OrderName(StrEnum):
    """The orders; their words are under the same names in the lexicon's ``arbiter.toml``, all else
    is in the rows of ``table.arbiter.orders``."""

    PAUSE = "pause"
    RESUME = "resume"
    LEAVE = "leave"  # the arbiter says no more; the clocks stay as they are
    ADD_TIME = "add_time"  # to one or both
    TAKE_TIME = "take_time"
    OPPONENT_TIME = "opponent_time"
    SET_TIME = "set_time"
    SET_MOVES = "set_moves"
    SET_CONTROL = "set_control"
    WARNING = "warning"
    OPPONENT_POINTS = "opponent_points"  # colour is who gets them
    POINTS_OFF = "points_off"
    LOSS = "loss"
    BOTH_LOSE = "both_lose"
    DEVICE = "device"
    FINE = "fine"
    EXCLUSION = "exclusion"
    EXPULSION = "expulsion"
    WITHDRAW = "withdraw"  # the last penalty, given by mistake
    RESULT = "result"
    UPHOLD = "uphold"  # a claim
    POSTPONE = "postpone"
    REJECT = "reject"
    ABSENT = "absent"
    BOTH_ABSENT = "both_absent"
    ARRIVED = "arrived"
    COLOURS_REVERSED = "colours_reversed"
    WRONG_SETUP = "wrong_setup"
    DISPLACED = "displaced"
    BACK = "back"  # to an earlier position
    ILLEGAL_MOVE = "illegal_move"  # found later
    TWO_HANDS = "two_hands"
    FLAG = "flag"  # on a clock of wood or plastic
    BOTH_FLAGS = "both_flags"
    DISTURBANCE = "disturbance"
    APPEAL = "appeal"
    LEAVES = "leaves"  # the playing venue
    BACK_AGAIN = "back_again"
    ASSISTANT = "assistant"  # somebody presses or writes for a player


@dataclass(frozen=True, slots=True)
class Order:
    """An order with what was said beside its name; ``None`` means unsaid.

    ``colour`` is whom it concerns, None for both or nobody. ``seconds`` is a time; ``number`` a
    move number, a move counter, an amount or a number of rounds; ``halves`` are half points.
    ``control`` is a time control in the text form of PGN, or the words that should be one.
    ``again``: a new game is wanted. ``stay``: the displays stay as they are. ``article`` is the
    one that the arbiter named; ``text`` the words that were heard, in ``language``.
    """

    name: OrderName
    colour: chess.Color | None = None
    seconds: int | None = None
    number: int | None = None
    halves: int | None = None
    result: str | None = None
    control: str | None = None
    square: chess.Square | None = None
    again: bool = False
    stay: bool = False
    article: str | None = None
    text: str = ""
    language: str = lexicon.GERMAN.name

    @property
    def colours(self) -> tuple[chess.Color, ...]:
        """The sides that it is for: both if none was named."""
        return (chess.WHITE, chess.BLACK) if self.colour is None else (self.colour,)

    @property
    def basis(self) -> str:
        """The article by which it is given; empty where the Laws need none."""
        return self.article or ""


@dataclass(frozen=True, slots=True)
class PinGiven:
    """Digits were said or typed where the arbiter's were asked for; they themselves are not kept.

    ``text`` is always empty: nobody shall read them.
    """

    right: bool
    text: str = ""


def parse(text: str, language: str = lexicon.GERMAN.name) -> Order | None:
    """The order that ``text`` gives, typed or said; None where it gives none."""
    template: str = _words(language)["orders"]["result"][0]
    lead = template.split(maxsplit=1)[0]
    leads = f"{lead}|{lexicon.plain(lead, language)}"
    written = re.fullmatch(rf"(?:(?:{leads})\s*:?\s*)?{_RESULT}", text.strip(), re.I)
    if written is not None and (result := results.read(written[1])) is not None:
        said = template.format(result=_words(language)["slots"]["result"][result][0])
        return Order(OrderName.RESULT, result=result, text=said, language=language)
    words = lexicon.words(text, Language(language))
    said, plain = lexicon.written(words, language), plain_words(words, language)
    if (result := _results(language).get(plain)) is not None:
        return Order(OrderName.RESULT, result=result, text=said, language=language)
    if plain[:1] == plain_words((lead,), language):
        named = parse(text.strip().partition(" ")[2], language)  # "Ergebnis Weiß gewinnt"
        result = None if named is None else named.result  # None: there is none such (10.2)
        return Order(OrderName.RESULT, result=result, text=said, language=language)
    tokens, numbers = numbered(plain, language)
    for emits in _automaton(language, "orders").read(tokens):
        return replace(_order(filled(emits, numbers, _COUNTED)), text=said, language=language)
    return _control(text.split(), said, language)


def heard(words: Words) -> Order | None:
    """The order that these words give, in the language in which they were heard."""
    return parse(" ".join(lexicon.native(words)), lexicon.heard_in(words))


def claim(text: str, language: str = lexicon.GERMAN.name) -> Command | None:
    """A player's typed claim with its reason (III.5); without one it is among the commands."""
    words = lexicon.words(text, Language(language))
    for emits in _claims(language).read(plain_words(words, language)):
        ground, said = str(dict(emits)["claim"]), lexicon.written(words, language)
        return Command(CommandName.CLAIM_QUICKPLAY, ground, text=said)
    return None


def digits(text: str) -> str | None:
    """The digits that were said or typed ("drei eins vier", "314"); None where there are others."""
    said = "".join(_digits().get(word, word) for word in text.lower().split())
    return said if said.isascii() and said.isdecimal() else None


def _control(written: list[str], said: str, language: str) -> Order | None:
    """ "Bedenkzeit Weiß fünfzehn Minuten plus zehn Sekunden", "Bedenkzeit 15+10"."""
    heads = _automaton(language, "control")
    for length in range(min(len(written) - 1, _LONGEST_HEAD), 0, -1):
        head = lexicon.words(" ".join(written[:length]), Language(language))
        for emits in heads.read(plain_words(head, language)):
            rest = " ".join(written[length:])
            control = time_control.read(rest, language) or rest
            return replace(_order(emits), control=control, text=said, language=language)
    return None


def _order(emits: Emits) -> Order:
    said: dict[str, Any] = dict(emits)
    colour, wins = said.get("colour"), said.get("wins")
    number: int | None = said.get("number")
    halves: int | None = said.get("half", said.get("points"))
    times = [said[unit] * seconds for unit, seconds in _UNITS.items() if unit in said]
    name = OrderName(said["order"])
    if name is OrderName.LOSS and number is not None:  # "Gegner eins": a whole point
        halves, number = 2 * number, None
    return Order(
        name=name,
        colour=None if colour is None else colour == "white",
        seconds=sum(times) if times else None,
        number=number,
        halves=halves,
        result=None if wins is None else results.loss(wins != "white"),
        square=chess.square(said["file"], said["rank"] - 1) if "file" in said else None,
        again="again" in said,
        stay="stay" in said,
        article=".".join(str(value) for slot, value in emits if slot == "article") or None,
    )


def _words(language: str) -> Mapping[str, Any]:
    """The lexicon of the arbiter's orders."""
    return lexicon.load(language, "arbiter")


# --- What is typed or heard: all numbers are one word ---------------------------------------------


@cache
def _automaton(language: str, table: str) -> Automaton:
    """All that may be typed or said, without umlauts and with a sign for each number."""
    words, plain = _words(language), partial(plain_text, language=language)
    parts = {name: plain(part) for name, part in words["parts"].items()}
    tables = {name: _table(words, name, plain) for name in ("colour", "points", "half")}
    counts = counted_slots(_COUNTED)
    others = {name: _table(words, name, plain) for name in ("again", "stay")}
    files = tuple(
        (chess.FILE_NAMES.index(name), tuple(map(plain, said)))
        for name, said in lexicon.load(language)["files"].items()
    )
    slots = {**tables, **counts, **others, "wins": tables["colour"], "file": files}
    builder = Builder(parts, slots)
    for source in ("orders", "typed") if table == "orders" else (table,):
        for name, templates in words[source].items():
            for template in templates:
                if "{result}" not in template:
                    builder.add(plain(template), (("order", OrderName(name).value),))
    return builder.build()


@cache
def _claims(language: str) -> Automaton:
    builder = Builder({}, {})
    for ground, templates in _words(language)["claims"].items():
        for template in templates:
            builder.add(lexicon.plain(template, language), (("claim", ground),))
    return builder.build()


@cache
def _results(language: str) -> Mapping[tuple[str, ...], str]:
    """How a result is ordered, word for word: its numbers are not counted."""
    words = _words(language)
    said = {way: result for result, ways in words["slots"]["result"].items() for way in ways}
    return {
        plain_words(template.replace("{result}", way).split(), language): result
        for template in words["orders"]["result"]
        for way, result in said.items()
    }


# --- What the recogniser listens for ------------------------------------------------------------


@cache
def phrases() -> tuple[str, ...]:
    """The phrases for the recogniser while the arbiter has the floor, in German."""
    return cover(heard_automaton(lexicon.GERMAN.name))


@cache
def heard_automaton(language: str) -> Automaton:
    """The orders that may be spoken in a language, in words as they are heard."""
    words, spoken = lexicon.with_forms(language, "arbiter"), semantics.heard_language(language)
    names = ("colour", "points", "half", "result", "again", "stay")
    hours, times, numbers, articles = (
        number_slot(values, language) for values in (range(1, 7), TIMES, range(61), range(1, 13))
    )
    slots = {
        "hours": hours,
        "minutes": times,
        "seconds": times,
        "number": numbers,
        "article": articles,
        **{name: _table(words, name, str) for name in names},
        **{name: semantics.slots(spoken)[name] for name in ("file", "rank")},
    }
    builder = Builder({**time_control.heard_parts(language), **words["parts"]}, slots)
    for templates in words["orders"].values():
        for template in templates:
            builder.add(template)
    heads = tuple(words["control"]["set_control"])
    builder.add_chain((((), heads), ((), tuple(time_control.heard_templates(language)))))
    return semantics.as_heard(builder.build(), language)


def sentences(own: str) -> Sentences | None:
    """All that an arbiter may say in German and in another language; German alone is left to the
    first hearing, which knows no word of others."""
    german = lexicon.GERMAN
    if own == german.name:
        return None
    commands = semantics.commands_automaton(german, frozenset())
    spoken = (heard_automaton(language) for language in (german.name, own))
    return (*spoken, commands, semantics.foreign_commands(own, german))


def _table(words: Mapping[str, Any], name: str, written: Callable[[str], str]) -> Slot:
    """A slot of the lexicon; ``written`` spells its words."""
    said: Mapping[str, list[str]] = words["slots"][name]
    return tuple(
        (int(key) if key.isdecimal() else key, tuple(map(written, ways)))
        for key, ways in said.items()
    )


@cache
def _digits() -> Mapping[str, str]:
    """The words of the ten digits, in all languages: no PIN shall look like chatter."""
    return {
        spelling.lower(): str(digit)
        for language in lexicon.languages()
        for digit in range(10)
        for word in lexicon.load(language)["numbers"][str(digit)]
        for spelling in (word, lexicon.in_ascii(word), lexicon.without_marks(word))
    }


# --- Put into words -------------------------------------------------------------------------------


@cache
def slots(name: OrderName, language: str) -> tuple[str, ...]:
    """The parts that may be told of an order, each once."""
    if name is OrderName.RESULT:
        return (RESULT,)
    found = tuple(dict.fromkeys(_slots(_one_order(name, language))))
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
        for emits, words in _one_order(name, language).paths(
            allowed=lambda emits: all(
                slot in _COUNTED or str(value) in values.get(slot, ()) for slot, value in emits
            )
        )
        if all(count <= room.get(slot, 0) for slot, count in Counter(s for s, _ in emits).items())
    ]
    if not found:
        return None
    _, _, emits, words = max(found, key=lambda one: one[:2])
    given = {slot: iter(told) for slot, told in values.items()}
    numbers = (next(given[slot]) for slot, _ in emits if slot in _COUNTED)
    return " ".join(next(numbers) if word == NUMBER else word for word in words)


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
def _one_order(name: OrderName, language: str) -> Automaton:
    """All ways to put one order, with a sign for each number."""
    words: Mapping[str, Any] = lexicon.load(language, "arbiter")
    slots: dict[str, Slot] = dict.fromkeys(_COUNTED, ((0, (NUMBER,)),))
    for slot in (*_WORDED, "file"):
        slots[slot] = tuple((key, (way,)) for key, way in choices(slot, language).items())
    slots["wins"] = slots["colour"]
    tables = ("control",) if name is OrderName.SET_CONTROL else ("orders", "typed")
    builder = Builder(words["parts"], slots)
    for table in tables:
        for template in words[table].get(name.value, ()):
            builder.add(template)
    return builder.build()
