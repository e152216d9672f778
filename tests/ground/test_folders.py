# SPDX-License-Identifier: GPL-3.0-or-later
"""Where a user's own things are."""

from pathlib import Path

import platformdirs
import pytest
from platformdirs import windows

from game.app.options import archive_path, profile_path
from ground import folders


@pytest.fixture
def local(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """AppData\\Local of a user of Windows."""
    monkeypatch.setattr(windows, "get_win_folder", lambda _: str(tmp_path))
    for kind in ("data", "config", "log"):
        of_windows = f"user_{kind}_path"
        monkeypatch.setattr(
            platformdirs,
            of_windows,
            lambda *given, kind=of_windows, **named: getattr(
                windows.Windows(*given, **named), kind
            ),
        )
    return tmp_path


def test_windows_has_one_folder_of_the_name(local: Path) -> None:
    assert archive_path() == local / "hektor" / "games.sqlite"
    assert profile_path() == local / "hektor" / "profile.toml"
    assert folders.logs() == local / "hektor" / "Logs"
