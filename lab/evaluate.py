# SPDX-License-Identifier: GPL-3.0-or-later
"""``hektor evaluate``: recognition measured on recordings.

A manifest is a TSV of path and transcript, as a header names them or in this order; columns
``fen`` and ``role`` are used where there are any, others are left alone. What is counted:

- *right*, *asked again*, *wrong*: of the recordings whose transcript is in Hektor's language.
  With a position (``--fen`` or the column) the meaning counts: the move or command that would be
  played or obeyed at once. Without one, the words count.
- *false accepts*: recordings that are not in the language and were still taken for a move, a
  command or a word. A transcript that is empty or has a word that Hektor does not know is not in
  the language; so are the roles ``out_of_grammar`` and ``sentence``.
- *latency*: from the end of speech in the recording to the decision, in the time of the sound
  plus the computing time of the last block.

Without a position the whole language is listened for. Where the manifest names no square in any
line (single words, an enrolment), it is its own lines, the ranks, the pieces and castling.
"""

import argparse
import json
import multiprocessing
import os
import signal
import sys
import time
import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from functools import cache, partial
from pathlib import Path

import numpy as np

from announce.words.program import progress_line
from game.app.options import interface
from ground.progress import Progress
from ground.text import one_line
from lab.acoustics import LEAD_MS, in_room, speech_end
from lab.scoring import (
    PositionScorer,
    Scored,
    Scorer,
    Verdict,
    WordScorer,
    score,
)
from rules.description import MoveDescription
from rules.position import Position
from voice.hearing.audio import MILLISECOND, UnreadableRecording, read_recording
from voice.hearing.models import find_model
from voice.hearing.recogniser import Recogniser
from voice.language import lexicon
from voice.language.grammar import runtime_phrases
from voice.language.semantics import parse_words
from voice.language.transcript import UNKNOWN, distance
from voice.learning.manifest import Clip, read_manifest

MANY = 64
"""Recordings that are worth a process on every processor; each loads the model first."""

_SHARE = 4  # recordings that a process gets at a time

Judged = Scored | str
"""The verdict on a recording, or why it could not be read."""


def add_evaluate_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``hektor evaluate``."""
    parser.add_argument("manifest", type=Path, help="A TSV of path and transcript.")
    parser.add_argument("--noise", type=float, metavar="DB", help="Add noise, DB below the speech.")
    parser.add_argument("--fen", help="Judge moves in this position.")
    parser.add_argument(
        "--model",
        metavar="NAME|PATH",
        help="A Vosk model to listen with instead of the bundled one, by name or path.",
    )
    parser.add_argument("--json", action="store_true", help="End with one JSON object.")
    parser.add_argument(
        "--details",
        action="store_true",
        help="Tell what was not right, with the probabilities and costs behind it.",
    )


def run_evaluate(options: argparse.Namespace) -> int:
    """Print the figures. The exit status is 2 if no recording could be read."""
    try:
        clips = read_manifest(options.manifest, options.fen)
        import vosk  # noqa: F401, PLC0415  (so that only the model's own loading is measured)

        before = time.monotonic()
        recogniser = Recogniser(find_model(options.model))
        load_ms = 1_000 * (time.monotonic() - before)
        judged = (
            _on_all_processors(clips, options.model, options.noise)
            if len(clips) >= MANY and (os.cpu_count() or 1) > 1
            else _judged(clips, recogniser, options.noise, PositionScorer)
        )
        scored: list[Scored] = []
        progress = Progress(partial(progress_line, interface()))
        for done, each in enumerate(judged, start=1):
            if isinstance(each, str):
                _warn(each)
            else:
                scored.append(each)
                if options.details:
                    _tell(each)
            progress(done, len(clips))
    except ValueError as error:
        _warn(str(error))
        return 2
    if not scored:
        _warn("None of the recordings could be read.")
        return 2
    found = figures(scored, load_ms, unreadable=len(clips) - len(scored))
    for line in lines(found):
        print(line)
    if options.json:
        print(json.dumps(asdict(found)))
    return 0


def _warn(reason: str) -> None:
    print(one_line(reason), file=sys.stderr)


def _tell(each: Scored) -> None:
    if each.verdict not in (Verdict.RIGHT, Verdict.REJECTED):
        said, heard = (" ".join(words) or "nothing" for words in (each.clip.words, each.heard))
        print(f"{each.clip.path.name}: {each.verdict}: said {said}, heard {heard}.")
        for line in each.reasons:
            print(f"  {line}")


def evaluate(
    clips: Sequence[Clip],
    recogniser: Recogniser,
    snr_db: float | None = None,
    warn: Callable[[str], None] = print,
    *,
    in_position: Callable[[str], Scorer] = PositionScorer,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> tuple[list[Scored], int]:
    """Judge every recording; also how many could not be read.

    ``in_position`` makes of a FEN what listens and judges where there is one.
    """
    judged = []
    for each in _judged(clips, recogniser, snr_db, in_position):
        judged.append(each)
        progress(len(judged), len(clips))
        if isinstance(each, str):
            warn(each)
    scored = [each for each in judged if not isinstance(each, str)]
    return scored, len(judged) - len(scored)


def _judged(
    clips: Sequence[Clip],
    recogniser: Recogniser,
    snr_db: float | None,
    in_position: Callable[[str], Scorer],
) -> Iterator[Judged]:
    words_scorer = _words_scorer([clip for clip in clips if clip.fen is None])
    for clip in clips:
        scorer = words_scorer if clip.fen is None else in_position(clip.fen)
        yield _judge(clip, recogniser, scorer, snr_db)


def _judge(clip: Clip, recogniser: Recogniser, scorer: Scorer, snr_db: float | None) -> Judged:
    try:
        samples = read_recording(clip.path)
    except UnreadableRecording as error:
        return str(error)
    seed = zlib.crc32(clip.path.name.encode())
    spoken_until = LEAD_MS * MILLISECOND + speech_end(samples)
    return score(clip, in_room(samples, snr_db, seed), spoken_until, recogniser, scorer)


# --- On all processors ----------------------------------------------------------------------------


def _on_all_processors(
    clips: Sequence[Clip], model: str | None, snr_db: float | None
) -> Iterator[Judged]:
    """Judge the recordings in their order, each as if it came alone."""
    alone = tuple(clip for clip in clips if clip.fen is None)
    context = multiprocessing.get_context("spawn")  # threads run here
    pool = ProcessPoolExecutor(
        os.cpu_count(), context, initializer=_begin, initargs=(model, snr_db, alone)
    )
    with pool:
        try:
            yield from pool.map(_judge_there, clips, chunksize=_SHARE)
        finally:
            pool.shutdown(cancel_futures=True)


_GIVEN: list[tuple[str | None, float | None, tuple[Clip, ...]]] = []
"""The facts that a process was started with: the model, the noise, and what is said without a
position."""


def _begin(model: str | None, snr_db: float | None, alone: tuple[Clip, ...]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # that is for the one who started it
    _GIVEN[:] = [(model, snr_db, alone)]


@cache
def _loaded() -> tuple[Recogniser, Scorer]:
    model, _, alone = _GIVEN[0]
    return Recogniser(find_model(model)), _words_scorer(alone)


def _judge_there(clip: Clip) -> Judged:
    recogniser, words_scorer = _loaded()
    scorer = words_scorer if clip.fen is None else PositionScorer(clip.fen)
    return _judge(clip, recogniser, scorer, _GIVEN[0][1])


def _words_scorer(clips: Sequence[Clip]) -> Scorer:
    """The scorer of words, where no position is given."""
    said = {clip.words for clip in clips if clip.inside}
    if any(_is_move(words) for words in said):
        phrases = {*runtime_phrases(Position.start()), *map(" ".join, said)}
        return WordScorer(sorted(phrases), language=True)
    tables = lexicon.load(lexicon.GERMAN.name)
    sections = ("ranks", "pieces", "castling")
    alone = [each[0].lower() for name in sections for each in tables[name].values()]
    return WordScorer(sorted({*alone, *map(" ".join, said), UNKNOWN}), language=False)


def _is_move(words: tuple[str, ...]) -> bool:
    """True if a move with a square is said; castling is an order of two words."""
    readings = (each for each in parse_words(words) if isinstance(each, MoveDescription))
    return any(each.castling is None for each in readings)


# --- Figures: counts, shares and times ------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures that ``hektor evaluate`` prints; accuracies 0 to 1, counts of recordings, times
    in ms."""

    utterances: int
    utterance_accuracy: float
    word_accuracy: float
    right: int
    asked_again: int
    wrong: int
    outside: int
    false_accepts: int
    latency_ms: float | None
    latency_95_ms: float | None
    real_time_factor: float
    rss_mb: float
    load_ms: float = 0.0
    unreadable: int = 0


def figures(scored: Sequence[Scored], load_ms: float = 0.0, unreadable: int = 0) -> Figures:
    """Sum up; ``scored`` is not empty."""
    verdicts = Counter(each.verdict for each in scored)
    inside = [each for each in scored if each.clip.inside]
    errors = sum(distance(each.clip.words, each.heard) for each in inside)
    words = sum(len(each.clip.words) for each in inside)
    delays = [each.latency_ms for each in inside if each.latency_ms is not None]
    median, late = np.percentile(delays, (50, 95)).tolist() if delays else (None, None)
    seconds = sum(each.seconds for each in scored)
    return Figures(
        utterances=len(inside),
        utterance_accuracy=verdicts[Verdict.RIGHT] / max(1, len(inside)),
        word_accuracy=max(0.0, 1 - errors / max(1, words)),
        right=verdicts[Verdict.RIGHT],
        asked_again=verdicts[Verdict.ASKED_AGAIN],
        wrong=verdicts[Verdict.WRONG],
        outside=len(scored) - len(inside),
        false_accepts=verdicts[Verdict.ACCEPTED],
        latency_ms=median,
        latency_95_ms=late,
        real_time_factor=sum(each.cpu_seconds for each in scored) / max(seconds, 1e-9),
        rss_mb=most_memory_mb(),
        load_ms=load_ms,
        unreadable=unreadable,
    )


def _utterances(count: int) -> str:
    return "1 utterance" if count == 1 else f"{count} utterances"


def lines(found: Figures) -> list[str]:
    """The figures for people, one fact a line."""
    told = [
        f"{_utterances(found.utterances)} in the language: {found.right} right, "
        f"{found.asked_again} asked again, {found.wrong} wrong.",
        f"Utterances right: {100 * found.utterance_accuracy:.1f} %. "
        f"Words right: {100 * found.word_accuracy:.1f} %.",
        f"{_utterances(found.outside)} outside the language: {found.false_accepts} accepted.",
    ]
    if found.latency_ms is not None and found.latency_95_ms is not None:
        told.append(
            f"End of speech to decision: median {found.latency_ms:.0f} ms, "
            f"95 % within {found.latency_95_ms:.0f} ms."
        )
    told.append(
        f"Real-time factor {found.real_time_factor:.4f}, memory {found.rss_mb:.0f} MB, "
        f"model loaded in {found.load_ms:.0f} ms."
    )
    if found.unreadable:
        told.append(f"{found.unreadable} recordings could not be read.")
    return told


def most_memory_mb() -> float:
    """The most memory that this process, or one that it started and that ended, ever held."""
    try:
        import resource  # noqa: PLC0415  (there is none on Windows)
    except ImportError:
        return 0.0
    unit = 1 if sys.platform == "darwin" else 1024
    own, others = (
        resource.getrusage(who).ru_maxrss
        for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    )
    return max(own, others) * unit / 1e6
