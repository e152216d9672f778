# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether espeak-ng can speak with a voice: asked in a process of its own.

The library ends the process that it cannot serve, as when its data are missing or damaged. A game
must not end by that, so `run` lets a child try first. This file is the child too; it imports
nothing of Hektor's, which takes a tenth of a second.
"""

import ctypes
import os
import subprocess
import sys
from functools import cache

LIMIT = 10.0
"""Seconds that the child gets; it takes a twentieth of one."""

_SYNCHRONOUS, _POS_CHARACTER, _UTF8 = 2, 1, 1
_LIBRARIES = ("libespeak-ng.so.1", "libespeak-ng.so", "libespeak.so.1")


@cache
def run(library: str, data: str, voice: str) -> bool:
    """Whether ``library``, or the system's if it is empty, speaks as ``voice`` with its data."""
    command = [sys.executable, "-I", "-S", __file__, library, voice]
    environment = {**os.environ, "ESPEAK_DATA_PATH": data} if data else None
    try:
        tried = subprocess.run(
            command, env=environment, timeout=LIMIT, check=False,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired):
        return False
    return tried.returncode == 0


def speaks(library: str, voice: str) -> bool:
    """Whether a word becomes sound; it may end the process instead."""
    espeak = _loaded((library,) if library else _LIBRARIES)
    if espeak is None or espeak.espeak_Initialize(_SYNCHRONOUS, 0, None, 0) <= 0:
        return False
    samples = 0

    def take(_sound: object, count: int, _events: object) -> int:
        nonlocal samples
        samples += count
        return 0

    kind = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p)
    callback = kind(take)
    espeak.espeak_SetSynthCallback(callback)
    if espeak.espeak_SetVoiceByName(voice.encode()) != 0:
        return False
    text = ctypes.create_string_buffer(b"Hektor")
    espeak.espeak_Synth(text, ctypes.c_size_t(len(text)), 0, _POS_CHARACTER, 0, _UTF8, None, None)
    return samples > 0


def _loaded(names: tuple[str, ...]) -> ctypes.CDLL | None:
    for name in names:
        try:
            return ctypes.CDLL(name)
        except OSError:
            continue
    return None


if __name__ == "__main__":
    sys.exit(0 if speaks(*sys.argv[1:]) else 1)
