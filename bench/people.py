# SPDX-License-Identifier: GPL-3.0-or-later
"""German of real people that is no move and no command, each clip in a position of a game.

    python -m bench.people FOLDER --speech DIR [--seed 2026]
    python -m bench.recognition --manifest FOLDER/manifest.tsv

``DIR`` has a ``manifest.tsv`` as ``training`` takes it. Taken are the sentences kept out of
training and the sources that it never uses; not those whose words are a phrase of the language.
"""

import argparse
import csv
import random
from pathlib import Path

from bench.dictations import manifest_in, moves
from training.recordings import Recording, is_development, manifest, plan
from voice.language import lexicon
from voice.language.semantics import parse_words


def outside(speech: Path) -> list[Recording]:
    """The recordings whose words are not for Hektor."""
    rules = plan()
    never = set(rules["checks"]["outside"])
    return [
        one
        for one in manifest(speech)
        if one.source in never
        or (one.source in rules["sentences"]["shares"] and is_development(one.transcript))
        if not parse_words(lexicon.words(one.transcript))
    ]


def write(folder: Path, speech: Path, seed: int) -> Path:
    """The manifest of all of them, each with a position; its path."""
    games = moves(random.Random(seed))
    path = manifest_in(folder)
    with path.open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file, delimiter="\t", lineterminator="\n")
        table.writerow(("path", "transcript", "role", "fen"))
        for one, (position, _) in zip(outside(speech), games, strict=False):
            table.writerow((one.path.resolve(), one.transcript, "out_of_grammar", position.fen))
    return path


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--speech", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=2026)
    options = parser.parse_args()
    print(write(options.folder, options.speech, options.seed))


if __name__ == "__main__":
    main()
