# SPDX-License-Identifier: GPL-3.0-or-later
"""Time controls in words: what the issue, the clocks and the players say."""

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from announce.words.numbers import cardinal, control_words
from clock.control import ExtraTime, Period, TimeControl, presets
from voice.language import lexicon, time_control

SAID = [
    (
        "neunzig Minuten für vierzig Züge, dann dreißig Minuten, dreißig Sekunden pro Zug",
        "40/5400+30,1800+30",
    ),
    (
        "vierzig Züge in neunzig Minuten dann dreißig Minuten plus dreißig Sekunden pro Zug",
        "40/5400+30,1800+30",
    ),
    (
        "zwei Stunden für die ersten vierzig Züge und dann eine Stunde für den Rest der Partie",
        "40/7200,3600",
    ),
    ("vierzig Züge zwei Stunden danach zwanzig Züge eine Stunde", "40/7200,20/3600"),
    ("neunzig Minuten für vierzig Züge plus dreißig Sekunden, dann fünfzehn Minuten",
     "40/5400+30,900"),
    ("vierzig Züge in zwei Stunden, dann fünfzehn Minuten, dazu dreißig Sekunden je Zug",
     "40/7200,900+30"),
    ("fünfzehn Minuten plus zehn Sekunden", "15+10"),
    ("drei plus zwei", "3+2"),
    ("drei Minuten zwei Sekunden pro Zug", "3+2"),
    ("drei Minuten und zwei Sekunden Bonus", "3+2"),
    ("drei Minuten Bonus zwei Sekunden", "3+2"),
    ("drei Minuten zwei Sekunden", "182s"),
    ("eine Stunde dreißig Minuten dreißig Sekunden pro Zug", "90+30"),
    ("eine Stunde und dreißig Minuten", "90"),
    ("fünf Minuten, Aufschub drei Sekunden je Zug", "5d3"),
    ("fünfundzwanzig Minuten, Bronstein, zehn Sekunden je Zug", "25b10"),
    ("hundert zwanzig Minuten", "120"),
    ("fünf und dreißig Minuten plus fünf", "35+5"),
    ("Fuenfundfuenfzig Minuten", "55"),
    ("neunhundertneunundneunzig Sekunden", "999"),
    ("5 Minuten plus 3 Sekunden", "5+3"),
    ("Bedenkzeit fünf Minuten", "5"),
    ("fünf Minuten mit drei Sekunden Aufschub", "5d3"),
    ("5 min delay 3 sec", "5d3"),
    ("5 Min + 3 Sek", "5+3"),
]  # fmt: skip


TYPED = [
    ("en", "forty moves in ninety minutes then thirty minutes plus thirty seconds per move",
     "40/5400+30,1800+30"),
    ("en", "fifteen minutes plus ten seconds", "15+10"),
    ("en", "an hour", None),
    ("en", "one hour and thirty minutes, thirty seconds a move", "90+30"),
    ("en", "five minutes delay three seconds", "5d3"),
    ("en", "5 min delay 3 sec", "5d3"),
    ("en", "90 mins + 30 secs", "90+30"),
    ("cs", "5 min plus 3 sek", "5+3"),
    ("en", "knight to f3", None),
    ("sr", "petnaest minuta plus deset sekundi po potezu", "15+10"),
    ("sr", "četrdeset poteza za devedeset minuta, zatim pola sata", None),
    ("sr", "40 poteza za 90 minuta, zatim 30 minuta plus 30 sekundi po potezu",
     "40/5400+30,1800+30"),
    ("sr", "sat i trideset minuta", None),
    ("sr", "jedan sat i trideset minuta", "90"),
    ("sr", "dvadeset pet minuta plus 10", "25+10"),
    ("sr", "petnaest минута плус десет секунди", "15+10"),
    ("sl", "petindvajset minut plus deset sekund na potezo", "25+10"),
    ("sl", "ena ura in trideset minut, trideset sekund na potezo", "90+30"),
    ("sl", "tri plus dva", "3+2"),
    ("cs", "patnact minut plus deset sekund za tah", "15+10"),
    ("cs", "pětadvacet minut plus deset sekund na tah", "25+10"),
    ("cs", "čtyřicet tahů za devadesát minut, potom třicet minut plus třicet sekund za tah",
     "40/5400+30,1800+30"),
]  # fmt: skip


@pytest.mark.parametrize(("language", "text", "control"), TYPED)
def test_a_time_control_typed_in_another_language(
    language: str, text: str, control: str | None
) -> None:
    said = time_control.read(text, language)
    assert (said and str(TimeControl.parse(said))) == control


@pytest.mark.parametrize(("text", "control"), SAID)
def test_a_time_control_in_words(text: str, control: str) -> None:
    said = time_control.read(text)
    assert said is not None
    assert str(TimeControl.parse(said)) == control


@pytest.mark.parametrize(
    "text",
    [
        "",
        "drei",
        "Eva vier",
        "Dame Felix drei",
        "fünfzig Züge",
        "zwei Minuten für Weiß",  # the arbiter adds time
        "dreißig Sekunden pro Zug",  # and how long for the game?
        "Remis plus drei",
        "[unk] fünf Minuten",
        "fünf Minuten vierzig Züge zehn Züge",
        "fünf Minuten dann",
        "fünf Minuten plus",
        "plus",
        "fünf Minuten plus drei Sekunden plus zwei Sekunden",
    ],
)
def test_what_is_no_time_control_is_none(text: str) -> None:
    assert time_control.read(text) is None


LENGTHS = st.one_of(st.integers(1, 599), st.integers(10, 999).map(lambda minutes: 60 * minutes))
EXTRAS = st.one_of(st.just(0), st.integers(1, 600))
PERIODS = st.builds(
    Period,
    base=LENGTHS,
    moves=st.integers(2, 500),
    extra=EXTRAS,
    kind=st.sampled_from(ExtraTime),
)
CONTROLS = st.builds(
    lambda periods, last: TimeControl((*periods, last)),
    st.lists(PERIODS, max_size=2),
    st.builds(Period, base=LENGTHS, extra=EXTRAS, kind=st.sampled_from(ExtraTime)) | PERIODS,
)


def _at_the_end_alone(control: TimeControl) -> bool:
    """True if only the last period has an increment: German says "dazu", others mean all moves by
    "plus" at the end."""
    *before, last = control.periods
    only = bool(before) and not any(period.extra for period in before)
    return only and last.extra > 0 and last.kind is ExtraTime.INCREMENT


@pytest.mark.parametrize("language", lexicon.languages())
@settings(deadline=None, max_examples=100)
@given(control=CONTROLS)
def test_every_control_read_out_is_understood(language: str, control: TimeControl) -> None:
    """What is read back in a language can be said in it, or typed."""
    assume(language == lexicon.GERMAN.name or not _at_the_end_alone(control))
    said = time_control.read(control_words(str(control), language), language)
    assert said is not None
    assert TimeControl.parse(said) == control


@pytest.mark.parametrize("language", lexicon.languages())
@pytest.mark.parametrize("control", dict.fromkeys(presets().values()), ids=str)
def test_every_preset_can_be_said(control: TimeControl, language: str) -> None:
    if language != lexicon.GERMAN.name and _at_the_end_alone(control):
        pytest.skip("only German has a word for it")
    said = time_control.read(control_words(str(control), language), language)
    assert said is not None
    assert TimeControl.parse(said).periods == control.periods


@pytest.mark.parametrize("language", lexicon.languages())
def test_all_numbers_to_999_are_known(language: str) -> None:
    for number in range(1, 1000):
        words = cardinal(number, language, "f").replace("-", " ").split()
        plain = time_control.plain_words(words, language)
        assert time_control.number_at(plain, 0, language) == (number, len(plain)), words


def test_listens_only_for_known_and_understood_phrases() -> None:
    words = {word for phrase in time_control.phrases() for word in phrase.split()}
    assert words <= set(lexicon.vocabulary())
    assert any("dann eine stunde" in phrase for phrase in time_control.phrases())
    assert all(time_control.read(phrase) for phrase in time_control.phrases())


def test_control_words_add_nothing_to_the_vocabulary() -> None:
    """The acoustic model knows those of the table "reserved" and no others."""
    assert "anschließend" not in lexicon.vocabulary()


WHOLE = {
    "de": {"ohne Uhr": "86400", "halbe Stunde": "30", "Bullet": "1+0"},
    "en": {"no clock": "86400", "half an hour": "30", "untimed": "86400"},
    "sr": {"bez žurbe": "86400", "pola sata": "30"},
    "sl": {"brez naglice": "86400", "pol ure": "30"},
    "cs": {"bez spěchu": "86400", "půl hodiny": "30"},
}


@pytest.mark.parametrize("language", WHOLE)
def test_some_times_are_words_of_their_own(language: str) -> None:
    for said, control in WHOLE[language].items():
        assert time_control.read(said, language) == control
    unhurried = control_words("86400", language)
    assert time_control.read(unhurried, language) == "86400"  # as it is told
