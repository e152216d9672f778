# SPDX-License-Identifier: GPL-3.0-or-later
"""``hektor evaluate``: recognition measured on recordings."""

from voice.evaluate import add_arguments as add_options
from voice.evaluate import run

__all__ = ["add_options", "run"]
