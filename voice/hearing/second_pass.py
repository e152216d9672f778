# SPDX-License-Identifier: GPL-3.0-or-later
"""The second pass: an utterance is heard once more, among all sentences that mean something.

libvosk hears it while it is spoken, and tells when it is over. Then its sound is compared with all
that may be said: with whole sentences, kind by kind (the legal moves, moves of any kind, commands),
with sentences that are only begun, since somebody may pause in one, with those whose beginning is
lost, since a microphone may wake late, with a sentence in the midst of other words, and with German
that is not for Hektor. Each transcript's confidence is its share by
this sound alone.
How often such a thing is said, and what to do about it, is for ``voice.language.intent``.

The networks know the tempo of their training. Who speaks much slower or faster is heard with frames
that are as much longer or shorter: then the phones last as long as they do there. Where a room is
heard, its tail is taken off first (`voice.acoustic.reverberation`): few of those who taught the
networks sat at a table with a laptop.
"""

import ctypes
import math
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from contextlib import suppress
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

import numpy as np

from voice.acoustic import search
from voice.acoustic.dictionary import Dictionary, read_dictionary, read_foreign
from voice.acoustic.features import FRAME, HOP, SAMPLE_RATE, mfcc
from voice.acoustic.kaldi_io import (
    AcousticModel,
    Networks,
    also_heard,
    read_learnt,
    read_networks,
)
from voice.acoustic.phones import SUBSAMPLING
from voice.acoustic.reverberation import without_reverberation
from voice.acoustic.search import Graph, Search, WordArc
from voice.acoustic.talk import FillerModel, read_talk
from voice.hearing.engines import Engine, VoskEngine
from voice.hearing.models import BUNDLED, begin_trial
from voice.language.lexicon import GERMAN, heard_in, native
from voice.language.semantics import parse_words
from voice.language.template import Automaton, Sentences, allows
from voice.language.transcript import UNKNOWN, Transcript, Word, Words

_SENTENCES: Final = 30  # of each kind
_BEGUN: Final = 5  # sentences of each kind that are only begun
_BEAM: Final = 15.0
_BESIDE: Final = 2  # sentences of each kind are also compared in the midst of other words
_LOST: Final = 2.5
"""The cost of a beginning that is lost, beside that of other words before a sentence."""
_SQUEEZED: Final = 3.0
"""The cost of a first word that takes the place of another's rest."""
_BRIEF, _BRIEFER = 1.7, 0.45  # frames for each of its phones, and as a share of the other words'
_NO_MOVE: Final = frozenset({"act", "command"})  # slots of commands
_CUT: Final = 5  # sentences of each kind whose beginning is lost

_RATE: Final = 10.5
"""Phones a second, the pauses between words included: the median of voices at their usual tempo."""
_USUAL: Final = 1.25  # times as many, or as few, are heard as they are
_CORRECTION: Final = 1.3  # the exponent: what is heard at a wrong tempo shows too little of it
_FASTEST: Final = 2.0  # times the usual tempo, and as much slower
_PHONES: Final = 6  # fewer tell no tempo
_CERTAIN: Final = 0.9  # what is heard with this confidence is not heard once more


Known = tuple[Dictionary, Callable[[], FillerModel], tuple[AcousticModel, ...]]
"""How the words of a language are said, what reads a model of other talk in it, and the networks
that have learnt it."""


class SecondPass:
    """An :class:`~voice.hearing.engines.Engine` that hears once more what another has heard."""

    def __init__(
        self,
        first: Engine,
        networks: Networks,
        known: Callable[[str], Known],
    ) -> None:
        """``networks`` are of the model with which ``first`` hears; ``known`` is what it knows of a
        language by its name."""
        self._first, self._networks = first, networks
        self._known = known
        self._dictionary, _, _ = known(GERMAN.name)
        self._talks: dict[str, FillerModel] = {}
        self._learnt: dict[str, tuple[AcousticModel, ...]] = {}
        self._phrases: Set[str] = set()
        self._sentences: Sentences = ()
        self._graphs: dict[Automaton | frozenset[str], Graph] = {}
        self._pcm = bytearray()

    def listen_for(self, phrases: Sequence[str], sentences: Sentences | None = None) -> None:
        """Expect these phrases, and any of the sentences; drops the utterance in progress.

        Without sentences nothing is heard twice.
        """
        self._first.listen_for(phrases)
        self._phrases = set(phrases)
        self._sentences = sentences or ()
        known = self._graphs
        self._learn(self._sentences)
        self._graphs = {one: known.get(one) or self._graph(one) for one in self._sentences}
        self._pcm.clear()

    def accept(self, pcm: bytes) -> None:
        """Hear some more 16 kHz mono PCM."""
        self._first.accept(pcm)
        self._pcm += pcm

    def partial(self) -> str:
        """The best text so far."""
        return self._first.partial()

    def knows(self, word: str) -> bool:
        """True if the word is in the vocabulary."""
        return word in self._dictionary or self._first.knows(word)

    def result(self) -> tuple[Transcript, ...]:
        """End the utterance; the n best of all that it may be."""
        found = self._first.result()
        samples = np.frombuffer(bytes(self._pcm), "<i2")
        self._pcm.clear()
        heard = {words for each in found if (words := tuple(each.text.split()))}
        if not self._sentences or not heard or len(samples) < FRAME:
            return found
        sound = without_reverberation(samples)
        found = self._compare(heard, sound, HOP)
        if found[0].confidence < _CERTAIN:
            tempo = self._tempo(next((one for one in found if _of_one_kind(one.words)), found[0]))
            if not 1 / _USUAL <= tempo <= _USUAL:
                hop = HOP / np.clip(tempo**_CORRECTION, 1 / _FASTEST, _FASTEST)
                found = self._compare(heard, sound, round(hop))
        return found

    def _tempo(self, said: Transcript) -> float:
        """How many times faster than usual this was spoken; 1 if it is too short to tell."""
        phones = self._phones(said.words)
        seconds = sum(word.end_s - word.start_s for word in said.timed)
        return phones / seconds / _RATE if phones >= _PHONES else 1.0

    def _phones(self, words: Iterable[str]) -> int:
        """How many phones the words have at least."""
        return sum(
            min((len(each.phones) for each in self._dictionary.get(word, ())), default=0)
            for word in words
        )

    def _compare(self, heard: Set[Words], sound: search.Floats, hop: int) -> tuple[Transcript, ...]:
        """All that this ``sound`` may be, with a frame every ``hop`` samples; libvosk ``heard``
        these words in it."""
        cepstra = mfcc(sound, hop)
        german = self._networks.likelihoods(cepstra)
        by_language = {
            language: also_heard(german, networks, cepstra) if networks else german
            for language, networks in self._learnt.items()
        }
        talks = [talk.score(by_language[language]) for language, talk in self._talks.items()]
        talked = float(np.logaddexp.reduce(talks)) - math.log(len(talks))  # as often in each
        paths = [search.Hypothesis(talked, _throughout(len(german)))]
        texts = {GERMAN.name: self._other_phrases(heard)}
        for sentences, graph in self._graphs.items():
            language = _language(sentences)
            compared = Search(graph, by_language[language])
            found = compared.best(_SENTENCES, _BEAM)
            paths += [*found, *compared.best(_BEGUN, _BEAM, begun=True)]
            if _of_moves(sentences):
                cut = Search(graph, by_language[language], lost=_LOST).best(_CUT, _BEAM)
                paths += _without_beginning(cut, found)
            for words in map(_words, found[:_BESIDE]):
                texts.setdefault(language, set()).update(((UNKNOWN, *words), (*words, UNKNOWN)))
        for language, beside in texts.items():
            paths += self._compared(beside, by_language[language])
        paths = [
            path._replace(score=path.score - _SQUEEZED) if self._is_squeezed(path) else path
            for path in paths
        ]
        return _transcripts(paths, SUBSAMPLING * hop / SAMPLE_RATE)

    def _is_squeezed(self, path: search.Hypothesis) -> bool:
        """True if the first word is said much faster than the others: nobody speaks so, but what is
        left of "Springer" is heard as "Bauer"."""
        first, *others = path.words
        others = [each for each in others if each.word != UNKNOWN]
        if not others or first.word == UNKNOWN:
            return False
        own = (first.ended - first.begun) / max(1, self._phones((first.word,)))
        frames = sum(each.ended - each.begun for each in others)
        other = frames / max(1, self._phones(each.word for each in others))
        return own < _BRIEF and own < _BRIEFER * other

    def _other_phrases(self, heard: Set[Words]) -> set[Words]:
        """The phrases that libvosk heard and that are no sentence. Anything else that it heard is
        nothing that anybody says, but often more like the sound than what is."""
        return {
            words
            for words in heard
            if " ".join(words) in self._phrases
            if UNKNOWN not in words and not allows(self._sentences, words)
        }

    def _compared(
        self, texts: Iterable[Words], likelihoods: search.Floats
    ) -> list[search.Hypothesis]:
        """The same sound as each of some other texts."""
        arcs, finals = _tree(sorted(texts))
        heard = Search(search.graph(arcs, finals, self._dictionary), likelihoods)
        paths = (heard.likeliest(final) for final in finals)
        return [path for path in paths if path.words]

    def _learn(self, sentences: Sentences) -> None:
        """Know the languages in which these sentences are, and no others. Networks that have learnt
        one hear what is said in it, with the others, and nothing else: they hear German worse."""
        names = sorted({GERMAN.name, *map(_language, sentences)})
        if names != [*self._talks]:
            known = {name: self._known(name) for name in names}
            every = (words for words, _, _ in known.values())
            self._dictionary = {word: ways for words in every for word, ways in words.items()}
            self._talks = {name: talk() for name, (_, talk, _) in known.items()}
            self._learnt = {name: networks for name, (_, _, networks) in known.items()}

    def _graph(self, sentences: Automaton | frozenset[str]) -> Graph:
        """The graph of sentences of one kind."""
        if isinstance(sentences, Automaton):
            return search.graph(*_states(sentences), self._dictionary)
        return search.graph(
            *_tree(sorted(tuple(one.split()) for one in sentences)), self._dictionary
        )


@lru_cache(maxsize=16)
def _of_moves(sentences: Automaton | frozenset[str]) -> bool:
    """True if the sentences of one kind say nothing but moves."""
    if isinstance(sentences, frozenset):
        return False
    emits = (arc.emits for out in sentences.arcs for arc in out)
    return _NO_MOVE.isdisjoint(name for each in emits for name, _ in each)


@lru_cache(maxsize=16)
def _languages(sentences: Automaton | frozenset[str]) -> frozenset[str]:
    """The languages in which sentences of one kind begin."""
    if isinstance(sentences, frozenset):
        return frozenset({GERMAN.name})
    return frozenset(heard_in((arc.word,)) for arc in sentences.arcs[0])


def _language(sentences: Automaton | frozenset[str]) -> str:
    """The language beside German in which some of the sentences are, if there is one."""
    return min(_languages(sentences) - {GERMAN.name}, default=GERMAN.name)


def _of_one_kind(words: Words) -> bool:
    """True if no other talk stands beside what was said, nor a word of another language, which may
    be as little: "ne, Dame Hektor vier"."""
    return UNKNOWN not in words and len({heard_in((word,)) for word in words}) <= 1


def _without_beginning(
    cut: Iterable[search.Hypothesis], whole: Iterable[search.Hypothesis]
) -> Iterator[search.Hypothesis]:
    """Sentences whose beginning is lost, with other talk in its place: those that are likelier so
    than ``whole``."""
    known = {_words(path): path.score for path in whole}
    for path in cut:
        if path.score > known.get(_words(path), -math.inf):
            lost = search.WordSpan(UNKNOWN, 0, path.words[0].begun)
            yield path._replace(words=(lost, *path.words))


def _throughout(frames: int) -> tuple[search.WordSpan, ...]:
    """Other talk, from the first frame to the last."""
    return (search.WordSpan(UNKNOWN, 0, frames),)


def _states(sentences: Automaton) -> tuple[list[WordArc], list[int]]:
    """The automaton as nodes: what it emits is left out."""
    costs = _fewer(sentences) if GERMAN.name not in _languages(sentences) else {}
    arcs = [
        WordArc(state, arc.word, arc.target, min(search.WORD, costs.get(state, search.WORD)))
        for state, out in enumerate(sentences.arcs)
        for arc in out
    ]
    return arcs, [state for state, ends in enumerate(sentences.ends) if ends]


def _fewer(sentences: Automaton) -> dict[int, float]:
    """What a word costs, by the state before it, where few may follow there: as all of them, and an
    end, are as likely, less than elsewhere. So "what time do I have" is hardly dearer than "time".
    """
    costs: dict[int, float] = {}
    seen = [frozenset({0})]
    known = {*seen}
    for states in seen:  # grows
        following: dict[str, set[int]] = {}
        for arc in (arc for state in states for arc in sentences.arcs[state]):
            following.setdefault(arc.word, set()).add(arc.target)
        choices = len(following) + any(sentences.ends[state] for state in states)
        for state in states:
            costs[state] = max(math.log(max(choices, 1)), costs.get(state, 0.0))
        new = {frozenset(each) for each in following.values()} - known
        known |= new
        seen += new
    return costs


def _tree(texts: Iterable[Words]) -> tuple[list[WordArc], list[int]]:
    """The texts as a tree of words; where an unknown word ends, more of its sounds may follow."""
    nodes: dict[Words, int] = {(): 0}
    arcs, finals = [], []
    for text in texts:
        for length in range(1, len(text) + 1):
            begun = text[:length]
            if begun not in nodes:
                nodes[begun] = len(nodes)
                arcs.append(WordArc(nodes[begun[:-1]], begun[-1], nodes[begun]))
                if begun[-1] == UNKNOWN:
                    arcs.append(WordArc(nodes[begun], UNKNOWN, nodes[begun]))
        finals.append(nodes[text])
    return arcs, finals


def load_engine(path: Path) -> Engine:
    """The engine for the model at ``path``: with a second pass, if it is one of Hektor's own.

    Raises:
        ModelError: there is none, or libvosk cannot load it.
    """
    return load_engines(path, 1)[0]


def load_engines(path: Path, count: int) -> list[Engine]:
    """As `load_engine`, one for each of so many microphones: they share what the model knows.

    Raises:
        ModelError: there is none, or libvosk cannot load it.
    """
    begin_trial(path)
    known, networks = known_of(path), None
    with suppress(OSError, ValueError):  # another Vosk model, of whose phones nothing is known
        known(GERMAN.name)
        networks = read_networks(path)
    first = VoskEngine(path)
    engines = [first, *(first.another() for _ in range(count - 1))]
    if networks is None:
        return [*engines]
    return [SecondPass(engine, networks, known) for engine in engines]


def known_of(path: Path) -> Callable[[str], Known]:
    """The words and networks of the model at ``path``, by language; read once. Other talk is
    read by the thread that listens, when it begins: until somebody has spoken it is not needed.

    What a person's own model has none of, words and networks of other languages, is the bundled
    one's. It raises OSError or ValueError if that is nothing of German.
    """

    @cache
    def known(language: str) -> Known:
        if language == GERMAN.name:
            words = read_dictionary(path)
        else:
            words = read_foreign(path, language) or read_foreign(BUNDLED, language)
        networks = read_learnt(path, language) or read_learnt(BUNDLED, language)

        @cache
        def talk() -> FillerModel:
            own = frozenset(native(word for word in words if parse_words((word,))))
            found = read_talk(own, language)
            _give_back()
            return found

        return words, talk, networks

    return known


def _give_back() -> None:
    """What was only needed to read the models goes back to the system: glibc keeps it, a tenth of
    all that the program has."""
    with suppress(OSError, AttributeError, TypeError):  # another library of C
        ctypes.CDLL(None).malloc_trim(0)


def _words(path: search.Hypothesis) -> Words:
    return tuple(each.word for each in path.words)


def _transcripts(paths: Iterable[search.Hypothesis], frame_s: float) -> tuple[Transcript, ...]:
    """The paths as an n-best list, the likeliest first, each sentence once; what is too unlikely to
    count is left out."""
    best: dict[Words, search.Hypothesis] = {}
    for path in sorted(paths, key=lambda path: -path.score):
        best.setdefault(_words(path), path)
    ranked = [*best.values()]
    ranked = [path for path in ranked if path.score >= ranked[0].score - _BEAM]
    shares = np.exp([path.score - ranked[0].score for path in ranked])
    return tuple(
        _transcript(path, float(share), frame_s)
        for path, share in zip(ranked, shares / shares.sum(), strict=True)
    )


def _transcript(path: search.Hypothesis, share: float, frame_s: float) -> Transcript:
    words = tuple(
        Word(word, start * frame_s, end * frame_s, share) for word, start, end in path.words
    )
    return Transcript(" ".join(word.text for word in words), share, words)
