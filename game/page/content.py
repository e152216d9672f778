# SPDX-License-Identifier: GPL-3.0-or-later
"""What a server of pages serves: the assistant's page is one, that of study another."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from announce.page.stream import Picture
from announce.page.view import Displays
from game.base.inbox import PageItem, Part
from game.page.documents import Document
from game.page.hub import Shown

Query = Mapping[str, Sequence[str]]
"""What follows the question mark of an address."""


class Content(Protocol):
    """The pages of one kind of view. All of it may be called from any thread."""

    def picture(self, shown: Shown[Any], part: Part) -> Picture:
        """What a visitor with this part sees, drawn."""

    def clocks(self, shown: Shown[Any], now: int) -> Displays | None:
        """Both clocks at ``now``, by the clock of the views; None if there are none."""

    def page(self, shown: Shown[Any], now: int, part: Part, query: Query) -> str:
        """The page. Raises ValueError for a position that there is not."""

    def fetch(self, name: str, shown: Shown[Any], part: Part, query: Query) -> Document | None:
        """What is fetched under a name beside the page and its files; None if there is nothing.
        Raises ValueError for a position that there is not."""

    def take(self, name: str, given: Any, shown: Shown[Any], at: int) -> PageItem | str:
        """What was done on the page, for the thread that owns what is shown; or the HTML that
        answers it. ``at`` is when it arrived. Raises BadInput for anything else."""
