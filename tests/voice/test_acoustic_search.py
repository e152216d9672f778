# SPDX-License-Identifier: GPL-3.0-or-later
"""Sentences in numpy, the pronunciations, and the utterances that a model rehearses."""

import pathlib
from collections.abc import Iterable
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from voice.acoustic import examples, search
from voice.acoustic.dictionary import Pronunciation, read_dictionary, write_dictionary
from voice.acoustic.examples import Example
from voice.acoustic.phones import INDEX, PDFS, first_pdf, further_pdf
from voice.acoustic.search import Graph, Hypothesis, Search, WordArc
from voice.hearing.models import BUNDLED
from voice.language.lexicon import vocabulary
from voice.language.transcript import UNKNOWN

_DICTIONARY = {
    "eva": [Pronunciation(("e:", "f", "a"), 0.0), Pronunciation(("e:", "v", "a"), 0.5)],
    "fee": [Pronunciation(("f", "e:"), 0.0)],
}


_PAIRS = search.graph(
    [
        WordArc(0, "eva", 1),
        WordArc(1, "fee", 2),
        WordArc(0, "fee", 3),
        WordArc(3, "eva", 2),
    ],
    [2],
    _DICTIONARY,
)


def _sentence(one: str, other: str) -> Graph:
    return search.graph([WordArc(0, one, 1), WordArc(1, other, 2)], [2], _DICTIONARY)


def _said(*phones: str) -> np.ndarray:
    """Likelihoods of phones of three frames each."""
    rows = []
    for phone in phones:
        for pdf in (first_pdf(INDEX[phone]), further_pdf(INDEX[phone]), further_pdf(INDEX[phone])):
            row = np.full(PDFS, -20.0, np.float32)
            row[pdf] = 5.0
            rows.append(row)
    return np.array(rows)


def _texts(paths: Iterable[Hypothesis]) -> list[str]:
    return [" ".join(word for word, _, _ in path.words) for path in paths]


def test_words_are_heard_with_silence_or_without() -> None:
    loop = search.loop(_DICTIONARY, _DICTIONARY)
    for phones in (("SIL", "e:", "v", "a", "f", "e:", "SIL"), ("e:", "f", "a", "SIL", "f", "e:")):
        assert _texts([Search(loop, _said(*phones)).likeliest(0)]) == ["eva fee"]


def test_nothing_is_heard_in_silence() -> None:
    loop = search.loop(_DICTIONARY, _DICTIONARY)
    assert Search(loop, _said("SIL", "SIL")).likeliest(0).words == ()


def test_words_are_told_with_their_frames() -> None:
    found = Search(_PAIRS, _said("SIL", "e:", "v", "a", "SIL", "f", "e:", "SIL")).best(1, 1.0)
    assert found[0].words == (("eva", 3, 12), ("fee", 15, 21))


def test_only_sentences_of_the_graph_best_first() -> None:
    found = Search(_PAIRS, _said("f", "e:", "e:", "v", "a")).best(10, np.inf)
    assert set(_texts(found)) == {"eva fee", "fee eva"}
    assert _texts(found)[0] == "fee eva"


def test_no_sentence_is_worse_than_the_beam() -> None:
    both = Search(_PAIRS, _said("f", "e:", "e:", "v", "a")).best(10, np.inf)
    gap = both[0].score - both[1].score
    assert len(Search(_PAIRS, _said("f", "e:", "e:", "v", "a")).best(10, gap - 0.1)) == 1


def test_what_is_only_begun_is_found_beside_the_sentences() -> None:
    heard = Search(_PAIRS, _said("e:", "f", "a"))
    whole, begun = heard.best(1, np.inf), heard.best(1, np.inf, begun=True)
    assert _texts(begun) == ["eva"]
    assert set(_texts(heard.best(9, np.inf, begun=True))) == {"eva", "fee"}
    assert begun[0].score > whole[0].score


def test_unknown_word_is_any_sounds_as_one() -> None:
    arcs = [WordArc(0, UNKNOWN, 1), WordArc(1, UNKNOWN, 1), WordArc(1, "fee", 2)]
    graph = search.graph(arcs, [1, 2], _DICTIONARY)
    heard = Search(graph, _said("k", "o:", "l", "f", "e:"))
    assert heard.likeliest(2).words == ((UNKNOWN, 0, 9), ("fee", 9, 15))
    assert heard.likeliest(1).words == ((UNKNOWN, 0, 15),)


def test_too_short_a_sound_has_no_words() -> None:
    arcs = [WordArc(0, UNKNOWN, 1), WordArc(1, UNKNOWN, 1), WordArc(1, "eva", 2)]
    short = Search(search.graph(arcs, [2], _DICTIONARY), _said("SIL"))
    assert short.likeliest(2).words == ()
    assert short.best(5, np.inf) == []


def test_words_without_pronunciation_are_left_out() -> None:
    arcs = [WordArc(0, "fee", 1), WordArc(0, "gardez", 2)]
    graph = search.graph(arcs, [1, 2], _DICTIONARY)
    assert _texts(Search(graph, _said("f", "e:")).best(5, np.inf)) == ["fee"]
    nothing = search.graph([WordArc(0, "gardez", 1)], [1], _DICTIONARY)
    assert Search(nothing, _said("f", "e:")).best(5, np.inf) == []


@given(st.integers(0, 10_000))
@settings(max_examples=40, deadline=None)
def test_best_sentence_has_the_best_score(seed: int) -> None:
    """Against each sentence alone, for which there is nothing to choose but its borders."""
    likelihoods = np.random.default_rng(seed).normal(0, 4, (12, PDFS)).astype(np.float32)
    alone = {
        f"{one} {other}": Search(_sentence(one, other), likelihoods).likeliest(2).score
        for one, other in product(_DICTIONARY, repeat=2)
        if one != other
    }
    found = Search(_PAIRS, likelihoods).best(10, np.inf)
    assert len(found) == len(alone)
    assert found[0].score == pytest.approx(max(alone.values()), abs=1e-3)
    for path, text in zip(found, _texts(found), strict=True):
        assert path.score == pytest.approx(alone[text], abs=1e-3)


def test_a_frame_of_noise_makes_no_schach_of_acht() -> None:
    """A voiceless fricative lasts; "acht" with its t in noise was heard as "Schach"."""
    words = {
        "acht": [Pronunciation(("a", "x", "t"), 0.0)],
        "schach": [Pronunciation(("S", "a", "x"), 0.0)],
    }
    either = search.graph([WordArc(0, word, 1) for word in words], [1], words)
    noise, stop = _said("S")[:1] / 5, np.full((1, PDFS), -20.0, np.float32)
    noise[0, first_pdf(0)], stop[0, first_pdf(INDEX["t"])] = 0.0, 4.0
    stop[0, further_pdf(INDEX["x"])] = 5.0
    spoken = _said("a", "x")
    assert _texts(Search(either, np.vstack([noise, spoken, stop])).best(1, np.inf)) == ["acht"]
    assert _texts(Search(either, np.vstack([_said("S"), spoken])).best(1, np.inf)) == ["schach"]


def test_dictionary_is_read_as_written(tmp_path: pathlib.Path) -> None:
    write_dictionary(tmp_path, _DICTIONARY)
    assert read_dictionary(tmp_path) == _DICTIONARY


def test_bundled_dictionary_has_every_word() -> None:
    lines = (BUNDLED / "graph/words.txt").read_text("utf-8").splitlines()
    in_graph = {line.split()[0] for line in lines} - {"<eps>", "[unk]"}
    assert in_graph == {*read_dictionary(BUNDLED)}
    assert in_graph >= {*vocabulary()}


def test_every_word_of_the_model_is_rehearsed() -> None:
    rehearsed, tests = examples.load_rehearsal(BUNDLED / examples.REHEARSAL)
    words = {word for one in rehearsed for word in one.words}
    assert words >= {*read_dictionary(BUNDLED)}
    assert tests


def test_replay_stays_within_its_steps(tmp_path: pathlib.Path) -> None:
    draw = np.random.default_rng(0)
    said = [
        Example(
            draw.normal(0, 10, (30, 20)).astype(np.float16),
            draw.integers(0, PDFS, 10).astype(np.int16),
            (word,),
        )
        for word in ("eva", "fünf", "schlägt")
    ]
    for name in ("one.npz", "other.npz"):
        examples.save_rehearsal(tmp_path / name, said[:2], said[2:])
    assert (tmp_path / "one.npz").read_bytes() == (tmp_path / "other.npz").read_bytes()
    rehearsed, tests = examples.load_rehearsal(tmp_path / "one.npz")
    assert [one.words for one in rehearsed] == [("eva",), ("fünf",)]
    kept, was = tests[0], said[2]
    assert np.array_equal(kept.targets, was.targets)
    assert np.abs(kept.features - was.features).max() < 1
