# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes `voice/acoustic/talk.txt`: common words of German, what each costs, and how it is said.

    pip install wordfreq
    python -m training.talk [--words 5000] [--language sl]

Of another language the file is `talk.sl.txt`.

Of the pronunciations only the standard ones are taken: other talk is compared as a whole, and no
word of it has to be told from another.
"""

import argparse
import math
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

from training.foreign import common, foreign
from training.pronunciations import pronunciations
from training.synthesis import Synthesiser
from voice.acoustic import talk
from voice.acoustic.dictionary import Phones, Pronunciation, write_dictionary
from voice.language.lexicon import GERMAN

_STRANGE: Final = 0.6
"""Of what a word of another language would cost. The networks have heard little of it, so its words
sound less like themselves, and lose more often to a command that they are like. Chosen on 60
Slovenian commands and 80 sentences of the development voices."""


def usual(words: Iterable[str]) -> dict[str, list[Phones]]:
    """The standard ways to say words of German."""
    found = {}
    with Synthesiser() as synthesiser:
        for word in words:
            with suppress(ValueError):  # espeak-ng reads it as a word of another language
                ways = [one.phones for one in pronunciations(word, synthesiser) if one.cost == 0]
                if ways:
                    found[word] = ways
    return found


def made(share: Mapping[str, float], language: str) -> dict[str, list[Pronunciation]]:
    """The words with their usual pronunciations, at the cost of their ``share`` of text."""
    german = language == GERMAN.name
    ways = usual(share) if german else common(share, language)
    scale = 1.0 if german else _STRANGE
    return {
        word: [Pronunciation(each, round(-scale * math.log(share[word]), 2)) for each in said]
        for word, said in ways.items()
    }


def main() -> None:
    """The command line."""
    from wordfreq import top_n_list, word_frequency  # noqa: PLC0415  (only to make the file)

    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--words", type=int, default=5_000)
    parser.add_argument("--language", choices=(GERMAN.name, *foreign()), default=GERMAN.name)
    options = parser.parse_args()
    language = options.language
    words = [word for word in top_n_list(language, 2 * options.words) if word.isalpha()]
    frequency = {word: word_frequency(word, language) for word in words[: options.words]}
    total = sum(frequency.values())
    share = {word: each / total for word, each in frequency.items()}
    found = made(share, language)
    write_dictionary(Path(talk.__file__).parent, found, talk.file_of(language))


if __name__ == "__main__":
    main()
