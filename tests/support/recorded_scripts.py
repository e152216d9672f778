# SPDX-License-Identifier: GPL-3.0-or-later
"""Scripts with recordings, which another process can play too."""

from pathlib import Path
from typing import Any

import numpy as np
import soundfile
import soxr

from game.speech.voice import Voice
from game.speech.voices import SAMPLE_RATE, EngineRenderer
from lab.script import parse, run
from voice.hearing.audio import RATE

SAID = {
    "e4": "Eva vier",
    "e5": "Eva sieben Eva fünf",
    "square": "was steht auf Eva vier",
    "weather": "das Wetter wird morgen wieder schön",
    "spell": "Weiß buchstabieren",
    "l": "Ludwig",
    "eo": "Emil Otto",
    "done": "fertig",
}


def recorded(folder: Path) -> Path:
    """Recordings of a clear voice that the model was not trained on, in ``folder``."""
    renderer = EngineRenderer()
    for name, text in SAID.items():
        sound = renderer.render(text, Voice(variant="f3", rate=150)).astype(np.float32) / 65_536
        soundfile.write(folder / f"{name}.wav", soxr.resample(sound, SAMPLE_RATE, RATE), RATE)
    return folder


def play(folder: Path, *lines: str) -> list[dict[str, Any]]:
    """The lines that a script with these lines prints."""
    return list(run(parse("\n".join(lines), folder)))
