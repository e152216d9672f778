# SPDX-License-Identifier: GPL-3.0-or-later
"""Whoever sits between a table and its server and says that there is no TLS learns no password."""

import asyncio
import json
from collections.abc import Awaitable, Callable

import pytest

from hall import server
from hall.line import Cut
from hall.ticket import OF_DESK, Ticket

pytest.importorskip("nats")
from hall.nats import NatsDesk, NatsLine

SECRET = "the password of table 7"
_, CERTIFICATE = server.certified("127.0.0.1")


async def table(url: str) -> None:
    line = NatsLine(Ticket("olympiad", 7, url, SECRET, CERTIFICATE.decode()))
    try:
        await line.open()
    finally:
        await line.close()


async def desk(url: str) -> None:
    line = NatsDesk(Ticket("olympiad", OF_DESK, url, SECRET, CERTIFICATE.decode()))
    try:
        await line.open(())
    finally:
        await line.close()


@pytest.mark.parametrize("comes", [table, desk])
@pytest.mark.parametrize("told", [{}, {"tls_required": False}, {"tls_available": True}])
def test_no_password_goes_to_a_server_that_wants_no_tls(
    comes: Callable[[str], Awaitable[None]], told: dict[str, bool]
) -> None:
    got = bytearray()

    async def between(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        info = {"server_id": "x", "version": "2.9.10", "auth_required": True, **told}
        writer.write(f"INFO {json.dumps(info)}\r\n".encode())
        while data := await reader.read(4096):
            got.extend(data)
            writer.write(b"PONG\r\n")
        writer.close()

    async def tries() -> None:
        serving = await asyncio.start_server(between, "127.0.0.1", 0)
        async with serving:
            port = serving.sockets[0].getsockname()[1]
            with pytest.raises(Cut):
                await comes(f"nats://127.0.0.1:{port}")

    asyncio.run(tries())
    assert SECRET.encode() not in got
