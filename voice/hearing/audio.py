# SPDX-License-Identifier: GPL-3.0-or-later
"""Where sound comes from: a microphone, a recording, or samples a test made.

Everything behind this module is 16 kHz mono 16-bit PCM in :class:`Block` values, whatever the
device or the file holds. The audio callback only enqueues; conversion and everything else happen
on the thread that reads. A machine without PortAudio or without a microphone ends in one
:class:`MicrophoneError` with a sentence for the user; Hektor then goes on with typed input.
"""

import io
import queue
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final, Protocol

import numpy as np
import numpy.typing as npt

from ground import portaudio
from ground.faults import Fault

if TYPE_CHECKING:
    from soxr import ResampleStream

Samples = npt.NDArray[np.int16]
"""16 kHz mono, one value a sample."""

RATE: Final = 16_000
"""Samples a second of everything that leaves this module."""

BLOCK_MS: Final = 30
"""One block: short enough for a quick answer, long enough to cost nothing."""

BLOCK_SAMPLES: Final = RATE * BLOCK_MS // 1000

MILLISECOND: Final = 1_000_000
"""In nanoseconds, the unit of every time."""

_NANOSECONDS: Final = 1_000_000_000
_CANCELLED: Final = 0.2  # of the loudest channel's energy; with one silent of two it is 0.25
_PIECE: Final = 1 << 18  # frames; a recording is converted piece by piece

RATES: Final = range(4_000, 400_000)
"""Samples a second that a recording may have: one of 1 Hz would become 16,000 times as large."""

MOST_CHANNELS: Final = 8

LONGEST_S: Final = 2 * 3600
"""Seconds that a recording may last: they take 230 MB here, and twice that for a moment."""


_MOST: Final = LONGEST_S * RATE


class MicrophoneError(Fault):
    """No microphone can be used; ``no_microphone``: there is none at all."""


class UnreadableRecording(Exception):
    """A file holds no sound that can be read; the text is one sentence for the user."""


@dataclass(frozen=True, slots=True)
class Block:
    """A stretch of 16 kHz mono PCM, little endian; ``at`` is the time of its **end**.

    ``gated`` blocks were heard while Hektor spoke (``voice.hearing.gate``): they are
    silence now, and speech that touches them is not whole. ``fading`` ones among them have their
    sound: Hektor has just fallen silent, and there may be an echo. In ``echo`` blocks nobody speaks
    but Hektor.
    """

    pcm: bytes
    at: int
    gated: bool = False
    echo: bool = False
    fading: bool = False

    @property
    def started_at(self) -> int:
        """The time of the first sample."""
        return self.at - duration(len(self.pcm) // 2)


class Source(Protocol):
    """Where the listening thread reads from."""

    def read(self, timeout: float) -> Block | None:
        """The next block, or None when none came within ``timeout`` seconds."""

    def close(self) -> None:
        """Let go of the device; may be called twice."""


def duration(samples: int, rate: int = RATE) -> int:
    """How long so many samples last, in nanoseconds."""
    return samples * _NANOSECONDS // rate


def blocks(samples: Samples, start: int = 0) -> Iterator[Block]:
    """Cut samples into blocks as a microphone would give them; ``start`` is the first's start."""
    for offset in range(0, len(samples), BLOCK_SAMPLES):
        piece = samples[offset : offset + BLOCK_SAMPLES]
        yield Block(piece.astype("<i2").tobytes(), start + duration(offset + len(piece)))


# --- Converting ---------------------------------------------------------------------------------


class _Converter:
    """Turns interleaved samples of any rate and channel count into 16 kHz mono, piece by piece.

    Channels that would cancel each other, as in opposite phase, are heard by the loudest.
    """

    def __init__(self, rate: int, channels: int) -> None:
        self._channels = channels
        self._each = np.zeros(channels)  # the energy of each channel so far, and of their mean
        self._mixed = 0.0
        self._stream: ResampleStream | None = None
        if rate != RATE:
            import soxr  # noqa: PLC0415  (most microphones give 16 kHz and never need it)

            self._stream = soxr.ResampleStream(rate, RATE, 1, dtype="float32", quality="HQ")

    def convert(self, samples: npt.NDArray[np.float32], last: bool = False) -> Samples:
        """``samples`` in -1 to 1, flat and interleaved."""
        mono = self._mixed_down(samples.reshape(-1, self._channels))
        if self._stream is not None:
            mono = self._stream.resample_chunk(mono, last=last)
        pcm: Samples = np.clip(np.rint(mono * 32768.0), -32768, 32767).astype(np.int16)
        return pcm

    def _mixed_down(self, frames: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
        mean: npt.NDArray[np.float32] = frames.mean(axis=1)
        if self._channels == 1:
            return mean
        self._each += np.square(frames, dtype=np.float64).sum(axis=0)
        self._mixed += float(np.square(mean, dtype=np.float64).sum())
        loudest = int(self._each.argmax())
        if self._mixed < _CANCELLED * self._each[loudest]:
            return np.ascontiguousarray(frames[:, loudest])
        return mean


class _Unfinished(io.FileIO):
    """A WAV whose recorder did not come back to write how long it is: it goes to its end."""

    def __init__(self, path: Path, size_at: int) -> None:
        super().__init__(path)
        self._size_at = size_at

    def readinto(self, buffer: Any) -> int | None:
        """As the file has it, but for the size."""
        begin = self.tell()
        count = super().readinto(buffer)
        view = memoryview(buffer).cast("B")
        for place in range(max(begin, self._size_at), min(begin + (count or 0), self._size_at + 4)):
            view[place - begin] = 0xFF
        return count

    def read(self, size: int | None = -1, /) -> bytes:
        """Not used by libsndfile."""
        raise io.UnsupportedOperation


def _opened(path: Path) -> Path | _Unfinished:
    """The file to read: the path, or where its header has no length yet, the file with one."""
    with path.open("rb") as file:
        head = file.read(4096)
    place = head.find(b"data\0\0\0\0")
    unfinished = head[:4] == b"RIFF" and place >= 0 and path.stat().st_size > place + 8
    return _Unfinished(path, place + 4) if unfinished else path


def read_recording(path: str | Path) -> Samples:
    """Read a WAV, FLAC, OGG or other file of any rate, width and channel count as 16 kHz mono.

    Raises:
        UnreadableRecording: no such file, no sound file, no sound in it, or one beyond `RATES`,
            `MOST_CHANNELS` or `LONGEST_S`.
    """
    import soundfile  # noqa: PLC0415  (a game at the board never reads a file)

    if not Path(path).is_file():
        raise UnreadableRecording(f"There is no recording at {path}.")
    try:
        with soundfile.SoundFile(_opened(Path(path))) as sound:
            if sound.samplerate not in RATES or sound.channels > MOST_CHANNELS:
                raise UnreadableRecording(
                    f"{path} has {sound.samplerate} samples a second in {sound.channels} "
                    f"channels; {RATES.start} to {RATES.stop} in {MOST_CHANNELS} can be read."
                )
            converter, pieces, most = _Converter(sound.samplerate, sound.channels), [], _MOST
            for frames in sound.blocks(_PIECE, dtype="float32"):
                pieces.append(converter.convert(np.nan_to_num(frames).reshape(-1)))
                most -= len(pieces[-1])
                if most < 0:
                    raise UnreadableRecording(
                        f"{path} is longer than {LONGEST_S // 3600} hours: cut it into parts."
                    )
            pieces.append(converter.convert(np.empty(0, np.float32), last=True))
    except (soundfile.LibsndfileError, OSError, ValueError) as error:
        raise UnreadableRecording(f"{path} cannot be read as a sound file.") from error
    samples = np.concatenate(pieces)
    if not len(samples):
        raise UnreadableRecording(f"The recording {path} is empty.")
    return samples


# --- The microphone -----------------------------------------------------------------------------


class Microphone:
    """The sound card's input, through PortAudio.

    The stream asks for 16 kHz mono; a device that refuses is opened at its own rate and channel
    count and converted here. A device that went away raises nothing: blocks stop coming, which
    :class:`Watchdog` notices.
    """

    def __init__(
        self, device: portaudio.Named = None, now: Callable[[], int] = time.monotonic_ns
    ) -> None:
        """Open and start; ``device`` is a number or a part of a name (`ground.portaudio`).

        Raises:
            MicrophoneError: there is none, or it cannot be opened.
        """
        self._now = now
        self._queue: queue.SimpleQueue[tuple[bytes, int]] = queue.SimpleQueue()
        self._converter: _Converter | None = None
        with portaudio.LOCK:
            try:
                self._start(device)
            except MicrophoneError:
                if not portaudio.look_again():  # it may have been plugged in since
                    raise
                self._start(device)
            portaudio.used(self)

    def _start(self, device: portaudio.Named) -> None:
        sounddevice = _portaudio()
        try:
            number, extra = portaudio.find(device, "input")
            self._stream = self._open(sounddevice, number, extra)
            try:
                self._stream.start()
            except Exception:
                self._stream.close(ignore_errors=True)  # or it keeps the device from the next try
                raise
        except Fault as error:
            raise MicrophoneError(error.name, **error.facts) from error
        except (sounddevice.PortAudioError, ValueError, OSError) as error:
            reason = _reason(error)
            if reason is None:
                raise MicrophoneError("no_microphone") from error
            raise MicrophoneError("microphone_shut", reason=reason) from error

    def read(self, timeout: float) -> Block | None:
        """The next block, or None when none came within ``timeout`` seconds."""
        try:
            pcm, at = self._queue.get(timeout=timeout)
        except queue.Empty:
            return None
        if self._converter is not None:
            samples = np.frombuffer(pcm, "<i2").astype(np.float32) / 32768.0
            pcm = self._converter.convert(samples).astype("<i2").tobytes()
        return Block(pcm, at)

    def close(self) -> None:
        """Let go of the device; may be called twice."""
        portaudio.unused(self)
        self._stream.close(ignore_errors=True)

    def _open(self, sounddevice: Any, device: int | None, extra: Any) -> Any:
        try:
            return self._stream_at(sounddevice, device, RATE, 1, extra)
        except sounddevice.PortAudioError:
            native = sounddevice.query_devices(device, "input")
            rate = round(native["default_samplerate"])
            channels = min(2, native["max_input_channels"])
            stream = self._stream_at(sounddevice, device, rate, channels, extra)
            self._converter = _Converter(rate, channels)
            return stream

    def _stream_at(
        self, sounddevice: Any, device: int | None, rate: int, channels: int, extra: Any
    ) -> Any:
        return sounddevice.RawInputStream(
            samplerate=rate,
            blocksize=rate * BLOCK_MS // 1000,
            device=device,
            channels=channels,
            dtype="int16",
            latency="low",
            callback=self._heard,
            extra_settings=extra,
        )

    def _heard(self, data: Any, _frames: int, _time: object, _status: object) -> None:
        self._queue.put((bytes(data), self._now()))


def _portaudio() -> Any:
    try:
        return portaudio.load()
    except (OSError, ImportError) as error:
        raise MicrophoneError("no_portaudio") from error


def _reason(error: Exception) -> str | None:
    """PortAudio's own words, without its numbers and prefixes; None if there is no microphone."""
    text = str(error.args[0]) if error.args else type(error).__name__
    if text == "Error querying device -1":  # its number for "the default one, if any"
        return None
    return text.split(" [")[0].removeprefix("Error opening RawInputStream: ").rstrip(".")


# --- The watchdog -------------------------------------------------------------------------------


@dataclass(slots=True)
class Watchdog:
    """Notices within two seconds that a microphone died, and that it came back.

    What counts is the time in which blocks were waited for and none came. While the machine or the
    recogniser keeps this thread busy the blocks wait in a queue, and nothing is lost. A microphone
    may take longer to give its first block: one of a headset has to be switched on.

    ``looked_at`` starts as the time at which the microphone was opened. Times in nanoseconds.
    :meth:`reopen_due` paces the attempts to open a lost device anew.
    """

    SILENT: ClassVar[int] = 1_500 * MILLISECOND
    OPENING: ClassVar[int] = 6_000 * MILLISECOND
    RETRY: ClassVar[int] = 2_000 * MILLISECOND
    LOOK: ClassVar[int] = 500 * MILLISECOND
    """So much counts between two looks at most; whoever looks later was kept from reading."""

    looked_at: int
    lost: bool = False
    _waited: int = 0
    _works: bool = False  # a block came since it was opened
    _last_try: int = 0
    _patience: int = RETRY

    def heard(self) -> None:
        """A block came."""
        self._waited, self._works = 0, True

    def check(self, now: int) -> bool | None:
        """False once it is lost, True when it is back; call it at least twice a second."""
        self._waited += min(now - self.looked_at, self.LOOK)
        self.looked_at = now
        enough = self.SILENT if self._works else self.OPENING
        silent = not self._works if self.lost else self._waited >= enough
        if silent == self.lost:
            return None
        self.lost, self._works, self._last_try = silent, not silent, now
        return not silent

    def missing(self, now: int) -> None:
        """Note that it could not be opened, which was told."""
        self.lost, self._last_try = True, now

    def reopen_due(self, now: int) -> bool:
        """True once every two seconds while a lost device has to be opened again."""
        if not self.lost or now - self._last_try < self._patience:
            return False
        self._last_try = now
        return True

    def reopened(self, opens: bool) -> None:
        """Note that it was tried again; one that opens is given the time for its first block."""
        self._patience = self.OPENING if opens else self.RETRY


@dataclass(slots=True)
class Stillness:
    """Notices a microphone that gives nothing but zeros; no room is so still. It is muted or
    forbidden, or it is what the loudspeaker plays.

    A headset may cut silence out itself. So each time it must be still for twice as long.
    """

    FIRST: ClassVar[int] = 8_000 * MILLISECOND
    LONGEST: ClassVar[int] = 128_000 * MILLISECOND

    _since: int | None = None
    _patience: int = FIRST
    _told: bool = False

    def check(self, block: Block, *, own: bool = False) -> bool | None:
        """False once it is still, True when it is heard again; ``own``: Hektor sounds in it."""
        if own:
            return None
        if block.pcm.lstrip(b"\0"):
            self._since = None
            heard_again, self._told = self._told, False
            return True if heard_again else None
        if self._since is None:
            self._since = block.started_at
        if self._told or block.at - self._since < self._patience:
            return None
        self._told, self._patience = True, min(2 * self._patience, self.LONGEST)
        return False
