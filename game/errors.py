# SPDX-License-Identifier: GPL-3.0-or-later
"""Errors that end a command with one sentence instead of a traceback."""

import contextlib
import traceback
from pathlib import Path

from announce.lexicon import lexicon

_LONGEST = 40
"""So many letters of a bad value are told again: a screen reader would read all of them."""


class UserError(Exception):
    """What the user asked for is not possible; the message is one sentence."""


class PlayerError(UserError):
    """One that a player meets; ``name`` is of the lexicon, which has it in every language."""

    def __init__(self, name: str, /, **fields: object) -> None:
        self._name = name
        self._fields = fields
        super().__init__(self.told("en"))

    def told(self, language: str) -> str:
        """The sentence in one of the languages of the settings."""
        return lexicon(language).text(f"program.error.{self._name}", **self._fields)


def bad_value(option: str, given: object, allowed: str) -> PlayerError:
    """An option has a value that it cannot have; ``allowed`` is the same in every language."""
    return PlayerError("bad_value", option=option, given=str(given)[:_LONGEST], allowed=allowed)


def told(error: BaseException, language: str) -> str:
    """What is said of an error, in ``language`` where there is a sentence for it."""
    return error.told(language) if isinstance(error, PlayerError) else str(error)


def read_text(path: Path) -> str:
    """The text of a file of the user's; UserError says why it cannot be read."""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise UserError(f"{path} cannot be read: it is no text in UTF-8.") from error
    except OSError as error:
        raise UserError(f"{path} cannot be read: {error.strerror}.") from error


def is_expected(error: Exception) -> bool:
    """Whether the message of ``error`` is a sentence for the user. The rooms are only loaded now
    that something went wrong."""
    from announce.speech.player import LoudspeakerLost  # noqa: PLC0415
    from announce.speech.voices import VoiceMissing  # noqa: PLC0415
    from clock.control import BadTimeControl  # noqa: PLC0415
    from game.journal import JournalError  # noqa: PLC0415
    from voice.evaluation.manifest import BadManifest  # noqa: PLC0415
    from voice.hearing.audio import MicrophoneError, UnreadableRecording  # noqa: PLC0415
    from voice.hearing.models import ModelError  # noqa: PLC0415
    from voice.learning.store import VoicesError  # noqa: PLC0415

    sentences = (
        UserError,
        BadTimeControl,
        JournalError,
        BadManifest,
        ModelError,
        MicrophoneError,
        UnreadableRecording,
        LoudspeakerLost,
        VoiceMissing,
        VoicesError,
    )
    return isinstance(error, sentences)


def write_report() -> None:
    """Keep the traceback of the exception that is being handled, for those who mend Hektor."""
    import platformdirs  # noqa: PLC0415

    with contextlib.suppress(OSError):
        folder = platformdirs.user_log_path("hektor", ensure_exists=True)
        (folder / "fault.txt").write_text(traceback.format_exc(), encoding="utf-8")
