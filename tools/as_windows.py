# SPDX-License-Identifier: GPL-3.0-or-later
"""A pytest plugin that takes from Python what Windows lacks: ``pytest -p tools.as_windows``.

- no ``termios``, ``tty``, ``pty``, ``fcntl``, ``resource``, ``pwd``, ``grp``: tests that open a
  terminal of that kind leave themselves out;
- a folder cannot be opened, and so not be written to the disk;
- a file that is open is neither replaced nor renamed.

What Windows has beyond that nobody can show here. The same holds for programs that tests start,
whose pipes are read in UTF-8 as ever.
"""

import os
import shutil
import stat
import sys
import tempfile
from pathlib import Path
from typing import Any

LACKING = ("termios", "tty", "pty", "fcntl", "resource", "pwd", "grp")
_OPEN, _REPLACE, _RENAME = os.open, os.replace, os.rename


def _open(path: Any, flags: int, *rest: Any, **named: Any) -> int:
    file = _OPEN(path, flags, *rest, **named)
    if stat.S_ISDIR(os.fstat(file).st_mode) and not named:  # not those of shutil.rmtree
        os.close(file)
        raise PermissionError(13, "Permission denied", str(path))
    return file


def _is_open(path: Any) -> bool:
    place = os.path.realpath(path)
    for file in Path("/proc/self/fd").iterdir():
        try:
            if str(file.readlink()) == place:
                return True
        except OSError:
            continue
    return False


def _moving(move: Any) -> Any:
    def moved(source: Any, target: Any, **named: Any) -> None:
        if _is_open(source) or _is_open(target):
            raise PermissionError(32, "The file is used by another process", str(target))
        move(source, target, **named)

    return moved


def take_away() -> None:
    """Take away from this process, from now on."""
    for name in LACKING:
        sys.modules[name] = None  # type: ignore[assignment]
    os.open, os.replace, os.rename = _open, _moving(_REPLACE), _moving(_RENAME)


def pytest_configure(config: Any) -> None:
    """Here, and in every Python that a test starts."""
    folder = Path(tempfile.mkdtemp(prefix="hektor-as-windows-"))
    config.add_cleanup(lambda: shutil.rmtree(folder))
    root = Path(__file__).parent.parent
    (folder / "sitecustomize.py").write_text(
        f"import sys\nsys.path.append({str(root)!r})\n"
        "from tools.as_windows import take_away\ntake_away()\n",
        encoding="utf-8",
    )
    paths = [str(folder), *filter(None, [os.environ.get("PYTHONPATH")])]
    os.environ["PYTHONPATH"] = os.pathsep.join(paths)
    take_away()
