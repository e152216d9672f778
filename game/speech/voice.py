# SPDX-License-Identifier: GPL-3.0-or-later
"""How a voice sounds, as a value."""

from dataclasses import dataclass, replace

VARIANTS = ("", "f2", "m3", "f5", "m7")
"""The voices of espeak-ng among which "andere Stimme" goes round; the first is its usual one."""


@dataclass(frozen=True, slots=True)
class Voice:
    """How to speak one language.

    ``rate`` is in words a minute (80 to 450), ``pitch`` 0 to 99 and ``volume`` 0.0 to 1.0.
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
        """A step of ten louder, up to the full volume."""
        return replace(self, volume=min(round(self.volume + 0.1, 1), 1.0))

    def quieter(self) -> "Voice":
        """A step of ten quieter, never to silence."""
        return replace(self, volume=max(round(self.volume - 0.1, 1), 0.1))
