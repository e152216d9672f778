# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures a model: `python -m training.check MODEL [--speech DIR ...]` prints a table.

Real people first: the digit speakers that were kept out of training, the chess words and digits
of two more people, and German that is no move at all. Then synthetic voices kept out of
training. Nothing here knows a position; `bench/` measures whole moves with legality.
"""

import argparse
import math
import random
import time
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from training.corpus import voice_name, voices
from training.recordings import Recording, add_speech, is_development, load, manifest, plan
from training.synthesis import Synthesiser, synthesise
from voice.acoustic.augment import level
from voice.acoustic.features import SAMPLE_RATE
from voice.hearing.engines import VoskEngine
from voice.hearing.second_pass import load_engine
from voice.language.transcript import UNKNOWN

Wave = NDArray[np.float64]
Hearing = Callable[[Iterable[str]], "Decoder"]
"""Listens for the given phrases."""

_RANKS = ["eins", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht"]
_FILES = ["anna", "bella", "cesar", "david", "eva", "felix", "gustav", "hektor"]
_PIECES = ["könig", "dame", "turm", "läufer", "springer", "bauer"]
_CASTLING = ["kurze rochade", "lange rochade"]
_LETTERS = ["a", "be", "ce", "de", "e", "ef", "ge", "ha"]
_SPELLED = ["ah", "beh", "zeh", "deh", "eh", "eff", "geh", "hah"]  # in `packages.toml`
_MARGIN = 4800  # samples of background before and after each recording
_BLOCK = 3200  # bytes, 0.1 s
_ALTERNATIVES = 10


class Decoder:
    """A model with a list of phrases to listen for."""

    def __init__(self, model: Path, phrases: Iterable[str], once: bool = False) -> None:
        """Hear twice, as Hektor does (`voice.hearing.second_pass`), or `once`, by libvosk alone."""
        self.phrases = frozenset(phrases)
        self._engine = VoskEngine(model, _ALTERNATIVES) if once else load_engine(model)
        unknown = [UNKNOWN] * math.ceil(len(self.phrases) / 20)  # else its weight is nearly none
        began = time.perf_counter()
        self._engine.listen_for([*sorted(self.phrases), *unknown], (self.phrases,))
        self.seconds_to_start = time.perf_counter() - began

    def alternatives(self, wave: Wave) -> list[str]:
        """The texts that may have been said, likeliest first."""
        data = _with_margins(wave).astype("<i2").tobytes()
        for at in range(0, len(data), _BLOCK):
            self._engine.accept(data[at : at + _BLOCK])
        return [each.text for each in self._engine.result()]

    def phrase(self, wave: Wave) -> str | None:
        """The likeliest of the alternatives that is one of the phrases."""
        return next((text for text in self.alternatives(wave) if text in self.phrases), None)

    def accepted(self, wave: Wave) -> str | None:
        """The likeliest alternative, if it is one of the phrases."""
        best = next(iter(self.alternatives(wave)), "")
        return best if best in self.phrases else None


def _with_margins(wave: Wave) -> Wave:
    """`wave` between stretches of its own background noise, as a microphone hears it."""
    background = max(3.0, float(np.sqrt(np.percentile(wave**2, 5))))
    draw = np.random.default_rng(0)
    before, after = (draw.normal(0, background, _MARGIN) for _ in range(2))
    return np.clip(np.round(np.concatenate([before, wave, after])), -32768, 32767)


def tally(
    decoder: Decoder, said: Iterable[tuple[Wave, str]], mistakes: list[str] | None = None
) -> str:
    """How many waves with known texts `decoder` hears rightly, as something else, or as nothing
    valid; `mistakes` collects "said: heard"."""
    right = wrong = nothing = 0
    for wave, text in said:
        heard = decoder.phrase(wave)
        right += heard == text
        nothing += heard is None
        wrong += heard not in (None, text)
        if mistakes is not None and heard != text:
            mistakes.append(f"{text}: {heard}")
    count = right + wrong + nothing
    share = 100 * right / max(1, count)
    return f"{right} of {count} right ({share:.1f} %), {wrong} wrong, {nothing} nothing"


def move_phrases() -> list[str]:
    """Some 5,000 phrases for moves, as a grammar without a position would list them."""
    squares = [f"{file} {rank}" for file in _FILES for rank in _RANKS]
    pieces = _PIECES[:-1]
    draw = random.Random(0)
    return [
        *_CASTLING,
        *squares,
        *(f"{piece} {square}" for piece in pieces for square in squares),
        *(f"{piece} schlägt {square}" for piece in _PIECES for square in squares),
        *(f"{piece} nach {square}" for piece in pieces for square in squares),
        *(f"{start} {end}" for start in squares for end in draw.sample(squares, 40)),
        *(f"{file} schlägt {square}" for file in _FILES for square in squares),
        *(
            f"{piece} {file} {square}"
            for piece in pieces[:4]
            for file in _FILES
            for square in squares[::4]
        ),
    ]


def with_noise(wave: Wave, decibels: float, draw: np.random.Generator) -> Wave:
    """`wave` with white and pink noise so many dB below its level."""
    spectrum = np.fft.rfft(draw.standard_normal(len(wave)))
    spectrum /= 1 + np.sqrt(np.arange(len(spectrum))) * (draw.random() < 0.5)
    noise = np.fft.irfft(spectrum, len(wave))
    loud = wave[np.abs(wave) > 0.1 * level(wave)]
    return wave + noise / level(noise) * level(loud) * 10 ** (-decibels / 20)


def synthetic_moves(variants: Sequence[str], count: int, seed: int) -> list[tuple[Wave, str]]:
    """Moves in the given voice variants, at random rates and pitches."""
    draw = random.Random(seed)
    phrases = sorted(move_phrases())
    said = []
    with Synthesiser() as synthesiser:
        for _ in range(count):
            text = draw.choice(phrases)
            voice = voice_name("de", draw.choice(variants))
            rate, pitch = draw.randint(120, 200), draw.randint(20, 80)
            spoken = text.replace("cesar", "zesar")
            wave = synthesise(synthesiser, spoken, voice, rate, pitch).astype(np.float64)
            said.append((wave * 0.3, text))
    return said


def _recorded(found: Iterable[Recording]) -> list[tuple[Wave, str]]:
    return [(load(one.path), one.transcript.lower()) for one in found]


def check_people(
    hearing: Hearing, speech: Sequence[Path], verbose: bool, held_out: Sequence[str]
) -> None:
    """Print what the model makes of real people."""
    rows = [row for folder in speech for row in manifest(folder)]
    few = hearing([*_RANKS, *_CASTLING, *_PIECES])
    mistakes: list[str] = []
    for name in held_out:
        own = _recorded(r for r in rows if r.speaker == name and r.transcript in _RANKS)
        print(f"digits of {name}: {tally(few, own, mistakes)}")
    chess = _recorded(r for r in rows if r.source == "picochess")
    own_words = hearing([text for _, text in chess])
    print(f"chess words of picochess, own vocabulary: {tally(own_words, chess, mistakes)}")
    for name in plan()["alone"]["held_out"]:
        said = _recorded(r for r in rows if r.speaker == name)
        names = dict(zip(_SPELLED, _LETTERS, strict=True))
        letters = [(wave, names[text]) for wave, text in said if text in names]
        if letters:
            print(f"letters of {name}, the same: {tally(own_words, letters, mistakes)}")
        behind = [(w, t.split()[1]) for w, t in said if t.split()[1:] and t.split()[1] in _RANKS]
        if behind:
            right = sum(few.alternatives(w)[:1] == [f"{UNKNOWN} {digit}"] for w, digit in behind)
            print(f"digits of {name} after a word unknown to the model: {right} of {len(behind)}")
    words = [(wave, text) for wave, text in chess if text in few.phrases]
    print(f"chess words of picochess: {tally(few, words, mistakes)}")
    draw = np.random.default_rng(0)
    noisy = [
        (with_noise(w, db, draw), t) for w, t in words for db in (20, 15, 10) for _ in range(3)
    ]
    print(f"the same in noise of 20, 15 and 10 dB: {tally(few, noisy, mistakes)}")
    counted = _recorded(r for r in rows if r.source == "gcompris" and r.transcript in _RANKS)
    print(f"digits of gcompris: {tally(few, counted, mistakes)}")
    if verbose:
        print("; ".join(mistakes))
    moves = hearing(move_phrases())
    sources = plan()["sentences"]["shares"]
    kept = [r for r in rows if r.source in sources and is_development(r.transcript)]
    other = [r for r in rows if r.source == "numberlinegame"]
    for name, found in (("sentences kept for tuning", kept), ("numberlinegame", other)):
        taken = [(t, moves.accepted(w)) for w, t in _recorded(found)]
        wrong = [f"{text}: {heard}" for text, heard in taken if heard]
        print(f"{name} taken for a move: {len(wrong)} of {len(taken)}", *(wrong if verbose else []))


def check_synthetic(
    hearing: Hearing, variants: Sequence[str], count: int, seed: int, verbose: bool
) -> None:
    """Print what the model makes of moves in synthetic voices, clean and in noise."""
    moves = hearing(move_phrases())
    print(f"grammar of {len(moves.phrases)} phrases: {1000 * moves.seconds_to_start:.0f} ms")
    said = synthetic_moves(variants, count, seed)
    seconds = sum(len(wave) + 2 * _MARGIN for wave, _ in said) / SAMPLE_RATE
    draw = np.random.default_rng(seed)
    for decibels in (None, 20, 10, 5):
        noisy = [(with_noise(w, decibels, draw), t) if decibels else (w, t) for w, t in said]
        mistakes: list[str] = []
        began = time.process_time()
        result = tally(moves, noisy, mistakes)
        factor = (time.process_time() - began) / seconds
        name = f"{decibels} dB" if decibels else "clean"
        print(
            f"moves of {len(variants)} synthetic voices, {name}: {result}; real time x {factor:.4f}"
        )
        if verbose:
            print("; ".join(mistakes[:40]))


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m training.check", description=__doc__)
    parser.add_argument("model", type=Path, help="the folder of the model")
    add_speech(parser)
    parser.add_argument(
        "--voices",
        choices=("held_out", "development"),
        default="held_out",
        help="which speakers and synthetic voices to check (default: held_out)",
    )
    parser.add_argument("--count", type=int, default=300, help="synthetic moves (default: 300)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--once", action="store_true", help="hear by libvosk alone")
    parser.add_argument("--verbose", action="store_true", help="list the mistakes")
    arguments = parser.parse_args()
    load_engine(arguments.model)  # and libvosk with it
    began = time.perf_counter()
    load_engine(arguments.model)
    size = sum(file.stat().st_size for file in arguments.model.rglob("*") if file.is_file())
    print(f"size {size / 1e6:.2f} MB, loaded in {1000 * (time.perf_counter() - began):.0f} ms")
    hearing = partial(Decoder, arguments.model, once=arguments.once)
    if arguments.speech:
        speakers = plan()["digits"][arguments.voices]
        check_people(hearing, arguments.speech, arguments.verbose, speakers)
    names = voices()[arguments.voices]
    check_synthetic(hearing, names, arguments.count, arguments.seed, arguments.verbose)


if __name__ == "__main__":
    main()
