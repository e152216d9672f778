# SPDX-License-Identifier: GPL-3.0-or-later
"""How many frames of people's diphones get the right phone: to choose between recipes, quickly.

    python -m bench.ears.frames MODEL [MODEL ...] [--language finnish] [--count 150] [--seed 991]

The models were to be trained without that language (``python -m training --diphones``). The
utterances are those of the training, in rooms and noise; what counts is the mean of its networks.
It needs Festival and its voices (``training.diphones``).
"""

import argparse
import tempfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from training import corpus, diphones, workers
from training.pronunciations import further_words
from voice.acoustic import chunks
from voice.acoustic.networks import Networks, read_networks
from voice.language.lexicon import vocabulary


def right(networks: Networks, examples: Sequence[chunks.Example]) -> float:
    """The share of the frames whose likeliest phone and place in it is that of the utterance."""
    every = (networks.first, *networks.others)
    priors = np.mean([np.log(network.priors) for network in every], axis=0)
    found = whole = 0
    for one in examples:
        thought = networks.likelihoods(one.features.astype(np.float32)) + priors
        found += int((thought[: len(one.targets)].argmax(1) == one.targets).sum())
        whole += len(one.targets)
    return found / whole


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("models", nargs="+", type=Path)
    parser.add_argument("--language", choices=sorted(diphones.languages()), default="finnish")
    parser.add_argument("--count", type=int, default=150)
    parser.add_argument("--seed", type=int, default=991)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "examples.npz"
        words = sorted({*vocabulary(), *further_words()})
        job = (path, options.seed, options.count, (words, (options.language,)))
        workers.run(corpus.make_diphones, [job], 1)
        examples = chunks.load([path])
    for model in options.models:
        share = right(read_networks(model), examples)
        print(f"{model}: {100 * share:.1f} % of the frames.", flush=True)


if __name__ == "__main__":
    main()
