# SPDX-License-Identifier: GPL-3.0-or-later
"""An arbiter's orders, as values; how they are said and typed is in ``arbiter.toml`` of the
lexicon: German is heard, all languages may be typed.

Only the arbiter is obeyed; whose words these are, and what an order does, the table decides.
`slots`, `choices` and `compose` are for a form: whatever can be ordered can be chosen there too.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum, unique
from functools import cache
from typing import Any

import chess

from rules import results
from voice.language import lexicon, semantics, time_control, vocabulary
from voice.language.lexicon import Language, Line
from voice.language.template import Automaton, Builder, Sentences, Slot, cover
from voice.language.transcript import Words
from voice.language.vocabulary import Act

_OPEN = {**vocabulary.OPEN, **dict.fromkeys(("article", "rank"), "#number")}
"""The slots of a form whose values anybody may write, and the sign of each in a phrase."""

_UNITS = {"hours": 3600, "minutes": 60, "seconds": 1}

RESULT = "result"
"""The slot of a result, as in PGN."""


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
    return _read(lexicon.line(text, Language(language)), language)


def heard(words: Words) -> Order | None:
    """The order that these words give, in the language in which they were heard."""
    return _read(lexicon.spoken(words), lexicon.heard_in(words))


def _read(line: Line, language: str) -> Order | None:
    acts = vocabulary.read(line, Language(language, spelling=True), "arbiter", "orders")
    return next(map(order_of, acts), None)


def digits(text: str) -> str | None:
    """The digits that were said or typed ("drei eins vier", "314"); None where there are others."""
    said = "".join(_digits().get(word, word) for word in text.lower().split())
    return said if said.isascii() and said.isdecimal() else None


def order_of(act: Act) -> Order:
    """The order that an act of the arbiter's vocabulary is."""
    said: dict[str, Any] = dict(act.slots)
    name, text = OrderName(act.key), act.text
    colour, wins, result = said.get("colour"), said.get("wins"), said.get("result")
    number: int | None = said.get("number")
    halves: int | None = said.get("half", said.get("points"))
    times = [int(value) * _UNITS[slot] for slot, value in act.slots if slot in _UNITS]
    if name is OrderName.LOSS and number is not None:  # "Gegner eins": a whole point
        halves, number = 2 * number, None
    if wins is not None:
        result = results.loss(wins != "white")
    if "score" in said:
        result = said["score"]
        usual = lexicon.load(act.language, "arbiter")["slots"][RESULT][result][0]
        text = f"{_lead(act.language)} {usual}"
    return Order(
        name=name,
        colour=None if colour is None else colour == "white",
        seconds=sum(times) if times else None,
        number=number,
        halves=halves,
        result=result,
        control=said.get("control"),
        square=chess.square(said["file"], said["rank"]) if "file" in said else None,
        again="again" in said,
        stay="stay" in said,
        article=".".join(str(value) for slot, value in act.slots if slot == "article") or None,
        text=text,
        language=act.language,
    )


# --- What the recogniser listens for ------------------------------------------------------------


@cache
def phrases() -> tuple[str, ...]:
    """The phrases for the recogniser while the arbiter has the floor, in German."""
    return cover(heard_automaton(lexicon.GERMAN.name))


@cache
def heard_automaton(language: str) -> Automaton:
    """The orders that may be spoken in a language, in words as they are heard."""
    words, spoken = lexicon.with_forms(language, "arbiter"), semantics.heard_language(language)
    heard = time_control.heard_templates(language)
    controls = {f"control_{place}": template for place, template in enumerate(heard)}
    slots = {
        **vocabulary.slots(spoken, "arbiter"),
        "control": ((0, tuple(f"<{name}>" for name in controls)),),
    }
    builder = Builder({**time_control.heard_parts(language), **words["parts"], **controls}, slots)
    for templates in words["orders"].values():
        for template in templates:
            builder.add(template)
    return semantics.as_heard(builder.build(), language)


def sentences(own: str) -> Sentences | None:
    """The phrases of an arbiter in German and in another language; German alone is left to the
    first hearing, which knows no word of others."""
    german = lexicon.GERMAN
    if own == german.name:
        return None
    commands = semantics.commands_automaton(german, frozenset())
    spoken = (heard_automaton(language) for language in (german.name, own))
    return (*spoken, commands, semantics.foreign_commands(own, german))


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
    told = (
        emits for arcs in _one_order(name, language).arcs for arc in arcs for emits in arc.emits
    )
    return tuple(dict.fromkeys(slot for slot, _ in told))


def choices(slot: str, language: str) -> dict[str, str]:
    """The values of a slot that has few, each with its usual word; nothing for a number."""
    words = lexicon.load(language, "arbiter")["slots"]
    if slot == RESULT:
        return {value: value for value in words[RESULT]}
    said = lexicon.load(language)["files"] if slot == "file" else words.get(slot, {})
    return {value: ways[0] for value, ways in said.items()}


def compose(name: OrderName, values: Mapping[str, Sequence[str]], language: str) -> str | None:
    """The order as a line to be typed in ``language``, in the fewest words that tell the most of
    ``values``; None where something is missing.

    ``values`` tells what stands in each slot, one value after the other: ``{"article": ["11",
    "5"]}``. What the order has no place for is left out.
    """
    if name is OrderName.RESULT:
        return next((f"{_lead(language)} {one}" for one in values.get(RESULT, ())), None)
    found = [
        (len(emits), -len(words), emits, words)
        for emits, words in _one_order(name, language).paths(
            allowed=lambda emits: all(
                slot in _OPEN or str(value) in values.get(slot, ()) for slot, value in emits
            )
        )
        if all(
            count <= len(values.get(slot, ()))
            for slot, count in Counter(slot for slot, _ in emits).items()
        )
    ]
    if not found:
        return None
    _, _, emits, words = max(found, key=lambda one: one[:2])
    given = {slot: iter(told) for slot, told in values.items()}
    free = (next(given[slot]) for slot, _ in emits if slot in _OPEN)
    return " ".join(next(free) if word in _OPEN.values() else word for word in words)


def _lead(language: str) -> str:
    template: str = lexicon.load(language, "arbiter")["orders"][RESULT][0]
    return template.split(maxsplit=1)[0]


@cache
def _one_order(name: OrderName, language: str) -> Automaton:
    """All ways to put one order, each value in its usual words."""
    words: Mapping[str, Any] = lexicon.load(language, "arbiter")
    known: dict[str, Slot] = {slot: ((0, (sign,)),) for slot, sign in _OPEN.items()}
    for slot in (*words["slots"], "file"):
        known[slot] = tuple((key, (way,)) for key, way in choices(slot, language).items())
    builder = Builder(words["parts"], {**known, "wins": known["colour"]})
    for template in words["orders"][name.value]:
        builder.add(template)
    return builder.build()
