# SPDX-License-Identifier: GPL-3.0-or-later
"""The program ``hektor`` as it is installed: it starts only if its packages are its own.

They have short names, as ``rules``, ``clock`` and ``game``, and so have packages of others, whose
files pip mixes with these without a word. pipx and uv give every program an environment of its
own, where this cannot happen. Nothing of Hektor's is imported before.
"""

import re
import sys
from pathlib import Path

_SITE = Path(__file__).parents[2]
_PACKAGES = (
    *("ground", "rules", "clock", "voice", "table", "study", "announce", "record", "opponents"),
    *("game", "lab"),
)
_OURS = "# SPDX-License-Identifier: GPL-3.0-or-later"
_DISTRIBUTION = re.compile(r"(.+?)-[^-]*\.dist-info")


def mixed(site: Path = _SITE) -> list[str]:
    """Packages of others of these names, installed in the same folder, before or after Hektor, or
    removed from it again with files of Hektor's."""
    found = {name for name in _PACKAGES if not _is_ours(site / name / "__init__.py")}
    if any(site.glob("hektor_chess-*.dist-info")):
        names = (_DISTRIBUTION.fullmatch(path.name) for path in site.glob("*.dist-info"))
        found |= {name[1].lower() for name in names if name} & set(_PACKAGES)
    return sorted(found)


def _is_ours(file: Path) -> bool:
    return file.is_file() and file.read_bytes().startswith(_OURS.encode())


def main() -> int:
    """Run the command line, unless others' files are among those of Hektor."""
    others = mixed()
    if others:
        print(
            f"Another package named {' or '.join(others)} was installed over files of Hektor. "
            "Install Hektor on its own: pipx install hektor-chess, or: uv tool install "
            "hektor-chess.",
            file=sys.stderr,
        )
        return 2
    try:
        from game.app.cli import main as run  # noqa: PLC0415 - not before

        return run()
    except KeyboardInterrupt:  # while it was loading
        return 130


if __name__ == "__main__":
    sys.exit(main())
