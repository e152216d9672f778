# SPDX-License-Identifier: GPL-3.0-or-later
"""Which locked versions have known advisories, by a database that lies on this computer.

    python -m tools.advisories DATABASE [--locked run|dev|build]

None is bundled, for it would be out of date: fetch one where there is a network. DATABASE is in the
format of OSV (https://ossf.github.io/osv-schema/): a file, a folder of such files, or a ZIP of
them, such as https://osv-vulnerabilities.storage.googleapis.com/PyPI/all.zip. Or it is
``insecure_full.json`` of ``safety-db``, which ``pip download --no-deps safety-db`` gets from any
mirror of PyPI: it ends in 2021 and is for no commercial use. The exit status is 1 where something
was found. Nothing is asked of the network.
"""

import argparse
import json
import sys
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from packaging.specifiers import InvalidSpecifier, SpecifierSet
from packaging.version import InvalidVersion, Version

from tools.locked import locked, plain

Advisory = Mapping[str, Any]

_SAFETY = "$meta"
"""What a file of ``safety-db`` has besides the names of packages."""

_SUMMARY = 200


def advisories(database: Path) -> Iterator[Advisory]:
    """All that are in a file, a folder or a ZIP. Raises OSError or ValueError for anything else."""
    if database.is_dir():
        for file in sorted(database.rglob("*.json")):
            yield from advisories(file)
    elif zipfile.is_zipfile(database):
        with zipfile.ZipFile(database) as packed:
            for name in sorted(packed.namelist()):
                if name.endswith(".json"):
                    yield json.loads(packed.read(name))
    else:
        read = json.loads(database.read_text(encoding="utf-8"))
        if isinstance(read, dict) and _SAFETY in read:
            yield from _of_safety(read)
        else:
            yield from read if isinstance(read, list) else [read]


def _of_safety(read: Mapping[str, Any]) -> Iterator[Advisory]:
    """Those of ``safety-db``, as if they were of OSV but for their ``specs``."""
    for name, several in read.items():
        for one in several if name != _SAFETY else ():
            package = {"ecosystem": "PyPI", "name": name}
            yield {
                "id": one.get("cve") or one.get("id"),
                "summary": " ".join(one.get("advisory", "").split())[:_SUMMARY],
                "affected": [{"package": package, "specs": one.get("specs", ())}],
            }


def affects(advisory: Advisory, name: str, version: str) -> bool:
    """True if an advisory that is still in force is of this version of a package on PyPI."""
    if advisory.get("withdrawn"):
        return False
    for each in advisory.get("affected", ()):
        package = each.get("package", {})
        if package.get("ecosystem") != "PyPI" or plain(package.get("name", "")) != name:
            continue
        ranges = [one for one in each.get("ranges", ()) if one.get("type") != "GIT"]
        if version in each.get("versions", ()) or any(_within(one, version) for one in ranges):
            return True
        if any(_specified(spec, version) for spec in each.get("specs", ())):
            return True
    return False


def _specified(spec: str, version: str) -> bool:
    """True if a version fits; what cannot be read fits all: rather too many are told."""
    try:
        return SpecifierSet(spec).contains(version, prereleases=True)
    except InvalidSpecifier:
        return True


def _within(given: Mapping[str, Any], version: str) -> bool:
    """True if a version lies in a range: between an ``introduced`` and what ends it."""
    known, inside = Version(version), False
    for event in sorted(given.get("events", ()), key=_place):
        kind, at = next(iter(event.items()))
        reached = at == "0" or _version(at) <= known
        if kind == "introduced" and reached:
            inside = True
        elif (kind == "fixed" and reached) or (kind == "last_affected" and _version(at) < known):
            inside = False
    return inside


def _place(event: Mapping[str, str]) -> tuple[Version, bool]:
    kind, at = next(iter(event.items()))
    return _version(at), kind != "introduced"


def _version(text: str) -> Version:
    """One that cannot be read counts as the first: rather too many are told than too few."""
    try:
        return Version(text)
    except InvalidVersion:
        return Version("0")


def found(read: Sequence[Advisory], kind: str = "run") -> list[str]:
    """A line for each advisory of a locked version."""
    versions = locked(kind)
    return [
        f"{name} {version}: {advisory.get('id', '?')} {advisory.get('summary', '')}".rstrip()
        for advisory in read
        for name, several in versions.items()
        for version in several
        if affects(advisory, name, version)
    ]


def main() -> int:
    """Print what was found."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("database", type=Path)
    parser.add_argument("--locked", choices=("run", "dev", "build"), default="run")
    options = parser.parse_args()
    try:
        read = [one for one in advisories(options.database) if one.get("affected")]
        if not read:
            raise ValueError("nothing in it says what it is of")
    except (OSError, ValueError) as error:
        print(f"{options.database} is no database of advisories: {error}.", file=sys.stderr)
        return 2
    lines = found(read, options.locked)
    none = f"None of the {len(read)} advisories of {options.database} is of a locked version."
    print("\n".join(lines) or none)
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
