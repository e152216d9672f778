# SPDX-License-Identifier: GPL-3.0-or-later
"""Numbers, counts and durations in words.

No digit may reach a voice: "1 e4", "05:00" and "R1e5" are all misread by speech synthesis. The
words are in the lexicons; here are the rules by which they are put together, with the plural
categories of Unicode CLDR (one, two, few, many).
"""

import re

from announce.lexicon import Lexicon, lexicon

SECOND = 1_000_000_000  # nanoseconds
SECONDS_MATTER = 10 * 60  # below ten minutes the seconds are told


def cardinal(number: int, language: str, gender: str = "") -> str:
    """``number`` in words; ``gender`` ("m", "f", "n") is that of a noun that follows, if any.

    From a thousand on the digits are read one by one. ValueError if it is negative.
    """
    if number < 0:
        raise ValueError(f"{number} is below zero")
    table = lexicon(language).tables["numbers"]
    if number > 999:
        return " ".join(cardinal(int(digit), language) for digit in str(number))
    if number == 0:
        return str(table["zero"])
    hundreds, rest = divmod(number, 100)
    words = _below_hundred(rest, table, gender) if rest else ""
    if not hundreds:
        return words
    head: str = table["hundreds"][hundreds - 1]
    return str(table["hundred_rest"]).format(hundred=head, rest=words) if rest else head


def _below_hundred(number: int, table: dict[str, object], gender: str) -> str:
    agreeing = table.get(gender, {}) if gender else {}
    ones, tens, join = table["ones"], table["tens"], table["ten_unit"]
    assert isinstance(agreeing, dict)
    assert isinstance(ones, list)
    assert isinstance(tens, list)
    assert isinstance(join, str)
    if number < 20:
        return str(agreeing.get(str(number), ones[number - 1]))
    ten, unit = divmod(number, 10)
    if not unit:
        return str(tens[ten - 2])
    stem = ones[unit - 1]
    if join.endswith("{unit}"):  # "dvadeset dve": the unit comes last and agrees with the noun
        stem = agreeing.get(str(unit), stem)
    else:
        stems = table.get("stems", {})  # "ein-und-zwanzig", "jeden-a-dvacet"
        assert isinstance(stems, dict)
        stem = stems.get(str(unit), stem)
    return join.format(ten=tens[ten - 2], unit=stem)


def plural(number: int, language: str) -> str:
    """The plural category of a count: "one", "two" (the Slovenian dual), "few" or "many"."""
    ones, rest = number % 10, number % 100
    if language == "sr":
        if ones == 1 and rest != 11:
            return "one"
        return "few" if ones in (2, 3, 4) and rest not in (12, 13, 14) else "many"
    if language == "sl":
        return {1: "one", 2: "two", 3: "few", 4: "few"}.get(rest, "many")
    if language == "cs" and number in (2, 3, 4):
        return "few"
    return "one" if number == 1 else "many"


def count(number: int, unit: str, language: str) -> str:
    """A number with its noun: "zwei Minuten", "dve minuti"; ``unit`` is one of the lexicon's."""
    noun = lexicon(language).tables["units"][unit]
    form = noun.get(plural(number, language), noun["many"])
    return f"{cardinal(number, language, noun['gender'])} {form}"


def duration(nanoseconds: int, language: str) -> str:
    """A time on the clock, rounded down as a display does.

    Seconds are told only when they matter: below ten minutes. Nothing is told of what is zero.
    """
    seconds = max(nanoseconds, 0) // SECOND
    tell_seconds = seconds < SECONDS_MATTER
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    parts = [(hours, "hour"), (minutes, "minute"), (seconds if tell_seconds else 0, "second")]
    told = [count(number, unit, language) for number, unit in parts if number]
    words: Lexicon = lexicon(language)
    return f" {words.template('and')} ".join(told) or count(0, "second", language)


def spelled(text: str, language: str) -> str:
    """``text`` from outside (a name, a time control) with each number in words."""
    words = re.sub(
        r"\d+", lambda found: f" {cardinal(int(found.group()), language)} ", text, flags=re.ASCII
    )
    words = "".join(" " if char.isnumeric() else char for char in words)
    return re.sub(r"\s+", " ", words).strip()
