# SPDX-License-Identifier: GPL-3.0-or-later
"""The chess clock alone: two people press, ask, pause; flags fall; digits large or in lines."""

from typing import Any

import pytest
from boards import Clock, FakeListener, heard, typed
from hypothesis import given, settings
from hypothesis import strategies as st
from told import sentence

from announce.text.settings import LANGUAGES, Settings
from announce.words.events import words
from announce.words.phraser import Phraser
from clock.clock import shown
from game.app import cli
from game.app.cli import make_parser
from game.app.commands import clock as command
from game.app.commands.clock import clock_lines
from game.base.game_time import GameTime
from game.base.inbox import HearingChanged, Inbox
from game.play.equipment import Equipment
from game.play.game import Game
from game.play.loop import Loop
from game.sound.presenter import Presenter
from record.session import Session
from table import chessclock
from table.core.conditions import SECOND, Conditions
from table.core.inputs import Begin, Errand, Hearing, Pressed, Said, Stood, Tick
from table.core.state import new_state
from table.events.dialogue import Stoppage
from table.events.game import Role
from table.understanding import typed as understood
from voice.language import lexicon
from voice.language.commands import Command, CommandName
from voice.language.transcript import UNKNOWN


class Alone:
    """The pure clock, with times in seconds."""

    def __init__(self, **conditions: Any) -> None:
        self.state = new_state(Conditions(**{"time_control": "5", **conditions}))

    def put(self, given: Any, seconds: float) -> list[str]:
        self.state, events, _ = chessclock.handle(self.state, given, round(seconds * SECOND))
        return [type(event).__name__ for event in events]

    def say(self, text: str, ended: float, now: float, who: Role | None = None) -> list[str]:
        intent = understood(text, self.state, who)
        return self.put(Said(intent, round(ended * SECOND), who, text), now)

    def left(self, seconds: float) -> tuple[float, float]:
        clock, now = self.state.clock, round(seconds * SECOND)
        return clock.remaining(True, now) / SECOND, clock.remaining(False, now) / SECOND


def test_a_farewell_turns_the_clock_off_but_not_one_that_runs_or_rests() -> None:
    """A clock is on no record: who comes back would find no time."""
    alone = Alone()
    for before, leaves in ((None, True), (Begin(), False), (None, False)):
        if before is not None:
            alone.put(before, 0)
        elif alone.state.started:
            alone.say("Pause", 1, 1)
        said = Said(Command(CommandName.LEAVE), SECOND)
        _, events, request = chessclock.handle(alone.state, said, 2 * SECOND)
        assert (request is Errand.LEAVE) == leaves
        assert bool(events) != leaves


@pytest.mark.article("6.2.1")
def test_6_2_1_press_stops_one_and_starts_the_other() -> None:
    alone = Alone(time_control="5+3")
    assert alone.put(Begin(), 0) == ["GameStarted"]
    assert alone.put(Pressed(), 10) == ["MoveCompleted"]
    assert alone.left(20) == (300 + 3 - 10 + 3, 300 + 3 - 10)


def test_the_word_counts_from_its_end() -> None:
    alone = Alone()
    alone.put(Begin(), 0)
    assert alone.say("gedrückt", 10, 10.7) == ["MoveCompleted"]
    assert alone.left(10.7) == (290, 300)


@pytest.mark.parametrize("language", LANGUAGES)
def test_whose_clock_runs_is_told(language: str) -> None:
    alone = Alone()

    def told() -> list[str]:
        said = Said(Command(CommandName.TURN), 10 * SECOND)
        alone.state, events, _ = chessclock.handle(alone.state, said, 10 * SECOND)
        return [one.text for event in events for one in words(event, Settings(language=language))]

    def of(colour: str, key: str) -> str:
        named = Phraser(Settings(language=language)).colour(colour == "white")
        return sentence(key, language=language, colour=named)

    assert told() == [sentence("game.clocks_stand", language=language), of("white", "answers.turn")]
    alone.put(Begin(), 0)
    assert told() == [of("white", "answers.clock_runs")]
    alone.put(Pressed(), 10)
    alone.say("Pause", 10, 10)
    assert told() == [sentence("game.clocks_stand", language=language), of("black", "answers.turn")]
    alone.say("weiter", 10, 10)
    assert told() == [of("black", "answers.clock_runs")]
    alone.put(Tick(), 400)
    assert told() == [sentence("game.clocks_stand", language=language)]


def test_who_does_not_run_presses_in_vain() -> None:
    alone = Alone()
    alone.put(Begin(), 0)
    assert alone.put(Pressed(Role.BLACK), 5) == []
    assert alone.put(Pressed(Role.WHITE), 6) == ["MoveCompleted"]


def test_pause_stops_both_and_survives_a_press() -> None:
    alone = Alone()
    alone.put(Begin(), 0)
    assert alone.say("Pause", 10, 10) == ["GamePaused"]
    assert alone.put(Pressed(), 20) == ["Refused"]
    assert alone.say("weiter", 50, 50) == ["GameResumed"]
    assert alone.left(60) == (280, 300)


def test_a_word_that_was_not_heard_well_is_asked_back() -> None:
    alone = Alone()
    alone.put(Begin(), 0)
    pause = Said(Command(CommandName.PAUSE, text="Pause", sure=False), 0, None, "Pause")
    assert alone.put(pause, 10) == ["Question"]
    assert alone.left(20) == (280, 300)
    assert alone.say("ja", 20, 20) == ["GamePaused"]
    assert alone.say("weiter", 30, 30) == ["GameResumed"]
    alone.put(pause, 40)
    assert alone.put(pause, 41) == ["GamePaused"]  # said once more


def test_stopping_a_stopped_clock_is_told() -> None:
    alone = Alone()
    assert alone.say("Pause", 0, 0) == ["Refused"]
    alone.put(Begin(), 1)
    assert alone.say("Pause", 2, 2) == ["GamePaused"]
    assert alone.say("Pause", 3, 3) == ["Refused"]
    assert alone.say("Schiedsrichter", 4, 4) == ["Refused"]


@pytest.mark.article("6.8")
def test_6_8_a_flag_falls_and_both_clocks_stand() -> None:
    alone = Alone(time_control="1")
    alone.put(Begin(), 0)
    alone.put(Pressed(), 10)
    assert chessclock.deadline(alone.state) == 70 * SECOND
    assert alone.put(Tick(), 71) == ["FlagFell"]
    assert alone.left(100) == (50, 0)
    assert alone.state.outcome is not None


def test_time_is_told_to_the_one_asking() -> None:
    alone = Alone()
    alone.put(Begin(), 0)
    assert alone.say("Zeit", 10, 10, Role.BLACK) == ["InfoGiven"]
    assert alone.say("beide Zeiten", 10, 10) == ["InfoGiven"]
    assert alone.say("Zugzahl", 10, 10) == ["InfoGiven"]
    assert alone.say("ich gebe auf", 10, 10) == ["Refused"]
    assert alone.say("e4", 10, 10) == ["NotUnderstood"]


def test_alarms_and_the_agreed_control() -> None:
    alone = Alone(alarms=(60,))
    alone.say("zwei Minuten plus eine Sekunde", 0, 0)
    assert alone.say("ja", 1, 1) == ["ControlAgreed"]
    alone.put(Begin(), 2)
    assert chessclock.deadline(alone.state) == (2 + 121 - 60) * SECOND
    alone.put(Hearing(True), 60)
    assert alone.put(Tick(), 64) == []
    assert alone.put(Hearing(False), 65) == ["TimeAlarm"]


def test_a_computer_that_slept_costs_nobody_time() -> None:
    alone = Alone()
    alone.put(Begin(), 0)
    assert alone.put(Stood(Stoppage.ASLEEP), 10) == ["TimeStood", "GamePaused"]
    assert alone.left(500) == (290, 300)


INPUTS = st.sampled_from(
    [Pressed(), Pressed(Role.WHITE), Pressed(Role.BLACK), Tick(), Hearing(True), Hearing(False)]
)
STEPS = st.lists(st.tuples(st.integers(0, 10 * SECOND), INPUTS), max_size=30)


@settings(max_examples=60, deadline=None)
@given(STEPS)
def test_no_nanosecond_is_lost_between_displays(steps: Any) -> None:
    state, *_ = chessclock.handle(new_state(Conditions(time_control="60")), Begin(), 0)
    now = 0
    for wait, given_ in steps:
        now += wait
        state, *_ = chessclock.handle(state, given_, now)
        left = state.clock.remaining(True, now) + state.clock.remaining(False, now)
        assert left == 2 * 3600 * SECOND - now


LONG = "fünfzehn Minuten plus zehn Sekunden"


class Printed:
    """The loop of the clock alone with what it prints."""

    def __init__(self, **conditions: Any) -> None:
        agreed = Conditions(**{"time_control": "5", "press_after": None, **conditions})
        session = Session(
            new_state(agreed), Settings(language=agreed.language), table=chessclock.ALONE
        )
        self.lines: list[str] = []
        self.clock = Clock()
        self.inbox = Inbox(self.clock)
        self.listener = FakeListener()
        listener: Any = self.listener
        display = clock_lines(self.lines.append, session.settings)
        presenter = Presenter(session.settings, self.lines.append)
        self.time = GameTime(self.clock, lambda: 0)
        game = Game(session, presenter, self.inbox, Equipment(display=display), self.time)
        self.loop = Loop(self.inbox, presenter, game, listener)
        self.begun = False

    def run(self, *items: Any) -> list[str]:
        """All of it comes at once, and was waited for; the clock goes on after it."""
        self.time.start()
        if not self.begun:
            self.loop.start()
            self.begun = True
        for item in items:
            self.inbox.put(item)
        while not self.inbox.empty:
            self.loop.turn(self.inbox.get(0))
        return self.lines


def test_enter_presses_in_one_plain_line() -> None:
    printed = Printed()
    printed.clock.now = 62 * SECOND
    lines = printed.run(typed("", 0), typed("", 61), typed("gegnerische Zeit", 62))
    assert lines == [
        sentence("game.game_started"),
        sentence("game.time_control", control="fünf Minuten"),
        "Weiß 3:58, Schwarz 5:00",
        sentence("game.pressed"),
        "Weiß 3:59, Schwarz 4:59",
        "Weiß: drei Minuten und neunundfünfzig Sekunden.",
    ]


@pytest.mark.parametrize(
    ("before", "first"),
    [
        ((), sentence("answers.help.start", command="Uhr")),
        ((heard(LONG, 1),), sentence("answers.help.yes or no", command="Ja oder nein")),
        ((typed(""),), sentence("answers.help.press", command="Uhr")),
        ((typed(""), typed("Pause")), sentence("answers.help.resume", command="Weiter")),
    ],
)
def test_help_tells_what_the_clock_understands(before: tuple[Any, ...], first: str) -> None:
    printed = Printed()
    told = len(printed.run(*before))
    assert printed.run(typed("Hilfe"))[told] == first


def test_no_clock_option_is_about_moves(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli.main(["clock", "--help"])
    shown = capsys.readouterr().out
    assert "--time-style" in shown
    assert not [one for one in ("--style", "--zwo", "--say-check", "--no-rec") if one in shown]


def test_word_presses_and_talk_is_ignored() -> None:
    printed = Printed()
    lines = printed.run(
        heard("uhr", 1), HearingChanged(True, 2), heard("eva vier", 3), heard("gedrückt", 4)
    )
    assert lines.count(sentence("game.pressed")) == 1
    assert not any("Eva" in line or "erstanden" in line for line in lines)


def test_line_without_command_is_not_understood() -> None:
    assert Printed().run(typed("Springer Felix drei"))[0].startswith("Nicht verstanden")


def test_the_recogniser_hears_no_moves() -> None:
    printed = Printed()
    printed.run(typed(""))
    phrases = printed.listener.phrases
    before, started = phrases[0], phrases[-1]
    assert "drei plus drei" in before or any(" plus " in phrase for phrase in before)
    words = {word for phrase in started for word in phrase.split()}
    assert words - {UNKNOWN} <= set(lexicon.vocabulary())
    assert not {"springer", "anna"} & words


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0, "0:00"),
        (-1, "0:00"),
        (59.999, "0:59"),
        (300, "5:00"),
        (3599, "59:59"),
        (5400, "1:30:00"),
    ],
)
def test_displays_are_rounded_down_as_usual(seconds: float, text: str) -> None:
    assert shown(round(seconds * SECOND)) == text


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_runs_in_every_language(language: str) -> None:
    assert len(Printed(language=language).run(typed(""), typed(""), typed("Pause"))) == 7


def test_each_player_may_have_another_time() -> None:
    given = ["clock", "--time", "5", "--black-time", "3+2", "--alarm", "4m"]
    state = command.unstarted(make_parser(given).parse_args(given))
    assert (str(state.clock.white.control), str(state.clock.black.control)) == ("5", "3+2")
    assert state.alarms.white == (240 * SECOND,)
    assert state.alarms.black == ()
    _, events, _ = chessclock.handle(state, Begin(), 0)
    told = [one.text for event in events for one in words(event, Settings())]
    assert told[1:] == [
        sentence("game.time_control", control="fünf Minuten"),
        sentence(
            "game.control_changed",
            colour="Schwarz",
            control="drei Minuten, dazu zwei Sekunden je Zug",
        ),
    ]
