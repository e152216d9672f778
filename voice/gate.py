# SPDX-License-Identifier: GPL-3.0-or-later
"""The microphone is shut exactly while Hektor speaks, so that he never hears himself.

The player of ``announce`` knows to the sample when it speaks and tells the gate from its own
thread; the listening thread passes each block through. With headphones the gate is off.
"""

import threading
from dataclasses import replace

from voice.audio import MILLISECOND, Block


class Gate:
    """Shut from the start of each spoken interval to its end plus ``tail`` nanoseconds."""

    TAIL = 250 * MILLISECOND
    """Long enough for a living room's echo and the sound card's buffers."""

    def __init__(self, tail: int = TAIL, enabled: bool = True) -> None:
        self.tail = tail
        self.enabled = enabled
        self._lock = threading.Lock()
        self._speaking_since: int | None = None
        self._spoken: list[tuple[int, int]] = []  # closed intervals that may still matter

    def speech_started(self, at: int) -> None:
        """Hektor's sound begins."""
        with self._lock:
            if self._speaking_since is None:
                self._speaking_since = at

    def speech_ended(self, at: int) -> None:
        """Hektor's sound ended or was cut."""
        with self._lock:
            if self._speaking_since is not None:
                self._spoken.append((self._speaking_since, at + self.tail))
                self._speaking_since = None

    def pass_block(self, block: Block) -> Block:
        """The block itself, or silence of the same length marked ``gated``.

        Blocks come in the order of time; a block that only touches an interval is shut out whole.
        """
        if not self.enabled or not self._is_shut(block.started_at, block.at):
            return block
        return replace(block, pcm=bytes(len(block.pcm)), gated=True)

    def _is_shut(self, start: int, end: int) -> bool:
        with self._lock:
            self._spoken = [spoken for spoken in self._spoken if spoken[1] > start]
            if self._speaking_since is not None and self._speaking_since < end:
                return True
            return any(begun < end for begun, _ in self._spoken)
