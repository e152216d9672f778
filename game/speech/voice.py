# SPDX-License-Identifier: GPL-3.0-or-later
"""How a voice sounds, as a value, and how the user's is kept from one game to the next."""

import tomllib
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ground import files, folders

VARIANTS = ("", "f2", "m3", "f5", "m7")
"""The voices of espeak-ng among which "andere Stimme" goes round; the first is its usual one."""


VOLUMES = (0.1, 0.15, 0.2, 0.3, 0.4, 0.55, 0.75, 1.0, 1.4, 2.0)
"""Steps that are heard, of some three decibels. One is the usual volume of espeak-ng, which speaks
up to twice as loud; a voice of the system knows nothing above one."""


@dataclass(frozen=True, slots=True)
class Voice:
    """How to speak one language.

    ``rate`` is in words a minute (80 to 450), ``pitch`` 0 to 99 and ``volume`` one of `VOLUMES`,
    or between.
    ``variant`` is one of espeak-ng's ("f3", "m2", "klatt"), to tell speakers apart; a voice of
    the system has none, and no pitch.
    """

    language: str = "de"
    rate: int = 170
    pitch: int = 50
    volume: float = 1.0
    variant: str = ""

    def for_language(self, language: str) -> "Voice":
        """The same way of speaking in another language."""
        return replace(self, language=language)

    def faster(self) -> "Voice":
        """A tenth faster."""
        return replace(self, rate=min(round(self.rate * 1.1), 450))

    def slower(self) -> "Voice":
        """A tenth slower."""
        return replace(self, rate=max(round(self.rate / 1.1), 80))

    def brisk(self) -> "Voice":
        """As what the listener knows already is said: three tenths faster."""
        return replace(self, rate=min(round(self.rate * 1.3), 450))

    def higher(self) -> "Voice":
        """A step of ten higher."""
        return replace(self, pitch=min(self.pitch + 10, 99))

    def deeper(self) -> "Voice":
        """A step of ten deeper."""
        return replace(self, pitch=max(self.pitch - 10, 0))

    def another(self) -> "Voice":
        """The next of :data:`VARIANTS`."""
        place = VARIANTS.index(self.variant) if self.variant in VARIANTS else -1
        return replace(self, variant=VARIANTS[(place + 1) % len(VARIANTS)])

    def louder(self) -> "Voice":
        """The next of `VOLUMES`."""
        louder = (each for each in VOLUMES if each > self.volume)
        return replace(self, volume=next(louder, VOLUMES[-1]))

    def quieter(self) -> "Voice":
        """The one of `VOLUMES` before, never silence."""
        quieter = (each for each in reversed(VOLUMES) if each < self.volume)
        return replace(self, volume=next(quieter, VOLUMES[0]))


RANGES = {"rate": (80, 450), "pitch": (0, 99), "volume": (VOLUMES[0], VOLUMES[-1])}
"""The bounds of a voice's values, as `Voice` tells."""


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
