# SPDX-License-Identifier: GPL-3.0-or-later
"""What was told on request, as pure data."""

from dataclasses import dataclass

from announce.answers import Answer
from rules.events import Role


@dataclass(frozen=True, slots=True)
class InfoGiven:
    """``who`` asked and is told ``answer``; ``at`` in nanoseconds of the game's clock.

    Clock and move count are told on request only (D.2.6.1, D.2.10.4).
    """

    at: int
    who: Role
    answer: Answer
