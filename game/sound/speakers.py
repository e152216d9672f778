# SPDX-License-Identifier: GPL-3.0-or-later
"""The players' own voices in a game: each player is heard with their own model on their turn.

What is learnt in play of words taken for one another changes nothing before the next game, so that
the same words mean the same from the first move to the last.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

import chess

from announce.text.utterance import Utterance
from announce.words.lesson import learn_words
from ground.faults import Fault
from rules.description import MoveFacts
from rules.position import Position
from table.core.conditions import Conditions
from table.core.inputs import Input, Said
from table.core.matters import SpokenMove
from table.core.state import State
from table.core.step import COLOUR_OF
from table.events import Event
from table.events.dialogue import QuestionClosed, QuestionKind
from table.events.game import MoveCorrected, MoveSpoken, Role
from voice.hearing.engines import Engine
from voice.hearing.models import ModelError
from voice.hearing.second_pass import load_engine
from voice.language import lexicon
from voice.language.intent import ConfusionCosts
from voice.language.interpretation import Ambiguous, Heard, Unsure
from voice.learning import confusions
from voice.learning.lesson import VoiceUsed
from voice.learning.store import NoSpace, Person, Voices

_FILE = "confusions.toml"


@dataclass(frozen=True, slots=True)
class Speaker:
    """The learnt voice of one player.

    ``engine`` hears the player; if it is None, the bundled model does. ``known`` are the
    confusions as they were when the game began.
    """

    person: Person
    engine: Engine | None
    known: confusions.Confusions

    @property
    def costs(self) -> ConfusionCosts:
        """The cost of having heard one word where the player said another."""
        return self.known.costs()


class Speakers:
    """Belongs to the thread of the game."""

    def __init__(
        self,
        players: Mapping[chess.Color, Speaker],
        store: Voices,
        alone: chess.Color | None = None,
    ) -> None:
        """``alone`` is the side of a player against a program: every voice is theirs."""
        self._players = players
        self._store = store
        self._alone = alone
        self._costs = {colour: player.costs for colour, player in players.items()}
        self._learnt = {colour: player.known for colour, player in players.items()}
        self._trace: tuple[tuple[str, ...], Position] | None = None  # words last heard as a move
        self._denied = False  # by the player, who said something else

    # --- On a player's turn -----------------------------------------------------------------------

    def engine(self, state: State, who: Role | None = None) -> Engine | None:
        """The recogniser for ``who``, or for who is to speak now; None for a stranger."""
        colour = self._turn(state) if who is None else COLOUR_OF.get(who)
        player = None if colour is None else self._players.get(colour)
        return None if player is None else player.engine

    def confusions(self, state: State, who: Role | None = None) -> ConfusionCosts | None:
        """Cost of confused words of ``who``, or of the player who is to speak now; None for a
        stranger."""
        colour = self._turn(state) if who is None else COLOUR_OF.get(who)
        return None if colour is None else self._costs.get(colour)

    def told(self, language: str) -> list[Utterance]:
        """Lines about the players who are heard with models of their own."""
        used = [
            VoiceUsed(colour, player.person.name, player.engine is not None)
            for colour, player in sorted(self._players.items(), reverse=True)
            if player.person.model
        ]
        return [line for one in used for line in learn_words(one, language)]

    def _turn(self, state: State) -> chess.Color | None:
        """The player who is to speak: the one who was asked, else the side to move; None for
        neither."""
        if self._alone is not None:
            return self._alone
        if state.arbiter_speaks:
            return None
        asked = state.asked
        if asked is not None:
            return None if asked.question.kind is QuestionKind.ORDER else asked.question.who
        mover = state.position.turn
        return not mover if state.echo_due else mover

    # --- What play teaches ------------------------------------------------------------------------

    def follow(self, given: Input, before: State, after: State, events: Sequence[Event]) -> None:
        """Learn from what became of an input: from corrections, and from answers to questions."""
        about = before.asked_about
        for event in events:
            match event:
                case MoveCorrected(move=MoveFacts()) if self._trace is not None:
                    self._denied = True
                case QuestionClosed(who=colour, unanswered=False) if isinstance(
                    about, Ambiguous | Unsure
                ):
                    self._trace = lexicon.words(about.text), before.position_of(colour)
                    self._denied = True
                case MoveSpoken() if after.spoken is not None and isinstance(given, Said):
                    self._spoken(given, before, after.spoken)

    def _spoken(self, given: Said, before: State, spoken: SpokenMove) -> None:
        """A move was announced: said, or chosen by an answer."""
        colour, move = spoken.facts.colour, spoken.move
        position = before.position_of(colour)
        trace, denied, self._trace, self._denied = self._trace, self._denied, None, False
        known = self._learnt.get(colour)
        about = before.asked_of(colour)
        if isinstance(about, Ambiguous | Unsure):
            if known is not None:
                self._learnt[colour] = confusions.answered(known, about, move, position)
            self._trace = lexicon.words(about.text), position
            return
        if trace is not None and denied and trace[1] == position and known is not None:
            self._learnt[colour] = confusions.corrected(known, trace[0], move, position)
        if isinstance(given.intent, Heard) and not given.typed:
            self._trace = lexicon.words(given.intent.text), position

    def close(self) -> None:
        """Keep what was learnt; what cannot be written is lost, and nothing else."""
        for colour, player in self._players.items():
            if self._learnt[colour] != player.known:
                with suppress(NoSpace):
                    text = self._learnt[colour].to_toml()
                    self._store.write(player.person.name, _FILE, text)


def load(
    agreed: Conditions,
    opponent: chess.Color | None = None,
    store: Voices | None = None,
) -> Speakers | None:
    """The players' learnt voices; None if there are none. ``opponent`` is the side of a program,
    which has no voice."""
    store = store or Voices()
    names = {chess.WHITE: agreed.white, chess.BLACK: agreed.black}
    if opponent is not None:
        del names[opponent]
    people = {colour: _known(store, name) for colour, name in names.items()}
    enrolled = {colour: person for colour, person in people.items() if person is not None}
    if not enrolled:
        return None
    players = {
        colour: Speaker(
            person,
            _engine(store, person),
            confusions.from_toml(store.read(person.name, _FILE) or ""),
        )
        for colour, person in enrolled.items()
    }
    alone = None if opponent is None else not opponent
    return Speakers(players, store, alone)


def _known(store: Voices, name: str) -> Person | None:
    if not name.strip():
        return None
    with suppress(Fault):
        return store.person(name)
    return None


def _engine(store: Voices, person: Person) -> Engine | None:
    path = store.model(person)
    with suppress(ModelError):
        return None if path is None else load_engine(path)
    return None
