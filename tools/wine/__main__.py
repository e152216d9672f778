# SPDX-License-Identifier: GPL-3.0-or-later
"""``python -m tools.wine``: the libraries of the Windows wheels do under Wine what they do here.

No Windows machine is at hand. What can be seen without one: each library of the locked versions
loads, and does with Hektor's own data what its namesake does on this system:

- espeak-ng renders a sentence in each language, compared with what it renders here;
- libvosk hears spoken moves with the bundled model, in a folder with a blank in its name;
- libsndfile reads a recording, PortAudio starts, prism names the screen readers it can talk to.

Python itself is not run: soxr is an extension of Python and cannot be tried so. Needs a network,
``wine64``, and a compiler for ``harness.c``: Debian's ``gcc-mingw-w64-x86-64``, or PyPI's
``ziglang``. Wine's own folder is made anew, which takes a minute, unless WINEPREFIX names one.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import wave
import zipfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import numpy.typing as npt
import soxr

from announce.lexicon import Lexicon
from announce.settings import LANGUAGES
from announce.speech.espeak import PITCH, RATE, VOLUME, Espeak
from announce.speech.voices import espeak_place
from voice.hearing.models import BUNDLED

ROOT = Path(__file__).parents[2]
WHEELS = ("espeakng-loader", "vosk", "sounddevice", "soundfile", "prismatoid")
SENTENCE = "Springer Gustav eins Felix drei"
SPOKEN = (SENTENCE, "Läufer schlägt Felix sieben", "Kurze Rochade")
_HEARD_AT = 16_000  # Hz
_FRAME = 441  # samples, 20 ms
_ALIKE = 0.9  # of the loudness; another sentence comes to less than a half
_SILENCE = np.zeros(_HEARD_AT // 2, np.int16)


Sound = npt.NDArray[np.float64]


class Failed(RuntimeError):
    """A library does not do what it should."""


def fetch(folder: Path) -> None:
    """Unpack the Windows wheels of the locked versions."""
    locked = (ROOT / "requirements" / "run.txt").read_text(encoding="utf-8")
    pins = {
        line.split()[0].split("==")[0]: line.split()[0]
        for line in locked.splitlines()
        if "==" in line
    }
    wanted = [pins.get(name, name) for name in WHEELS]
    subprocess.run(
        [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:",
         "--platform", "win_amd64", "--python-version", "3.11", "-d", str(folder), *wanted],
        check=True, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    for wheel in folder.glob("*.whl"):
        zipfile.ZipFile(wheel).extractall(folder)


class Wine:
    """Runs the harness in ``folder``, which is also its working directory."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._program = folder / "harness.exe"
        self._wine = shutil.which("wine64") or "/usr/lib/wine/wine64"
        source = Path(__file__).with_name("harness.c")
        mingw = shutil.which("x86_64-w64-mingw32-gcc")
        zig = [sys.executable, "-m", "ziglang", "cc", "-target", "x86_64-windows-gnu"]
        compiler = zig if mingw is None else [mingw]
        subprocess.run([*compiler, "-O1", "-o", str(self._program), str(source)], check=True)

    def run(self, *given: str) -> list[str]:
        """What it prints. Raises Failed."""
        quiet = {"WINEPREFIX": str(self._folder / "prefix"), **os.environ, "WINEDEBUG": "-all"}
        ended = subprocess.run(
            [self._wine, str(self._program), *given], cwd=self._folder, env=quiet, timeout=300,
            capture_output=True, check=False,
        )  # fmt: skip
        if ended.returncode:
            raise Failed(f"{given[0]}: {ended.stderr.decode(errors='replace').strip()}")
        return ended.stdout.decode().splitlines()


def speech(wine: Wine, folder: Path) -> Iterator[str]:
    """The same words, rendered there and here."""
    here = Espeak(*espeak_place())
    for language in LANGUAGES:
        voice = Lexicon(language).own("grammar.voice")
        here.use(voice, {RATE: 170, VOLUME: 100, PITCH: 50})
        own = np.frombuffer(here.render(SENTENCE), np.int16).astype(np.float64)
        (folder / "text.txt").write_text(SENTENCE, encoding="utf-8")
        wine.run("speak", "espeakng_loader/espeak-ng.dll", "espeakng_loader/espeak-ng-data", voice,
            "text.txt", "speech.raw")  # fmt: skip
        there = np.fromfile(folder / "speech.raw", np.int16).astype(np.float64)
        alike = _likeness(own, there)
        if abs(len(own) - len(there)) > _FRAME or alike < _ALIKE:
            raise Failed(f"espeak-ng as {voice}: {len(there)} samples, alike by {alike:.3f} only")
        same = np.array_equal(own, there)
        told = "the same" if same else f"{len(there)} there, loudness alike by {alike:.4f}"
        yield f"espeak-ng as {voice}: {len(own)} samples, {told}."


def _likeness(one: Sound, other: Sound) -> float:
    """How alike two sounds are in their loudness, piece by piece; the last digits of a floating
    point number, which differ between two systems, may move a period of the voice by a sample."""
    loud = []
    for sound in (one, other):
        whole = sound[: len(sound) // _FRAME * _FRAME].reshape(-1, _FRAME)
        loud.append(np.sqrt((whole**2).mean(axis=1)))
    least = min(map(len, loud))
    return float(np.corrcoef(loud[0][:least], loud[1][:least])[0, 1])


def hearing(wine: Wine, folder: Path) -> Iterator[str]:
    """Spoken moves, heard with the bundled model."""
    here = Espeak(*espeak_place())
    here.use("gmw/de", {RATE: 150, VOLUME: 100, PITCH: 50})
    shutil.copytree(BUNDLED, folder / "the model", dirs_exist_ok=True)
    names = []
    for number, words in enumerate(SPOKEN):
        sound = np.frombuffer(here.render(words), np.int16)
        heard = soxr.resample(sound, here.sample_rate, _HEARD_AT)
        names.append(f"{number}.raw")
        np.concatenate((_SILENCE, heard, _SILENCE)).tofile(folder / names[-1])
    told = " ".join(wine.run("hear", "vosk/libvosk.dll", "the model", *names))
    decoder, place = json.JSONDecoder(), 0
    for words in SPOKEN:
        found, place = decoder.raw_decode(told, place)
        place += 1
        if found["text"].lower() != words.lower():
            raise Failed(f"libvosk heard {found['text']!r} for {words!r}")
        yield f"libvosk: {found['text']}."


def rest(wine: Wine, folder: Path) -> Iterator[str]:
    """The libraries of sound files, devices and screen readers."""
    samples = np.arange(-5_000, 5_000, dtype=np.int16)
    with wave.open(str(folder / "sound.wav"), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(_HEARD_AT)
        file.writeframes(samples.tobytes())
    (told,) = wine.run("sound", "_soundfile_data/libsndfile_x64.dll", "sound.wav")
    if told != f"{len(samples)} {_HEARD_AT} 1 {int(samples.sum(dtype=np.int64))}":
        raise Failed(f"libsndfile read {told}")
    yield "libsndfile: reads a recording."
    library = "_sounddevice_data/portaudio-binaries/libportaudio64bit.dll"
    yield f"PortAudio: {' '.join(wine.run('devices', library))}."
    yield f"prism: {', '.join(wine.run('readers', 'prism/_native/prism.dll'))}."


def main() -> int:
    """Try all; 0 if every library works."""
    with tempfile.TemporaryDirectory(prefix="hektor-wine-") as name:
        folder = Path(name)
        try:
            fetch(folder)
            wine = Wine(folder)
            for part in (speech, hearing, rest):
                for line in part(wine, folder):
                    print(line, flush=True)
        except (Failed, subprocess.SubprocessError, OSError) as error:
            print(error, file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
