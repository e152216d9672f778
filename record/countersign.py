# SPDX-License-Identifier: GPL-3.0-or-later
"""The arbiter's signature: Ed25519 under a key that scrypt makes of a passphrase.

The record begins with the public key and is signed at its end. The owner of the computer can forge
a record and all its hashes, but not the signature of somebody else's passphrase.
"""

import base64
import json
import os
from collections.abc import Callable

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

from record.seal import digits_of

LEAST = 12
"""A passphrase has so many letters at least: the public key is there to try others on."""

_NAME = "ed25519"
_SALT = 16  # bytes
_COST = 2**16  # of scrypt: a fifth of a second, 64 MiB; it is paid twice a game


def new_key(passphrase: str) -> str:
    """A public key with its salt, as the conditions of a game have it. Raises ValueError if the
    passphrase is too short."""
    if len(passphrase) < LEAST:
        raise ValueError(f"a passphrase has {LEAST} letters at least")
    salt = os.urandom(_SALT)
    public = _private(passphrase, salt).public_key().public_bytes_raw()
    return f"{_NAME}${_text(salt)}${_text(public)}"


def sign(passphrase: str, key: str, message: bytes) -> str | None:
    """The signature of the arbiter with this ``key``; None if it has another passphrase. Raises
    ValueError if it is no key."""
    pen = signer(passphrase, key)
    return None if pen is None else pen(message)


def signer(passphrase: str, key: str) -> Callable[[bytes], str] | None:
    """A function that signs as the arbiter with this ``key``, many messages for the price of one;
    None if the key has another passphrase. Raises ValueError if it is no key."""
    salt, public = _parts(key)
    private = _private(passphrase, salt)
    if private.public_key().public_bytes_raw() != public:
        return None
    return lambda message: _text(private.sign(message))


def statement(game: int, result: str, digest: str) -> bytes:
    """The statement that is signed: the game's result, and the hash of the entry that gave it."""
    return json.dumps(["hektor", game, result, digest]).encode()


def is_made_of(passphrase: str, key: str) -> bool:
    """True if ``key`` is that of this passphrase."""
    try:
        return signer(passphrase, key) is not None
    except ValueError:
        return False


def signed(key: str, message: bytes, signature: str) -> bool:
    """True if ``signature`` is that of the arbiter with this ``key``, for this message."""
    try:
        _, public = _parts(key)
        Ed25519PublicKey.from_public_bytes(public).verify(_bytes(signature), message)
    except (InvalidSignature, ValueError):
        return False
    return True


def fingerprint(key: str) -> str:
    """A key in three groups of digits, for an arbiter to write down at the beginning."""
    return digits_of(key, b"hektor key", 3)


def _private(passphrase: str, salt: bytes) -> Ed25519PrivateKey:
    seed = Scrypt(salt=salt, length=32, n=_COST, r=8, p=1).derive(passphrase.encode())
    return Ed25519PrivateKey.from_private_bytes(seed)


def _parts(key: str) -> tuple[bytes, bytes]:
    """Salt and public key. Raises ValueError if the text does not hold them."""
    name, salt, public = key.split("$")
    if name != _NAME:
        raise ValueError(f"{name} is no kind of key")
    return _bytes(salt), _bytes(public)


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode()


def _bytes(text: str) -> bytes:
    return base64.urlsafe_b64decode(text.encode())
