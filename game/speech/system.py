# SPDX-License-Identifier: GPL-3.0-or-later
"""The voices that Windows brings along, through pyttsx3.

pyttsx3 is only asked to write sound files, from the one thread that owns it: its ``say`` blocks,
loses phrases and cannot be stopped. On Linux its one driver is espeak-ng, which writes files from
a thread of its own where sounds get lost, and for macOS it wants 170 packages; there
:mod:`game.speech.espeak` speaks.
"""

import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from game.speech.espeak import VoiceMissing


class SystemVoices:
    """The system's voices, one for each language; every call on one thread."""

    def __init__(self, driver: str | None = None) -> None:
        """``driver`` is a name of pyttsx3's; None takes that of the system.

        Raises VoiceMissing if there are none, or if pyttsx3 cannot read what is installed: it
        fails on a voice of Windows that speaks two languages.
        """
        try:
            import pyttsx3  # noqa: PLC0415 - only where the system has voices

            self._engine: Any = pyttsx3.init(driver)
            self._voices = _by_language(self._engine.getProperty("voices"))
            self._engine.runAndWait()  # until it has run once it puts off all that is asked of it
        except Exception as error:  # its drivers raise whatever their systems raise
            raise VoiceMissing(str(error) or type(error).__name__) from error
        self._folder = tempfile.TemporaryDirectory(prefix="hektor-")
        self._file = Path(self._folder.name) / "speech.wav"
        self._using: tuple[str, int, float] | None = None

    def has(self, language: str) -> bool:
        """True if a voice speaks the language, given as "de"."""
        return language in self._voices

    def render(
        self, text: str, language: str, rate: int, volume: float
    ) -> tuple[npt.NDArray[np.int16], int]:
        """Mono sound and its samples per second. ``rate`` is in words a minute, ``volume`` 0 to 1.

        Raises VoiceMissing if no sound comes out.
        """
        import soundfile  # noqa: PLC0415 - only where the system has voices

        try:
            self._use(language, rate, volume)
            self._file.unlink(missing_ok=True)
            self._engine.save_to_file(text, str(self._file))
            self._engine.runAndWait()
            samples, sample_rate = soundfile.read(self._file, dtype="int16", always_2d=True)
        except Exception as error:
            raise VoiceMissing(str(error) or type(error).__name__) from error
        return samples[:, 0], sample_rate

    def _use(self, language: str, rate: int, volume: float) -> None:
        wanted = language, rate, volume
        if wanted == self._using:
            return
        self._using = None
        self._engine.setProperty("voice", self._voices[language])
        self._engine.setProperty("rate", rate)
        self._engine.setProperty("volume", volume)
        self._using = wanted


def system_voices() -> SystemVoices | None:
    """Those of Windows; None on other systems, and where they do not work."""
    if sys.platform != "win32":
        return None
    try:
        return SystemVoices()
    except VoiceMissing:
        return None


def _by_language(voices: Iterable[Any]) -> dict[str, str]:
    """The identifier of the first voice of each language ("de")."""
    found: dict[str, str] = {}
    for voice in voices:
        for language in voice.languages or ():
            found.setdefault(str(language)[:2].lower(), voice.id)
    return found
