# SPDX-License-Identifier: GPL-3.0-or-later
"""Every word's pronunciations: espeak-ng's, those of `pronunciations.toml`, and easy speech.

Also the respelled texts that the synthetic voices read, so that each pronunciation is heard in
training.
"""

import random
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

from training.synthesis import Synthesiser
from voice.acoustic.dictionary import Phones, Pronunciation
from voice.acoustic.phones import INDEX, VOWELS, pronounced

STANDARD, REGIONAL, FOREIGN = 0.0, 0.5, 1.0  # costs in the graph, as negative logarithms
_SLAVIC_VOICES: Final = ("sr", "cs")
_SYLLABIC: Final = {"b": "m", "p": "m", "g": "N", "k": "N", "x": "N"}


@cache
def _data() -> dict[str, Any]:
    text = Path(__file__).with_name("pronunciations.toml").read_text("utf-8")
    return tomllib.loads(text)


def _of(table: str, word: str) -> list[str]:
    entries: dict[str, list[str]] = _data()[table]
    return entries.get(word.lower(), [])


def further_words() -> list[str]:
    """Words that the model knows beside the vocabulary of the language of moves."""
    words: list[str] = _data()["further"]["words"]
    return words


def respelled(text: str, draw: random.Random) -> str:
    """`text` in spellings for espeak-ng's German voices, at random among the pronunciations."""
    return " ".join(draw.choice(_spellings(word, draw)) for word in text.split())


def _spellings(word: str, draw: random.Random) -> list[str]:
    standard = _of("instead", word) or [word]
    further = _of("also", word)
    return further if further and draw.random() < 0.25 else standard


def slavic_spelling(text: str) -> str:
    """German `text` as a Slavic voice has to read it to sound like a Slavic speaker of German."""
    exceptions = _data()["slavic"]["exceptions"]
    return " ".join(exceptions.get(word.lower()) or _ruled(word) for word in text.split())


def _ruled(word: str) -> str:
    marked = f"^{word.lower()}$"
    for old, new in _data()["slavic"]["rules"]:
        kept = "^" if old.startswith("^") else ""
        last = "$" if old.endswith("$") else ""
        marked = marked.replace(old, kept + new + last)
    return marked.strip("^$")


def easy(phones: Phones) -> Iterator[Phones]:
    """`phones` and how they wear down in easy speech: "-en" to "-n" or "-m", "-ig" to "-ik"."""
    yield phones
    if len(phones) > 3 and phones[-2] == "@" and phones[-1] in ("n", "m", "l"):
        yield (*phones[:-2], phones[-1])
        if phones[-1] == "n" and phones[-3] in _SYLLABIC:
            yield (*phones[:-2], _SYLLABIC[phones[-3]])
    if phones[-2:] == ("I", "C"):
        yield (*phones[:-1], "k")


def vocalised(phones: Phones) -> Phones:
    """`phones` with every r that no vowel follows as the vowel that it is in most of Germany."""
    return tuple(
        "3"
        if phone == "r"
        and i > 0
        and phones[i - 1] in VOWELS
        and (i + 1 == len(phones) or phones[i + 1] not in VOWELS)
        else phone
        for i, phone in enumerate(phones)
    )


def southern(phones: Phones) -> Phones:
    """`phones` with the voiceless s at the beginning of Austria, Bavaria and Switzerland."""
    return ("s", *phones[1:]) if phones[:1] == ("z",) else phones


def variants(phones: Phones) -> dict[Phones, float]:
    """All German ways of saying a word whose full form is `phones`, with their costs."""
    found: dict[Phones, float] = {}
    for worn in easy(phones):
        for form in (worn, vocalised(worn)):
            found.setdefault(form, STANDARD)
            found.setdefault(southern(form), REGIONAL)
    return found


def pronunciations(word: str, synthesiser: Synthesiser) -> list[Pronunciation]:
    """The pronunciations of `word`, cheapest first. Raises ValueError if it has none."""
    found: dict[Phones, float] = {}
    for table, cost in (("instead", STANDARD), ("also", REGIONAL)):
        spellings = _of(table, word) or ([word] if table == "instead" else [])
        for spelling in spellings:
            phones = _spoken(spelling, "de", synthesiser)
            for form, extra in (variants(phones) if phones else {}).items():
                found[form] = min(cost + extra, found.get(form, FOREIGN))
    for table, cost in (("standard", STANDARD), ("phones", REGIONAL)):
        for written in _of(table, word):
            found.setdefault(tuple(written.split()), cost)
    for voice in _SLAVIC_VOICES:
        phones = _spoken(slavic_spelling(word), voice, synthesiser)
        if phones:
            found.setdefault(phones, FOREIGN)
    if not found:
        raise ValueError(f"espeak-ng cannot pronounce {word!r}")
    unknown = {phone for phones in found for phone in phones if phone not in INDEX}
    if unknown:
        raise ValueError(f"{word!r} has phones that the model does not: {sorted(unknown)}")
    return sorted(
        (Pronunciation(phones, cost) for phones, cost in found.items()),
        key=lambda one: (one.cost, one.phones),
    )


def _spoken(spelling: str, voice: str, synthesiser: Synthesiser) -> Phones | None:
    said = pronounced(synthesiser.speak(spelling, voice).events, slavic=voice != "de")
    return tuple(phone for part in said for phone in part) if said else None


def lexicon(words: Iterable[str]) -> dict[str, list[Pronunciation]]:
    """The pronunciations of all `words`, in their order."""
    with Synthesiser() as synthesiser:
        return {word: pronunciations(word, synthesiser) for word in words}
