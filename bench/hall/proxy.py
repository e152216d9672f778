# SPDX-License-Identifier: GPL-3.0-or-later
"""A network that passes bytes on to a port, and can be cut, be slow, lose bytes, be held up and put
things in another order."""

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
        self._delay = self._loss = 0.0
        self._is_cut = False
        self._lines: set[StreamWriter] = set()
        self._loop = asyncio.new_event_loop()
        self._gates = [asyncio.Event()]  # of the lines, the last one of those to come
        self._gates[0].set()
        self._started = threading.Event()
        self.port = 0
        self._thread = threading.Thread(target=self._run, name="network", daemon=True)
        self._thread.start()
        self._started.wait()

    def cut(self) -> None:
        """Every line breaks, and no new one is let through."""
        self._call(is_cut=True)

    def slow(self, seconds: float) -> None:
        """Delay everything, by no more than so many seconds."""
        self._call(delay=seconds)

    def lose(self, part: float) -> None:
        """Some of what is sent does not come, and what was sent after it does: a line with TLS
        breaks by that."""
        self._call(loss=part)

    def hold(self) -> None:
        """Let nothing through, and tell nobody."""
        self._call(holds=True)

    def overtake(self) -> None:
        """Let nothing more through on the lines that there are, and tell nobody; new ones are
        as new. What is under way on the old ones comes after what is sent on these."""
        self._call(holds=True, passes_new=True)

    def mend(self) -> None:
        """As new; what was held up comes."""
        self._call()

    def _call(
        self, *, is_cut: bool = False, delay: float = 0.0, loss: float = 0.0, holds: bool = False,
        passes_new: bool = False,
    ) -> None:  # fmt: skip
        def change() -> None:
            self._is_cut, self._delay, self._loss = is_cut, delay, loss
            for gate in self._gates:
                (gate.clear if holds else gate.set)()
            if passes_new:
                self._gates.append(asyncio.Event())
                self._gates[-1].set()
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
        gate = self._gates[-1]
        self._lines.add(writer)
        with contextlib.suppress(OSError):
            if not self._is_cut:
                far, back = await asyncio.open_connection("127.0.0.1", self._to)
                self._lines.add(back)
                ways = (self._pump(reader, back, gate), self._pump(far, writer, gate))
                await asyncio.gather(*ways, return_exceptions=True)
                self._lines.discard(back)
        writer.close()
        self._lines.discard(writer)

    async def _pump(self, source: StreamReader, sink: StreamWriter, gate: asyncio.Event) -> None:
        try:
            while data := await source.read(1 << 16):
                await asyncio.sleep(random.uniform(0, self._delay))
                await gate.wait()
                if random.random() < self._loss:
                    continue
                sink.write(data)
                await sink.drain()
        finally:
            sink.close()
