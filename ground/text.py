# SPDX-License-Identifier: GPL-3.0-or-later
"""Text from outside: names, paths, tags, errors of the system."""

import unicodedata


def one_line(text: str) -> str:
    """``text`` as one line without control characters, fit for a terminal. What could not be
    decoded stays, for whoever asks for the file."""
    return " ".join("".join(one if _shown(one) else " " for one in text).split())


def _shown(letter: str) -> bool:
    return letter.isprintable() or unicodedata.category(letter) == "Cs"
