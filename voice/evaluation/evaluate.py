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
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path

from rules.description import MoveDescription
from rules.position import Position
from voice.evaluation.figures import figures, lines
from voice.evaluation.manifest import BadManifest, Clip, read_manifest
from voice.evaluation.noise import LEAD_MS, in_room, speech_end
from voice.evaluation.scoring import PositionScorer, Scored, Scorer, Verdict, WordScorer, score
from voice.hearing.audio import MILLISECOND, UnreadableRecording, read_recording
from voice.hearing.models import ModelError, find_model
from voice.hearing.recogniser import Recogniser
from voice.language import lexicon
from voice.language.grammar import runtime_phrases
from voice.language.semantics import parse_words
from voice.language.transcript import UNKNOWN


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of ``hektor evaluate``."""
    parser.add_argument("manifest", type=Path, help="A TSV of path and transcript.")
    parser.add_argument("--noise", type=float, metavar="DB", help="Add noise, DB below the speech.")
    parser.add_argument("--fen", help="Judge moves in this position.")
    parser.add_argument(
        "--model",
        metavar="NAME|PATH",
        help="A Vosk model to listen with instead of the bundled one, by name or path.",
    )
    parser.add_argument("--json", action="store_true", help="End with one JSON object.")
    parser.add_argument("--details", action="store_true", help="Tell what was not right.")


def run(
    options: argparse.Namespace,
    say: Callable[[str], None] = print,
    warn: Callable[[str], None] = lambda line: print(line, file=sys.stderr),
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> int:
    """``hektor evaluate``; options as :func:`add_arguments` names them. The exit status."""
    try:
        clips = read_manifest(options.manifest, options.fen)
        import vosk  # noqa: F401, PLC0415  (so that only the model's own loading is measured)

        before = time.monotonic()
        recogniser = Recogniser(find_model(options.model))
        load_ms = 1_000 * (time.monotonic() - before)
        scored, unreadable = evaluate(clips, recogniser, options.noise, warn, progress=progress)
    except (BadManifest, ModelError, ValueError) as error:
        warn(str(error))
        return 2
    if not scored:
        warn("None of the recordings could be read.")
        return 2
    if options.details:
        for each in scored:
            if each.verdict not in (Verdict.RIGHT, Verdict.REJECTED):
                said, heard = (
                    " ".join(words) or "nothing" for words in (each.clip.words, each.heard)
                )
                say(f"{each.clip.path.name}: {each.verdict}: said {said}, heard {heard}.")
    found = figures(scored, load_ms, unreadable)
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
    in_position: Callable[[str], Scorer] = PositionScorer,
    *,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> tuple[list[Scored], int]:
    """Judge every recording; also how many could not be read.

    ``in_position`` makes of a FEN what listens and judges where there is one. ``progress`` is told
    how many are done, and of how many.
    """
    words_scorer = _words_scorer([clip for clip in clips if clip.fen is None])
    scored = []
    unreadable = 0
    for done, clip in enumerate(clips):
        progress(done, len(clips))
        try:
            samples = read_recording(clip.path)
        except UnreadableRecording as error:
            warn(str(error))
            unreadable += 1
            continue
        scorer: Scorer = words_scorer if clip.fen is None else in_position(clip.fen)
        seed = zlib.crc32(clip.path.name.encode())
        spoken_until = LEAD_MS * MILLISECOND + speech_end(samples)
        scored.append(score(clip, in_room(samples, snr_db, seed), spoken_until, recogniser, scorer))
    return scored, unreadable


def _words_scorer(clips: Sequence[Clip]) -> Scorer:
    """What to listen for where no position is given."""
    said = {clip.words for clip in clips if clip.inside}
    if any(_is_move(words) for words in said):
        phrases = {*runtime_phrases(Position.start()), *map(" ".join, said)}
        return WordScorer(sorted(phrases), language=True)
    tables = lexicon.load(lexicon.GERMAN.name)
    sections = ("ranks", "pieces", "castling")
    alone = [each[0].lower() for name in sections for each in tables[name].values()]
    return WordScorer(sorted({*alone, *map(" ".join, said), UNKNOWN}), language=False)


def _is_move(words: tuple[str, ...]) -> bool:
    """Whether a move with a square is said; castling is an order of two words."""
    readings = (each for each in parse_words(words) if isinstance(each, MoveDescription))
    return any(each.castling is None for each in readings)
