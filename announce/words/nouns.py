# SPDX-License-Identifier: GPL-3.0-or-later
"""Pieces and colours as words of a lexicon."""

from collections.abc import Iterable

import chess

from announce.lexicon import Lexicon, Noun
from announce.settings import Settings
from announce.utterance import Phrase
from announce.words.moves import square_words
from table.answers import Standing


def side(colour: chess.Color) -> str:
    """The key of a colour in the lexicons."""
    return "white" if colour else "black"


def colour_words(colour: chess.Color, words: Lexicon) -> str:
    """ "Weiß"."""
    return words.template(side(colour))


def piece_noun(
    kind: chess.PieceType, words: Lexicon, colour: chess.Color | None = None, own: bool = False
) -> Noun:
    """A piece with the forms of its language.

    With a ``colour`` it has also "coloured" ("weißer Turm") and "coloured_acc"; "whose" is
    "der eigene Turm" or "der gegnerische Turm".
    """
    forms = dict(words.tables["pieces"][chess.piece_name(kind)])
    forms["whose"] = forms["own" if own else "enemy"]
    if colour is not None:
        forms["coloured"] = forms[side(colour)]
        forms["coloured_acc"] = forms[f"{side(colour)}_acc"]
    return Noun(forms)


def piece_list(standing: Iterable[Standing], words: Lexicon, settings: Settings) -> Phrase:
    """ "Turm Anna eins, Springer Felix drei und Bauer Eva vier"."""
    template = words.tables["answer"]["standing"]
    return words.listed(
        words.fill(
            template,
            piece=piece_noun(one.piece.piece_type, words, one.piece.color),
            square=square_words(one.square, settings),
        )
        for one in standing
    )
