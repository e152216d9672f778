# SPDX-License-Identifier: GPL-3.0-or-later
"""The stages that make the model. Each leaves files in a working folder and is skipped if they
are there already, so that an interrupted run goes on where it stopped.

1. espeak-ng says random texts in many voices (`synthetic/`), and some are put together from the
   sounds of people who speak other languages, or said by models of them (`diphones/`).
2. The network begins to learn from these (`base.pt`). If there are real recordings, it finds the
   phones in them, and they are said again through other vocal tracts, rooms and microphones. It
   learns a little from those too (`aligner.pt`) and finds the phones once more: what only knows
   machines takes a fifth of people's sounds for others, above all for silence (`rough/`, `real/`).
3. The network learns on from all of it, each time in other noise. A network that learns some words
   from real people and the others from machines hears the real ones everywhere, so the words are
   a small share and everyday sentences a large one.
4. A second network learns the same for the second pass (`voice.hearing.second_pass`), and a third
   without what is put together. They err in different places.

A model that there is can be gone on from: its networks find the phones, and learn on for a while.
"""

import math
import shutil
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
import torch
from numpy.typing import NDArray

from training import corpus, recordings
from training.network import FIRST_PASS, SECOND_PASS, Shape, Tdnn, exported, imported
from training.recordings import RecordingKind
from training.train import Pool, Schedule, priors, train
from training.words import run_jobs, words, write_rehearsal, write_words
from voice.acoustic import examples
from voice.acoustic.kaldi_io import OTHERS, Networks, read_networks, write_model, write_networks

Say = Callable[[str], None]
Floats = NDArray[np.float32]

_SEEDS: Final = {"rough": 1000, "real": 4000}  # of the files made of recordings
FURTHER: Final = 0.25  # of the files are enough for networks that know most of them
_KINDS: Final = {
    RecordingKind.SENTENCES: 0,
    RecordingKind.DIGITS: 500,
    RecordingKind.ALONE: 700,
}  # added to these


_Real = dict[RecordingKind, list[examples.Example]]
"""Examples of real people."""


_PER_FILE: Final = 1000  # utterances
_SYNTHETIC_FILES: Final = 30
_DIPHONE_FILES: Final = 16
_REAL_FILES: Final = {RecordingKind.SENTENCES: 6, RecordingKind.DIGITS: 3, RecordingKind.ALONE: 6}
_DIPHONE_SHARE: Final = 0.30
REAL_SHARES: Final = {
    RecordingKind.SENTENCES: 0.30,
    RecordingKind.DIGITS: 0.04,
    RecordingKind.ALONE: 0.13,
}
"""The shares of every batch; what is left is of espeak-ng's."""

_SCHEDULES: Final = {
    "base": Schedule(steps=1_200),
    "aligner": Schedule(steps=900, noisy=0.6),
    "first": Schedule(steps=12_500, noisy=0.6),
    "second": Schedule(steps=14_500, noisy=0.6),
    "third": Schedule(steps=9_500, noisy=0.6),
}
_GOING_ON: Final = Schedule(steps=1_200, rate=1e-3, inner_rate=3e-3, noisy=0.6)
"""Of networks that know most already."""

_PRIOR_POWER: Final = 0.7
"""The networks' posteriors are divided by this power of how frequent the phones are. The whole of
it would make much of every trace of a rare phone: people who do not speak as those it was trained
on leave such traces everywhere, as an h before an a."""

_BITS: Final = 8  # of a number


@dataclass(frozen=True, slots=True)
class TrainingRun:
    """Where and how the stages are carried out."""

    work: Path
    seed: int
    count: int  # of processes and threads
    say: Say
    languages: tuple[str, ...] = ()  # of the diphones
    share: float = 1.0  # of the usual files

    def synthetic(self) -> list[examples.Example]:
        """The synthetic training data."""
        files = self._files(_SYNTHETIC_FILES)
        return self._chunks("synthetic", files, corpus.make, 0, words())

    def _files(self, whole: int, share: float = 1.0) -> int:
        return max(1, math.ceil(share * self.share * whole))

    def spliced(self) -> list[examples.Example]:
        """Utterances put together from people's own sounds; none without languages."""
        if not self.languages:
            return []
        known = (words(), self.languages)
        files = self._files(_DIPHONE_FILES)
        return self._chunks("diphones", files, corpus.make_diphones, 7000, known)

    def _chunks(
        self, kind: str, files: int, job: Callable[..., None], first: int, extra: object
    ) -> list[examples.Example]:
        folder = self.work / kind
        folder.mkdir(parents=True, exist_ok=True)
        paths = [folder / f"{i:03d}.npz" for i in range(files)]
        missing = [
            (path, 10_000 * self.seed + first + i, _PER_FILE, extra)
            for i, path in enumerate(paths)
            if not path.exists()
        ]
        run_jobs(job, missing, self.count)
        found = examples.load(paths)
        hours = sum(len(one.features) for one in found) / 360_000
        self.say(f"{kind}: {len(found)} utterances, {hours:.1f} hours")
        return found

    def network(self, shape: Shape, synthetic: Sequence[examples.Example]) -> Tdnn:
        """A new network that knows how the features are spread, and nothing else."""
        torch.manual_seed(self.seed)
        net = Tdnn(shape)
        net.normalise_by([one.features for one in synthetic[:3000]])
        return net

    def trained(self, name: str, net: Tdnn, pools: Sequence[Pool], schedule: Schedule) -> None:
        """Train `net`, unless that is done and in the file of that `name`."""
        path = self.work / f"{name}.pt"
        if path.exists():
            net.load_state_dict(torch.load(path, weights_only=True))
            net.eval()
            return
        train(net, pools, schedule, zlib.crc32(f"{self.seed} {name}".encode()), self.say)
        torch.save(net.state_dict(), path)

    def recorded(
        self, name: str, share: float, net: Tdnn, prior: Floats, speech: Sequence[Path]
    ) -> _Real:
        """Examples of real people, aligned by `net`; `share` of the usual files of each kind.

        They are kept in the folder `name`.
        """
        folder = self.work / name
        folder.mkdir(exist_ok=True)
        aligner = folder / "aligner.mdl"
        write_model(aligner, exported(net, prior), 32)
        found = {kind: recordings.wanted(speech, kind) for kind in REAL_SHARES}
        aligned = {kind: folder / f"{kind.value}.pickle" for kind, rows in found.items() if rows}
        missing = [
            (aligner, found[kind], path, kind)
            for kind, path in aligned.items()
            if not path.exists()
        ]
        run_jobs(recordings.align_all, missing, self.count)
        return {
            kind: self._chunks(
                f"{name}/{kind.value}",
                self._files(_REAL_FILES[kind], share),
                recordings.make_sentences
                if kind is RecordingKind.SENTENCES
                else recordings.make_words,
                _SEEDS[name] + _KINDS[kind],
                path,
            )
            for kind, path in aligned.items()
        }

    def pools(
        self,
        synthetic: Sequence[examples.Example],
        real: _Real,
        spliced: Sequence[examples.Example] = (),
    ) -> list[Pool]:
        """The pools to learn from, in their shares; where a kind is missing, machines speak."""
        people: list[Pool] = [(found, REAL_SHARES[kind]) for kind, found in real.items()]
        if spliced:
            people.append((spliced, _DIPHONE_SHARE))
        return [(synthetic, 1.0 - sum(share for _, share in people)), *people]


def _priors(net: Tdnn, synthetic: Sequence[examples.Example]) -> Floats:
    """How frequent each pdf is, by enough of the examples to know."""
    return priors(net, synthetic[:: max(1, len(synthetic) // 1500)])


def make_model(
    run: TrainingRun, out: Path, speech: Sequence[Path], begun: Path | None = None
) -> None:
    """Make the model in the folder `out`, which is replaced; a README in it survives.

    With `begun`, the folder of a model, its networks learn on.
    """
    torch.set_num_threads(run.count)
    run.work.mkdir(parents=True, exist_ok=True)
    synthetic = run.synthetic()
    net = run.network(FIRST_PASS, synthetic)
    others = [run.network(SECOND_PASS, synthetic) for _ in OTHERS]
    real: _Real = {}
    if begun is not None:
        known = read_networks(begun)
        imported(net, known.first, synthetic)
        for other, before in zip(others, known.others, strict=True):
            imported(other, before, synthetic)
    else:
        run.trained("base", net, [(synthetic, 1.0)], _SCHEDULES["base"])
        if speech:
            rough = run.recorded("rough", 0.25, net, _priors(net, synthetic), speech)
            run.trained("aligner", net, run.pools(synthetic, rough), _SCHEDULES["aligner"])
    if speech:
        real = run.recorded("real", 1.0, net, _priors(net, synthetic), speech)
    run.say("training on synthetic and real speech" if real else "training on synthetic speech")
    pools = run.pools(synthetic, real, run.spliced())
    learnt_from = {"first": pools, "second": pools, "third": run.pools(synthetic, real)}
    for (name, known_to), one in zip(learnt_from.items(), (net, *others), strict=True):
        run.trained(name, one, known_to, _SCHEDULES[name] if begun is None else _GOING_ON)
    shutil.rmtree(out / "am", ignore_errors=True)
    first, *rest = (
        exported(one, _priors(one, synthetic) ** _PRIOR_POWER) for one in (net, *others)
    )
    write_networks(out, Networks(first, tuple(rest)), _BITS)
    write_words(out)
    write_rehearsal(out, run.seed)
