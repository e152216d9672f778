# SPDX-License-Identifier: GPL-3.0-or-later
"""The standard streams, which may be closed, or have an encoding without umlauts."""

import codecs
import contextlib
import errno
import io
import os
import re
import sys
import unicodedata
from pathlib import Path

from announce.errors import PlayerError

GERMAN = {"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss"}
OTHERS = {"đ": "dj", "Đ": "Dj", "\u2013": "-"}
PLAIN = GERMAN | OTHERS
_ERRORS = 2  # the number of the system for standard error


class OutputLost(PlayerError):
    """Standard output takes no more: the disk is full, or the reader of a pipe ``left``, who has
    read enough, as in ``hektor games | head``."""

    def __init__(self, *, left: bool = False) -> None:
        super().__init__("output_lost")
        self.left = left


class _Harmless(io.TextIOWrapper):
    """A stream through which no terminal is given anything to obey."""

    def write(self, text: str, /) -> int:
        return super().write(harmless(text) if self.isatty() else text)


class _Output(_Harmless):
    """Standard output that raises OutputLost once, and writes nothing from then on."""

    def write(self, text: str, /) -> int:
        try:
            return super().write(text)
        except OSError as error:
            raise self._lost(error) from error

    def flush(self) -> None:
        try:
            super().flush()
        except OSError as error:
            raise self._lost(error) from error

    def _lost(self, error: OSError) -> OutputLost:
        """Write nowhere from now on: Python would complain at its end about what is left."""
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, self.fileno())
        os.close(nothing)
        windows_pipe = sys.platform == "win32" and error.errno == errno.EINVAL
        return OutputLost(left=windows_pipe or isinstance(error, BrokenPipeError))


def print_line(line: str) -> None:
    """Print at once. Raises OutputLost if standard output takes no more."""
    print(line, flush=True)


_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def harmless(text: str) -> str:
    """Without what a terminal obeys, or turns round: a name from a file may have it. What Hektor
    itself wants of a terminal goes another way."""
    return _CONTROL.sub(lambda sign: "" if sign[0] == "\r" else "\ufffd", text)


def plain(text: str) -> str:
    """``text`` in ASCII: as Germans write without umlauts, other letters without their accents."""
    spelled = "".join(PLAIN.get(letter, letter) for letter in text)
    return unicodedata.normalize("NFKD", spelled).encode("ascii", "ignore").decode() or "?"


def fitting(letter: str, otherwise: str) -> str:
    """``letter`` if standard output can write it, else ``otherwise``."""
    try:
        letter.encode(sys.stdout.encoding or "ascii")
    except (LookupError, UnicodeEncodeError):
        return otherwise
    return letter


def _spell(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return plain(error.object[error.start : error.end]), error.end


_OEM = {0x81: "ü", 0x84: "ä", 0x8E: "Ä", 0x94: "ö", 0x99: "Ö", 0x9A: "Ü", 0xE1: "ß"}
"""German letters where the code pages 437 and 850 of a console have them; Windows itself has them
elsewhere, so that one byte tells which it is."""


def _guess(error: UnicodeError) -> tuple[str, int]:
    """A byte that is not UTF-8: piped by a program of an older Windows, or of its console."""
    if not isinstance(error, UnicodeDecodeError):
        raise error
    data = error.object[error.start : error.end]
    read = (_OEM.get(byte) or bytes([byte]).decode("cp1252", "replace") for byte in data)
    return "".join(read), error.end


def make_safe() -> None:
    """Keep the program running whatever letter is read or written, and if a stream is closed.

    What another program may read or write is UTF-8, whatever the letters of the console are.
    """
    codecs.register_error("hektor", _spell)
    codecs.register_error("hektor-guess", _guess)
    nothing = Path(os.devnull)
    if sys.stdin is None:
        sys.stdin = nothing.open()  # for the whole life of the program, as the others
    if sys.stdout is None:
        sys.stdout = nothing.open("w")
    if sys.stderr is None:
        sys.stderr = nothing.open("w")
    _keep_libraries_quiet()
    if type(sys.stdout) is io.TextIOWrapper:
        old = sys.stdout
        encoding, by_line, at_once = old.encoding, old.line_buffering, old.write_through
        sys.stdout = _Output(old.detach(), encoding, "hektor", None, by_line, at_once)
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, "hektor"), (sys.stderr, "hektor")):
        if not isinstance(stream, io.TextIOWrapper):
            continue
        if stream.isatty():
            stream.reconfigure(errors=errors)
        else:
            guesses = "hektor-guess" if stream is sys.stdin else errors
            stream.reconfigure(encoding="utf-8", errors=guesses)


def _keep_libraries_quiet() -> None:
    """Silences libraries that write errors to a terminal: a screen reader would read them out,
    every two seconds where a sound server has gone. What Hektor writes there is shown as ever."""
    old = sys.stderr
    try:
        if type(old) is not io.TextIOWrapper or old.fileno() != _ERRORS or not old.isatty():
            return
        own, nothing = os.dup(_ERRORS), os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, _ERRORS)
        os.close(nothing)
    except (OSError, ValueError):
        return
    sys.stderr = _Harmless(
        io.FileIO(own, "w"), old.encoding, old.errors, line_buffering=True, write_through=True
    )


def echo(on: bool) -> None:
    """Show what is typed in a terminal, or hide it, as while a move is sealed (Guideline I.1.1).

    On Windows there is nothing to do: no line is read from a console (`game.app.windows_console`).
    """
    try:
        import termios  # noqa: PLC0415 - not on Windows
    except ImportError:
        return
    with contextlib.suppress(termios.error, OSError, ValueError):  # no terminal
        attributes = termios.tcgetattr(sys.stdin)
        shown = attributes[3] | termios.ECHO if on else attributes[3] & ~termios.ECHO
        if shown != attributes[3]:
            attributes[3] = shown
            termios.tcsetattr(sys.stdin, termios.TCSANOW, attributes)
