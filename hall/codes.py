# SPDX-License-Identifier: GPL-3.0-or-later
"""A ticket for a code that is told, over a network that the table cannot trust yet. Pure.

A code is four squares, as players say them: 24 bits, which whoever hears the network must not be
able to try out. So nothing is made of the code alone: both sides use it in SPAKE2 (the package
``spake2``), out of which they get one key if they have the same code, and two keys that tell
nothing of it if not.

1. The table sends its half of the exchange, and gets the desk's.
2. It proves that it has the key. Only then the desk seals the ticket with that key, and once: the
   code is of no use any more. A wrong proof costs one of `TRIES`.
3. The table opens what was sealed, which only somebody who knew the code can have made.

So whoever sits in between, in the place of the desk or of the table, can try one code each time, of
16,777,216, and it is noticed.
"""

import re
import secrets
from collections.abc import Awaitable, Callable
from hmac import compare_digest

import chess
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from spake2 import SPAKE2_A, SPAKE2_B

from announce.lexicon import plain
from announce.text.settings import Settings
from announce.words.moves import file_words, rank_words, square_words

SQUARES = 4
"""How many a code has."""

TRIES = 3
"""So many wrong proofs end a code."""

LASTS = 600
"""Seconds for which a code counts."""

LONGEST = 100
"""Bytes of the longest message of a table."""

_HALF, _PROOF = b"1", b"2"
"""With which the table's two messages begin."""

_NONCE = 12  # bytes


def new_code() -> str:
    """A code that nobody guesses, as in "e4g7a2h5"."""
    return "".join(secrets.choice(chess.SQUARE_NAMES) for _ in range(SQUARES))


def code_words(code: str) -> str:
    """Its squares as they are said: "Eva vier, Gustav sieben …"."""
    squares = map(chess.parse_square, re.findall("..", code))
    return ", ".join(plain(square_words(square, Settings())) for square in squares)


def read_code(text: str) -> str | None:
    """The code that somebody typed, as it is written or as it is said; None if it is none."""
    files = {plain(file_words(at, Settings())).casefold(): chess.FILE_NAMES[at] for at in range(8)}
    ranks = {plain(rank_words(at, Settings())).casefold(): chess.RANK_NAMES[at] for at in range(8)}
    words = re.findall(r"\w+", text.casefold())
    found = "".join({**files, **ranks}.get(word, word) for word in words)
    return found if re.fullmatch(f"([a-h][1-8]){{{SQUARES}}}", found) else None


async def fetched(ask: Callable[[bytes], Awaitable[bytes]], table: int, code: str) -> bytes | None:
    """The ticket of the table, for which the desk is asked twice; None if this is not its code, if
    the code does not count any more, or if somebody else answers."""
    half = SPAKE2_A(code.encode(), **_names(table))
    key = _key(half, await ask(_HALF + half.start()))
    if key is None:
        return None
    sealed = await ask(_PROOF + _made_of(key, _PROOF))
    try:
        return AESGCM(_made_of(key, _HALF)).decrypt(sealed[:_NONCE], sealed[_NONCE:], None)
    except (InvalidTag, ValueError):
        return None


class Admission:
    """The code of a table, at the desk; good for one ticket."""

    def __init__(self, table: int, code: str, ticket: bytes, until: float) -> None:
        """``until`` is a moment of the desk's clock, in seconds."""
        self.given, self.tries = False, TRIES
        self._table, self._code, self._ticket, self._until = table, code, ticket, until
        self._key: bytes | None = None  # of the exchange that was begun last

    def counts(self, now: float) -> bool:
        """True while somebody can still come in by it."""
        return not self.given and self.tries > 0 and now < self._until

    def answer(self, asked: bytes, now: float) -> bytes:
        """The answer to whoever says to be this table; empty if they get none."""
        kind, said = asked[:1], asked[1:LONGEST]
        if not self.counts(now):
            return b""
        if kind == _HALF:
            half = SPAKE2_B(self._code.encode(), **_names(self._table))
            mine = half.start()
            self._key = _key(half, said)
            return b"" if self._key is None else bytes(mine)
        key, self._key = self._key, None
        if kind != _PROOF or key is None:
            return b""
        if not compare_digest(said, _made_of(key, _PROOF)):
            self.tries -= 1
            return b""
        self.given, nonce = True, secrets.token_bytes(_NONCE)
        return nonce + AESGCM(_made_of(key, _HALF)).encrypt(nonce, self._ticket, None)


def _names(table: int) -> dict[str, bytes]:
    """Both sides, which are part of the key: a code of one table opens nothing at another."""
    return {"idA": f"table {table}".encode(), "idB": b"desk"}


def _key(half: SPAKE2_A | SPAKE2_B, other: bytes) -> bytes | None:
    """The key of an exchange; None where the other half is none."""
    try:
        return bytes(half.finish(other))
    except Exception:  # of many kinds, and whoever sent it is not told why
        return None


def _made_of(key: bytes, use: bytes) -> bytes:
    return HKDF(SHA256(), 32, None, b"hektor " + use).derive(key)
