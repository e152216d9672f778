# SPDX-License-Identifier: GPL-3.0-or-later
"""A display as the eye reads it; ``announce.words.numbers`` has the words for the ear."""

from clock.side import SECOND


def shown(nanoseconds: int) -> str:
    """A display as on every chess clock: ``1:05:09``, below an hour ``5:09``; rounded down."""
    minutes, seconds = divmod(max(0, nanoseconds) // SECOND, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
