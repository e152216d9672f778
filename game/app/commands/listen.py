# SPDX-License-Identifier: GPL-3.0-or-later
"""Recordings: ``hektor listen`` turns them into PGN, ``hektor evaluate`` measures recognition."""

import argparse
import sys
from pathlib import Path

from announce.errors import PlayerError
from game.app import options
from game.app.many import telling
from ground.text import one_line
from rules.position import Position
from voice.dictation import doubts, to_pgn, transcribe
from voice.evaluation import evaluate
from voice.hearing.audio import read_recording
from voice.hearing.models import find_model
from voice.hearing.recogniser import Recogniser


def add_listen_options(parser: argparse.ArgumentParser) -> None:
    """Recordings, start position, model."""
    parser.add_argument("file", type=Path, nargs="+", help="listen.file")
    parser.add_argument("--fen", help="listen.fen")
    options.add_settings(parser, "listen")


def run_listen(given: argparse.Namespace) -> int:
    """Print PGN to standard output, and what was unsure or no move to standard error."""
    try:
        start = Position.from_fen(given.fen) if given.fen else Position.start()
    except ValueError as error:
        raise PlayerError("bad_position", reason=error) from error
    recordings = [(file, read_recording(file)) for file in given.file]
    recogniser = Recogniser(find_model(given.model))
    progress = telling()
    for done, (file, samples) in enumerate(recordings):
        progress(done, len(recordings))
        dictation = transcribe(samples, recogniser, start)
        print(to_pgn(dictation), end="\n\n")
        sys.stdout.flush()
        moves = len(dictation.position.moves) - len(start.moves)
        understood = "1 move" if moves == 1 else f"{moves} moves"
        print(f"{one_line(str(file))}: {understood} understood.", file=sys.stderr)
        for line in doubts(dictation):
            print(line, file=sys.stderr)
    return 0


add_evaluate_options = evaluate.add_arguments


def run_evaluate(given: argparse.Namespace) -> int:
    """Measure, and tell how far it is."""
    return evaluate.run(given, progress=telling())
