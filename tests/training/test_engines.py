# SPDX-License-Identifier: GPL-3.0-or-later
"""English by other programs than espeak-ng."""

import sys
from itertools import islice
from pathlib import Path
from random import Random

import numpy as np
import pytest

from bench.ears import readers
from training import engines
from training.foreign import taught
from voice.acoustic.augment import Wave
from voice.hearing.models import BUNDLED

SPEAKS = """
import sys, soundfile, numpy
path, percent, *rest = sys.argv[1:]
text = rest[0] if rest else sys.stdin.read()
soundfile.write(path, numpy.full(len(text) * 24 * int(percent), 0.5), 24_000)
"""
"""A program that speaks longer for each letter, at another rate than ours."""


@pytest.mark.parametrize("given", [["{text}"], []], ids=["argument", "input"])
def test_a_text_reaches_a_program_in_either_way(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, given: list[str]
) -> None:
    command = (sys.executable, "-c", SPEAKS, "{path}", "{percent}", *given)
    one = engines.Engine(("some",), (), command)
    monkeypatch.setattr(engines, "engines", lambda: {"it": one})
    wave = engines.say("it", "some", "rook a four", Random(1))
    percent = round(100 / round(Random(1).uniform(0.75, 1.3), 2))
    assert len(wave) == pytest.approx(len("rook eh four") * 16 * percent, abs=2)


def test_what_is_said_is_of_words_whose_sounds_are_known() -> None:
    known = taught(BUNDLED, "en")
    said = list(islice(engines._texts(Random(1), known), 300))
    assert all(word in known for text in said for word in text)
    assert {("rook" in text) for text in said} == {True, False}


def test_the_voices_that_choose_are_learnt_by_nobody() -> None:
    every = engines.engines().values()
    kept = {voice for one in every for voice in one.kept}
    assert kept
    assert not kept & {voice for one in every for voice in one.voices}
    assert "pico" not in engines.engines()


def test_whoever_has_voices_that_were_kept_reads_in_one_of_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    said: list[tuple[str, str]] = []

    def say(engine: str, voice: str, _: str, __: Random) -> Wave:
        said.append((engine, voice))
        return np.zeros(16)

    monkeypatch.setattr(engines, "say", say)
    for name, one in engines.engines().items():
        assert (name in readers.NAMES) == bool(one.kept)
        if one.kept:
            with readers.reader(name) as by:
                by.read("rook a four", Random(1))
            assert said[-1][0] == name
            assert said[-1][1] in one.kept


def test_a_program_that_is_missing_is_an_error_and_no_silence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    one = engines.Engine(("some",), (), ("no-such-program-anywhere",))
    monkeypatch.setattr(engines, "engines", lambda: {"it": one})
    with pytest.raises(OSError, match="no-such-program"):
        engines.say("it", "some", "knight", Random(1))
