# SPDX-License-Identifier: GPL-3.0-or-later
"""From what was heard or typed to what was meant, in a position.

A move is never played that the player did not say: legal readings are preferred, never forced,
and what is unsure is asked about. How sure is sure enough is data, in ``costs.toml``: the shares
of an n-best list that agree on a meaning, the number of words, and which words are taken for one
another. The recogniser's word confidences are not asked.
"""

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import chess

from rules.position import Position
from voice.language import costs, letters, lexicon, typed
from voice.language.commands import Act, Command, CommandName, Trait
from voice.language.disambiguation import deciding_words
from voice.language.interpretation import (
    Ambiguous,
    Asked,
    Heard,
    Illegal,
    Intent,
    NotUnderstood,
    Unsure,
    meaning,
    wordless,
)
from voice.language.lexicon import GERMAN, GERMAN_WITH_LETTERS, Language
from voice.language.transcript import UNKNOWN, Transcript, Words, known, shares_of

Confusions = Mapping[str, Mapping[str, float]]
"""From a word to those it is taken for, and what each costs; see ``costs.toml``."""


def understand(
    transcripts: Sequence[Transcript],
    position: Position,
    asked: Asked = None,
    language: Language = GERMAN,
    *,
    confusions: Confusions | None = None,
    expected: Collection[CommandName] = (),
    awaited: Collection[CommandName] = (),
) -> Intent:
    """What was meant by an utterance with these hypotheses, the best first.

    ``asked`` is the intent that the table asked about, if a question is open: its deciding words
    are understood then. ``confusions`` are those
    of the speaker, instead of those of all people in ``costs.toml``. Commands that are
    ``expected``, as the correction after a move, are believed sooner, and those that are
    ``awaited``, as the one for the clock then, sooner still. A command that was
    heard, but not well enough for what it does, is not ``sure``: it is to be asked back.
    """
    if confusions is None:
        confusions = costs.load().confusions
    heard = _weighted(transcripts)
    if not heard:
        return NotUnderstood("")
    if language.letters:
        heard = _by_letters(heard, position, language, confusions)
    shares: dict[Intent, float] = {}
    spoken: dict[Intent, float] = {}
    firsts: dict[Intent, _Hypothesis] = {}
    for each in heard:
        meant = meaning(each.words, position, asked, language)
        key = wordless(meant)
        shares[key] = shares.get(key, 0.0) + each.share * _likely(meant, each)
        spoken[key] = spoken.get(key, 0.0) + each.share
        firsts.setdefault(key, each)
    total = sum(shares.values())
    parts = {key: share / total for key, share in shares.items()}
    evidence = _Evidence(parts, spoken, firsts, confusions)
    bars = _Bars(asked, expected, awaited)
    return _decide(evidence, heard, position, language, bars)


def understand_typed(
    line: str,
    position: Position,
    asked: Asked = None,
    language: Language = GERMAN_WITH_LETTERS,
    interface: str = GERMAN.name,
) -> Intent:
    """What a typed line means: spoken words in any spelling, squares, notation or UCI.

    ``interface`` is the language in which the person is spoken to. Its words and its letters of
    the pieces come before those of ``language``.
    """
    return typed.understand(line.strip(), position, asked, typed.languages(language, interface))


@dataclass(frozen=True, slots=True)
class _Hypothesis:
    """The words of a transcript, unknown sounds among them, and its share of the list.

    ``drawn_out``: a word lasts longer than people make it last; other speech was forced into it.
    ``clearness``: see :class:`~voice.language.transcript.Transcript`.
    """

    words: Words
    share: float
    drawn_out: bool
    clearness: float | None

    @property
    def text(self) -> str:
        """What was heard, to show."""
        return lexicon.written(self.words)


@dataclass(frozen=True, slots=True)
class _Evidence:
    """The share of each meaning, without its text, and the first hypothesis that has it.

    ``shares`` are weighed by how often such a thing is said, ``spoken`` by the sound alone.
    ``confusions`` are what words the speaker's words are taken for.
    """

    shares: dict[Intent, float]
    spoken: dict[Intent, float]
    firsts: dict[Intent, _Hypothesis]
    confusions: Confusions


def _weighted(transcripts: Sequence[Transcript]) -> list[_Hypothesis]:
    """The hypotheses that have a share of the list."""
    return [
        _Hypothesis(each.words, share, _is_drawn_out(each), each.clearness)
        for each, share in zip(transcripts, shares_of(transcripts), strict=True)
        if share
    ]


def _is_drawn_out(transcript: Transcript) -> bool:
    seconds = costs.load().seconds
    return any(
        word.end_s - word.start_s > max(seconds["word"], seconds["letter"] * len(word.text))
        for word in transcript.timed
        if word.text != UNKNOWN
    )


def _by_letters(
    heard: list[_Hypothesis], position: Position, language: Language, confusions: Confusions
) -> list[_Hypothesis]:
    """The hypotheses, where letters that sound alike are decided by what is legal."""

    def is_legal(words: Words) -> bool:
        return isinstance(meaning(words, position, None, language), Heard | Ambiguous)

    found = []
    for each in heard:
        parts = []
        if not is_legal(each.words):
            parts = letters.decided(each.words, confusions, language.name, is_legal)
        found += [replace(each, words=words, share=each.share * part) for words, part in parts]
        if not parts:
            found.append(each)
    return found


def _likely(meant: Intent, heard: _Hypothesis) -> float:
    """How much rarer this is said than a legal move or a command, as a factor."""
    figures = costs.load().costs
    if isinstance(meant, Illegal):
        return math.exp(-figures["illegal"])
    if isinstance(meant, NotUnderstood) and UNKNOWN not in heard.words:
        return math.exp(-figures["broken_off"])
    return 1.0


def _decide(
    evidence: _Evidence,
    heard: list[_Hypothesis],
    position: Position,
    language: Language,
    bars: "_Bars",
) -> Intent:
    shares = costs.load().shares
    best, share = max(evidence.shares.items(), key=lambda item: item[1])
    text = evidence.firsts[best].text
    match best:
        case Command():
            return _command(best, evidence, bars)
        case Heard():
            return _heard(best, share, evidence, position, language)
        case Ambiguous() | Unsure():
            return replace(best, text=text) if share >= shares["ask"] else NotUnderstood(text)
        case Illegal() if share >= shares["clearly_illegal"]:
            return replace(best, text=text)
    noise = sum(each.share for each in heard if 2 * each.words.count(UNKNOWN) >= len(each.words))
    unsure = _nearly(evidence, heard, position, language) if noise < shares["noise"] else None
    if unsure is not None:
        return unsure
    if isinstance(best, Illegal) and share >= shares["illegal"]:
        return replace(best, text=text)
    return NotUnderstood(text)


@dataclass(frozen=True, slots=True)
class _Bars:
    """What is expected now: answers to what is ``asked`` about, and the ``expected`` commands, of
    which some are ``awaited``."""

    asked: Asked
    expected: Collection[CommandName]
    awaited: Collection[CommandName]

    def of(self, name: CommandName) -> costs.Bar:
        """How sure is sure enough for a command: by what it does if nobody said it."""
        acts = costs.load().acts
        if self.asked is not None and Trait.ANSWERS in name.traits:
            ends = isinstance(self.asked, Command) and self.asked.name.act is Act.ENDS
            return acts["confirms" if ends and name is CommandName.YES else "expected"]
        if name in self.awaited:
            return acts["awaited"]
        repeated = isinstance(self.asked, Command) and self.asked.name is name
        if (repeated or name in self.expected) and name.act is not Act.ENDS:
            return acts["expected"]
        return acts[name.act]


def _command(best: Command, evidence: _Evidence, bars: _Bars) -> Intent:
    """The command if it was heard well enough, or not ``sure`` if well enough to be asked back."""
    first = evidence.firsts[best]
    bar = bars.of(best.name)
    beside = sum(
        part
        for meant, part in evidence.shares.items()
        if isinstance(meant, NotUnderstood) and known(evidence.firsts[meant].words) == first.words
    )
    if first.clearness is None:
        by_sound = evidence.spoken[best]
        obeyed = by_sound >= bar.share and not first.drawn_out
        asked = by_sound >= bar.ask_share and not first.drawn_out
    else:
        words = len(first.words)
        obeyed = bar.obeys(first.clearness, words) and evidence.shares[best] >= beside
        asked = bar.asks(first.clearness, words)
    if not obeyed and not asked:
        return NotUnderstood(first.text)
    return replace(best, text=first.text, sure=obeyed)


def _heard(
    best: Heard, share: float, evidence: _Evidence, position: Position, language: Language
) -> Intent:
    shares = costs.load().shares
    first = evidence.firsts[best]
    words, text = first.words, first.text
    rivals: list[chess.Move] = []
    for other, part in evidence.shares.items():
        if isinstance(other, Heard) and other != best:
            rivalry = _rivalry(words, evidence.firsts[other].words, evidence.confusions, language)
            if part >= share * shares[rivalry]:
                rivals.append(other.move)
    by_length = {1: shares["heard_one_word"], 2: shares["heard_two_words"]}
    enough = by_length.get(len(words), shares["heard"])
    if _has_twin(best, evidence, position, language):
        by_letter = not letters.names(language.name).isdisjoint(words)
        enough = max(enough, shares["heard_by_letter" if by_letter else "heard_with_twin"])
    said = share >= enough and _is_heard(best, evidence)
    if said and not rivals and not first.drawn_out:
        return replace(best, text=text)
    if share < shares["ask"]:
        return NotUnderstood(text)
    if rivals:
        moves = (best.move, *rivals)
        options = deciding_words(position, moves, language)
        if len(options) == len(moves) and not _sound_alike(options, evidence.confusions):
            return Ambiguous(moves, text)
    return Unsure(best.move, text)


def _rivalry(one: Words, other: Words, confusions: Confusions, language: Language) -> str:
    """Which share tells whether what was heard as ``other`` competes with ``one``."""
    if language.letters and len(one) == len(other):
        pairs = [{*pair} for pair in zip(one, other, strict=True)]
        if set().union(*(pair for pair in pairs if len(pair) > 1)) <= letters.names(language.name):
            return "rival_letter"
    return "rival_twin" if _are_twins(one, other, confusions) else "rival"


def _is_heard(best: Intent, evidence: _Evidence) -> bool:
    """True if the sound alone speaks for it, however unlikely all else is to be said."""
    by_sound = costs.load().by_sound
    place = min(len(evidence.firsts[best].words), len(by_sound)) - 1
    return evidence.spoken[best] >= by_sound[place]


def _has_twin(best: Heard, evidence: _Evidence, position: Position, language: Language) -> bool:
    """True if a word often taken for another makes a different legal move of what was heard."""
    twin = costs.load().costs["twin"]
    confused = _confused(evidence.firsts[best].words, evidence.confusions)
    others = (meaning(other, position, None, language) for other, c in confused if c <= twin)
    return any(isinstance(other, Heard) and other.move != best.move for other in others)


def _are_twins(one: Words, other: Words, confusions: Confusions) -> bool:
    """True if the two differ only by words that are often taken for one another."""
    twin = costs.load().costs["twin"]
    return len(one) == len(other) and all(
        a == b or confusions.get(a, {}).get(b, math.inf) <= twin
        for a, b in zip(one, other, strict=True)
    )


def _sound_alike(options: Sequence[str], confusions: Confusions) -> bool:
    words = [tuple(option.lower().split()) for option in options]
    return any(_are_twins(one, other, confusions) for one, other in combinations(words, 2))


def _nearly(
    evidence: _Evidence,
    heard: list[_Hypothesis],
    position: Position,
    language: Language,
) -> Unsure | None:
    """The one legal move that is nearly what was heard, to be asked about; never played at once.

    Legal hypotheses further down the list count as they are; others after a single repair: one
    word taken for another, or one too many.
    """
    shares = costs.load().shares
    weights: dict[chess.Move, float] = {
        meant.move: share
        for meant, share in evidence.shares.items()
        if isinstance(meant, Heard | Unsure)
    }
    for each in heard:
        broken = isinstance(meaning(each.words, position, None, language), NotUnderstood | Illegal)
        if not broken or each.share < shares["ask"]:
            continue
        confused = _confused(each.words, evidence.confusions)
        for repaired, cost in (*confused, *_shortened(each.words)):
            meant = meaning(repaired, position, None, language)
            if isinstance(meant, Heard) and cost <= costs.load().costs["repair"]:
                weight = each.share * math.exp(-cost)
                weights[meant.move] = max(weights.get(meant.move, 0.0), weight)
    ranked = sorted(weights.items(), key=lambda item: -item[1])
    if not ranked or (len(ranked) > 1 and ranked[1][1] >= shares["rival"] * ranked[0][1]):
        return None
    return Unsure(ranked[0][0], heard[0].text) if ranked[0][1] >= shares["nearly"] else None


def _confused(words: Words, confusions: Confusions) -> Iterator[tuple[Words, float]]:
    for place, word in enumerate(words):
        for other, cost in confusions.get(word, {}).items():
            yield (*words[:place], other, *words[place + 1 :]), cost


def _shortened(words: Words) -> Iterator[tuple[Words, float]]:
    """Without one word, of at least three: two words of chatter are soon a pawn's move."""
    if len(words) > 2:
        for place in range(len(words)):
            yield (*words[:place], *words[place + 1 :]), costs.load().costs["extra_word"]
