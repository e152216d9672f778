# SPDX-License-Identifier: GPL-3.0-or-later
"""How Hektor speaks to one person: the whole of it in one frozen value, handed in."""

from dataclasses import dataclass
from enum import StrEnum

from announce.lexicon import languages, lexicon

LANGUAGES = languages()


class Style(StrEnum):
    """How a move is read back; the words are those of Appendix D in every style."""

    APPENDIX_D = "appendix_d"  # Springer Gustav eins Felix drei
    FULL = "full"  # Springer von Gustav eins nach Felix drei, schlägt Bauer, Schach
    SHORT = "short"  # Springer Felix drei
    SAN = "san"  # printed "Sf3", spoken as SHORT


class TimeStyle(StrEnum):
    """How a time on the clock is told."""

    LONG = "long"  # neun Minuten und dreißig Sekunden
    SHORT = "short"  # neun Minuten dreißig


class Script(StrEnum):
    """The script in which a language that has two, as Serbian, is printed."""

    LATIN = "latin"
    CYRILLIC = "cyrillic"


class Audience(StrEnum):
    """Whom the words are for.

    The assistant also hears what to do with their hands (D.2.10.1). The arbiter also hears the
    article, and that a time control was reached.
    """

    PLAYER = "player"
    ASSISTANT = "assistant"
    ARBITER = "arbiter"


@dataclass(frozen=True, slots=True)
class Settings:
    """``language`` is one of :data:`LANGUAGES`; moves are German in all of them.

    ``zwo`` says "zwo" for "zwei" in squares (D.2.1: "unless the arbiter decides otherwise").
    ``say_check`` adds "Schach" to a move, as in training; Appendix D does not ask for it, so it is
    off unless wanted (the full style always says it). ``say_press`` confirms that the clock was
    pressed.
    ``explain_illegal`` gives the reason why a move is illegal, not only that it is.
    ``time_style`` is that of the clock's times.
    """

    language: str = "de"
    style: Style = Style.APPENDIX_D
    zwo: bool = False
    say_check: bool = False
    say_press: bool = True
    explain_illegal: bool = True
    script: Script = Script.LATIN
    audience: Audience = Audience.PLAYER
    time_style: TimeStyle = TimeStyle.LONG

    def __post_init__(self) -> None:
        lexicon(self.language)  # raises ValueError if there is no such language
