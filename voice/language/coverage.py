# SPDX-License-Identifier: GPL-3.0-or-later
"""A short list of phrases in which every pair of words of a language stands side by side.

Vosk makes a bigram model of the phrases that it is given, so it hears the whole language if it was
given every pair once. The counts weigh the pairs, therefore they are kept even.
"""

from collections import Counter
from collections.abc import Iterator

from voice.language.template import Arc, Automaton

_EDGE = ""
"""Stands for the start and the end of a phrase."""

Pair = tuple[str, str]

_Counts = Counter[tuple[str, ...]]
"""How often pairs of words, and words alone, were used so far."""


def cover(*automata: Automaton) -> tuple[str, ...]:
    """Phrases that contain every pair of neighbouring words, first and last words among them."""
    counts: _Counts = Counter()
    return tuple(phrase for automaton in automata for phrase in _cover(automaton, counts))


def _cover(automaton: Automaton, counts: _Counts) -> Iterator[str]:
    to_start, arrivals = _from_start(automaton)
    to_end = _to_end(automaton, arrivals)
    for pair, place in sorted(_pairs(automaton, to_start, to_end).items()):
        if pair in counts:
            continue
        state, through = place
        words = _before(state, through, arrivals, to_start, counts)
        words += [arc.word for arc in through]
        words += _after(automaton, through[-1], to_end, counts)
        counts.update(zip([_EDGE, *words], [*words, _EDGE], strict=True))
        counts.update((word,) for word in words)
        yield " ".join(words)


def _pairs(
    automaton: Automaton, to_start: list[int], to_end: list[int]
) -> dict[Pair, tuple[int, tuple[Arc, ...]]]:
    """Each pair with the arcs that say it, where the shortest phrase has it."""
    places: dict[Pair, tuple[int, int, tuple[Arc, ...]]] = {}

    def note(pair: Pair, state: int, arcs: tuple[Arc, ...], ahead: int) -> None:
        length = to_start[state] + len(arcs) + ahead
        if pair not in places or length < places[pair][0]:
            places[pair] = length, state, arcs

    for state, arcs in enumerate(automaton.arcs):
        for arc in arcs:
            if state == 0:
                note((_EDGE, arc.word), state, (arc,), to_end[arc.target])
            if automaton.ends[arc.target]:
                note((arc.word, _EDGE), state, (arc,), 0)
            for following in automaton.arcs[arc.target]:
                pair = arc.word, following.word
                note(pair, state, (arc, following), to_end[following.target])
    return {pair: (state, arcs) for pair, (_, state, arcs) in places.items()}


def _from_start(automaton: Automaton) -> tuple[list[int], list[list[tuple[int, Arc]]]]:
    """For each state the fewest words before it, and the arcs that arrive there."""
    distance = [-1] * len(automaton.arcs)
    distance[0] = 0
    arrivals: list[list[tuple[int, Arc]]] = [[] for _ in automaton.arcs]
    order = [0]
    for state in order:
        for arc in automaton.arcs[state]:
            arrivals[arc.target].append((state, arc))
            if distance[arc.target] < 0:
                distance[arc.target] = distance[state] + 1
                order.append(arc.target)
    return distance, arrivals


def _to_end(automaton: Automaton, arrivals: list[list[tuple[int, Arc]]]) -> list[int]:
    """For each state the fewest words after it."""
    order = [state for state, ends in enumerate(automaton.ends) if ends]
    distance = [0 if ends else -1 for ends in automaton.ends]
    for state in order:
        for before, _ in arrivals[state]:
            if distance[before] < 0:
                distance[before] = distance[state] + 1
                order.append(before)
    return distance


def _before(
    state: int,
    through: tuple[Arc, ...],
    arrivals: list[list[tuple[int, Arc]]],
    to_start: list[int],
    counts: _Counts,
) -> list[str]:
    words: list[str] = []
    following = through[0].word
    while state:
        nearer = [
            (before, arc)
            for before, arc in arrivals[state]
            if to_start[before] == to_start[state] - 1
        ]
        state, arc = min(nearer, key=lambda step: _used(counts, (step[1].word, following), 0))
        following = arc.word
        words.insert(0, following)
    return words


def _used(counts: _Counts, pair: Pair, chosen: int) -> tuple[int, int]:
    """How much used a pair is, and the one of it that is ``chosen``; the least used is taken."""
    return counts[pair], counts[pair[chosen],]


def _after(automaton: Automaton, through: Arc, to_end: list[int], counts: _Counts) -> list[str]:
    last, state = through.word, through.target
    more: list[str] = []
    while to_end[state]:
        nearer = [arc for arc in automaton.arcs[state] if to_end[arc.target] == to_end[state] - 1]
        arc = min(nearer, key=lambda arc: _used(counts, (last, arc.word), 1))
        last = arc.word
        more.append(last)
        state = arc.target
    return more
