# SPDX-License-Identifier: GPL-3.0-or-later
"""A study with games in memory, and what is printed there."""

from collections import Counter

import chess

from announce.text.settings import Settings
from announce.words.study import study_words
from study.events import StudyEvent
from study.handle import handle, typed
from study.library import Card, Criterion, card_of
from study.state import StudyState
from study.tree import Tree, read_game

ANNOTATED = """
[Event "Bled"]
[Date "1931.08.23"]
[White "Alekhine, Alexander"]
[Black "Nimzowitsch, Aron"]
[Result "1-0"]
[ECO "C15"]

{Eine Kurzpartie.} 1. e4 {[%clk 1:30:00]} e6 {[%clk 1:29:30]} 2. d4 d5 3. Nc3 Bb4
4. Nge2 $5 {Gibt einen Bauern.} ({Solider ist} 4. e5 c5 (4... b6) 5. a3) (4. a3 {Winawer})
4... dxe4 5. a3 Be7 $1 6. Nxe4 1-0
"""

SHORT = """
[Event "Club"]
[White "Meier"]
[Black "Alekhine, Alexander"]
[Result "0-1"]

1. e4 c5 2. Nf3 d6 0-1
"""


class Games:
    """A library of games in memory."""

    def __init__(self, *texts: str) -> None:
        self.texts = texts

    def has(self, number: int) -> bool:
        return 1 <= number <= len(self.texts)

    def count(self) -> int:
        return len(self.texts)

    def last(self) -> int:
        return len(self.texts)

    def beside(self, number: int, way: int) -> int | None:
        return number + way if self.has(number + way) else None

    def game(self, number: int) -> Tree:
        return read_game(self.texts[number - 1])

    def card(self, number: int) -> Card:
        return card_of(number, self.game(number))

    def find(self, kind: Criterion, name: str) -> tuple[int, ...]:
        known = ((n, self.card(n)) for n in range(1, self.count() + 1))
        return tuple(n for n, card in known if any(name in each for each in _named(kind, card)))

    def names(self, kind: Criterion) -> tuple[tuple[str, int], ...]:
        cards = map(self.card, range(1, self.count() + 1))
        return tuple(Counter(name for card in cards for name in _named(kind, card)).items())


def _named(kind: Criterion, card: Card) -> list[str]:
    named = {Criterion.PLAYER: [card.white, card.black], Criterion.EVENT: [card.event]}
    return [name for name in named.get(kind, [card.opening]) if name]


class Sitting:
    """Lines are typed in study; :attr:`state` is what it came to."""

    def __init__(self, *texts: str, language: str = "de", state: StudyState | None = None) -> None:
        self.games = Games(*texts)
        self.state = state or StudyState()
        self.settings = Settings(language)
        self.draw = 0
        if texts:
            self.events("Partie 1")

    def events(self, *lines: str) -> tuple[StudyEvent, ...]:
        """Events of the last of the lines."""
        happened: tuple[StudyEvent, ...] = ()
        for line in lines:
            meant = typed(line, self.state, self.settings.language)
            self.state, happened = handle(
                self.state, meant, self.games, draw=self.draw, interface=self.settings.language
            )
        return happened

    def told(self, *lines: str) -> list[str]:
        """Lines that are printed after the last of the lines."""
        return [one.text for one in study_words(self.events(*lines), self.settings)]

    @property
    def last_move(self) -> str:
        """The last move before the reader, in PGN's letters."""
        position = self.state.position
        if not position.moves:
            return ""
        return position.back_to(position.ply - 1).board.san(position.moves[-1])

    @property
    def board(self) -> chess.Board:
        return self.state.position.board
