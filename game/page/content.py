# SPDX-License-Identifier: GPL-3.0-or-later
"""The content of the pages' server: views that the thread of the game hands over, and their pages.

Nobody who publishes a view ever waits for a reader; a reader sees the newest only.
"""

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Generic, Protocol, TypeVar

import chess.svg

from announce.page.markup import Picture
from game.base.inbox import PageItem, Part
from game.page.access import PairedDevices
from rules.position import Position
from table.core.state import State

V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class Shown(Generic[V]):
    """A view with its number, when it was taken by the clock that numbers its age, and the table
    that it shows, of which files are made."""

    number: int
    view: V
    taken: int
    state: State | None = None


class Hub(Generic[V]):
    """Hands the newest view from the game's thread to others; nobody ever waits for a reader."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._shown: Shown[V] | None = None
        self._closed = False
        self._version = 0

    def publish(self, view: V, taken: int, state: State | None = None) -> None:
        """Replace the newest view; it shows ``state``."""
        with self._changed:
            number = self._shown.number + 1 if self._shown else 1
            self._shown = Shown(number, view, taken, state)
            self._wake()

    def wake(self) -> None:
        """Wake every page that waits: something else has changed."""
        with self._changed:
            self._wake()

    def close(self) -> None:
        """The game is left; nobody waits any more."""
        with self._changed:
            self._closed = True
            self._wake()

    @property
    def newest(self) -> Shown[V] | None:
        """The newest view, if there is one yet."""
        with self._changed:
            return self._shown

    @property
    def closed(self) -> bool:
        """True if no view will come any more."""
        with self._changed:
            return self._closed

    @property
    def version(self) -> int:
        """A number that every change makes larger."""
        with self._changed:
            return self._version

    def wait(self, known: int, timeout: float) -> None:
        """Until there is another version than ``known``, at most ``timeout`` seconds."""
        with self._changed:
            self._changed.wait_for(lambda: self._version != known, timeout)

    def _wake(self) -> None:
        self._version += 1
        self._changed.notify_all()


class BadInput(Exception):
    """Not what the page sends; ``status`` is the answer to it."""

    def __init__(self, why: str = "", status: HTTPStatus = HTTPStatus.BAD_REQUEST) -> None:
        super().__init__(why)
        self.status = status


@dataclass(frozen=True, slots=True)
class Response:
    """The answer to a request: its text and what kind that is. ``saved``: a browser saves it
    instead of showing it. ``cookie`` is set with it."""

    text: str = ""
    kind: str = ""
    status: HTTPStatus = HTTPStatus.OK
    saved: bool = False
    location: str = ""
    cookie: str = ""


def document(text: str, kind: str) -> Response:
    """A file to take away."""
    return Response(text, kind, saved=True)


def drawing(position: Position) -> Response:
    """The position as a drawing."""
    last = position.moves[-1] if position.moves else None
    return document(str(chess.svg.board(position.board, lastmove=last)), "image/svg+xml")


Query = Mapping[str, Sequence[str]]
"""The fields behind the question mark of an address."""


class Content(Protocol):
    """The pages of one kind of view, as the functions of a module: `game.page.assistant`
    and `game.page.study`. All of it may be called from any thread."""

    def picture(self, shown: Shown[Any], part: Part) -> Picture:
        """The view as a visitor with this part sees it, drawn."""

    def clocks(self, shown: Shown[Any], now: int) -> Mapping[str, object] | None:
        """How a script counts time, at ``now`` by the clock of the views: both clocks of a
        game; None if nothing runs."""

    def page(self, shown: Shown[Any], now: int, part: Part, query: Query) -> str:
        """The page. Raises ValueError for a position that there is not."""

    def fetch(self, name: str, shown: Shown[Any], part: Part, query: Query) -> Response | None:
        """The answer for this name, beside the page and its files; None if there is none.
        Raises ValueError for a position that there is not."""

    def take(self, name: str, given: Any, shown: Shown[Any], at: int) -> PageItem | str:
        """The input that was made on the page, for the thread that owns what is shown; or the
        HTML that answers it. ``at`` is when it arrived. Raises BadInput for anything else."""


class Site:
    """The page that is served, at whichever door a visitor came in."""

    def __init__(
        self,
        hub: Hub[Any],
        content: Content,
        put: Callable[[PageItem], None],
        clock: Callable[[], int],
        patience: float,
    ) -> None:
        """``put`` takes what is done on the page, from any thread; ``clock`` is that of the inbox.
        A client has ``patience`` seconds for a whole request, and for taking each answer."""
        self.hub = hub
        self.content = content
        self.put = put
        self.clock = clock
        self.patience = patience
        self.devices = PairedDevices(put)
        self._drawing = threading.Lock()
        self._drawn: dict[Part, tuple[Picture, Picture | None]] = {}

    def newest(self) -> Shown[Any]:
        """The newest view; one is there before the server is."""
        shown = self.hub.newest
        assert shown is not None
        return shown

    def pictures(self, part: Part) -> tuple[Picture, Picture | None]:
        """The newest view as a visitor with this part sees it, and the one drawn before it. Each is
        drawn once for all visitors."""
        with self._drawing:
            shown, drawn = self.newest(), self._drawn.get(part)
            if drawn is None or drawn[0].number != shown.number:
                drawn = self.content.picture(shown, part), drawn[0] if drawn else None
                self._drawn[part] = drawn
            return drawn

    def send_away(self, device: int) -> None:
        """A device is let in no more, and told nothing more."""
        self.devices.send_away(device)
        self.hub.wake()
