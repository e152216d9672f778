# SPDX-License-Identifier: GPL-3.0-or-later
"""The games of the archive as a library: what was played here can be studied."""

from collections import Counter
from dataclasses import replace
from datetime import date

from record.archive_file import JournalError
from record.journal import Archive, GameSummary
from record.pgn import to_pgn
from record.snapshot import stored
from rules.score import games
from study.library import Card, Criterion, card_of
from study.tree import NotAGame, Tree, Unread, read_game
from voice.language import lexicon


class ArchiveGames:
    """The games that began, under the numbers that they have in the archive."""

    def __init__(self, archive: Archive | None, today: date | None = None) -> None:
        """``today`` is what the days are counted to that have passed since a game; without an
        ``archive`` there is no game, for who only practises."""
        self._archive = archive
        self._today = today
        begun = (one for one in (archive.games() if archive else ()) if one.begun)
        self._games = {one.id: one for one in sorted(begun, key=lambda one: one.id)}

    def has(self, number: int) -> bool:
        """True if a game with this number began."""
        return number in self._games

    def count(self) -> int:
        """The number of games that began."""
        return len(self._games)

    def last(self) -> int:
        """The number of the newest game that has a move; of the newest one where none has."""
        newest = [*reversed(self._games)]
        return next(filter(self._has_moves, newest), newest[0] if newest else 0)

    def _has_moves(self, number: int) -> bool:
        assert self._archive is not None
        try:
            return bool(stored(self._archive, number).state.record)
        except (KeyError, JournalError):  # a damaged record
            return False

    def beside(self, number: int, way: int) -> int | None:
        """The number of the next game or of the one before."""
        ahead = [each for each in self._games if (each - number) * way > 0]
        return min(ahead, key=lambda each: abs(each - number), default=None)

    def game(self, number: int) -> Tree:
        """A game. Raises NotAGame if it cannot be studied."""
        assert self._archive is not None
        summary = self._games[number]
        try:
            text = to_pgn(stored(self._archive, number).state, summary.started)
        except (KeyError, ValueError) as error:  # a damaged record
            raise NotAGame(Unread.RECORD) from error
        first, *others = games(text)
        tree = read_game(first)
        return replace(tree, damaged=True) if others else tree  # an illegal move stands in it

    def card(self, number: int) -> Card:
        """The card of a game."""
        one = self._games[number]
        day = one.started[:10]
        ago = None if self._today is None else _passed(day, self._today)
        played = day.replace("-", ".")
        return Card(number, one.white, one.black, date=played, result=one.result, ago=ago)

    def find(self, kind: Criterion, name: str) -> tuple[int, ...]:
        """The numbers of the games with this player, event or opening."""
        asked = set(lexicon.without_marks(name.lower()).split())
        return tuple(
            number
            for number, one in self._games.items()
            if any(asked <= set(each.split()) for each in self._named(kind, one, folded=True))
        )

    def names(self, kind: Criterion) -> tuple[tuple[str, int], ...]:
        """The most frequent names, each with the number of its games."""
        found = Counter(
            name for one in self._games.values() for name in self._named(kind, one, folded=False)
        )
        return tuple(found.most_common(10))

    def _named(self, kind: Criterion, one: GameSummary, *, folded: bool) -> list[str]:
        if kind is Criterion.PLAYER:
            found = [one.white, one.black]
        else:
            try:
                card = card_of(one.id, self.game(one.id))
            except NotAGame:
                return []
            found = [card.opening] if kind is Criterion.OPENING else [card.event, card.site]
        named = [name for name in found if name]
        return [lexicon.without_marks(name.lower()) for name in named] if folded else named


def _passed(day: str, today: date) -> int | None:
    try:
        return (today - date.fromisoformat(day)).days
    except ValueError:  # no day is on record
        return None
