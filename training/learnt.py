# SPDX-License-Identifier: GPL-3.0-or-later
"""Trains the network that hears English beside German: `python -m training.learnt MODEL`.

    python -m training.learnt MODEL --speech DIR [--steps 8000] [--work DIR] [--seed 1]

The letters of the files are alike in English ("b, c, d, e, g"), and networks that have heard mostly
German tell few of them apart. This one goes on from seven blocks of the largest network of MODEL,
which knows noise and rooms best, with English moves, commands and common words, by espeak-ng's
training voices and by other programs (`engines.toml`); with digits that people say
(`recordings.toml`); and with some German, lest it forget that. It is written beside the others, as
`am/en.mdl`, and hears only what is said in English. The final figures are Pico's.
"""

import argparse
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

import torch

from training import corpus, engines, recordings
from training.network import SECOND_PASS, exported, imported, shortened
from training.recipe import BITS, PRIOR_POWER, TrainingRun
from training.recordings import RecordingKind, add_speech
from training.train import Schedule, priors, train
from training.words import words
from voice.acoustic import examples
from voice.acoustic.kaldi_io import learnt_file, read_networks, write_model
from voice.language.lexicon import FALLBACK

_PLACE: Final = 0  # of the network to go on from, among those of the second pass
_BLOCKS: Final = (0, 2, 3, 5, 6, 8, 9)  # of that network: without those that are missed least
SHARES: Final = {"espeak": 0.20, "engines": 0.58, "people": 0.10, "german": 0.12}
"""What is in every batch."""
_RATE, _INNER_RATE = 1e-3, 3e-3


def _gathered(
    run: TrainingRun, model: Path, speech: Sequence[Path]
) -> dict[str, list[examples.Example]]:
    """All examples, by what they are of."""
    run.work.mkdir(parents=True, exist_ok=True)
    aligned = run.work / "people.pickle"
    people = recordings.wanted(speech, RecordingKind.ENGLISH)
    if people and not aligned.exists():
        recordings.align_all(model, people, aligned, RecordingKind.ENGLISH)
    return {
        "espeak": [
            *run.chunks("words", 4, corpus.make_foreign, 0, (FALLBACK,)),
            *run.chunks("moves", 4, corpus.make_moves, 100, FALLBACK),
        ],
        "engines": run.chunks("engines", 10, engines.make, 200, model),
        "people": run.chunks("people", 3, recordings.make_words, 300, aligned) if people else [],
        "german": run.chunks("german", 2, corpus.make, 400, words()),
    }


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("model", type=Path, help="the folder of the model")
    parser.add_argument("--steps", type=int, default=8_000)
    parser.add_argument("--work", type=Path, default=Path("learnt"), help="for what is made")
    parser.add_argument("--workers", type=int, default=2, help="processes and threads")
    parser.add_argument("--seed", type=int, default=1)
    add_speech(parser)
    options = parser.parse_args()

    def say(line: str) -> None:
        print(line, flush=True)

    run = TrainingRun(options.work, options.seed, options.workers, say)
    found = _gathered(run, options.model, options.speech)
    torch.set_num_threads(options.workers)
    every = [one for pool in found.values() for one in pool]
    whole = SECOND_PASS[_PLACE]
    shape = replace(whole, blocks=tuple(whole.blocks[number] for number in _BLOCKS))
    net = run.network(shape, every)
    imported(net, shortened(read_networks(options.model).others[_PLACE], _BLOCKS), every)
    schedule = Schedule(options.steps, rate=_RATE, inner_rate=_INNER_RATE, noisy=0.5)
    pools = [(found[kind], share) for kind, share in SHARES.items() if found[kind]]
    train(net, pools, schedule, options.seed, say)
    model = exported(net, priors(net, every[::8]) ** PRIOR_POWER)
    write_model(options.model / learnt_file(FALLBACK), model, BITS)


if __name__ == "__main__":
    main()
