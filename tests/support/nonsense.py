# SPDX-License-Identifier: GPL-3.0-or-later
"""Messages that no table sends: good ones with something wrong in them, at any place and of any
kind."""

import json
import random
from collections.abc import Iterator, Sequence
from typing import Any

STRANGE: tuple[Any, ...] = (
    None, True, 0, -1, 1 << 62, 1 << 80, 10**400, 1.5, float("nan"), float("inf"), "", "x", "7",
    "\ud800", "\x1b[2J", "\x00", "é" * 300, "x" * 9_000, [], {}, [[]], [{}], {"is": 3},
    {"is": "Said"}, {"is": "Ordered", "number": "1"}, {"a": {"a": {"a": []}}},
)  # fmt: skip
RAW = (
    b"", b"[]", b"null", b"\xff\xfe", b"{", b"[" * 100_000, b'{"is":' * 5_000, b"1" * 5_000,
    b'{"is": "Opening"}', b'{"is": "Written"}', b'{"is": "Alive"}', bytes(range(256)),
    b'{"is": "Alive", "at": 1e999}',
)  # fmt: skip


def malformed(good: Sequence[bytes], count: int, seed: int = 1) -> Iterator[bytes]:
    """So many of them, the same ones each time."""
    chance = random.Random(seed)
    for at in range(count):
        if at < len(RAW):
            yield RAW[at]
        elif chance.random() < 0.1:
            whole = chance.choice(good)
            yield whole[: chance.randrange(len(whole))]
        else:
            content = json.loads(chance.choice(good))
            _spoil(content, chance)
            yield json.dumps(content).encode()


def _spoil(content: Any, chance: random.Random) -> None:
    """Change one thing, at whatever depth."""
    here = content
    while True:
        places = list(here) if isinstance(here, dict) else list(range(len(here)))
        place = chance.choice(places)
        if isinstance(here[place], dict | list) and here[place] and chance.random() < 0.7:
            here = here[place]
            continue
        match chance.randrange(8):
            case 0:
                del here[place]
            case 1 if isinstance(here, dict):
                here[chance.choice(("more", "is", "number"))] = chance.choice(STRANGE)
            case _:
                here[place] = chance.choice(STRANGE)
        return
