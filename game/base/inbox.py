# SPDX-License-Identifier: GPL-3.0-or-later
"""The inbox of the thread that owns the game: all that comes from other threads, in one queue."""

import queue
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Union

from opponents.seat import Notice, OpponentDid
from rules.pasting import is_game
from table.core.inputs import Advised, DeviceChanged, Ordered
from table.events.dialogue import Device
from table.events.game import Role
from voice.language.transcript import HeardUtterance

if TYPE_CHECKING:
    from announce.page.view import PageDevice
    from announce.text.utterance import Utterance
    from study.state import Place

# Moments are nanoseconds of the inbox's clock.

HEARS = frozenset(
    {
        Device.MICROPHONE,
        Device.WHITE_MICROPHONE,
        Device.BLACK_MICROPHONE,
        Device.RECOGNISER,
    }
)
"""The devices without which somebody is not heard."""


@dataclass(frozen=True, slots=True)
class SpeechHeard:
    """An utterance ended; ``over``: it began while Hektor spoke, and was heard all the same.
    ``doubtful``: how Hektor's voice comes to the microphone was not certain then. ``who`` has the
    microphone, where each player has one."""

    utterance: HeardUtterance
    over: bool = False
    doubtful: bool = False
    who: Role | None = None


@dataclass(frozen=True, slots=True)
class HearingChanged:
    """The beginning of speech (``on``), or its end without words."""

    on: bool
    at: int


@dataclass(frozen=True, slots=True)
class TypedLine:
    """A line from the keyboard, or from ``who`` on the page; None is the end of the input.
    ``game``: it is a whole game that was pasted, of many lines."""

    text: str | None
    at: int
    who: Role | None = None
    game: bool = False


@dataclass(frozen=True, slots=True)
class StepsDone:
    """The assistant marks the next step done, or ``all`` of them, of the list with ``number``."""

    number: int
    all: bool = False


@dataclass(frozen=True, slots=True)
class SpeechDone:
    """The utterance with this number was spoken or cut, or will not be; ``at`` this moment of the
    inbox's clock."""

    number: int
    at: int = 0


@dataclass(frozen=True, slots=True)
class DoneAside:
    """The end of a long task, with what is ``told`` of it."""

    told: "tuple[Utterance, ...]"


class Part(StrEnum):
    """The part of a visitor at the page: what they may do."""

    ASSISTANT = "assistant"
    SPECTATOR = "spectator"


@dataclass(frozen=True, slots=True)
class DevicesChanged:
    """The devices that show the page now; ``code`` is to be told, for one that asks to be
    ``part``."""

    devices: "tuple[PageDevice, ...]"
    code: str = ""
    part: Part = Part.SPECTATOR


class Foreign:
    """An item of what stands beside the house, for an activity of its own."""

    __slots__ = ()


PageItem = Union[TypedLine, StepsDone, DevicesChanged, Foreign, "Place"]
"""The items that come from the page; a place is one that somebody pointed at on that of a study."""

Item = (
    PageItem
    | SpeechHeard
    | HearingChanged
    | DeviceChanged
    | SpeechDone
    | OpponentDid
    | Notice
    | Advised
    | Ordered
    | DoneAside
)


ROOM = 100
"""So many items may wait before a pipe has to."""

_LOOK = 0.01  # seconds


class Inbox:
    """Items in the order in which they came: put from any thread, got by one."""

    def __init__(self, clock: Callable[[], int] = time.monotonic_ns) -> None:
        """``clock`` is monotonic, in nanoseconds."""
        self.clock = clock
        # No SimpleQueue: a signal handler that returns after the timeout lets it wait for ever.
        self._queue: queue.Queue[Item] = queue.Queue()
        self._came: deque[int] = deque()  # when each item in it did
        self._heir: Inbox | None = None  # for what is typed
        self._ended = threading.Event()
        self._aside: threading.Thread | None = None  # the last one

    def do_aside(self, work: "Callable[[], Sequence[Utterance]]") -> None:
        """Have ``work`` done by a thread, one after the other: what is to be told of it comes as an
        item, and nobody's clock waits."""
        before = self._aside

        def run() -> None:
            if before is not None:
                before.join()
            self.put(DoneAside(tuple(work())))

        self._aside = threading.Thread(target=run, name="aside", daemon=True)
        self._aside.start()

    def left_aside(self) -> "Iterator[DoneAside]":
        """The news of long tasks that are still to be told when everybody has left."""
        if self._aside is None:
            return
        self._aside.join()
        while (item := self.get(0)) is not None:
            if isinstance(item, DoneAside):
                yield item

    def put(self, item: Item) -> None:
        """Add an item."""
        self._came.append(self.clock())
        self._queue.put(item)

    def typed(self, text: str | None) -> None:
        """A line was typed now, or the input ended (None)."""
        if text is None:
            self._ended.set()
        inbox = self._heir or self
        inbox.put(TypedLine(text, inbox.clock(), game=text is not None and is_game(text)))

    def hand_over(self, heir: "Inbox") -> None:
        """Give ``heir`` all that is typed from now on. Returns when the input has ended."""
        self._heir = heir
        if self._ended.is_set():
            heir.typed(None)
        self._ended.wait()

    def put_in_turn(self, item: Item) -> None:
        """Add an item of a page, which may send more than people do. Not for the thread that takes
        the items out."""
        self.wait_for_room()
        self.put(item)

    def wait_for_room(self) -> None:
        """Until few items wait: a pipe has more than anybody types."""
        while (self._heir or self)._queue.qsize() > ROOM:
            time.sleep(_LOOK)

    def get(self, timeout: float) -> Item | None:
        """The next item; None if none came for ``timeout`` seconds."""
        try:
            item = self._queue.get(timeout=timeout)
        except queue.Empty:
            return None
        self._came.popleft()
        return item

    def waiting_since(self) -> int | None:
        """When the item came that is next; None if nothing waits."""
        try:
            return self._came[0]
        except IndexError:
            return None

    @property
    def empty(self) -> bool:
        """True if nothing waits."""
        return self._queue.empty()


class Attendance:
    """The people who can still say or type anything. ``alone``: nobody can. ``may_hear``: a
    microphone works, or may work again: one that never worked keeps nobody waiting."""

    def __init__(self, microphones: int) -> None:
        """``microphones`` are listened to."""
        self.alone = False
        self.may_hear = microphones > 0
        self._microphones = microphones
        self._lost: set[Device] = set()
        self._types = True
        self._hears: bool | None = None  # whether a microphone works; None: nothing heard yet

    def input_ended(self) -> None:
        """Note that nothing more is typed."""
        self._types = False
        self.alone = not self._microphones or self._hears is False

    def heard(self, on: bool) -> None:
        """A microphone works, if somebody began to speak."""
        self._hears = on or self._hears

    def reported(self, device: Device, works: bool) -> None:
        """A microphone, or what hears it, was lost or is back."""
        if device not in HEARS:
            return
        (self._lost.discard if works else self._lost.add)(device)
        hears = len(self._lost) < self._microphones
        self.may_hear = hears or self._hears is True
        self._hears = hears
        self.alone = not self.may_hear and not self._types
