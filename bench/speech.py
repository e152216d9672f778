# SPDX-License-Identifier: GPL-3.0-or-later
"""How quickly Hektor speaks and falls silent.

    python -m bench.speech [--repeat 50] [--json FILE]

All in milliseconds. "say" is the time from ``Speech.say`` to the first sample handed to the sound
card, warm: with the phrase new to the cache and known to it. "cancel" is the time from
``Speech.cancel`` to the first silent block handed over. What the sound card holds in its buffers
comes on top ("buffer", as PortAudio tells it). "render" is the voice alone. Without a loudspeaker
only that is measured.
"""

import argparse
import itertools
import random
import sys
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import chess

from announce.lexicon import Segment
from announce.text.settings import Settings
from announce.text.utterance import Utterance
from announce.words.moves import square_words
from bench import results
from game.speech.drivers import Rendered
from game.speech.manager import Callbacks, Speech
from game.speech.player import Loudspeaker, LoudspeakerLost, StreamPlayer
from game.speech.voice import Voice
from game.speech.voices import EngineRenderer
from voice.evaluation.evaluate import most_memory_mb

PATIENCE = 10.0  # seconds


class Watch:
    """Looks at the blocks on their way to the sound card."""

    def __init__(self) -> None:
        self._wanted: bool | None = None  # a block with sound, a silent one, or none
        self._seen = threading.Event()
        self._at = 0
        self.buffers: list[float] = []

    def open_stream(self, callback: Callable[..., None], **options: Any) -> Any:
        """A stream of sounddevice whose callback is watched."""
        import sounddevice  # noqa: PLC0415

        def watched(out: Any, frames: int, when: Any, status: Any) -> None:
            callback(out, frames, when, status)
            self.buffers.append(1000 * (when.outputBufferDacTime - when.currentTime))
            if self._wanted is not None and any(bytes(out)) == self._wanted:
                self._at = time.monotonic_ns()
                self._wanted = None
                self._seen.set()

        return sounddevice.RawOutputStream(callback=watched, **options)

    def milliseconds_until(self, sound: bool, do: Callable[[], object]) -> float:
        """From the call of ``do`` to the first block with sound, or without."""
        self._seen.clear()
        begun = time.monotonic_ns()
        do()
        self._wanted = sound
        if not self._seen.wait(PATIENCE):
            raise LoudspeakerLost("The sound card asks for no blocks.")
        return (self._at - begun) / 1e6


def moves() -> Iterator[Utterance]:
    """Moves read back, each only once."""
    for start, end in itertools.permutations(chess.SQUARES, 2):
        first, last = (square_words(square, Settings())[0].text for square in (start, end))
        yield Utterance((Segment(f"Springer {first} {last}", "de"),))


def measure(repeat: int) -> dict[str, list[float]]:
    """Milliseconds, one figure a repetition."""
    found: dict[str, list[float]] = {}
    phrases = moves()
    renderer = EngineRenderer()
    begun = time.perf_counter()
    renderer.render("a", Voice())
    found["first render"] = [1000 * (time.perf_counter() - begun)]
    found["render"] = []
    for utterance in itertools.islice(phrases, repeat):
        begun = time.perf_counter()
        renderer.render(utterance.spoken, Voice())
        found["render"].append(1000 * (time.perf_counter() - begun))

    watch = Watch()
    player = StreamPlayer(Loudspeaker(open_stream=watch.open_stream))
    try:
        player.open()
    except LoudspeakerLost as error:
        print(error, file=sys.stderr)
        return found
    lost = Callbacks(on_lost=lambda *lost: print(*lost, file=sys.stderr))
    speech = Speech(Rendered(renderer, player), tell=lost)
    speech.say(next(phrases))
    speech.wait_idle()  # the sound server has begun to take blocks
    watch.buffers.clear()
    dice = random.Random(1)
    found |= {"say, new": [], "say, known": [], "cancel": []}
    for utterance in itertools.islice(phrases, repeat):
        for name in ("say, new", "say, known"):
            time.sleep(dice.uniform(0.02, 0.06))  # at any point between two blocks
            say = watch.milliseconds_until(True, partial(speech.say, utterance))
            found[name].append(say)
            time.sleep(dice.uniform(0.2, 0.3))
            found["cancel"].append(watch.milliseconds_until(False, speech.cancel))
            speech.wait_idle()
    found["buffer"] = watch.buffers
    cpu, wall = time.process_time(), time.perf_counter()
    time.sleep(5)
    found["idle CPU, % of a core"] = [
        100 * (time.process_time() - cpu) / (time.perf_counter() - wall)
    ]
    speech.close()
    return found


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--repeat", type=int, default=50)
    results.add_option(parser)
    given = parser.parse_args()
    found = {name: results.summary(figures) for name, figures in measure(given.repeat).items()}
    memory = most_memory_mb()
    for name, figures in found.items():
        print(f"{name:24} median {figures['median']:8} worst {figures['worst']:8}")
    print(f"{'memory, MB':24} {memory:.0f}")
    results.write(given.json, "speech", {**found, "memory_mb": round(memory)})


if __name__ == "__main__":
    main()
