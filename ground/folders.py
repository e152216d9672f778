# SPDX-License-Identifier: GPL-3.0-or-later
"""Where a user's own things are: the folders that the system has for those of a program."""

from pathlib import Path

_NAME = "hektor"


def data() -> Path:
    """For games, learnt voices and models; the folder may still be missing."""
    return _folder("data")


def settings() -> Path:
    """For the profile, and how Hektor's voice sounds; the folder may still be missing."""
    return _folder("config")


def logs() -> Path:
    """For the last fault; the folder may still be missing."""
    return _folder("log")


def documents() -> Path:
    """For what the user gives away: in their documents, or where the games are if there are none;
    the folder may still be missing."""
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
