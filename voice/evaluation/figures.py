# SPDX-License-Identifier: GPL-3.0-or-later
"""The figures of a measurement: counts, shares and times, for people and as plain data."""

import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from voice.evaluation.scoring import Scored, Verdict
from voice.language.transcript import distance


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
