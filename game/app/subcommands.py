# SPDX-License-Identifier: GPL-3.0-or-later
"""The subcommands: those of the house, and those that are installed beside it.

What stands beside the house offers commands by an entry point of the group ``hektor.commands``,
which names a table like `HOUSE` in a module that loads nothing else.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple


class Command(NamedTuple):
    """``help`` tells in one line what it does; ``module`` has the functions
    ``add_NAME_options(parser)`` and ``run_NAME(options)``, with the name of the command."""

    help: str
    module: str


def _own(help: str, module: str) -> Command:
    return Command(help, f"game.app.commands.{module}")


HOUSE: Mapping[str, Command] = {
    "play": _own("play a game at the board, by voice and keyboard", "play"),
    "resume": _own("go on with a game that was left or broken off", "play"),
    "clock": _own("be a talking chess clock for two people with a board of their own", "clock"),
    "study": _own("study games: a PGN file, or those played here", "study"),
    "drill": _own("practise mates, endings and the board in your head", "study"),
    "learn": _own("learn a person's voice, or forget it", "learn"),
    "score": _own(
        "turn a written score in any spelling into PGN, another language or braille", "score"
    ),
    "games": _own("list the games in the archive", "export"),
    "export": _own("write a game as PGN, as text or in braille", "export"),
    "incident": _own(
        "tell what an arbiter needs for a ruling: times, position, words, article", "export"
    ),
    "rule": _own(
        "give an arbiter's order for a game that is over: another result, an appeal", "arbiter"
    ),
    "sign": _own("sign a game as its arbiter, with the passphrase from its beginning", "arbiter"),
    "verify": _own("show that the record of a game was not changed", "verify"),
    "backup": _own("put games, learnt voices, settings and notes into one file", "backup"),
    "restore": _own("put back what is in such a file, on this computer or another", "backup"),
    "model": _own("list speech models, or fetch one", "check"),
    "docs": _own(
        "print the pages for players, assistants and arbiters, or read them aloud", "docs"
    ),
    "check": _own(
        "tell what works here: microphone, loudspeaker, voice, speech model, archive", "check"
    ),
}


def find(name: str) -> Command | None:
    """The command of that name, if there is one."""
    return HOUSE.get(name) or commands().get(name)


PLAYS = ("play", "resume")
"""The commands that may have companions (`game.app.beside`)."""


@cache
def commands() -> Mapping[str, Command]:
    """Every command by its name. To look for those beside the house takes a while."""
    found = dict(HOUSE)
    for beside in installed("hektor.commands"):
        found |= beside
    return found


def installed(group: str) -> Iterator[Any]:
    """The entry points of a ``group``, loaded, but for those whose package was taken away since."""
    from importlib.metadata import entry_points  # noqa: PLC0415 - few commands are beside it

    for beside in entry_points(group=group):
        try:
            yield beside.load()
        except ModuleNotFoundError as error:
            if error.name != beside.module.partition(".")[0]:
                raise
