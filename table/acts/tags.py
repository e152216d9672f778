# SPDX-License-Identifier: GPL-3.0-or-later
"""What a game is called: its players, event, site and round, told before it starts (C.7).

Said where the words are known, typed as they are; they stand in the record and its PGN.
"""

import re
from dataclasses import replace
from typing import Any

import chess

from table.core.step import Step
from table.events.game import Refusal, Role, TagSet
from voice.language import lexicon
from voice.language.commands import Command, CommandName, Tag

_LONGEST = 80
"""No name has more letters."""

_WRITTEN = {
    tag: re.compile(
        rf"(?:{'|'.join(re.escape(each.casefold()) for each in words)})\s*:?\s+(?P<value>\S.*)",
        re.DOTALL,
    )
    for tag, words in lexicon.load(lexicon.GERMAN.name)["written"]["tags"].items()
}


def command_of(text: str) -> Command | None:
    """The command to note a name that ``text`` is: "Weiß heißt Anna Berg"; None if it is none."""
    line = " ".join(text.split())
    folded = line.casefold()
    for tag, pattern in _WRITTEN.items():
        found = pattern.fullmatch(folded)
        if found is not None:
            words = len(found["value"].split())
            value = " ".join(line.split()[-words:])[:_LONGEST]
            return Command(CommandName.TAG, Tag(tag, value), text=text)
    return None


def note(step: Step, command: Command, colour: chess.Color, _who: Role | None) -> None:
    """It stands in the conditions of the game, which nobody changes once it runs."""
    if not isinstance(command.about, Tag):
        step.refuse(colour, Refusal.NOT_HERE)
    elif step.state.started:
        step.refuse(colour, Refusal.BEFORE_GAME)
    else:
        tag, value = command.about.tag, command.about.value
        named: dict[str, Any] = {tag: value}
        step.state = replace(step.state, conditions=replace(step.state.conditions, **named))
        step.emit(TagSet(step.at, tag, value))
