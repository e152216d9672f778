# SPDX-License-Identifier: GPL-3.0-or-later
"""Why a recording cannot be learned from."""

from enum import StrEnum


class TakeFault(StrEnum):
    """Why a recording of somebody who lets Hektor learn their voice cannot be used."""

    TOO_QUIET = "too quiet"
    CLIPPED = "clipped"  # so loud that the microphone cut the waves
    TOO_SHORT = "too short"
    CUT = "cut"  # Hektor spoke
    WRONG_PHRASE = "wrong phrase"
    CHATTER = "chatter"  # no phrase at all: noise, music, another language
