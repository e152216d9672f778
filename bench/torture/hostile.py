# SPDX-License-Identifier: GPL-3.0-or-later
"""Requests to the assistant's page, and sounds, that nobody means well: two campaigns of torture.

No request without the secret gets or changes anything, and the server goes on. No sound breaks
anything, and none that is no speech makes a move.
"""

import random
import socket
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import soundfile
import soxr

from announce.page.view import View
from announce.text.settings import Settings
from bench.torture.talk import line
from game.base.inbox import PageItem
from game.page.assistant import AssistantPage
from game.page.content import Hub
from game.page.server import PageServer
from game.speech.voice import Voice
from game.speech.voices import SAMPLE_RATE, EngineRenderer
from lab.script import parse, run
from table.core.conditions import Conditions
from table.core.state import new_state
from voice.hearing.audio import RATE

PATIENCE = 5.0
MOST = 64 * 1024
"""Bytes of an answer that are read: a stream of events does not end."""

_METHODS = ("GET", "POST", "HEAD", "PUT", "OPTIONS", "", "get", "GET\x00")
_PATHS = (
    "",
    "input",
    "events",
    "../x",
    "main.js",
    "%2e%2e/",
    "?a=b",
    "\r\nX: y",
    "steps",
    "a" * 5000,
)
_HEADERS = (
    *("Host: evil.example", "Host: 127.0.0.1:1", "Origin: http://evil.example", "Origin: null"),
    *(
        "Content-Length: -1",
        "Content-Length: 99999999999",
        "Content-Length: x",
        "Content-Length: 4",
    ),
    *("Transfer-Encoding: chunked", "Content-Type: text/plain", "Sec-Fetch-Site: cross-site"),
    *("Cookie: a=b", "X: " + "y" * 9000, "Expect: 100-continue", "Connection: keep-alive", ": "),
)
_BODIES = (
    "",
    "{}",
    "[]",
    '{"line": "e4"}',
    '{"line": 5}',
    "\x00\xff",
    "[" * 3000,
    '{"done": 1e999}',
)


def requests(rng: random.Random) -> list[Any]:
    """Requests as their method, path, headers and body; ``known``: with the secret."""
    return [
        [
            rng.random() < 0.3,
            rng.choice(_METHODS),
            rng.choice(_PATHS),
            rng.sample(_HEADERS, rng.randrange(4)),
            rng.choice(_BODIES) if rng.random() < 0.8 else line(rng),
        ]
        for _ in range(rng.randrange(1, 8))
    ]


def requested(case: list[Any], _folder: Path) -> None:
    """Send them to a real server, and look whether it still works."""
    hub, items = Hub[View](), list[PageItem]()
    page = AssistantPage(Settings(), hub)
    page.show(new_state(Conditions()), 0, 0)
    server = PageServer(hub, items.append, lambda: 0, patience=PATIENCE)
    server.start()
    own = f"Host: 127.0.0.1:{server.port}"
    try:
        for known, method, path, headers, body in case:
            before = len(items)
            secret = f"{server.secret}/" if known else "guessed/"
            foreign = any(each.startswith(("Host:", "Origin:", "Sec-Fetch")) for each in headers)
            host = [] if any(each.startswith("Host:") for each in headers) else [own]
            head = "\r\n".join([f"{method} /{secret}{path} HTTP/1.1", *host, *headers])
            answer = _ask(server.port, f"{head}\r\n\r\n{body}".encode("utf-8", "replace"))
            if not known:
                assert server.secret.encode() not in answer, "the secret was told"
                assert not answer.startswith(b"HTTP/1.1 200"), answer[:200]
            assert len(items) == before or (known and not foreign), items
        whole = _ask(server.port, f"GET /{server.secret}/ HTTP/1.1\r\n{own}\r\n\r\n".encode())
        assert whole.startswith((b"HTTP/1.1 200", b"HTTP/1.0 200")), whole[:200]
    finally:
        server.close()


def _ask(port: int, request: bytes) -> bytes:
    answer = b""
    with socket.create_connection(("127.0.0.1", port), PATIENCE) as client:
        client.settimeout(0.3)
        try:
            client.sendall(request)
            client.shutdown(socket.SHUT_WR)
            while len(answer) < MOST and (part := client.recv(4096)):
                answer += part
        except OSError:  # it refused while we still sent, or has no more to say
            pass
    return answer


# --- Sounds ---------------------------------------------------------------------------------------

_SAID = ("Eva vier", "Springer Gustav eins Felix drei", "Remis", "Uhr", "ja", "ich gebe auf")
_CHANGES = ("louder", "backwards", "cut", "noise", "clip", "steps", "slower", "silence")


def sounds(rng: random.Random) -> list[Any]:
    """Words or sounds, each with its changes and a seed of its own for noise."""
    return [
        [
            rng.choice((*_SAID, "noise", "click", "tone")),
            rng.sample(_CHANGES, rng.randrange(3)),
            rng.randrange(1 << 30),
        ]
        for _ in range(rng.randrange(1, 4))
    ]


def heard(case: list[Any], folder: Path) -> None:
    """The whole way from the sound to the table."""
    lines, at = [], 0.0
    for number, (what, changes, seed) in enumerate(case):
        samples = _sound(what, changes, np.random.default_rng(seed))
        soundfile.write(folder / f"{number}.wav", samples, RATE)
        lines.append(f"{at:.1f} white <sound {number}.wav>")
        at += len(samples) / RATE + 4
    script = parse("\n".join(lines), folder)
    told = list(run(script))
    if all(what in ("noise", "click", "tone") for what, _, _ in case):
        assert not [one for one in told if one["event"] == "MoveMade"], told


def _sound(what: str, changes: list[str], rng: np.random.Generator) -> np.ndarray[Any, Any]:
    if what == "noise":
        samples = rng.normal(0, 3000, RATE)
    elif what == "click":
        samples = np.zeros(RATE // 4)
        samples[rng.integers(len(samples))] = 32767
    elif what == "tone":
        samples = 9000 * np.sin(np.arange(RATE) * rng.uniform(0.01, 1))
    else:
        samples = _speech(what).astype(float)
    for change in changes:
        samples = _changed(samples, change, rng)
    return np.clip(samples, -32768, 32767).astype(np.int16)


def _changed(samples: Any, change: str, rng: np.random.Generator) -> Any:
    cut = int(rng.integers(1, max(2, len(samples))))
    made: dict[str, Callable[[], Any]] = {
        "louder": lambda: samples * rng.uniform(0.01, 50),
        "backwards": lambda: samples[::-1],
        "cut": lambda: samples[:cut] if rng.random() < 0.5 else samples[cut:],
        "noise": lambda: samples + rng.normal(0, rng.uniform(10, 5000), len(samples)),
        "clip": lambda: np.clip(samples, -300, 300) * 100,
        "steps": lambda: samples + 20_000 * (np.arange(len(samples)) // 4000 % 2),
        "slower": lambda: np.repeat(samples, int(rng.integers(1, 4))),
        "silence": lambda: np.concatenate([samples[:cut], np.zeros(RATE), samples[cut:]]),
    }
    return made[change]()


@cache
def _speech(text: str) -> np.ndarray[Any, Any]:
    sound = EngineRenderer().render(text, Voice()).astype(np.float32) / 65536
    samples: np.ndarray[Any, Any] = np.rint(soxr.resample(sound, SAMPLE_RATE, RATE) * 32767)
    return samples.astype(np.int16)
