# SPDX-License-Identifier: GPL-3.0-or-later
"""``hektor model``: the speech models that are here, and fetching another one."""

import argparse

from announce.errors import PlayerError
from announce.lexicon import lexicon
from game.app.options import interface
from voice.hearing.models import find_model, get_model, model_directories


def add_model_options(parser: argparse.ArgumentParser) -> None:
    """list, or get NAME."""
    parser.add_argument("action", choices=("list", "get"), help="model.action")
    parser.add_argument("name", nargs="?", help="model.name")


def run_model(given: argparse.Namespace) -> int:
    """List or fetch."""
    model = lexicon(interface()).word("program.report.model")
    if given.action == "get":
        if given.name is None:
            raise PlayerError("model_unnamed")
        print(f"{model}: {get_model(given.name)}")
        return 0
    print(f"{model}: {find_model()}")
    for folder in model_directories():
        for path in sorted(folder.glob("vosk-model*")) if folder.is_dir() else ():
            print(f"{model}: {path}")
    return 0
