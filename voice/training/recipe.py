# SPDX-License-Identifier: GPL-3.0-or-later
"""The stages that make the model. Each leaves files in a working folder and is skipped if they
are there already, so that an interrupted run goes on where it stopped.

1. espeak-ng says random texts in many voices (`synthetic/`); a first network learns from them.
2. That network finds the phones in the real recordings, if there are any, and these are said
   again through other throats, rooms and microphones (`sentences/`, `digits/`).
3. The first network is trained on with real speech among the synthetic. A network that learns
   some words from real people and the others from machines hears the real ones everywhere, so
   the words are a small share and everyday sentences a large one.
"""

import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
import torch

from voice.lexicon import vocabulary
from voice.training import chunks, corpus, recordings, workers
from voice.training.graph import Costs, write_graph
from voice.training.kaldi_io import write_model
from voice.training.network import Tdnn, exported
from voice.training.pronunciations import further_words, lexicon
from voice.training.train import Pool, Schedule, averaged, priors, train

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Recipe:
    """All settings of the model; utterances a file and files of each kind of data."""

    width: int
    per_file: int
    synthetic_files: int
    sentence_files: int
    digit_files: int
    base: Schedule
    tuning: Schedule
    sentences_share: float
    digits_share: float
    synthetic_only_share: float  # of the weights, from a twin tuned without real speech
    costs: Costs
    bits: int


RECIPE: Final = Recipe(
    width=256,
    per_file=1000,
    synthetic_files=48,
    sentence_files=5,
    digit_files=5,
    base=Schedule(steps=6_000, rate=3e-3),
    tuning=Schedule(steps=3_500, rate=2e-3),
    sentences_share=0.45,
    digits_share=0.05,
    synthetic_only_share=0.0,
    costs=Costs(),
    bits=8,
)


def words() -> list[str]:
    """All words that the model knows."""
    return sorted({*vocabulary(), *further_words()})


@dataclass(frozen=True, slots=True)
class Kitchen:
    """Where and how the recipe is cooked."""

    recipe: Recipe
    work: Path
    seed: int
    count: int  # of processes and threads
    say: Say

    def synthetic(self) -> list[chunks.Example]:
        """The synthetic training data."""
        known = words()
        return self._chunks("synthetic", self.recipe.synthetic_files, corpus.make, 0, known)

    def _chunks(
        self, kind: str, files: int, job: Callable[..., None], first: int, extra: object
    ) -> list[chunks.Example]:
        folder = self.work / kind
        folder.mkdir(parents=True, exist_ok=True)
        paths = [folder / f"{i:03d}.npz" for i in range(files)]
        missing = [
            (path, 10_000 * self.seed + first + i, self.recipe.per_file, extra)
            for i, path in enumerate(paths)
            if not path.exists()
        ]
        workers.run(job, missing, self.count)
        found = chunks.load(paths)
        hours = sum(len(one.features) for one in found) / 360_000
        self.say(f"{kind}: {len(found)} utterances, {hours:.1f} hours")
        return found

    def base(self, synthetic: Sequence[chunks.Example]) -> Tdnn:
        """The network that has heard synthetic speech only."""
        net = Tdnn(self.recipe.width)
        path = self.work / "base.pt"
        if path.exists():
            net.load_state_dict(torch.load(path, weights_only=True))
            net.eval()
            return net
        torch.manual_seed(self.seed)
        net = Tdnn(self.recipe.width)
        some = np.concatenate([one.features for one in synthetic[:3000]])
        net.normalise_by(some.astype(np.float32))
        train(net, [Pool(synthetic, 1.0)], self.recipe.base, self.seed, self.say)
        torch.save(net.state_dict(), path)
        return net

    def recorded(
        self, base: Path, speech: Path, without: Sequence[str]
    ) -> tuple[list[chunks.Example], list[chunks.Example]]:
        """Real sentences and real words, aligned by the model in the file `base`.

        The words of the speakers `without` are left out.
        """
        words_kind = "-".join(["digits", *(["without", *without] if without else [])])
        sentences, digits = self.work / "sentences.pickle", self.work / f"{words_kind}.pickle"
        missing = [
            (base, rows, path, single)
            for rows, path, single in (
                (recordings.sentences(speech), sentences, False),
                (recordings.digits(speech, without), digits, True),
            )
            if not path.exists()
        ]
        workers.run(recordings.align_all, missing, self.count)
        recipe = self.recipe
        return (
            self._chunks(
                "sentences", recipe.sentence_files, recordings.make_sentences, 1000, sentences
            ),
            self._chunks(words_kind, recipe.digit_files, recordings.make_digits, 2000, digits),
        )

    def tuned(self, base: Tdnn, pools: Sequence[Pool], seed: int) -> Tdnn:
        """A copy of `base` trained further on `pools`."""
        net = averaged(base, base, 0.0)
        train(net, pools, self.recipe.tuning, seed, self.say)
        return net


def cook(kitchen: Kitchen, out: Path, speech: Path | None, without: Sequence[str] = ()) -> None:
    """Make the model in the folder `out`, which is replaced."""
    recipe, say = kitchen.recipe, kitchen.say
    torch.set_num_threads(kitchen.count)
    kitchen.work.mkdir(parents=True, exist_ok=True)
    synthetic = kitchen.synthetic()
    net = kitchen.base(synthetic)
    some = synthetic[:: max(1, len(synthetic) // 1500)]
    if speech is not None:
        aligner = kitchen.work / "base.mdl"
        write_model(aligner, exported(net, priors(net, some)), 32)
        sentences, digits = kitchen.recorded(aligner, speech, without)
        real = [Pool(sentences, recipe.sentences_share), Pool(digits, recipe.digits_share)]
        rest = Pool(synthetic, 1.0 - sum(pool.share for pool in real))
        say("tuning on synthetic and real speech")
        tuned = kitchen.tuned(net, [rest, *real], kitchen.seed + 1)
        if recipe.synthetic_only_share:
            say("tuning on synthetic speech only")
            twin = kitchen.tuned(net, [Pool(synthetic, 1.0)], kitchen.seed + 2)
            tuned = averaged(tuned, twin, recipe.synthetic_only_share)
        net = tuned
    write(net, priors(net, some), recipe, out)


def write(net: Tdnn, prior: np.ndarray, recipe: Recipe, out: Path) -> None:
    """The model directory `out` of `net`. A README in it survives."""
    for part in ("am", "conf", "graph"):
        shutil.rmtree(out / part, ignore_errors=True)
    (out / "am").mkdir(parents=True)
    write_model(out / "am/final.mdl", exported(net, prior), recipe.bits)
    write_graph(out, lexicon(words()), recipe.costs)
