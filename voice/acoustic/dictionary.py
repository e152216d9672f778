# SPDX-License-Identifier: GPL-3.0-or-later
"""The pronunciations of every word of a model, in its `pronunciations.txt`.

A line is a word, what it costs to suppose that it was said so, and its phones:
`zwei\\t0\\tts v aI`. The decoding graph is made of the same.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from voice.acoustic.phones import INDEX
from voice.language.lexicon import foreign

FILE: Final = "pronunciations.txt"

Phones = tuple[str, ...]


def foreign_file(language: str) -> str:
    """The file with the pronunciations of another language than German."""
    return f"pronunciations.{language}.txt"


@dataclass(frozen=True, slots=True)
class Pronunciation:
    """The phones of a word, and what it costs to suppose that they were said.

    Costs are negative logarithms, as in the graph.
    """

    phones: Phones
    cost: float


Dictionary = Mapping[str, Sequence[Pronunciation]]


def read_foreign(folder: Path, language: str) -> dict[str, list[Pronunciation]]:
    """The pronunciations of the words of another language, by the words as they are heard; none
    where the model has none. Raises as `read_dictionary`."""
    file = foreign_file(language)
    found = read_dictionary(folder, file) if (folder / file).exists() else {}
    return {foreign(word, language): ways for word, ways in found.items()}


def write_dictionary(folder: Path, words: Dictionary, file: str = FILE) -> None:
    """Write `pronunciations.txt` of the model in `folder`, or another such file."""
    lines = (
        f"{word}\t{each.cost:g}\t{' '.join(each.phones)}\n"
        for word in sorted(words)
        for each in words[word]
    )
    (folder / file).write_text("".join(lines), "utf-8", newline="\n")


def read_dictionary(folder: Path, file: str = FILE) -> dict[str, list[Pronunciation]]:
    """The pronunciations of the model in ``folder``. Raises ValueError if the file is broken."""
    found: dict[str, list[Pronunciation]] = {}
    for line in (folder / file).read_text("utf-8").splitlines():
        word, cost, written = line.split("\t")
        phones = tuple(written.split())
        if not phones or not all(phone in INDEX for phone in phones):
            raise ValueError(f"{word} has phones that the model does not")
        found.setdefault(word, []).append(Pronunciation(phones, float(cost)))
    return found
