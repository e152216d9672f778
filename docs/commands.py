# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes ``docs/en/commands.md`` of what the commands offer: ``python -m docs.commands``."""

import argparse
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from game.app.cli import help_text, make_parser
from game.app.subcommands import PLAYS, commands
from game.base.settings import SETTINGS, THEMES, Setting

PAGE = Path(__file__).parent / "en" / "commands.md"

INTRODUCTION = """\
# The commands and their options

Made by `python -m docs.commands`; do not edit.

`./run COMMAND`, or `hektor COMMAND` where Hektor is installed. Without a command it is `play`.
`hektor COMMAND --help` tells the same as this page.
"""

ABOUT_SETTINGS = """\
## Settings

Each is an option of the commands that are named with it. What you always want can also stand in
`profile.toml` in your configuration folder, on Linux `~/.config/hektor`, under a line `[play]` and
without the two hyphens. A switch is `true` or `false`; other values stand in quotation marks:

    [play]
    language = "en"
    time = "15+10"
    no-speech = true

A setting of the profile holds for every command that has the option. The command line wins.
Conditions of a game can be set in a [script](scripts.md) too: `set time 15+10`, a switch with `yes`
or `no`.
"""


def page() -> str:
    """The page as Markdown."""
    lines = [INTRODUCTION, "| command | what it does |", "|---|---|"]
    lines += [f"| [`{name}`](#{name}) | {each.help} |" for name, each in commands().items()]
    for name in commands():
        lines += ["", *_command(name)]
    lines += ["", ABOUT_SETTINGS]
    for title, settings in THEMES.items():
        lines += [f"### {title}", "", *map(_setting, settings), ""]
    return "\n".join(lines)


def _command(name: str) -> Iterator[str]:
    """A command with its own options, and the names of its settings."""
    parser = command(name)
    yield from (f"## {name}", "", str(parser.description), "", f"    {parser.usage}")
    actions = [each for each in parser._actions if each.help != argparse.SUPPRESS]
    settings = _settings(name)
    own = [each for each in actions if _option(each) not in {*settings, "--help"}]
    if own:
        yield from ("", *map(_own, own))
    if settings:
        every = len(settings) == len(SETTINGS)
        names = "all" if every else ", ".join(f"`{each}`" for each in settings)
        yield from ("", f"Settings: {names}.")


def _settings(name: str) -> list[str]:
    """The options of a command that are settings."""
    actions = command(name)._actions
    return [_option(each) for each in actions if str(each.help).startswith("setting.")]


def told(action: argparse.Action, default: object) -> str:
    """The purpose of an option, in sentences."""
    return help_text(action) % {"default": default}


def _option(action: argparse.Action) -> str:
    return action.option_strings[-1] if action.option_strings else ""


def _own(action: argparse.Action) -> str:
    value = action.metavar or action.dest.upper()
    if action.choices is not None:
        value = "|".join(map(str, action.choices))
    shown = " ".join(filter(None, (_option(action), "" if action.nargs == 0 else str(value))))
    return f"- `{shown}`: {told(action, action.default)}"


def _setting(setting: Setting) -> str:
    value = "" if setting.switch else f" {setting.metavar or setting.name.upper()}"
    if setting.alone is not None and not setting.switch:
        value = f" [{value.strip()}]"
    option = f"--{setting.name}"
    offering = [name for name in commands() if option in _settings(name)]
    action = next(each for each in command(offering[0])._actions if _option(each) == option)
    return f"- `{option}{value}`: {told(action, setting.default)} ({', '.join(offering)})"


@cache
def command(name: str) -> argparse.ArgumentParser:
    """The parser of a command's options."""
    subparsers = make_parser([name], with_beside=name in PLAYS)._subparsers
    assert subparsers is not None
    choices = subparsers._group_actions[0].choices
    assert isinstance(choices, dict)
    found = choices[name]
    assert isinstance(found, argparse.ArgumentParser)
    return found


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
