# SPDX-License-Identifier: GPL-3.0-or-later
"""Numbers and time controls in words: "neunzig Minuten für vierzig Züge, dann dreißig Minuten,
dreißig Sekunden pro Zug".

The words are in the table ``time_control`` of each language's lexicon. What comes out is a time
control in the text form of PGN, ``40/5400+30,1800+30``; whether it can be played is for the clock.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from voice.language import lexicon
from voice.language.lexicon import GERMAN, Language
from voice.language.template import FORM, Builder, Slot, cover, form_of
from voice.language.transcript import Words

_LONGEST_HEARD = (*range(1, 61), 90, *range(100, 161, 10))
"""The numbers that are listened for in time controls."""

_LONGEST_NUMBER = 6  # words: "neun hundert neun und neunzig", and one to spare
_INCREMENT = "+"
_PLUS = re.compile(r"(?<=[^\W\d])\s*\+\s*(?=\d)")  # "5 min + 3 sec"; "5+3" is no words

HEARD = (*range(1, 61), 90, *range(100, 161, 10))
"""The numbers that are listened for in time controls."""


def read(text: str, language: str = GERMAN.name) -> str | None:
    """The time control that ``text`` says, as ``40/5400s+30,1800s+30``; None if it says none.

    A number without a unit is of minutes, after "plus" of seconds ("drei plus zwei"). Extra time
    said at the end holds for every move of the game, unless other periods have their own; with
    "dazu" before it for those of its period alone.
    """
    table = _table(language)
    text = lexicon.without(lexicon.load(language)["time_control"]["each"], text)
    words = lexicon.words(_PLUS.sub(" plus ", text), Language(language))
    plain = plain_words(words, language)
    if whole := table.get("whole", {}).get(" ".join(plain)):
        return str(whole)
    parts = _split(plain, table)
    said = [_PeriodReader(part, language, table) for part in parts]
    if not all(period.read() for period in said):
        return None
    if not goes_on(words, language) and all(period.extra is None for period in said):
        return None  # "drei" alone is no length of time
    last = said[-1]
    if not last.own and not any(period.extra for period in said[:-1]):
        said = [replace(period, extra=last.extra, kind=last.kind) for period in said]
    return ",".join(period.text for period in said)


def goes_on(words: Words, language: str = GERMAN.name) -> bool:
    """True if a time control is being said, of which more may come after a pause."""
    units = _table(language)["units"]
    return any(word in units for word in plain_words(words, language))


def plain_words(words: Iterable[str], language: str = GERMAN.name) -> tuple[str, ...]:
    """Without umlauts and other marks: not all typed words are in the vocabulary."""
    return tuple(lexicon.plain(word, language) for word in words)


@cache
def names(language: str = GERMAN.name) -> tuple[str, ...]:
    """The time controls that have a name, to be listened for: "fide schnellschach"."""
    said: list[str] = lexicon.load(language)["time_control"]["names"]
    return tuple(name.lower() for name in said)


@cache
def phrases(language: str = GERMAN.name) -> tuple[str, ...]:
    """The phrases for the recogniser, in words of the vocabulary."""
    builder = Builder(heard_parts(language), {"number": number_slot(HEARD, language)})
    for template in heard_templates(language):
        builder.add(template)
    return cover(builder.build())


def number_slot(values: Iterable[int], language: str = GERMAN.name) -> Slot:
    """A slot of numbers below 200 in words and in all their forms: "eine Stunde", "plus eins"; of
    others than one without synonyms."""
    return tuple((number, tuple(_ways(number, language))) for number in values)


def _ways(number: int, language: str) -> Iterator[str]:
    """A number with its forms; those of one in several words are of that which is declined: the
    unit, as in "dvadeset jedna sekunda", where the language says so; else of what it counts by."""
    words = lexicon.with_forms(language, "game")
    known: Mapping[str, list[str]] = words["numbers"]
    if str(number) in known:
        ways = known[str(number)]
        _, usual = form_of(ways[0])
        yield from (
            way for way in ways if number == 1 or way is ways[0] or form_of(way)[1] != usual
        )
        return
    whole = 100 if number > 100 else number - number % 10
    if "declined" in words["time_control"]:
        head = " ".join(number_words(whole, language))
        yield from (f"{head} {way}" for way in _ways(number - whole, language))
        return
    _, *forms = known[str(whole)][0].split(FORM)
    yield FORM.join((" ".join(number_words(number, language)), *forms))


def heard_templates(language: str = GERMAN.name) -> Sequence[str]:
    """The templates of what the recogniser is to listen for, with a slot "number"."""
    templates: list[str] = lexicon.with_forms(language, "game")["time_control"]["heard"]
    return templates


def heard_parts(language: str = GERMAN.name) -> Mapping[str, str]:
    """The parts of these templates."""
    parts: Mapping[str, str] = lexicon.with_forms(language, "game")["time_control"].get("parts", {})
    return parts


def _split(words: Sequence[str], table: Mapping[str, Any]) -> Iterator[list[str]]:
    """The words of each period."""
    part: list[str] = []
    for word in words:
        if word in table["then"]:
            yield part
            part = []
        else:
            part.append(word)
    yield part


def number_at(
    words: Sequence[str], start: int, language: str = GERMAN.name
) -> tuple[int | None, int]:
    """The number that begins at a place, of as many words as make one, and its end.

    ``words`` are without umlauts ("fuenf", "und", "dreissig") or in digits.
    """
    known = _numbers(language)
    for end in range(min(len(words), start + _LONGEST_NUMBER), start, -1):
        joined = "".join(words[start:end])
        typed = lexicon.typed_number(joined)
        if typed is not None and end == start + 1:
            return typed, end
        if joined in known:
            return known[joined], end
    return None, start


@dataclass(slots=True)
class _PeriodReader:
    """The words said of one period, read from left to right, and what they say, in seconds;
    ``broken`` where they contradict."""

    words: list[str]
    language: str
    table: Mapping[str, Any]
    place: int = 0
    broken: bool = False
    moves: int | None = None
    base: int | None = None
    extra: int | None = None
    kind: str = _INCREMENT
    own: bool = False  # the extra time was said to belong to this period alone
    negative: bool = False  # "minus" was said of it

    @property
    def text(self) -> str:
        moves = "" if self.moves is None else f"{self.moves}/"
        extra = f"{self.kind}{self.extra}" if self.extra else ""
        return f"{moves}{'-' if self.negative else ''}{self.base}s{extra}"

    def read(self) -> bool:
        """False where the words say no period."""
        while self.place < len(self.words) and not self.broken:
            if not (self._marked() or self._counted() or self._skipped()):
                return False
        return not self.broken and self.base is not None

    def _marked(self) -> bool:
        """A word that makes extra time of what follows: "plus", "Bonus", "Aufschub"."""
        if self._word() not in self.table["extra"]:
            return False
        while (word := self._word()) is not None and word in self.table["extra"]:
            self.place += 1
            self.own |= word in self.table["own"]
            self.kind = self._kind(word)
        self._give_extra(self._amounts(1))
        self._is_extra()
        return True

    def _counted(self) -> bool:
        """ "vierzig Züge", "eine Stunde dreißig Minuten", "dreißig Sekunden pro Zug"."""
        number, end = self._number(self.place)
        if number is None:
            return False
        if end < len(self.words) and self.words[end] in self.table["moves"]:
            self.place = end + 1
            self.broken |= self.moves is not None
            self.moves = number
            return True
        amounts = self._amounts(60)
        if not self._is_extra():
            self._give_base(amounts)
        elif self.base is None and len(amounts) > 1:
            self._give_base(amounts[:-1])  # "fünf Minuten drei Sekunden pro Zug"
            self._give_extra(amounts[-1:])
        else:
            self._give_extra(amounts)
        return True

    def _give_base(self, amounts: list[int]) -> None:
        self.broken |= self.base is not None or not amounts
        self.base = sum(amounts)

    def _give_extra(self, amounts: list[int]) -> None:
        self.broken |= self.extra is not None or not amounts
        self.extra = sum(amounts)

    def _is_extra(self) -> bool:
        """True if what was just counted is extra time: "pro Zug", "Bonus" come after it."""
        found = False
        while (word := self._word()) is not None:
            if self._number(self.place + 1)[0] is not None:
                break  # "na čtyřicet tahů", and not "na tah"
            if word in self.table["per_move"]:
                self.place += 1
            elif word in self.table["extra"]:
                self.place += 1
                self.kind = self._kind(word)
            else:
                break
            found = True
            if self._word() in self.table["moves"]:
                self.place += 1
        return found

    def _skipped(self) -> bool:
        """A word that changes nothing, a word for the time itself, "alle Züge"; and "minus"."""
        word = self.words[self.place]
        self.place += 1
        if word == self.table["minus"] and self._number(self.place)[0] is not None:
            self.negative = True
            return True
        return word in self.table["fillers"] or word in self.table["moves"]

    def _amounts(self, bare: int) -> list[int]:
        """The parts of a length of time in seconds; a number without a unit counts ``bare``."""
        units: Mapping[str, int] = self.table["units"]
        found: list[int] = []
        smallest = max(units.values()) + 1
        start = self.place
        while True:
            number, end = self._number(start)
            if number is None:
                break
            unit = units.get(self.words[end]) if end < len(self.words) else None
            if unit is None:
                if not found:
                    found.append(number * bare)
                    self.place = end
                break
            if unit >= smallest:
                break
            found.append(number * unit)
            self.place, smallest = end + 1, unit
            joined = self._word() == self.table["and"]
            start = self.place + 1 if joined else self.place
        return found

    def _number(self, start: int) -> tuple[int | None, int]:
        return number_at(self.words, start, self.language)

    def _word(self) -> str | None:
        return self.words[self.place] if self.place < len(self.words) else None

    def _kind(self, word: str) -> str:
        kinds: Mapping[str, str] = self.table["kinds"]
        return kinds.get(word, _INCREMENT)


@cache
def _table(language: str) -> Mapping[str, Any]:
    """The words of ``time_control``, spelled without umlauts and other marks."""

    def plain(value: Any) -> Any:
        if isinstance(value, str):
            return lexicon.plain(value, language)
        if isinstance(value, Mapping):
            return {plain(key): inner for key, inner in value.items()}
        return [plain(each) for each in value]

    return {name: plain(value) for name, value in lexicon.load(language)["time_control"].items()}


@cache
def _numbers(language: str) -> Mapping[str, int]:
    """0 to 999 written as one word without umlauts, "hundertundfünf" and "einundfünfzig" too."""
    small = {
        lexicon.plain(word, language): int(number)
        for number, said in lexicon.load(language)["numbers"].items()
        for word in said
    }
    tens = {word: number for word, number in small.items() if number in range(20, 100, 10)}
    known = {word: number for word, number in small.items() if number < 100}
    units = {word: number for word, number in small.items() if 0 < number < 10}
    table = _table(language)
    hundred, joint = (
        lexicon.plain(lexicon.usual_for("numbers", "100", language), language),
        table["and"],
    )
    for way in table["compounds"]:
        for ten, number in tens.items():
            for unit, more in units.items():
                known[way.format_map({"ten": ten, "unit": unit, "and": joint})] = number + more
    below = dict(known)
    heads = {f"{unit}{hundred}": number for unit, number in {"": 1, **units}.items()}
    for head, hundreds in (heads | table.get("hundreds", {})).items():
        known[head] = 100 * hundreds
        for rest, more in below.items():
            if more and more < 100:
                known[f"{head}{rest}"] = 100 * hundreds + more
                known[f"{head}{joint}{rest}"] = 100 * hundreds + more
    return known


def number_words(number: int, language: str = GERMAN.name) -> tuple[str, ...]:
    """A number below 200 in words of the vocabulary, as it is heard: "fünf und dreißig".

    Where a unit that comes first has no word for one, the ten comes first: "thirty five".
    """
    known: Mapping[str, list[str]] = lexicon.load(language)["numbers"]
    if str(number) in known:
        return (known[str(number)][0].lower(),)
    if number > 100:
        return (*number_words(100, language), *number_words(number - 100, language))
    ten = known[str(number - number % 10)][0].lower()
    table = lexicon.load(language)["time_control"]
    if "one" not in table:
        return ten, *number_words(number % 10, language)
    unit = table["one"] if number % 10 == 1 else number_words(number % 10, language)[0]
    return unit, table["and"], ten
