# SPDX-License-Identifier: GPL-3.0-or-later
"""A model of all that people say which is not for Hektor: German phones and common words.

It stands for other talk among what an utterance may be, so that "Vogel" is heard as Vogel and not
as "Ruhe". Two models compete in it: a bigram of phones, for any words at all, and a loop of the
commonest words by their frequency, for the many that everybody says.

`talk.txt` has the words as `pronunciations.txt` has those of the language; what a word costs there
is the negative logarithm of its share of German text. `python -m training.talk` writes it, of the
frequencies of wordfreq (R. Speer, https://github.com/rspeer/wordfreq, CC BY-SA 4.0).
"""

import math
from collections.abc import Container
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Final

import numpy as np

from voice.acoustic import search
from voice.acoustic.dictionary import Dictionary, Pronunciation, read_dictionary
from voice.acoustic.phones import INDEX, PHONES, SILENCE
from voice.acoustic.search import Floats, Graph, WordArc
from voice.language.lexicon import GERMAN

_WORDS: Final = 3_000.0  # how many words of text the pairs of phones are counted in
_OWN: Final = 3.0  # what a word that is a command costs more
_UNSEEN: Final = 0.3  # how often a pair counts that is in none of the words


class FillerModel:
    """How well other talk explains a sound."""

    def __init__(self, words: Dictionary, own: Container[str] = ()) -> None:
        """``words`` are common ones, with what each of them costs; those that are a command by
        themselves, ``own``, cost more: whoever says "Zeit" at the board means Hektor."""
        self._phones = _bigram(words)
        dearer = {
            word: [replace(way, cost=way.cost + _OWN) for way in ways]
            for word, ways in words.items()
            if word in own
        }
        arcs = [WordArc(0, word, 0, 0.0) for word in words]
        self._loop = search.graph(arcs, [0], {**words, **dearer})

    def score(self, likelihoods: Floats) -> float:
        """The logarithm of how likely these sounds are as other talk, in units of the scaled
        likelihood, as those of :class:`~voice.acoustic.search.Search`."""
        phones, words = (search.best_score(one, likelihoods) for one in (self._phones, self._loop))
        return float(np.logaddexp(phones, words))


def file_of(language: str) -> str:
    """The file with the common words of a language."""
    return "talk.txt" if language == GERMAN.name else f"talk.{language}.txt"


def common_words(language: str = GERMAN.name) -> Dictionary:
    """The common words of a language, with what each costs."""
    return read_dictionary(Path(__file__).parent, file_of(language))


def read_talk(own: Container[str] = (), language: str = GERMAN.name) -> FillerModel:
    """The model of a language; ``own`` are the words that are a command by themselves."""
    return FillerModel(common_words(language), own)


def _bigram(words: Dictionary) -> Graph:
    """Any row of phones, each at the price of its following the one before it: in the words, or,
    where one may end and the next begin, over their border."""
    count = np.full((len(PHONES), len(PHONES)), _UNSEEN)
    for ways in words.values():
        usual = min(ways, key=lambda way: way.cost)
        phones = [SILENCE, *(INDEX[phone] for phone in usual.phones), SILENCE]
        for one, other in pairwise(phones):
            count[one, other] += _WORDS * math.exp(-usual.cost)
    costs = -np.log(count / count.sum(axis=1, keepdims=True))
    pairs: dict[str, list[Pronunciation]] = {}
    arcs = []
    for one in range(len(PHONES)):
        for other in range(SILENCE + 1, len(PHONES)):
            within = float(costs[one, other])
            across = float(costs[one, SILENCE] + costs[SILENCE, other])
            name = f"{PHONES[one]} {PHONES[other]}"
            price = within if one == SILENCE else min(within, across)
            pairs[name] = [Pronunciation((PHONES[other],), price)]
            arcs.append(WordArc(one, name, other, 0.0))
    return search.graph(arcs, range(SILENCE + 1, len(PHONES)), pairs)
