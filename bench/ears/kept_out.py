# SPDX-License-Identifier: GPL-3.0-or-later
"""Single words of the people who are kept out of training: they come first.

Digits of the two speakers kept for final figures, and all that the sources for checks alone say of
the language of moves. Each is heard among all single words of a game and all commands of one word
(``phrases``), which is harder than a game, where most of them make no sense.
"""

import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from bench.ears.conditions import Condition
from lab.acoustics import LEAD_MS, speech_end
from lab.scoring import Verdict, WordScorer, score
from training.recordings import Recording, manifest, plan
from voice.hearing.audio import MILLISECOND, read_recording
from voice.hearing.recogniser import Recogniser
from voice.language import lexicon
from voice.language.transcript import UNKNOWN
from voice.learning.manifest import Clip

SOURCES: Final = ("heidelberg-digits", "picochess", "gcompris")
TOLD: Final = (Verdict.RIGHT, Verdict.ASKED_AGAIN, Verdict.WRONG)
_TABLES: Final = ("files", "ranks", "pieces", "castling", "capture", "check", "commands")
_TALKERS: Final = 20  # who are heard where others talk in the room


def recordings(folders: Iterable[Path]) -> list[Recording]:
    """Words of the vocabulary by people who are kept for final figures."""
    known, kept = set(lexicon.vocabulary()), plan()["digits"]["held_out"]
    return [
        one
        for folder in folders
        for one in manifest(folder)
        if one.source in SOURCES
        and (one.speaker in kept or one.source != SOURCES[0])
        and len(words := lexicon.words(one.transcript)) == 1
        and known.issuperset(words)
    ]


def phrases(words: Sequence[str]) -> list[str]:
    """Phrases to listen for: single words of a game, and ``words``."""
    tables = lexicon.load(lexicon.GERMAN.name)
    ways = [way for name in _TABLES for each in tables[name].values() for way in each]
    plain = [*(way for way in ways if way.isalpha()), "kurze Rochade", "lange Rochade", *words]
    return [*sorted({" ".join(lexicon.words(each)) for each in plain}), UNKNOWN]


def table(
    recogniser: Recogniser, folders: Iterable[Path], conditions: Mapping[str, Condition]
) -> Iterator[dict[str, Any]]:
    """A row for each condition: how many words were heard right, wrong, and not at all."""
    people = recordings(folders)
    said = sorted({" ".join(lexicon.words(one.transcript)) for one in people})
    scorer = WordScorer(phrases(said), language=False)
    talk = [read_recording(one.path) for one in people[:_TALKERS]]
    for name, condition in conditions.items():
        counted: Counter[Verdict] = Counter()
        for one in people:
            sound = read_recording(one.path)
            heard = condition(sound, talk, zlib.crc32(one.path.name.encode()))
            clip = Clip(one.path, lexicon.words(one.transcript), inside=True, fen=None)
            until = LEAD_MS * MILLISECOND + speech_end(sound)
            counted[score(clip, heard, until, recogniser, scorer).verdict] += 1
        told = {each.value: counted[each] for each in TOLD}
        yield {"condition": name, "clips": len(people), **told}
