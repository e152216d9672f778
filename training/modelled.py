# SPDX-License-Identifier: GPL-3.0-or-later
"""German from voices that a statistical model of a person's speech makes (HTS), in Festival.

    apt-get install festival festvox-us-slt-hts festvox-ca-ona-hts

Such voices are smoother than people and than espeak-ng, and time their sounds as a person did. Each
word is put into the voice's lexicon under a name of its own, with the nearest phones of its
language (`diphones.toml`); the model decides how long they are, and Festival tells that.
"""

import random
import re
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import soundfile

from training.diphones import Sounds, Spoken, joined
from training.synthesis import Synthesised
from voice.acoustic.phones import PHONES, SILENCE, VOWELS, WORD, PhoneSpan, segments

_SECOND_WAY: Final = 0.15  # how often the next way to say a phone is taken, where there is one
_TEMPOS: Final = (0.75, 1.3)  # times as fast
_SEMITONES: Final = (-7.0, 5.0)
_LETTERS: Final = str.maketrans("0123456789", "abcdefghij")  # digits would be read as numbers
_SEGMENT: Final = re.compile(r"^@ (\d+) (\S+) (\S+)$", re.MULTILINE)

SpelledWord = tuple[tuple[str, int], ...]
"""A word's phones of the voice, each with its label."""


def spelled(speech: Synthesised, sounds: Sounds, choose: random.Random) -> list[SpelledWord] | None:
    """The words of espeak-ng's `speech` with these sounds; None if one cannot be said alone."""
    found = segments(speech.events, len(speech.audio))
    begins = {at for at, name in speech.events if name == WORD}
    rows: list[list[tuple[str, int]]] = []
    for segment in found or []:
        if segment.phone == SILENCE:
            continue
        if segment.start in begins or not rows:
            rows.append([])
        ways = sounds.ways[segment.phone]
        way = ways[1 if len(ways) > 1 and choose.random() < _SECOND_WAY else 0]
        rows[-1] += way.labelled()
    if not rows or not all(any(_is_vowel(label) for _, label in row) for row in rows):
        return None
    return [tuple(row) for row in rows]


def _is_vowel(label: int) -> bool:
    return PHONES[label] in VOWELS


def say(
    voice: str, said: Sequence[Sequence[SpelledWord]], silence: str, choose: random.Random
) -> list[Spoken]:
    """Each row of words, said by Festival's `voice` in some pitch and tempo.

    What Festival says with other phones is left out. Raises OSError without Festival.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        program = [f"(voice_{voice})", "(set! usual hts_engine_params)"]
        for number, words in enumerate(said):
            program += _commands(number, words, folder, choose)
        (folder / "program.scm").write_text("\n".join(program), "utf-8")
        told = subprocess.run(
            ["festival", "-b", folder / "program.scm"],
            capture_output=True,
            check=False,
        ).stdout.decode("utf-8", "replace")
        ends: dict[int, list[tuple[str, float]]] = {}
        for number, phone, end in _SEGMENT.findall(told):
            ends.setdefault(int(number), []).append((phone, float(end)))
        made = (
            _read(folder / f"{number}.wav", words, ends.get(number, []), silence)
            for number, words in enumerate(said)
        )
        return [one for one in made if one is not None]


def _commands(
    number: int, words: Sequence[SpelledWord], folder: Path, choose: random.Random
) -> Iterator[str]:
    names = []
    for place, word in enumerate(words):
        names.append(f"{number}q{place}q".translate(_LETTERS))
        yield f'(lex.add.entry \'("{names[-1]}" n ({_syllables(word)})))'
    tempo, shift = choose.uniform(*_TEMPOS), choose.uniform(*_SEMITONES)
    yield f"""(set! hts_engine_params (append usual '(("-r" {tempo:.3f}) ("-fm" {shift:.2f}))))"""
    yield f'(set! u (utt.synth (Utterance Text "{" ".join(names)}")))'
    yield f'(utt.save.wave u "{folder / str(number)}.wav" \'riff)'
    yield (
        f'(mapcar (lambda (s) (format t "@ {number} %s %s\\n" (item.name s) (item.feat s "end")))'
        " (utt.relation.items u 'Segment))"
    )


def _syllables(word: SpelledWord) -> str:
    """The syllables of `word` as Festival writes them, the first one stressed."""
    rows: list[list[str]] = [[]]
    complete = False
    for place, (phone, label) in enumerate(word):
        if complete and any(_is_vowel(each) for _, each in word[place:]):
            rows.append([])
            complete = False
        rows[-1].append(phone)
        complete |= _is_vowel(label)
    return " ".join(f"(({' '.join(row)}) {int(not place)})" for place, row in enumerate(rows))


def _read(
    path: Path, words: Sequence[SpelledWord], ends: Sequence[tuple[str, float]], silence: str
) -> Spoken | None:
    """The utterance in `path`; None if it is missing or not of the phones of `words`."""
    meant = [sound for word in words for sound in word]
    told = [phone for phone, _ in ends if phone != silence]
    if not path.exists() or told != [phone for phone, _ in meant]:
        return None
    wave, rate = soundfile.read(path, dtype="float64")
    marked, start, labels = [], 0.0, (label for _, label in meant)
    for phone, end in ends:
        label = SILENCE if phone == silence else next(labels)
        marked.append(PhoneSpan(start * rate, end * rate, label))
        start = end
    return wave * 32768, rate, tuple(joined(marked))
