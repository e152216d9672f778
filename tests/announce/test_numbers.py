# SPDX-License-Identifier: GPL-3.0-or-later
"""Numbers, counts and durations in five languages."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from announce.text.settings import LANGUAGES
from announce.words.numbers import cardinal, control_words, count, day, duration, spelled, year
from clock.clock import SECOND

languages = st.sampled_from(LANGUAGES)


@pytest.mark.parametrize(
    ("number", "language", "words"),
    [
        (0, "de", "null"),
        (1, "de", "eins"),
        (16, "de", "sechzehn"),
        (17, "de", "siebzehn"),
        (21, "de", "einundzwanzig"),
        (70, "de", "siebzig"),
        (101, "de", "hunderteins"),
        (999, "de", "neunhundertneunundneunzig"),
        (1024, "de", "tausendvierundzwanzig"),
        (1900, "de", "neunzehnhundert"),
        (1931, "de", "neunzehnhunderteinunddreißig"),
        (2026, "de", "zweitausendsechsundzwanzig"),
        (5400, "de", "fünftausendvierhundert"),
        (10240, "de", "zehntausendzweihundertvierzig"),
        (1931, "en", "nineteen hundred and thirty-one"),
        (2026, "en", "two thousand twenty-six"),
        (1931, "sr", "hiljadu devetsto trideset jedan"),
        (2026, "sl", "dva tisoč šestindvajset"),
        (1931, "cs", "devatenáct set jedenatřicet"),
        (5400, "cs", "pět tisíc čtyři sta"),
        (40, "en", "forty"),
        (42, "en", "forty-two"),
        (115, "en", "one hundred and fifteen"),
        (42, "sr", "četrdeset dva"),
        (242, "sr", "dvesta četrdeset dva"),
        (42, "sl", "dvainštirideset"),
        (111, "sl", "sto enajst"),
        (42, "cs", "dvaačtyřicet"),
        (219, "cs", "dvě stě devatenáct"),
    ],
)
def test_a_number_in_words(number: int, language: str, words: str) -> None:
    assert cardinal(number, language) == words


@pytest.mark.parametrize(
    ("number", "language", "words"),
    [
        (12_345, "de", "zwölftausenddreihundertfünfundvierzig"),
        (101_001, "de", "hunderteintausendeins"),
        (10_000, "en", "ten thousand"),
        (250_017, "en", "two hundred and fifty thousand seventeen"),
        (21_000, "sr", "dvadeset jedna hiljada"),
        (22_000, "sr", "dvadeset dve hiljade"),
        (15_000, "sl", "petnajst tisoč"),
        (40_000, "cs", "čtyřicet tisíc"),
        (1_000_000, "de", "eins null null null null null null"),
    ],
)
def test_thousands_are_counted(number: int, language: str, words: str) -> None:
    assert cardinal(number, language) == words


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_numbers_share_their_words(language: str) -> None:
    words = [cardinal(number, language) for number in range(10_000)]
    assert len(set(words)) == len(words)
    assert not any(char.isnumeric() for one in words for char in one)


def test_there_is_no_number_below_zero() -> None:
    with pytest.raises(ValueError, match="below zero"):
        cardinal(-1, "de")


@pytest.mark.parametrize(
    ("number", "unit", "language", "words"),
    [
        (1, "move", "de", "ein Zug"),
        (1, "minute", "de", "eine Minute"),
        (2, "minute", "de", "zwei Minuten"),
        (21, "minute", "de", "einundzwanzig Minuten"),
        (1, "move", "en", "one move"),
        (0, "second", "en", "zero seconds"),
        # Serbian: one, few, many by the last digit, except 11 to 14; feminine jedna, dve
        (1, "second", "sr", "jedna sekunda"),
        (2, "second", "sr", "dve sekunde"),
        (5, "second", "sr", "pet sekundi"),
        (11, "second", "sr", "jedanaest sekundi"),
        (12, "second", "sr", "dvanaest sekundi"),
        (21, "second", "sr", "dvadeset jedna sekunda"),
        (22, "second", "sr", "dvadeset dve sekunde"),
        (25, "hour", "sr", "dvadeset pet sati"),
        (1, "move", "sr", "jedan potez"),
        (3, "bishop", "sr", "tri lovca"),
        (5, "bishop", "sr", "pet lovaca"),
        # Slovenian: one, two (dual), three and four, more, by the last two digits
        (1, "minute", "sl", "ena minuta"),
        (2, "minute", "sl", "dve minuti"),
        (3, "minute", "sl", "tri minute"),
        (5, "minute", "sl", "pet minut"),
        (22, "minute", "sl", "dvaindvajset minut"),
        (102, "move", "sl", "sto dve potezi"),
        (1, "pawn", "sl", "en kmet"),
        (2, "pawn", "sl", "dva kmeta"),
        (3, "pawn", "sl", "trije kmetje"),
        (4, "pawn", "sl", "štirje kmetje"),
        (5, "pawn", "sl", "pet kmetov"),
        # Czech: one, two to four, more
        (1, "move", "cs", "jeden tah"),
        (2, "minute", "cs", "dvě minuty"),
        (4, "move", "cs", "čtyři tahy"),
        (5, "move", "cs", "pět tahů"),
        (22, "minute", "cs", "dvaadvacet minut"),
    ],
)
def test_a_noun_agrees_with_its_number(number: int, unit: str, language: str, words: str) -> None:
    assert count(number, unit, language) == words


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (5400, "eine Stunde und dreißig Minuten"),
        (7200, "zwei Stunden"),
        (754, "zwölf Minuten"),
        (600, "zehn Minuten"),
        (599, "neun Minuten und neunundfünfzig Sekunden"),
        (120, "zwei Minuten"),
        (61, "eine Minute und eine Sekunde"),
        (9, "neun Sekunden"),
        (0, "null Sekunden"),
    ],
)
def test_seconds_are_told_only_below_ten_minutes(seconds: int, words: str) -> None:
    assert duration(seconds * SECOND, "de") == words


@pytest.mark.parametrize(
    ("seconds", "language", "long", "short"),
    [
        (570, "de", "neun Minuten und dreißig Sekunden", "neun Minuten dreißig"),
        (5400, "de", "eine Stunde und dreißig Minuten", "eine Stunde dreißig"),
        (570, "en", "nine minutes and thirty seconds", "nine minutes thirty"),
        (142, "sr", "dva minuta i dvadeset dve sekunde", "dva minuta dvadeset dve"),
        (121, "sr", "dva minuta i jedna sekunda", "dva minuta jedna sekunda"),
        (142, "sl", "dve minuti in dvaindvajset sekund", "dve minuti dvaindvajset"),
        (142, "cs", "dvě minuty a dvaadvacet sekund", "dvě minuty dvaadvacet"),
        # a unit is left out only where no other can be meant
        (125, "de", "zwei Minuten und fünf Sekunden", "zwei Minuten fünf Sekunden"),
        (30, "de", "dreißig Sekunden", "dreißig Sekunden"),
        (754, "de", "zwölf Minuten", "zwölf Minuten"),
    ],
)
def test_long_and_short_style(seconds: int, language: str, long: str, short: str) -> None:
    assert duration(seconds * SECOND, language) == long
    assert duration(seconds * SECOND, language, short=True) == short


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_times_sound_alike_in_short(language: str) -> None:
    seconds = (*range(7300), *range(36_000, 36_100))
    told = {duration(each * SECOND, language, short=True, exact=True) for each in seconds}
    assert len(told) == len(seconds)


@pytest.mark.parametrize("language", LANGUAGES)
def test_less_than_a_second_is_told_as_that(language: str) -> None:
    told = duration(SECOND // 2, language)
    assert told == duration(1, language, exact=True) != duration(0, language)
    assert told != duration(SECOND, language)


def test_exact_time_always_has_its_seconds() -> None:
    assert duration(750 * SECOND, "de", exact=True) == "zwölf Minuten und dreißig Sekunden"
    told = duration(3661 * SECOND, "de", exact=True)
    assert told == "eine Stunde, eine Minute und eine Sekunde"
    assert duration(3615 * SECOND, "de", short=True, exact=True) == (
        "eine Stunde fünfzehn Sekunden"
    )


def test_time_is_rounded_down_as_displayed() -> None:
    assert duration(10 * SECOND - 1, "de") == "neun Sekunden"
    assert duration(-5, "de") == "null Sekunden"


@given(text=st.text(), language=languages)
def test_no_digit_is_left_in_spelled_text(text: str, language: str) -> None:
    assert not any(char.isnumeric() for char in spelled(text, language))


@pytest.mark.parametrize(
    ("language", "spoken", "printed"),
    [
        (
            "de",
            "am vierundzwanzigsten November neunzehnhunderteinunddreißig",
            "am 24. November 1931",
        ),
        ("en", "the twenty-fourth of November nineteen thirty-one", "24 November 1931"),
        ("sr", "dvadeset četvrtog novembra hiljadu devetsto trideset prve", "24. novembra 1931"),
        ("sl", "štiriindvajsetega novembra tisoč devetsto enaintrideset", "24. novembra 1931"),
        ("cs", "dvacátého čtvrtého listopadu devatenáct set jedenatřicet", "24. listopadu 1931"),
    ],
)
def test_a_day_in_words(language: str, spoken: str, printed: str) -> None:
    assert day("1931.11.24", language) == (spoken, printed)


@pytest.mark.parametrize("language", ["de", "en", "sr", "sl", "cs"])
def test_every_day_has_words_of_its_own(language: str) -> None:
    told = {
        found
        for month in range(1, 13)
        for number in range(1, 32)
        if (found := day(f"2026.{month:02}.{number:02}", language))
    }
    assert len(told) == 12 * 31
    assert not any(char.isnumeric() for spoken, _ in told for char in spoken)


@pytest.mark.parametrize("text", ["", "1931.??.??", "2026.13.01", "2026.01.32", "yesterday"])
def test_what_is_no_day_is_not_told_as_one(text: str) -> None:
    assert day(text, "de") is None


@pytest.mark.parametrize(
    ("number", "told"),
    [
        (2026, "dve hiljade dvadeset šeste"),
        (1990, "hiljadu devetsto devedesete"),
        (2015, "dve hiljade petnaeste"),
        (2000, "dve hiljade"),
    ],
)
def test_serbian_years_are_ordinals(number: int, told: str) -> None:
    assert year(number, "sr") == told


def test_a_name_with_a_number_is_spelled() -> None:
    assert spelled("Anna2", "de") == "Anna zwei"


@pytest.mark.parametrize(
    ("control", "words"),
    [
        ("3+2", "drei Minuten, dazu zwei Sekunden je Zug"),
        ("60", "eine Stunde"),
        ("24h", "ohne Zeitdruck"),
        ("5d3", "fünf Minuten, Aufschub drei Sekunden je Zug"),
        ("40/5400,1800", "eine Stunde und dreißig Minuten für vierzig Züge; dann dreißig Minuten"),
        ("no control 7", "no control sieben"),
    ],
)
def test_a_time_control_in_words(control: str, words: str) -> None:
    assert control_words(control, "de") == words
