# SPDX-License-Identifier: GPL-3.0-or-later
"""What it costs to hear two players with a model each, or with a microphone each: loading, memory,
the switch itself, and hearing twice.

    python -m bench.switching [--turns 60] [--changes 10000] [--json FILE]

Milliseconds and megabytes. The switch is compared with what every move needs anyway: new phrases
for the same model. ``--changes`` goes through so many positions of games, listens for the moves of
each, and tells how much the memory has grown since the first hundred. At two microphones what one
of them hears, the other hears 12 dB softer.
"""

import argparse
import mmap
import random
import statistics
import time
from itertools import islice
from pathlib import Path
from typing import Final

import numpy as np
import soxr

from bench import dictations, results
from game.speech.voice import Voice
from game.speech.voices import SAMPLE_RATE, EngineRenderer
from rules.position import Position
from voice.evaluation.evaluate import most_memory_mb
from voice.evaluation.scoring import PositionScorer
from voice.hearing.audio import BLOCK_SAMPLES, RATE, blocks, duration
from voice.hearing.engines import Engine
from voice.hearing.models import BUNDLED
from voice.hearing.recogniser import Recogniser
from voice.hearing.second_pass import load_engine, load_engines
from voice.language.grammar import runtime_phrases, sentences
from voice.language.lexicon import GERMAN
from voice.language.semantics import moves_automaton

_WARM_UP: Final = 100  # changes until all that is kept on purpose is there


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--turns", type=int, default=60)
    parser.add_argument("--changes", type=int, default=0)
    results.add_option(parser)
    options = parser.parse_args()
    phrases = runtime_phrases(Position.start())
    engines = [load_engine(BUNDLED)]
    before, memory = time.perf_counter(), most_memory_mb()
    engines.append(load_engine(BUNDLED))
    loading, more = 1_000 * (time.perf_counter() - before), most_memory_mb() - memory
    same = _turns(Recogniser(engines[0]), [engines[0]], phrases, options.turns)
    both = _turns(Recogniser(engines[0]), engines, phrases, options.turns)
    print(f"A second model: loaded in {loading:.0f} ms, {more:.1f} MB.")
    print(f"New phrases for the same model: {same:.1f} ms; for the other one: {both:.1f} ms.")
    print(f"Medians of {options.turns} turns.")
    found = {"loading_ms": loading, "more_mb": more, "same_ms": same, "other_ms": both}
    memory = most_memory_mb()
    pair = load_engines(BUNDLED, 2)
    found["microphone_mb"] = max(0.0, most_memory_mb() - memory - more)
    alone, twice = (_hearing(pair[:count], phrases, options.turns) for count in (1, 2))
    found["microphone_times"] = twice / alone
    print(
        f"A second microphone: {found['microphone_mb']:.1f} MB; hearing takes "
        f"{found['microphone_times']:.2f} times the processor."
    )
    if options.changes:
        found |= {"grown_mb": _grown(engines[0], options.changes), "changes": options.changes}
        print(f"Grown by {found['grown_mb']:.1f} MB in {options.changes} changes of position.")
    results.write(options.json, "switching", {name: round(one, 1) for name, one in found.items()})


def _hearing(engines: list[Engine], phrases: list[str], turns: int) -> float:
    """Seconds of processor time to hear a move so many times, at all microphones."""
    sound = EngineRenderer().render("Springer Gustav eins Felix drei", Voice()).astype(np.float32)
    wave = np.pad(soxr.resample(sound, SAMPLE_RATE, RATE), (RATE // 4, RATE // 2))
    recognisers = [Recogniser(engine) for engine in engines]
    for one in recognisers:
        one.listen_for(phrases, sentences=sentences(Position.start()))
    before = time.process_time()
    for turn in range(turns):
        for softer, one in zip((1.0, 0.25), recognisers, strict=False):
            start = duration(turn * len(wave))
            for block in blocks((softer * wave).astype(np.int16), start):
                one.feed(block.pcm, block.at)
    return time.process_time() - before


def _turns(recogniser: Recogniser, engines: list[Engine], phrases: list[str], turns: int) -> float:
    """The median time, in milliseconds, until a turn's first block is heard."""
    took = []
    for turn in range(turns):
        recogniser.listen_for(
            phrases, None, engines[turn % len(engines)], (moves_automaton(GERMAN),)
        )
        before = time.perf_counter()
        recogniser.feed(bytes(2 * BLOCK_SAMPLES), turn)
        took.append(1_000 * (time.perf_counter() - before))
    return statistics.median(took)


def _grown(engine: Engine, changes: int) -> float:
    """By how many megabytes the process grows while it listens in one position after another."""
    recogniser = Recogniser(engine)
    positions = (position for position, _ in dictations.moves(random.Random(2026)))
    settled = 0.0
    for turn, position in enumerate(islice(positions, _WARM_UP + changes)):
        if turn == _WARM_UP:
            settled = _resident()
        scorer = PositionScorer(position.fen)
        recogniser.listen_for(scorer.phrases, scorer.completeness, sentences=scorer.sentences)
        recogniser.feed(bytes(2 * BLOCK_SAMPLES), turn)
    return _resident() - settled


def _resident() -> float:
    """What the process occupies now, in megabytes."""
    pages = int(Path("/proc/self/statm").read_text("utf-8").split()[1])
    return pages * mmap.PAGESIZE / 2**20


if __name__ == "__main__":
    main()
