# SPDX-License-Identifier: GPL-3.0-or-later
"""Files of scores as they come from the world: their letters, what wraps them, and where in them
the games begin."""

import codecs
import re
from itertools import pairwise

from rules.score import HEADER

_INVISIBLE = re.compile("[\u200b-\u200f\u2060-\u2064\ufeff\u00ad]")
_WRAPPER = re.compile(r"\[/?pgn\]", re.IGNORECASE)
_TAG_OR_COMMENT = re.compile(rf"{HEADER.pattern}|(?P<comment>\{{[^}}]*\}})", HEADER.flags)


def decoded(data: bytes, language: str | None = None) -> str:
    """The text of a file: UTF-8 or UTF-16, else in the letters of an older Windows, of which the
    ``language`` that was asked for or, without one, the content tells which."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode(_CODES.get(language or "") or _code_of(data), "replace")


_CODES = {"cs": "cp1250", "sl": "cp1250", "sr-Latn": "cp1250", "sr-Cyrl": "cp1251"}
_CYRILLIC = re.compile(rb"[\xc0-\xff\xa8\xb8]{3,}")
_CARONS = re.compile(rb"[\x8a\x8e\x9a\x9e]")
_HIGH = re.compile(rb"[\xc0-\xff]")


def _code_of(data: bytes) -> str:
    """Words of letters above ASCII alone are Cyrillic; S and Z with a caron are of the east."""
    high, cyrillic = len(_HIGH.findall(data)), sum(map(len, _CYRILLIC.findall(data)))
    if high and 2 * cyrillic > high:
        return "cp1251"
    return "cp1250" if _CARONS.search(data) else "cp1252"


def games(text: str) -> list[str]:
    """The texts of the games in ``text``, each with its tags: what has none is one game.

    A game begins with a tag that stands behind moves, a result or a comment, or that names the
    event once more.
    """
    bare = _masked(text)
    starts, event, tags_end = [0], False, -1
    for found in tags(text):
        between = bare[tags_end:] if tags_end < 0 else bare[tags_end : found.start()]
        played = tags_end >= 0 and bool(between.strip())
        again = found[1] == "Event" and event
        if played or again:
            starts.append(found.start())
            event = False
        event = event or found[1] == "Event"
        tags_end = found.end()
    return [text[start:end] for start, end in pairwise([*starts, len(text)])]


def tags(text: str) -> list[re.Match[str]]:
    """The tags of PGN in ``text``; in a comment there is none, nor a comment in a tag."""
    found = HEADER.finditer(_masked(text))
    return [tag for tag in found if text[tag.start() : tag.end()] == tag[0]]


def _masked(text: str) -> str:
    """The text with blanks for its comments, which keep their lines and their length."""

    def mask(found: re.Match[str]) -> str:
        return found[0] if found["comment"] is None else re.sub(r"[^\n]", " ", found[0])

    return _TAG_OR_COMMENT.sub(mask, text)  # a brace within a tag opens no comment


def cleaned(text: str) -> str:
    """The text without signs that nobody sees, and without what wraps it in a forum."""
    text = _INVISIBLE.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
    text = _WRAPPER.sub(" ", text.replace("\xa0", " "))
    return text.replace(
        "\x1a", "\n"
    )  # the end of a file of DOS; others may have been put behind it
