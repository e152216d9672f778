# SPDX-License-Identifier: GPL-3.0-or-later
"""libvosk as the decoder: it is told anew all day what to listen for."""

import mmap
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from rules.position import Position
from training.synthesis import Synthesiser, synthesise
from voice.hearing.engines import VoskEngine
from voice.hearing.models import BUNDLED
from voice.language.grammar import runtime_phrases

CHANGES = 120
"""libvosk's own way of changing what it listens for would leave 8 MB behind."""


def _resident_mb() -> float:
    pages = int(Path("/proc/self/statm").read_text("utf-8").split()[1])
    return pages * mmap.PAGESIZE / 2**20


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="the system tells no size")
def test_changing_what_is_listened_for_takes_no_memory() -> None:
    engine = VoskEngine(BUNDLED)
    phrases = runtime_phrases(Position.start())
    for _ in range(10):
        engine.listen_for(phrases)
    before = _resident_mb()
    for _ in range(CHANGES):
        engine.listen_for(phrases)
    assert _resident_mb() - before < 2


def test_word_times_begin_anew_with_what_is_listened_for() -> None:
    with Synthesiser() as synthesiser:
        said = synthesise(synthesiser, "Eva vier", "de+f3", 150).astype(float)
    pcm = (said + np.random.default_rng(1).normal(0, 60, len(said))).astype("<i2").tobytes()
    engine = VoskEngine(BUNDLED)
    starts = []
    for _ in range(2):
        engine.listen_for(["eva vier", "[unk]"])
        engine.accept(pcm)
        best = engine.result()[0]
        assert best.text == "eva vier"
        starts.append(best.timed[0].start_s)
    assert starts[0] == starts[1]


def test_phrases_of_unknown_words_only_do_not_end_the_process() -> None:
    program = (
        "from voice.hearing.engines import VoskEngine; from voice.hearing.models import BUNDLED\n"
        "engine = VoskEngine(BUNDLED)\n"
        "for phrases in ([], ['xyzzy']):\n"
        "    engine.listen_for(phrases); engine.accept(bytes(16_000)); engine.result()\n"
    )
    done = subprocess.run([sys.executable, "-c", program], check=False, timeout=60)
    assert done.returncode == 0
