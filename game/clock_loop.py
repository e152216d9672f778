# SPDX-License-Identifier: GPL-3.0-or-later
"""The loop of ``hektor clock``: that of a game, with a clock where the board would be."""

import time
from collections.abc import Callable
from dataclasses import replace

import chess

from announce.settings import Settings
from announce.utterance import Utterance
from announce.words.phraser import Phraser
from clock.events import ControlAgreed, FlagFell, GamePaused, GameResumed, MoveCompleted, TimeAlarm
from clock.side import shown
from game.app.big_clock import BigClock
from game.loop import Loop
from game.presenter import Presenter
from game.session import Happened, Session
from table import chessclock
from table.events.game import GameStarted, Role
from table.inputs import Begin, Hearing, Pressed, Said
from table.state import State
from table.understanding import done
from voice.language import time_control
from voice.language.commands import Command
from voice.language.grammar import examples
from voice.language.intent import NotUnderstood
from voice.language.transcript import UNKNOWN

SHOWS = (GameStarted, ControlAgreed, MoveCompleted, TimeAlarm, FlagFell, GamePaused, GameResumed)
"""After these both displays are printed; they are spoken only to those who ask."""

REPAINT = 0.1
"""How often, in seconds, large digits are looked at again."""

WEIGHT = 20
"""How often each command stands in the recogniser's list."""


def clock_session(state: State, settings: Settings) -> Session:
    """A session of the clock alone; nothing of it is kept."""
    return Session(state, settings, None, chessclock.handle, chessclock.deadline)


class ClockLoop(Loop):
    """Enter or the word presses; what is no command is chatter at the board."""

    def __init__(
        self,
        session: Session,
        presenter: Presenter,
        base: int = 0,
        clock: Callable[[], int] = time.monotonic_ns,
        big: BigClock | None = None,
    ) -> None:
        """``big`` repaints the displays in large digits; else they are printed line by line."""
        super().__init__(session, presenter, base, clock)
        self.big = big

    def _over(self) -> bool:
        return self.session.state.outcome is not None

    def _ended(self) -> None:
        """The clock is put away."""

    def _patience(self) -> float:
        return min(super()._patience(), REPAINT) if self.big else super()._patience()

    def _pass_time(self) -> None:
        super()._pass_time()
        if self.big is not None:
            self.big.paint(self.session.state.clock, self.now())

    def _pressed(self, who: Role | None, at: int) -> None:
        started = self.session.state.started
        self._put(Pressed(who) if started else Begin(), at)

    def _meant(self, said: Said, pcm: bytes = b"") -> None:
        if isinstance(said.intent, Command) or said.typed:
            moved = not isinstance(said.intent, Command)
            super()._meant(replace(said, intent=NotUnderstood(said.heard)) if moved else said)
        else:
            self._put(Hearing(False), self.now())

    def _tell(self, happened: Happened) -> None:
        shows = any(isinstance(event, SHOWS) for event in happened.events)
        line = (self._displays(),) if shows and self.big is None else ()
        super()._tell(replace(happened, utterances=happened.utterances + line))

    def _displays(self) -> Utterance:
        """Both displays, for the eye only."""
        phraser, clock = Phraser(self.session.settings), self.session.state.clock
        told = ", ".join(
            f"{phraser.colour(colour)} {shown(clock.remaining(colour, self.now()))}"
            for colour in (chess.WHITE, chess.BLACK)
        )
        return Utterance((), eye=phraser.words.phrase(told))

    def _expect(self) -> None:
        if self.ears is None:
            return
        state = self.session.state
        phrases = [each.lower() for name in chessclock.OBEYED for each in examples(name)] * WEIGHT
        if not state.started:
            phrases += [*time_control.phrases(), *time_control.names()]
        self.ears.listen_for([*phrases, UNKNOWN], lambda words: done(words, state))
