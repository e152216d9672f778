# SPDX-License-Identifier: GPL-3.0-or-later
"""The commands most like a line that nobody understands, of those that are obeyed now."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from difflib import get_close_matches

from rules.rights import Right
from table import understanding
from table.core.inputs import Input, Said
from table.core.state import State
from table.core.step import Handled
from table.events.dialogue import NotUnderstood
from table.events.game import Refused
from voice.language import lexicon
from voice.language.commands import Command, CommandName, Trait
from voice.language.grammar import written_commands
from voice.language.typed import names

LONGEST = 40
"""Letters of a line that is compared: no command has more."""

_TRIED = 8
"""So many of the nearest are tried."""

_ALIKE = 0.6
"""The least likeness, as ``difflib`` has it."""

Handle = Callable[[State, Input, int], Handled]


def nearest(
    given: Said, state: State, interface: str, handle: Handle
) -> tuple[tuple[str, str], ...]:
    """The two commands that are most like the line that was typed, with their languages.

    None that the table would refuse now; in competition none about times, which nobody brings up
    there (D.2.6.1, 12.6). ``interface`` is the language of who types, ``handle`` the table's.
    """
    line = given.heard
    if len(line) > LONGEST:
        return ()
    found: dict[CommandName, tuple[str, str]] = {}
    for language, phrase in _like(line, interface):
        said = understanding.typed(phrase, state, given.who, interface)
        if not isinstance(said, Command) or said.name in found:
            continue
        if _is_obeyed(replace(given, intent=said), said.name, state, handle):
            found[said.name] = phrase, language
    return tuple(found.values())[:2]


def _like(line: str, interface: str) -> Iterator[tuple[str, str]]:
    """The phrases most like a line, with their languages."""
    phrases = {
        _plain(phrase): (language, phrase)
        for language in reversed(names(interface))
        for phrase in written_commands(language)
    }
    for key in get_close_matches(_plain(line), phrases, _TRIED, _ALIKE):
        yield phrases[key]


def _plain(text: str) -> str:
    return lexicon.in_one_script(text.casefold())


def _is_obeyed(said: Said, name: CommandName, state: State, handle: Handle) -> bool:
    if state.conditions.competes and name.right is Right.ASK_TIME:
        return False
    if Trait.TELLING in name.traits:
        return True
    _, events, request = handle(state, said, said.ended_at)
    refused = any(isinstance(event, Refused | NotUnderstood) for event in events)
    return not refused and (bool(events) or request is not None)
