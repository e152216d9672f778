# SPDX-License-Identifier: GPL-3.0-or-later
"""Whole moves in positions, said by voices unlike those of the training.

    python -m bench.ears [--readers pico finnish espeak spliced ...] [--moves 400] [--noise 20 10]
        [--conditions] [--letters said|heard] [--speech DIR ...] [--model PATH|NAME] [--json FILE]

``--conditions`` measures halls, microphones, loudness and tempo instead of noise
(``bench.ears.conditions``). With ``--letters said`` files are said by the letter's name ("Springer
ef drei"), as ``spliced`` needs them, which also needs ``--speech``; with ``--letters heard`` they
have names, but letters are listened for too; the spelling alphabet is off, as "Buchstaben an"
leaves it. *Asked*: asked again, or about;
*wrong*: something else was played.
With ``--speech`` single words of people kept out of training come first, with the same noises
(``bench.ears.kept_out``); ``--readers`` without a name measures nobody else.
``pico`` (`pip install py-nanotts`) is for final figures only: see ``bench.ears.readers``.
"""

import argparse
import random
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from bench import dictations, results
from bench.ears import kept_out, readers
from bench.ears.conditions import CONDITIONS, Condition
from ground.progress import Progress
from training.recordings import add_speech
from voice.evaluation.manifest import Clip
from voice.evaluation.noise import LEAD_MS, in_room, speech_end
from voice.evaluation.scoring import PositionScorer, Verdict, score
from voice.hearing.audio import MILLISECOND, Samples
from voice.hearing.models import find_model
from voice.hearing.recogniser import Recogniser
from voice.language import lexicon
from voice.language.lexicon import GERMAN, Language

_TOLD: Final = (Verdict.RIGHT, Verdict.ASKED_AGAIN, Verdict.WRONG)
_ENOUGH: Final = 8  # moves for each that a reader can say


@dataclass(frozen=True, slots=True)
class Said:
    """A move, its words as they are listened for, the position and the sound."""

    words: tuple[str, ...]
    fen: str
    sound: Samples


def lettered(text: str) -> str:
    """A move with the names of letters for the files: "Springer ef drei"."""
    tables = lexicon.load(GERMAN.name)
    names = {
        said.lower(): tables["letters"][file][0]
        for file, all_said in tables["files"].items()
        for said in all_said
    }
    return " ".join(names.get(word.lower(), word) for word in text.split())


def moves(by: readers.Reader, count: int, seed: int, *, letters: bool) -> Iterator[Said]:
    """So many moves of games by one reader; what its voices cannot say is another move."""
    rng = random.Random(seed + 1)
    made = 0
    for text, _, fen in dictations.lines(_ENOUGH * count, 0, seed):
        if made == count:
            return
        spoken = lettered(text) if letters else text
        sound = readers.read(by, spoken, rng)
        if sound is not None:
            made += 1
            yield Said(lexicon.words(spoken), fen, sound)


def measured(
    recogniser: Recogniser, said: Sequence[Said], condition: Condition, language: Language
) -> Counter[Verdict]:
    """How often each verdict was given."""
    counted: Counter[Verdict] = Counter()
    talk = [one.sound for one in said[:20]]
    for one in Progress().over(said):
        seed = zlib.crc32(f"{one.words} {one.fen}".encode())
        clip = Clip(Path(), one.words, inside=True, fen=one.fen)
        heard = condition(one.sound, talk, seed)
        until = LEAD_MS * MILLISECOND + speech_end(one.sound)
        scorer = PositionScorer(one.fen, language)
        counted[score(clip, heard, until, recogniser, scorer).verdict] += 1
    return counted


def _noise(decibels: float | None) -> Condition:
    return lambda sound, _, seed: in_room(sound, decibels, seed)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--readers", nargs="*", choices=readers.NAMES, default=[readers.ESPEAK])
    parser.add_argument("--moves", type=int, default=400)
    parser.add_argument("--noise", type=float, nargs="*", default=[20.0, 10.0])
    parser.add_argument("--conditions", action="store_true")
    parser.add_argument("--letters", choices=("said", "heard"))
    add_speech(parser)
    parser.add_argument("--seed", type=int, default=4711)
    parser.add_argument("--model", metavar="PATH|NAME")
    results.add_option(parser)
    options = parser.parse_args()
    recogniser = Recogniser(find_model(options.model))
    conditions: dict[str, Condition] = {
        results.noise(level): _noise(level) for level in (None, *options.noise)
    }
    if options.conditions:
        conditions = dict(CONDITIONS)
    language = Language(letters=True) if options.letters else GERMAN
    people = [] if options.letters else options.speech
    heard = kept_out.table(recogniser, people, (None, *options.noise)) if people else []
    for row in heard:
        told = ", ".join(f"{row[each.value]} {each}" for each in _TOLD)
        print(f"people, {results.noise(row['noise_db'])}: {told} of {row['clips']}.", flush=True)
    rows: list[dict[str, Any]] = []
    for reader in options.readers:
        with readers.reader(reader, options.speech) as by:
            said = list(moves(by, options.moves, options.seed, letters=options.letters == "said"))
        for name, condition in conditions.items():
            counted = measured(recogniser, said, condition, language)
            figures = {each.value: counted[each] for each in _TOLD}
            told = ", ".join(f"{count} {verdict}" for verdict, count in figures.items())
            print(f"{reader}, {name}: {told} of {len(said)}.", flush=True)
            rows.append({"reader": reader, "condition": name, "moves": len(said), **figures})
    results.write(
        options.json, "ears", {"letters": options.letters or "", "people": heard, "rows": rows}
    )


if __name__ == "__main__":
    main()
