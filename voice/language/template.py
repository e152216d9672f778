# SPDX-License-Identifier: GPL-3.0-or-later
"""Phrases with choices, options and slots, compiled into one automaton over words.

A template is text with ``[left out at will]``, ``(one|of|these)``, ``<part>`` (another template)
and ``{slot}`` (one value of a table). A path through the automaton is a phrase; on its way it
*emits* the slots' values, so the same automaton enumerates what can be said, parses what was heard
and generates what expresses given values. `cover` gives a recogniser a short list of phrases.

Inflected words have *forms*: ``"krále@m.acc@m.gen"`` is a masculine accusative and a genitive.
``{slot.acc}`` takes the ways with this feature. What has an ``@`` in a template agrees, as in
``{colour@} {piece@}`` or ``{number@} (minute@one|minutes@many)``: one form runs through it, and a
word stands there that has no other feature, or no form. Parts and ways agree in themselves.
"""

import re
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

Emit = tuple[str, int | str]
"""A slot's name and its value."""

Emits = tuple[Emit, ...]

_TOKEN = re.compile(r"[\[\]()|]|<\w+>|\{[\w.]+@?\}|[^\s\[\]()|<>{}]+")
FORM = "@"  # stands before a form of a word, and after a slot that agrees

Form = frozenset[str]  # its features

Slot = tuple[tuple[int | str, tuple[str, ...]], ...]
"""The values that a slot may have, each with the templates that say it, the usual one first."""


@dataclass(frozen=True, slots=True)
class Arc:
    """One word on the way from a state to ``target``, and what is known once it was said.

    ``plain`` arcs are the usual words; a path of plain arcs has no synonym and no filler in it.
    """

    word: str
    emits: Emits
    target: int
    plain: bool


def form_of(way: str) -> tuple[str, list[Form]]:
    """A text that is said, and its forms."""
    said, *forms = way.split(FORM)
    return said, [Form(one.split(".")) for one in forms]


Readers = Mapping[str, Callable[[int], tuple[int | str, int] | None]]
"""By the sign that stands for it in a phrase: what reads a value of which there are too many to be
listed, as a number, from the words at a place. It tells the value and the place behind it."""

NO_READERS: Readers = {}

Live = tuple[int, Emits]
"""A state that the words so far may have led to, with what they emitted."""


@dataclass(frozen=True, slots=True, eq=False)
class Automaton:
    """States are numbers, 0 is the start; ``ends[s]`` are the emits with which ``s`` may end."""

    arcs: tuple[tuple[Arc, ...], ...]
    by_word: tuple[Mapping[str, tuple[Arc, ...]], ...]
    ends: tuple[tuple[Emits, ...], ...]

    def follow(self, words: Sequence[str], readers: Readers = NO_READERS) -> tuple[Live, ...]:
        """Where ``words`` lead; nothing where no phrase begins like this. A sign that has a reader
        is one or more words, and its slot has the value that is read from them."""
        ahead: list[dict[Live, None]] = [{(0, ()): None}, *({} for _ in words)]
        for place, word in enumerate(words):
            for state, emits in ahead[place]:
                known = self.by_word[state]
                for arc in known.get(word, ()):
                    ahead[place + 1][arc.target, emits + arc.emits] = None
                for sign, read in readers.items():
                    if sign in known and (found := read(place)) is not None:
                        value, end = found
                        for arc in known[sign]:
                            *before, (slot, _) = arc.emits
                            ahead[end][arc.target, (*emits, *before, (slot, value))] = None
        return tuple(ahead[-1])

    def read(self, words: Sequence[str], readers: Readers = NO_READERS) -> tuple[Emits, ...]:
        """The possible readings of ``words`` as a whole phrase, each once."""
        return tuple(
            dict.fromkeys(
                emits + end
                for state, emits in self.follow(words, readers)
                for end in self.ends[state]
            )
        )

    def paths(
        self,
        start: int = 0,
        allowed: Callable[[Emits], bool] = lambda _: True,
        plain: bool = False,
    ) -> Iterator[tuple[Emits, tuple[str, ...]]]:
        """All ends of phrases from a state on, with their emits, those ``allowed`` one by one."""
        ahead: list[tuple[int, Emits, tuple[str, ...]]] = [(start, (), ())]
        while ahead:
            state, emits, words = ahead.pop()
            for end in self.ends[state]:
                if allowed(end):
                    yield emits + end, words
            ahead += [
                (arc.target, emits + arc.emits, (*words, arc.word))
                for arc in reversed(self.arcs[state])
                if (arc.plain or not plain) and allowed(arc.emits)
            ]

    def goes_on(self, start: int, true: frozenset[Emit]) -> bool:
        """True if at least one more word ends a phrase that emits nothing but ``true``."""
        seen = {start}
        ahead = [start]
        while ahead:
            for arc in self.arcs[ahead.pop()]:
                if arc.target not in seen and true.issuperset(arc.emits):
                    if any(true.issuperset(end) for end in self.ends[arc.target]):
                        return True
                    seen.add(arc.target)
                    ahead.append(arc.target)
        return False


Sentences = tuple[Automaton | frozenset[str], ...]
"""All that may be said, as whole sentences, in kinds of which each is searched for its own."""


def allows(sentences: Sentences, words: tuple[str, ...]) -> bool:
    """True if the words are one of the sentences."""
    return any(
        bool(kind.read(words)) if isinstance(kind, Automaton) else " ".join(words) in kind
        for kind in sentences
    )


def narrowed(
    automaton: Automaton, values: Sequence[frozenset[Emit]], free: Container[str] = ()
) -> Automaton:
    """The phrases of ``automaton`` that emit nothing but what one of ``values`` has, or what is in
    one of the slots ``free``."""
    having: dict[Emit, frozenset[int]] = {}

    def still(alive: frozenset[int], emits: Emits) -> frozenset[int]:
        for emit in emits:
            if emit[0] not in free:
                if emit not in having:
                    having[emit] = frozenset(i for i, has in enumerate(values) if emit in has)
                alive &= having[emit]
        return alive

    start = (0, frozenset(range(len(values))))
    numbers, arcs, ends = {start: 0}, [], []
    ahead = [start]
    for state, alive in ahead:  # grows
        out = []
        for arc in automaton.arcs[state]:
            target = (arc.target, still(alive, arc.emits))
            if target[1]:
                if target not in numbers:
                    numbers[target] = len(numbers)
                    ahead.append(target)
                out.append(replace(arc, target=numbers[target]))
        arcs.append(out)
        ends.append(tuple(end for end in automaton.ends[state] if still(alive, end)))
    return _trimmed(arcs, ends)


def joined(automata: Iterable[Automaton]) -> Automaton:
    """The phrases of all ``automata``, which begin in one state."""
    arcs: list[tuple[Arc, ...]] = [()]
    ends: list[tuple[Emits, ...]] = [()]
    for each in automata:
        start, *others = _moved(each, len(arcs) - 1)
        arcs[0] += start
        ends[0] += each.ends[0]
        arcs += others
        ends += each.ends[1:]
    return Automaton(tuple(arcs), tuple(map(_by_word, arcs)), tuple(ends))


def followed(first: Automaton, emits: Emits, then: Automaton) -> Automaton:
    """The phrases of ``first`` with one of ``then`` after each, and ``emits`` in between."""
    start, *others = _moved(then, len(first.arcs) - 1)
    arcs = [
        (*out, *(replace(arc, emits=end + emits + arc.emits) for end in ends for arc in start))
        for out, ends in zip(first.arcs, first.ends, strict=True)
    ]
    arcs += others
    nowhere: tuple[Emits, ...] = ()
    return Automaton(
        tuple(arcs), tuple(map(_by_word, arcs)), (*(nowhere for _ in first.ends), *then.ends[1:])
    )


def renamed(automaton: Automaton, name: Callable[[str], str]) -> Automaton:
    """The automaton with ``name`` of each of its words in place of it."""
    arcs = tuple(tuple(replace(arc, word=name(arc.word)) for arc in out) for out in automaton.arcs)
    return Automaton(arcs, tuple(map(_by_word, arcs)), automaton.ends)


def _moved(automaton: Automaton, by: int) -> list[tuple[Arc, ...]]:
    """The arcs where so many states stand before the automaton's own."""
    return [tuple(replace(arc, target=arc.target + by) for arc in out) for out in automaton.arcs]


def _trimmed(arcs: Sequence[Sequence[Arc]], ends: Sequence[tuple[Emits, ...]]) -> Automaton:
    """Without the arcs from whose target no phrase ends."""
    back: dict[int, list[int]] = {}
    for state, out in enumerate(arcs):
        for arc in out:
            back.setdefault(arc.target, []).append(state)
    ahead = [state for state, end in enumerate(ends) if end]
    alive = set(ahead)
    while ahead:
        new = {*back.get(ahead.pop(), ())} - alive
        alive |= new
        ahead += new
    kept = tuple(tuple(arc for arc in out if arc.target in alive) for out in arcs)
    return Automaton(kept, tuple(_by_word(out) for out in kept), tuple(ends))


class Builder:
    """Collects templates; :meth:`build` makes the automaton."""

    def __init__(
        self,
        parts: Mapping[str, str],
        slots: Mapping[str, Slot],
        spelled: Callable[[str], str] = str.lower,
    ) -> None:
        """``spelled`` is how a word of the templates stands in the automaton."""
        self._parts = parts
        self._slots = slots
        self._spelled = spelled
        self._worded: list[list[tuple[str, int, bool]]] = []
        self._silent: list[list[tuple[Emits, int, bool]]] = []
        self._end = self._state()
        self._start = self._state()

    def use(self, slots: Mapping[str, Slot]) -> None:
        """Take these slots for the templates that are added from now on."""
        self._slots = slots

    def add(self, template: str, emits: Emits = (), plain: bool = True) -> None:
        """Add the phrases of ``template``; ``emits`` come before those of its slots."""
        self.add_chain(((emits, (template,)),), plain)

    def add_chain(self, links: Iterable[tuple[Emits, tuple[str, ...]]], plain: bool = True) -> None:
        """Add the phrases that follow one link after the other, each any of its templates."""
        state = self._start
        for emits, templates in links:
            entry, meeting = self._state(), self._state()
            self._silent[state].append((emits, entry, True))
            for template in templates:
                end = self._template(template, entry, plain)
                self._silent[end].append(((), meeting, True))
            state = meeting
        self._silent[state].append(((), self._end, True))

    def build(self) -> Automaton:
        """The automaton without silent transitions; states with the same future are one."""
        arcs: list[tuple[Arc, ...]] = [()]
        ends: list[tuple[Emits, ...]] = [()]
        futures: dict[tuple[tuple[Arc, ...], tuple[Emits, ...]], int] = {}
        numbers: dict[int, int] = {}

        def number(state: int) -> int:
            if state not in numbers:
                future = ahead(state)
                if future not in futures:
                    futures[future] = len(arcs)
                    arcs.append(future[0])
                    ends.append(future[1])
                numbers[state] = futures[future]
            return numbers[state]

        def ahead(state: int) -> tuple[tuple[Arc, ...], tuple[Emits, ...]]:
            reached = self._silently(state)
            out = dict.fromkeys(
                Arc(word, emits, to, plain and usual)
                for emits, here, plain in reached
                for word, target, usual in self._worded[here]
                if arcs[to := number(target)] or ends[to]  # else no word agrees behind it
            )
            final = dict.fromkeys(emits for emits, here, _ in reached if here == self._end)
            return tuple(out), tuple(final)

        arcs[0], ends[0] = ahead(self._start)
        return Automaton(tuple(arcs), tuple(_by_word(out) for out in arcs), tuple(ends))

    def _state(self) -> int:
        self._worded.append([])
        self._silent.append([])
        return len(self._worded) - 1

    def _silently(self, state: int) -> list[tuple[Emits, int, bool]]:
        """All states that ``state`` reaches without a word; templates have no loops."""
        found: list[tuple[Emits, int, bool]] = [((), state, True)]
        for emits, here, plain in found:
            found += [
                (emits + more, target, plain and usual)
                for more, target, usual in self._silent[here]
            ]
        return found

    def _template(self, template: str, start: int, plain: bool) -> int:
        tokens, ends = _TOKEN.findall(template), []
        for form in self._forms(tokens):
            ahead = tokens[::-1]
            ends.append(self._choices(ahead, form, start, plain))
            if ahead:
                raise ValueError(f"unbalanced phrase: {template}")
        if len(ends) == 1:
            return ends[0]
        meeting = self._state()
        for end in ends:
            self._silent[end].append(((), meeting, True))
        return meeting

    def _forms(self, tokens: Iterable[str]) -> list[Form]:
        """The fullest forms in which words of a template agree; one of no features where none."""
        found: dict[Form, None] = {}
        for token in tokens:
            if token.startswith("{") and token.endswith("@}"):
                name, *features = token[1:-2].split(".")
                ways = [way for _, templates in self._slots[name] for way in templates]
                forms = (form for way in ways for form in form_of(way)[1])
                found |= dict.fromkeys(form for form in forms if form.issuperset(features))
            elif not token.startswith("{"):
                found |= dict.fromkeys(form_of(token)[1])
        return [one for one in found if not any(one < other for other in found)] or [Form()]

    def _choices(self, tokens: list[str], form: Form, start: int, plain: bool) -> int:
        """Alternatives up to the closing bracket, which is left; all meet in one state."""
        meeting = self._state()
        while True:
            state = start
            while tokens and tokens[-1] not in "|])":
                state = self._step(tokens, form, state, plain)
            self._silent[state].append(((), meeting, True))
            if not tokens or tokens[-1] != "|":
                return meeting
            tokens.pop()

    def _step(self, tokens: list[str], form: Form, state: int, plain: bool) -> int:
        token = tokens.pop()
        if token in "[(":
            end = self._choices(tokens, form, state, plain and token == "(")
            if not tokens or tokens.pop() != {"[": "]", "(": ")"}[token]:
                raise ValueError("unbalanced brackets in a phrase")
            if token == "[":
                self._silent[state].append(((), end, True))
            return end
        if token.startswith("<"):
            return self._template(self._parts[token[1:-1]], state, plain)
        if token.startswith("{"):
            return self._slot(token[1:-1], form, state)
        end = self._state()
        word, forms = form_of(token)
        if not forms or any(one <= form for one in forms):
            self._worded[state].append((self._spelled(word), end, plain))
        return end

    def _slot(self, token: str, form: Form, start: int) -> int:
        meeting, agrees = self._state(), token.endswith(FORM)
        name, *features = token.removesuffix(FORM).split(".")
        for value, templates in self._slots[name]:
            ways = [
                way
                for way, forms in map(form_of, templates)
                if not forms
                or any(one.issuperset(features) and (one <= form or not agrees) for one in forms)
            ]
            for index, way in enumerate(ways):
                entry = self._state()
                self._silent[start].append((((name, value),), entry, index == 0))
                end = self._template(way, entry, True)
                self._silent[end].append(((), meeting, True))
        return meeting


def _by_word(arcs: Iterable[Arc]) -> Mapping[str, tuple[Arc, ...]]:
    table: dict[str, tuple[Arc, ...]] = {}
    for arc in arcs:
        table[arc.word] = (*table.get(arc.word, ()), arc)
    return table


# --- A short list of phrases for a recogniser -----------------------------------------------------
#
# Vosk makes a bigram model of the phrases that it is given, so it hears the whole language if it
# was given every pair of words that stand side by side once. The counts weigh the pairs, therefore
# they are kept even.

_EDGE = ""
"""Stands for the start and the end of a phrase."""

WordPair = tuple[str, str]

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
) -> dict[WordPair, tuple[int, tuple[Arc, ...]]]:
    """Each pair with the arcs that say it, where the shortest phrase has it."""
    places: dict[WordPair, tuple[int, int, tuple[Arc, ...]]] = {}

    def note(pair: WordPair, state: int, arcs: tuple[Arc, ...], ahead: int) -> None:
        length = to_start[state] + len(arcs) + ahead
        if pair not in places or length < places[pair][0]:
            places[pair] = length, state, arcs

    for state, arcs in enumerate(automaton.arcs):
        if to_start[state] < 0:  # the beginning of one of several that were joined
            continue
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


def _used(counts: _Counts, pair: WordPair, chosen: int) -> tuple[int, int]:
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
