# SPDX-License-Identifier: GPL-3.0-or-later
"""What comes with Hektor, and under which licences: makes ``docs/licences.md``.

    python -m tools.licences

The packages are those that ``requirements/run.txt`` locks; their licences are those of their
metadata, or of ``tools/licences.toml`` where that tells none. So are those of the libraries in C
that lie inside of them.
"""

import re
import tomllib
from importlib import metadata
from pathlib import Path
from typing import Any

from tools.locked import locked

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "licences.md"
_NATIVE = re.compile(r"\.(so|dll|dylib)(\.|$)")
_OF_PYTHON = re.compile(r"\.(cpython-[\w-]+|abi3)\.so$")
"""A module of the package itself."""


def known() -> dict[str, Any]:
    """What the metadata does not tell."""
    text = Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def licence(package: str) -> str:
    """That of a locked package. Raises LookupError if nobody knows it."""
    told: str | None = known()["packages"].get(package)
    if told is None:
        fields = metadata.metadata(package).json
        told = str(fields.get("license_expression") or fields.get("license") or "")
    if not told or "\n" in told:
        raise LookupError(f"tools/licences.toml names no licence of {package}")
    return told


def libraries(package: str) -> list[str]:
    """What is said of the libraries inside of an installed package. Raises LookupError for one that
    ``licences.toml`` does not name."""
    try:
        files = metadata.files(package) or []
    except metadata.PackageNotFoundError:  # for another system
        return []
    names = [each.name for each in files if _NATIVE.search(each.name)]
    return sorted({_library(name) for name in names if not _OF_PYTHON.search(name)})


def _library(file: str) -> str:
    for beginning, told in known()["libraries"].items():
        if file.startswith(beginning):
            return str(told)
    raise LookupError(f"tools/licences.toml does not know {file}")


_PAGE = """# What comes with Hektor, and its licences

`python -m tools.licences` makes this page from the locked versions and the metadata of the
packages; most packages bring the text of their licence.

In Hektor itself:

{own}

Packages that `./run` installs, and what lies in them, on Linux unless they are for Windows:

| package | licence | needed by | libraries in C inside |
| --- | --- | --- | --- |
{packages}

`websockets`, `requests` and `urllib3` come with vosk, which can fetch models and be a server.
Hektor imports none of them.

The wheel `espeakng-loader` names no licence of its own. What lies in it is espeak-ng with its
voices, under the GPL, version 3 or later, as Hektor is. Its source:
<https://github.com/espeak-ng/espeak-ng>.

`python -m tools.advisories DATABASE` says which locked versions have known advisories. The database
is one in the format of OSV, or `safety-db`, that was fetched before; none comes with Hektor. By
`safety-db` 2021.7.17 from PyPI, with 2,948 advisories up to July 2021, there was none (2026-11-23).
"""


def page() -> str:
    """The page."""
    told = known()
    own = [f"- {each['what']} (`{each['where']}`): {each['licence']}" for each in told["own"]]
    packages = []
    for package in locked():
        inside = told["windows"].get(package) or "; ".join(libraries(package)) or "-"
        reason = told["reasons"].get(package, "Hektor")
        packages.append(f"| {package} | {licence(package)} | {reason} | {inside} |")
    return _PAGE.format(own="\n".join(own), packages="\n".join(packages))


def main() -> None:
    """Write the page."""
    PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
