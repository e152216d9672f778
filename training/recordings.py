# SPDX-License-Identifier: GPL-3.0-or-later
"""Real recordings for training: a folder with a `manifest.tsv` (path, transcript, speaker, ...).

The first folder of a path names the source. Sentences teach the sounds of German in real rooms;
digits are words of the game; other words are said alone as well, lest everything that people say
alone be a digit. The sources and speakers left out here are for checks only.
"""

import argparse
import csv
import pickle
import random
import tomllib
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np
import soundfile
import soxr

from training import rooms
from training.foreign import common
from training.pronunciations import pronunciations, variants
from training.synthesis import Synthesiser
from voice.acoustic import examples
from voice.acoustic.align import align
from voice.acoustic.augment import Wave, level, moved, stretched, warped
from voice.acoustic.features import SAMPLE_RATE
from voice.acoustic.kaldi_io import read_networks
from voice.acoustic.phones import SILENCE, PhoneSpan, pronounced
from voice.language.lexicon import FALLBACK

PronouncedWords = list[list[tuple[str, ...]]]

_CUTTINGS: Final = 0.35  # of the sentences
_CUTTING: Final = 9  # phones at most
_FADE: Final = 160  # samples
_SLOWEST: Final = 1.3
SLOWEST_ALONE: Final = 1.6  # what is said alone is said at length, as the name of a letter
_WEAK_ENDS: Final = ("n", "m")
_SHORTEST: Final = 960  # samples
_AROUND: Final = 1600  # samples kept before and after what is said alone


class RecordingKind(Enum):
    """The lessons that recordings teach; the values are the tables of `recordings.toml`."""

    SENTENCES = "sentences"
    DIGITS = "digits"
    ALONE = "alone"
    ENGLISH = "english"


@dataclass(frozen=True, slots=True)
class Recording:
    """A row of a manifest, or what is to become one."""

    path: Path
    transcript: str
    speaker: str
    source: str


@dataclass(frozen=True, slots=True)
class Aligned:
    """A recording with its samples and phones; ``score`` tells how well they fit (`align`)."""

    recording: Recording
    wave: Wave
    segments: Sequence[PhoneSpan]
    score: float


@cache
def plan() -> dict[str, Any]:
    """The sources and speakers, and the use of each: `recordings.toml`."""
    return tomllib.loads(Path(__file__).with_name("recordings.toml").read_text("utf-8"))


def manifest(folder: Path) -> list[Recording]:
    """All rows of `folder`'s manifest, in its order."""
    with (folder / "manifest.tsv").open(encoding="utf-8", newline="") as file:
        return [
            Recording(
                folder / row["path"], row["transcript"], row["speaker"], row["path"].split("/")[0]
            )
            for row in csv.DictReader(file, delimiter="\t")
        ]


def add_speech(parser: argparse.ArgumentParser) -> None:
    """The option that names folders of recordings."""
    parser.add_argument(
        "--speech",
        type=Path,
        nargs="+",
        default=[],
        metavar="DIR",
        help="folders of real recordings, each with a manifest.tsv",
    )


def is_development(transcript: str) -> bool:
    """True if a sentence is kept for tuning: one in eight, by its text."""
    return zlib.crc32(transcript.encode()) % 8 == 0


def wanted(folders: Sequence[Path], kind: RecordingKind) -> list[Recording]:
    """The recordings of a kind to train on, in the order of the folders and their manifests."""
    data = plan()[kind.value]
    sources = data["shares"] if kind is RecordingKind.SENTENCES else data["sources"]
    barred = {*data.get("held_out", ()), *data.get("development", ())}
    return [
        one
        for folder in folders
        for one in manifest(folder)
        if one.source in sources
        and one.speaker not in barred
        and not (kind is RecordingKind.SENTENCES and is_development(one.transcript))
    ]


def load(path: Path) -> Wave:
    """The samples of a recording at 16 kHz, one channel, in the scale of 16-bit integers."""
    samples, rate = soundfile.read(path, dtype="float64", always_2d=True)
    wave = samples.mean(1) * 32768
    if rate != SAMPLE_RATE:
        wave = soxr.resample(wave, rate, SAMPLE_RATE)
    return np.asarray(wave, np.float64)


def pronounced_words(text: str, synthesiser: Synthesiser) -> PronouncedWords | None:
    """The pronunciations of each word of a sentence; None if espeak-ng changes language in it."""
    said = pronounced(synthesiser.speak(text).events)
    if not said:
        return None
    return [list(dict.fromkeys([*variants(full), *_weak(full)])) for full in map(tuple, said)]


def _weak(phones: tuple[str, ...]) -> list[tuple[str, ...]]:
    """How "den" and "dem" wear down within a sentence.

    They are a third of all that espeak-ng calls a long e. Taught by them, a network takes the long
    e that people really say, as in the name of a letter, for an i.
    """
    if len(phones) != 3 or phones[1] != "e:" or phones[2] not in _WEAK_ENDS:
        return []
    first, _, last = phones
    return [(first, "E", last), (first, "@", last), (first, last)]


def align_all(
    folder: Path, found: Sequence[Recording], out: Path, kind: RecordingKind, attempt: int = 0
) -> None:
    """Align `found` with the networks in `folder` and pickle the list of `Aligned` to `out`.

    Digits are words of the vocabulary, said in any way that it has; English ones in the usual one;
    all else as espeak-ng says it.
    """
    model = read_networks(folder)
    cut_off = plan()["sentences"]["cut_off"]
    known: dict[str, PronouncedWords | None] = {}
    if kind is RecordingKind.ENGLISH:
        texts = {one.transcript for one in found}
        known = {text: [ways] for text, ways in common(texts, FALLBACK).items()}
    aligned: list[Aligned] = []
    with Synthesiser() as synthesiser:
        for one in found:
            text = one.transcript
            if text not in known and kind is RecordingKind.DIGITS:
                known[text] = [[entry.phones for entry in pronunciations(text, synthesiser)]]
            elif text not in known:
                known[text] = pronounced_words(text, synthesiser)
            words = known[text]
            if words:
                wave = load(one.path)
                found_in_it = align(model, wave, words, open_end=one.source in cut_off)
                aligned.append(Aligned(one, wave, *found_in_it))
    with out.open("wb") as file:
        pickle.dump(_good(aligned, kind), file)


def _good(aligned: Sequence[Aligned], kind: RecordingKind) -> list[Aligned]:
    """Those that are what their transcripts say: by score, or all but each speaker's worst 3 %."""
    least = plan()[kind.value].get("least_score")
    if least is not None:
        return [one for one in aligned if one.score > least]
    kept: list[Aligned] = []
    for speaker in sorted({one.recording.speaker for one in aligned}):
        own = [one for one in aligned if one.recording.speaker == speaker]
        worst = np.percentile([one.score for one in own], 3)
        kept += [one for one in own if one.score > worst]
    return kept


def make_sentences(path: Path, seed: int, count: int, aligned: Path, attempt: int = 0) -> None:
    """Write `count` disturbed sentences, the sources in the shares of the plan, to `path`.

    Some are short cuttings of a sentence: if digits were all that real people say alone, every
    single sound of theirs would become a digit.
    """
    choose, draw = random.Random(f"{seed} {attempt}"), np.random.default_rng([seed, attempt])
    by_source: dict[str, dict[str, list[Aligned]]] = {}
    for one in pickle.loads(aligned.read_bytes()):
        speakers = by_source.setdefault(one.recording.source, {})
        speakers.setdefault(one.recording.speaker, []).append(one)
    shares = plan()["sentences"]["shares"]
    sources = sorted(source for source in by_source if source in shares)
    longest = 80_000.0
    weights = []
    for source in sources:
        lengths = [len(one.wave) for own in by_source[source].values() for one in own]
        weights.append(shares[source] / min(float(np.mean(lengths)), longest))
    made: list[examples.Example] = []
    while len(made) < count:
        speakers = by_source[choose.choices(sources, weights)[0]]
        one = choose.choice(speakers[choose.choice(sorted(speakers))])
        cut = choose.random() < _CUTTINGS
        piece = cutting(one, choose) if cut else _piece(one, longest, choose)
        if piece is not None:
            slowest = SLOWEST_ALONE if cut else _SLOWEST
            wave, segments = in_another_voice(*piece, choose, draw, slowest)
            made.append(examples.example(*rooms.somewhere(wave, segments, draw)))
    examples.save(path, made)


def _piece(
    one: Aligned, longest: float, choose: random.Random
) -> tuple[Wave, list[PhoneSpan]] | None:
    """At most `longest` samples of a sentence, cut between phones; None if nothing is left."""
    segments = list(one.segments)
    if len(one.wave) > 1.2 * longest:
        start = choose.uniform(0, len(one.wave) - longest)
        segments = [s for s in segments if s.start >= start and s.end <= start + longest]
    if not segments:
        return None
    first, last = int(segments[0].start), int(segments[-1].end)
    return one.wave[first:last], moved(segments, 1.0, -first)


def cutting(one: Aligned, choose: random.Random) -> tuple[Wave, list[PhoneSpan]] | None:
    """A few phones of a sentence; None if too little is left."""
    spoken = [place for place, s in enumerate(one.segments) if s.phone != SILENCE]
    if not spoken:
        return None
    start = choose.choice(spoken)
    segments = one.segments[start : start + choose.randint(1, _CUTTING)]
    first, last = int(segments[0].start), int(segments[-1].end)
    if last - first < _SHORTEST:
        return None
    return _faded(one.wave[first:last]), moved(segments, 1.0, -first)


def _faded(wave: Wave) -> Wave:
    """A copy of `wave` without hard edges, which would be sounds of their own."""
    fade = np.linspace(0, 1, min(_FADE, len(wave) // 2))
    wave = wave.copy()
    wave[: len(fade)] *= fade
    wave[len(wave) - len(fade) :] *= fade[::-1]
    return wave


def in_another_voice(
    wave: Wave,
    segments: Sequence[PhoneSpan],
    choose: random.Random,
    draw: np.random.Generator,
    slowest: float = _SLOWEST,
) -> tuple[Wave, list[PhoneSpan]]:
    """`wave` with other formants and, half the time, another tempo, `slowest` as long at most."""
    factor = float(np.exp(draw.uniform(np.log(0.82), np.log(1.24))))
    wave, changed = warped(wave, SAMPLE_RATE, factor, segments)
    if choose.random() < 0.5:
        before = len(wave)
        wave = stretched(wave, float(np.exp(draw.uniform(np.log(0.8), np.log(slowest)))))
        changed = moved(changed, len(wave) / before, 0)
    return wave / level(wave) * 2000, changed


def said_alone(one: Aligned) -> tuple[Wave, list[PhoneSpan]]:
    """The spoken part of a recording, with a little of the sound around it."""
    segments = one.segments
    spoken = [s for s in segments if s.phone != SILENCE]
    if not spoken:
        return one.wave, list(segments)
    first = max(0, int(spoken[0].start) - _AROUND)
    last = min(len(one.wave), int(spoken[-1].end) + _AROUND)
    kept = [PhoneSpan(max(s.start, first), min(s.end, last), s.phone) for s in segments]
    kept = [s for s in kept if s.end > s.start]
    return _faded(one.wave[first:last]), moved(kept, 1.0, -first)


def make_words(path: Path, seed: int, count: int, aligned: Path, attempt: int = 0) -> None:
    """Write `count` utterances of one to four real words of one speaker to `path`."""
    choose, draw = random.Random(f"{seed} {attempt}"), np.random.default_rng([seed, attempt])
    speakers: dict[str, dict[str, list[Aligned]]] = {}
    for one in pickle.loads(aligned.read_bytes()):
        words = speakers.setdefault(one.recording.speaker, {})
        words.setdefault(one.recording.transcript, []).append(one)
    made: list[examples.Example] = []
    while len(made) < count:
        words = speakers[choose.choice(sorted(speakers))]
        waves: list[Wave] = []
        placed: list[PhoneSpan] = []
        position = 0
        for _ in range(1 if choose.random() < 0.45 else choose.randint(2, 4)):
            one = choose.choice(words[choose.choice(sorted(words))])
            wave, segments = in_another_voice(*said_alone(one), choose, draw)
            gap = int(draw.integers(0, 4000)) if waves and choose.random() < 0.6 else 0
            placed += moved(segments, 1.0, position + gap)
            waves += [np.zeros(gap), wave]
            position += gap + len(wave)
        made.append(examples.example(*rooms.somewhere(np.concatenate(waves), placed, draw)))
    examples.save(path, made)
