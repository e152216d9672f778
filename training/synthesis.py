# SPDX-License-Identifier: GPL-3.0-or-later
"""Speech and the times of its phonemes from espeak-ng, through its C library.

The library and its data come with the wheel `espeakng-loader`, so nothing has to be installed by
root; a system's own libespeak-ng serves where the wheel is missing. espeak-ng crashes about once
in 10,000 utterances: `Synthesiser` therefore keeps it in a process of its own and starts a new
one when it dies. Structures and constants: espeak-ng's `speak_lib.h`.
"""

import ctypes
import ctypes.util
import json
import random
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Final, Self

import numpy as np
import soxr
from numpy.typing import NDArray

from voice.acoustic.features import SAMPLE_RATE
from voice.acoustic.phones import WORD

ESPEAK_RATE: Final = 22_050
_SYNCHRONOUS, _PHONEME_EVENTS, _UTF8, _BY_CHARACTER, _IPA = 2, 1, 1, 1, 2
_WORD_EVENT, _PHONEME_EVENT = 1, 7
_PARAMETERS: Final = {"rate": 1, "pitch": 3, "pitch_range": 4, "word_gap": 7}
_ATTEMPTS: Final = 3
_LANGUAGE_SWITCH: Final = re.compile(r"\([a-z-]+\)")


@dataclass(frozen=True, slots=True)
class Prosody:
    """Rate in words a minute (80 to 450), pitch and its range (0 to 99), word gap in 10 ms."""

    rate: int = 160
    pitch: int = 50
    pitch_range: int = 50
    word_gap: int = 0


@dataclass(frozen=True, slots=True)
class Synthesised:
    """`audio` at 22,050 Hz and `events`: (sample, phoneme name, or WORD at a word's start)."""

    audio: NDArray[np.int16]
    events: tuple[tuple[int, str], ...]


class _Event(ctypes.Structure):
    _fields_ = [
        ("type", ctypes.c_int),
        ("unique_identifier", ctypes.c_uint),
        ("text_position", ctypes.c_int),
        ("length", ctypes.c_int),
        ("audio_position", ctypes.c_int),
        ("sample", ctypes.c_int),
        ("user_data", ctypes.c_void_p),
        ("id", ctypes.c_char * 8),  # a union: of a phoneme its name
    ]


def _library() -> tuple[ctypes.CDLL, bytes | None]:
    """The library and the path of its data (None: where the system keeps it)."""
    try:
        import espeakng_loader  # noqa: PLC0415  may be missing
    except ImportError:
        name = ctypes.util.find_library("espeak-ng")
        if name is None:
            raise OSError("espeak-ng is missing: pip install espeakng-loader") from None
        return ctypes.CDLL(name), None
    data = str(espeakng_loader.get_data_path())
    return ctypes.CDLL(str(espeakng_loader.get_library_path())), data.encode()


def data_folder() -> Path:
    """Where the wheel keeps espeak-ng's voices and languages. OSError without it."""
    _, data = _library()
    if data is None:
        raise OSError("espeak-ng's data is not in its wheel: pip install espeakng-loader")
    return Path(data.decode())


class EspeakLibrary:
    """espeak-ng in this very process. At most one per process; it may crash it."""

    def __init__(self, folder: Path | None = None) -> None:
        """`folder` has the library's data, if not its own is to serve."""
        self._audio: list[NDArray[np.int16]] = []
        self._events: list[tuple[int, str]] = []
        self._espeak, data = _library()
        if folder is not None:
            data = str(folder).encode()
        rate = self._espeak.espeak_Initialize(_SYNCHRONOUS, 200, data, _PHONEME_EVENTS)
        if rate != ESPEAK_RATE:
            raise OSError(f"espeak-ng did not start (it answered {rate})")
        kind = ctypes.CFUNCTYPE(
            ctypes.c_int, ctypes.POINTER(ctypes.c_short), ctypes.c_int, ctypes.POINTER(_Event)
        )
        self._callback = kind(self._receive)  # kept: the library holds only a bare pointer
        self._espeak.espeak_SetSynthCallback(self._callback)

    def _receive(self, samples: Any, count: int, events: Any) -> int:
        if count > 0 and samples:
            self._audio.append(np.ctypeslib.as_array(samples, shape=(count,)).copy())
        i = 0
        while events[i].type != 0:
            if events[i].type == _PHONEME_EVENT:
                name = bytes(events[i].id).split(b"\0")[0].decode("utf-8", "replace")
                self._events.append((events[i].sample, name))
            elif events[i].type == _WORD_EVENT:
                self._events.append((events[i].sample, WORD))
            i += 1
        return 0

    def speak(self, text: str, voice: str = "de", prosody: Prosody = Prosody()) -> Synthesised:
        """`text` said by `voice` ("de+f2": German, variant f2). ValueError: no such voice."""
        self._audio.clear()
        self._events.clear()
        if self._espeak.espeak_SetVoiceByName(voice.encode()) != 0:
            raise ValueError(f"espeak-ng has no voice {voice!r}")
        for name, value in asdict(prosody).items():
            self._espeak.espeak_SetParameter(_PARAMETERS[name], int(value), 0)
        said = text.encode()
        self._espeak.espeak_Synth(
            said, ctypes.c_size_t(len(said) + 1), 0, _BY_CHARACTER, 0, _UTF8, None, None
        )
        self._espeak.espeak_Synchronize()
        audio = np.concatenate(self._audio) if self._audio else np.zeros(0, np.int16)
        return Synthesised(audio, tuple(self._events))

    def ipa(self, text: str, voice: str = "de") -> str:
        """How `voice` would say a text, in signs of the IPA. ValueError: no such voice."""
        if self._espeak.espeak_SetVoiceByName(voice.encode()) != 0:
            raise ValueError(f"espeak-ng has no voice {voice!r}")
        tell, found = self._espeak.espeak_TextToPhonemes, []
        tell.restype = ctypes.c_char_p
        left = ctypes.c_char_p(text.encode())
        while left.value is not None:
            found.append((tell(ctypes.byref(left), _UTF8, _IPA) or b"").decode("utf-8", "replace"))
        return _LANGUAGE_SWITCH.sub("", " ".join(found)).strip()


class Synthesiser:
    """espeak-ng in a process of its own, started anew when it dies. A context manager."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the process, if there is one."""
        if self._process is not None:
            self._process.kill()
            for pipe in (self._process.stdin, self._process.stdout):
                with suppress(BrokenPipeError):  # what it was asked last was never read
                    if pipe is not None:
                        pipe.close()
            self._process.wait()
            self._process = None

    def speak(self, text: str, voice: str = "de", prosody: Prosody = Prosody()) -> Synthesised:
        """As `EspeakLibrary.speak`. Raises RuntimeError if espeak-ng dies each time."""
        request = json.dumps({"text": text, "voice": voice, "prosody": asdict(prosody)})
        for _ in range(_ATTEMPTS):
            try:
                return self._ask(request)
            except (BrokenPipeError, EOFError):
                self.close()
        raise RuntimeError(f"espeak-ng died {_ATTEMPTS} times saying {text!r} as {voice}")

    def _ask(self, request: str) -> Synthesised:
        if self._process is None:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "training.synthesis"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
            )
        requests, answers = self._process.stdin, self._process.stdout
        assert requests is not None and answers is not None
        requests.write(request.encode() + b"\n")
        requests.flush()
        header = answers.readline()
        if not header:
            raise EOFError
        answer = json.loads(header)
        if "error" in answer:
            raise ValueError(answer["error"])
        raw = answers.read(2 * answer["samples"])
        if len(raw) < 2 * answer["samples"]:
            raise EOFError
        events = tuple((int(at), str(name)) for at, name in answer["events"])
        return Synthesised(np.frombuffer(raw, "<i2").astype(np.int16), events)


def synthesise(
    synthesiser: Synthesiser, text: str, voice: str = "de", rate: int = 160, pitch: int = 50
) -> NDArray[np.int16]:
    """`text` as 16 kHz samples; rate in words a minute, pitch from 0 to 99."""
    speech = synthesiser.speak(text, voice, Prosody(rate, pitch))
    return resampled(speech.audio, ESPEAK_RATE, SAMPLE_RATE)


def resampled(audio: NDArray[np.int16], old: float, new: float) -> NDArray[np.int16]:
    """`audio` of `old` Hz at `new` Hz, clipped to 16 bits."""
    if len(audio) == 0:
        return audio
    wave = soxr.resample(audio.astype(np.float32), old, new)
    clipped: NDArray[np.int16] = np.clip(np.round(wave), -32768, 32767).astype(np.int16)
    return clipped


def _serve(requests: IO[bytes], answers: IO[bytes]) -> None:
    """Answer JSON lines with a JSON header line and the raw samples, until the input ends."""
    espeak = EspeakLibrary()
    for line in requests:
        asked = json.loads(line)
        try:
            speech = espeak.speak(asked["text"], asked["voice"], Prosody(**asked["prosody"]))
        except ValueError as error:
            answers.write(json.dumps({"error": str(error)}).encode() + b"\n")
        else:
            header = {"samples": len(speech.audio), "events": speech.events}
            answers.write(json.dumps(header).encode() + b"\n")
            answers.write(speech.audio.astype("<i2").tobytes())
        answers.flush()


# --- Voices that nobody has heard -----------------------------------------------------------------
#
# Crossings of espeak-ng's own voice variants, for training: a network that hears sixty voices only,
# however warped, takes their ways for the ways of speech. A random voice has each property (a
# formant, the pitch, the breath, ...) from one of two variants that are for training, with every
# number moved a little. Format of the files: espeak-ng's `docs/voices.md`.

_DRAWN: Final = "drawn"
_NUMBER: Final = re.compile(r"-?\d+(\.\d+)?")
_MOVED: Final = 0.08  # standard deviation of the logarithm
_KEPT: Final = ("klatt", "echo", "stressLength", "gender")  # their numbers are no measures
_NEVER: Final = ("name", "language")

_Properties = dict[str, str]


class RandomVoices:
    """A copy of espeak-ng's data in `folder` with one more variant, drawn anew at will."""

    def __init__(self, data: Path, folder: Path, parents: Sequence[str]) -> None:
        """`parents` are variants of `data`, the library's data. The copy is of links."""
        variants = folder / "voices" / "!v"
        variants.mkdir(parents=True)
        for here, there in ((data, folder), (data / "voices" / "!v", variants)):
            for entry in here.iterdir():
                if entry.name != "voices":
                    (there / entry.name).symlink_to(entry)
        self.folder = folder
        self._file = variants / _DRAWN
        self._parents = [properties(variants / name) for name in parents if name]

    def draw(self, choose: random.Random) -> str:
        """The name of a new variant; the one drawn before is gone."""
        mother, father = choose.sample(self._parents, 2)
        lines = [
            f"{name} {moved(name, values, choose)}"
            for name, values in _crossed(mother, father, choose)
        ]
        self._file.write_text("\n".join(["language variant", f"name {_DRAWN}", *lines, ""]))
        return _DRAWN


def properties(file: Path) -> _Properties:
    """The lines of a variant by what they are about: "formant 3", "pitch"."""
    found: _Properties = {}
    for line in file.read_text("utf-8", "replace").splitlines():
        words = line.split("//")[0].split("#")[0].split()
        count = 2 if words[:1] == ["formant"] else 1
        if len(words) > count and words[0] not in _NEVER:
            found[" ".join(words[:count])] = " ".join(words[count:])
    return found


def _crossed(
    mother: _Properties, father: _Properties, choose: random.Random
) -> Iterator[tuple[str, str]]:
    """Each property that either has, from one of them; so some are missing, as they are there."""
    for name in sorted({*mother, *father}):
        values = choose.choice((mother, father)).get(name)
        if values is not None:
            yield name, values


def moved(name: str, values: str, choose: random.Random) -> str:
    """`values` with each number a little larger or smaller, if `name` is of something measured."""
    if name in _KEPT:
        return values
    return _NUMBER.sub(
        lambda number: str(round(float(number[0]) * choose.lognormvariate(0, _MOVED))), values
    )


if __name__ == "__main__":
    _serve(sys.stdin.buffer, sys.stdout.buffer)
