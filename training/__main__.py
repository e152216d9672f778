# SPDX-License-Identifier: GPL-3.0-or-later
"""`python -m training --out DIR [--speech DIR ...]`: make the acoustic model."""

import argparse
import json
import platform
import tempfile
import time
from importlib.metadata import version
from pathlib import Path

from training.diphones import languages
from training.recordings import add_speech
from training.words import write_rehearsal, write_words


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="python -m training",
        description="Make the acoustic model of Hektor's vocabulary from synthetic speech and, "
        "if there are any, real recordings.",
    )
    parser.add_argument("--out", type=Path, required=True, help="folder of the model")
    add_speech(parser)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2, help="processes and threads")
    parser.add_argument("--work", type=Path, help="keep intermediate files here, and reuse them")
    parser.add_argument(
        "--diphones",
        nargs="*",
        choices=sorted(languages()),
        default=sorted(languages()),
        help="languages of Festival's voices to learn from (default: all)",
    )
    parser.add_argument(
        "--kokoro", type=Path, metavar="DIR", help="the network of training.kokoro, to learn from"
    )
    parser.add_argument(
        "--go-on", type=Path, metavar="MODEL", help="let the networks of this model learn on"
    )
    parser.add_argument(
        "--only",
        choices=["graph"],
        help="write anew the words and the settings of the model in --out, which keeps its network",
    )
    arguments = parser.parse_args()
    if arguments.only == "graph":
        write_words(arguments.out)
        write_rehearsal(arguments.out, arguments.seed)
        return
    from training.recipe import FURTHER, TrainingRun, make_model  # noqa: PLC0415 - words need no torch

    began = time.monotonic()

    def say(line: str) -> None:
        print(f"{time.monotonic() - began:6.0f} s  {line}", flush=True)

    with tempfile.TemporaryDirectory() as folder:
        work = arguments.work or Path(folder)
        reused = sorted(path.name for path in work.iterdir()) if work.exists() else []
        chosen = tuple(arguments.diphones)
        share = FURTHER if arguments.go_on else 1.0
        run = TrainingRun(
            work, arguments.seed, arguments.workers, say, chosen, share, arguments.kokoro
        )
        make_model(run, arguments.out, arguments.speech, arguments.go_on)
    made = {
        "seed": arguments.seed,
        "seconds": round(time.monotonic() - began),
        "stages_made_before": reused,
        "real_recordings": bool(arguments.speech),
        "diphones": chosen,
        "kokoro": arguments.kokoro is not None,
        "went_on_from_a_model": arguments.go_on is not None,
        "python": platform.python_version(),
        **{name: version(name) for name in ("torch", "numpy", "pynini", "soxr", "espeakng-loader")},
    }
    (arguments.out / "made.json").write_text(json.dumps(made, indent=2) + "\n", "utf-8")
    say(f"the model is in {arguments.out}")


if __name__ == "__main__":
    main()
