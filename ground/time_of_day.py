# SPDX-License-Identifier: GPL-3.0-or-later
"""The time of day."""

from datetime import UTC, datetime


def wall_time() -> str:
    """The time of day, in ISO 8601 with the zone: for records only, no game depends on it."""
    try:
        now = datetime.now().astimezone()
    except ValueError:  # the zone of the environment is none
        now = datetime.now(UTC)
    return now.isoformat(timespec="milliseconds")
