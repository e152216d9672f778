# SPDX-License-Identifier: GPL-3.0-or-later
"""The table of settings: one meaning on the command line, in the profile and in a script."""

import dataclasses
from collections.abc import Callable
from pathlib import Path

import pytest

from announce.errors import UserError
from announce.text.settings import Settings, Style
from game.app import cli, options
from game.app.subcommands import commands
from game.base.settings import NAMED, SETTINGS, Setting
from lab import script
from table.core.conditions import Conditions, Mode

Read = Callable[..., Conditions]


def from_command_line(**given: str) -> Conditions:
    words = [
        f"--{name}" if value == "yes" else f"--{name}={value}" for name, value in given.items()
    ]
    return options.conditions(cli.make_parser(["play"]).parse_args(["play", *words]))


def from_script(**given: str) -> Conditions:
    return script.parse("".join(f"set {name} {value}\n" for name, value in given.items()))[0]


@pytest.fixture
def from_profile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Read:
    path = tmp_path / "profile.toml"
    monkeypatch.setattr(options, "profile_path", lambda: path)

    def read(**given: str) -> Conditions:
        lines = (
            f"{name} = {'true' if text == 'yes' else repr(text)}" for name, text in given.items()
        )
        path.write_text("\n".join(["[play]", *lines]), encoding="utf-8")
        return from_command_line()

    return read


@pytest.mark.parametrize("mode", ["training", "competition"])
@pytest.mark.parametrize("name", ["fen", "black-time", "alarm"])
def test_an_empty_text_is_as_if_nothing_was_given(name: str, mode: str, from_profile: Read) -> None:
    assert from_command_line(**{name: "", "mode": mode}) == from_command_line(mode=mode)
    assert from_profile(**{name: "", "mode": mode}) == from_command_line(mode=mode)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("time", "15+10"), ("black-time", "5"), ("alarm", "5m,30s"), ("white", "Anna"),
        ("black", "Bella"), ("mode", "competition"), ("edition", "2005"), ("chess960", "518"),
        ("fen", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"), ("press", "1.5"), ("press", "hand"),
        ("repeat", "yes"), ("sighted", "both"), ("no-draw-before", "never"), ("language", "sl"),
        ("arbiter", "absent"), ("supervision", "limited"), ("scoring", "3-1-0"),
        ("sheet-white", "own"),
        ("sheet-black", "own"), ("assistant", "1,2"),
        ("black-duties", "none"), ("white-assistant", "Ana"), ("black-assistant", "Ema"),
        ("deaf", "white"),
        ("warn-after-offers", "3"), ("default-time", "30"), ("session", "240"),
        ("correct-within", "10"), ("compare-boards", "10"), ("table", "7"), ("starts", "15:00"),
    ],
)  # fmt: skip
def test_a_condition_means_the_same_everywhere(name: str, text: str, from_profile: Read) -> None:
    setting = NAMED[name]
    given = {name: text}
    found = [getattr(read(**given), setting.field)
             for read in (from_command_line, from_profile, from_script)]  # fmt: skip
    assert found[0] == found[1] == found[2]
    usual = 0 if name == "press" else getattr(Conditions(), setting.field)
    assert found[0] != usual


@pytest.mark.parametrize("audience", ["player", "assistant"])
@pytest.mark.parametrize("style", ["usual", "full", "san"])
@pytest.mark.parametrize("mode", ["training", "competition"])
def test_a_script_is_told_as_a_game(mode: str, style: str, audience: str) -> None:
    given = {"mode": mode, "style": style, "audience": audience, "zwo": "yes", "language": "sl"}
    words = [f"--{name}={value}" for name, value in given.items() if name != "zwo"]
    told = cli.make_parser(["play"]).parse_args(["play", "--zwo", *words])
    lines = "".join(f"set {name} {value}\n" for name, value in given.items())
    assert script.parse(lines)[2] == options.settings(told, options.conditions(told))


def test_a_script_reads_moves_back_as_the_laws_have_it() -> None:
    assert script.parse("")[2].style is Style.APPENDIX_D
    assert script.parse("set style usual")[2].style is Style.SHORT


@pytest.mark.parametrize("name", ["no-arbiter", "unsupervised", "supervised", "profile", "tail"])
def test_a_name_that_is_none_is_refused_and_the_profile_stays(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "profile.toml"
    path.write_text(f'[play]\n{name} = "yes"\n')
    monkeypatch.setattr(options, "profile_path", lambda: path)
    with pytest.raises(UserError, match=name):
        cli.make_parser(["play"])
    assert path.read_text() == f'[play]\n{name} = "yes"\n'
    with pytest.raises(UserError, match=name):
        script.parse(f"set {name} yes")


def test_the_defaults_are_those_of_the_game() -> None:
    at_home = Conditions(time_control="15+10", proposed=True)
    assert from_command_line() == at_home
    assert from_command_line(time="60+30") == Conditions(time_control="60+30")
    assert from_command_line(mode="competition") == Conditions(
        mode=Mode.COMPETITION, press_after=None, sign=True
    )
    given = cli.make_parser(["play"]).parse_args(["play"])
    assert options.settings(given, Conditions(mode=Mode.COMPETITION)) == Settings()


def told(*said: str) -> tuple[Settings, Settings]:
    """How things are told in training and in competition with these options."""
    given = cli.make_parser(["play"]).parse_args(["play", *said])
    competing = Conditions(mode=Mode.COMPETITION)
    return options.settings(given, Conditions()), options.settings(given, competing)


@pytest.mark.parametrize(
    ("said", "in_training", "in_competition"),
    [
        ((), True, False),
        (("--say-check",), True, True),
        (("--say-check", "yes"), True, True),
        (("--say-check", "no"), False, False),
    ],
)
def test_check_is_said_in_training_unless_chosen(
    said: tuple[str, ...], in_training: bool, in_competition: bool
) -> None:
    training, competition = told(*said)
    assert training.say_check is in_training
    assert competition.say_check is in_competition


@pytest.mark.parametrize(
    ("said", "in_training", "in_competition"),
    [((), False, True), (("--say-press",), True, True), (("--say-press", "no"), False, False)],
)
def test_the_press_is_told_in_competition_unless_chosen(
    said: tuple[str, ...], in_training: bool, in_competition: bool
) -> None:
    training, competition = told(*said)
    assert training.say_press is in_training
    assert competition.say_press is in_competition


@pytest.mark.parametrize(
    ("words", "in_training", "in_competition"),
    [
        ((), Style.SHORT, Style.APPENDIX_D),
        (("--style", "full"), Style.FULL, Style.FULL),
        (("--audience", "assistant"), Style.APPENDIX_D, Style.APPENDIX_D),
    ],
)
def test_moves_are_told_as_players_tell_them_but_with_both_squares_for_hands(
    words: tuple[str, ...], in_training: Style, in_competition: Style
) -> None:
    training, competition = told(*words)
    assert training.style is in_training
    assert competition.style is in_competition


def test_every_setting_has_one_name_and_field() -> None:
    assert len({each.name for each in SETTINGS}) == len(SETTINGS)
    known = {field.name for kind in (Conditions, Settings) for field in dataclasses.fields(kind)}
    assert {each.field for each in SETTINGS if each.field} <= known


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)
def test_setting_is_offered_by_existing_commands(setting: Setting) -> None:
    assert setting.commands
    assert set(setting.commands) <= set(commands())
