# SPDX-License-Identifier: GPL-3.0-or-later
"""Texts and recordings from outside, cut and mutated: one of the campaigns of torture.

Every parser is a function of bytes. It may raise what is documented of it for what it cannot read;
anything else is a fault.
"""

import json
import random
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import chess

from announce.errors import UserError
from announce.page.board import read_differences
from announce.text.settings import LANGUAGES
from bench.torture.traces import without_a_trace
from clock.control import read_control
from game.app.commands.score import answer_line
from lab import script
from record import seal
from record.codec import EVENTS, INPUTS
from rules.position import Position
from table import understanding
from table.arbiter import pin
from table.core.conditions import Conditions
from table.core.state import State, new_state
from table.events.game import Role
from table.reception import LONGEST_LINE
from voice.hearing.audio import UnreadableRecording, read_recording
from voice.language import orders

KEY = bytes(32)

Parser = Callable[[bytes], object]


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


@cache
def _state(secret: bool) -> State:
    kept = pin.hashed("470815", KEY, bytes(16)) if secret else ""
    return new_state(Conditions(arbiter_pin=kept), KEY)


def line(data: bytes) -> None:
    """A typed line: the first byte says whose it is, and in which language."""
    first, text = data[:1] or b"\0", _text(data[1:])[:LONGEST_LINE]
    who = (None, Role.WHITE, Role.ASSISTANT, Role.ARBITER)[first[0] % 4]
    language = LANGUAGES[first[0] // 4 % len(LANGUAGES)]
    understanding.typed(text, _state(first[0] >= 128), who, language)


def order(data: bytes) -> None:
    """An order of the arbiter, in each language."""
    for language in LANGUAGES:
        orders.parse(_text(data)[:LONGEST_LINE], language)


def time(data: bytes) -> None:
    """A time control. BadTimeControl is a ValueError."""
    try:
        read_control(_text(data)[:LONGEST_LINE])
    except ValueError:
        return


def score(data: bytes) -> None:
    """A written game, of which nothing is lost without a word, and a line of ``score --moves``."""
    text = _text(data)
    lost = without_a_trace(text, most=5)
    assert not lost, f"lost without a word: {lost}"
    answer_line(text.replace("\n", " "))


def fen(data: bytes) -> None:
    """A position that is set up."""
    try:
        Position.from_fen(_text(data), chess960=None)
    except ValueError:
        return


def entry(data: bytes) -> None:
    """An input or an event of a record."""
    for records in (INPUTS, EVENTS):
        try:
            records.decode(json.loads(data))
        except (ValueError, RecursionError):
            continue


def timed(data: bytes) -> None:
    """A script."""
    try:
        script.parse(_text(data))
    except UserError:
        return


def sealed(data: bytes) -> None:
    """A seal that was written down."""
    try:
        seal.parse_seal(_text(data))
    except UserError:
        return


def board(data: bytes) -> None:
    """Parse what the assistant types of a board that stands otherwise."""
    should = dict(chess.Board().piece_map())
    for language in LANGUAGES:
        read_differences(_text(data), should, language)


def sound(data: bytes) -> None:
    """A recording."""
    with tempfile.NamedTemporaryFile(suffix=".wav", dir=_memory()) as file:
        Path(file.name).write_bytes(data)
        try:
            read_recording(file.name)
        except UnreadableRecording:
            return


@cache
def _memory() -> str | None:
    """A folder in memory, where there is one."""
    return "/dev/shm" if Path("/dev/shm").is_dir() else None


PARSERS: dict[str, Parser] = {
    "line": line,
    "order": order,
    "time": time,
    "score": score,
    "fen": fen,
    "entry": entry,
    "script": timed,
    "seal": sealed,
    "board": board,
    "sound": sound,
}

SEEDS: dict[str, tuple[str, ...]] = {
    "line": ("\0Springer Gustav eins Felix drei", "\3zwei Minuten für Weiß", "\x80PIN 470815"),
    "order": ("Bedenkzeit beide 15+10", "Ergebnis 1-0", "zurück nach Zug 3 Weiß", "warning white"),
    "time": ("40/5400+30,1800+30", "90+30", "5d3", "fünf Minuten", "blitz"),
    "score": (
        '[White "A"]\n1. e4 e5 2. Sf3 {gut} Sc6 (2... d6) 3. O-O *',
        f"sl\tSf3\t{chess.STARTING_FEN}",
    ),
    "fen": (chess.STARTING_FEN, "8/8/8/8/8/8/8/K1k5 b - e3 0 1"),
    "entry": (
        '{"is":"Said","intent":{"is":"Heard","move":"e2e4","text":""},"ended_at":0}',
        *('{"is":"MoveCompleted","at":1}', '{"is":"Stood","why":"disk"}'),
    ),
    "script": ("set time 5\n1 white Eva vier\n2 arbiter <pin 1>  # x", "0 table <restart>"),
    "seal": ("45814 08298 22303 47732 07301", "12340-56789 11111"),
    "board": ("e4 leer, Eva vier: schwarzer Bauer", "e4 n; d5 -"),
    "sound": (
        "RIFF\x24\0\0\0WAVEfmt \x10\0\0\0\1\0\1\0\x40\x1f\0\0\x80\x3e\0\0\2\0\x10\0data\0\0\0\0",
    ),
}
"""Texts that each can read, each letter a byte."""


def texts(rng: random.Random) -> list[Any]:
    """Parsers, each with bytes in hexadecimal: a text that it can read, cut and mutated."""
    return [[name, _mutated(rng, rng.choice(SEEDS[name])).hex()] for name in _some(rng)]


def _some(rng: random.Random) -> list[str]:
    return rng.choices(sorted(PARSERS), k=rng.randrange(1, 20))


def _mutated(rng: random.Random, text: str) -> bytes:
    data = bytearray(text.encode("latin-1", "replace"))
    for _ in range(rng.randrange(6)):
        at, size = rng.randrange(len(data) + 1), rng.randrange(8)
        piece = rng.choice((b"", rng.randbytes(size), bytes(data[:size]), b"\xff\x00", b"9" * size))
        data[at : at + rng.choice((0, size))] = piece
    return bytes(data[: rng.choice((len(data), len(data) // 2))])


def parsed(case: list[Any], _folder: Path) -> None:
    """Let each parser meet its bytes."""
    for name, data in case:
        PARSERS[name](bytes.fromhex(data))
