# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes how the words of other languages are said: `python -m training.foreign MODEL [--new]`.

Commands are heard in the player's own language, too. Its words are read by espeak-ng's voices, in
phrases and alone, and what they say is written in the phones of the model (`foreign.toml`), so no
network has to be trained. ``--new`` leaves the words alone that the files have already.
"""

import argparse
import random
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import islice, product
from pathlib import Path
from typing import Any, Final

from training.pronunciations import REGIONAL, STANDARD
from training.synthesis import Synthesiser
from voice.acoustic.dictionary import (
    Dictionary,
    Phones,
    Pronunciation,
    foreign_file,
    read_dictionary,
    write_dictionary,
)
from voice.acoustic.phones import (
    PHONES,
    SILENCE,
    STRESS,
    WORD,
    PhoneSpan,
    add_spans,
    of_espeak,
)
from voice.language import lexicon, orders
from voice.language.lexicon import GERMAN
from voice.language.semantics import (
    commands_automaton,
    heard_language,
    moves_automaton,
    opening_automaton,
)
from voice.language.template import cover

_RARE: Final = 0.15  # a way of saying that fewer of its phrases have is left out
_WEAK: Final = "=%"
_VOWELS: Final = frozenset("aeiouyAEIOUVY@&03")  # with which espeak-ng's names of vowels begin
_PAUSE: Final = "_"
_END: Final = "$"  # in the table: a sound at the end of a word
_WAYS: Final = 8  # of a word by one voice
_BRIEF, _USUAL = 0.85, 0.7  # the shares of moves that end where they may, and of usual words
_NOT_SAID: Final = frozenset("xyn")  # letters that are typed for words


@cache
def _table(language: str) -> Mapping[str, Any]:
    tables = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
    own: Mapping[str, Any] = tables[language]
    slavic = {} if language == lexicon.FALLBACK else tables["slavic"]["phones"]
    return {**own, "phones": {**slavic, **own.get("phones", {})}}


def _sounds_of(language: str, voice: str) -> Mapping[str, str]:
    """What the sounds of a ``voice`` are in our phones: those of its language, or its own."""
    table = _table(language)
    return {**table["phones"], **table.get(voice, {})}


def voices(language: str) -> tuple[str, ...]:
    """espeak-ng's voices that read `language`."""
    return tuple(_table(language)["voices"])


def spelt(text: str, language: str) -> str:
    """A text with the words that an engine would read as others spelt as they are said: "eh four"
    is the file."""
    also = _table(language).get("also", {}) if language != GERMAN.name else {}
    return " ".join(also.get(word, word) for word in text.split())


def foreign() -> tuple[str, ...]:
    """The languages beside German in which commands are heard."""
    return tuple(name for name in lexicon.languages() if name != GERMAN.name)


def phrases(language: str) -> tuple[str, ...]:
    """Phrases in which each pair of neighbouring words of the commands is; and each word alone."""
    spoken = heard_language(language)
    found = cover(
        commands_automaton(spoken, frozenset()),
        moves_automaton(spoken),
        opening_automaton(language),
        orders.heard_automaton(language),
    )
    found = tuple(" ".join(lexicon.native(phrase.split())) for phrase in found)
    return (*found, *sorted({word for phrase in found for word in phrase.split()}))


def moves(language: str, choose: random.Random) -> Iterator[tuple[str, ...]]:
    """Endless moves in ``language``, by chance; most are as brief and as usual as can be."""
    automaton = moves_automaton(heard_language(language))
    while True:
        said: list[str] = []
        state = 0
        while arcs := automaton.arcs[state]:
            if automaton.ends[state] and choose.random() < _BRIEF:
                break
            usual = [arc for arc in arcs if arc.plain] or arcs
            arc = choose.choice(usual if choose.random() < _USUAL else arcs)
            said.append(arc.word)
            state = arc.target
        yield lexicon.native(said)


def taught(model: Path, language: str) -> Mapping[str, Sequence[Phones]]:
    """The ways to say each word in ``language`` that a network is taught: none that is the usual
    one of another word, as networks that have learnt German hear a "g" as a "d"."""
    ways = read_dictionary(model, foreign_file(language))
    usual = {each.phones for said in ways.values() for each in said if not each.cost}
    return {
        word: [each.phones for each in said if not each.cost or each.phones not in usual]
        for word, said in ways.items()
    }


def _typed(word: str) -> bool:
    """True of letters and numbers that nobody says so."""
    return word in _NOT_SAID or any(sign.isdecimal() for sign in word)


def _ways(name: str, table: Mapping[str, str], slavic: bool) -> tuple[Phones, ...] | None:
    """The ways to say what espeak-ng calls `name`, the usual first; None where we have none."""
    plain = name.lstrip(STRESS)
    for known in (name, plain):
        if known in table:
            return tuple(tuple(way.split()) for way in table[known].split("|"))
    phones = of_espeak(plain.removesuffix(_END), slavic)
    return None if phones is None else (tuple(phone for phone in phones if phone != "SIL"),)


def _sounds(names: Sequence[str], table: Mapping[str, str]) -> list[str]:
    """The `names` of a word as the `table` knows them: a vowel and a glide that no vowel follows
    together, and the last one, where it is not stressed, as it is at an end."""
    found: list[str] = []
    for name, following in zip(names, (*names[1:], ""), strict=True):
        pair = f"{found[-1].lstrip(STRESS)} {name}" if found else ""
        if pair in table and following.lstrip(STRESS)[:1] not in _VOWELS:
            found[-1] = pair
        else:
            found.append(name)
    if found and f"{found[-1].lstrip(_WEAK)}{_END}" in table:
        found[-1] += _END
    return found


def _words(
    events: Iterable[tuple[int, str]], table: Mapping[str, str], slavic: bool
) -> list[list[tuple[Phones, ...]]] | None:
    """For each word the ways to say each of its sounds; None if one of them is none of ours."""
    words: list[list[str]] = []
    for _, name in events:
        if name == WORD:
            words.append([])
        elif words and not name.startswith(_PAUSE):
            words[-1].append(name)
    said = [[_ways(name, table, slavic) for name in _sounds(word, table)] for word in words]
    known = [[ways for ways in word if ways is not None] for word in said]
    return known if known == said else None


def spans(events: Sequence[tuple[int, str]], total: int, language: str) -> list[PhoneSpan] | None:
    """The usual phones of what an espeak-ng voice says in ``language``, with their samples, of
    which there are ``total``; None if one of its sounds is none of ours."""
    table, slavic = _table(language)["phones"], language != lexicon.FALLBACK
    marks = [(at, name) for at, name in events if name != WORD]
    starts = {at for at, name in events if name == WORD}
    ends = [*(at for at, _ in marks[1:]), total]
    rows: list[list[tuple[str, int, int]]] = []
    for (start, name), end in zip(marks, ends, strict=True):
        pause = name.startswith(_PAUSE)
        if not rows or start in starts or pause or rows[-1][0][0].startswith(_PAUSE):
            rows.append([])
        rows[-1].append((name, start, end))
    found: list[PhoneSpan] = []
    for row in rows:
        at = 0
        for sound in _sounds([name for name, _, _ in row], table):
            said = row[at : at + sound.count(" ") + 1]
            at += len(said)
            pause = sound.startswith(_PAUSE)
            ways = ((PHONES[SILENCE],),) if pause else _ways(sound, table, slavic)
            if ways is None:
                return None
            add_spans(found, ways[0], said[0][1], said[-1][2])
    return found


def _said(sounds: Iterable[tuple[Phones, ...]]) -> Iterator[tuple[Phones, float]]:
    """The ways to say a word, and what each costs: more for every unusual sound. Who says a sound
    in one way says it so throughout the word."""
    word = tuple(sounds)
    kinds = tuple(dict.fromkeys(word))
    every = product(*(range(len(ways)) for ways in kinds))
    for chosen in islice(sorted(every, key=sum), _WAYS):
        way = dict(zip(kinds, chosen, strict=True))
        unusual = sum(1 for number in chosen if number)
        yield tuple(phone for one in word for phone in one[way[one]]), STANDARD + REGIONAL * unusual


def pronunciations(language: str, known: Dictionary) -> dict[str, list[Pronunciation]]:
    """How each word of the commands in `language` is said; those ``known`` stay as they are."""
    table, slavic = _table(language), language != lexicon.FALLBACK
    said_of = [
        each
        for each in phrases(language)
        if not all(word in known or _typed(word) for word in each.split())
    ]
    heard: dict[str, Counter[tuple[tuple[Phones, ...], ...]]] = {}
    also: dict[str, Counter[tuple[tuple[Phones, ...], ...]]] = {}
    with Synthesiser() as synthesiser:
        for voice in table["voices"]:
            sounds_of = _sounds_of(language, voice)
            for phrase in said_of:
                said = _words(synthesiser.speak(phrase, voice).events, sounds_of, slavic)
                spoken = phrase.split()
                for word, sounds in zip(spoken, said or (), strict=False):
                    if said and len(said) == len(spoken) and any(sounds):
                        heard.setdefault(word, Counter())[tuple(sounds)] += 1
            for word, spelt in table.get("also", {}).items():
                said = _words(synthesiser.speak(spelt, voice).events, sounds_of, slavic)
                also.setdefault(word, Counter()).update(map(tuple, said or ()))
    found = {word: _of_all(counted) for word, counted in heard.items() if not _typed(word)}
    for word, counted in also.items():
        found[word] = [*found.get(word, ()), *_of_all(counted)]
    return {**found, **{word: [*ways] for word, ways in known.items()}}


def common(words: Iterable[str], language: str) -> dict[str, list[Phones]]:
    """The usual ways to say common words of ``language``."""
    with Synthesiser() as synthesiser:
        ways = {word: _alone(word, language, voices(language)[0], synthesiser) for word in words}
    usual = {word: [way for way, cost in said if not cost] for word, said in ways.items()}
    return {word: said for word, said in usual.items() if any(said)}


def every_way(words: Iterable[str], language: str) -> dict[str, list[Phones]]:
    """All ways in which a voice of ``language`` says common words."""
    with Synthesiser() as synthesiser:
        ways = {
            word: dict.fromkeys(
                way
                for voice in voices(language)
                for way, _ in _alone(word, language, voice, synthesiser)
            )
            for word in words
        }
    return {word: [*said] for word, said in ways.items() if any(said)}


def _alone(
    word: str, language: str, voice: str, synthesiser: Synthesiser
) -> list[tuple[Phones, float]]:
    """The ways in which a ``voice`` says a word alone, and what each costs."""
    events, slavic = synthesiser.speak(word, voice).events, language != lexicon.FALLBACK
    said = _words(events, _sounds_of(language, voice), slavic)
    return [*_said(sound for one in said or () for sound in one)]


def _of_all(counted: Counter[tuple[tuple[Phones, ...], ...]]) -> list[Pronunciation]:
    least = _RARE * counted.total()
    found: dict[Phones, float] = {}
    for sounds, count in counted.items():
        if count >= least:
            for phones, cost in _said(sounds):
                found[phones] = min(cost, found.get(phones, cost))
    ranked = sorted(found.items(), key=lambda each: (each[1], each[0]))
    return [Pronunciation(phones, cost) for phones, cost in ranked if phones]


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("model", type=Path, help="the folder of the model")
    parser.add_argument("--languages", nargs="+", choices=foreign(), default=foreign())
    parser.add_argument("--new", action="store_true", help="only words that have none")
    options = parser.parse_args()
    for language in options.languages:
        known = read_dictionary(options.model, foreign_file(language)) if options.new else {}
        found = pronunciations(language, known)
        write_dictionary(options.model, found, foreign_file(language))
        ways = sum(map(len, found.values()))
        print(f"{language}: {len(found)} words, said in {ways} ways.", flush=True)


if __name__ == "__main__":
    main()
