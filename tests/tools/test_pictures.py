# SPDX-License-Identifier: GPL-3.0-or-later
"""The pictures of the assistant's page in the docs."""

import os
from pathlib import Path

import pytest

from bench.browser import program
from tools import pictures


def test_the_pictures_of_a_language_are_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    if program() is None and not os.environ.get("CI"):
        pytest.skip("Chromium is not installed")
    given = ["pictures", "--languages", "en", "--out", str(tmp_path / "made")]
    monkeypatch.setattr("sys.argv", given)
    assert not pictures.main()
    made = {file.name for file in (tmp_path / "made" / "en").iterdir()}
    assert made == {"page.png", "wrong-board.png"}
