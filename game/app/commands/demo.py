# SPDX-License-Identifier: GPL-3.0-or-later
"""Games that nobody sits at: ``hektor demo``, a whole one spoken by synthetic voices and heard by
the real recogniser, and ``hektor script``, timed inputs on a fake clock and events as JSON lines.
"""

import argparse
import io
import wave
from pathlib import Path

from announce.errors import PlayerError, read_text
from announce.lexicon import lexicon
from announce.text.settings import Settings
from game.app import options
from game.base import streams
from game.play import script
from game.play.demo import Demonstration, mixed
from game.speech.voices import SAMPLE_RATE, EngineRenderer
from ground import files
from record.pgn import to_pgn
from voice.hearing.models import find_model
from voice.hearing.recogniser import Recogniser


def add_demo_options(parser: argparse.ArgumentParser) -> None:
    """Where to keep the sound, and which model hears."""
    parser.add_argument("--save", type=Path, metavar="DIR", help="demo.save")
    options.add_settings(parser, "demo")


def run_demo(given: argparse.Namespace) -> int:
    """Play the sample game of Appendix C of the Laws."""
    recogniser = Recogniser(find_model(given.model))
    table = Demonstration(
        recogniser, EngineRenderer(), Settings(say_press=False), streams.print_line
    )
    table.run()
    pgn = to_pgn(table.session.state)
    print(f"\n{pgn}", end="")
    if given.save is not None:
        _save(given.save, table, pgn)
    return 0


def _save(folder: Path, table: Demonstration, pgn: str) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        files.write(folder / "demo.pgn", pgn.encode())
        sound = io.BytesIO()
        with wave.open(sound, "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(SAMPLE_RATE)
            file.writeframes(mixed(table.sounds).tobytes())
        files.write(folder / "demo.wav", sound.getvalue())
    except OSError as error:
        raise PlayerError("unwritten", path=folder, reason=error) from error
    told = lexicon(options.interface()).text("program.report.demo", folder=folder)
    print(f"\n{told}")


def add_script_options(parser: argparse.ArgumentParser) -> None:
    """The script."""
    parser.add_argument("file", type=Path, help="script.file")


def run_script(given: argparse.Namespace) -> int:
    """Run it."""
    for line in script.run(script.parse(read_text(given.file), given.file.parent)):
        print(script.to_json(line), flush=True)
    return 0
