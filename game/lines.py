# SPDX-License-Identifier: GPL-3.0-or-later
"""What a typed line is, before anybody asks for its meaning: whose it is, or the wish to leave.

"schwarz: e5" is Black's own line, "assistent: Uhr" the assistant's; without a name a line belongs
to whoever has to act. An empty line is the clock's key.
"""

from dataclasses import dataclass

from table.events.game import Role

NAMES = {
    "weiß": Role.WHITE,
    "weiss": Role.WHITE,
    "white": Role.WHITE,
    "w": Role.WHITE,
    "schwarz": Role.BLACK,
    "black": Role.BLACK,
    "s": Role.BLACK,
    "assistent": Role.ASSISTANT,
    "assistant": Role.ASSISTANT,
    "schiedsrichter": Role.ARBITER,
    "arbiter": Role.ARBITER,
}
LEAVE = {"ende", "beenden", "quit", "exit", "verlassen"}


@dataclass(frozen=True, slots=True)
class Line:
    """``who`` is None where nobody was named; ``leave`` means to stop and resume later."""

    text: str
    who: Role | None = None
    leave: bool = False


@dataclass(frozen=True, slots=True)
class Written:
    """A line from elsewhere than the keyboard, at a moment of the loop's clock."""

    line: Line
    at: int


def read_line(raw: str) -> Line:
    """Take a typed line apart."""
    text = raw.strip()
    if text.casefold() in LEAVE:
        return Line("", leave=True)
    name, colon, rest = text.partition(":")
    who = NAMES.get(name.strip().casefold()) if colon else None
    return Line(rest.strip(), who) if who else Line(text)
