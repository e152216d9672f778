# SPDX-License-Identifier: GPL-3.0-or-later
"""A ticket goes to a table for a code (``hall.codes``), by way of the hall's own server.

Anybody may come in there as `NOBODY`, who can do nothing but ask ``hall.join.7`` and get an answer.
The table does not know the server's certificate yet and trusts none: what is said on that line
needs no secrecy.
"""

import asyncio
import ssl
from collections.abc import Callable, Mapping
from urllib.parse import urlsplit

from nats.aio.msg import Msg
from nats.errors import NoRespondersError, TimeoutError

from hall.codes import LONGEST, Admission, fetched
from hall.nats import ANSWERS_WITHIN, TlsClient, closed, context, cuts, silent
from hall.server import NOBODY, PORT
from hall.ticket import OF_DESK, Ticket

LOOKS = 1
"""Seconds between two looks whether any code counts still, and whether the server is back."""


async def admit(
    desk: Ticket,
    admissions: Mapping[int, Admission],
    told: Callable[[int], None],
    now: Callable[[], float],
) -> None:
    """Answer tables, by their numbers, until no code counts any more. `OF_DESK` is ``told`` when
    that begins, and the number of a table when something has become of its code. ``now`` is the
    clock of the admissions. Raises Cut if there is no server."""
    client = TlsClient()

    async def asked(found: Msg) -> None:
        table = int(found.subject.rpartition(".")[2])
        admission = admissions[table]
        before = admission.tries, admission.given
        answer = admission.answer(found.data[: LONGEST + 1], now())
        if (admission.tries, admission.given) != before:
            told(table)
        with cuts():
            await found.respond(answer)

    try:
        with cuts():
            await client.connect(
                desk.url, user=desk.user, password=desk.password, tls=context(desk.certificate),
                connect_timeout=ANSWERS_WITHIN, error_cb=silent, max_reconnect_attempts=-1,
                reconnect_time_wait=LOOKS,  # the server starts anew where the table is a new one
            )  # fmt: skip
            for table in admissions:
                await client.subscribe(f"hall.join.{table}", cb=asked)
            await client.flush()
        told(OF_DESK)
        while any(one.counts(now()) for one in admissions.values()):
            await asyncio.sleep(LOOKS)
        with cuts():
            await client.flush()  # the last ticket is out
    finally:
        await closed(client)


async def ask(url: str, table: int, code: str) -> bytes | None:
    """The ticket of this table for its code; None if it is not given for it. Raises Cut."""
    client = TlsClient()
    found = urlsplit(url if "://" in url else f"nats://{url}")
    unknown = ssl.create_default_context()
    unknown.check_hostname, unknown.verify_mode = False, ssl.CERT_NONE
    try:
        with cuts():
            await client.connect(
                f"nats://{found.hostname}:{found.port or PORT}", user=NOBODY, password=NOBODY,
                tls=unknown, allow_reconnect=False, connect_timeout=ANSWERS_WITHIN, error_cb=silent,
            )  # fmt: skip

            async def once(said: bytes) -> bytes:
                try:
                    answer = await client.request(f"hall.join.{table}", said, ANSWERS_WITHIN)
                except (TimeoutError, NoRespondersError):  # no code was made for this table
                    return b""
                return bytes(answer.data)

            return await fetched(once, table, code)
    finally:
        await closed(client)
