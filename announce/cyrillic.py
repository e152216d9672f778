# SPDX-License-Identifier: GPL-3.0-or-later
"""Serbian in Cyrillic letters, for the eye."""

_PAIRS = {"lj": "љ", "nj": "њ", "dž": "џ"}
_LETTERS = dict(zip("abvgdđežzijklmnoprstćufhcčš", "абвгдђежзијклмнопрстћуфхцчш", strict=True))


def to_cyrillic(text: str) -> str:
    """Latin Serbian in Cyrillic, letter by letter (lj, nj, dž are one letter each)."""
    written: list[str] = []
    place = 0
    while place < len(text):
        pair = _PAIRS.get(text[place : place + 2].lower())
        width = 2 if pair else 1
        letter = pair or _LETTERS.get(text[place].lower(), text[place])
        written.append(letter.upper() if text[place].isupper() else letter)
        place += width
    return "".join(written)
