# SPDX-License-Identifier: GPL-3.0-or-later
"""Speech through speech-dispatcher: the voice that the user's own screen reader speaks with.

The protocol is SSIP, in lines over a local socket; its manual is part of speech-dispatcher. One
message is sent at a time, and the server tells when it begins and ends, so that Hektor's own
order of utterances and the gate of the microphone stay what they are. Rate, pitch, volume and
voice are those of the user's settings there, until they are changed here.
"""

import os
import shutil
import socket
import subprocess
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from game.speech.drivers import Driver
from game.speech.player import LoudspeakerLost, SoundPlayed, Started
from game.speech.voice import Voice

CLIENT = "user:hektor:main"
ANSWER_LIMIT = 2.0  # seconds; the server answers at once
SLOWEST = 0.25  # seconds a character: a message that takes longer never ends
SHORTEST = 3.0  # seconds; what every message is given
BEGIN, END, CANCELLED = "701", "702", "703"
OVER = {END, CANCELLED}


class Ssip:
    """One connection: commands, answers, and the events of the message that is spoken."""

    def __init__(self, connection: socket.socket) -> None:
        self._socket = connection
        self._lines = connection.makefile("r", encoding="utf-8", newline="\r\n")
        self._sending = threading.Lock()
        self._changed = threading.Condition()
        self._answers: list[str] = []
        self._unasked = 0  # answers still to come that nobody waits for
        self._over: dict[str, str] = {}
        self._begun: set[str] = set()
        self._broken = False
        threading.Thread(target=self._read, name="speech-dispatcher", daemon=True).start()

    def ask(self, command: str) -> list[str]:
        """The lines of the answer without their codes. Raises LoudspeakerLost if it is refused."""
        with self._sending:
            return self._exchange(command, command)

    def speak(self, text: str) -> str:
        """Hands over a message; its number."""
        with self._sending:
            self._exchange("SPEAK", "SPEAK")
            # A line of one point ends the text, so a point at the start of a line is doubled.
            lines = [f".{line}" if line.startswith(".") else line for line in text.splitlines()]
            return self._exchange("\r\n".join((*lines, ".")), "SPEAK")[0]

    def cancel(self) -> None:
        """Silence, without waiting for the answer.

        Nothing is sent while something is handed over: within a message it would be spoken. Who
        hands over looks afterwards whether the message is still wanted.
        """
        with self._changed:
            self._changed.notify_all()
        if not self._sending.acquire(blocking=False):
            return
        try:
            with self._changed:
                self._unasked += 1
            self._send("CANCEL SELF\r\n")
        finally:
            self._sending.release()

    def wait_begun(self, message: str, timeout: float, unwanted: Callable[[], bool]) -> bool:
        """True if the message began, or was over, within so many seconds.

        The wait ends when the message is ``unwanted``; each ``cancel`` has that looked at again.
        """

        def begun() -> bool:
            return message in self._begun or message in self._over or self._broken

        with self._changed:
            self._changed.wait_for(lambda: begun() or unwanted(), timeout)
            return begun()

    def wait_over(self, message: str, timeout: float) -> str | None:
        """How the message ended (:data:`END`, :data:`CANCELLED`), or None if it did not."""
        with self._changed:
            self._changed.wait_for(lambda: message in self._over or self._broken, timeout)
            if self._broken:
                raise LoudspeakerLost("No voice: speech-dispatcher has gone.")
            return self._over.pop(message, None)

    def close(self) -> None:
        """Ends the connection."""
        with suppress(OSError):  # it has gone already
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()

    def _send(self, text: str) -> None:
        try:
            self._socket.sendall(text.encode())
        except OSError as error:
            raise LoudspeakerLost("No voice: speech-dispatcher has gone.") from error

    def _exchange(self, text: str, command: str) -> list[str]:
        """Sends lines and waits for the one that ends their answer: its code is followed by a
        blank. ``command`` is what is named if it is refused."""
        self._send(f"{text}\r\n")

        def complete() -> bool:
            return self._broken or any(line[3:4] == " " for line in self._answers)

        with self._changed:
            if not self._changed.wait_for(complete, ANSWER_LIMIT) or self._broken:
                raise LoudspeakerLost("No voice: speech-dispatcher does not answer.")
            answer = list(self._answers)
            self._answers.clear()
        if not answer[-1].startswith("2"):
            raise LoudspeakerLost(f"No voice: speech-dispatcher refuses {command} ({answer[-1]}).")
        return [line[4:] for line in answer]

    def _read(self) -> None:
        message = ""
        try:
            for raw in self._lines:
                line = raw.rstrip("\r\n")
                with self._changed:
                    if not line.startswith("7"):
                        self._answered(line)
                    elif line[3:4] == "-":
                        # An event names the message first and then the client.
                        message = message or line[4:]
                    else:
                        self._event(line[:3], message)
                        message = ""
                    self._changed.notify_all()
        except (OSError, ValueError):  # closed while it was read
            pass
        with self._changed:
            self._broken = True
            self._changed.notify_all()

    def _answered(self, line: str) -> None:
        """A line of an answer; the answers come in the order of what was sent."""
        self._answers.append(line)
        if self._unasked and line[3:4] == " ":
            self._unasked -= 1
            self._answers.clear()

    def _event(self, code: str, message: str) -> None:
        if code == BEGIN:
            self._begun.add(message)
        elif code in OVER:
            self._over[message] = code
            self._begun.discard(message)


def address() -> tuple[socket.AddressFamily, str | tuple[str, int]]:
    """Where the server listens: SPEECHD_ADDRESS, or the socket of the user's session."""
    kind, _, place = os.environ.get("SPEECHD_ADDRESS", "").partition(":")
    if kind == "inet_socket":
        host, _, port = place.partition(":")
        return socket.AF_INET, (host or "127.0.0.1", int(port or 6560))
    if kind == "unix_socket" and place:
        return socket.AF_UNIX, place
    home = os.environ.get("XDG_RUNTIME_DIR") or str(Path.home() / ".cache")
    return socket.AF_UNIX, str(Path(home) / "speech-dispatcher" / "speechd.sock")


def connect() -> Ssip:
    """A connection to the server, which is started if need be. Raises LoudspeakerLost."""
    try:
        return Ssip(_connected())
    except (OSError, ValueError, AttributeError):  # Windows has no such sockets
        pass
    program = shutil.which("speech-dispatcher")
    if program is None:
        raise LoudspeakerLost("No voice: speech-dispatcher is not installed.")
    try:
        subprocess.run([program, "--spawn"], capture_output=True, timeout=10, check=False)
        return Ssip(_connected())
    except (OSError, ValueError, AttributeError, subprocess.TimeoutExpired) as error:
        raise LoudspeakerLost("No voice: speech-dispatcher cannot be reached.") from error


def _connected() -> socket.socket:
    family, place = address()
    made = socket.socket(family, socket.SOCK_STREAM)
    try:
        made.settimeout(ANSWER_LIMIT)
        made.connect(place)
        made.settimeout(None)
    except OSError:
        made.close()
        raise
    return made


class SsipDriver(Driver):
    """Speaks through speech-dispatcher; see :class:`game.speech.drivers.Driver`."""

    def __init__(
        self,
        voice: Voice,
        make: Callable[[], Ssip] = connect,
        now: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        """``voice`` is how Hektor would speak unless told otherwise: what does not differ from
        it is left to the user's settings of speech-dispatcher."""
        super().__init__()
        self._default = voice
        self._make = make
        self._now = now
        self._ssip: Ssip | None = None
        self._said: dict[str, str] = {}

    def open(self, voice: Voice) -> None:
        """Connects. Raises LoudspeakerLost if there is no server."""
        self._set(self._connection(), voice)

    def speak(
        self, text: str, voice: Voice, ticket: int, started: Started, *, pause: bool = False
    ) -> SoundPlayed:
        """Speaks and waits; ``started`` is told when the server begins."""
        if self.is_void(ticket):
            return SoundPlayed(self._now(), False)
        ssip = self._connection()
        try:
            self._set(ssip, voice)
            message = ssip.speak(text)
            limit = max(SHORTEST, SLOWEST * len(text))
            begun = ssip.wait_begun(message, limit, lambda: self.is_void(ticket))
            if begun:
                started(self._now())
            if self.is_void(ticket):
                ssip.cancel()
                if not begun:
                    return SoundPlayed(self._now(), False)
            ended = ssip.wait_over(message, limit)
        except LoudspeakerLost:
            self._lose()
            raise
        if ended is None:  # it hangs, or nothing sounds: the table does not wait for it
            self._lose()
            raise LoudspeakerLost("No voice: speech-dispatcher says nothing.")
        return SoundPlayed(self._now(), ended == END and not self.is_void(ticket))

    def cancel(self) -> None:
        """Silence now."""
        super().cancel()
        if self._ssip is not None:
            with suppress(LoudspeakerLost):  # who speaks next will notice
                self._ssip.cancel()

    def close(self) -> None:
        """Ends the connection."""
        self._lose()

    def _lose(self) -> None:
        if self._ssip is not None:
            self._ssip.close()
        self._ssip = None
        self._said = {}

    def _connection(self) -> Ssip:
        if self._ssip is None:
            self._ssip = self._make()
            for command in (
                f"SET SELF CLIENT_NAME {CLIENT}",
                "SET SELF NOTIFICATION ALL on",
                "SET SELF PRIORITY message",
                "SET SELF PUNCTUATION none",
            ):
                self._ssip.ask(command)
        return self._ssip

    def _set(self, ssip: Ssip, voice: Voice) -> None:
        """Tells what has changed since the last message."""
        default = self._default
        wanted = {"LANGUAGE": voice.language}
        if voice.rate != default.rate:
            wanted["RATE"] = str(_scale(voice.rate, default.rate, 80, 450))
        if voice.pitch != default.pitch:
            wanted["PITCH"] = str(_scale(voice.pitch, default.pitch, 0, 99))
        if voice.volume != default.volume:
            wanted["VOLUME"] = str(min(round(200 * voice.volume - 100), 100))
        for name, value in wanted.items():
            if self._said.get(name) != value:
                ssip.ask(f"SET SELF {name} {value}")
                self._said[name] = value


def _scale(value: int, middle: int, least: int, most: int) -> int:
    """SSIP's scale from -100 to 100, on which 0 is the normal value."""
    if value < middle:
        return round(100 * (value - middle) / (middle - least))
    return round(100 * (value - middle) / (most - middle))
