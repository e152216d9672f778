# SPDX-License-Identifier: GPL-3.0-or-later
"""The arbiter's PIN: what is kept of it is a salted scrypt hash, and it stands on no record."""

import hashlib
import hmac
import re
import secrets

from voice.language.orders import PinGiven, digits

_NAME = "scrypt"
_COST, _BLOCK, _LANES = 2**12, 8, 1
"""So cheap that no flag is told late for it; no cost would hide so few digits for long."""

_HASHED = re.compile(rf"{_NAME}\$[0-9a-f]{{32}}\$[0-9a-f]{{64}}")

_LEAST = 3
"""So many digits in a row are no chess: who says or types them means the PIN."""

_DIGITS = range(4, 13)


class BadPin(ValueError):
    """A PIN that cannot be used."""


def hashed(pin: str, salt: bytes | None = None) -> str:
    """What is kept of a PIN of 4 to 12 digits. Raises BadPin for any other text.

    A text that this function made is given back as it is.
    """
    if _HASHED.fullmatch(pin):
        return pin
    if not (pin.isascii() and pin.isdecimal() and len(pin) in _DIGITS):
        raise BadPin("a PIN has 4 to 12 digits")
    salt = secrets.token_bytes(16) if salt is None else salt
    return f"{_NAME}${salt.hex()}${_digest(pin, salt).hex()}"


def attempt(text: str, kept: str) -> PinGiven | None:
    """Whether what was typed or said is the PIN, or a slip in it; None if it is about chess.

    The digits stand in no answer, so that nobody reads or hears them.
    """
    words = text.split()
    known = [digits(word) for word in words]
    count = sum(len(each or "") for each in known)
    if count < _LEAST or 2 * sum(each is not None for each in known) < len(words):
        written = len(words) == 1 and sum(sign.isdecimal() for sign in text) >= _LEAST  # "47l1"
        return PinGiven(right=False) if written else None
    pin = digits(text)
    return PinGiven(right=pin is not None and len(pin) in _DIGITS and _fits(pin, kept))


def _fits(pin: str, kept: str) -> bool:
    _, salt, wanted = kept.split("$")
    return hmac.compare_digest(_digest(pin, bytes.fromhex(salt)), bytes.fromhex(wanted))


def _digest(pin: str, salt: bytes) -> bytes:
    return hashlib.scrypt(pin.encode(), salt=salt, n=_COST, r=_BLOCK, p=_LANES, dklen=32)
