# SPDX-License-Identifier: GPL-3.0-or-later
"""Sound to the loudspeaker: one stream that stays open, so that a sound starts and ends at once.

A player knows to the block when it is heard; the microphone is shut by that. It plays one sound
at a time and blocks the caller, the speech thread, until the sound is over or cancelled. Two
players may share a stereo device, each on its side.
"""

import contextlib
import ctypes
import sys
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any, Protocol

import numpy as np

from game.speech.voices import SAMPLE_RATE, Samples
from ground import portaudio
from ground.faults import Fault

BLOCK = SAMPLE_RATE * 30 // 1000  # samples; 30 ms, so a cancel is silence within one block
PATIENCE = 5.0  # seconds without taking a sample until a device is given up: some wake slowly
POLL = 0.25  # seconds between two looks whether the device is still there
CLOSING = 0.5  # seconds that the end of the program waits for the device
LONGEST_DELAY = 1.0  # seconds; some drivers give nonsense for the time a block is heard
STEADY = 20  # blocks
RUSHED = 100_000_000  # ns; a device that takes so many in less lets nobody hear them
RETRY = 2_000_000_000  # ns between two attempts to open a lost device
SECOND = 1_000_000_000

Started = Callable[[int], None]

Sounding = Callable[[Samples, int, int], None]
"""Takes what a loudspeaker plays, silence too: mono samples, their rate (Hz), and when the first of
them is heard (ns, monotonic). It is called from the driver's thread and returns at once."""


class LoudspeakerLost(RuntimeError):
    """No loudspeaker (any more); the message is a sentence for the user. ``none``: none was asked
    for by name, and there is none at all."""

    def __init__(self, message: str, *, none: bool = False) -> None:
        super().__init__(message)
        self.none = none


@dataclass(frozen=True, slots=True)
class SoundPlayed:
    """When the sound ended to the listener's ear (ns, monotonic), and whether it was whole."""

    ended_at: int
    whole: bool


class SoundPlayer(Protocol):
    """Plays sounds one after the other."""

    def open(self) -> None:
        """Makes ready. Raises LoudspeakerLost if there is no device."""
        ...

    def ticket(self) -> int:
        """Allows one ``play``; a ``cancel`` makes every ticket given before it void."""
        ...

    def play(self, samples: Samples, ticket: int, started: Started) -> SoundPlayed:
        """Plays and waits. ``started`` is called with the time at which the sound is heard.

        Raises LoudspeakerLost.
        """
        ...

    def strike(self, samples: Samples) -> bool:
        """Sounds a short sound in its place, beside all else, and waits for nothing; False if it
        is not heard."""
        ...

    def cancel(self) -> None:
        """Silence now; from any thread."""
        ...

    def close(self) -> None:
        """Ends all sound."""
        ...


class Tickets:
    """Tells a sound that was cancelled before it began from one that was not."""

    def __init__(self) -> None:
        self._cancelled = 0

    def ticket(self) -> int:
        """Allows one ``play``."""
        return self._cancelled

    def cancel(self) -> None:
        """Makes every ticket void."""
        self._cancelled += 1

    def is_void(self, ticket: int) -> bool:
        """True if ``cancel`` was called since the ticket was given."""
        return ticket != self._cancelled


class StereoSide(Enum):
    """Where on a loudspeaker a player sounds; the value is its place among two channels."""

    BOTH = slice(0, 2)
    LEFT = slice(0, 1)
    RIGHT = slice(1, 2)


class Loudspeaker:
    """A device of PortAudio with one stream, on which one player sounds, or one on each side."""

    def __init__(
        self,
        device: portaudio.Named = None,
        *,
        stereo: bool = False,
        sounding: Sounding | None = None,
        beat: Callable[[], None] = lambda: None,
        now: Callable[[], int] = time.monotonic_ns,
        open_stream: Callable[..., Any] | None = None,
    ) -> None:
        """The device is opened at the first sound or by :meth:`open`.

        ``sounding`` is told all that is played, on a mono device. ``beat`` is called for each
        block that the device takes. ``open_stream`` stands for sounddevice.RawOutputStream in
        tests.
        """
        self.now = now
        self.lock = threading.RLock()
        self._opening = threading.Lock()  # of its own: nobody who cancels waits for a device
        self._device = device
        self._channels = 2 if stereo else 1
        self._sounding = sounding
        self._beat = beat
        self._open_stream = open_stream
        self._sounds: tuple[_SoundBeingPlayed, ...] = ()
        self._asked: deque[int] = deque(maxlen=STEADY)  # when it asked for the last blocks
        self._tried_at: int | None = None
        self._stream: Any = None
        self.rate = SAMPLE_RATE  # of the device

    def open(self) -> Any:
        """The stream, opened if it is not open. Raises LoudspeakerLost if there is no device.

        A device that failed is tried again after :data:`RETRY`, not at every sound.
        """
        with self._opening:
            if self._stream is not None:
                return self._stream
            if self._tried_at is not None and self.now() - self._tried_at < RETRY:
                raise LoudspeakerLost("The loudspeaker is not there.")
            return self._open()

    @property
    def is_open(self) -> bool:
        """True if what is started is heard."""
        return self._stream is not None

    def start(self, sound: "_SoundBeingPlayed") -> None:
        """The sound is heard from the next block on."""
        with self.lock:
            self._sounds = (*self._sounds, sound)

    def stop(self, sound: "_SoundBeingPlayed") -> None:
        """The sound is silent from the next block on."""
        with self.lock:
            self._sounds = tuple(each for each in self._sounds if each is not sound)

    def lose(self, stream: Any = None) -> threading.Thread | None:
        """Gives up the device, or only that stream of it. Returns the thread that closes it."""
        if stream is None:
            stream = self._stream
        if stream is None or stream is not self._stream:  # the player of the other side did
            return None
        self._stream = None
        portaudio.unused(self)
        self._tried_at = self.now()
        # A device that hangs can hang its closing too: nobody waits for it for long.
        closing = threading.Thread(target=_close, args=(stream,), daemon=True)
        closing.start()
        return closing

    def _open(self) -> Any:
        self._tried_at = self.now()
        self._asked.clear()
        try:
            with portaudio.LOCK:
                try:
                    stream = self._started()
                except Exception:
                    if not portaudio.look_again():  # it may have been plugged in since
                        raise
                    stream = self._started()
                portaudio.used(self, self._rests)
        except Fault as error:
            raise LoudspeakerLost(f"The loudspeaker is not there ({error}).") from error
        except Exception as error:  # PortAudioError, OSError without the library
            if str(error).startswith("Error querying device -1"):  # the default one, if any
                raise LoudspeakerLost("There is no loudspeaker.", none=True) from error
            raise LoudspeakerLost(f"The loudspeaker cannot be opened ({error}).") from error
        self._stream = stream
        return stream

    def _started(self) -> Any:
        """A stream at the rate of the voice, or at the device's own where it refuses that."""
        self.rate = SAMPLE_RATE
        if self._open_stream is not None:
            return self._begun(self._open_stream, self._device, None)
        library = portaudio.load()
        _quiet_alsa()
        device, extra = portaudio.find(self._device, "output")
        try:
            return self._begun(library.RawOutputStream, device, extra)
        except library.PortAudioError as error:
            if "sample rate" not in str(error):
                raise
            self.rate = round(library.query_devices(device, "output")["default_samplerate"])
            return self._begun(library.RawOutputStream, device, extra)

    def _begun(self, opens: Callable[..., Any], device: portaudio.Named, extra: Any) -> Any:
        stream = opens(
            samplerate=self.rate,
            blocksize=self.rate * BLOCK // SAMPLE_RATE,
            device=device,
            channels=self._channels,
            dtype="int16",
            latency="low",
            callback=self._fill,
            extra_settings=extra,
        )
        try:
            stream.start()
        except Exception:
            _close(stream)  # or it keeps the device from the next attempt
            raise
        return stream

    def _rests(self) -> bool:
        """Close a device on which nothing sounds; it is opened again at the next sound."""
        if self._sounds:
            return False
        closing = self.lose()
        if closing is not None:
            closing.join(CLOSING)
        self._tried_at = None
        return closing is None or not closing.is_alive()

    def converted(self, samples: Samples) -> Samples:
        """Sound of the voice at the rate of the device."""
        if self.rate == SAMPLE_RATE:
            return samples
        import soxr  # noqa: PLC0415 - most devices take the voice as it is

        made: Samples = soxr.resample(samples, SAMPLE_RATE, self.rate)
        return made

    def _fill(self, out: Any, frames: int, when: Any, status: Any) -> None:
        """PortAudio's thread asks for the next block; never blocks for long, never raises."""
        self._beat()
        asked_at = self.now()
        steady = self._is_steady(asked_at)
        if not self._sounds and self._sounding is None:
            out[:] = bytes(2 * frames * self._channels)
            return
        delay = min(max(when.outputBufferDacTime - when.currentTime, 0.0), LONGEST_DELAY)
        heard_at = asked_at + round(delay * SECOND)
        block = np.zeros((frames, self._channels), np.int16)
        if self._sounds and steady:
            with self.lock:  # a sound that was cut just now is not told to have started
                for sound in self._sounds:
                    sound.fill(block, heard_at)
                self._sounds = tuple(each for each in self._sounds if not each.over.is_set())
        out[:] = block.tobytes()
        if self._sounding is not None:
            self._sounding(block[:, 0], self.rate, heard_at)

    def _is_steady(self, at: int) -> bool:
        """True if the device, which asks for another block ``at`` that moment, takes them as fast
        as they are heard; the first ones settle it.

        PulseAudio has been seen to take half a minute of sound within a second, unheard, from a
        stream that was opened soon after another one was closed. What is to be heard waits for the
        end of it.
        """
        self._asked.append(at)
        return len(self._asked) == STEADY and at - self._asked[0] >= RUSHED


class StreamPlayer(Tickets):
    """Plays on a loudspeaker, on both sides of it or on one."""

    def __init__(self, loudspeaker: Loudspeaker, side: StereoSide = StereoSide.BOTH) -> None:
        super().__init__()
        self._loudspeaker = loudspeaker
        self._side = side
        self._sound: _SoundBeingPlayed | None = None

    def open(self) -> None:
        """Opens the device if it is not open. Raises LoudspeakerLost if there is none."""
        self._loudspeaker.open()

    def play(self, samples: Samples, ticket: int, started: Started) -> SoundPlayed:
        """Plays and waits. ``started`` is called with the time at which the sound is heard.

        Raises LoudspeakerLost.
        """
        loudspeaker = self._loudspeaker
        stream = loudspeaker.open()
        if not len(samples):
            return SoundPlayed(loudspeaker.now(), not self.is_void(ticket))
        sound = _SoundBeingPlayed(
            loudspeaker.converted(samples), self._side, started, loudspeaker.rate
        )
        with loudspeaker.lock:
            if self.is_void(ticket):
                return SoundPlayed(loudspeaker.now(), False)
            self._sound = sound
            loudspeaker.start(sound)
        place, still = sound.place, 0.0
        while not sound.over.wait(POLL):
            place, still = sound.place, still + POLL if sound.place == place else 0.0
            if not stream.active or still > PATIENCE:  # a busy machine's may be slow
                self._sound = None
                loudspeaker.stop(sound)
                loudspeaker.lose(stream)
                raise LoudspeakerLost("The loudspeaker no longer answers.")
        self._sound = None
        return SoundPlayed(sound.ended_at, sound.is_whole)

    def cancel(self) -> None:
        """Silence from the next block on."""
        with self._loudspeaker.lock:
            super().cancel()
            sound, self._sound = self._sound, None
            if sound is not None and not sound.over.is_set():  # not at its end already
                self._loudspeaker.stop(sound)
                sound.ended_at = max(self._loudspeaker.now(), sound.ended_at)
                sound.over.set()

    def strike(self, samples: Samples) -> bool:
        """Sounds a short sound in its place, beside all else, and waits for nothing; False if
        nothing is open, so that it is not heard."""
        if not self._loudspeaker.is_open:
            return False
        loudspeaker = self._loudspeaker
        samples = loudspeaker.converted(samples)
        loudspeaker.start(_SoundBeingPlayed(samples, self._side, lambda _: None, loudspeaker.rate))
        return True

    def close(self) -> None:
        """Ends all sound and gives the device back."""
        self.cancel()
        closing = self._loudspeaker.lose()
        if closing is not None:
            closing.join(CLOSING)


_IGNORE = ctypes.CFUNCTYPE(None, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_int)(
    lambda *_: None  # takes the messages of ALSA; kept alive here as long as ALSA may call it
)


def _quiet_alsa() -> None:
    """Linux's sound library writes its troubles to the terminal, between the lines of the game,
    where a screen reader reads them out; what matters is told as a lost device."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL("libasound.so.2").snd_lib_error_set_handler(_IGNORE)


class _SoundBeingPlayed:
    """A sound on its way out: how far it is, and how long it will be heard."""

    def __init__(self, samples: Samples, side: StereoSide, started: Started, rate: int) -> None:
        self._samples = samples
        self._side = side
        self._started = started
        self._rate = rate
        self.place = 0  # samples that were handed over
        self.ended_at = 0
        self.over = threading.Event()

    @property
    def is_whole(self) -> bool:
        """True if all of it was handed over."""
        return self.place >= len(self._samples)

    def fill(self, block: Samples, heard_at: int) -> None:
        """Put the next piece on its side of ``block``, which is heard from ``heard_at`` on."""
        if not self.place:
            self._started(heard_at)
        piece = self._samples[self.place : self.place + len(block)]
        block[: len(piece), self._side.value] = piece[:, np.newaxis]
        self.place += len(piece)
        self.ended_at = heard_at + len(piece) * SECOND // self._rate
        if self.is_whole:
            self.over.set()


def _close(stream: Any) -> None:
    try:
        stream.abort()
        stream.close()
    except Exception:  # it is gone already
        return
