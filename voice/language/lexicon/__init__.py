# SPDX-License-Identifier: GPL-3.0-or-later
"""The words of a language, read from its folder and given out as plain tables.

Moves are spoken in German, commands in German and in the player's own language; both may be typed
in all languages that have a folder. A command, order or slot that a language lacks is English.

A word that is heard in another language than German has the name of the language before it, as in
"en_time": so no word of one language is taken for the same letters in another.

The lexicon knows words and spellings; what a sequence of words means is
``voice.language.grammar``'s.
Words are compared in lower case with umlauts, as Vosk's German models write them.
Adding a language is adding a folder with the files of ``de``.
"""

import re
import tomllib
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from pathlib import Path
from typing import Any, Final

_WORD = re.compile(r"[\w']+")
_HEARD = re.compile(r"\[unk\]|[\w'’]+|[-+]/[-+]")
_SQUARES = re.compile(r"(?:[a-h][1-8])+")
_ASCII = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "đ": "dj"})
_STROKES = str.maketrans({"đ": "d"})
_MANY_DIGITS = 10
_FOREIGN: Final = "_"  # between the language and the word
_FOLDER = Path(__file__).parent
_NOT_WORDS = re.compile(r"<\w+>|\{\w+\}")
_FORMS = re.compile(r"@[\w.@]*|(?<=\w)\.[\w.]+(?=@?\})")
_NOT_VOCABULARY = {
    *("spellings", "listening", "time_control", "opening", "grounds", "topics", "ordinals"),
    *("courtesy", "written", "script"),
}


@dataclass(frozen=True, slots=True)
class Language:
    """A language in which moves are said, by the ``name`` of its folder.

    With ``letters``, files may also be said by the letter's name ("be vier"); with ``spelling``, by
    the names of the German spelling alphabet ("Berta vier"), beside those of Appendix D.
    ``moves_in`` is another language whose words for moves are heard beside these.
    """

    name: str = "de"
    letters: bool = False
    spelling: bool = False
    moves_in: str = ""


GERMAN: Final = Language()
GERMAN_WITH_LETTERS: Final = Language(letters=True, spelling=True)
"""All that is understood where it is typed."""
FALLBACK: Final = "en"
"""The language of whatever another one lacks."""
TYPED: Final = "~"
"""Begins a phrase that may be typed and is not listened for: mostly one with a word that the speech
model lacks."""

_NOT_IN_ENGLISH: Final = ("letters", "spellings", "script", "time_control")
"""Tables whose keys are words or letters of the language itself."""


@cache
def load(language: str, file: str = "game") -> Mapping[str, Any]:
    """A file of a language as nested dictionaries, which must not be changed.

    ``game`` has the words of moves and commands, ``arbiter`` those of the arbiter's orders. An
    entry that a language lacks is the English one; German, which is spoken, has its own only. The
    ``language`` is always named, and ``game`` never: else it would be read once more.

    Its phrases are those that may be typed: each word in any form, whether or not it agrees.
    """
    found: Mapping[str, Any] = formless(written_down(language, file))
    return found


@cache
def with_forms(language: str, file: str) -> Mapping[str, Any]:
    """`load`, with the forms of words (`voice.language.template`) and without what is only typed,
    for what is listened for: what nobody says would only be taken for what somebody does."""
    found: Mapping[str, Any] = _spoken_part(written_down(language, file))
    return found


def _spoken_part(value: Any) -> Any:
    """A table without the phrases that are only typed."""
    if isinstance(value, Mapping):
        return {key: _spoken_part(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [each for each in value if not str(each).startswith(TYPED)]
    return value


@cache
def written_down(language: str, file: str) -> Mapping[str, Any]:
    """A file of a language as it stands there, with the English entries that it lacks."""
    path = _FOLDER / language / f"{file}.toml"
    own = tomllib.loads(path.read_text("utf-8")) if path.exists() else {}
    if language in (GERMAN.name, FALLBACK):
        return own
    other = written_down(FALLBACK, file)
    english = {k: v for k, v in other.items() if k not in _NOT_IN_ENGLISH}
    return _completed(own, english)


def formless(value: Any) -> Any:
    """A text or a table without the forms of its words, and without the mark of what is typed."""
    if isinstance(value, str):
        return _FORMS.sub("", value.removeprefix(TYPED))
    if isinstance(value, Mapping):
        return {key: formless(inner) for key, inner in value.items()}
    return [formless(each) for each in value] if isinstance(value, list) else value


def _completed(table: Mapping[str, Any], other: Mapping[str, Any]) -> Mapping[str, Any]:
    """``table`` with the entries that only the ``other`` has, those of inner tables too."""
    both = {**other, **table}
    for name in table.keys() & other.keys():
        if isinstance(table[name], Mapping) and isinstance(other[name], Mapping):
            both[name] = _completed(table[name], other[name])
    return both


@cache
def languages() -> tuple[str, ...]:
    """The languages in which lines may be typed, German first."""
    found = sorted(path.parent.name for path in _FOLDER.glob("*/game.toml"))
    return tuple(sorted(found, key=lambda name: name != GERMAN.name))


def written_anywhere(key: str) -> Iterator[Any]:
    """An entry of the table ``written`` in each language, German first."""
    return (load(language)["written"][key] for language in languages())


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for each in value.values():
            yield from _strings(each)
    elif isinstance(value, list):
        for each in value:
            yield from _strings(each)


def _vocabulary(language: str) -> Iterator[str]:
    """The words of the vocabulary as they are written."""
    tables = formless(with_forms(language, "game"))
    for section in tables.keys() - _NOT_VOCABULARY:
        for phrase in _strings(tables[section]):
            yield from _WORD.findall(_NOT_WORDS.sub(" ", phrase))


@cache
def vocabulary(language: str = GERMAN.name) -> tuple[str, ...]:
    """Every word that can be said, sorted, in lower case with umlauts, letters by name included.

    The bundled acoustic model is trained on exactly these words. Which of them the recogniser
    listens for at a moment is decided by ``voice.language.grammar.runtime_phrases``.
    """
    return tuple(sorted({word.lower() for word in _vocabulary(language)}))


@cache
def other_spellings(language: str = GERMAN.name) -> Mapping[str, tuple[str, ...]]:
    """For a word of the vocabulary, how else it is spelled: for models that lack our spelling."""
    return {
        word.lower(): tuple(spelling.lower() for spelling in spellings)
        for word, spellings in load(language)["spellings"].items()
    }


@dataclass(frozen=True, slots=True)
class Line:
    """A text with its words in the spelling of the vocabulary, and where in it each ends; ``typed``
    or spoken."""

    text: str
    words: tuple[str, ...]
    ends: tuple[int, ...]
    typed: bool = True

    def after(self, place: int) -> str:
        """The text behind so many words; nothing within a square, which is two words."""
        behind = self.ends[place - 1] if place else 0
        inside = place and self.ends[place : place + 1] == (behind,)
        return "" if inside else " ".join(self.text[behind:].strip(" :,").split())


def line(text: str, language: Language = GERMAN) -> Line:
    """A text and its words in the spelling of the vocabulary; unknown words stay as they are.

    Case, punctuation and the spelling of umlauts do not matter. Squares and digits become words
    ("g1-f3" is Gustav eins Felix drei); in a language with letters a bare one does too, and the
    name of one, as in a typed "Turm a d1", "de schlägt e5".
    """
    text = unicodedata.normalize("NFC", text)
    found: list[tuple[str, int]] = []
    name, tables, respelled = language.name, load(language.name), _respelled(language.name)
    letters = {said: file for file, ways in tables["letters"].items() for said in (file, *ways)}
    for raw in _HEARD.finditer(text):
        token = in_one_script(raw[0].lower()).strip("'_")
        words: Iterable[str] = (respelled.get(token, token),) if token else ()
        if _SQUARES.fullmatch(token):
            words = (
                usual_for("files" if sign.isalpha() else "ranks", sign, name).lower()
                for sign in token
            )
        elif (number := typed_number(token)) is not None and str(number) in tables["numbers"]:
            words = (usual_for("numbers", str(number), name).lower(),)
        elif language.letters and token in letters:
            words = (usual_for("files", letters[token], name).lower(),)
        found += ((word, raw.end()) for word in words)
    return Line(text, tuple(word for word, _ in found), tuple(end for _, end in found))


def words(text: str, language: Language = GERMAN) -> tuple[str, ...]:
    """The words of a text in the spelling of the vocabulary."""
    return line(text, language).words


def without(phrases: Iterable[str], text: str) -> str:
    """A text without these phrases."""
    said = sorted(phrases, key=len, reverse=True)
    found = re.sub(rf"\b(?:{'|'.join(map(re.escape, said))})\b", " ", text, flags=re.I)
    return " ".join(found.split())


def has_words(line: str, language: str) -> bool:
    """True if a typed line has words, beside squares and numbers, and all of them are in phrases of
    the language."""
    known, respelled = _written(language), _respelled(language)
    raw = in_one_script(unicodedata.normalize("NFC", line).lower())
    tokens = [token for token in _HEARD.findall(raw) if not token.isdecimal()]
    said = [respelled.get(token, token) for token in tokens if not _SQUARES.fullmatch(token)]
    return bool(said) and known.issuperset(said)


@cache
def _written(language: str) -> frozenset[str]:
    """All words that can be typed in a language, in small letters."""
    files = (load(language), load(language, "arbiter"), load(language, "study"))
    phrases = (_NOT_WORDS.sub(" ", phrase) for tables in files for phrase in _strings(tables))
    return frozenset(word.lower() for phrase in phrases for word in _WORD.findall(phrase))


def foreign(word: str, language: str) -> str:
    """A word of another language as it is heard: "en_time"."""
    return f"{language}{_FOREIGN}{word}"


def spoken(heard: Sequence[str]) -> Line:
    """Words that were heard as a line in their language."""
    words = native(heard)
    lengths = accumulate((1 + len(word) for word in words), initial=-1)
    return Line(written(heard), words, (*lengths,)[1:], typed=False)


def heard_in(heard: Iterable[str]) -> str:
    """The language of the first word that is not German; else German."""
    return next((found[1] for found in map(_foreign().match, heard) if found), GERMAN.name)


def native(heard: Iterable[str]) -> tuple[str, ...]:
    """Words that were heard, as they are written in their language."""
    return tuple(_foreign().sub("", word) for word in heard)


@cache
def _foreign() -> re.Pattern[str]:
    others = (name for name in languages() if name != GERMAN.name)
    return re.compile(f"^({'|'.join(others)}){_FOREIGN}")


def typed_number(word: str) -> int | None:
    """The number that is typed in digits; None for other text, or for more than any at a board."""
    return int(word) if word.isdecimal() and len(word) < _MANY_DIGITS else None


def in_one_script(text: str) -> str:
    """A text in small letters in the script of the lexicons, as Serbian in Latin letters."""
    script = _script()
    return "".join(script.get(sign, sign) for sign in text)


@cache
def _script() -> Mapping[str, str]:
    """The letters that are written otherwise in a lexicon, of all languages."""
    tables = (load(language).get("script", {}) for language in languages())
    return {sign: letter for table in tables for sign, letter in table.items()}


def without_marks(text: str) -> str:
    """A text in lower case without the marks on its letters: "kun" for "kůň"."""
    parts = unicodedata.normalize("NFD", text.translate(_STROKES))
    return "".join(sign for sign in parts if not unicodedata.combining(sign))


def in_ascii(text: str) -> str:
    """A text in lower case and without umlauts, as one types where there are none: "fuenf"."""
    return text.lower().translate(_ASCII)


def plain(text: str, language: str) -> str:
    """A text in small letters as one types who has no marks for them: "fuenf", "petnact"."""
    return in_ascii(text) if language == GERMAN.name else without_marks(text.lower())


def written(said: Iterable[str], language: str = GERMAN.name) -> str:
    """Words as a line to show or to speak, with the capitals of the language; of what was heard in
    another one, with those of that."""
    line = []
    for word in said:
        other = _foreign().match(word)
        plain = word[other.end() :] if other else word
        line.append(_capitals(other[1] if other else language).get(plain, plain))
    return " ".join(line)


@cache
def _respelled(language: str) -> Mapping[str, str]:
    """Every way to spell a word of the vocabulary, to the word."""
    known = vocabulary(language)
    table: dict[str, str] = {}
    for word in known:
        for spelling in (word, *other_spellings(language).get(word, ())):
            table.setdefault(without_marks(spelling), word)
            table.setdefault(spelling.translate(_ASCII), word)
            table.setdefault(spelling, word)
    return {**table, **{word: word for word in known}}


@cache
def _capitals(language: str) -> Mapping[str, str]:
    return {word.lower(): word for word in _vocabulary(language) if word != word.lower()}


def usual_for(section: str, key: str, language: str = GERMAN.name) -> str:
    """The word that Hektor itself uses, with its capital: ``usual_for("files", "e")`` is Eva."""
    first: str = load(language)[section][key][0]
    return first


def usual(word: str, language: str = GERMAN.name) -> str:
    """The usual word for a synonym among files, ranks, pieces and sides: "zwei" for "zwo"."""
    return _usual(language).get(word, word)


@cache
def _usual(language: str) -> Mapping[str, str]:
    usual = {"letters": "files"}
    return {
        synonym.lower(): usual_for(usual.get(section, section), key, language).lower()
        for section in ("letters", "files", "ranks", "pieces", "castling_side")
        for key, said in load(language)[section].items()
        for synonym in said
    }
