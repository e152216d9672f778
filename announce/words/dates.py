# SPDX-License-Identifier: GPL-3.0-or-later
"""Days and years in words. Both have a case of their own in most languages, "dvadeset četvrtog
novembra", so each language's ``grammar.toml`` has them as they stand when something was."""

import re
from typing import Any

from announce.lexicon import lexicon
from announce.words.numbers import cardinal
from announce.words.phraser import Printed

RECENT = 300
"""Days after which a day has to be told with its year."""

_DAY = re.compile(r"(\d{4})\.(\d\d)\.(\d\d)")


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


def day(date: str, language: str, ago: int | None = None) -> Printed | None:
    """When something was, from a date as PGN writes it: "am vierundzwanzigsten November". ``ago``
    is how many days ago that was, where it is known: then it is "heute", and recent days need no
    year. None if the date is none."""
    found = _DAY.fullmatch(date)
    table, language = _dates(language)
    if found is None or not (0 < int(found[2]) <= 12 and 0 < int(found[3]) <= 31):
        return None
    if ago is not None and 0 <= ago < len(table["near"]):
        return Printed(table["near"][ago], table["near"][ago])
    years, months, days = map(int, found.groups())
    month, recent = table["months"][months - 1], ago is not None and 0 <= ago < RECENT
    spoken = table["spoken"].format(day=table["days"][days - 1], month=month)
    printed = table["printed"].format(day=days, month=month)
    if recent:
        return Printed(spoken, printed)
    return Printed(f"{spoken} {year(years, language)}", f"{printed} {years}")


def _dates(language: str) -> tuple[Any, str]:
    """The words of a language, or English ones, and in which language they are."""
    return lexicon(language).find("grammar.dates")
