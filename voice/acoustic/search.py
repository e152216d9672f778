# SPDX-License-Identifier: GPL-3.0-or-later
"""The likeliest sentences of an utterance, among all that a graph of words allows (Viterbi).

libvosk makes a bigram of what may be said, which puts a price on every word of a long sentence
and lets it begin as one and end as another. Here sentences are whole, and compared by their sound.

A graph has nodes at the borders of words. Silence may last at every node. The phones of a word
stand in a row; "chains" are the pronunciations of all words on all arcs, state by state. A phone is
one state, which may last, or two where it is never over within one frame: else a frame of noise
before "acht" would make "Schach" of it. Costs are negative logarithms in units of the scaled
likelihood, as in the model's own graph.
"""

import heapq
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from voice.acoustic.dictionary import Dictionary, Pronunciation
from voice.acoustic.phones import INDEX, LASTING, PDFS, PHONES, SILENCE, first_pdf, further_pdf
from voice.language.transcript import UNKNOWN

Floats = NDArray[np.float32]
Indices = NDArray[np.int64]

SCALE: Final = 0.36
"""Of the likelihoods, here and in the model's own graph."""
WORD: Final = 2.0
"""The cost of a word."""
UNKNOWN_PHONE: Final = 3.25
"""The cost of a phone of an unknown word, here and in the model's own graph."""
_LOOP_WORD: Final = 8.0  # what a word costs that may follow any other
_SILENCE_OR_NOT: Final = np.float32(np.log(2))
_IMPOSSIBLE: Final = np.float32(-1e30)
_NEVER: Final = PDFS  # the pdf of a state that does not last
_SOUNDS: Final = tuple(
    Pronunciation((phone,), UNKNOWN_PHONE - WORD) for phone in PHONES[SILENCE + 1 :]
)


class WordArc(NamedTuple):
    """A word that leads from one node to another, and its cost there; ``UNKNOWN`` is any single
    phone."""

    source: int
    word: str
    target: int
    cost: float = WORD


class WordSpan(NamedTuple):
    """A word and the 30 ms frames at which it begins and ends."""

    word: str
    begun: int
    ended: int


_Partial = tuple[float, int, int, tuple[WordSpan, ...]]
"""The end of a sentence: what the whole of it costs, however it begins; the frame and the node from
which on these are its words."""


class Hypothesis(NamedTuple):
    """A sentence and its score."""

    score: float
    words: tuple[WordSpan, ...]


@dataclass(frozen=True, slots=True)
class Graph:
    """Chains sorted by their target; node 0 is the start. See :func:`graph`."""

    nodes: int
    finals: Indices
    inner: Indices  # where a sentence is begun and may not end
    words: tuple[str, ...]  # of each chain
    sources: Indices
    costs: Floats
    entering: Indices  # the pdfs of the states of all chains, one chain after the other
    staying: Indices
    first: Indices  # the state with which each chain begins
    last: Indices
    within: Indices  # the states of the first word of a sentence, but those that begin it
    reached: Indices  # nodes that are a target
    groups: Indices  # the first chain to each of them


def graph(
    arcs: Iterable[WordArc],
    finals: Iterable[int],
    dictionary: Dictionary,
) -> Graph:
    """The graph of ``arcs`` whose words are in ``dictionary``; the others are left out.

    ``finals`` are the nodes where a sentence may end.
    """
    chains = sorted(
        (
            (arc, each)
            for arc in dict.fromkeys(arcs)
            for each in (_SOUNDS if arc.word == UNKNOWN else dictionary.get(arc.word, ()))
        ),
        key=lambda chain: chain[0].target,
    )
    states = [_states(each) for _, each in chains]
    lengths = np.array([len(each) for each in states], np.int64)
    entering, staying = np.array([pdfs for each in states for pdfs in each]).reshape(-1, 2).T
    last = np.cumsum(lengths) - 1
    targets = np.array([arc.target for arc, _ in chains], np.int64)
    reached, groups = np.unique(targets, return_index=True)
    sources = np.array([arc.source for arc, _ in chains], np.int64)
    within = np.repeat(sources == 0, lengths)
    within[last - lengths + 1] = False
    ends = np.array(sorted(set(finals)), np.int64)
    nodes = 1 + max(0, *targets.tolist(), *sources.tolist(), *ends.tolist())
    inner = np.arange(nodes) > 0
    inner[ends] = False
    return Graph(
        nodes,
        ends,
        np.flatnonzero(inner),
        tuple(arc.word for arc, _ in chains),
        sources,
        np.array([arc.cost + each.cost for arc, each in chains], np.float32),
        np.ascontiguousarray(entering, np.int64),
        np.ascontiguousarray(staying, np.int64),
        last - lengths + 1,
        last,
        np.flatnonzero(within),
        reached,
        groups,
    )


def _states(pronunciation: Pronunciation) -> list[tuple[int, int]]:
    """The pdfs with which each state is entered and lasts."""
    found = []
    for phone in map(INDEX.__getitem__, pronunciation.phones):
        first, further = first_pdf(phone), further_pdf(phone)
        found += [(first, _NEVER), (further, further)] if phone in LASTING else [(first, further)]
    return found


def loop(dictionary: Dictionary, words: Iterable[str]) -> Graph:
    """Any of ``words`` may follow any other."""
    return graph([WordArc(0, word, 0, _LOOP_WORD) for word in words], [0], dictionary)


def best_score(graph: Graph, likelihoods: Floats) -> float:
    """The score of the likeliest sentence alone: half the work of a :class:`Search`."""
    scaled = _scaled(likelihoods)
    silence = _silence(scaled)
    nodes = np.full(graph.nodes, _IMPOSSIBLE, np.float32)
    nodes[0] = silence[0]
    best = np.full(len(graph.entering), _IMPOSSIBLE, np.float32)
    came = np.empty_like(best)
    ends = np.full(len(graph.words), _IMPOSSIBLE, np.float32)
    silent = ends.copy()
    for frame, likelihood in enumerate(scaled):
        silent += likelihood[further_pdf(SILENCE)]
        np.maximum(silent, ends + (likelihood[first_pdf(SILENCE)] - _SILENCE_OR_NOT), out=silent)
        came[1:] = best[:-1]
        came[graph.first] = nodes[graph.sources] - graph.costs
        came += likelihood.take(graph.entering)
        best += likelihood.take(graph.staying)
        np.maximum(best, came, out=best)
        ends = best[graph.last]
        nodes[:] = _IMPOSSIBLE
        nodes[0] = silence[frame + 1]
        arrived = np.maximum.reduceat(np.maximum(ends - _SILENCE_OR_NOT, silent), graph.groups)
        nodes[graph.reached] = np.maximum(nodes[graph.reached], arrived)
    return float(nodes[graph.finals].max())


class Search:
    """The readings of an utterance by a graph: scores of nodes and chains at every frame."""

    def __init__(self, graph: Graph, likelihoods: Floats, *, lost: float | None = None) -> None:
        """``likelihoods`` (30 ms frames, pdfs) as the acoustic model gives them.

        With the cost of a beginning that is ``lost``, every sentence lacks its own: the sound
        begins within its first word.
        """
        frames, chains = len(likelihoods), len(graph.words)
        scaled = _scaled(likelihoods)
        self.graph = graph
        # By the number of frames heard: the scores of silence only; of nodes; of chains that have
        # come to an end, the silence after them included, with their first and last frames.
        self.silence = _silence(scaled)
        self.nodes = np.full((frames + 1, graph.nodes), _IMPOSSIBLE, np.float32)
        if lost is None:
            self.nodes[:, 0] = self.silence
        self.chains = np.full((frames + 1, chains), _IMPOSSIBLE, np.float32)
        self.begun = np.zeros((frames + 1, chains), np.int32)
        self.ended = np.zeros((frames + 1, chains), np.int32)
        best = np.full(len(graph.entering), _IMPOSSIBLE, np.float32)
        since = np.zeros(len(graph.entering), np.int32)
        came, come = np.empty_like(best), np.empty_like(since)
        ends = np.full(chains, _IMPOSSIBLE, np.float32)
        silent, silent_begun, silent_ended = ends.copy(), self.begun[0].copy(), self.ended[0].copy()
        for frame in range(frames):
            # Silence after a chain that had ended before, or that goes on.
            falling = ends + (scaled[frame, first_pdf(SILENCE)] - _SILENCE_OR_NOT)
            silent += scaled[frame, further_pdf(SILENCE)]
            newly = falling > silent
            np.copyto(silent, falling, where=newly)
            np.copyto(silent_begun, since[graph.last], where=newly)
            np.copyto(silent_ended, frame, where=newly)
            # The states of the phones.
            came[1:], come[1:] = best[:-1], since[:-1]
            came[graph.first] = self.nodes[frame, graph.sources] - graph.costs
            come[graph.first] = frame
            if lost is not None:
                begun = graph.within[best[graph.within] < self.silence[frame] - lost]
                best[begun] = self.silence[frame] - lost
                since[begun] = -1 - frame
            came += scaled[frame].take(graph.entering)
            best += scaled[frame].take(graph.staying)
            entered = came > best
            np.copyto(best, came, where=entered)
            np.copyto(since, come, where=entered)
            # The chains at their end, and the nodes that they lead to.
            ends = best[graph.last]
            at_once = ends - _SILENCE_OR_NOT
            without = at_once >= silent
            self.chains[frame + 1] = np.where(without, at_once, silent)
            self.begun[frame + 1] = np.where(without, since[graph.last], silent_begun)
            self.ended[frame + 1] = np.where(without, frame + 1, silent_ended)
            reached = np.maximum.reduceat(self.chains[frame + 1], graph.groups)
            known = self.nodes[frame + 1]
            known[graph.reached] = np.maximum(known[graph.reached], reached)

    def best(self, count: int, beam: float, *, begun: bool = False) -> list[Hypothesis]:
        """The best sentences, at most ``count``, none ``beam`` below the best; each once. Or the
        best that are only ``begun``: more words would have to follow.

        The borders of words are where they are best whatever came before (the word-pair
        approximation of Schwartz & Austin 1991).
        """
        frames = len(self.nodes) - 1
        ends = self.graph.inner if begun else self.graph.finals
        reached = self.nodes[frames, ends]
        least = max(float(reached.max(initial=_IMPOSSIBLE)) - beam, float(_IMPOSSIBLE) / 2)
        ahead: list[_Partial] = [
            (-float(self.nodes[frames, node]), frames, int(node), ())
            for node in ends[reached >= least]
        ]
        heapq.heapify(ahead)
        seen: set[tuple[int, tuple[str, ...]]] = set()
        found: list[Hypothesis] = []
        while ahead and len(found) < count:
            partial = heapq.heappop(ahead)
            cost, _, node, words = partial
            key = (node, tuple(word for word, _, _ in words))
            if key not in seen:
                seen.add(key)
                if node < 0:
                    found.append(Hypothesis(-cost, words))
                for one in self._longer(partial, -cost - least):
                    heapq.heappush(ahead, one)
        return found

    def likeliest(self, node: int) -> Hypothesis:
        """The best way to ``node``; unknown sounds one after the other are one word. No words if
        the utterance is too short for any way there."""
        frame = len(self.nodes) - 1
        score = float(self.nodes[frame, node])
        words: tuple[WordSpan, ...] = ()
        if score < _IMPOSSIBLE / 2:
            return Hypothesis(score, ())
        while node or self.silence[frame] < self.nodes[frame, 0]:
            arriving = self._arriving(node)
            word, frame, node = self._said(
                frame, arriving.start + int(self.chains[frame, arriving].argmax())
            )
            if words and word.word == words[0].word == UNKNOWN:
                word, words = WordSpan(UNKNOWN, word.begun, words[0].ended), words[1:]
            words = (word, *words)
        return Hypothesis(score, words)

    def _longer(self, partial: _Partial, beam: float) -> Iterator[_Partial]:
        """With one word more at the beginning, or with nothing: then its node is -1. None that
        costs ``beam`` more."""
        cost, frame, node, words = partial
        if node < 0:
            return
        known = float(self.nodes[frame, node])
        beam = min(beam, -float(_IMPOSSIBLE) / 2)  # what is impossible stays so
        if node == 0 and known - self.silence[frame] <= beam:
            yield cost + known - float(self.silence[frame]), 0, -1, words
        arriving = self._arriving(node)
        lost = known - self.chains[frame, arriving]
        for place in np.flatnonzero(lost <= beam).tolist():
            word, begun, source = self._said(frame, arriving.start + place)
            yield cost + float(lost[place]), begun, source, (word, *words)

    def _said(self, frame: int, chain: int) -> tuple[WordSpan, int, int]:
        """The word of a chain that has come to an end; the frame and the node it begins at, which
        is -1 where its beginning is lost."""
        begun, ended = int(self.begun[frame, chain]), int(self.ended[frame, chain])
        source = int(self.graph.sources[chain])
        if begun < 0:
            begun, source = -1 - begun, -1
        return WordSpan(self.graph.words[chain], begun, ended), begun, source

    def _arriving(self, node: int) -> slice:
        """The chains that end in ``node``."""
        place = int(np.searchsorted(self.graph.reached, node))
        if place == len(self.graph.reached) or self.graph.reached[place] != node:
            return slice(0, 0)
        bounds = [*self.graph.groups[place : place + 2].tolist(), len(self.graph.words)]
        return slice(bounds[0], bounds[1])


def _scaled(likelihoods: Floats) -> Floats:
    """The likelihoods as they are added up, with one more pdf that never occurs."""
    scaled = np.full((len(likelihoods), _NEVER + 1), _IMPOSSIBLE, np.float32)
    scaled[:, :_NEVER] = SCALE * likelihoods
    return scaled


def _silence(scaled: Floats) -> Floats:
    """The score of nothing but silence, or of nothing at all, by the number of frames heard."""
    lasting = np.cumsum(scaled[:, further_pdf(SILENCE)])
    lasting += scaled[0, first_pdf(SILENCE)] - scaled[0, further_pdf(SILENCE)]
    return np.concatenate(([np.float32(0)], lasting)) - _SILENCE_OR_NOT
