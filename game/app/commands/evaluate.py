# SPDX-License-Identifier: GPL-3.0-or-later
"""``hektor evaluate``: recognition measured on recordings."""

from voice.evaluation.evaluate import add_arguments as add_options
from voice.evaluation.evaluate import run

__all__ = ["add_options", "run"]
