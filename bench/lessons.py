# SPDX-License-Identifier: GPL-3.0-or-later
"""Whole lessons of synthetic people whom Hektor hears badly, as a table.

    python -m bench.lessons [--model PATH] [--moves 40] [--noise 20 10] [--only NAME ...]
                            [--phrases N] [--json FILE]

Each says all phrases of the lesson, Hektor learns them as ``hektor learn`` does, tests itself and
keeps the new model or not; then moves of games are heard in their positions, with noise that many
dB below the speech, by the old model and by the one that is in force. The people (``lessons.toml``)
are voices of espeak-ng never heard in training, old, small, hoarse or foreign, some through a poor
microphone. They are no real people; those are in ``bench.learning``.
"""

import argparse
import random
import tempfile
import time
import tomllib
import zlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from bench import results
from bench.dictations import Line, lines
from bench.microphones import recorded
from ground.progress import Progress
from training.pronunciations import slavic_spelling
from training.synthesis import ESPEAK_RATE, Prosody, Synthesiser, resampled
from voice.evaluation.rooms import LEAD_MS, speech_end
from voice.evaluation.scoring import Clip, PositionScorer, Verdict, score
from voice.hearing.audio import MILLISECOND, RATE, Samples
from voice.hearing.models import BUNDLED
from voice.hearing.recogniser import Recogniser
from voice.learning.adaptation import learn, write
from voice.learning.phrases import PHRASES
from voice.learning.store import Take

_LEAD, _TAIL = LEAD_MS * RATE // 2000, 3 * RATE // 2  # of what is put around a recording
_HEAD = "| person | noise | n | right, asked, wrong before | after | kept | own words | others |"


@dataclass(frozen=True, slots=True)
class Person:
    """An espeak-ng voice; ``warp`` above 1 is of a shorter vocal tract; ``spelling`` is "" or
    "slavic"."""

    voice: str
    warp: float = 1.0
    rate: int = 150
    pitch: int = 50
    microphone: str = "near"
    spelling: str = ""

    def says(self, text: str, synthesiser: Synthesiser, draw: random.Random) -> Samples:
        """``text`` at 16 kHz, as nobody says it twice."""
        spelled = slavic_spelling(text) if self.spelling else text
        rate = int(self.rate / self.warp * draw.uniform(0.9, 1.1))
        prosody = Prosody(rate, self.pitch + draw.randint(-8, 8), 50)
        audio = synthesiser.speak(spelled, self.voice, prosody).audio.astype(np.float64)
        sound = (audio * draw.uniform(0.4, 0.8)).astype(np.int16)
        return resampled(sound, ESPEAK_RATE * self.warp, RATE)


def cast() -> dict[str, Person]:
    """The people by name."""
    with Path(__file__).with_name("lessons.toml").open("rb") as file:
        return {name: Person(**each) for name, each in tomllib.load(file).items()}


def takes(person: Person, synthesiser: Synthesiser, phrases: int | None) -> list[Take]:
    """A lesson: its first ``phrases``, or all."""
    draw = random.Random(1)
    return [
        Take(words, recorded(sound, person.microphone, None, number)[_LEAD:-_TAIL])
        for number, words in enumerate(PHRASES[:phrases])
        for sound in [person.says(" ".join(words), synthesiser, draw)]
    ]


def heard(
    model: Path, person: Person, sounds: Sequence[tuple[Line, Samples]], noise: float
) -> Counter[Verdict]:
    """The outcome of the moves."""
    recogniser = Recogniser(model)
    found: Counter[Verdict] = Counter()
    for (text, _, fen), samples in Progress().over(sounds):
        sound = recorded(samples, person.microphone, noise, zlib.crc32(text.encode()))
        clip = Clip(Path(), tuple(text.lower().split()), inside=True, fen=fen)
        until = LEAD_MS * MILLISECOND + speech_end(samples)
        found[score(clip, sound, until, recogniser, PositionScorer(fen)).verdict] += 1
    return found


def lesson(
    name: str, person: Person, options: argparse.Namespace, folder: Path
) -> list[dict[str, Any]]:
    """Print the rows of one person, and give them."""
    with Synthesiser() as synthesiser:
        said = takes(person, synthesiser, options.phrases)
        draw = random.Random(2)
        sounds = [
            (line, person.says(line[0], synthesiser, draw))
            for line in islice(lines(options.moves, 0, 2026), options.moves)
        ]
    started = time.process_time()
    learnt = learn(said, options.model)
    seconds = time.process_time() - started
    force = options.model
    if learnt.model is not None:
        force = folder / str(zlib.crc32(name.encode()))
        write(learnt.model, options.model, force)
    own = f"{learnt.before} → {learnt.after} of {learnt.of}"
    others = f"{learnt.others_before} → {learnt.others_after} of {learnt.others_of}"
    rows = []
    for noise in options.noise:
        counts = [heard(model, person, sounds, noise) for model in (options.model, force)]
        verdicts = (Verdict.RIGHT, Verdict.ASKED_AGAIN, Verdict.WRONG)
        before_after = [[each[verdict] for verdict in verdicts] for each in counts]
        told = [", ".join(map(str, each)) for each in before_after]
        kept = "no" if learnt.model is None else "yes"
        printed = (name, results.noise(noise), len(sounds), *told, kept, own, others)
        print("|", " | ".join(map(str, printed)), "|", flush=True)
        rows.append({
            "person": name, "noise_db": noise, "n": len(sounds),
            "right_before": before_after[0][0], "right_after": before_after[1][0],
            "wrong_before": before_after[0][2], "wrong_after": before_after[1][2],
            "kept": learnt.model is not None,
        })  # fmt: skip
    print(f"{name}: learnt and tested in {seconds:.1f} s of a core", flush=True)
    return [{**row, "seconds": round(seconds, 1)} for row in rows]


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--model", type=Path, default=BUNDLED)
    parser.add_argument("--moves", type=int, default=40)
    parser.add_argument("--noise", type=float, nargs="+", default=[20.0, 10.0])
    parser.add_argument("--only", nargs="+", choices=[*cast()], default=[*cast()])
    parser.add_argument("--phrases", type=int, help="how many of the lesson (default: all)")
    results.add_option(parser)
    options = parser.parse_args()
    print(_HEAD, "|---" * 8 + "|", sep="\n", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        rows = [
            row
            for name in options.only
            for row in lesson(name, cast()[name], options, Path(folder))
        ]
    results.write(options.json, "lessons", {"rows": rows})


if __name__ == "__main__":
    main()
