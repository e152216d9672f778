# SPDX-License-Identifier: GPL-3.0-or-later
"""The time of day."""

from datetime import datetime


def wall_time() -> str:
    """The time of day, in ISO 8601 with the zone: for records only, no game depends on it."""
    return datetime.now().astimezone().isoformat(timespec="milliseconds")
