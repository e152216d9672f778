# SPDX-License-Identifier: GPL-3.0-or-later
"""How commands are heard in a position, by what they do; and other talk that is taken for one.

    python -m bench.commands [--commands 400] [--outside 300] [--people DIR] [--noise 20 10]
                             [--voices held_out|development] [--reader espeak|pico|finnish ...]
                             [--language sl] [--say TEXT ...] [--rooms] [--words]
                             [--model PATH|NAME] [--json FILE]

Every command is said in all its wordings, as often as ``--commands`` allows, by voices that were
never heard in training. *Obeyed*: at once. *Asked*: asked back by name. *Wrong*: something else was
obeyed or played. ``--people`` adds to the other talk what people say in recordings, in a folder as
``training`` takes it: the sentences kept out of training and the sources that it never uses. Noise
is in dB below the speech. Set by voices kept for development; confirmed by those held out.
With ``--rooms`` a laptop on the table of a living room and of a club room hears it instead; with
``--words`` each wording is counted by itself, and the worst comes first.
``--reader`` is who says all of it instead (``bench.ears.readers``). ``--say`` says these commands
alone, ten times each, and counts them one by one. ``--language`` is that of the commands, which is
then heard beside German.
"""

import argparse
import random
import tomllib
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, Final

import numpy as np

from bench import dictations, results
from bench.ears import readers
from bench.ears.conditions import ROOMS, Condition, noisy
from game.speech.voices import respell
from ground.progress import Progress
from lab.scoring import PositionScorer
from training.recordings import Recording, is_development, manifest, plan
from training.synthesis import ESPEAK_RATE, Prosody, Synthesiser, resampled
from voice.hearing.audio import RATE, Samples, blocks, read_recording
from voice.hearing.models import find_model
from voice.hearing.recogniser import Recogniser
from voice.language import lexicon
from voice.language.commands import Command, CommandName
from voice.language.intent import understand
from voice.language.interpretation import Heard, Intent
from voice.language.lexicon import GERMAN, Language
from voice.language.semantics import language_of, parse_words

_WAYS: Final = 2  # of saying a wording, at random, each time round
_MOST_WAYS: Final = 400
_TIMES: Final = 10  # that a command is said which was asked for
_TALKERS: Final = 20  # who are heard where others talk in the room
_NOT_SAID: Final = (CommandName.CASTLE_INTENT,)  # what it means depends on the position

Clip = tuple[str, CommandName | None, str, Samples]
"""The words, the command (None for other talk), the FEN and the sound."""


def wordings(rng: random.Random, language: Language = GERMAN) -> Iterator[tuple[str, CommandName]]:
    """Endless commands: all wordings in any order, again and again."""
    table = lexicon.with_forms(language.name, "game")["commands"]
    while True:
        said = [
            (" ".join(words), name)
            for name in CommandName
            if name not in _NOT_SAID
            for template in table.get(name.value, ())
            for words in _some_ways(template, rng, language)
            if not any(sign.isdecimal() for word in words for sign in word)
        ]
        rng.shuffle(said)
        yield from said


def _some_ways(template: str, rng: random.Random, language: Language) -> list[tuple[str, ...]]:
    every = [words for _, words in islice(language_of([template], language).paths(), _MOST_WAYS)]
    return rng.sample(every, min(_WAYS, len(every)))


def spoken(
    lines: Sequence[tuple[str, CommandName | None]],
    voices: Sequence[str],
    seed: int,
    language: str = GERMAN.name,
) -> Iterator[Clip]:
    """Each line by one of the voices, in a position of a game."""
    rng = random.Random(seed)
    positions = dictations.moves(rng)
    with Synthesiser() as synthesiser:
        for text, name in Progress().over(lines):
            prosody = Prosody(rng.randint(110, 200), rng.randint(20, 80), rng.randint(20, 80))
            voice = f"{language}+{rng.choice(voices)}"
            speech = synthesiser.speak(respell(text, language), voice, prosody)
            sound = resampled(speech.audio, ESPEAK_RATE, RATE) * 10 ** rng.uniform(-0.5, 0.0)
            yield text, name, next(positions)[0].fen, sound.astype(np.int16)


def read_aloud(
    lines: Sequence[tuple[str, CommandName | None]], by: readers.Reader, seed: int
) -> Iterator[Clip]:
    """Each line that the reader can say, in a position of a game."""
    rng = random.Random(seed)
    positions = dictations.moves(rng)
    for text, name in lines:
        sound = readers.read(by, text, rng)
        if sound is not None:
            yield text, name, next(positions)[0].fen, sound


def outside(folder: Path) -> list[Recording]:
    """The recordings whose words are no move and no command."""
    rules = plan()
    never = set(rules["checks"]["outside"])
    return [
        one
        for one in manifest(folder)
        if one.source in never
        or (one.source in rules["sentences"]["shares"] and is_development(one.transcript))
        if not parse_words(lexicon.words(one.transcript))
    ]


def recorded(folder: Path, seed: int) -> Iterator[Clip]:
    """Clips of people that are not for Hektor, each in a position of a game."""
    positions = dictations.moves(random.Random(seed))
    for one in outside(folder):
        yield one.transcript, None, next(positions)[0].fen, read_recording(one.path)


def heard(recogniser: Recogniser, fen: str, sound: Samples, own: str = GERMAN.name) -> list[Intent]:
    """Intents that are understood of a sound in a position; none of mere noises."""
    scorer = PositionScorer(fen, own=own)
    recogniser.reset()
    recogniser.listen_for(scorer.phrases, scorer.completeness, sentences=scorer.sentences)
    found = (recogniser.feed(block.pcm, block.at) for block in blocks(sound))
    return [
        understand(each.transcripts, scorer.position)
        for each in found
        if each is not None and each.has_words
    ]


def verdict(name: CommandName | None, meant: Sequence[Intent]) -> str:
    """The outcome of an utterance; ``name`` is None for other talk."""
    commands = [each for each in meant if isinstance(each, Command)]
    sure = [each.name for each in commands if each.sure]
    if name is not None and name in sure:
        return "obeyed"
    if sure and name is None:
        return f"taken: {max(each.act for each in sure)}"
    if sure or any(isinstance(each, Heard) for each in meant):
        return "wrong"
    if any(name in (None, each.name) for each in commands):
        return "asked"
    return "missed" if name is not None else "left alone"


def _command(text: str) -> CommandName:
    """The command that a wording means."""
    said = parse_words(lexicon.words(text))
    return next(each.name for each in said if isinstance(each, Command))


def measure(
    recogniser: Recogniser,
    clips: Sequence[Clip],
    condition: Condition,
    *,
    own: str = GERMAN.name,
    alone: bool = False,
) -> dict[str, dict[str, int]]:
    """How often each verdict was given, by the class of what was said; ``alone``: by the words, of
    which those that are obeyed least often come first."""
    counted: dict[str, Counter[str]] = {}
    talk = [sound for _, _, _, sound in clips[:_TALKERS]]
    for text, name, fen, sound in clips:
        noisy = condition(sound, talk, zlib.crc32(text.encode()))
        kind = "other talk" if name is None else text if alone else name.act.value
        counted.setdefault(kind, Counter())[verdict(name, heard(recogniser, fen, noisy, own))] += 1
    order = sorted(counted, key=lambda kind: (alone and _obeyed(counted[kind]), kind))
    return {kind: dict(sorted(counted[kind].items())) for kind in order}


def _obeyed(of: Counter[str]) -> float:
    """The share that was obeyed at once; other talk stands last."""
    return of["obeyed"] / of.total() if "left alone" not in of else 1.0


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--commands", type=int, default=400)
    parser.add_argument("--outside", type=int, default=300)
    parser.add_argument("--people", type=Path, metavar="DIR", help="recordings of people")
    parser.add_argument("--noise", type=float, nargs="*", default=[20.0, 10.0])
    parser.add_argument("--rooms", action="store_true")
    parser.add_argument("--words", action="store_true", help="word by word, the worst first")
    parser.add_argument("--voices", choices=("held_out", "development"), default="held_out")
    parser.add_argument("--reader", choices=readers.NAMES, default=readers.ESPEAK)
    parser.add_argument("--say", nargs="+", metavar="TEXT", default=[])
    parser.add_argument("--language", choices=lexicon.languages(), default=GERMAN.name)
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--model", metavar="PATH|NAME")
    results.add_option(parser)
    options = parser.parse_args()
    with dictations.VOICES.open("rb") as file:
        voices = tomllib.load(file)[options.voices]
    rng = random.Random(options.seed)
    talk = [
        (text, None) for text in islice(dictations.outside(rng, options.language), options.outside)
    ]
    lines: list[tuple[str, CommandName | None]]
    said = wordings(rng, Language(options.language))
    lines = [*islice(said, options.commands), *talk]
    if options.say:
        lines = [(text, _command(text)) for text in options.say for _ in range(_TIMES)]
    if options.reader == readers.ESPEAK:
        clips = list(spoken(lines, voices, options.seed + 1, options.language))
    else:
        with readers.reader(options.reader, language=options.language) as by:
            clips = list(read_aloud(lines, by, options.seed + 1))
    if options.people is not None:
        clips += recorded(options.people, options.seed + 2)
    recogniser = Recogniser(find_model(options.model))
    rows: list[dict[str, Any]] = []
    conditions: list[tuple[dict[str, Any], Condition]]
    levels: list[float | None] = [None, *options.noise]
    conditions = [({"noise_db": level}, noisy(level)) for level in levels]
    if options.rooms:
        conditions = [({"noise_db": None, "room": name}, each) for name, each in ROOMS.items()]
    for place, condition in conditions:
        print(*(f"{name}: {each}" for name, each in place.items()), sep=", ")
        for kind, of in measure(
            recogniser,
            clips,
            condition,
            own=options.language,
            alone=options.words or bool(options.say),
        ).items():
            told = ", ".join(f"{count} {name}" for name, count in of.items())
            print(f"  {kind}, {sum(of.values())} utterances: {told}.", flush=True)
            rows.append({**place, "kind": kind, **of})
    results.write(options.json, "commands", {"rows": rows})


if __name__ == "__main__":
    main()
