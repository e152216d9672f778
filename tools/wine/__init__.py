# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether the libraries that Hektor needs on Windows work: tried under Wine."""

import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path


def compiled(source: Path, folder: Path, *options: str, name: str = "") -> Path:
    """The program, or the library of this ``name``, for Windows that ``source`` becomes."""
    made = folder / (name or f"{source.stem}.exe")
    mingw = shutil.which("x86_64-w64-mingw32-gcc")
    zig = (sys.executable, "-m", "ziglang", "cc", "-target", "x86_64-windows-gnu")
    compiler = zig if mingw is None else (mingw,)
    subprocess.run([*compiler, "-O1", "-o", str(made), str(source), *options], check=True)
    return made


def begin(environment: Mapping[str, str]) -> None:
    """Make Wine's folder, and start its own processes, which stay until :func:`end`. Begun by
    another program they would hold its pipes open."""
    Path(environment["WINEPREFIX"]).mkdir(exist_ok=True)
    _server(environment, "-p")
    wine = shutil.which("wine64") or "/usr/lib/wine/wine64"
    subprocess.run(
        [wine, "wineboot", "--init"], env=environment, check=True,
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip


def end(environment: Mapping[str, str]) -> None:
    """End Wine's own processes, which otherwise write into its folder while that is removed."""
    _server(environment, "-k")
    _server(environment, "-w")


def _server(environment: Mapping[str, str], wanted: str) -> None:
    server = shutil.which("wineserver") or "/usr/lib/wine/wineserver"
    subprocess.run([server, wanted], env=environment, check=False)
