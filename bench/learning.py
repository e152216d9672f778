# SPDX-License-Identifier: GPL-3.0-or-later
"""How much better Hektor hears people whose voices he learnt, as a table.

    python -m bench.learning DIR [--speakers NAME ...] [--model PATH] [--noise 10 5] [--clips 100]

``DIR`` has a ``manifest.tsv`` of path, transcript and speaker, as ``voice.training`` takes it; used
are the speakers who say single words, each at least four times. Learnt are the first one or three
takes of each word; heard are others, which nothing was learnt from, with noise that many dB below
the speech, as ``hektor evaluate`` hears single words: whatever is not heard rightly at once is an
error. *Unsaid* are words left out of learning: every second one in one run, the others in another.
Models are fitted as they are where a voice is learnt, but kept untested. The model must not have
been trained with these voices.
"""

import argparse
import tempfile
import zlib
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from voice import lexicon
from voice.acoustic import replay
from voice.acoustic.adapt import Plan
from voice.acoustic.dictionary import read_dictionary
from voice.acoustic.kaldi_io import read_model
from voice.audio import MILLISECOND, read_recording
from voice.judging import InWords, Verdict, judge
from voice.learning.adapting import PLAN, fitted, write
from voice.learning.examples import aligned
from voice.learning.takes import Take
from voice.manifest import Clip
from voice.models import BUNDLED
from voice.noise import LEAD_MS, in_room, speech_end
from voice.recogniser import Recogniser
from voice.training.recordings import Recording, manifest
from voice.transcript import UNKNOWN

_FEWEST = 4  # takes of a word: three to learn from and one to hear
_TAKES = (1, 3)

Person = dict[str, list[Recording]]
Counts = NDArray[np.int64]


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


class Bench:
    """The models that are compared, and one ear for all."""

    def __init__(self, base: Path, work: Path, noises: Sequence[float], plan: Plan) -> None:
        self.base, self.work, self.noises, self.plan = base, work, noises, plan
        self.model = read_model(base / "am/final.mdl")
        self.dictionary = read_dictionary(BUNDLED)
        self.rehearsed = replay.load(BUNDLED / replay.FILE).rehearsed
        self.count = 0

    def learnt(self, person: Person, words: Sequence[str], takes: int) -> Path:
        """A model of the first ``takes`` of each of ``words``."""
        said = [
            Take(lexicon.words(word), read_recording(one.path))
            for word in words
            for one in person[word][:takes]
        ]
        found = [aligned(self.model, take, self.dictionary) for take in said]
        self.count += 1
        folder = self.work / str(self.count)
        write(fitted(self.model, found, self.rehearsed, 0, self.plan), self.base, folder)
        return folder

    def errors(self, model: Path, clips: Sequence[Recording], words: Sequence[str]) -> Counts:
        """How many of the clips are not heard rightly at once, at each level of noise."""
        tables = lexicon.load()
        usual = [each[0] for name in ("ranks", "pieces") for each in tables[name].values()]
        phrases = {
            " ".join(lexicon.words(each))
            for each in (*usual, "kurze Rochade", "lange Rochade", *words)
        }
        ears = InWords(sorted({*phrases, UNKNOWN}), language=False)
        recogniser = Recogniser(model)
        wrong = np.zeros(len(self.noises), np.int64)
        for clip in clips:
            samples = read_recording(clip.path)
            until = LEAD_MS * MILLISECOND + speech_end(samples)
            said = Clip(clip.path, lexicon.words(clip.transcript), inside=True)
            for i, noise in enumerate(self.noises):
                sound = in_room(samples, noise, zlib.crc32(clip.path.name.encode()))
                wrong[i] += judge(said, sound, until, recogniser, ears).verdict is not Verdict.RIGHT
        return wrong


def rows(bench: Bench, name: str, person: Person, clips: int) -> Counts:
    """One speaker, a row for each level: clips, errors before, after one take, after three, and
    after three of other words alone."""
    words = sorted(person)
    rest = [one for word in words for one in person[word][_TAKES[-1] :]]
    some = np.random.default_rng(0).permutation(len(rest))[:clips]
    heard = [rest[i] for i in sorted(some)]
    before = bench.errors(bench.base, heard, words)
    after = [bench.errors(bench.learnt(person, words, n), heard, words) for n in _TAKES]
    unsaid = np.zeros(len(bench.noises), np.int64)
    for part in (words[::2], words[1::2]):
        model = bench.learnt(person, part, _TAKES[-1])
        unsaid += bench.errors(model, [one for one in heard if one.transcript not in part], words)
    found = np.array([np.full(len(before), len(heard)), before, *after, unsaid]).T
    show(bench, name, found)
    return found


def show(bench: Bench, name: str, found: Counts) -> None:
    """Print the rows of one speaker."""
    for noise, counts in zip(bench.noises, found, strict=True):
        print(f"| {name} | {noise:g} dB |", " | ".join(map(str, counts)), "|", flush=True)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--speakers", nargs="*", help="only these")
    parser.add_argument("--model", type=Path, default=BUNDLED)
    parser.add_argument("--noise", type=float, nargs="+", default=[10.0, 5.0])
    parser.add_argument("--clips", type=int, default=100, help="of each speaker, at most")
    options = parser.parse_args()
    print("| speaker | noise | clips | errors before | one take | three takes | of words unsaid |")
    print("|---|---|---|---|---|---|---|", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(options.model, Path(folder), options.noise, PLAN)
        found = [
            rows(bench, name, person, options.clips)
            for name, person in people(options.folder).items()
            if options.speakers is None or name in options.speakers
        ]
        if found:
            show(bench, "all", np.sum(found, axis=0))


if __name__ == "__main__":
    main()
