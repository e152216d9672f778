# SPDX-License-Identifier: GPL-3.0-or-later
"""How the user has told Hektor to speak, kept from one game to the next."""

import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

from game.speech.voice import VARIANTS, Voice
from ground import files, folders

RANGES = {"rate": (80, 450), "pitch": (0, 99), "volume": (0.1, 1.0)}
"""What a voice may have, as `Voice` tells."""


def voice_path() -> Path:
    """Where the voice is kept, beside the profile."""
    return folders.settings() / "voice.toml"


def read_voice(path: Path) -> Voice:
    """The voice that was kept. What is missing, or makes no sense, is as at first."""
    usual = Voice()
    try:
        kept = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return usual
    good: dict[str, Any] = {}
    for name, (least, most) in RANGES.items():
        value = kept.get(name)
        if isinstance(value, type(getattr(usual, name))) and least <= value <= most:
            good[name] = value
    if kept.get("variant") in VARIANTS:
        good["variant"] = kept["variant"]
    return replace(usual, **good)


def keep_voice(path: Path, voice: Voice) -> None:
    """Keep the voice. Raises OSError if it cannot be written; then the old one is still there."""
    path.parent.mkdir(parents=True, exist_ok=True)
    text = (
        f"# How Hektor speaks; changed by spoken commands.\nrate = {voice.rate}\n"
        f'pitch = {voice.pitch}\nvolume = {float(voice.volume)}\nvariant = "{voice.variant}"\n'
    )
    files.write(path, text.encode())
