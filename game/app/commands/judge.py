# SPDX-License-Identifier: GPL-3.0-or-later
"""``hektor judge``: what the Laws say of positions, one JSON line for each FEN."""

import argparse
import json
import sys
from collections.abc import Iterable
from functools import partial

from game.app.many import answers, telling
from rules.editions import YEARS
from rules.outcome import judge
from rules.position import DEFAULT_EDITION


def add_judge_options(parser: argparse.ArgumentParser) -> None:
    """FENs and the edition of the Laws."""
    parser.add_argument("fen", nargs="*", help="judge.fen")
    parser.add_argument(
        "--edition", type=int, choices=YEARS, default=DEFAULT_EDITION, help="judge.edition"
    )


def run_judge(given: argparse.Namespace) -> int:
    """Judge them. An invalid FEN is answered too, with the reason."""
    fens: Iterable[str] = given.fen or (line for line in sys.stdin if line.strip())
    judged = answers(partial(judged_line, edition=given.edition), fens)
    for line in telling().over(judged):
        print(line, flush=True)
    return 0


def judged_line(fen: str, edition: int) -> str:
    """The answer to one FEN, as JSON."""
    return json.dumps(judge(fen, edition), ensure_ascii=False)
