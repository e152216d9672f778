# SPDX-License-Identifier: GPL-3.0-or-later
"""Synthetic training data: random texts, voices, rooms and microphones, with their phones."""

import random
import re
import tempfile
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from training import diphones, foreign, modelled, rooms
from training.pronunciations import respelled, slavic_spelling
from training.synthesis import (
    ESPEAK_RATE,
    EspeakLibrary,
    Prosody,
    RandomVoices,
    Synthesised,
    data_folder,
)
from voice.acoustic import examples, talk
from voice.acoustic.augment import Draw, Wave, in_room, noise, surroundings, warped
from voice.acoustic.phones import SILENCE, PhoneSpan, segments
from voice.language.commands import CommandName
from voice.language.grammar import examples as examples_of

_SLOT = re.compile(r"\{(\w+)\}")
_SHORTEST = 2000  # samples; anything less is an utterance that espeak-ng did not say
_WARPS = (0.72, 1.42)  # how much higher all frequencies are
_SLAVIC = 0.12  # the share of utterances by voices of other languages
_RANDOM = 0.5  # the share in random voices
_MOVED = (0.85, 1.2)  # how much higher the frequencies of people's own sounds are
_AT_ONCE = 50  # utterances for which Festival is started
_TOGETHER = 5  # words of the vocabulary in an utterance of the rehearsal
_MOVES, _TESTED_MOVES = 20, 12
_TESTED = 3  # one word in three of the vocabulary is in the tests, beside those of moves


@cache
def voices() -> Mapping[str, tuple[str, ...]]:
    """Names of espeak-ng's voice variants by what they may be used for, of `voices.toml`."""
    data = tomllib.loads(Path(__file__).with_name("voices.toml").read_text("utf-8"))
    return {use: tuple(names) for use, names in data.items()}


def voice_name(language: str, variant: str) -> str:
    """espeak-ng's name of `variant` speaking `language`: "de+f2"."""
    return f"{language}+{variant}" if variant else language


def make(path: Path, seed: int, count: int, vocabulary: Sequence[str], attempt: int = 0) -> None:
    """Write `count` synthetic utterances of the training voices to `path`."""
    draw, choose = np.random.default_rng([seed, attempt]), random.Random(f"{seed} {attempt}")
    babble: Wave | None = None
    made: list[examples.Example] = []
    with tempfile.TemporaryDirectory() as folder:
        speaker = SyntheticSpeaker(Path(folder))
        while len(made) < count:
            text = _text(choose, vocabulary)
            if text is None:
                made.append(examples.example(*_background(draw)))
                continue
            speech = speaker.say(text, choose, draw)
            if speech is None:
                continue
            made.append(examples.example(*rooms.somewhere(*speech, draw, babble)))
            if draw.random() < 0.2:
                babble = speech[0]
    examples.save(path, made)


def make_foreign(
    path: Path, seed: int, count: int, languages: Sequence[str], attempt: int = 0
) -> None:
    """Write `count` utterances in other `languages` than German to `path`: half of them commands
    and moves, half common words."""
    phrases = {language: foreign.phrases(language) for language in languages}
    common = {language: [*talk.common_words(language)] for language in languages}

    def text(made: int, choose: random.Random) -> tuple[str, str]:
        language = languages[made % len(languages)]
        if choose.random() < 0.5:
            return language, choose.choice(phrases[language])
        return language, " ".join(choose.choices(common[language], k=choose.randint(1, 6)))

    _make_spoken(path, seed, count, attempt, text)


def make_moves(path: Path, seed: int, count: int, language: str, attempt: int = 0) -> None:
    """Write `count` moves in another `language` by espeak-ng's training voices to `path`."""

    def text(_: int, choose: random.Random) -> tuple[str, str]:
        return language, foreign.spelt(" ".join(next(foreign.moves(language, choose))), language)

    _make_spoken(path, seed, count, attempt, text)


def _make_spoken(
    path: Path,
    seed: int,
    count: int,
    attempt: int,
    text: Callable[[int, random.Random], tuple[str, str]],
) -> None:
    """Write `count` utterances in other languages than German to `path`; ``text`` gives a language
    and what is said in it, from how many there are."""
    draw, choose = np.random.default_rng([seed, attempt]), random.Random(f"{seed} {attempt}")
    made: list[examples.Example] = []
    with tempfile.TemporaryDirectory() as folder:
        speaker = SyntheticSpeaker(Path(folder))
        while len(made) < count:
            language, said = text(len(made), choose)
            speech = speaker.say(said, choose, draw, language)
            if speech is not None:
                made.append(examples.example(*rooms.somewhere(*speech, draw)))
    examples.save(path, made)


def make_diphones(
    path: Path,
    seed: int,
    count: int,
    known: tuple[Sequence[str], Sequence[str]],
    attempt: int = 0,
) -> None:
    """Write `count` utterances put together from people's own sounds to `path`.

    `known` are the vocabulary and the languages of `diphones.toml`. Each voice has as many.
    """
    draw, choose = np.random.default_rng([seed, attempt]), random.Random(f"{seed} {attempt}")
    vocabulary, names = known
    espeak = EspeakLibrary()
    voices = [(voice, name) for name in names for voice in diphones.languages()[name].voices]
    made: list[examples.Example] = []
    while len(made) < count:
        voice, name = voices[len(made) // _AT_ONCE % len(voices)]
        sounds = diphones.languages()[name]

        def speeches() -> Iterator[Synthesised]:
            while True:
                text = respelled(_text(choose, vocabulary) or "", choose)
                yield espeak.speak(text, "de", Prosody(rate=choose.randint(105, 235)))

        for wave, rate, found in voiced(voice, sounds, speeches(), _AT_ONCE, choose):
            factor = float(np.exp(draw.uniform(*np.log(_MOVED))))
            sound = warped(wave, rate, factor, found)
            made.append(examples.example(*rooms.somewhere(*sound, draw)))
    examples.save(path, made[:count])


def voiced(
    voice: str,
    sounds: diphones.Sounds,
    speeches: Iterable[Synthesised],
    count: int,
    choose: random.Random,
) -> list[diphones.Spoken]:
    """The first `count` of `speeches` that can be said with `sounds`, said by Festival's `voice`.

    What Festival fails at is left out. OSError if Festival or the voice is not installed.
    """
    if sounds.modelled:
        words = (modelled.spelled(each, sounds, choose) for each in speeches)
        rows = list(islice(filter(None, words), count))
        return modelled.say(voice, rows, sounds.silence, choose)
    known = diphones.transitions(voice)
    notes = (diphones.spelled(each, sounds, known, choose) for each in speeches)
    found = list(islice(filter(None, notes), count))
    return diphones.say(voice, found, sounds.voices[voice], choose)


def _text(choose: random.Random, vocabulary: Sequence[str]) -> str | None:
    """A text to say next; None for no speech at all."""
    kind = choose.random()
    if kind < 0.25:
        text = random_move(choose)
    elif kind < 0.50:
        text = random_command(choose)
    elif kind < 0.68:
        text = random_words(choose, vocabulary)
    elif kind < 0.97:
        text = everyday_words(choose)
    else:
        return None
    return hesitant(choose, text) if choose.random() < 0.05 else text


def _background(draw: Draw) -> tuple[Wave, list[PhoneSpan]]:
    """Noise of one to three seconds with nobody speaking."""
    wave = noise(int(draw.integers(16_000, 48_000)), draw) * 10 ** draw.uniform(1, 3.2)
    if draw.random() < 0.3:
        wave = in_room(wave, draw)
    return np.clip(np.round(wave), -32768, 32767), [PhoneSpan(0, len(wave), SILENCE)]


class SyntheticSpeaker:
    """espeak-ng with all voices for training, those of `voices.toml` and random ones."""

    def __init__(self, folder: Path) -> None:
        """`folder` is empty and gets what espeak-ng needs for random voices."""
        self._random = RandomVoices(data_folder(), folder / "espeak-ng-data", voices()["train"])
        self._espeak = EspeakLibrary(self._random.folder)

    def say(
        self, text: str, choose: random.Random, draw: Draw, native: str = ""
    ) -> tuple[Wave, list[PhoneSpan]] | None:
        """`text` in a random voice, warped at random; None if it has no phones.

        It is German, unless its `native` language is named.
        """
        slavic = not native and choose.random() < _SLAVIC
        if native:
            language, spelled = choose.choice(foreign.voices(native)), text
        else:
            language = choose.choice(voices()["slavic"]) if slavic else "de"
            spelled = slavic_spelling(text) if slavic else respelled(text, choose)
        factor = float(np.exp(draw.uniform(*np.log(_WARPS))))
        prosody = Prosody(
            rate=int(draw.integers(105, 235) / factor),
            pitch=int(draw.integers(5, 95)),
            pitch_range=int(draw.integers(10, 100)),
            word_gap=int(draw.choice([0, 0, 0, 2, 5, 25])),
        )
        if choose.random() < _RANDOM:
            variant = self._random.draw(choose)
        else:
            variant = choose.choice(voices()["train"])
        speech = self._espeak.speak(spelled, voice_name(language, variant), prosody)
        if native:
            found = foreign.spans(speech.events, len(speech.audio), native)
        else:
            found = segments(speech.events, len(speech.audio), slavic)
        if found is None or len(speech.audio) < _SHORTEST:
            return None
        return warped(speech.audio.astype(np.float64), ESPEAK_RATE, factor, found)


def make_rehearsal(path: Path, seed: int, vocabulary: Sequence[str], attempt: int = 0) -> None:
    """Write what a model rehearses when it learns a person's voice to `path`: utterances that say
    every word of `vocabulary`, and moves."""
    draw, choose = np.random.default_rng([seed, attempt]), random.Random(f"{seed} {attempt}")
    rehearsed = choose.sample(vocabulary, len(vocabulary))
    tested = choose.sample(vocabulary, len(vocabulary) // _TESTED)
    with tempfile.TemporaryDirectory() as folder:
        speaker = SyntheticSpeaker(Path(folder))
        examples.save_rehearsal(
            path,
            _said(_rehearsed_texts(rehearsed, _MOVES, choose), speaker, choose, draw),
            _said(_rehearsed_texts(tested, _TESTED_MOVES, choose), speaker, choose, draw),
        )


def _rehearsed_texts(words: Sequence[str], moves: int, choose: random.Random) -> list[str]:
    some = [" ".join(words[i : i + _TOGETHER]) for i in range(0, len(words), _TOGETHER)]
    return some + [random_move(choose) for _ in range(moves)]


def _said(
    said: Sequence[str], speaker: SyntheticSpeaker, choose: random.Random, draw: Draw
) -> list[examples.Example]:
    """Each in a voice, a vocal tract and a room of its own."""
    found = []
    for text in said:
        sound = None
        while sound is None:
            sound = speaker.say(text, choose, draw)
        found.append(examples.example(*surroundings(*sound, draw), tuple(text.split())))
    return found


# --- Random texts, from `texts.toml` and the vocabulary of the game -------------------------------


@cache
def _data() -> dict[str, Any]:
    return tomllib.loads(Path(__file__).with_name("texts.toml").read_text("utf-8"))


def random_move(draw: random.Random) -> str:
    """A phrase of the language of moves; it need not be a legal move."""
    slots = _data()["slots"]
    pattern = draw.choice(_data()["moves"]["patterns"])
    return _SLOT.sub(lambda slot: draw.choice(slots[slot[1]].split()), pattern)


def random_command(draw: random.Random) -> str:
    """A phrase for one of the commands."""
    return draw.choice(examples_of(draw.choice(tuple(CommandName))))


def random_words(draw: random.Random, vocabulary: Sequence[str]) -> str:
    """One to five words of the vocabulary in any order."""
    return " ".join(draw.choice(vocabulary) for _ in range(draw.randint(1, 5)))


def everyday_words(draw: random.Random) -> str:
    """Two to six German or German-sounding words."""
    known = _everyday_words()
    return " ".join(
        _invented(draw) if draw.random() < 0.4 else draw.choice(known)
        for _ in range(draw.randint(2, 6))
    )


def hesitant(draw: random.Random, text: str) -> str:
    """`text` with a filler before one of its words."""
    said = text.split()
    said.insert(draw.randrange(len(said)), draw.choice(_data()["everyday"]["hesitations"].split()))
    return " ".join(said)


@cache
def _everyday_words() -> tuple[str, ...]:
    return tuple(_data()["everyday"]["words"].split())


def _invented(draw: random.Random) -> str:
    """A word of one to three German syllables that most likely does not exist."""
    parts = _data()["everyday"]
    syllables = (
        (draw.choice(parts["onsets"].split()) if draw.random() < 0.93 else "")
        + draw.choice(parts["nuclei"].split())
        + (draw.choice(parts["codas"].split()) if draw.random() < 0.8 else "")
        for _ in range(draw.choice((1, 1, 2, 2, 3)))
    )
    word = "".join(syllables)
    return word + draw.choice(parts["endings"].split()) if draw.random() < 0.3 else word
