# SPDX-License-Identifier: GPL-3.0-or-later
"""Alarms at chosen times, each of the last five minutes (D.2.6.2), and time told on request."""

import pytest
from scripted import Table, names, only, play
from told import sentence

from announce.errors import UserError
from announce.text.settings import LANGUAGES, Settings
from announce.text.utterance import Priority
from announce.words.events import words
from clock.events import TimeAlarm
from game.app import options
from game.app.cli import make_parser
from table.core.alarms import COUNTDOWN, read_alarms
from table.core.conditions import SECOND
from table.core.inputs import Begin, Hearing, Tick
from table.due import deadline
from table.events.game import Role


def alarms(script: str) -> list[tuple[float, str, float]]:
    return [(e["t"], e["colour"], e["remaining"]) for e in only(play(script), "TimeAlarm")]


def test_alarm_comes_exactly_at_its_display() -> None:
    script = "set time 10\nset alarm 300,60\n1 white e4\n2 white Uhr\n900 black e5"
    assert alarms(script) == [(302, "black", 300), (542, "black", 60)]


def test_display_starting_there_has_not_fallen() -> None:
    assert alarms("set time 5\nset alarm 300,299\n100 white e4") == [(1, "white", 299)]


def test_each_threshold_is_told_once() -> None:
    script = """set time 1+30
        set alarm 60
        40 white e4
        41 white Uhr
        42 black e5
        43 black Uhr
        80 white d4
        81 white Uhr"""
    assert alarms(script) == [(30, "white", 60)]


def test_a_new_period_arms_the_alarms_again() -> None:
    script = """set time 1/100,100
        set alarm 60
        50 white e4
        51 white Uhr
        52 black e5
        53 black Uhr
        200 white d4"""
    assert alarms(script) == [(40, "white", 60), (142, "white", 60)]


def test_delay_alarm_waits_for_main_time() -> None:
    assert alarms("set time 5d10\nset alarm 240\n100 white e4") == [(70, "white", 240)]


def test_alarms_spare_words_and_are_never_lost() -> None:
    """Hektor's voice would cut the speaker's: it waits for the end."""
    table = Table(time_control="5", alarms=(60,))
    table.put(Begin(), 0)
    table.put(Hearing(True), 239)
    assert table.put(Tick(), 241) == []
    assert table.say("e4", 241.5, 242, Role.WHITE) == ["MoveSpoken", "TimeAlarm"]
    understanding = SECOND // 2  # is given back
    assert table.events[-1] == TimeAlarm(240 * SECOND + understanding, True, 60 * SECOND)


def test_several_that_waited_come_in_their_order() -> None:
    table = Table(time_control="5", alarms=(60, 59))
    table.put(Begin(), 0)
    table.put(Hearing(True), 239)
    assert table.put(Hearing(False), 245) == ["TimeAlarm", "TimeAlarm"]
    assert [event.at for event in table.events[-2:]] == [240 * SECOND, 241 * SECOND]
    assert deadline(table.state) == 300 * SECOND


def test_no_alarm_follows_words_hektor_presses_for() -> None:
    """The time stopped at the end of the speech."""
    script = "set time 5\nset alarm 60\nset press 2\n239 white e4\n245 black e5"
    assert alarms(script) == []


def test_without_being_asked_for_there_are_none() -> None:
    assert alarms("set time 1\n59 white e4") == []


def test_time_per_move_reaches_the_next_control() -> None:
    events = play("set time 40/5400+30,1800+30\n1 white wie viel Zeit pro Zug")
    (told,) = only(events, "InfoGiven")
    assert told["text"] == "Weiß: je Zug zwei Minuten und vierundvierzig Sekunden."
    events = play("set time 90+30\n1 white wie viel Zeit pro Zug")
    assert only(events, "InfoGiven")[0]["text"] == sentence("answers.no_control", colour="Weiß")


def test_moves_to_control_are_the_periods() -> None:
    script = """set time 2/60,3/60,60
        1 white e4
        2 white Uhr
        3 black e5
        4 black Uhr
        5 white Züge bis zur Zeitkontrolle
        6 white d4
        7 white Uhr
        8 black d5
        9 black Uhr
        10 white Züge bis zur Zeitkontrolle"""
    assert [event["text"] for event in only(play(script), "InfoGiven")] == [
        sentence("answers.to_control", colour="Weiß", count="ein Zug"),
        sentence("answers.to_control", colour="Weiß", count="drei Züge"),
    ]


def test_an_alarm_changes_nothing_in_the_game() -> None:
    script = "set time 5\n1 white e4\n2 white Uhr\n290 black e5\n291 black Uhr\n700 white d4"
    with_alarms = [e for e in play(f"set alarm 200,100,9\n{script}") if e["event"] != "TimeAlarm"]
    assert with_alarms == play(script)
    assert "FlagFell" in names(with_alarms)


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_alarm_is_said_in_every_language(language: str) -> None:
    (said,) = words(TimeAlarm(0, True, 300 * SECOND), Settings(language=language))
    assert not any(char.isdigit() for char in said.spoken)


def test_thresholds_are_read_in_minutes_and_seconds() -> None:
    assert read_alarms("5m, 1m,30s,10") == (300, 60, 30, 10)
    for bad in ("", "5x", "-1", "0", "5m,,1m"):
        with pytest.raises(ValueError, match="no list of times"):
            read_alarms(bad)
    with pytest.raises(UserError, match="line 1"):
        play("set alarm soon")


def agreed(*words: str) -> tuple[int, ...]:
    return options.conditions(make_parser(["play"]).parse_args(["play", *words])).alarms


@pytest.mark.article("D.2.6.2")
def test_competition_allows_only_the_five_minute_alarms() -> None:
    assert agreed("--alarm", "5m,30s") == (300, 30)
    assert agreed("--mode", "competition") == ()
    assert agreed("--mode", "competition", "--last-five-minutes") == (300, 240, 180, 120, 60)
    with pytest.raises(UserError, match="--last-five-minutes"):
        agreed("--mode", "competition", "--alarm", "5m")
    with pytest.raises(UserError, match="5m,1m,30s"):
        agreed("--alarm", "bald")


def test_the_last_ten_seconds_are_counted_on_wish() -> None:
    assert agreed() == ()
    assert agreed("--countdown") == tuple(range(10, 0, -1))
    assert agreed("--countdown", "--alarm", "5m")[:2] == (300, 10)
    counted = ",".join(map(str, COUNTDOWN))
    told = alarms(f"set time 1\nset alarm {counted}\n55 white e4")
    assert told == [(50 + gone, "white", 10 - gone) for gone in range(6)]


@pytest.mark.article("12.6")
def test_nobody_counts_in_competition() -> None:
    asked = ("play", "--mode", "competition", "--countdown")
    given = make_parser(["play"]).parse_args(asked)
    assert options.conditions(given).alarms == ()  # of the profile, for games at home
    given.words = asked
    with pytest.raises(UserError, match="--countdown"):
        options.conditions(given)


def test_what_was_not_counted_while_somebody_spoke_is_left_out() -> None:
    table = Table(time_control="1", alarms=COUNTDOWN)
    table.put(Begin(), 0)
    table.put(Hearing(True), 49)
    assert table.put(Hearing(False), 54.5) == ["TimeAlarm"]
    assert table.events[-1] == TimeAlarm(54 * SECOND, True, 6 * SECOND)


def test_a_second_that_is_counted_is_one_word_at_once() -> None:
    (ten,) = words(TimeAlarm(0, True, 10 * SECOND), Settings())
    (nine,) = words(TimeAlarm(0, True, 9 * SECOND), Settings())
    assert "zehn Sekunden" in ten.spoken
    assert (nine.spoken, nine.priority) == ("Neun.", Priority.NOW)


@pytest.mark.article("D.2.10")
def test_d_2_10_no_competition_counts_seconds_by_word() -> None:
    (refused,) = only(play("set mode competition\n1 white Sekunden an\n2 white e4"), "Refused")
    assert (refused["reason"], refused["article"]) == ("not in competition", "D.2.10.4")


def test_what_was_chosen_beside_the_countdown_stays() -> None:
    script = "set time 1\nset alarm 30s\n0 white {}\n1 white e4\n2 white Uhr\n55 black Zeit"
    for wish, told in (("Sekunden an", [30, 10, 9, 8, 7]), ("Sekunden aus", [30])):
        assert [left for _, _, left in alarms(script.format(wish))] == told
