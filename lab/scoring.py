# SPDX-License-Identifier: GPL-3.0-or-later
"""The verdict on one recording: heard right, asked again, or taken for something else.

With a position the meaning counts: the move or command that would be played or obeyed at once.
Without one the words count.
"""

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from rules.position import Position
from voice.hearing.audio import MILLISECOND, RATE, Samples, blocks
from voice.hearing.recogniser import Recogniser
from voice.language.commands import Act, Command, CommandName
from voice.language.completeness import Completeness, completeness
from voice.language.grammar import runtime_phrases, sentences
from voice.language.intent import Context, explained, understand
from voice.language.interpretation import Heard, Intent
from voice.language.lexicon import GERMAN, Language
from voice.language.semantics import moves_automaton, parse_words
from voice.language.template import Sentences
from voice.language.transcript import UNKNOWN, HeardUtterance, Transcript, Words, known
from voice.learning.manifest import Clip

_SHARE: Final = 0.6  # of the n-best list that a phrase needs, as a move does in a position
_UNKNOWN_WORD: Final = 1 / 3  # how much an unknown sound counts where single words are expected


class Verdict(StrEnum):
    """The verdicts; the last two are for recordings outside the language."""

    RIGHT = "right"
    ASKED_AGAIN = "asked again"
    WRONG = "wrong"
    ACCEPTED = "accepted"
    REJECTED = "rejected"


@dataclass(frozen=True, slots=True)
class Scored:
    """One recording with the words that were heard and the verdict. ``reasons`` are the
    probabilities and costs behind it, a line each."""

    clip: Clip
    heard: Words
    verdict: Verdict
    latency_ms: float | None
    seconds: float
    cpu_seconds: float
    reasons: tuple[str, ...] = ()


def score(
    clip: Clip,
    sound: Samples,
    spoken_until: int,
    recogniser: Recogniser,
    scorer: "Scorer",
) -> Scored:
    """Let the recogniser hear one recording and compare what it makes of it.

    ``sound`` may be noisy; ``spoken_until`` is when speech ends in it, as :func:`speech_end`.
    """
    recogniser.reset()
    recogniser.listen_for(scorer.phrases, scorer.completeness, sentences=scorer.sentences)
    utterances: list[HeardUtterance] = []
    latency_ms = None
    cpu = 0.0
    for block in blocks(sound):
        before = time.process_time()
        heard = recogniser.feed(block.pcm, block.at)
        spent = time.process_time() - before
        cpu += spent
        if heard is not None:
            utterances.append(heard)
            latency_ms = (heard.decided_at - spoken_until) / MILLISECOND + 1_000 * spent
    words, verdict = scorer.verdict(clip, utterances)
    reasons = scorer.reasons(utterances)
    return Scored(clip, words, verdict, latency_ms, len(sound) / RATE, cpu, reasons)


class WordScorer:
    """Scores by words alone: which of the phrases listened for was said, if any.

    The recogniser is given its ``phrases``, whole ``sentences`` and :meth:`completeness`.
    """

    def __init__(self, phrases: Iterable[str], language: bool) -> None:
        self.phrases = [*phrases]
        self._whole = {tuple(phrase.split()) for phrase in self.phrases} - {(UNKNOWN,)}
        self._open = {words[:i] for words in self._whole for i in range(1, len(words))}
        self._language = language
        self.sentences: Sentences = (
            (moves_automaton(GERMAN),) if language else (frozenset(self.phrases) - {UNKNOWN},)
        )

    def completeness(self, words: Words) -> Completeness:
        """Judge words like `voice.language.completeness.completeness`. In the whole language every
        phrase may be the last."""
        if words in self._open and not self._language:
            return Completeness.OPEN
        if self._knows(words):
            return Completeness.COMPLETE
        return Completeness.OPEN if words in self._open else Completeness.UNKNOWN

    def _knows(self, words: Words) -> bool:
        return words in self._whole or (self._language and bool(parse_words(words)))

    def accept(self, transcripts: Sequence[Transcript]) -> Words:
        """The phrase that was said; nothing where the n-best list is not agreed."""
        shares: dict[Words, float] = {}
        for transcript in transcripts:
            if self._knows(words := transcript.words):
                shares[words] = shares.get(words, 0.0) + transcript.confidence
        unknown = sum(each.confidence for each in transcripts if UNKNOWN in each.words)
        others = sum(shares.values()) + unknown * (1.0 if self._language else _UNKNOWN_WORD)
        best = max(shares, key=shares.__getitem__, default=())
        agreed = bool(shares) and shares[best] >= _SHARE * others
        return best if agreed else ()

    def verdict(self, clip: Clip, utterances: Sequence[HeardUtterance]) -> tuple[Words, Verdict]:
        """Words heard, and the verdict on them."""
        accepted = [words for each in utterances if (words := self.accept(each.transcripts))]
        heard = tuple(word for words in accepted for word in words)
        if not clip.inside:
            return heard, Verdict.ACCEPTED if accepted else Verdict.REJECTED
        if not accepted:
            return _best_words(utterances), Verdict.ASKED_AGAIN
        same = heard == clip.words or (parse_words(heard) and _same_meaning(heard, clip.words))
        return heard, Verdict.RIGHT if same else Verdict.WRONG

    def reasons(self, utterances: Sequence[HeardUtterance]) -> tuple[str, ...]:
        """No reasons: words alone are not weighed by what they do."""
        return ()


class PositionScorer:
    """Scores by meanings in a position; files have their letters' names too in a ``language`` that
    has them. Commands are also heard in the player's ``own`` language."""

    def __init__(self, fen: str, language: Language = GERMAN, own: str = GERMAN.name) -> None:
        self.position = Position.from_fen(fen)
        self.language = language
        self.phrases = runtime_phrases(self.position, language=language)
        self.sentences: Sentences | None = sentences(self.position, language=language, own=own)

    def completeness(self, words: Words) -> Completeness:
        """Judge words with `voice.language.completeness.completeness`."""
        return completeness(words, self.position, language=self.language)

    def meaning(self, transcripts: Sequence[Transcript]) -> Intent:
        """The act that would follow, without the words."""
        return replace(understand(transcripts, self.position, language=self.language), text="")

    def verdict(self, clip: Clip, utterances: Sequence[HeardUtterance]) -> tuple[Words, Verdict]:
        """Words heard, and the verdict on them."""
        with_words = [each for each in utterances if each.has_words and not each.clipped]
        meanings = [self.meaning(each.transcripts) for each in with_words]
        done = [meaning for meaning in meanings if _is_done_at_once(meaning)]
        heard = _best_words(utterances)
        if not clip.inside:
            return heard, Verdict.ACCEPTED if done else Verdict.REJECTED
        meant = self.meaning([Transcript(" ".join(clip.words), 1.0)])
        if any(meaning != meant for meaning in done):
            return heard, Verdict.WRONG
        if meant in meanings:
            return clip.words, Verdict.RIGHT
        return heard, Verdict.ASKED_AGAIN

    def reasons(self, utterances: Sequence[HeardUtterance]) -> tuple[str, ...]:
        """The probabilities and costs behind the verdict."""
        moment = Context(self.position, language=self.language)
        return tuple(line for each in utterances for line in explained(each.transcripts, moment))


Scorer = WordScorer | PositionScorer
"""The way to listen to a recording, and to judge what was heard."""


def _is_done_at_once(meaning: Intent) -> bool:
    """True unless Hektor asks first, or does nothing, as at "Schach"."""
    if isinstance(meaning, Command):
        asked = not meaning.sure or meaning.name.act is Act.ENDS
        return not asked and meaning.name is not CommandName.CHECK_CALLED
    return isinstance(meaning, Heard)


def _best_words(utterances: Sequence[HeardUtterance]) -> Words:
    words = (word for each in utterances for word in each.transcripts[0].words)
    return known(words)


def _same_meaning(one: Words, other: Words) -> bool:
    def plain(words: Words) -> set[object]:
        return {
            replace(reading, text="") if isinstance(reading, Command) else reading
            for reading in parse_words(words)
        }

    return plain(one) == plain(other)
