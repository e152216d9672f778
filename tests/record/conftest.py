# SPDX-License-Identifier: GPL-3.0-or-later
"""Two computers, and a backup of the first."""

from pathlib import Path

import pytest
from computers import TAKE, Computer

from record.backup import NOTES, PIN_KEY, PROFILE, VOICE, VOICES


@pytest.fixture
def old(tmp_path: Path) -> Computer:
    """One with two games, a voice, settings and notes."""
    made = Computer(tmp_path / "old")
    made.game("e4", "e5")
    made.game("d4")
    made.own(f"{VOICES}/anna/person.toml", 'name = "Anna"')
    made.own(TAKE, "sound")
    made.own(f"{VOICES}/anna/model-1/graph/words.txt", "eva")
    made.own(f"{VOICES}/.gone-eva/person.toml", "forgotten")
    made.own(NOTES, "{}")
    made.own(PROFILE, "[play]\n")
    made.own(VOICE, "rate = 170\n")
    made.own(PIN_KEY, "k" * 32)
    return made


@pytest.fixture
def new(tmp_path: Path) -> Computer:
    """One on which Hektor has never run."""
    return Computer(tmp_path / "new")


@pytest.fixture
def file(tmp_path: Path, old: Computer) -> Path:
    """A backup of the old one."""
    made = tmp_path / "mine.hektor"
    old.backup(made)
    return made
