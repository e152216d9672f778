# SPDX-License-Identifier: GPL-3.0-or-later
"""What the value of an option may be: read while the options are, before anything is begun."""

from collections.abc import Callable

from game.errors import bad_value


def whole(option: str, least: int, most: int) -> Callable[[str], int]:
    """Reads a whole number; UserError where it is less than ``least`` or more than ``most``.

    ValueError for what is no number at all.
    """

    def read(text: str) -> int:
        number = int(text)
        if not least <= number <= most:
            raise bad_value(option, number, f"{least}-{most}")
        return number

    return read
