# SPDX-License-Identifier: GPL-3.0-or-later
"""How the user has told Hektor to speak, kept from one game to the next."""

import tomllib
from dataclasses import replace
from pathlib import Path

from announce.speech.voices import VARIANTS, Voice
from voice import files


def voice_path() -> Path:
    """Where the voice is kept, beside the profile."""
    import platformdirs  # noqa: PLC0415 - not needed where the path is given

    return platformdirs.user_config_path("hektor") / "voice.toml"


def read_voice(path: Path) -> Voice:
    """The voice that was kept; what is missing or makes no sense is as at first."""
    voice = Voice()
    try:
        kept = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return voice
    rate, pitch = kept.get("rate"), kept.get("pitch")
    volume, variant = kept.get("volume"), kept.get("variant")
    if isinstance(rate, int) and 80 <= rate <= 450:
        voice = replace(voice, rate=rate)
    if isinstance(pitch, int) and 0 <= pitch <= 99:
        voice = replace(voice, pitch=pitch)
    if isinstance(volume, float) and 0.1 <= volume <= 1.0:
        voice = replace(voice, volume=volume)
    if variant in VARIANTS:
        voice = replace(voice, variant=variant)
    return voice


def keep_voice(path: Path, voice: Voice) -> None:
    """Keep the voice; OSError if it cannot be written, and then the old one is still there."""
    path.parent.mkdir(parents=True, exist_ok=True)
    text = (
        f"# How Hektor speaks; changed by spoken commands.\nrate = {voice.rate}\n"
        f'pitch = {voice.pitch}\nvolume = {float(voice.volume)}\nvariant = "{voice.variant}"\n'
    )
    files.write(path, text.encode())
