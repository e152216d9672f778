# SPDX-License-Identifier: GPL-3.0-or-later
"""``hektor evaluate``: recognition measured on recordings."""

import argparse

from game.app.many import telling
from voice.evaluation import evaluate
from voice.evaluation.evaluate import add_arguments as add_options

__all__ = ["add_options", "run"]


def run(given: argparse.Namespace) -> int:
    """Measure, and tell how far it is."""
    return evaluate.run(given, progress=telling())
