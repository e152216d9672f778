# SPDX-License-Identifier: GPL-3.0-or-later
"""The stages that make the model. Each leaves files in a working folder and is skipped if they
are there already, so that an interrupted run goes on where it stopped.

1. espeak-ng says random texts in many voices (`synthetic/`), those of other languages among them
   (`foreign/`), and some are put together from the sounds of people who speak other languages, or
   said by models of them (`diphones/`).
2. The network begins to learn from these (`base.pt`). If there are real recordings, it finds the
   phones in them, and they are said again through other vocal tracts, rooms and microphones. It
   learns a little from those too (`aligner.pt`) and finds the phones once more: what only knows
   machines takes a fifth of people's sounds for others, above all for silence (`rough/`, `real/`).
3. The network learns on from all of it, each time in other noise. A network that learns some words
   from real people and the others from machines hears the real ones everywhere, so the words are
   a small share and everyday sentences a large one.
4. A larger one learns the same for the second pass (`voice.hearing.second_pass`).

Where Kokoro's network is at hand, it says German in many voices (`kokoro/`), whose phones the
aligner finds, and both learn from it. Rooms are there from the beginning, in all that is said, as
waves (`training.rooms`). A network that learns leaves its way so far in a file every fifty steps.

Stages 3 and 4 take minutes on a graphics card, and two days on two cores.

A model that there is can be gone on from: its networks find the phones, and learn on for a while.
"""

import math
import shutil
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import torch

from training import corpus, kokoro, recordings
from training.foreign import foreign
from training.network import FIRST_PASS, SECOND_PASS, Shape, Tdnn, exported, imported
from training.pronunciations import lexicon
from training.recordings import RecordingKind
from training.train import Pool, Schedule, priors, train
from training.words import run_jobs, words, write_rehearsal, write_words
from voice.acoustic import examples
from voice.acoustic.dictionary import write_dictionary
from voice.acoustic.kaldi_io import Networks, read_networks, write_networks

Say = Callable[[str], None]
_NAMES: Final = ("first", "second")

_SEEDS: Final = {"rough": 1000, "real": 4000}  # of the files made of recordings
FURTHER: Final = 0.25  # of the files are enough for networks that know most of them
_KINDS: Final = {
    RecordingKind.SENTENCES: 0,
    RecordingKind.DIGITS: 500,
    RecordingKind.ALONE: 700,
    RecordingKind.ENGLISH: 900,
}  # added to these


_Found = dict[str, list[examples.Example]]
"""Examples by what they are of."""

_PER_FILE: Final = 1000  # utterances
_SYNTHETIC, _FOREIGN, _DIPHONES, _KOKORO = "synthetic", "foreign", "diphones", "kokoro"
_SPOKEN_AT_ONCE: Final = 100  # by Kokoro; these are said again in other ways
_SPOKEN: Final = 4_000
_FILES: Final = {
    _SYNTHETIC: 12,
    _FOREIGN: 9,
    _DIPHONES: 12,
    _KOKORO: 12,
    RecordingKind.SENTENCES.value: 10,
    RecordingKind.DIGITS.value: 3,
    RecordingKind.ALONE.value: 7,
    RecordingKind.ENGLISH.value: 1,
}
"""Of each kind, a thousand utterances each."""


def _shares(diphones: float, foreign: float, kokoro: float, *real: float) -> dict[str, float]:
    kinds = (_DIPHONES, _FOREIGN, _KOKORO, *(kind.value for kind in RecordingKind))
    return dict(zip(kinds, (diphones, foreign, kokoro, *real), strict=True))


SHARES: Final = {
    "aligner": _shares(0.30, 0.0, 0.0, 0.30, 0.04, 0.13, 0.0),
    "first": _shares(0.17, 0.08, 0.20, 0.22, 0.04, 0.11, 0.02),
    "second": _shares(0.17, 0.08, 0.25, 0.20, 0.03, 0.09, 0.02),
}
"""What is in every batch of a network's training: of diphones, of other languages, of Kokoro's
voices, and of each kind of recordings. What is left is espeak-ng's."""

_SCHEDULES: Final = {
    "base": Schedule(steps=1_200, batch=32),
    "aligner": Schedule(steps=900, batch=32, noisy=0.6),
    "first": Schedule(steps=8_000, batch=512, noisy=0.7),
    "second": Schedule(steps=5_100, batch=384, noisy=0.7),
}
_GOING_ON: Final = Schedule(steps=1_200, rate=1e-3, inner_rate=3e-3, noisy=0.7)
"""Of networks that know most already."""

PRIOR_POWER: Final = 0.7
"""The networks' posteriors are divided by this power of how frequent the phones are. The whole of
it would make much of every trace of a rare phone: people who do not speak as those it was trained
on leave such traces everywhere, as an h before an a."""

BITS: Final = 8  # of a number


@dataclass(frozen=True, slots=True)
class TrainingRun:
    """Where and how the stages are carried out."""

    work: Path
    seed: int
    count: int  # of processes and threads
    say: Say
    languages: tuple[str, ...] = ()  # of the diphones
    share: float = 1.0  # of the usual files
    kokoro: Path | None = None  # the folder of its network

    def spoken(self) -> _Found:
        """Phrases for machines; none are joined without languages of Festival's voices."""
        chosen = {
            _SYNTHETIC: (corpus.make, 0, words()),
            _FOREIGN: (corpus.make_foreign, 9000, foreign()),
            _DIPHONES: (corpus.make_diphones, 7000, (words(), self.languages)),
        }
        if not self.languages:
            del chosen[_DIPHONES]
        return {kind: self.chunks(kind, self._files(kind), *how) for kind, how in chosen.items()}

    def _files(self, kind: str, share: float = 1.0) -> int:
        return max(1, math.ceil(share * self.share * _FILES[kind]))

    def chunks(
        self, kind: str, files: int, job: Callable[..., None], first: int, extra: object
    ) -> list[examples.Example]:
        """The examples in so many files of a `kind`, which `job` makes where they are missing."""
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

    def nearly_people(self, aligner: Networks) -> _Found:
        """Phrases of Kokoro's voices, aligned by these networks; none without its network."""
        if self.kokoro is None:
            return {}
        spoken = self.work / "spoken"
        spoken.mkdir(exist_ok=True)
        model = spoken / "aligner"
        if not model.exists():
            write_networks(model, aligner, 32)
            write_dictionary(model, lexicon(words()))
        count = max(1, round(self.share * _SPOKEN / _SPOKEN_AT_ONCE))
        paths = [spoken / f"{i:03d}.pickle" for i in range(count)]
        where = (self.kokoro, model)
        missing = [
            (path, 10_000 * self.seed + 6000 + i, _SPOKEN_AT_ONCE, where)
            for i, path in enumerate(paths)
            if not path.exists()
        ]
        run_jobs(kokoro.speak, missing, self.count)
        found = self.chunks(_KOKORO, self._files(_KOKORO), kokoro.make, 8000, spoken)
        return {_KOKORO: found}

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
        seed = zlib.crc32(f"{self.seed} {name}".encode())
        train(net, pools, schedule, seed, self.say, kept=self.work / f"{name}.checkpoint")
        torch.save(net.state_dict(), path)

    def recorded(
        self, name: str, share: float, aligner: Networks, speech: Sequence[Path]
    ) -> _Found:
        """Examples of real people, aligned by these networks; `share` of the usual files.

        They are kept in the folder `name`.
        """
        folder = self.work / name
        folder.mkdir(exist_ok=True)
        networks = folder / "aligner"
        if not networks.exists():
            write_networks(networks, aligner, 32)
        found = {kind: recordings.wanted(speech, kind) for kind in RecordingKind}
        aligned = {kind: folder / f"{kind.value}.pickle" for kind, rows in found.items() if rows}
        missing = [
            (networks, found[kind], path, kind)
            for kind, path in aligned.items()
            if not path.exists()
        ]
        run_jobs(recordings.align_all, missing, self.count)
        return {
            kind.value: self.chunks(
                f"{name}/{kind.value}",
                self._files(kind.value, share),
                recordings.make_sentences
                if kind is RecordingKind.SENTENCES
                else recordings.make_words,
                _SEEDS[name] + _KINDS[kind],
                path,
            )
            for kind, path in aligned.items()
        }


def pools(name: str, found: _Found) -> list[Pool]:
    """Lessons of the network of that name, in their shares; where a kind is missing, espeak-ng
    speaks."""
    others = [
        (found[kind], share) for kind, share in SHARES[name].items() if share and found.get(kind)
    ]
    return [(found[_SYNTHETIC], 1.0 - sum(share for _, share in others)), *others]


def _networks(
    first: Tdnn, synthetic: Sequence[examples.Example], others: Sequence[Tdnn] = ()
) -> Networks:
    """The networks as they are used; how frequent the phones are, enough of the examples tell."""
    some = synthetic[:: max(1, len(synthetic) // 1500)]
    heard, *rest = (exported(one, priors(one, some) ** PRIOR_POWER) for one in (first, *others))
    return Networks(heard, tuple(rest))


def make_model(
    run: TrainingRun, out: Path, speech: Sequence[Path], begun: Path | None = None
) -> None:
    """Make the model in the folder `out`, which is replaced; a README in it survives.

    With `begun`, the folder of a model, its networks learn on.
    """
    torch.set_num_threads(run.count)
    run.work.mkdir(parents=True, exist_ok=True)
    found = run.spoken()
    synthetic = found[_SYNTHETIC]
    net = run.network(FIRST_PASS, synthetic)
    others = [run.network(shape, synthetic) for shape in SECOND_PASS]
    if begun is not None:
        aligner = read_networks(begun)
        imported(net, aligner.first, synthetic)
        for other, before in zip(others, aligner.others, strict=False):
            imported(other, before, synthetic)
    else:
        run.trained("base", net, [(synthetic, 1.0)], _SCHEDULES["base"])
        if speech:
            rough = run.recorded("rough", 0.25, _networks(net, synthetic), speech)
            run.trained("aligner", net, pools("aligner", found | rough), _SCHEDULES["aligner"])
        aligner = _networks(net, synthetic)
    if speech:
        found |= run.recorded("real", 1.0, aligner, speech)
    found |= run.nearly_people(aligner)
    run.say("training on synthetic and real speech" if speech else "training on synthetic speech")
    for name, one in zip(_NAMES, (net, *others), strict=True):
        schedule = _SCHEDULES[name] if begun is None else _GOING_ON
        run.trained(name, one, pools(name, found), schedule)
    shutil.rmtree(out / "am", ignore_errors=True)
    write_networks(out, _networks(net, synthetic, others), BITS)
    write_words(out)
    write_rehearsal(out, run.seed)
