# SPDX-License-Identifier: GPL-3.0-or-later
"""Words that people say alone, from packages of Debian, as a folder for `--speech`.

    apt-get download klettres-data ktuberling-data kajongg
    for package in *.deb; do dpkg --extract "$package" ROOT; done
    python -m training.packages DIR --root ROOT

Neither needs root. `packages.toml` says which files these are and what is said in them.
"""

import argparse
import csv
import shutil
import tomllib
from collections.abc import Iterator
from pathlib import Path

from training.recordings import Recording

_SUFFIX = ".ogg"


def clips() -> Iterator[Recording]:
    """All files that `packages.toml` names, in its order, below the root of an installation."""
    data = tomllib.loads(Path(__file__).with_name("packages.toml").read_text("utf-8"))
    for folder in data["folder"]:
        for entry in folder["words"].split(","):
            name, transcript = entry.split(maxsplit=1)
            yield Recording(
                Path("usr", folder["path"], name + _SUFFIX),
                transcript.strip(),
                folder["speaker"],
                data["sources"][folder["package"]],
            )


def gather(root: Path, out: Path) -> int:
    """Copy the clips under `root` to `out`, with a `manifest.tsv`; returns how many.

    Raises FileNotFoundError if one is missing: what a model was trained on must not depend on
    which packages happened to be there.
    """
    rows = []
    for clip in clips():
        place = Path(clip.source, clip.speaker, clip.path.parent.name, clip.path.name)
        (out / place).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(root / clip.path, out / place)
        rows.append((place.as_posix(), clip.transcript, clip.speaker))
    with (out / "manifest.tsv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, delimiter="\t", lineterminator="\n")
        writer.writerow(("path", "transcript", "speaker"))
        writer.writerows(rows)
    return len(rows)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="python -m training.packages",
        description="Make a folder of recordings for --speech from packages of Debian.",
    )
    parser.add_argument("out", type=Path, help="the folder to make")
    parser.add_argument(
        "--root",
        type=Path,
        default=Path("/"),
        help="where the packages are installed or extracted (default: /)",
    )
    arguments = parser.parse_args()
    try:
        count = gather(arguments.root, arguments.out)
    except FileNotFoundError as missing:
        parser.exit(2, f"{missing.filename} is missing; see the docstring for the packages\n")
    print(f"{count} recordings are in {arguments.out}")


if __name__ == "__main__":
    main()
