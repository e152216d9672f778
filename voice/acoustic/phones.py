# SPDX-License-Identifier: GPL-3.0-or-later
"""The phones of the model, and how espeak-ng's phoneme names map to them.

42 phones (silence first), each with two pdfs in the manner of Kaldi's "chain" topology: one
for the first 30 ms frame of the phone, one for its further frames.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from voice.acoustic.features import HOP

SILENCE: Final = 0
_VOWELS = "a A: e: E E: i: I o: O u: U y: y Y: W aI aU OY @ 3"
_CONSONANTS = "b d g p t k f v s z S C x h m n N l r j ts"
VOWELS: Final = tuple(_VOWELS.split())
CONSONANTS: Final = tuple(_CONSONANTS.split())
PHONES: Final = ("SIL", *VOWELS, *CONSONANTS)
INDEX: Final = {phone: i for i, phone in enumerate(PHONES)}
PDFS: Final = 2 * len(PHONES)
SUBSAMPLING: Final = 3  # input frames (10 ms) to one output frame (30 ms)
LASTING: Final = frozenset(INDEX[phone] for phone in ("f", "s", "S", "C", "x", "ts"))
"""Voiceless fricatives, which last: of those in ``replay.npz`` one in sixty is over within one
output frame, of the other phones three in ten."""

# espeak-ng's German names that are not ours one to one.
_GERMAN: Final = {
    "UR": ("U", "3"),
    "pF": ("p", "f"),
    "tS": ("t", "S"),
    "R": ("r",),
    "A": ("a",),
    "a:": ("A:",),
    "E2": ("E",),
    ";": ("j",),
    "i": ("i:",),
    "u": ("u:",),
    "o": ("o:",),
    "e": ("e:",),
    "Y": ("y",),
    "@L": ("@", "l"),
    "??": (),
    "?": (),
}
# What the Slavic voices say for the nearest German phone; h is hard there.
_SLAVIC: Final = {
    "r*": ("r",),
    "R": ("r",),
    "R2": ("r",),
    "r-": ("3",),
    "r": ("r",),
    "*": (),
    "@-": (),
    "&": ("a",),
    "a:": ("A:",),
    "o": ("O",),
    "i": ("i:",),
    "u": ("u:",),
    "e": ("E",),
    "A": ("a",),
    ";": (),
    "t;": ("t",),
    "d;": ("d",),
    "l-": ("l",),
    "c": ("t",),
    "dz": ("d", "z"),
    "h": ("x",),
    "n^": ("n",),
    "N": ("N",),
    "l^": ("l",),
    "tS": ("t", "S"),
    "O:": ("o:",),
    "w": ("v",),
    "h#": ("h",),
    "tS;": ("t", "S"),
    "S;": ("S",),
    "Z": ("z",),
    "Z;": ("z",),
    "y": ("i:",),
    "s;": ("s",),
}
# Two of their phones that are one of ours.
_DIPHTHONGS: Final = {("a", "j"): "aI", ("O", "j"): "OY", ("a", "U"): "aU", ("E", "j"): "e:"}

WORD: Final = "#"  # the event at a word's beginning
STRESS: Final = "',=%"  # signs of how strong a vowel is, before espeak-ng's name of it


@dataclass(frozen=True, slots=True)
class PhoneSpan:
    """`phone` (an index into PHONES) from sample `start` up to `end`."""

    start: float
    end: float
    phone: int


def first_pdf(phone: int) -> int:
    """The pdf of the first frame of `phone`."""
    return 2 * phone


def further_pdf(phone: int) -> int:
    """The pdf of all frames of `phone` but the first."""
    return 2 * phone + 1


def of_espeak(name: str, slavic: bool = False) -> tuple[str, ...] | None:
    """Our phones for espeak-ng's phoneme `name`, or None where we have none."""
    name = name.lstrip(STRESS)
    if name == "" or name.startswith("_"):
        return ("SIL",)
    table = _SLAVIC if slavic else _GERMAN
    if name in table:
        return table[name]
    return (name,) if name in INDEX else None


def segments(
    events: Iterable[tuple[int, str]], total: int, slavic: bool = False
) -> list[PhoneSpan] | None:
    """Phones with their samples from espeak-ng's `events`; `total` samples in all.

    None if a phoneme has no counterpart, as when espeak-ng reads a word in another language.
    """
    marks = [(at, name) for at, name in events if name != WORD]
    found: list[PhoneSpan] = []
    for i, (start, name) in enumerate(marks):
        end = marks[i + 1][0] if i + 1 < len(marks) else total
        names = of_espeak(name, slavic)
        if names is None:
            return None
        add_spans(found, names, start, end)
    return _merged(found) if slavic else found


def add_spans(found: list[PhoneSpan], phones: Sequence[str], start: float, end: float) -> None:
    """Add `phones` to `found`, each with an even part of the time from `start` to `end`.

    If there are none, what was last goes on.
    """
    if not phones and found:
        found[-1] = PhoneSpan(found[-1].start, end, found[-1].phone)
    for place, phone in enumerate(phones):
        step = (end - start) / len(phones)
        begin = start + place * step
        found.append(PhoneSpan(begin, start + (place + 1) * step, INDEX[phone]))


def _merged(found: Sequence[PhoneSpan]) -> list[PhoneSpan]:
    """`found` with the diphthongs of Slavic voices made one phone."""
    merged: list[PhoneSpan] = []
    for segment in found:
        if merged:
            pair = (PHONES[merged[-1].phone], PHONES[segment.phone])
            if pair in _DIPHTHONGS:
                merged[-1] = PhoneSpan(merged[-1].start, segment.end, INDEX[_DIPHTHONGS[pair]])
                continue
        merged.append(segment)
    return merged


def pronounced(events: Iterable[tuple[int, str]], slavic: bool = False) -> list[list[str]] | None:
    """The phones of each word of an utterance, without silences; None as in `segments`."""
    words: list[list[str]] = []
    for _, name in events:
        if name == WORD:
            words.append([])
            continue
        names = of_espeak(name, slavic)
        if names is None:
            return None
        if not words:
            words.append([])
        for one in names:
            if one == "SIL":
                continue
            if slavic and words[-1] and (words[-1][-1], one) in _DIPHTHONGS:
                words[-1][-1] = _DIPHTHONGS[words[-1][-1], one]
            else:
                words[-1].append(one)
    return [word for word in words if word]


def _with_silence(spans: Sequence[PhoneSpan]) -> list[PhoneSpan]:
    """`spans` with silence after the last and in each gap of more than a frame."""
    found: list[PhoneSpan] = []
    following = [*(span.start for span in spans[1:]), np.inf]
    for span, end in zip(spans, following, strict=False):
        found.append(span)
        if span.phone != SILENCE and end - span.end > HOP * SUBSAMPLING:
            found.append(PhoneSpan(span.end, end, SILENCE))
    return found


def labels(spans: Sequence[PhoneSpan], frames: int) -> NDArray[np.int64]:
    """The pdf of each 30 ms output frame for `frames` input frames at 16 kHz.

    Output frame k looks at input frame 3k, whose middle is sample 480k + 200. A phone begins
    at the first frame whose middle lies at most a third of a frame before its start; phones
    that follow each other faster than the frames get one frame each, as the topology demands.
    Where no span is, there is silence.
    """
    spans = _with_silence(spans)
    count = (frames + SUBSAMPLING - 1) // SUBSAMPLING
    target = np.full(count, further_pdf(SILENCE), np.int64)
    step = HOP * SUBSAMPLING
    begins: list[int] = []
    for span in spans:
        frame = int(np.ceil((span.start - 200) / step - 0.35))
        begins.append(max(frame, begins[-1] + 1 if begins else 0))
    if count and (not begins or begins[0] > 0):
        target[0] = first_pdf(SILENCE)
    for i, (frame, span) in enumerate(zip(begins, spans, strict=True)):
        until = begins[i + 1] if i + 1 < len(begins) else count
        if frame < count:
            target[frame:until] = further_pdf(span.phone)
            target[frame] = first_pdf(span.phone)
    return target
