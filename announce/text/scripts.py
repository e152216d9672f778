# SPDX-License-Identifier: GPL-3.0-or-later
"""A language that is printed in a second script, as Serbian is in Cyrillic letters.

The words are kept in one script; the table ``scripts`` of the language's grammar has the letters
of the other. It is for the eye only: a voice is given the words as they are kept.
"""

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from announce.lexicon import languages, lexicon
from announce.text.settings import Script, Settings


def written(text: str, settings: Settings) -> str:
    """``text`` of the settings' language in the settings' script."""
    return transliterated(text, _script(settings).get("letters", {}))


def is_transliterated(settings: Settings) -> bool:
    """Whether the lines are printed in the second script."""
    return bool(_script(settings))


def language_tag(settings: Settings) -> str:
    """The language for HTML, with its script where there are two (BCP 47)."""
    usual = lexicon(settings.language).own("grammar.tag") or settings.language
    return str(_script(settings).get("tag", usual))


def notation_letters(settings: Settings) -> dict[str, str]:
    """The letter of each piece by its English name, as moves are written (Appendix C)."""
    usual = lexicon(settings.language).table("grammar.notation")
    return dict(_script(settings).get("notation", usual))


def second_scripts() -> dict[str, tuple[str, Script]]:
    """The tag of each language in its second script, with the language and the script."""
    return {
        table["tag"]: (language, Script(name))
        for language in languages()
        for name, table in (lexicon(language).own("grammar.scripts") or {}).items()
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
    script: Mapping[str, Any] | None = lexicon(settings.language).own(
        f"grammar.scripts.{settings.script.value}"
    )
    return script or {}
