# SPDX-License-Identifier: GPL-3.0-or-later
"""The arbiter's PIN: what is kept of it is a keyed hash, and it stands on no record.

So few digits are soon guessed by whoever can try them all. So the hash has a key, which is not
beside it but in a file of its own, and at the table whoever guesses has to wait.
"""

import hmac
import re
import secrets
import unicodedata
from functools import cache

from clock.clock import SECOND
from voice.language import lexicon
from voice.language.orders import PinGiven, digits

ADVISED = 6
"""So many digits at least are advised."""

_NAME = "keyed"
_HASHED = re.compile(rf"{_NAME}\$[0-9a-f]{{32}}\$[0-9a-f]{{64}}\$[0-9a-f]{{16}}")

_LEAST = 3
"""Where a PIN is asked for, so many digits are no chess: who says or types them means it."""

_DIGITS = range(4, 13)

_BESIDE = 2
"""So many words may stand beside the digits: "PIN 4711", "der Schiedsrichter: 4711"."""

_FREE = 3
_FIRST_WAIT, _LONGEST_WAIT = 30 * SECOND, 300 * SECOND
"""From the third wrong one on the wait doubles. It is bounded, for a player might type wrong digits
to keep the arbiter away."""

_UNITS, _TENS = range(1, 10), range(20, 100, 10)

_BETWEEN = ("und", "in", "a")
"""As in "siebenundvierzig", "sedeminštirideset", "sedmačtyřicet"."""


def hashed(pin: str, key: bytes = b"", salt: bytes | None = None) -> str:
    """The hash that is kept of a PIN of 4 to 12 digits. Raises ValueError for any other text.

    A text that this function made is given back as it is.
    """
    if is_hash(pin):
        return pin
    if not (pin.isascii() and pin.isdecimal() and len(pin) in _DIGITS):
        raise ValueError("a PIN has 4 to 12 digits")
    salt = secrets.token_bytes(16) if salt is None else salt
    return f"{_NAME}${salt.hex()}${_digest(pin, salt, key).hex()}${_name_of(key)}"


def is_hash(text: str) -> bool:
    """True if a text is what is kept of a PIN."""
    return _HASHED.fullmatch(text) is not None


def is_under(kept: str, key: bytes) -> bool:
    """True if a PIN can be right with this key: not if the one under which it is kept was lost."""
    _, _, named = _parts(kept)
    return named == _name_of(key)


def attempt(text: str, kept: str, key: bytes = b"", *, awaited: bool = True) -> PinGiven | None:
    """The PIN that was typed or said, right or wrong; None if the text is about chess.

    ``awaited``: the PIN was asked for. Else it is one only if its digits stand together, with few
    words beside them: what could be right has to count when it is wrong.

    The digits stand in no answer, so that nobody reads or hears them.
    """
    digits, together, beside = _found(text)
    if len(digits) >= _DIGITS[0] and together and beside <= _BESIDE:
        return PinGiven(right=_fits(digits, kept, key))
    if awaited and len(digits) >= _LEAST and beside <= len(digits):
        return PinGiven(right=False)
    return None


def bare(text: str, kept: str, key: bytes = b"") -> PinGiven | None:
    """Of digits and nothing else, said or typed, whether they are the PIN."""
    said = digits(text)
    if said is None or len(said) < _DIGITS[0]:
        return None
    return PinGiven(right=_fits(said, kept, key))


def may_hold(text: str) -> bool:
    """True if so many digits are in a text that it may be the PIN with slips in it."""
    return len(_found(text)[0]) >= _LEAST


def holds(text: str, kept: str, key: bytes = b"") -> bool:
    """True if the PIN is in a text, whatever stands around it and between its digits."""
    said, *_ = _found(text)
    salted, sought, _ = _parts(kept)
    return any(
        _digest(said[start : start + length], salted, key) == sought
        for length in _DIGITS
        for start in range(len(said) - length + 1)
    )


def wait_after(wrong: int) -> int:
    """How long no PIN counts after so many wrong ones in a row, in nanoseconds."""
    if wrong < _FREE:
        return 0
    return min(_FIRST_WAIT << min(wrong - _FREE, 8), _LONGEST_WAIT)


def _found(text: str) -> tuple[str, bool, int]:
    """The digits of a text in any script, number words of all languages among them; True if no
    letter is between them; and how many other words there are."""
    plain = _plain(text)
    parts = list(re.finditer(r"[^\W\d_]+|\d", plain))
    values = [_numbers_in(part.group()) for part in parts]
    places = [place for place, value in enumerate(values) if value]
    said, before = "", None
    for place in places:
        gap = "" if before is None else plain[parts[before].end() : parts[place].start()]
        ten = before is not None and values[before][-1] in _TENS and gap in (" ", "-")
        if ten and parts[place].group().isalpha() and values[place][0] in _UNITS:
            said = said[:-1]  # "forty seven"
        said += "".join(map(str, values[place]))
        before = place
    inside = range(places[0], places[-1] + 1) if places else range(0)
    return (said, len(inside) == len(places), len(parts) - len(places))


def _plain(text: str) -> str:
    """Small letters without marks and plain digits, from any script."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return "".join(
        str(unicodedata.digit(letter)) if unicodedata.digit(letter, None) is not None else letter
        for letter in lexicon.in_one_script(folded)
    )


@cache
def _numbers() -> dict[str, int]:
    """The number words below a hundred in all languages, with what they mean."""
    return {
        lexicon.in_one_script(spelling): int(value)
        for language in lexicon.languages()
        for value, words in lexicon.load(language)["numbers"].items()
        for word in map(str.casefold, words)
        for spelling in (word, lexicon.in_ascii(word), lexicon.without_marks(word))
        if int(value) < 100
    }


@cache
def _longest() -> int:
    return max(map(len, _numbers()))


def _numbers_in(word: str) -> tuple[int, ...]:
    """The numbers that a word is made of, as "viersieben" is; none if there is anything else in it.

    Each end of the word is looked at once, so that a long line takes no longer than its length.
    """
    if word.isdecimal():
        return (int(word),)
    numbers = _numbers()
    ends: list[tuple[int, ...] | None] = [None] * len(word) + [()]
    for start in reversed(range(len(word))):
        for end in range(min(len(word), start + _longest()), start, -1):
            value, rest = numbers.get(word[start:end]), ends[end]
            if value is None:
                continue
            if value in _UNITS and (found := _with_ten(word, end, ends)) is not None:
                ten, rest = found
                ends[start] = (ten + value, *rest)
                break
            if rest is not None:
                ends[start] = (value, *rest)
                break
    return ends[0] or ()


def _with_ten(
    word: str, start: int, ends: list[tuple[int, ...] | None]
) -> tuple[int, tuple[int, ...]] | None:
    """The ten that follows a unit, as in "siebenundvierzig", and the numbers after it."""
    numbers = _numbers()
    for between in _BETWEEN:
        if word.startswith(between, start):
            ten_at = start + len(between)
            for end in range(min(len(word), ten_at + _longest()), ten_at, -1):
                ten, rest = numbers.get(word[ten_at:end]), ends[end]
                if ten is not None and ten in _TENS and rest is not None:
                    return ten, rest
    return None


def _fits(pin: str, kept: str, key: bytes) -> bool:
    salt, wanted, _ = _parts(kept)
    return hmac.compare_digest(_digest(pin, salt, key), wanted)


def _parts(kept: str) -> tuple[bytes, bytes, str]:
    """The salt, the hash, and the name of the key."""
    _, salt, wanted, named = kept.split("$")
    return bytes.fromhex(salt), bytes.fromhex(wanted), named


def _name_of(key: bytes) -> str:
    """A key's name, which gives nothing of the key away."""
    return hmac.digest(key, b"hektor pin", "sha256")[:8].hex()


def _digest(pin: str, salt: bytes, key: bytes) -> bytes:
    return hmac.digest(key, salt + pin.encode(), "sha256")
