# SPDX-License-Identifier: GPL-3.0-or-later
"""What Hektor says, by the keys of its lexicon: the sentences may be reworded."""

from announce.lexicon import Value, lexicon, plain


def sentence(*keys: str, language: str = "de", **values: Value) -> str:
    """The sentences of the keys, filled with ``values``, one after the other."""
    words = lexicon(language)
    return " ".join(plain(words.sentence(key, **values)) for key in keys)
