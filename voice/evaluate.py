# SPDX-License-Identifier: GPL-3.0-or-later
"""Recognition measured on recordings: the core of ``hektor evaluate``.

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
import sys
import time
import zlib
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from rules.description import MoveDescription
from rules.position import Position
from voice import lexicon
from voice.audio import MILLISECOND, UnreadableRecording, read_recording
from voice.grammar import runtime_phrases
from voice.judging import Ears, InPosition, InWords, Judged, Verdict, judge
from voice.manifest import BadManifest, Clip, read_manifest
from voice.models import ModelError, find_model
from voice.noise import LEAD_MS, in_room, speech_end
from voice.readings import parse_words
from voice.recogniser import Recogniser
from voice.transcript import UNKNOWN


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of ``hektor evaluate``."""
    parser.add_argument("manifest", type=Path, help="TSV of path and transcript")
    parser.add_argument("--noise", type=float, metavar="DB", help="add noise, DB below the speech")
    parser.add_argument("--fen", help="judge moves in this position")
    parser.add_argument("--model", metavar="PATH|NAME", help="another Vosk model")
    parser.add_argument("--json", action="store_true", help="end with one JSON object")
    parser.add_argument("--details", action="store_true", help="say what was not right")


def run(
    options: argparse.Namespace,
    say: Callable[[str], None] = print,
    warn: Callable[[str], None] = lambda line: print(line, file=sys.stderr),
) -> int:
    """``hektor evaluate``; options as :func:`add_arguments` names them. The exit status."""
    try:
        clips = read_manifest(options.manifest, options.fen)
        import vosk  # noqa: F401, PLC0415  (so that only the model's own loading is measured)

        before = time.monotonic()
        recogniser = Recogniser(find_model(options.model))
        load_ms = 1_000 * (time.monotonic() - before)
        judged, unreadable = evaluate(clips, recogniser, options.noise, warn)
    except (BadManifest, ModelError, ValueError) as error:
        warn(str(error))
        return 2
    if not judged:
        warn("None of the recordings could be read.")
        return 2
    if options.details:
        for each in judged:
            if each.verdict not in (Verdict.RIGHT, Verdict.REJECTED):
                said, heard = (
                    " ".join(words) or "nothing" for words in (each.clip.words, each.heard)
                )
                say(f"{each.clip.path.name}: {each.verdict}: said {said}, heard {heard}.")
    found = figures(judged, load_ms, unreadable)
    for line in lines(found):
        say(line)
    if options.json:
        say(json.dumps(asdict(found)))
    return 0


def evaluate(
    clips: Sequence[Clip],
    recogniser: Recogniser,
    snr_db: float | None = None,
    warn: Callable[[str], None] = print,
) -> tuple[list[Judged], int]:
    """Judge every recording; also how many could not be read."""
    words_ears = _words_ears([clip for clip in clips if clip.fen is None])
    judged = []
    unreadable = 0
    for clip in clips:
        try:
            samples = read_recording(clip.path)
        except UnreadableRecording as error:
            warn(str(error))
            unreadable += 1
            continue
        ears: Ears = words_ears if clip.fen is None else InPosition(clip.fen)
        seed = zlib.crc32(clip.path.name.encode())
        spoken_until = LEAD_MS * MILLISECOND + speech_end(samples)
        judged.append(judge(clip, in_room(samples, snr_db, seed), spoken_until, recogniser, ears))
    return judged, unreadable


def _words_ears(clips: Sequence[Clip]) -> Ears:
    """What to listen for where no position is given."""
    said = {clip.words for clip in clips if clip.inside}
    if any(_is_move(words) for words in said):
        phrases = {*runtime_phrases(Position.start()), *map(" ".join, said)}
        return InWords(sorted(phrases), language=True)
    tables = lexicon.load()
    usual = [each[0] for name in ("ranks", "pieces") for each in tables[name].values()]
    alone = [" ".join(lexicon.words(each)) for each in (*usual, "kurze Rochade", "lange Rochade")]
    return InWords(sorted({*alone, *map(" ".join, said), UNKNOWN}), language=False)


def _is_move(words: tuple[str, ...]) -> bool:
    """Whether a move with a square is said; castling is an order of two words."""
    readings = (each for each in parse_words(words) if isinstance(each, MoveDescription))
    return any(each.castling is None for each in readings)


# --- The figures ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Figures:
    """What ``hektor evaluate`` prints; accuracies 0 to 1, counts of recordings, times in ms."""

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


def figures(judged: Sequence[Judged], load_ms: float = 0.0, unreadable: int = 0) -> Figures:
    """Sum up; ``judged`` is not empty."""
    verdicts = Counter(each.verdict for each in judged)
    inside = [each for each in judged if each.clip.inside]
    errors = sum(_distance(each.clip.words, each.heard) for each in inside)
    words = sum(len(each.clip.words) for each in inside)
    delays = [each.latency_ms for each in inside if each.latency_ms is not None]
    median, late = np.percentile(delays, (50, 95)).tolist() if delays else (None, None)
    seconds = sum(each.seconds for each in judged)
    return Figures(
        utterances=len(inside),
        utterance_accuracy=verdicts[Verdict.RIGHT] / max(1, len(inside)),
        word_accuracy=max(0.0, 1 - errors / max(1, words)),
        right=verdicts[Verdict.RIGHT],
        asked_again=verdicts[Verdict.ASKED_AGAIN],
        wrong=verdicts[Verdict.WRONG],
        outside=len(judged) - len(inside),
        false_accepts=verdicts[Verdict.ACCEPTED],
        latency_ms=median,
        latency_95_ms=late,
        real_time_factor=sum(each.cpu_seconds for each in judged) / max(seconds, 1e-9),
        rss_mb=_resident_mb(),
        load_ms=load_ms,
        unreadable=unreadable,
    )


def lines(found: Figures) -> list[str]:
    """The figures for people, one fact a line."""
    told = [
        f"{found.utterances} utterances in the language: {found.right} right, "
        f"{found.asked_again} asked again, {found.wrong} wrong.",
        f"Utterances right: {100 * found.utterance_accuracy:.1f} %. "
        f"Words right: {100 * found.word_accuracy:.1f} %.",
        f"{found.outside} utterances outside the language: {found.false_accepts} accepted.",
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


def _distance(one: Sequence[str], other: Sequence[str]) -> int:
    """How many words must be changed, added or left out (Levenshtein 1966)."""
    row = list(range(len(other) + 1))
    for i, word in enumerate(one, start=1):
        before, row[0] = row[0], i
        for j, against in enumerate(other, start=1):
            before, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, before + (word != against))
    return row[-1]


def _resident_mb() -> float:
    """The most memory that this process ever held."""
    try:
        import resource  # noqa: PLC0415  (there is none on Windows)
    except ImportError:
        return 0.0
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1e6
