# SPDX-License-Identifier: GPL-3.0-or-later
"""A network that can be cut, slowed down and held up: it passes bytes on to a port."""

import asyncio
import contextlib
import random
import threading
from asyncio import StreamReader, StreamWriter


class Proxy:
    """Listens on a ``port`` of its own on the loopback, with a thread of its own. Its methods may
    be called from any thread."""

    def __init__(self, to: int) -> None:
        self._to = to
        self._delay = 0.0
        self._is_cut = False
        self._lines: set[StreamWriter] = set()
        self._loop = asyncio.new_event_loop()
        self._passes = asyncio.Event()
        self._passes.set()
        self._started = threading.Event()
        self.port = 0
        self._thread = threading.Thread(target=self._run, name="network", daemon=True)
        self._thread.start()
        self._started.wait()

    def cut(self) -> None:
        """Every line breaks, and no new one is let through."""
        self._call(is_cut=True)

    def slow(self, seconds: float) -> None:
        """Everything comes late, by no more than so many seconds."""
        self._call(delay=seconds)

    def hold(self) -> None:
        """Nothing gets through, and nobody is told."""
        self._call(passes=False)

    def mend(self) -> None:
        """As new."""
        self._call()

    def _call(self, *, is_cut: bool = False, delay: float = 0.0, passes: bool = True) -> None:
        def change() -> None:
            self._is_cut, self._delay = is_cut, delay
            (self._passes.set if passes else self._passes.clear)()
            if is_cut:
                for one in self._lines:
                    one.transport.abort()

        self._loop.call_soon_threadsafe(change)

    def _run(self) -> None:
        self._loop.run_until_complete(self._listen())

    async def _listen(self) -> None:
        serving = await asyncio.start_server(self._pass_on, "127.0.0.1", 0)
        self.port = serving.sockets[0].getsockname()[1]
        self._started.set()
        await serving.serve_forever()

    async def _pass_on(self, reader: StreamReader, writer: StreamWriter) -> None:
        self._lines.add(writer)
        with contextlib.suppress(OSError):
            if not self._is_cut:
                far, back = await asyncio.open_connection("127.0.0.1", self._to)
                self._lines.add(back)
                ways = (self._pump(reader, back), self._pump(far, writer))
                await asyncio.gather(*ways, return_exceptions=True)
                self._lines.discard(back)
        writer.close()
        self._lines.discard(writer)

    async def _pump(self, source: StreamReader, sink: StreamWriter) -> None:
        try:
            while data := await source.read(1 << 16):
                await asyncio.sleep(random.uniform(0, self._delay))
                await self._passes.wait()
                sink.write(data)
                await sink.drain()
        finally:
            sink.close()
