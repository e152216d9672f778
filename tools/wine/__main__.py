# SPDX-License-Identifier: GPL-3.0-or-later
"""``python -m tools.wine``: the libraries of the Windows wheels do under Wine what they do here.

No Windows machine is at hand. What can be seen without one: each library of the locked versions
loads, and does with Hektor's own data what its namesake does on this system:

- espeak-ng renders a sentence in each language, to the sample what it renders here;
- libvosk hears spoken moves with the bundled model, in a folder with a blank in its name;
- libsndfile reads a recording, PortAudio starts, prism names the screen readers it can talk to.

Python itself is not run: soxr is an extension of Python and cannot be tried so. Needs a network,
``wine64``, and a compiler for ``harness.c``: Debian's ``gcc-mingw-w64-x86-64``, or PyPI's
``ziglang``. Wine's own folder is made anew, which takes a minute, unless WINEPREFIX names one.
"""

import json
import multiprocessing
import os
import shutil
import subprocess
import sys
import tempfile
import wave
import zipfile
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numpy as np
import soxr

from announce.lexicon import Lexicon
from announce.text.settings import LANGUAGES
from game.speech.voices import SAMPLE_RATE
from tools.wine import begin, compiled, end
from tools.wine.here import rendered
from voice.hearing.models import BUNDLED

ROOT = Path(__file__).parents[2]
WHEELS = ("espeakng-loader", "vosk", "sounddevice", "soundfile", "prismatoid")
SENTENCE = "Springer Gustav eins Felix drei"
SPOKEN = (SENTENCE, "Läufer schlägt Felix sieben", "Kurze Rochade")
_HEARD_AT = 16_000  # Hz
_SILENCE = np.zeros(_HEARD_AT // 2, np.int16)


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
        self._wine = shutil.which("wine64") or "/usr/lib/wine/wine64"
        self._program = compiled(Path(__file__).with_name("harness.c"), folder)
        self.environment = {
            "WINEPREFIX": str(folder / "prefix"), **os.environ, "WINEDEBUG": "-all",
        }  # fmt: skip
        begin(self.environment)

    def run(self, *given: str) -> list[str]:
        """What it prints. Raises Failed."""
        ended = subprocess.run(
            [self._wine, str(self._program), *given], cwd=self._folder, env=self.environment,
            timeout=300, capture_output=True, check=False,
        )  # fmt: skip
        if ended.returncode:
            raise Failed(f"{given[0]}: {ended.stderr.decode(errors='replace').strip()}")
        return ended.stdout.decode().splitlines()


def speech(wine: Wine, folder: Path) -> Iterator[str]:
    """The same words, rendered there and here."""
    # A process for each, as there: what espeak-ng has said before moves what it says by a period
    # of the voice here and there, by hundreds of samples in all.
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, spawn, max_tasks_per_child=1) as processes:
        for language in LANGUAGES:
            voice = Lexicon(language).own("grammar.voice")
            own = processes.submit(rendered, SENTENCE, voice, 170).result()
            (folder / "text.txt").write_text(SENTENCE, encoding="utf-8")
            wine.run("speak", "espeakng_loader/espeak-ng.dll", "espeakng_loader/espeak-ng-data",
                voice, "text.txt", "speech.raw")  # fmt: skip
            there = np.fromfile(folder / "speech.raw", np.int16)
            if not np.array_equal(own, there):
                raise Failed(f"espeak-ng as {voice}: {len(there)} samples, {len(own)} here")
            yield f"espeak-ng as {voice}: {len(own)} samples, the same."


def hearing(wine: Wine, folder: Path) -> Iterator[str]:
    """Spoken moves, heard with the bundled model."""
    shutil.copytree(BUNDLED, folder / "the model", dirs_exist_ok=True)
    names = []
    for number, words in enumerate(SPOKEN):
        sound = rendered(words, "gmw/de", 150)
        heard = soxr.resample(sound, SAMPLE_RATE, _HEARD_AT)
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
            try:
                for part in (speech, hearing, rest):
                    for line in part(wine, folder):
                        print(line, flush=True)
            finally:
                end(wine.environment)
        except (Failed, subprocess.SubprocessError, OSError) as error:
            print(error, file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
