# SPDX-License-Identifier: GPL-3.0-or-later
"""The time of day, for records only: nothing in a game depends on it."""

from datetime import datetime


def wall_time() -> str:
    """Now, in ISO 8601 with the zone."""
    return datetime.now().astimezone().isoformat(timespec="milliseconds")
