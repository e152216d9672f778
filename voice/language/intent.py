# SPDX-License-Identifier: GPL-3.0-or-later
"""From what was heard or typed to what was meant, in a position.

One probability decides what was said: how likely the sound is as these words, times how often such
a thing is said at this moment. What is done about it is the act of the least expected cost: play,
obey, ask by name, ask which, or stay silent. Both tables are in ``costs.toml``. A move is never
played that the player did not say: an illegal one that is plainly said is heard as illegal.
"""

import math
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import TypeVar

import chess

from rules.description import MoveDescription
from rules.explanation import wrong_claim
from rules.moves import find
from rules.position import Position
from voice.language import costs, lexicon, typed
from voice.language.commands import CORRECTIONS, Act, Command, CommandName, Trait
from voice.language.disambiguation import deciding_words
from voice.language.grammar import ALPHABETS, examples
from voice.language.interpretation import (
    Ambiguous,
    AskedAbout,
    Either,
    Heard,
    Illegal,
    Intent,
    NoMatch,
    Unsure,
    either_of,
    meaning,
    moves_of,
)
from voice.language.lexicon import GERMAN, GERMAN_WITH_LETTERS, Language, heard_in
from voice.language.semantics import parse_words
from voice.language.transcript import UNKNOWN, Transcript, Words, known, shares_of

ConfusionCosts = Mapping[str, Mapping[str, float]]
"""From a word to those that this speaker has said when it was heard, and what each costs."""

Meaning = TypeVar("Meaning", bound=Hashable)

_SHOWN = 4
_MOST_OPTIONS = 3  # of a question between moves that sound alike


@dataclass(frozen=True, slots=True)
class Context:
    """The context on which the meaning of words depends.

    ``asked`` is what the open question is about. Commands that are ``expected``, as the correction
    after a move, are said more often than others, and the ``awaited`` press more often still.
    ``reply``, while an announced move waits for the clock, is the opponent's: the position after
    it, where the same words may be theirs, and what they were asked.
    ``offered`` are the commands for alphabets that are asked about where a move is said in them,
    and ``refuses`` tells of a command that it cannot be given now.
    """

    position: Position
    asked: AskedAbout = None
    language: Language = GERMAN
    expected: Collection[CommandName] = ()
    awaited: Collection[CommandName] = ()
    reply: "Context | None" = None
    offered: Collection[CommandName] = ()
    refuses: Callable[[Command], bool] = lambda _: False

    def meaning(self, words: Words) -> Intent:
        """The meaning of ``words`` if they were said, without their text; with other talk beside
        them, a question about it."""
        plain = known(words)
        if UNKNOWN in words[:1] and UNKNOWN in words[-1:]:
            return NoMatch("")
        meant = meaning(plain, self.position, self.asked, self.language)
        if self.reply is not None:
            theirs = meaning(plain, self.reply.position, self.reply.asked, self.language)
            meant = either_of(meant, theirs)
        if UNKNOWN not in words:
            unheard = isinstance(meant, NoMatch)
            return self._offer(words) if unheard and self.offered else replace(meant, text="")
        match meant:
            case Heard(move=move):
                return Unsure(move, "")
            case Command() as command if command.name.act is not Act.HARMLESS:
                return replace(command, sure=False, text="")
        return NoMatch("")

    def _offer(self, words: Words) -> Intent:
        """A question about the alphabet in which a legal move was said, if that is off."""
        positions = [self.position, *([] if self.reply is None else [self.reply.position])]
        for name in self.offered:
            said = (meaning(words, each, language=ALPHABETS[name]) for each in positions)
            if any(map(moves_of, said)):
                return Command(name, text=examples(name)[0], sure=False)
        return NoMatch("")

    def position_of(self, move: chess.Move) -> Position:
        """The position in which this legal move is made."""
        own = self.position.board.color_at(move.from_square) == self.position.turn
        return self.position if own or self.reply is None else self.reply.position

    def price(self, meant: Intent, words: Words) -> float:
        """How much rarer this is said than a legal move, as a natural logarithm."""
        prices = costs.PRICES
        beside = prices["beside"] if UNKNOWN in words else 0.0
        match meant:
            case NoMatch() if not known(words):
                return 0.0
            case NoMatch():
                return beside + prices["broken_off"]
            case Illegal(description=said):
                named = said.from_file is not None or said.from_rank is not None
                return prices["illegal"] + (prices["detail"] if named else 0.0)
            case Command(name=name):
                repeated = isinstance(self.asked, Command) and self.asked.name is name
                instead = meant.move if name in CORRECTIONS else None
                waits = self.reply is not None or CommandName.CORRECT in self.expected
                mended = waits and instead is not None and bool(find(self.position, instead))
                if name in self.awaited or self.answers(name):
                    kind = "answer"
                elif heard_in(words) != GERMAN.name and instead is None:
                    kind = "own"
                else:
                    suits = repeated or mended or name in self.expected
                    kind = "expected" if suits else "command"
                return beside + prices[kind]
        readings = parse_words(known(words), self.language)
        claims = [one for one in readings if isinstance(one, MoveDescription) and one.check]
        if claims and all(
            wrong_claim(self.position_of(move), said, move)
            for said in claims
            for move in moves_of(meant)
        ):
            beside += prices["detail"]
        if self.reply is None or not moves_of(meant) or isinstance(meant, Either):
            return beside
        if self.position_of(moves_of(meant)[0]) is self.reply.position:
            return beside
        announced = self.reply.position.moves[-1:]
        same = any(move in moves_of(meant) for move in announced)
        return beside + prices["same_move" if same else "other_move"]

    def answers(self, name: CommandName) -> bool:
        """True if a question is open, to either side, and this command answers one."""
        theirs = None if self.reply is None else self.reply.asked
        return (self.asked or theirs) is not None and Trait.ANSWERS in name.traits

    def wrong(self, meant: Intent) -> float:
        """The cost of doing this if nobody said it."""
        wrong = costs.WRONG
        match meant:
            case Command(name=name):
                confirms = isinstance(self.asked, Command) and self.asked.name.act is Act.ENDS
                if confirms and name is CommandName.YES:
                    return wrong["confirms"]
                if name.act is not Act.HARMLESS and self.refuses(meant):
                    return wrong["illegal"]
                costs_little = self.answers(name) or name in self.awaited
                return wrong[Act.HARMLESS if costs_little else name.act]
            case Illegal():
                return wrong["illegal"]
        return wrong["move"]


def believed(
    transcripts: Sequence[Transcript],
    means: Callable[[Words], Meaning],
    price: Callable[[Meaning, Words], float],
    confusions: ConfusionCosts | None = None,
) -> dict[Meaning, tuple[float, str]]:
    """The meanings that are possible, the likeliest first: how probable each meaning is, and its
    likeliest words.

    That is the share of each hypothesis by its sound, times how often such a thing is said. Empty
    where nothing was heard.
    """
    parts: dict[Meaning, float] = {}
    most: dict[Meaning, tuple[float, str]] = {}
    for transcript, share in zip(transcripts, shares_of(transcripts), strict=True):
        said = _as_said(transcript.words, confusions) if confusions else ((transcript.words, 0.0),)
        for words, cost in said if share else ():
            meant = means(words)
            weight = share * math.exp(-cost - price(meant, words))
            parts[meant] = parts.get(meant, 0.0) + weight
            worded = (weight, lexicon.written(known(words)))
            most[meant] = max(most.get(meant, worded), worded)
    total = sum(parts.values()) or 1.0
    ranked = sorted(parts, key=parts.__getitem__, reverse=True)
    return {meant: (parts[meant] / total, most[meant][1]) for meant in ranked}


def _as_said(words: Words, confusions: ConfusionCosts) -> Iterator[tuple[Words, float]]:
    """The words, and with each of them that this speaker's words were taken for before."""
    yield words, 0.0
    for place, word in enumerate(words):
        for other, cost in confusions.get(word, {}).items():
            yield (*words[:place], other, *words[place + 1 :]), cost


def understand(
    transcripts: Sequence[Transcript],
    position: Position | Context,
    asked: AskedAbout = None,
    language: Language = GERMAN,
    *,
    confusions: ConfusionCosts | None = None,
) -> Intent:
    """The meaning of an utterance with these hypotheses, and the act that follows.

    A move or a command is to be played or obeyed; an ``Unsure`` move, an ``Ambiguous`` one and a
    command that is not ``sure`` are to be asked about. ``confusions`` were learnt of the speaker.
    """
    moment = position if isinstance(position, Context) else Context(position, asked, language)
    belief = believed(transcripts, moment.meaning, moment.price, confusions)
    if not belief:
        return NoMatch("")
    return min(options_for(belief, moment), key=lambda option: option[1])[0]


def options_for(
    belief: Mapping[Intent, tuple[float, str]], moment: Context
) -> Iterator[tuple[Intent, float]]:
    """The possible acts, with the cost to be expected of each; the last is to stay silent."""
    asking = costs.ASKING
    parts = {meant: part for meant, (part, _) in belief.items()}
    _, text = next(iter(belief.values()))

    def question(part: float, options: int = 1) -> float:
        asked = asking["asked"] + asking["option"] * (options - 1)
        return part * asked + (1.0 - part) * asking["wrongly"]

    for meant, part in parts.items():
        worded = replace(meant, text=meant.text or belief[meant][1])
        match meant:
            case NoMatch():
                continue
            case Command(sure=False) if moment.refuses(meant):
                continue  # no answer would lead to anything
            case Ambiguous() | Either():
                yield worded, question(part)
            case Unsure(move=move):
                yield worded, question(part + parts.get(Heard(move, ""), 0.0))
            case Command(sure=False):
                yield worded, question(part + parts.get(replace(meant, sure=True), 0.0))
            case _:
                yield worded, (1.0 - part) * moment.wrong(meant)
        match meant:
            case Heard(move=move) if Unsure(move, "") not in parts:
                yield Unsure(move, worded.text), question(part)
            # Nothing that is refused. No question, which is no worse answered than asked about,
            # unless it names something that may be in doubt ("d four?"); and nothing that ends the
            # game, for which the table asks a yes anyway; but that yes, and a claim, for which
            # silence is one (9.5.1).
            case Command(name=name, about=about, sure=True) if (
                (name.act is Act.HARMLESS and about is not None)
                or name.act is Act.CHANGES
                or Trait.CLOCKS_STAND in name.traits
                or moment.answers(name)
            ) and not moment.refuses(meant):
                unsure = replace(meant, sure=False)
                if unsure not in parts:
                    yield replace(unsure, text=worded.text), question(part)
    heard = [(part, meant.move) for meant, part in parts.items() if isinstance(meant, Heard)]
    for moves, part in _rivals(heard, moment) if len(heard) > 1 else ():
        yield Ambiguous(moves, text), question(part, len(moves))
    silent = sum(part for meant, part in parts.items() if not isinstance(meant, NoMatch))
    yield NoMatch(text), silent * asking["again"]


def explained(transcripts: Sequence[Transcript], moment: Context) -> Iterator[str]:
    """The likeliest meanings with their probabilities, and the cheapest acts with their costs."""
    belief = believed(transcripts, moment.meaning, moment.price)
    if not belief:
        return
    yield "meant: " + ", ".join(
        f"{_named(meant, text)} {part:.3f}"
        for meant, (part, text) in islice(belief.items(), _SHOWN)
    )
    acts = sorted(options_for(belief, moment), key=lambda option: option[1])
    yield "costs: " + ", ".join(
        f"{_named(meant, meant.text)} {cost:.2f}" for meant, cost in acts[:_SHOWN]
    )


def _named(meant: Intent, text: str) -> str:
    """A meaning in a few words, for whoever looks into a decision."""
    if isinstance(meant, NoMatch):
        return f"nothing ({text})" if text else "other talk"
    unsure = isinstance(meant, Command) and not meant.sure
    kind = "ask" if unsure else type(meant).__name__.lower()
    return f"{kind} {text}"


def _rivals(
    heard: Iterable[tuple[float, chess.Move]], moment: Context
) -> Iterator[tuple[tuple[chess.Move, ...], float]]:
    """The likeliest two and three moves of one side, where words tell all of them apart."""
    ranked = sorted(heard, key=lambda each: -each[0])[:_MOST_OPTIONS]
    for count in range(2, len(ranked) + 1):
        moves = tuple(move for _, move in ranked[:count])
        position = moment.position_of(moves[0])
        board = position.board
        of_one = all(board.color_at(move.from_square) == position.turn for move in moves)
        if of_one and len(deciding_words(position, moves, moment.language)) == count:
            yield moves, sum(part for part, _ in ranked[:count])


def understand_typed(
    line: str,
    position: Position,
    asked: AskedAbout = None,
    language: Language = GERMAN_WITH_LETTERS,
    interface: str = GERMAN.name,
) -> Intent:
    """The meaning of a typed line: spoken words in any spelling, squares, notation or UCI.

    ``interface`` is the language in which the person is spoken to. Its words and its letters of
    the pieces come before those of ``language``.
    """
    return typed.understand(line.strip(), position, asked, typed.languages(language, interface))
