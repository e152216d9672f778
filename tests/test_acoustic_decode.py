# SPDX-License-Identifier: GPL-3.0-or-later
"""Words in numpy, the pronunciations, and the utterances that a model rehearses."""

from pathlib import Path

import numpy as np

from voice.acoustic import replay
from voice.acoustic.chunks import Example
from voice.acoustic.decode import decode, word_loop
from voice.acoustic.dictionary import Pronunciation, read_dictionary, write_dictionary
from voice.acoustic.phones import INDEX, PDFS, first_pdf, further_pdf
from voice.lexicon import vocabulary
from voice.models import BUNDLED

_DICTIONARY = {
    "eva": [Pronunciation(("e:", "f", "a"), 0.0), Pronunciation(("e:", "v", "a"), 0.5)],
    "fee": [Pronunciation(("f", "e:"), 0.0)],
}


def _said(*phones: str) -> np.ndarray:
    """Likelihoods of phones of three frames each."""
    rows = []
    for phone in phones:
        for pdf in (first_pdf(INDEX[phone]), further_pdf(INDEX[phone]), further_pdf(INDEX[phone])):
            row = np.full(PDFS, -20.0, np.float32)
            row[pdf] = 5.0
            rows.append(row)
    return np.array(rows)


def test_words_are_heard_with_silence_or_without() -> None:
    loop = word_loop(_DICTIONARY, _DICTIONARY)
    assert decode(_said("SIL", "e:", "v", "a", "f", "e:", "SIL"), loop) == ("eva", "fee")
    assert decode(_said("f", "e:", "SIL", "e:", "f", "a"), loop) == ("fee", "eva")


def test_nothing_is_heard_in_silence() -> None:
    assert decode(_said("SIL", "SIL"), word_loop(_DICTIONARY, _DICTIONARY)) == ()


def test_a_dictionary_is_read_as_it_was_written(tmp_path: Path) -> None:
    write_dictionary(tmp_path, _DICTIONARY)
    assert read_dictionary(tmp_path) == _DICTIONARY


def test_the_bundled_dictionary_has_every_word_of_the_graph() -> None:
    lines = (BUNDLED / "graph/words.txt").read_text("utf-8").splitlines()
    in_graph = {line.split()[0] for line in lines} - {"<eps>", "[unk]"}
    assert in_graph == {*read_dictionary(BUNDLED)}
    assert in_graph >= {*vocabulary()}


def test_every_word_of_the_bundled_model_is_rehearsed() -> None:
    rehearsal = replay.load(BUNDLED / replay.FILE)
    rehearsed = {word for one in rehearsal.rehearsed for word in one.words}
    assert rehearsed >= {*read_dictionary(BUNDLED)}
    assert rehearsal.tests


def test_replay_is_kept_within_its_steps_and_as_the_same_bytes(tmp_path: Path) -> None:
    draw = np.random.default_rng(0)
    said = [
        replay.Utterance(
            (word,),
            Example(
                draw.normal(0, 10, (30, 20)).astype(np.float16),
                draw.integers(0, PDFS, 10).astype(np.int16),
            ),
        )
        for word in ("eva", "fünf", "schlägt")
    ]
    for name in ("one.npz", "other.npz"):
        replay.save(tmp_path / name, replay.Replay(said[:2], said[2:]))
    assert (tmp_path / "one.npz").read_bytes() == (tmp_path / "other.npz").read_bytes()
    found = replay.load(tmp_path / "one.npz")
    assert [one.words for one in found.rehearsed] == [("eva",), ("fünf",)]
    kept, was = found.tests[0].example, said[2].example
    assert np.array_equal(kept.targets, was.targets)
    assert np.abs(kept.features - was.features).max() < 1
