# SPDX-License-Identifier: GPL-3.0-or-later
"""espeak-ng, which speaks on every system: the library, and whether it works here at all.

The wheel ``espeakng-loader`` brings it with its data for Linux, Windows and macOS, so that nobody
needs an administrator, or a voice of the system, to hear Hektor.

The library ends the process that it cannot serve, as when its data are missing or damaged. A game
must not end by that, so `works` lets a child try first. This file is the child too; it imports
nothing of Hektor's, which takes a tenth of a second.
"""

import ctypes
import os
import subprocess
import sys
from collections.abc import Mapping
from functools import cache

LIMIT = 10.0
"""Seconds that the child gets; it takes a twentieth of one."""

RATE, VOLUME, PITCH = 1, 2, 3
"""Parameters of a voice: words a minute, percent of the usual amplitude, and 0 to 99."""

_SYNCHRONOUS, _CHUNK, _NO_EXIT = 2, 200, 0x8000  # milliseconds of sound in one call of the callback
_POS_CHARACTER, _UTF8, _END_PAUSE = 1, 0x1, 0x1000
_LIBRARIES = ("libespeak-ng.so.1", "libespeak-ng.so", "libespeak-ng.dylib", "libespeak-ng.dll")
_TAKES = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p)


class VoiceMissing(RuntimeError):
    """No speech, or no voice of a language. A renderer raises it with a sentence for the user, a
    library of voices with the reason why it cannot do what it was asked for."""


class Espeak:
    """The library, with one voice at a time; one per process, and always on the same thread."""

    def __init__(self, library: str, data: str) -> None:
        """``library`` is its path and ``data`` that of its folder; where both are empty, the one of
        the system. Raises VoiceMissing; it may end the process instead."""
        self._library = _loaded((library,) if library else _LIBRARIES)
        # On Windows the library wants the file system's own encoding, elsewhere it is UTF-8.
        path = data.encode("mbcs" if sys.platform == "win32" else "utf-8") or None
        rate = self._library.espeak_Initialize(_SYNCHRONOUS, _CHUNK, path, _NO_EXIT)
        if rate <= 0:
            raise VoiceMissing(f"it does not start (error {rate})")
        self.sample_rate: int = rate
        self._sound: list[bytes] = []
        self._take = _TAKES(self._taken)  # kept here: the library holds a bare pointer

    def use(self, voice: str, parameters: Mapping[int, int]) -> None:
        """Speak from now on as ``voice``. Raises VoiceMissing if there is none of that name."""
        status = self._library.espeak_SetVoiceByName(voice.encode())
        if status != 0:
            raise VoiceMissing(f"it has no voice {voice!r}")
        for parameter, value in parameters.items():
            self._library.espeak_SetParameter(parameter, value, 0)

    def render(self, text: str) -> bytes:
        """Mono sound of 16 bits a sample. Raises VoiceMissing."""
        self._sound.clear()
        self._library.espeak_SetSynthCallback(self._take)  # the library has one, whoever asks
        words = ctypes.create_string_buffer(text.encode())
        status = self._library.espeak_Synth(
            words, ctypes.c_size_t(len(words)), 0, _POS_CHARACTER, 0, _UTF8 | _END_PAUSE, None, None
        )
        if status != 0:
            raise VoiceMissing(f"it cannot say that (error {status})")
        return b"".join(self._sound)

    def _taken(self, sound: int | None, samples: int, _events: object) -> int:
        """The library hands over a piece; 0 asks for the next one."""
        if sound and samples > 0:
            self._sound.append(ctypes.string_at(sound, 2 * samples))
        return 0


def _loaded(names: tuple[str, ...]) -> ctypes.CDLL:
    for name in names:
        try:
            return ctypes.CDLL(name)
        except OSError:
            continue
    raise VoiceMissing("its library was not found")


@cache
def works(library: str, data: str, voice: str) -> bool:
    """True if ``library``, or the system's if it is empty, speaks as ``voice`` with its data."""
    command = [sys.executable, "-I", "-S", __file__, library, data, voice]
    try:
        tried = subprocess.run(
            command, timeout=LIMIT, check=False,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired):
        return False
    return tried.returncode == 0


def speaks(library: str, data: str, voice: str) -> bool:
    """True if a word becomes sound; it may end the process instead."""
    try:
        espeak = Espeak(library, data)
        espeak.use(voice, {})
        return bool(espeak.render("Hektor"))
    except (VoiceMissing, UnicodeError):
        return False


if __name__ == "__main__":
    # The library may hang or fault at an end, which says nothing about speaking.
    os._exit(0 if speaks(*sys.argv[1:]) else 1)
