# SPDX-License-Identifier: GPL-3.0-or-later
"""How well moves are heard, as a table; and how well in the plain way, for comparison.

    python -m bench.recognition [--moves 1000] [--outside 500] [--model PATH|NAME] [--noise 20 10]
                                [--ways Hektor plain] [--json FILE]
    python -m bench.recognition --manifest recordings.tsv      (one's own, with a fen column)

*Hektor* is the whole way of a move: phrases of the position, n-best, meaning, questions. *Plain*
is what a first attempt would do with the same model: a static grammar of all words, the best
hypothesis, and whatever legal move it happens to name is played. Noise is in dB below the speech;
latency, in milliseconds, runs from the end of speech to the decision.
"""

import argparse
import os
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from bench import results
from ground.progress import Progress
from voice.evaluation.evaluate import Figures, evaluate, figures
from voice.evaluation.scoring import Clip, PositionScorer, Scorer, read_manifest
from voice.hearing.engines import Engine, VoskEngine
from voice.hearing.models import find_model
from voice.hearing.recogniser import Recogniser
from voice.hearing.second_pass import load_engine
from voice.language import lexicon
from voice.language.interpretation import Intent
from voice.language.transcript import Transcript

_LEVELS = (None, 20.0, 10.0, 5.0)
_HEAD = (
    "| noise | way | right at first | asked again | wrong | false accepts "
    "| latency median / 95 % | real-time factor |",
    "|---|---|---|---|---|---|---|---|",
)


class Plain(PositionScorer):
    """The plain way: all words in any order, one hypothesis, no doubt."""

    def __init__(self, fen: str) -> None:
        super().__init__(fen)
        self.phrases = list(lexicon.vocabulary())
        self.sentences = None

    def meaning(self, transcripts: Sequence[Transcript]) -> Intent:
        """The first hypothesis is believed."""
        return super().meaning([Transcript(transcripts[0].text, 1.0)])


WAYS: dict[str, tuple[Callable[[str], Scorer], Callable[[Path], Engine]]] = {
    "Hektor": (PositionScorer, load_engine),
    "plain": (Plain, VoskEngine),
}


def row(noise: float | None, way: str, found: Figures) -> str:
    """One line of the table."""
    n, m = max(1, found.utterances), max(1, found.outside)
    level = "clean" if noise is None else f"{noise:g} dB"
    latency = "-"
    if found.latency_ms is not None and found.latency_95_ms is not None:
        latency = f"{found.latency_ms:.0f} / {found.latency_95_ms:.0f} ms"
    return (
        f"| {level} | {way} | {100 * found.right / n:.1f} % | {100 * found.asked_again / n:.1f} % "
        f"| {found.wrong} of {n} | {found.false_accepts} of {m} | {latency} "
        f"| {found.real_time_factor:.4f} |"
    )


def measure(
    clips: Sequence[Clip], model: Path, levels: Sequence[float | None], ways: Sequence[str]
) -> list[dict[str, Any]]:
    """Print the table, line by line as it is measured; its rows."""
    print(*_HEAD, sep="\n", flush=True)
    rows = []
    for level in levels:
        for way in ways:
            in_position, engine = WAYS[way]
            scored, _ = evaluate(
                clips, Recogniser(engine(model)), level,
                in_position=in_position, progress=Progress(),
            )  # fmt: skip
            found = figures(scored)
            print(row(level, way, found), flush=True)
            rows.append({"noise_db": level, "way": way, **asdict(found)})
    return rows


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--moves", type=int, default=1_000)
    parser.add_argument("--outside", type=int, default=500)
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--manifest", type=Path, help="recordings of one's own")
    parser.add_argument("--noise", type=float, nargs="*", help="levels in dB, besides clean")
    parser.add_argument("--ways", nargs="*", choices=[*WAYS], default=[*WAYS])
    parser.add_argument("--model", metavar="PATH|NAME")
    results.add_option(parser)
    options = parser.parse_args()
    levels = _LEVELS if options.noise is None else (None, *options.noise)
    model = find_model(options.model)
    started = time.monotonic()
    Recogniser(model)  # the first also imports libvosk
    again = time.monotonic()
    Recogniser(model)
    ready = time.monotonic()
    print(f"Model {model.name}: loaded in {1_000 * (ready - again):.0f} ms,", end=" ")
    print(f"{1_000 * (again - started):.0f} ms with libvosk; {os.cpu_count()} processors.")
    if options.manifest is not None:
        rows = measure(read_manifest(options.manifest), model, levels, options.ways)
    else:
        from bench.dictations import write  # noqa: PLC0415  (needs espeak-ng)

        with tempfile.TemporaryDirectory() as folder:
            manifest = write(Path(folder), options.moves, options.outside, options.seed)
            rows = measure(read_manifest(manifest), model, levels, options.ways)
    results.write(options.json, "recognition", {"rows": rows})


if __name__ == "__main__":
    main()
