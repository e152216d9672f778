# SPDX-License-Identifier: GPL-3.0-or-later
"""A movement of the hand in words: "weißen Springer von Felix drei nach Gustav eins"."""

from announce.lexicon import Value, lexicon
from announce.settings import Settings
from announce.utterance import Priority, Utterance
from announce.words.moves import square_words
from announce.words.nouns import piece_noun
from rules.boards import Step


def step_words(step: Step, settings: Settings) -> Utterance:
    """One line for one step."""
    words = lexicon(settings.language)
    places: dict[str, Value] = {"piece": piece_noun(step.piece.piece_type, words, step.piece.color)}
    if step.from_square is not None:
        places["square"] = square_words(step.from_square, settings)
    if step.to_square is not None:
        places["to"] = square_words(step.to_square, settings)
    key = "hand_on" if step.from_square is None else "hand_move"
    key = "hand_off" if step.to_square is None else key
    return Utterance(words.sentence(key, **places), Priority.NEXT)
