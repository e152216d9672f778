# SPDX-License-Identifier: GPL-3.0-or-later
"""A trial of a model by libvosk, in a process of its own: can it hear with it?

The library aborts the process if a model is damaged in some ways, such as an empty
``conf/model.conf``. A game must not end by that, so `run` lets a child try first. This file is the
child too; it imports nothing of Hektor's, and takes a quarter of a second with the bundled model.
"""

import ctypes
import os
import subprocess
import sys
from functools import cache
from pathlib import Path

LIMIT = 60.0
"""Seconds that the child gets: the largest models take ten of them from a slow disk."""

_NO_LIBRARY = 77  # that the library cannot be loaded, its binding tells better
_RATE = 16_000
_GRAMMAR = b'["[unk]"]'


@cache
def begin(library: Path, model: Path) -> "subprocess.Popen[bytes] | None":
    """Let the child begin, while this process loads all else; None if there can be none."""
    command = [sys.executable, "-I", "-S", __file__, str(library), str(model)]
    nothing = subprocess.DEVNULL
    try:
        return subprocess.Popen(command, stdin=nothing, stdout=nothing, stderr=nothing)
    except OSError:
        return None


@cache
def run(library: Path, model: Path) -> bool:
    """True if ``library`` loads the ``model`` and hears half a second of silence with it."""
    child = begin(library, model)
    if child is None:
        return False
    try:
        return child.wait(LIMIT) in (0, _NO_LIBRARY)
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait()
        return False


def hears(library: str, model: str) -> bool:
    """The same in this process, which it may end."""
    try:
        vosk = ctypes.CDLL(library)
    except OSError:
        os._exit(_NO_LIBRARY)
    pointer = ctypes.c_void_p
    vosk.vosk_model_new.restype = vosk.vosk_recognizer_new_grm.restype = pointer
    vosk.vosk_recognizer_new_grm.argtypes = [pointer, ctypes.c_float, ctypes.c_char_p]
    vosk.vosk_recognizer_accept_waveform.argtypes = [pointer, ctypes.c_char_p, ctypes.c_int]
    vosk.vosk_recognizer_final_result.argtypes = [pointer]
    vosk.vosk_set_log_level(-1)
    loaded = vosk.vosk_model_new(os.fsencode(model))
    decoder = loaded and vosk.vosk_recognizer_new_grm(loaded, float(_RATE), _GRAMMAR)
    if not decoder:
        return False
    vosk.vosk_recognizer_accept_waveform(decoder, bytes(_RATE), _RATE)
    vosk.vosk_recognizer_final_result(decoder)
    return True


if __name__ == "__main__":
    os._exit(0 if hears(*sys.argv[1:]) else 1)  # what the library does at an end is no matter
