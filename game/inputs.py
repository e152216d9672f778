# SPDX-License-Identifier: GPL-3.0-or-later
"""What can happen at the table, as pure data: all that a game depends on besides time.

Every input is written to the journal, and replaying the inputs rebuilds the game.
"""

from dataclasses import dataclass

from rules.events import Role
from voice.events import Device
from voice.intent import Intent


@dataclass(frozen=True, slots=True)
class Begin:
    """White's clock is started (6.6)."""


@dataclass(frozen=True, slots=True)
class Said:
    """Somebody said or typed something that was understood as ``intent``.

    ``who`` is None where a shared microphone or keyboard cannot tell. ``ended_at`` is when the
    speaker had finished, in nanoseconds: the moment that counts. ``heard`` is the wording.
    """

    intent: Intent
    ended_at: int
    who: Role | None = None
    heard: str = ""
    typed: bool = False


@dataclass(frozen=True, slots=True)
class Pressed:
    """The clock's key was pressed; ``who`` is None where one key serves both sides."""

    who: Role | None = None


@dataclass(frozen=True, slots=True)
class Hearing:
    """Speech began (``on``) or led to nothing; a flag or a press of itself waits for its end."""

    on: bool


@dataclass(frozen=True, slots=True)
class ReadBack:
    """The move was read back to the end, or to where somebody cut it short."""


@dataclass(frozen=True, slots=True)
class Tick:
    """Nothing but time passed."""


@dataclass(frozen=True, slots=True)
class Restarted:
    """The program was dead and runs again; time while it was dead is charged to nobody.

    ``asleep``: the computer slept, or kept the program from running.
    """

    asleep: bool = False


@dataclass(frozen=True, slots=True)
class DeviceChanged:
    """A device stopped working or works again; ``detail`` is for the log."""

    device: Device
    works: bool
    detail: str = ""


Input = Begin | Said | Pressed | Hearing | ReadBack | Tick | Restarted | DeviceChanged
