# SPDX-License-Identifier: GPL-3.0-or-later
"""Errors that end a command with one sentence instead of a traceback."""

import contextlib
import errno
import traceback
from pathlib import Path

from announce.lexicon import Lexicon, lexicon
from ground import files, folders
from ground.faults import Fault
from ground.text import one_line

_LONGEST = 40
"""Letters of a bad value that are repeated: a screen reader would read all of them."""

_LONGEST_LINE = 1_000
"""Letters of the whole sentence, which may quote a file."""


class UserError(Exception):
    """The user asked for something impossible; the message is one sentence."""


class PlayerError(Fault, UserError):
    """An error that a player meets."""

    def told(self, language: str) -> str:
        """The sentence in one of the languages of the settings."""
        return _sentence(self, lexicon(language))

    def __str__(self) -> str:
        return self.told("en")


def bad_value(option: str, given: object, allowed: str) -> PlayerError:
    """An option has a value that it cannot have; ``allowed`` is the same in every language."""
    return PlayerError("bad_value", option=option, given=str(given)[:_LONGEST], allowed=allowed)


def told(error: BaseException, language: str) -> str:
    """An error on one line, in ``language`` if there is a sentence for it.

    A fact that is a ``Refusal`` or another error stands for the sentence of that, an error of the
    system for its reason.
    """
    sentence = _sentence(error, lexicon(language)) if isinstance(error, Fault) else str(error)
    line = one_line(sentence)  # SQLite quotes what it cannot read, line by line
    return line if len(line) <= _LONGEST_LINE else f"{line[:_LONGEST_LINE]}…"


def _sentence(fault: Fault, words: Lexicon) -> str:
    from table.events.game import Refusal  # noqa: PLC0415 - not before there is an error

    facts = dict(fault.facts)
    for name, value in facts.items():
        if isinstance(value, Refusal):
            facts[name] = words.text(f"game.refused.{value}")
        elif isinstance(value, Fault):
            facts[name] = _sentence(value, words)
        elif isinstance(value, OSError):
            facts[name] = _reason(value, words)
    return words.text(f"program.error.{fault.name}", **facts)


def _reason(error: OSError, words: Lexicon) -> str:
    """Why the system refused, in the language of the sentence where that is known: the system has
    its own language, if any."""
    name = errno.errorcode.get(error.errno or 0, "")
    known: str | None = words.table("program.reason").get(name)
    return known or error.strerror or str(error)


def read_text(path: Path) -> str:
    """The text of a file of the user's. Raises PlayerError if it cannot be read."""
    try:
        return files.read(path).decode().replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise PlayerError("no_text", path=path) from error
    except OSError as error:
        raise PlayerError("unread", path=path, reason=error) from error


_ROOMS = (
    *("ground", "rules", "clock", "voice", "table", "study"),
    *("announce", "record", "opponents", "game"),
)


def is_expected(error: Exception) -> bool:
    """True if the message of ``error`` is a sentence for the user, as in all errors of ours."""
    return type(error).__module__.partition(".")[0] in _ROOMS


def write_report() -> None:
    """Keep the traceback of the exception that is being handled, for whoever mends Hektor."""
    with contextlib.suppress(OSError):
        folder = folders.logs()
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "fault.txt").write_text(traceback.format_exc(), encoding="utf-8")
