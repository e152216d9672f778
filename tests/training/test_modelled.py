# SPDX-License-Identifier: GPL-3.0-or-later
"""German words are given to voices that a model of speech makes, and its phones are labelled."""

import random
from pathlib import Path

import pytest
from speeches import said

from training import modelled
from training.diphones import Sounds, Way
from voice.acoustic.phones import INDEX, PHONES, WORD

SOUNDS = Sounds(
    "pau",
    {},
    {
        INDEX["aI"]: (Way(("ay",), (INDEX["aI"],)),),
        INDEX["ts"]: (Way(("t", "s"), (INDEX["ts"],)),),
        INDEX["d"]: (Way(("d",), (INDEX["d"],)),),
        INDEX["@"]: (Way(("ax",), (INDEX["@"],)),),
        INDEX["n"]: (Way(("n",), (INDEX["n"],)),),
    },
    modelled=True,
)
WORDS = (
    (("d", INDEX["d"]), ("ay", INDEX["aI"]), ("n", INDEX["n"]), ("ax", INDEX["@"])),
    (("t", INDEX["ts"]), ("s", INDEX["ts"]), ("ay", INDEX["aI"])),
)


def test_words_have_the_nearest_phones_of_the_voice() -> None:
    speech = said(WORD, "d", "aI", "n", "@", WORD, "ts", "aI")
    assert modelled.spelled(speech, SOUNDS, random.Random(1)) == list(WORDS)


@pytest.mark.parametrize("phones", [(), (WORD, "d", "n", WORD, "aI")])
def test_word_without_a_vowel_cannot_be_said_alone(phones: tuple[str, ...]) -> None:
    assert modelled.spelled(said(*phones), SOUNDS, random.Random(1)) is None


FESTIVAL = """#!/usr/bin/env python3
import pathlib, re, sys, wave
program = pathlib.Path(sys.argv[-1]).read_text()
for number, path in enumerate(re.findall(r'utt.save.wave u "(.*?)"', program)):
    with wave.open(path, "wb") as file:
        file.setnchannels(1); file.setsampwidth(2); file.setframerate(1000)
        file.writeframes(bytes(2000))
    print("noise of Festival")
    for place, phone in enumerate(%s):
        print("@", number, phone, (place + 1) / 10)
"""


def festival(folder: Path, phones: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """A program of that name, which says these phones of all, a tenth of a second each."""
    program = folder / "festival"
    program.write_text(FESTIVAL % phones)
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(folder), prepend=":")


def test_phones_last_as_long_as_the_voice_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = ["pau", "d", "ay", "n", "ax", "t", "s", "ay", "pau"]
    festival(tmp_path, told, monkeypatch)
    ((wave, rate, phones),) = modelled.say("someone", [WORDS], "pau", random.Random(1))
    assert (rate, len(wave)) == (1000, 1000)
    assert [(PHONES[each.phone], round(each.start), round(each.end)) for each in phones] == [
        ("SIL", 0, 100),
        ("d", 100, 200),
        ("aI", 200, 300),
        ("n", 300, 400),
        ("@", 400, 500),
        ("ts", 500, 700),
        ("aI", 700, 800),
        ("SIL", 800, 900),
    ]


def test_what_was_said_with_other_phones_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    festival(tmp_path, ["pau", "d", "ay", "pau"], monkeypatch)
    assert modelled.say("someone", [WORDS], "pau", random.Random(1)) == []


def test_first_syllable_is_stressed_and_each_has_a_vowel(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = tmp_path / "written"
    program = tmp_path / "festival"
    program.write_text(f'#!/bin/sh\ncp "$2" {written}\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    modelled.say("someone", [WORDS], "pau", random.Random(1))
    assert "n (((d ay) 1) ((n ax) 0))" in written.read_text()
    assert "n (((t s ay) 1))" in written.read_text()
