# SPDX-License-Identifier: GPL-3.0-or-later
"""``docs/en/commands.md`` is up to date, and can be read line by line."""

from argparse import SUPPRESS

import pytest

from announce.lexicon import lexicon
from docs import commands
from game.app.subcommands import commands as offered
from game.base.settings import SETTINGS


def test_the_page_is_up_to_date() -> None:
    assert commands.PAGE.read_text(encoding="utf-8") == commands.page(), (
        "run: python -m docs.commands"
    )


@pytest.mark.parametrize("name", offered())
def test_every_option_is_told_in_sentences(name: str) -> None:
    actions = [each for each in commands.command(name)._actions if each.help != SUPPRESS]
    helps = [commands.told(each, each.default) for each in actions if each.dest != "help"]
    assert [help for help in helps if not (help[:1].isupper() and help.endswith("."))] == []


def test_every_setting_is_on_the_page_once() -> None:
    page = commands.page()
    assert [each.name for each in SETTINGS if page.count(f"\n- `--{each.name}`") > 1] == []
    assert [each.name for each in SETTINGS if f"\n- `--{each.name}" not in page] == []


def test_every_help_text_is_used() -> None:
    keys = {
        str(action.help)
        for name in offered()
        for action in commands.command(name)._actions
        if action.dest != "help" and action.help != SUPPRESS
    }
    words = lexicon("en").own("help")
    known = {f"{table}.{name}" for table, entries in words.items() for name in entries}
    assert known - keys == set()
    assert {key for key in keys - known if not key.endswith(".")} == set()
