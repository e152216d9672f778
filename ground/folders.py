# SPDX-License-Identifier: GPL-3.0-or-later
"""Where a user's own things are: the folders that the system has for those of a program."""

from pathlib import Path

_NAME = "hektor"


def data() -> Path:
    """The folder of games, learnt voices and models; it may still be missing."""
    return _folder("data")


def settings() -> Path:
    """The folder of the profile and of Hektor's voice; it may still be missing."""
    return _folder("config")


def logs() -> Path:
    """The folder of the report on the last fault; it may still be missing."""
    return _folder("log")


def documents() -> Path:
    """The folder of files that the user gives away: in their documents, else beside the games.
    It may still be missing."""
    import platformdirs  # noqa: PLC0415 - as below

    found = platformdirs.user_documents_path()
    return found / "Hektor" if found.is_dir() else data()


def restoring() -> Path:
    """The folder that is there while the parts of a backup are put in their places."""
    return data() / "restoring"


def _folder(kind: str) -> Path:
    import platformdirs  # noqa: PLC0415 - not needed where the places are given

    found: Path = getattr(platformdirs, f"user_{kind}_path")(_NAME, appauthor=False)
    return found
