# SPDX-License-Identifier: GPL-3.0-or-later
"""German from the recorded sounds of people: Festival's diphone voices are given German phones.

    apt-get install festival festvox-czech-ph festvox-czech-machac festvox-czech-dita \
        festvox-czech-krb festvox-suopuhe-mv festvox-suopuhe-lj festvox-kallpc16k festvox-kdlpc16k

espeak-ng says which phones and how long; each is said in the nearest way of the voice's language
(`diphones.toml`), and labelled as what it then is. A transition between two phones that the person
never recorded would be silence: another way is taken then, a pause between two words, or the
utterance is given up. Every phone is as long as espeak-ng's, give or take a quarter: a machine's
timing is all too even.
"""

import random
import re
import subprocess
import tempfile
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Final

import numpy as np
import soundfile

from training.synthesis import ESPEAK_RATE, Synthesised
from voice.acoustic.augment import Wave
from voice.acoustic.phones import INDEX, PHONES, SILENCE, VOWELS, WORD, PhoneSpan, segments

FESTIVAL: Final = Path("/usr/share/festival/voices")
_ENTRIES: Final = re.compile(rb"NumEntries (\d+)")
_LATER: Final = 3.0  # what a way costs more than the one before it
_PAUSE: Final = 2.0  # what a pause between two words costs
_UNSTEADY: Final = 0.25  # standard deviation of the logarithm of a phone's length
_SHORTEST_S: Final = 0.025
_MARGIN_S: Final = 0.1  # of silence before and after
_PAUSE_S: Final = 0.05
_FALL: Final = (0.05, 0.4)  # of the pitch, from the first phone to the last

Transitions = frozenset[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Way:
    """A way to say a phone: the voice's `phones`, and what they are to the model."""

    phones: tuple[str, ...]
    labels: tuple[int, ...]

    def labelled(self) -> Iterator[tuple[str, int]]:
        """Each phone with its label; one label is that of all."""
        several = len(self.labels) == len(self.phones)
        labels = self.labels if several else self.labels * len(self.phones)
        return zip(self.phones, labels, strict=True)


@dataclass(frozen=True, slots=True)
class Sounds:
    """A language of `diphones.toml`; `voices` have their usual pitch in Hz.

    `modelled` voices are no recordings (`training.modelled`).
    """

    silence: str
    voices: Mapping[str, float]
    ways: Mapping[int, tuple[Way, ...]]
    modelled: bool = False


_Path = tuple[float, tuple[tuple[Way, float], ...]]
"""The cost of an utterance so far, and its ways with their seconds."""


Note = tuple[str, float, int]
"""A phone of the voice, the seconds that it is to last, and its label."""


Spoken = tuple[Wave, int, tuple[PhoneSpan, ...]]
"""An utterance, its samples a second, and its phones."""


@cache
def languages() -> dict[str, Sounds]:
    """The languages by name."""
    data = tomllib.loads(Path(__file__).with_name("diphones.toml").read_text("utf-8"))
    return {
        name: Sounds(
            one["silence"],
            one["voices"],
            {
                SILENCE: (Way((one["silence"],), (SILENCE,)),),
                **{
                    INDEX[phone]: tuple(_way(each, phone) for each in written)
                    for phone, written in data[one.get("as", name)]["phones"].items()
                },
            },
            one.get("modelled", False),
        )
        for name, one in data.items()
    }


def _way(written: str, phone: str) -> Way:
    said, _, labels = written.partition(" > ")
    return Way(tuple(said.split()), tuple(INDEX[each] for each in labels.split() or [phone]))


@cache
def transitions(voice: str, folder: Path = FESTIVAL) -> Transitions:
    """All pairs of phones that `voice` has recorded. OSError if it is not installed."""
    found = next(folder.glob(f"*/{voice}/group/*.group"), None)
    if found is None:
        raise OSError(f"Festival's voice {voice} is not installed")
    header, entries = found.read_bytes().split(b"EST_Header_End\n", 1)
    counted = _ENTRIES.search(header)
    assert counted is not None
    names = (line.split()[0].decode() for line in entries.split(b"\n")[: int(counted[1])])
    return frozenset((one, other) for one, _, other in (name.partition("-") for name in names))


def spelled(
    speech: Synthesised, sounds: Sounds, known: Transitions, choose: random.Random
) -> list[Note] | None:
    """The notes of these sounds for a `speech` of espeak-ng; None if a transition is missing."""
    found = segments(speech.events, len(speech.audio))
    if not found:
        return None
    begins = {at for at, name in speech.events if name == WORD}
    silence = sounds.ways[SILENCE][0]
    paths: list[_Path] = [(0.0, ((silence, _MARGIN_S),))]
    for segment in [*found, PhoneSpan(0, 0, SILENCE)]:
        seconds = (segment.end - segment.start) / ESPEAK_RATE
        seconds = max(_SHORTEST_S, seconds * choose.lognormvariate(0, _UNSTEADY))
        pause = silence if segment.start in begins else None
        ways = [
            (_LATER * place, way)
            for place, way in enumerate(sounds.ways[segment.phone])
            if known.issuperset(pairwise(way.phones))
        ]
        ends = [
            [
                new
                for path in paths
                if (new := _longer(path, way, cost, seconds, known, pause=pause))
            ]
            for cost, way in ways
        ]
        paths = [min(each, key=lambda path: path[0]) for each in ends if each]
        if not paths:
            return None
    best = min(paths, key=lambda path: path[0])
    return [note for way, seconds in best[1] for note in _notes(way, seconds)]


def _longer(
    path: _Path, way: Way, cost: float, seconds: float, known: Transitions, *, pause: Way | None
) -> _Path | None:
    """`path` with one more `way`, after a `pause` if need be; None if the transition is missing."""
    before, said = path
    last, first = said[-1][0].phones[-1], way.phones[0]
    if (last, first) in known:
        return before + cost, (*said, (way, seconds))
    if pause is None or last == first:  # silence after silence
        return path if way.labels == (SILENCE,) and last == first else None
    silence = pause.phones[0]
    if not {(last, silence), (silence, first)} <= known:
        return None
    return before + cost + _PAUSE, (*said, (pause, _PAUSE_S), (way, seconds))


def _notes(way: Way, seconds: float) -> Iterator[Note]:
    for phone, label in way.labelled():
        yield phone, seconds / len(way.phones), label


def say(
    voice: str, said: Sequence[Sequence[Note]], pitch: float, choose: random.Random
) -> list[Spoken]:
    """Each row of notes, said by Festival's `voice` at about so many Hz.

    Festival dies of one in a hundred, which is left out. Raises OSError without Festival.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        commands = [
            f"{_command(notes, pitch * choose.uniform(0.85, 1.2), choose)}\n"
            f'(utt.save.wave u "{folder / str(number)}.wav" \'riff)'
            for number, notes in enumerate(said)
        ]
        first = 0
        while first < len(said):
            program = "\n".join([f"(voice_{voice})", *commands[first:]])
            (folder / "program.scm").write_text(program, "utf-8")
            # What it lacks it tells in a line of its own, which `transitions` has made needless.
            subprocess.run(
                ["festival", "-b", folder / "program.scm"],
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                check=False,
            )
            there = (n for n in range(first, len(said)) if (folder / f"{n}.wav").exists())
            first = max(there, default=first - 1) + 2
        paths = [folder / f"{number}.wav" for number in range(len(said))]
        return [
            _read(path, notes) for path, notes in zip(paths, said, strict=True) if path.exists()
        ]


def _command(notes: Sequence[Note], pitch: float, choose: random.Random) -> str:
    """Festival's command for an utterance whose pitch falls, unsteadily."""
    fall = choose.uniform(*_FALL)
    items = []
    for place, (phone, seconds, label) in enumerate(notes):
        target = ""
        if PHONES[label] in VOWELS:
            at = place / len(notes)
            hertz = pitch * (1 + fall * (0.5 - at)) * choose.lognormvariate(0, 0.06)
            target = f" ({seconds / 2:.3f} {hertz:.0f})"
        items.append(f"({phone} {seconds:.3f}{target})")
    return f"(set! u (Utterance Segments ({' '.join(items)})))\n(utt.synth u)"


def _read(path: Path, notes: Sequence[Note]) -> Spoken:
    wave, rate = soundfile.read(path, dtype="float64")
    ends = np.cumsum([seconds for _, seconds, _ in notes]) * rate
    starts = [0.0, *ends[:-1]]
    marked = [
        PhoneSpan(start, end, label)
        for start, end, (*_, label) in zip(starts, ends, notes, strict=True)
    ]
    return wave * 32768, rate, tuple(joined(marked))


def joined(marked: Iterable[PhoneSpan]) -> Iterator[PhoneSpan]:
    """Phones of the voice that are one to the model, as one."""
    last: PhoneSpan | None = None
    for one in marked:
        if last is not None and last.phone == one.phone:
            last = PhoneSpan(last.start, one.end, one.phone)
            continue
        if last is not None:
            yield last
        last = one
    if last is not None:
        yield last
