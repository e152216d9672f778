# SPDX-License-Identifier: GPL-3.0-or-later
"""The cipher of an envelope: AES-GCM under a key that scrypt makes of the passphrase."""

import base64
import os

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

SALT = 16  # bytes
NONCE = 12  # bytes
PADDED = 128  # bytes: the length shall tell nothing of the move
COST = 2**15  # of scrypt: a tenth of a second, 32 MiB


def seal(text: str, passphrase: str, position: str) -> str:
    """``text`` so that only the passphrase makes it readable, in the ``position`` (a FEN)."""
    salt, nonce = os.urandom(SALT), os.urandom(NONCE)
    padded = text.encode().ljust(PADDED, b"\0")
    hidden = AESGCM(_key(passphrase, salt)).encrypt(nonce, padded, position.encode())
    return base64.urlsafe_b64encode(salt + nonce + hidden).decode()


def unseal(sealed: str, passphrase: str, position: str) -> str | None:
    """The text that :func:`seal` hid; None if this passphrase does not open the envelope."""
    try:
        data = base64.urlsafe_b64decode(sealed.encode())
        salt, nonce, hidden = data[:SALT], data[SALT : SALT + NONCE], data[SALT + NONCE :]
        shown = AESGCM(_key(passphrase, salt)).decrypt(nonce, hidden, position.encode())
    except (InvalidTag, ValueError):
        return None
    return shown.rstrip(b"\0").decode()


def _key(passphrase: str, salt: bytes) -> bytes:
    return Scrypt(salt=salt, length=32, n=COST, r=8, p=1).derive(passphrase.encode())
