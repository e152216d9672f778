# SPDX-License-Identifier: GPL-3.0-or-later
"""Speech through NVDA on Windows, by its controller client.

Written to the client's documentation (NVDA 2024.1 and later) and not tested with NVDA itself.
The library ``nvdaControllerClient.dll`` comes with NVDA's controller client, not with Hektor; it
is looked for in the program's folder and on the path.
"""

import ctypes
import time
from collections.abc import Callable
from html import escape
from typing import Any

from game.speech.player import LoudspeakerLost, Played, Started, Tickets
from game.speech.voices import Voice

LIBRARY = "nvdaControllerClient"
OK = 0
CANCELLED = 1223  # ERROR_CANCELLED: the user or we ended the speech
SYMBOLS_UNCHANGED = -1
NORMAL_PRIORITY = 0


def load() -> Any:
    """The controller client of a running NVDA. Raises LoudspeakerLost if there is none."""
    try:
        library = vars(ctypes)["WinDLL"](LIBRARY)  # only Windows has it
    except (KeyError, OSError) as error:
        raise LoudspeakerLost(f"No voice: {LIBRARY}.dll was not found.") from error
    library.nvdaController_speakSsml.argtypes = (
        ctypes.c_wchar_p,
        ctypes.c_int,  # symbol level
        ctypes.c_int,  # priority
        ctypes.c_ubyte,  # whether to return at once
    )
    if library.nvdaController_testIfRunning() != OK:
        raise LoudspeakerLost("No voice: NVDA is not running.")
    return library


class NvdaDriver(Tickets):
    """Speaks through NVDA; see :class:`game.speech.drivers.Driver`.

    How fast, how high and how loud is what the user has set in NVDA.
    """

    def __init__(
        self, make: Callable[[], Any] = load, now: Callable[[], int] = time.monotonic_ns
    ) -> None:
        super().__init__()
        self._make = make
        self._now = now
        self._library: Any = None

    def open(self, voice: Voice) -> None:
        """Finds NVDA. Raises LoudspeakerLost if it is not there."""
        self._library = self._library or self._make()

    def speak(
        self, text: str, voice: Voice, ticket: int, started: Started, *, pause: bool = False
    ) -> Played:
        """Speaks and waits until NVDA has spoken."""
        if self.is_void(ticket):
            return Played(self._now(), False)
        self.open(voice)
        started(self._now())
        words = escape(text, quote=False)
        ssml = f'<speak><voice xml:lang="{voice.language}">{words}</voice></speak>'
        status = self._library.nvdaController_speakSsml(
            ssml, SYMBOLS_UNCHANGED, NORMAL_PRIORITY, False
        )
        if status not in (OK, CANCELLED):
            self._library = None
            raise LoudspeakerLost(f"No voice: NVDA does not answer (error {status}).")
        return Played(self._now(), status == OK and not self.is_void(ticket))

    def cancel(self) -> None:
        """Silence now."""
        super().cancel()
        if self._library is not None:
            self._library.nvdaController_cancelSpeech()

    def close(self) -> None:
        """Nothing to close: NVDA is the user's."""
        self._library = None
