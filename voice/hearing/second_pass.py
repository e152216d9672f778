# SPDX-License-Identifier: GPL-3.0-or-later
"""The second pass: an utterance is heard once more, among all sentences that mean something.

libvosk hears it while it is spoken. When it is over, its sound is compared with whole sentences,
moves and commands, with what libvosk heard and with a row of any sounds, all by one measure.
libvosk alone takes long sentences in noise for unknown sounds, since its bigram prices each of
their words.

Moves compete with one another, and with unknown sounds as a whole. A command is weighed against
unknown sounds alone, which gives its *clearness*: that separates commands from other people's
words best, and means the same for "Uhr" as for "Was hat sich geändert".
"""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from pathlib import Path
from typing import Final

import numpy as np

from voice.acoustic import search
from voice.acoustic.dictionary import Dictionary, read_dictionary
from voice.acoustic.features import FRAME, HOP, SAMPLE_RATE, mfcc
from voice.acoustic.networks import Networks, read_networks
from voice.acoustic.phones import SUBSAMPLING
from voice.acoustic.search import Graph, Search, WordArc
from voice.hearing.engines import Engine, Sentences, VoskEngine, plausible
from voice.language import costs
from voice.language.commands import Command
from voice.language.lexicon import GERMAN_WITH_LETTERS
from voice.language.semantics import (
    begins,
    begins_command,
    is_command,
    parse_reply,
    parse_words,
)
from voice.language.template import Automaton
from voice.language.transcript import UNKNOWN, Transcript, Word, Words, known

_FRAME_S: Final = SUBSAMPLING * HOP / SAMPLE_RATE
_SENTENCES: Final = 30
_BEAM: Final = 9.0
_BESIDE: Final = 2
_LISTED: Final = 12

_UNKNOWN: Final = (UNKNOWN,)


class SecondPass:
    """An :class:`~voice.hearing.engines.Engine` that hears once more what another has heard."""

    def __init__(self, first: Engine, networks: Networks, dictionary: Dictionary) -> None:
        """``networks`` and ``dictionary`` are of the model with which ``first`` hears."""
        self._first = first
        self._networks, self._dictionary = networks, dictionary
        self._sentences: Sentences | None = None
        self._known: Callable[[Words], object] = bool
        self._phrases: Counter[str] = Counter()
        self._expected: set[str] = set()
        self._awaited: set[str] = set()
        self._pcm = bytearray()
        self._graph: Graph | None = None

    def listen_for(self, phrases: Sequence[str], sentences: Sentences | None = None) -> None:
        """Expect these phrases, and any of the sentences; drops the utterance in progress.

        Without sentences nothing is heard twice. What stands among the phrases as often as answers
        to a question do is expected before all else, but for unknown sounds: they often do too.
        What stands there more often still is awaited.
        """
        self._first.listen_for(phrases)
        self._phrases = Counter(phrases)
        often = costs.load().listening
        frequent = {phrase for phrase, times in self._phrases.items() if times >= often["answer"]}
        self._expected = frequent - {UNKNOWN}
        self._awaited = {one for one in self._expected if self._phrases[one] >= often["awaited"]}
        if sentences != self._sentences:
            self._sentences = sentences
            self._graph, self._known = self._prepared(sentences)
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
        return self._first.knows(word)

    def result(self) -> tuple[Transcript, ...]:
        """End the utterance; the n best of all that it may be."""
        found = self._first.result()
        samples = np.frombuffer(bytes(self._pcm), "<i2")
        self._pcm.clear()
        heard = {words for each in found if (words := tuple(each.text.split()))}
        if self._graph is None or not heard or len(samples) < FRAME:
            return found
        return self._compare(heard, self._networks.likelihoods(mfcc(samples)))

    def _compare(self, heard: Set[Words], likelihoods: search.Floats) -> tuple[Transcript, ...]:
        """The n best of all that these sounds may be; libvosk ``heard`` these words in them."""
        assert self._graph is not None
        whole = Search(self._graph, likelihoods).best(_SENTENCES, _BEAM)
        paths = [*whole, *self._compared(self._others(heard, whole), likelihoods)]
        likest = max(
            (path for path in paths if UNKNOWN not in _words(path)),
            key=lambda path: path.score,
            default=search.Path(0.0, ()),
        )
        unknown = next((path.score for path in paths if _words(path) == _UNKNOWN), -math.inf)
        weighed = [self._weighed(path, len(likest.words)) for path in paths]
        clear = {_words(path): self._clearness(path, unknown) for path in paths}
        return _transcripts(weighed, clear)

    def _weighed(self, path: search.Path, words: int) -> search.Path:
        """With what is known of how often such a thing is said, beside its sound.

        The sentence that is most like it has so many ``words``: chatter is soon like one of many.
        What begins a command is as seldom said as the command: else it would win over all of it.
        """
        figures = costs.load().second_pass
        said = _words(path)
        plain = known(said)
        score = path.score
        unknown = figures["unknown"] + figures["unknown_for_word"] * max(0, words - 2)
        if said == _UNKNOWN:
            return path._replace(score=score + unknown)
        if self._is_command(plain) or begins_command(plain, GERMAN_WITH_LETTERS):
            score += unknown - figures["command_phone"] * self._phones(plain)
        if plain != said:
            score -= figures["beside"]
        elif " ".join(said) in self._expected:
            awaited = " ".join(said) in self._awaited
            score += figures["awaited" if awaited else "expected"]
        return path._replace(score=score)

    def _clearness(self, path: search.Path, unknown: float) -> float | None:
        """See :class:`~voice.language.transcript.Transcript`; None for what is no command.

        The most is what unknown sounds cost more than these words, if they were just these sounds.
        """
        words = _words(path)
        if not self._is_command(words):
            return None
        most = search.UNKNOWN_PHONE * self._phones(words) - search.WORD * len(words)
        return (path.score - unknown) / most

    def _phones(self, words: Words) -> int:
        """How many phones these words have, as they are said most briefly."""
        return sum(min(len(each.phones) for each in self._dictionary[word]) for word in words)

    def _is_command(self, words: Words) -> bool:
        """True if the words are a command, and no move of the sentences that are listened for."""
        if not words or not isinstance(self._sentences, Automaton):
            return False
        if readings := self._sentences.read(words):
            return all(map(is_command, readings))
        others = parse_words(words, GERMAN_WITH_LETTERS)
        return bool(others) and all(isinstance(one, Command) for one in others)

    def _others(self, heard: Set[Words], whole: Sequence[search.Path]) -> list[Words]:
        """What else to compare with: what is no sentence but means something, as commands do, or
        begins a phrase, for somebody may pause in it; unknown sounds alone; and unknown sounds
        beside a sentence, for somebody may speak of a move.

        Anything else that libvosk heard is nothing that anybody says, but often more like the sound
        than what is: an unknown sound in the place of a word is so always.
        """
        plain = {known(words) for words in heard}
        said = {words for words in plain if self._known(words) or self._means(words)}
        said |= {_words(path) for path in whole[:_BESIDE]}
        beside = {each for words in said for each in ((UNKNOWN, *words), (*words, UNKNOWN))}
        begun = {words for words in heard if begins(words, GERMAN_WITH_LETTERS)}
        others = {words for words in begun | said & heard if not self._known(words)}
        return sorted(others | beside | {_UNKNOWN})

    def _means(self, words: Words) -> bool:
        """True if it is a phrase or a command or, where answers are expected, part of a move."""
        if " ".join(words) in self._phrases or parse_words(words, GERMAN_WITH_LETTERS):
            return True
        return bool(self._expected and parse_reply(words, GERMAN_WITH_LETTERS))

    def _compared(self, texts: Iterable[Words], likelihoods: search.Floats) -> list[search.Path]:
        """The same sound as each of some other texts."""
        arcs, finals = _tree(texts)
        heard = Search(search.graph(arcs, finals, self._dictionary), likelihoods)
        paths = (heard.likeliest(final) for final in finals)
        return [path for path in paths if path.words]

    def _prepared(
        self, sentences: Sentences | None
    ) -> tuple[Graph | None, Callable[[Words], object]]:
        """The graph of all sentences, and whether words are one of them."""
        if not sentences:
            return None, bool
        if isinstance(sentences, Automaton):
            return search.graph(*_states(sentences), self._dictionary), sentences.read
        texts = {tuple(sentence.split()): None for sentence in sorted(sentences)}
        return search.graph(*_tree(texts), self._dictionary), texts.__contains__


def _states(sentences: Automaton) -> tuple[list[WordArc], list[int]]:
    """The automaton as nodes: what it emits is left out."""
    arcs = [
        WordArc(state, arc.word, arc.target)
        for state, out in enumerate(sentences.arcs)
        for arc in out
    ]
    return arcs, [state for state, ends in enumerate(sentences.ends) if ends]


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
    """What hears with the model at ``path``: twice, if it is one of Hektor's own.

    Raises:
        ModelError: there is none, or libvosk cannot load it.
    """
    first = VoskEngine(path)
    try:
        return SecondPass(first, read_networks(path), read_dictionary(path))
    except (OSError, ValueError):  # another Vosk model, of whose phones nothing is known
        return first


def _words(path: search.Path) -> Words:
    return tuple(each.word for each in path.words)


def _transcripts(
    paths: Iterable[search.Path], clear: Mapping[Words, float | None]
) -> tuple[Transcript, ...]:
    """The best paths as an n-best list, with how clear they are."""
    ranked = sorted(paths, key=lambda path: -path.score)[:_LISTED]
    shares = np.exp([path.score - ranked[0].score for path in ranked])
    return tuple(
        _transcript(path, float(share), clear.get(_words(path)))
        for path, share in zip(ranked, shares / shares.sum(), strict=True)
    )


def _transcript(path: search.Path, share: float, clearness: float | None) -> Transcript:
    words = tuple(
        Word(plausible(word, (end - start) * _FRAME_S), start * _FRAME_S, end * _FRAME_S, share)
        for word, start, end in path.words
    )
    text = " ".join(word.text for word in words)
    return Transcript(text, share, words, None if UNKNOWN in text else clearness)
