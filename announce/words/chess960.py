# SPDX-License-Identifier: GPL-3.0-or-later
"""The start position of Chess960 in words: its number, and who stands there (II.2)."""

import chess

from announce.lexicon import lexicon
from announce.utterance import Priority, Utterance
from announce.words.moves import file_words
from announce.words.nouns import piece_noun
from announce.words.numbers import cardinal
from rules.chess960 import array


def number_words(number: int, language: str) -> Utterance:
    """ "Schach neunhundertsechzig, Stellung fünfhundertachtzehn."; the number in digits to read."""
    words = lexicon(language)
    spoken = words.sentence("chess960", number=cardinal(number, language))
    return Utterance(spoken, Priority.NEXT, eye=words.sentence("chess960", number=str(number)))


def array_words(number: int, language: str) -> Utterance:
    """ "Von Anna bis Hektor: Turm, Springer, Läufer und so fort"; Black's mirror it (II.2.3)."""
    words = lexicon(language)
    kinds = [chess.PIECE_SYMBOLS.index(letter.lower()) for letter in array(number)]
    names = [words.phrase(piece_noun(kind, words).form("name")) for kind in kinds]
    told = words.sentence(
        "chess960_array", first=file_words(0), last=file_words(7), pieces=words.listed(names)
    )
    return Utterance(told, Priority.NEXT)
