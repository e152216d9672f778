# SPDX-License-Identifier: GPL-3.0-or-later
"""Words that Hektor takes for one another when this person says them.

Learnt during play, from "Korrektur" after a move and from answers to questions, and put to use
when the next game starts. The more often a word was mistaken for another, the likelier the other is
supposed in its place, up to half as likely; less so, where that was asked about for nothing.
"""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

import chess

from rules.position import Position
from voice.language import lexicon
from voice.language.intent import ConfusionCosts
from voice.language.interpretation import Ambiguous, Heard, Unsure, meaning

ConfusedPair = tuple[str, str]
"""The word that was heard, and the one that had been said."""

_FIRST: Final = 1.5  # the cost after one mistake
_STEP_DOWN: Final = 0.4  # for each further one
_STEP_UP: Final = 0.2  # for each question that was not needed
_LEAST: Final = 0.6
_MEMORY: Final = 20  # of each pair: more says nothing more
_SECTIONS: Final = ("files", "ranks", "pieces")


@dataclass(frozen=True, slots=True)
class Confusions:
    """The word confusions of one person; deterministic, and readable as TOML.

    ``counts``: how often each pair was mistaken, and how often it was asked about for nothing.
    """

    counts: Mapping[ConfusedPair, tuple[int, int]] = field(default_factory=dict)

    def mistaken(self, pair: ConfusedPair) -> "Confusions":
        """One more mistake: the first word was heard, the second one said."""
        return self._with(pair, 1, 0)

    def right(self, pair: ConfusedPair) -> "Confusions":
        """The first word was heard and said, though the second was thought possible."""
        return self._with(pair, 0, 1)

    def _with(self, pair: ConfusedPair, mistaken: int, right: int) -> "Confusions":
        before = self.counts.get(pair, (0, 0))
        new = min(before[0] + mistaken, _MEMORY), min(before[1] + right, _MEMORY)
        return replace(self, counts={**self.counts, pair: new})

    def costs(self) -> ConfusionCosts:
        """The cost of supposing that another word was said where the one was heard, as a natural
        logarithm: at 0 it would be as likely as what was heard."""
        table: dict[str, dict[str, float]] = {}
        for (heard, said), (mistaken, right) in self.counts.items():
            cost = _FIRST + _STEP_UP * right - _STEP_DOWN * (mistaken - 1)
            table.setdefault(heard, {})[said] = max(cost, _LEAST)
        return table

    def to_toml(self) -> str:
        """The counts as a file that a person can read, correct and delete."""
        lines = [
            "# Words that Hektor took for one another when this person said them: heard, said.",
            "# mistaken: so it was; right: it was asked about for nothing. May be deleted.",
        ]
        for (heard, said), (mistaken, right) in sorted(self.counts.items()):
            lines.append(f'"{heard} {said}" = {{ mistaken = {mistaken}, right = {right} }}')
        return "\n".join(lines) + "\n"


NONE: Final = Confusions()


def from_toml(text: str) -> Confusions:
    """The confusions that :meth:`Confusions.to_toml` wrote; what makes no sense is passed over."""
    try:
        data = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError):
        return NONE
    counts: dict[ConfusedPair, tuple[int, int]] = {}
    for key, value in data.items():
        words = key.split()
        if len(words) != 2 or not isinstance(value, dict):
            continue
        mistaken, right = value.get("mistaken", 0), value.get("right", 0)
        if all(isinstance(one, int) and 0 <= one <= _MEMORY for one in (mistaken, right)):
            counts[words[0], words[1]] = mistaken, right
    return Confusions(counts)


def pair_of(heard: tuple[str, ...], move: chess.Move, position: Position) -> ConfusedPair | None:
    """The one word in what was heard that makes ``move`` of it if another had been said.

    None where it is ``move`` already, or may be, or no single word explains it, or several do.
    """
    if _may_be(heard, move, position):
        return None
    found = {
        (word, other)
        for place, word in enumerate(heard)
        for other in _others(word)
        if _is(meaning((*heard[:place], other, *heard[place + 1 :]), position), move)
    }
    return found.pop() if len(found) == 1 else None


def _others(word: str) -> Iterator[str]:
    """The words of the same kind, and those that people say in its place."""
    seen = {word}
    words = lexicon.load(lexicon.GERMAN.name)
    for section in _SECTIONS:
        usual = [str(said[0]).lower() for said in words[section].values()]
        if lexicon.usual(word) in usual:
            yield from (other for other in usual if other not in seen)
            seen.update(usual)


def _is(meant: object, move: chess.Move) -> bool:
    return isinstance(meant, Heard) and meant.move == move


def _may_be(heard: tuple[str, ...], move: chess.Move, position: Position) -> bool:
    meant = meaning(heard, position)
    return _is(meant, move) or (isinstance(meant, Ambiguous) and move in meant.moves)


def answered(
    table: Confusions, about: Ambiguous | Unsure, move: chess.Move, position: Position
) -> Confusions:
    """A question about what was heard was decided for ``move``."""
    heard = lexicon.words(about.text)
    pair = pair_of(heard, move, position)
    if pair is not None:
        return table.mistaken(pair)
    if isinstance(about, Ambiguous) and _is(meaning(heard, position), move):
        for other in about.moves:
            rival = pair_of(heard, other, position) if other != move else None
            if rival is not None:
                table = table.right(rival)
    elif isinstance(about, Unsure) and _is(meaning(heard, position), move):
        for rival in _supposed(table, heard, position):
            table = table.right(rival)
    return table


def _supposed(
    table: Confusions, heard: tuple[str, ...], position: Position
) -> Iterator[ConfusedPair]:
    """The pairs that were mistaken before and make another legal move of what was heard."""
    for place, word in enumerate(heard):
        for pair in table.counts:
            other = (*heard[:place], pair[1], *heard[place + 1 :])
            if pair[0] == word and isinstance(meaning(other, position), Heard):
                yield pair


def corrected(
    table: Confusions, heard: tuple[str, ...], move: chess.Move, position: Position
) -> Confusions:
    """``heard`` was taken back or denied, and ``move`` was said in its place."""
    pair = pair_of(heard, move, position)
    return table if pair is None else table.mistaken(pair)
