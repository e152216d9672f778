# SPDX-License-Identifier: GPL-3.0-or-later
"""The settings of one listener, in one frozen value that is handed in.

A language may be printed in a second script, as Serbian is in Cyrillic letters. The words are kept
in one script; the table ``second_script`` of the language's grammar has the letters of the other.
It is for the eye only: a voice is given the words as they are kept.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Any

from announce.lexicon import MOVES, languages, lexicon

LANGUAGES = languages()


class Style(StrEnum):
    """How a move is read back; the words are those of Appendix D in every style."""

    APPENDIX_D = "appendix_d"  # Springer Gustav eins Felix drei
    FULL = "full"  # Springer von Gustav eins nach Felix drei, schlägt Bauer, Schach
    SHORT = "short"  # Springer Felix drei
    SAN = "san"  # printed "Sf3", spoken as SHORT


class Audience(StrEnum):
    """The listener.

    The assistant also hears what to do with their hands (D.2.10.1). The arbiter also hears the
    article, and that a time control was reached.
    """

    PLAYER = "player"
    ASSISTANT = "assistant"
    ARBITER = "arbiter"


@dataclass(frozen=True, slots=True)
class Settings:
    """``language`` is one of :data:`LANGUAGES`. ``moves`` is that of moves and squares: German,
    unless the players of a training game say them in another.

    ``zwo`` says "zwo" for "zwei" in squares (D.2.1: "unless the arbiter decides otherwise").
    ``say_check`` adds "Schach" to a move, as in training; Appendix D does not ask for it, so it is
    off unless wanted (the full style always says it). ``say_press`` confirms a press of the clock
    in words, as in competition; else there is only its sound.
    ``explain_illegal`` gives the reason why a move is illegal, not only that it is.
    ``second_script`` prints a language that has two in its other one, as Serbian in Cyrillic.
    ``short_times`` tells "neun Minuten dreißig" of the clock, without an "und". ``compact`` prints
    times in digits and the board as eight lines of eight signs, for one finger on a braille
    display; they are spoken as ever.
    """

    language: str = "de"
    moves: str = MOVES
    style: Style = Style.APPENDIX_D
    zwo: bool = False
    say_check: bool = False
    say_press: bool = True
    explain_illegal: bool = True
    second_script: bool = False
    audience: Audience = Audience.PLAYER
    short_times: bool = False
    compact: bool = False


def written(text: str, settings: Settings) -> str:
    """``text`` of the settings' language in the settings' script."""
    return transliterated(text, _script(settings).get("letters", {}))


def language_tag(settings: Settings) -> str:
    """The language for HTML, with its script where there are two (BCP 47)."""
    usual = lexicon(settings.language).own("grammar.tag") or settings.language
    return str(_script(settings).get("tag", usual))


def notation_letters(settings: Settings) -> dict[str, str]:
    """The letter of each piece by its English name, as moves are written (Appendix C)."""
    usual = lexicon(settings.language).table("grammar.notation")
    return dict(_script(settings).get("notation", usual))


def second_scripts() -> dict[str, str]:
    """The tag of each language in its second script, with the language."""
    return {
        script["tag"]: language
        for language in languages()
        if (script := lexicon(language).own("grammar.second_script"))
    }


def transliterated(text: str, letters: Mapping[str, str]) -> str:
    """``text`` with each of ``letters`` replaced, the longest first; a capital stays one."""
    if not letters:
        return text
    return _any_of(tuple(letters)).sub(lambda found: _replaced(found[0], letters), text)


@cache
def _any_of(letters: tuple[str, ...]) -> re.Pattern[str]:
    known = "|".join(sorted(map(re.escape, letters), key=len, reverse=True))
    return re.compile(known, re.IGNORECASE)


def _replaced(letter: str, letters: Mapping[str, str]) -> str:
    other = letters.get(letter.lower(), letter)
    return other.upper() if letter[0].isupper() else other


def _script(settings: Settings) -> Mapping[str, Any]:
    script: Mapping[str, Any] | None = lexicon(settings.language).own("grammar.second_script")
    return script or {} if settings.second_script else {}
