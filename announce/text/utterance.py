# SPDX-License-Identifier: GPL-3.0-or-later
"""An utterance: one fact in words, and one printed line."""

from dataclasses import dataclass
from enum import IntEnum

from announce.lexicon import Phrase, plain
from table.events.game import Role


class Priority(IntEnum):
    """When an utterance is spoken, beside those that wait (the model is NVDA's).

    NORMAL waits its turn. NEXT is spoken before every NORMAL one that waits. NOW also interrupts
    what is being spoken, unless that is ``protected``; the interrupted one is said again after
    it, so nothing is lost.
    """

    NORMAL = 0
    NEXT = 1
    NOW = 2


@dataclass(frozen=True, slots=True)
class Utterance:
    """One fact in words.

    ``eye`` is the printed line where it differs from the spoken words (SAN, Cyrillic, a name with
    digits). A ``protected`` utterance (a move read back) is cut by nothing but the listener. A
    ``passing`` one (a question, "Gedrückt.") is worth nothing once somebody has answered it. An
    utterance with an empty ``spoken`` is only printed. ``ear`` is who alone is to hear it where
    the players have loudspeakers of their own; None: everybody. Where sound is made here, and not
    by a screen reader, a ``knock`` of the clock is heard instead of the words: people may speak
    over it, and nobody is kept waiting. An ``echo`` tells those who are there what one of them has
    just said, so it may be spoken quickly.
    """

    segments: Phrase
    priority: Priority = Priority.NORMAL
    protected: bool = False
    passing: bool = False
    eye: Phrase = ()
    ear: Role | None = None
    knock: bool = False
    echo: bool = False

    @property
    def spoken(self) -> str:
        """The words as they are spoken."""
        return plain(self.segments)

    @property
    def text(self) -> str:
        """The plain line for the eye, for a screen reader and for a braille display."""
        return plain(self.eye) or self.spoken
