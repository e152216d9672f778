# SPDX-License-Identifier: GPL-3.0-or-later
"""``python -m tools.bare_debian SYSTEM.tar``: what a user has of Hektor who installs it by pipx.

SYSTEM.tar is a Debian with nothing but Python and pipx, from Debian's ``mmdebstrap``:

    mmdebstrap --variant=minbase --include=python3,pipx bookworm SYSTEM.tar

A wheel is made of this folder, installed there by pipx, and then Hektor tells its version, plays
the demo, learns a voice from files of sound, and shows its own pages. Needs root (for ``chroot``)
and a network; nothing of Hektor's folder can be reached from inside.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import wave
from pathlib import Path

from game.speech.espeak import PITCH, RATE, VOLUME, Espeak
from game.speech.voices import espeak_place

ROOT = Path(__file__).parent.parent
CERTIFICATES = Path("/etc/ssl/certs/ca-certificates.crt")  # a minimal Debian has none
FILES = ("Anna", "Bella", "Cesar", "David", "Eva", "Felix", "Gustav", "Hektor")
RANKS = ("eins", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht")
COMMANDS = (
    ("hektor", "--version"),
    ("hektor", "demo"),
    ("hektor", "learn", "Vera", "--from", "/root/recordings", "--language", "de"),
    ("hektor", "learn", "--list"),
    ("hektor", "docs", "player"),
    ("hektor", "docs", "player", "--language", "cs"),
    ("hektor", "check", "--report"),
)
_ENVIRONMENT = {
    "PATH": "/root/.local/bin:/usr/bin:/bin",
    "HOME": "/root",
    "LANG": "C.UTF-8",
    "PIP_CERT": str(CERTIFICATES),
}
_SHOWN = 12  # lines of each program


def wheel(folder: Path) -> Path:
    """Hektor's wheel, made of this folder. Raises CalledProcessError."""
    subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", str(folder), ROOT],
        check=True,
    )
    return next(folder.glob("hektor_chess-*.whl"))


def record(folder: Path) -> None:
    """Recordings of a voice, named after what it says."""
    folder.mkdir(parents=True)
    espeak = Espeak(*espeak_place())
    espeak.use("gmw/de+f3", {RATE: 150, VOLUME: 100, PITCH: 60})
    for number in range(24):
        words = f"Springer {FILES[number % 8]} {RANKS[(number * 3 + number // 8) % 8]}"
        with wave.open(str(folder / f"{words.lower().replace(' ', '-')}.wav"), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(espeak.sample_rate)
            file.writeframes(bytes(espeak.sample_rate) + espeak.render(words))


def run(system: Path, *command: str) -> None:
    """Run a program inside, and show what it printed. Raises RuntimeError if it fails."""
    print(f"$ {' '.join(command)}", flush=True)
    ended = subprocess.run(
        ["/usr/sbin/chroot", str(system), *command], env=_ENVIRONMENT, check=False, text=True,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    lines = [line for line in ended.stdout.splitlines() if re.search(r"\w", line)]
    print("\n".join(lines[:_SHOWN]))
    if len(lines) > _SHOWN:
        print(f"… and {len(lines) - _SHOWN} more lines; the last: {lines[-1]}")
    if ended.returncode:
        raise RuntimeError(f"{command[0]} ended with {ended.returncode}")


def main() -> int:
    """Try it all; 0 if everything worked."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("system", type=Path)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="hektor-debian-") as name:
        system = Path(name) / "system"
        system.mkdir()
        subprocess.run(["tar", "-C", system, "-xf", given.system, "--exclude=./dev/*"], check=True)
        for file in (Path("/etc/resolv.conf"), CERTIFICATES):
            inside = system / file.relative_to("/")
            inside.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, inside)
        for device in ("null", "zero", "urandom"):
            minor = {"null": 3, "zero": 5, "urandom": 9}[device]
            os.mknod(system / "dev" / device, 0o020666, os.makedev(1, minor))
        installed = wheel(system / "root")
        record(system / "root" / "recordings")
        try:
            run(system, "pipx", "install", f"/root/{installed.name}")
            run(system, "/root/.local/pipx/venvs/hektor-chess/bin/python", "-m", "pip", "check")
            for command in COMMANDS:
                run(system, *command)
        except RuntimeError as error:
            print(error, file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
