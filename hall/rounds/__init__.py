# SPDX-License-Identifier: GPL-3.0-or-later
"""A round of a tournament, from a file of pairings of any known form and back."""

from dataclasses import replace

from hall.rounds import sheet, trf
from hall.rounds.facts import Found
from rules.score import decoded, encoding_of


def read(data: bytes, number: int | None = None, language: str | None = None) -> Found | None:
    """The round ``number``, or the one that is due; None if there are no pairings in the file: it
    is neither FIDE's report (TRF16, TRF26) nor a table with the names of both players.
    ``language`` tells in which letters of an older Windows it may be written."""
    text = decoded(data, language)
    found = trf.read(text, number) if trf.looks_like(text) else sheet.read(text, number)
    if found is None or not found.round.pairings:
        return None
    return replace(found, encoding=encoding_of(data, language))
