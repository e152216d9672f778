# SPDX-License-Identifier: GPL-3.0-or-later
"""Numbers, counts, durations, days and time controls in words.

No digit may reach a voice: "1 e4", "05:00" and "R1e5" are all misread by speech synthesis. The
words are in each language's ``grammar.toml``; here are the rules by which they are put together.
CLDR's own spelling rules (the package ``unicode-rbnf``) lack the Slovenian genders and the order
of Slovenian and Czech units and tens, and take longer to load than all of the program's words.
"""

import re
from collections.abc import Callable
from functools import cache
from gettext import c2py
from typing import Any

from announce.lexicon import lexicon
from clock.clock import SECOND
from clock.control import BadTimeControl, ExtraTime, Period, TimeControl

SECONDS_MATTER = 10 * 60  # below ten minutes the seconds are told
BARE_FROM = 10  # a number that is said without its unit
RECENT = 300
"""Days after which a day has to be told with its year."""

_DAY = re.compile(r"(\d{4})\.(\d\d)\.(\d\d)")
_KINDS = {
    ExtraTime.INCREMENT: "increment",
    ExtraTime.DELAY: "delay",
    ExtraTime.BRONSTEIN: "bronstein",
}


def cardinal(number: int, language: str, gender: str = "") -> str:
    """``number`` in words; ``gender`` ("m", "f", "n") is that of a noun that follows, if any.

    From a million on, and where a language has no thousands, the digits are read one by one.
    Raises ValueError if it is negative.
    """
    if number < 0:
        raise ValueError(f"{number} is below zero")
    table, of = lexicon(language).find("grammar.numbers")
    if number > 999_999 or (number > 999 and "thousands" not in table):
        return " ".join(cardinal(int(digit), language) for digit in str(number))
    if number > 9999:
        return _ten_thousands(number, table, gender, of)
    if number > 999:
        return _thousands(number, table, gender)
    if number > 99:
        return _below_thousand(number, table, gender)
    return _below_hundred(number, table, gender) if number else str(table["zero"])


def _thousands(number: int, table: Any, gender: str) -> str:
    """1000 to 9999; a year of the last centuries by its hundreds, where the language does so."""
    hundreds = number // 100
    if 11 <= hundreds <= 19 and "teen_hundred" in table:
        teen = str(table["teen_hundred"]).format(teen=_below_hundred(hundreds, table, ""))
        return _and_rest(teen, number % 100, table, gender)
    thousands, rest = divmod(number, 1000)
    head = str(table["thousands"][thousands - 1])
    words = _below_thousand(rest, table, gender)
    return str(table["thousand_rest"]).format(thousand=head, rest=words) if rest else head


def _ten_thousands(number: int, table: Any, gender: str, language: str) -> str:
    """10,000 to 999,999: the thousands are counted like the things of a noun."""
    thousands, rest = divmod(number, 1000)
    forms = table["ten_thousands"]
    plural = _plural(language)(thousands)
    counted = _below_thousand(thousands, table, table.get("thousands_gender", ""))
    head = str(forms[min(plural, len(forms) - 1)]).format(number=counted)
    words = _below_thousand(rest, table, gender)
    return str(table["thousand_rest"]).format(thousand=head, rest=words) if rest else head


def _below_thousand(number: int, table: Any, gender: str) -> str:
    hundreds, rest = divmod(number, 100)
    if not hundreds:
        return _below_hundred(rest, table, gender) if rest else ""
    return _and_rest(str(table["hundreds"][hundreds - 1]), rest, table, gender)


def _and_rest(hundred: str, rest: int, table: Any, gender: str) -> str:
    """The hundreds and the rest."""
    words = _below_hundred(rest, table, gender) if rest else ""
    return str(table["hundred_rest"]).format(hundred=hundred, rest=words) if rest else hundred


def _below_hundred(number: int, table: Any, gender: str) -> str:
    """1 to 99; the last word agrees with the noun if it is a unit by itself."""
    agreeing, ones = table.get(gender, {}), table["ones"]
    if number <= len(ones):
        return str(agreeing.get(str(number), ones[number - 1]))
    ten, unit = table["tens"][number // 10 - 2], number % 10
    if not unit:
        return str(ten)
    joined: str = table["ten_unit"]
    # "dvadeset dve" agrees as "dve" does; "ein-und-zwanzig" and "jeden-a-dvacet" have stems.
    special = agreeing if joined.endswith("{unit}") else table.get("stems", {})
    return joined.format(ten=ten, unit=special.get(str(unit), ones[unit - 1]))


@cache
def _plural(language: str) -> Callable[[int], int]:
    """The rule that gives the number of a noun's form, written as in the catalogues of gettext."""
    return c2py(lexicon(language).word("grammar.plural"))


def count(number: int, unit: str, language: str) -> str:
    """A number with its noun: "zwei Minuten", "dve minuti", "kein Zug"; ``unit`` is one of the
    grammar's."""
    noun, of = lexicon(language).find(f"grammar.units.{unit}")
    if number == 0 and "none" in noun:
        return str(noun["none"])
    form = noun["forms"][_plural(of)(number)]
    return f"{cardinal(number, of, noun['gender'])} {form}"


def times(number: int, language: str) -> str:
    """How often: "einmal", "dvakrat", "five times"."""
    words = lexicon(language).find("grammar.times")[0]
    if 1 <= number <= len(words["first"]):
        return str(words["first"][number - 1])
    return str(words["more"]).format(number=cardinal(number, language))


def duration(nanoseconds: int, language: str, *, short: bool = False, exact: bool = False) -> str:
    """A time on the clock, rounded down as a display does.

    "neun Minuten und dreißig Sekunden", ``short`` "neun Minuten dreißig". Seconds are told only
    when they matter: below ten minutes, or where it has to be ``exact``. Nothing is told of what
    is zero, but that less than a second is left of a time.
    """
    if 0 < nanoseconds < SECOND:
        return lexicon(language).word("grammar.instant")
    seconds = max(nanoseconds, 0) // SECOND
    tell_seconds = exact or seconds < SECONDS_MATTER
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    parts = [(hours, "hour"), (minutes, "minute"), (seconds if tell_seconds else 0, "second")]
    told = [count(number, unit, language) for number, unit in parts if number]
    if not told:
        return count(0, "second", language)
    if short:
        return _short(parts, told, language)
    *before, last = told
    return f"{', '.join(before)} {lexicon(language).word('grammar.and')} {last}" if before else last


def _short(parts: list[tuple[int, str]], told: list[str], language: str) -> str:
    """Without "and"; the last number needs no unit where it follows the next greater one.

    Below ten it keeps its unit: "neun Minuten fünf" is soon taken for something else.
    """
    (hours, _), (minutes, _), (seconds, _) = parts
    number, unit, follows = (seconds, "second", minutes) if seconds else (minutes, "minute", hours)
    if follows and number >= BARE_FROM:
        gender = lexicon(language).find(f"grammar.units.{unit}")[0]["gender"]
        told = [*told[:-1], cardinal(number, language, gender)]
    return " ".join(told)


def spelled(text: str, language: str) -> str:
    """``text`` from outside (a name, a time control) with each number in words."""
    words = re.sub(
        r"\d+", lambda found: f" {cardinal(int(found.group()), language)} ", text, flags=re.ASCII
    )
    plain = (char if char.isprintable() and not char.isnumeric() else " " for char in words)
    return " ".join("".join(plain).split())


def without_signs(text: str, language: str) -> str:
    """A written text as it can be spoken: words and numbers only."""
    return spelled(re.sub(r"[^\w' ]|_", " ", text), language)


# --- Days and years: each language has them as they stand when something was ------------------


def year(number: int, language: str) -> str:
    """The year in words: "hiljadu devetsto trideset prve", "nineteen thirty-one"."""
    table, language = _dates(language)
    hundreds, rest = divmod(number, 100)
    if "century" in table and 11 <= hundreds <= 20 and rest > 9:
        first, last = cardinal(hundreds, language), cardinal(rest, language)
        return str(table["century"]).format(hundreds=first, rest=last)
    if "year_ones" not in table or not rest:
        return cardinal(number, language)
    ones, unit = table["year_ones"], rest if rest < 20 else rest % 10
    last = ones[unit - 1] if unit else table["year_tens"][rest // 10 - 2]
    return f"{cardinal(number - (unit or rest), language)} {last}"


def day(date: str, language: str, ago: int | None = None) -> tuple[str, str] | None:
    """When something was, as it is said and as it is printed, from a date as PGN writes it: "am
    vierundzwanzigsten November". ``ago`` is how many days ago that was, where it is known: then it
    is "heute", and recent days need no year. None if it is no date."""
    found = _DAY.fullmatch(date)
    table, language = _dates(language)
    if found is None or not (0 < int(found[2]) <= 12 and 0 < int(found[3]) <= 31):
        return None
    if ago is not None and 0 <= ago < len(table["near"]):
        return table["near"][ago], table["near"][ago]
    years, months, days = map(int, found.groups())
    month, recent = table["months"][months - 1], ago is not None and 0 <= ago < RECENT
    spoken = table["spoken"].format(day=table["days"][days - 1], month=month)
    printed = table["printed"].format(day=days, month=month)
    if recent:
        return spoken, printed
    return f"{spoken} {year(years, language)}", f"{printed} {years}"


def _dates(language: str) -> tuple[Any, str]:
    """The words of a language, or English ones, and in which language they are."""
    return lexicon(language).find("grammar.dates")


# --- Time controls ----------------------------------------------------------------------------


def control_words(text: str, language: str) -> str:
    """ "eine Stunde und dreißig Minuten für vierzig Züge, dazu dreißig Sekunden je Zug; dann …".

    Any other text is spelled out as it stands.
    """
    try:
        control = TimeControl.parse(text)
    except BadTimeControl:
        return spelled(text, language)
    if control.unhurried:
        return lexicon(language).word("game.control.unhurried")
    link = f"; {lexicon(language).word('game.control.then')} "
    return link.join(_period(period, language) for period in control.periods)


def extra_is_usual(text: str) -> bool:
    """True if each move earns no extra time, or two to sixty seconds (6.3.2)."""
    try:
        return TimeControl.parse(text).extra_is_usual
    except BadTimeControl:
        return True


def _period(period: Period, language: str) -> str:
    words = duration(period.base * SECOND, language, exact=True)
    if period.moves is not None:
        moves = count(period.moves, "move", language)
        words = lexicon(language).text("game.control.period", time=words, count=moves)
    if period.extra:
        time = duration(period.extra * SECOND, language)
        words += f", {lexicon(language).text(f'game.control.{_KINDS[period.kind]}', time=time)}"
    return words
