# SPDX-License-Identifier: GPL-3.0-or-later
"""How surely two people are told apart by their voices.

    python -m bench.speakers DIR [--clips 40] [--json FILE]

``DIR`` as for ``bench.learning``. A profile is made of three takes of each word of each speaker;
their other takes, one word or four in a row, are judged between that profile and that of each
other speaker. An error is odds for the other. Speakers take both parts in turn, so that it is
the rate of right voices rejected and, as well, that of wrong ones accepted.
"""

import argparse
from pathlib import Path

import numpy as np

from bench import results
from bench.learning import people
from ground.progress import Progress
from voice.evaluation.rooms import LEAD_MS, in_room
from voice.hearing.audio import RATE, Samples, read_recording
from voice.learning.speaker_identification import likelier, profile
from voice.learning.store import Take

_TAKES = 3
_LEAD, _TAIL = LEAD_MS * RATE // 2000, 3 * RATE // 2  # of what in_room puts around a recording


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--clips", type=int, default=40, help="of each speaker, at most")
    results.add_option(parser)
    options = parser.parse_args()
    found = people(options.folder)
    draw = np.random.default_rng(0)
    profiles, clips = {}, {}
    for name, words in found.items():
        said = [one for word in words.values() for one in word[:_TAKES]]
        profiles[name] = profile(
            [Take((one.transcript,), read_recording(one.path)) for one in said]
        )
        rest = [one for word in words.values() for one in word[_TAKES:]]
        chosen = draw.permutation(len(rest))[: options.clips]
        clips[name] = [read_recording(rest[i].path) for i in chosen]
    rows = []
    print("| words | noise | n | wrong |\n|---|---|---|---|")
    for words_each in (1, 4):
        for noise in (None, 20.0, 10.0):
            odds = [
                likelier(profiles[name], profiles[other], sound)
                for name in Progress().over(found)
                for i in range(0, len(clips[name]), words_each)
                for sound in [_heard(clips[name][i : i + words_each], noise, i)]
                for other in found
                if other != name
            ]
            wrong = sum(each <= 0 for each in odds)
            share = 100 * wrong / len(odds)
            rows.append({
                "words": words_each, "noise_db": noise, "n": len(odds),
                "wrong_percent": round(share, 1),
            })  # fmt: skip
            print(
                f"| {words_each} | {results.noise(noise)} | {len(odds)} | {share:.1f} % |",
                flush=True,
            )
    results.write(options.json, "speakers", {"people": len(found), "rows": rows})


def _heard(samples: list[Samples], noise: float | None, seed: int) -> Samples:
    sound = np.concatenate(samples)
    return sound if noise is None else in_room(sound, noise, seed)[_LEAD:-_TAIL]


if __name__ == "__main__":
    main()
