# SPDX-License-Identifier: GPL-3.0-or-later
"""Whole moves in positions, said by voices unlike those of the training.

    python -m bench.ears [--readers pico finnish espeak spliced ...] [--moves 400] [--noise 20 10]
        [--conditions] [--rooms] [--lost] [--letters said|heard] [--illegal] [--own sl]
        [--moves-in en] [--voices held_out|development] [--speech DIR ...] [--model PATH|NAME]
        [--json FILE]

``--conditions`` measures halls, microphones, loudness and tempo instead of noise, ``--rooms`` a
laptop on the table of a living room and of a club room, ``--lost`` moves without their beginning
(``bench.ears.conditions``). With
``--illegal`` moves are said in positions that do not allow them; *right* is heard as that. With
``--letters said`` files are said by the letter's name ("Springer ef drei"), as ``spliced`` needs
them, which also needs ``--speech``; with ``--letters heard`` they have names, but letters are
listened for too; the spelling alphabet is off, as "Buchstaben an" leaves it.
With ``--own`` commands in that language are listened for too; with ``--moves-in en`` moves are said
and listened for in English, as "Züge auf Englisch" has it, by ``espeak``, ``pico`` or
``flite``, ``kokoro`` and ``piper``.
*Asked*: asked again, or about; *wrong*: something else was played.
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
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from bench import dictations, results
from bench.ears import kept_out, readers
from bench.ears.conditions import CONDITIONS, LOST, ROOMS, Condition, noisy
from bench.ears.kept_out import TOLD
from ground.progress import Progress
from lab.acoustics import LEAD_MS, speech_end
from lab.scoring import PositionScorer, Verdict, score
from rules.position import Position
from training.recordings import add_speech
from voice.hearing.audio import MILLISECOND, Samples
from voice.hearing.models import find_model
from voice.hearing.recogniser import Recogniser
from voice.language import lexicon
from voice.language.intent import understand
from voice.language.interpretation import Illegal
from voice.language.lexicon import GERMAN, Language
from voice.language.transcript import Transcript
from voice.learning.manifest import Clip

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


def _illegal(text: str, fen: str) -> bool:
    """True if this is a move that is plainly not legal here."""
    meant = understand([Transcript(text.lower(), 1.0)], Position.from_fen(fen))
    return isinstance(meant, Illegal)


def moves(
    by: readers.Reader,
    count: int,
    seed: int,
    *,
    letters: bool,
    illegal: bool = False,
    language: str = GERMAN.name,
) -> Iterator[Said]:
    """So many moves of games by one reader, in ``language``; what its voices cannot say is another
    move."""
    rng = random.Random(seed + 1)
    made = 0
    lines = dictations.lines(_ENOUGH * count, seed, language)
    if illegal:
        others = ((text, fen) for (text, _), (_, fen) in pairwise(lines))
        lines = (line for line in others if _illegal(*line))
    for text, fen in lines:
        if made == count:
            return
        spoken = lettered(text) if letters else text
        sound = readers.read(by, spoken, rng)
        if sound is not None:
            made += 1
            words = dictations.as_heard(lexicon.words(spoken, Language(language)), language)
            yield Said((*words,), fen, sound)


def measured(
    recogniser: Recogniser,
    said: Sequence[Said],
    condition: Condition,
    language: Language,
    own: str = GERMAN.name,
) -> Counter[Verdict]:
    """How often each verdict was given."""
    counted: Counter[Verdict] = Counter()
    talk = [one.sound for one in said[:20]]
    for one in Progress().over(said):
        seed = zlib.crc32(f"{one.words} {one.fen}".encode())
        clip = Clip(Path(), one.words, inside=True, fen=one.fen)
        heard = condition(one.sound, talk, seed)
        until = LEAD_MS * MILLISECOND + speech_end(one.sound)
        scorer = PositionScorer(one.fen, language, own)
        counted[score(clip, heard, until, recogniser, scorer).verdict] += 1
    return counted


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--readers", nargs="*", choices=readers.NAMES, default=[readers.ESPEAK])
    parser.add_argument("--moves", type=int, default=400)
    parser.add_argument("--noise", type=float, nargs="*", default=[20.0, 10.0])
    parser.add_argument("--conditions", action="store_true")
    parser.add_argument("--rooms", action="store_true")
    parser.add_argument("--lost", action="store_true")
    parser.add_argument("--letters", choices=("said", "heard"))
    parser.add_argument("--illegal", action="store_true")
    parser.add_argument("--own", choices=lexicon.languages(), default=GERMAN.name)
    parser.add_argument("--moves-in", choices=(GERMAN.name, "en"), default=GERMAN.name)
    parser.add_argument("--voices", choices=("held_out", "development"), default="held_out")
    add_speech(parser)
    parser.add_argument("--seed", type=int, default=4711)
    parser.add_argument("--model", metavar="PATH|NAME")
    results.add_option(parser)
    options = parser.parse_args()
    recogniser = Recogniser(find_model(options.model))
    conditions: dict[str, Condition] = {
        results.noise(level): noisy(level) for level in (None, *options.noise)
    }
    if options.conditions or options.rooms or options.lost:
        conditions = dict(ROOMS if options.rooms else LOST if options.lost else CONDITIONS)
    language = Language(letters=True) if options.letters else dictations.listening(options.moves_in)
    people = [] if options.letters else options.speech
    heard: list[dict[str, Any]] = []
    for row in kept_out.table(recogniser, people, conditions if people else {}):
        told = ", ".join(f"{row[each.value]} {each}" for each in TOLD)
        print(f"people, {row['condition']}: {told} of {row['clips']}.", flush=True)
        heard.append(row)
    rows: list[dict[str, Any]] = []
    for reader in options.readers:
        with readers.reader(reader, options.speech, options.voices, options.moves_in) as by:
            given = moves(
                by,
                options.moves,
                options.seed,
                letters=options.letters == "said",
                illegal=options.illegal,
                language=options.moves_in,
            )
            said = list(given)
        for name, condition in conditions.items():
            counted = measured(recogniser, said, condition, language, options.own)
            figures = {each.value: counted[each] for each in TOLD}
            told = ", ".join(f"{count} {verdict}" for verdict, count in figures.items())
            print(f"{reader}, {name}: {told} of {len(said)}.", flush=True)
            rows.append({"reader": reader, "condition": name, "moves": len(said), **figures})
    results.write(
        options.json, "ears", {"letters": options.letters or "", "people": heard, "rows": rows}
    )


if __name__ == "__main__":
    main()
