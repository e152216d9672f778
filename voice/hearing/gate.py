# SPDX-License-Identifier: GPL-3.0-or-later
"""The microphone is shut exactly while Hektor speaks, so that it never hears itself.

The players of ``announce`` know to the sample when they sound and tell the gate from their own
threads; the listening thread passes each block through. With headphones the gate is off.
"""

import threading
from collections.abc import Sequence
from dataclasses import replace

from voice.hearing.audio import MILLISECOND, Block


class Gate:
    """Shut from the start of each spoken interval to its end plus ``tail`` nanoseconds.

    The last part of the tail is passed on as ``fading``: where the room is silent already, whoever
    speaks then is heard. Where two sounds overlap, as a warning and a recording that is played
    back, it is shut until the later of them is over.
    """

    TAIL = 250 * MILLISECOND
    """Long enough for a living room's echo and the sound card's buffers. What a tail is longer than
    that is the delay of a device: until then Hektor's own words may still come."""

    def __init__(self, tail: int = TAIL, enabled: bool = True) -> None:
        self.tail = tail
        self.enabled = enabled
        self._lock = threading.Lock()
        self._sounding = 0
        self._speaking_since: int | None = None
        self._ends_at = 0  # the latest end among the sounds that overlap
        self._spoken: list[tuple[int, int]] = []  # closed intervals that may still matter

    def speech_started(self, at: int) -> None:
        """A sound of Hektor's begins."""
        with self._lock:
            self._sounding += 1
            if self._speaking_since is None:
                self._speaking_since = at

    def speech_ended(self, at: int) -> None:
        """A sound that had begun ended or was cut."""
        with self._lock:
            if self._speaking_since is None:
                return
            self._sounding -= 1
            self._ends_at = max(at, self._ends_at)
            if not self._sounding:
                self._spoken.append((self._speaking_since, self._ends_at + self.tail))
                self._speaking_since, self._ends_at = None, 0

    def pass_block(self, block: Block) -> Block:
        """The block itself, or silence of the same length marked ``gated``; ``fading`` ones are
        gated and keep their sound.

        Blocks come in the order of time; a block that only touches an interval is shut out whole.
        """
        if not self.enabled or not self._is_shut(block.started_at, block.at):
            return block
        fades = not self._is_shut(block.started_at, block.at, min(self.tail, self.TAIL))
        if fades and block.gated == block.fading:  # no other gate has shut it out
            return replace(block, gated=True, fading=True)
        return replace(block, pcm=bytes(len(block.pcm)), gated=True, fading=False)

    def held_back(self) -> Sequence[Block]:
        """Never anything."""
        return ()

    def spoke_after(self, _at: int) -> bool:
        """Never: what touches Hektor's speech was cut off by it, and is known as clipped."""
        return False

    def doubts(self, _since: int) -> bool:
        """Never: nothing of Hektor's speech is passed on."""
        return False

    def _is_shut(self, start: int, end: int, fading: int = 0) -> bool:
        """True if it is at any time from ``start`` to ``end``, but for the last of the tails."""
        with self._lock:
            self._spoken = [spoken for spoken in self._spoken if spoken[1] > start]
            if self._speaking_since is not None and self._speaking_since < end:
                return True
            return any(begun < end and start < over - fading for begun, over in self._spoken)
