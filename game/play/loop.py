# SPDX-License-Identifier: GPL-3.0-or-later
"""The one thread that owns what is done, and the way of everything that comes to it.

1. It waits on one inbox, at most until time alone asks for something (`Activity.patience`), so that
   neither speech nor a keyboard nor a page can delay a clock.
2. What came is taken apart here, and nowhere else (`Loop.turn`). What it means is the activity's
   business: a game, a clock alone, study, a lesson, the first run.
3. The activity does what is due (`Activity.pass_time`).
4. The activity that is `next` takes its place: a game that turns to study and back is the loop
   changing its activity.
5. The recogniser is told what can be said now, where that has changed (`Activity.listen`).
"""

import gc
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol

from game.base.inbox import (
    Attendance,
    DoneAside,
    HearingChanged,
    Inbox,
    Item,
    SpeechDone,
    SpeechHeard,
    TypedLine,
)
from game.sound.presenter import Presenter
from table import understanding
from table.core.inputs import DeviceChanged
from table.core.state import State
from voice.language.commands import Command
from voice.language.grammar import runtime_phrases

if TYPE_CHECKING:
    from game.sound.listener import Listeners


class Activity(Protocol):
    """The present activity: a game, a study, a lesson. It speaks through a presenter of its own.

    ``next`` is the activity itself while it goes on, then what comes after it; None: everybody
    leaves.
    """

    next: "Activity | None"

    def begin(self, attendance: Attendance) -> None:
        """Become the activity that is on, for the first time or again."""

    def end(self) -> None:
        """Stop being the activity that is on."""
        return

    def patience(self) -> float:
        """Seconds until time alone asks for something."""

    def wake(self) -> None:
        """Look at the world before anything else: an item came, or the time has passed."""
        return

    def typed(self, typed: TypedLine) -> None:
        """A line was typed."""

    def heard(self, heard: SpeechHeard) -> None:
        """Take what was said."""

    def hearing(self, changed: HearingChanged) -> None:
        """Take note that somebody began to speak, or that it led to nothing."""

    def reported(self, report: DeviceChanged) -> None:
        """A device failed, or works again."""

    def received(self, item: Item) -> None:
        """Anything else came: from a page, from a program that plays or advises."""
        return

    def left_alone(self) -> None:
        """Take note that nobody can say or type anything any more."""

    def pass_time(self, *, idle: bool) -> None:
        """Do what is due; ``idle``: nothing came."""

    def situation(self) -> object:
        """The state on which it depends what can be said: there is a new grammar when this is
        another."""

    def listen(self, listener: "Listeners") -> None:
        """Tell the recogniser what can be said now."""


Plays = Callable[[Sequence[Command]], Activity | None]
"""Begins a new game at the table of which this was said; None: when everybody has left."""


class Loop:
    """Runs one activity at a time, until there is none."""

    def __init__(
        self,
        inbox: Inbox,
        presenter: Presenter,
        activity: Activity,
        listener: "Listeners | None" = None,
        attendance: Attendance | None = None,
    ) -> None:
        """``attendance`` is who can say or type anything; whoever listens hears if it is None."""
        self.activity: Activity | None = activity
        self._inbox = inbox
        self._presenter = presenter
        self._listener = listener
        self._attendance = attendance or Attendance(0 if listener is None else listener.count)
        self._situation: object = self  # of which the recogniser was told

    def run(self) -> None:
        """Until everybody has left. Whatever interrupts it, the activity is ended."""
        try:
            self.start()
            while self.activity is not None:
                self.turn(self._inbox.get(self.activity.patience()))
        finally:
            if self.activity is not None:
                self.activity.end()

    def start(self) -> None:
        """Before the first turn."""
        if self.activity is not None:
            self.activity.begin(self._attendance)
        self.settle()

    def turn(self, item: Item | None) -> None:
        """Work off one item, or nothing but the time."""
        activity = self.activity
        if activity is None:
            return
        activity.wake()
        match item:
            case None:
                pass
            case TypedLine(text=None):
                self._attendance.input_ended()
            case TypedLine():
                activity.typed(item)
            case SpeechHeard():
                activity.heard(item)
            case HearingChanged():
                self._attendance.heard(item.on)
                activity.hearing(item)
            case DeviceChanged():
                self._attendance.reported(item.device, item.works)
                activity.reported(item)
            case SpeechDone(number, at):
                self._presenter.spoken(number, at)
            case DoneAside(told):
                self._presenter.say(told)
            case _:
                activity.received(item)
        if self._attendance.alone:
            activity.left_alone()
        if activity.next is not None:
            activity.pass_time(idle=item is None)
        self.settle()

    def settle(self) -> None:
        """The next activity begins, and is listened for."""
        while (before := self.activity) is not None and before.next is not before:
            if before.next is None:
                for done in self._inbox.left_aside():
                    self._presenter.say(done.told)
            before.end()
            self.activity = before.next
            if self.activity is not None:
                self.activity.begin(self._attendance)
        if self._listener is None or self.activity is None:
            return
        if (situation := self.activity.situation()) != self._situation:
            self._situation = situation
            self.activity.listen(self._listener)


# --- The thread's turn ---------------------------------------------------------------------------

THREAD_TURN = 0.001
"""Seconds that a busy thread keeps Python from the others; Python's own 5 ms are half of what a
fallen flag may be late."""


def keep_prompt(state: State, language: str) -> None:
    """Keep Python from delaying the table: what is loaded by now is permanent for its garbage
    collection, which can stop all threads for a third of a second, and threads take shorter turns.
    """
    runtime_phrases(state.position)  # the grammar is made on its first use
    understanding.make_ready(state, language)
    gc.collect()
    gc.freeze()
    sys.setswitchinterval(THREAD_TURN)
