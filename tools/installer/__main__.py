# SPDX-License-Identifier: GPL-3.0-or-later
"""``python -m tools.installer PYTHON.zip --sha256 …``: a ZIP and an installer for Windows.

PYTHON.zip is python.org's "Windows embeddable package (64-bit)" of 3.11, and the SHA-256 the one
that python.org tells. Into a folder with it go the locked libraries for Windows, each checked by
its hash, Hektor's own wheel, and ``hektor.cmd``. The folder is packed as a ZIP, and by NSIS
(``makensis``) as an installer for one user: no administrator, one page, ``/S`` for silence.

It runs on Linux too, up to here; the result was not tried on Windows.
"""

import argparse
import hashlib
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

from game.app.cli import version

ROOT = Path(__file__).parents[2]
PYTHON = "3.11"
_START = '@"%~dp0python\\python.exe" -m game.app.entry %*\r\n@if "%~1"=="" pause\r\n'


def fetch(folder: Path) -> None:
    """The locked libraries for Windows, and Hektor's wheel. Raises CalledProcessError."""
    pip = [sys.executable, "-m", "pip", "--quiet"]
    subprocess.run(
        [*pip, "download", "--require-hashes", "--no-deps", "--platform", "win_amd64",
         "--python-version", PYTHON, "-d", str(folder), "-r", str(_for_windows(folder))],
        check=True,
    )  # fmt: skip
    for source in folder.glob("*.tar.gz"):  # pure Python without a wheel: chess, srt
        subprocess.run([*pip, "wheel", "--no-deps", "-w", str(folder), str(source)], check=True)
    subprocess.run([*pip, "wheel", "--no-deps", "-w", str(folder), str(ROOT)], check=True)


def _for_windows(folder: Path) -> Path:
    """The locked versions that hold there: pip reads the markers of the system it runs on."""
    kept, keeps = [], True
    text = (ROOT / "requirements" / "run.txt").read_text(encoding="utf-8")
    for line in text.splitlines():
        pin, marker, _ = line.partition(" ;")
        if not line.startswith(" "):
            keeps = ">= '3.12'" not in line
        if keeps:
            kept.append(f"{pin} \\" if marker else line)
    made = folder / "windows.txt"
    made.write_text("\n".join(kept) + "\n", encoding="utf-8")
    return made


def fill(folder: Path, python: Path, wheels: Path) -> None:
    """Put Python, the libraries and the start into ``folder``."""
    home = folder / "python"
    zipfile.ZipFile(python).extractall(home)
    packages = home / "Lib" / "site-packages"
    for wheel in sorted(wheels.glob("*.whl")):
        zipfile.ZipFile(wheel).extractall(packages)
    for data in packages.glob("*.data/data"):  # what pip would put beside the libraries
        shutil.copytree(data, home, dirs_exist_ok=True)
        shutil.rmtree(data.parent)
    for paths in home.glob("python3*._pth"):
        lines = paths.read_text(encoding="utf-8").replace("#import site", "import site")
        paths.write_text(f"{lines}\nLib\\site-packages\n", encoding="utf-8")
    (folder / "hektor.cmd").write_text(_START, encoding="ascii", newline="")


def main() -> int:
    """Make both; 0 if that went well."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("python", type=Path)
    parser.add_argument("--sha256", required=True)
    parser.add_argument("--out", type=Path, default=Path("dist"))
    given = parser.parse_args()
    if hashlib.sha256(given.python.read_bytes()).hexdigest() != given.sha256.lower():
        print("This is another file than the SHA-256 names.", file=sys.stderr)
        return 1
    given.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="hektor-installer-") as name:
        folder, wheels = Path(name) / "Hektor", Path(name) / "wheels"
        wheels.mkdir()
        fetch(wheels)
        fill(folder, given.python, wheels)
        made = given.out.resolve() / f"hektor-{version()}-windows"
        shutil.make_archive(str(made), "zip", name, "Hektor")
        subprocess.run(
            ["makensis", "-V2", f"-DVERSION={version()}", f"-DFOLDER={folder}",
             f"-DOUT={made}.exe", str(Path(__file__).with_name("hektor.nsi"))],
            check=True,
        )  # fmt: skip
    print(f"{made}.zip and {made}.exe")
    return 0


if __name__ == "__main__":
    sys.exit(main())
