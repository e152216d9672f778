# SPDX-License-Identifier: GPL-3.0-or-later
"""Hears words in numpy: any words of a model in any order (Viterbi).

Far simpler than libvosk, which knows what may be said: it is harder put to it, and so shows sooner
whether a model has become better. It needs no files and no graph.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from voice.acoustic.dictionary import Dictionary
from voice.acoustic.phones import INDEX, SILENCE, first_pdf, further_pdf

Floats = NDArray[np.float32]
Indices = NDArray[np.int64]

_SCALE: Final = 0.4  # of the likelihoods, as in the graph
_WORD: Final = 8.0  # what each word costs: the graph's 4, and its place among the others
_IMPOSSIBLE: Final = np.float32(-1e30)


@dataclass(frozen=True, slots=True)
class WordLoop:
    """All pronunciations, their phones in a row; node 0 is silence."""

    names: tuple[str, ...]
    words: Indices  # of each pronunciation
    phones: Indices  # of each node
    first: Indices  # node of each pronunciation
    last: Indices
    costs: Floats


def word_loop(dictionary: Dictionary, words: Iterable[str]) -> WordLoop:
    """For the decoder: any of ``words`` may follow any other."""
    names = tuple(sorted(set(words)))
    phones, first, last, costs, numbers = [SILENCE], [], [], [], []
    for number, name in enumerate(names):
        for each in dictionary[name]:
            first.append(len(phones))
            phones += [INDEX[phone] for phone in each.phones]
            last.append(len(phones) - 1)
            costs.append(_WORD + each.cost)
            numbers.append(number)
    return WordLoop(
        names,
        np.array(numbers),
        np.array(phones),
        np.array(first),
        np.array(last),
        np.array(costs, np.float32),
    )


def decode(likelihoods: Floats, loop: WordLoop) -> tuple[str, ...]:
    """The likeliest words, given the scaled log likelihoods of 30 ms frames."""
    frames = len(likelihoods)
    scaled = _SCALE * likelihoods
    entering = scaled[:, first_pdf(0) + 2 * loop.phones]
    staying = scaled[:, further_pdf(0) + 2 * loop.phones]
    nodes = len(loop.phones)
    best = np.full(nodes, _IMPOSSIBLE, np.float32)
    # Where the word that a node belongs to began, as a number of `ends`; silence keeps the last.
    history = np.full(nodes, -1)
    ends: list[tuple[int, int]] = []  # (pronunciation, the end before it)
    ready, before = np.float32(0.0), -1  # at a border of words
    inner = np.ones(nodes, bool)
    inner[loop.first] = inner[0] = False
    for frame in range(frames):
        came = np.full(nodes, _IMPOSSIBLE, np.float32)
        came[1:] = np.where(inner[1:], best[:-1], _IMPOSSIBLE)
        come_from = np.concatenate([history[:1], history[:-1]])
        came[loop.first] = ready - loop.costs
        come_from[loop.first] = before
        came[0], come_from[0] = ready, before
        came += entering[frame]
        stay = best + staying[frame]
        history = np.where(came > stay, come_from, history)
        best = np.maximum(came, stay)
        place = int(best[loop.last].argmax())
        ready, before = best[0], int(history[0])
        if best[loop.last[place]] > ready:
            ready = best[loop.last[place]]
            ends.append((place, int(history[loop.last[place]])))
            before = len(ends) - 1
    said: list[str] = []
    while before >= 0:
        place, before = ends[before]
        said.append(loop.names[loop.words[place]])
    return tuple(reversed(said))
