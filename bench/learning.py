# SPDX-License-Identifier: GPL-3.0-or-later
"""How much better Hektor hears people whose voices it has learnt: errors, as a table.

    python -m bench.learning DIR [--speakers NAME ...] [--model PATH] [--clips 150]
                             [--microphones near telephone muffled] [--noise none 20 10]
                             [--json FILE]

``DIR`` has a ``manifest.tsv`` of path, transcript and speaker, as ``training`` takes it. The
speakers who say single words, each at least four times, are used. Hektor learns from the first one
or three takes of each word, with no noise added, and then hears the other takes, with noise that
many dB below the speech. All takes come through the same microphone: that of the recording, or a
worse one that is simulated (``bench.microphones``).

A word is heard among all single words that name files, ranks, pieces, castling, captures and check,
and all commands of one word. Whatever is not heard rightly at once is an error. *Unsaid* are words
left out of learning: every second one in one run, the others in another, so that they compare with
the errors before. *Others* are words of the built-in utterances of synthetic voices, before and
after three takes. Models are fitted as they are when a voice is learnt, but kept untested. The
model must not have been trained with these voices. ``--steps`` and ``--rehearsed`` make the fitting
shorter, and worse.
"""

import argparse
import tempfile
import zlib
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bench import results
from bench.microphones import MICROPHONES, recorded
from ground.progress import Progress
from training.recordings import Recording, manifest
from voice.acoustic import examples
from voice.acoustic.dictionary import read_dictionary
from voice.acoustic.fine_tuning import Plan
from voice.acoustic.kaldi_io import Networks, read_networks
from voice.acoustic.search import loop
from voice.evaluation.rooms import LEAD_MS, speech_end
from voice.evaluation.scoring import Clip, Verdict, WordScorer, score
from voice.hearing.audio import MILLISECOND, RATE, Samples, read_recording
from voice.hearing.models import BUNDLED
from voice.hearing.recogniser import Recogniser
from voice.language import lexicon
from voice.language.transcript import UNKNOWN
from voice.learning.adaptation import PLAN, aligned, fitted, heard, write
from voice.learning.store import Take

_FEWEST = 4  # takes of a word: three to learn from and one to hear
_TAKES = (1, 3)
_LEAD, _TAIL = LEAD_MS * RATE // 2000, 3 * RATE // 2  # of what is put around a recording
_TABLES = ("files", "ranks", "pieces", "castling", "capture", "check", "commands")
_HEAD = "| speaker | microphone | noise | n | before | one take | three takes | unsaid |"

Person = dict[str, list[Recording]]
Counts = NDArray[np.int64]
Row = tuple[str, str, str, Counts]  # speaker, microphone, noise


def people(folder: Path) -> dict[str, Person]:
    """The speakers of single words, and how they say each."""
    found: dict[str, Person] = {}
    for one in manifest(folder):
        if len(one.transcript.split()) == 1:
            found.setdefault(one.speaker, {}).setdefault(one.transcript, []).append(one)
    return {
        name: words
        for name, words in sorted(found.items())
        if len(words) > 1 and min(map(len, words.values())) >= _FEWEST
    }


def phrases(words: Sequence[str]) -> list[str]:
    """What is listened for: single words of a game, and ``words``."""
    tables = lexicon.load(lexicon.GERMAN.name)
    ways = [way for name in _TABLES for each in tables[name].values() for way in each]
    plain = [*(way for way in ways if way.isalpha()), "kurze Rochade", "lange Rochade", *words]
    return [*sorted({" ".join(lexicon.words(each)) for each in plain}), UNKNOWN]


class Bench:
    """The models that are compared, and one ear for all."""

    def __init__(
        self,
        base: Path,
        work: Path,
        noises: Sequence[float | None],
        plan: Plan = PLAN,
        rehearsed: int | None = None,
    ) -> None:
        """``rehearsed`` is how many built-in utterances are used; None for all."""
        self.base, self.work, self.noises, self.plan = base, work, noises, plan
        self.model = read_networks(base)
        self.dictionary = read_dictionary(base)
        own, tests = examples.load_rehearsal(base / examples.REHEARSAL)
        self.rehearsed, self.tests = own[:rehearsed], tests[:rehearsed]
        self.loop = loop(self.dictionary, self.dictionary)
        self.count = 0

    def learnt(self, person: Person, words: Sequence[str], takes: int, microphone: str) -> Networks:
        """A model of the first ``takes`` of each of ``words``."""
        said = [
            Take(lexicon.words(word), _take(one, microphone))
            for word in words
            for one in person[word][:takes]
        ]
        found = [aligned(self.model.first, take, self.dictionary) for take in said]
        return fitted(self.model, found, self.rehearsed, plan=self.plan)

    def errors(
        self, model: Networks, clips: Sequence[Recording], words: Sequence[str], through: str
    ) -> Counts:
        """How many of the clips are not heard rightly at once, at each level of noise."""
        self.count += 1
        folder = self.work / str(self.count)
        write(model, self.base, folder)
        recogniser = Recogniser(folder)
        scorer = WordScorer(phrases(words), language=False)
        wrong = np.zeros(len(self.noises), np.int64)
        for clip in Progress().over(clips):
            samples = read_recording(clip.path)
            until = LEAD_MS * MILLISECOND + speech_end(samples)
            said = Clip(clip.path, lexicon.words(clip.transcript), inside=True)
            for i, noise in enumerate(self.noises):
                sound = recorded(samples, through, noise, zlib.crc32(clip.path.name.encode()))
                wrong[i] += (
                    score(said, sound, until, recogniser, scorer).verdict is not Verdict.RIGHT
                )
        return wrong

    def others(self, model: Networks) -> tuple[int, int]:
        """Words of the built-in utterances that are heard rightly, and all of them."""
        words = sum(len(one.words) for one in self.tests)
        return sum(heard(model, self.tests, self.loop)), words


def _take(one: Recording, microphone: str) -> Samples:
    seed = zlib.crc32(one.path.name.encode())
    return recorded(read_recording(one.path), microphone, None, seed)[_LEAD:-_TAIL]


def rows(bench: Bench, name: str, person: Person, clips: int, microphone: str) -> list[Row]:
    """One speaker with one microphone, a row for each level: clips, errors before, after one take,
    after three, and after three of other words alone."""
    words = sorted(person)
    rest = [one for word in words for one in person[word][_TAKES[-1] :]]
    some = np.random.default_rng(0).permutation(len(rest))[:clips]
    chosen = [rest[i] for i in sorted(some)]
    before = bench.errors(bench.model, chosen, words, microphone)
    models = [bench.learnt(person, words, n, microphone) for n in _TAKES]
    after = [bench.errors(model, chosen, words, microphone) for model in models]
    unsaid = np.zeros(len(bench.noises), np.int64)
    for part in (words[::2], words[1::2]):
        model = bench.learnt(person, part, _TAKES[-1], microphone)
        left = [one for one in chosen if one.transcript not in part]
        unsaid += bench.errors(model, left, words, microphone)
    found = np.array([np.full(len(before), len(chosen)), before, *after, unsaid]).T
    levels = [results.noise(level) for level in bench.noises]
    made = [(name, microphone, *each) for each in zip(levels, found, strict=True)]
    show(made)
    (right, of), (right_after, _) = bench.others(bench.model), bench.others(models[-1])
    print(f"others, {name}, {microphone}: {right} of {of} before, {right_after} after", flush=True)
    return made


def show(table: Sequence[Row]) -> None:
    """Print rows."""
    for *names, counts in table:
        print("|", " | ".join((*names, *map(str, counts))), "|", flush=True)


def sums(table: Sequence[Row]) -> list[Row]:
    """All speakers together, for each microphone and level."""

    def kind(row: Row) -> tuple[str, str]:
        return row[1], row[2]

    return [
        ("all", *names, np.sum([row[3] for row in group], axis=0))
        for names, group in groupby(sorted(table, key=kind), kind)
    ]


def _level(text: str) -> float | None:
    return None if text == "none" else float(text)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--speakers", nargs="*", help="only these")
    parser.add_argument("--model", type=Path, default=BUNDLED)
    parser.add_argument("--noise", type=_level, nargs="+", default=[None, 20.0, 10.0])
    parser.add_argument(
        "--microphones", nargs="+", choices=[*MICROPHONES], default=["near", "telephone", "muffled"]
    )
    parser.add_argument("--clips", type=int, default=150, help="of each speaker, at most")
    parser.add_argument("--steps", type=int, default=PLAN.steps, help="of fitting a model")
    parser.add_argument("--rehearsed", type=int, help="built-in utterances (default: all)")
    results.add_option(parser)
    options = parser.parse_args()
    print(_HEAD, "|---" * 8 + "|", sep="\n", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(
            options.model,
            Path(folder),
            options.noise,
            replace(PLAN, steps=options.steps),
            options.rehearsed,
        )
        found = [
            row
            for name, person in people(options.folder).items()
            if options.speakers is None or name in options.speakers
            for microphone in options.microphones
            for row in rows(bench, name, person, options.clips, microphone)
        ]
    totals = sums(found)
    show(totals)
    names = ("speaker", "microphone", "noise", "n", "before", "one_take", "three_takes", "unsaid")
    told = [dict(zip(names, (*kind, *counts.tolist()), strict=True)) for *kind, counts in found]
    results.write(options.json, "learning", {"rows": told})


if __name__ == "__main__":
    main()
