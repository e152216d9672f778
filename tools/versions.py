# SPDX-License-Identifier: GPL-3.0-or-later
"""The versions of what Hektor needs: those that `./run` and `./test` install, and the bounds.

``python -m tools.versions`` writes ``requirements/*.txt``: for each package the newest version
within the bounds of ``pyproject.toml``, with the SHA-256 of its files for every system and Python.

``python -m tools.versions try [lowest|locked|highest] …`` installs those versions into a fresh
environment for each, asks ``pip check``, and runs the tests of what depends on them most. With
``--python`` another Python than this one is used.

Both need a network and the program ``uv``.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "requirements"
LOWEST, LOCKED, HIGHEST = "lowest", "locked", "highest"

TESTS = (
    "game/test_voices", "game/test_speech_player", "voice/test_recogniser",
    "voice/test_audio", "voice/test_models", "rules/test_moves", "rules/test_score",
    "rules/test_winnable", "record/test_codec", "record/test_journal", "record/test_envelope_words",
    "game/test_settings", "game/test_script_sound", "game/test_cli", "record/test_verify",
)  # fmt: skip
"""Where each library does its work: chess, vosk, espeak-ng, sound, rates, ciphers, records."""

_LOCKS = {
    "build": ("requirements/build.in",),
    "run": ("pyproject.toml", "-c", "requirements/build.txt"),
    "hall": ("pyproject.toml", "--extra", "hall", "-c", "requirements/run.txt"),
    "dev": ("pyproject.toml", "--extra", "dev", "--extra", "hall", "-c", "requirements/hall.txt"),
}


class Failed(RuntimeError):
    """A step of the work; the message says which."""


def uv() -> str:
    """The program. Raises Failed without it."""
    found = shutil.which("uv")
    if found is None:
        raise Failed("uv is missing: pipx install uv")
    return found


def run(*command: str | Path) -> None:
    """Run a step in the root of the project. Raises Failed if it fails."""
    ended = subprocess.run([*map(str, command)], cwd=ROOT, check=False)
    if ended.returncode:
        raise Failed(f"{' '.join(map(str, command[:4]))} … ended with {ended.returncode}")


def lock() -> None:
    """Write the locked versions."""
    for name, sources in _LOCKS.items():
        run(
            uv(), "pip", "compile", *sources, "--universal", "--python-version", "3.11",
            "--generate-hashes", "--no-header", "--no-annotate", "--upgrade", "--quiet",
            "--output-file", f"requirements/{name}.txt",
        )  # fmt: skip


def attempt(which: str, python: str, tests: Sequence[str]) -> None:
    """Install the ``which`` versions into a fresh environment, and test. Raises Failed."""
    with tempfile.TemporaryDirectory(prefix="hektor-versions-") as folder:
        environment = Path(folder) / "environment"
        run(uv(), "venv", "--quiet", "--python", python, environment)
        into = environment / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
        install = (uv(), "pip", "install", "--quiet", "--python", into)
        if which == LOCKED:
            run(*install, "--require-hashes", "-r", "requirements/dev.txt")
        else:
            kind = "lowest-direct" if which == LOWEST else "highest"
            wanted = Path(folder) / "wanted.txt"
            run(
                uv(), "pip", "compile", "pyproject.toml", "--python", into, "--resolution", kind,
                "--quiet", "--output-file", wanted,
            )  # fmt: skip
            run(*install, "-r", wanted, "pytest", "hypothesis", "websockets", "kaldi-native-fbank")
        run(*install, "--no-deps", ".")  # the wheel, as a user gets it
        run(uv(), "pip", "check", "--python", into)
        run(into, "-m", "pytest", "-x", "-p", "no:cacheprovider", *tests)


def main() -> int:
    """Do what the command line asks for; 0 if all of it went well."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("job", choices=("lock", "try"), nargs="?", default="lock")
    parser.add_argument("which", nargs="*", default=[LOWEST, LOCKED, HIGHEST])
    parser.add_argument("--python", default=sys.executable)
    given = parser.parse_args()
    try:
        if given.job == "lock":
            lock()
            return 0
        for which in given.which:
            print(f"Trying the {which} versions.", flush=True)
            attempt(which, given.python, [f"tests/{name}.py" for name in TESTS])
    except Failed as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
