# SPDX-License-Identifier: GPL-3.0-or-later
"""German phones are put together from what a voice of another language has recorded."""

import random
from pathlib import Path

import pytest
from speeches import said

from training import diphones
from training.diphones import Sounds, Way, spelled
from training.synthesis import Synthesised
from voice.acoustic.phones import INDEX, PHONES, WORD

SOUNDS = Sounds(
    "#",
    {},
    {
        INDEX["SIL"]: (Way(("#",), (INDEX["SIL"],)),),
        INDEX["aI"]: (Way(("a", "j"), (INDEX["aI"],)),),
        INDEX["y"]: (Way(("y",), (INDEX["y"],)), Way(("i",), (INDEX["I"],))),
        INDEX["n"]: (Way(("n",), (INDEX["n"],)),),
    },
)


def notes(speech: Synthesised, *known: str) -> list[tuple[str, str]] | None:
    pairs = frozenset((one, other) for one, _, other in (each.partition("-") for each in known))
    found = spelled(speech, SOUNDS, pairs, random.Random(1))
    return None if found is None else [(phone, PHONES[label]) for phone, _, label in found]


def test_every_phone_of_the_model_can_be_said_in_every_language() -> None:
    for name, sounds in diphones.languages().items():
        assert set(sounds.ways) == set(range(len(PHONES))), name
        for ways in sounds.ways.values():
            assert all(len(way.labels) in (1, len(way.phones)) for way in ways)


def test_two_phones_of_the_voice_may_be_one_of_the_model() -> None:
    found = notes(said("aI", "n"), "#-a", "a-j", "j-n", "n-#")
    assert found == [("#", "SIL"), ("a", "aI"), ("j", "aI"), ("n", "n"), ("#", "SIL")]


def test_nearest_way_that_was_recorded_is_labelled_as_what_it_is() -> None:
    assert notes(said("y", "n"), "#-y", "y-n", "#-i", "i-n", "n-#") == [
        ("#", "SIL"), ("y", "y"), ("n", "n"), ("#", "SIL")]  # fmt: skip
    assert notes(said("y", "n"), "#-y", "#-i", "i-n", "n-#") == [
        ("#", "SIL"), ("i", "I"), ("n", "n"), ("#", "SIL")]  # fmt: skip


def test_missing_transition_is_a_pause_between_words_and_no_utterance_within_one() -> None:
    known = ("#-n", "n-#", "#-y", "y-#")
    assert notes(said("n", WORD, "y"), *known) == [
        ("#", "SIL"), ("n", "n"), ("#", "SIL"), ("y", "y"), ("#", "SIL")]  # fmt: skip
    assert notes(said("n", "y"), *known) is None


def test_recorded_transitions_are_read_from_the_voice(tmp_path: Path) -> None:
    folder = tmp_path / "czech" / "someone" / "group"
    folder.mkdir(parents=True)
    header = b"EST_File index\nNumEntries 2\nEST_Header_End\n"
    (folder / "someone.group").write_bytes(header + b"a-n* 0 12 3\n#-a 13 20 2\n\x00\x01 binary")
    assert diphones.transitions("someone", tmp_path) == {("a", "n*"), ("#", "a")}
    with pytest.raises(OSError, match="nobody is not installed"):
        diphones.transitions("nobody", tmp_path)
