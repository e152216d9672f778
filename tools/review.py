# SPDX-License-Identifier: GPL-3.0-or-later
"""All sentences and words of a language in one table, for a native speaker to correct.

``python -m tools.review sl`` writes ``sl.csv``, which LibreOffice and Excel open: file and key of
each sentence, where it is used, its English original (the German one of English), and the sentence,
to be corrected in place. ``python -m tools.review sl sl.csv`` reads it back into the TOML files,
whose order and comments stay. A correction that loses or invents a slot is refused with its line,
and so is one of a sentence that has changed since; all others are taken.

Not in it are the pages in ``docs/`` and the help of the options, which is English for all.
"""

import argparse
import csv
import json
import re
import string
import sys
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from announce.lexicon import fields
from tools.untranslated import LEXICONS, ROOT
from voice.language import lexicon
from voice.language.lexicon import FALLBACK, GERMAN

_HEADER: Final = ("file", "key", "used", "original", "corrected", "before")
_NOT_WORDS: Final = re.compile(
    r"help\.toml|grammar\.toml (?:voice|plural|locales|tag|notation|second_script|.*\bgender)\b"
    r"|game\.toml (?:script|spellings|letters|written\.notations)\b"
)
"""What no speaker corrects: the help of the options, letters, and what only the program reads."""

_TYPED: Final = re.compile(r"\.toml (?:typed|written)\b")
_TOKEN: Final = re.compile(
    r"#[^\n]*"
    r"|^\[[^\n=]*\][ \t]*$"  # the name of a table
    r'|"(?:[^"\\\n]|\\.)*"(?=[ \t]*[=.])'  # a key
    r'|(?P<value>"(?:[^"\\\n]|\\.)*")',
    re.MULTILINE,
)
_SLOT: Final = re.compile(r"\{[\w.]+@?\}|<\w+>|[\[\](|)]")
_CLOSES: Final = {"]": "[", ")": "("}
_KEY_IN_CODE: Final = re.compile(r"""["']((?:\w+\.)+[\w: -]*)""")
_ROOMS: Final = ("announce", "game", "record", "study", "opponents", "hall")


@dataclass(frozen=True, slots=True)
class Sentence:
    """One string of a TOML file; its ``key`` has its tables and, in a list, its place from 1."""

    file: str
    key: str
    text: str

    @property
    def entry(self) -> tuple[str, str]:
        """Place of a sentence in every language: the file without the language, and the key."""
        path = Path(self.file)
        return f"{path.parents[1]}/{path.name}", self.key.partition("[")[0]

    @property
    def told(self) -> bool:
        """Whether Hektor tells it; else people say or type it."""
        return self.file.startswith(LEXICONS[0])


def sentences(language: str, root: Path = ROOT) -> Iterator[Sentence]:
    """Sentences and words of a language, in the order of its files."""
    for folder in LEXICONS:
        for path in sorted((root / folder / language).glob("*.toml")):
            name = path.relative_to(root).as_posix()
            for key, text in _strings(tomllib.loads(path.read_text("utf-8"))):
                if not _NOT_WORDS.search(f"{name} {key}"):
                    yield Sentence(name, key, text)


def _strings(entry: Any, key: str = "") -> Iterator[tuple[str, str]]:
    """The strings of a TOML file with their keys, in its order."""
    if isinstance(entry, str):
        yield key, entry
    elif isinstance(entry, Mapping):
        for name, inner in entry.items():
            yield from _strings(inner, f"{key}.{name}" if key else name)
    elif isinstance(entry, list):
        for place, inner in enumerate(entry, 1):
            yield from _strings(inner, f"{key}[{place}]")


# --- Out ------------------------------------------------------------------------------------------


def write(language: str, path: Path, root: Path = ROOT) -> int:
    """Write the table of a language; how many sentences it has."""
    originals = defaultdict(list)
    for one in sentences(GERMAN.name if language == FALLBACK else FALLBACK, root):
        originals[one.entry].append(one.text)
    named, count = _named_in_code(root), 0
    # The mark of UTF-8 is for Excel. It expects semicolons where numbers have a comma, as in most
    # of these countries; LibreOffice asks.
    with path.open("w", encoding="utf-8-sig", newline="") as file:
        table = csv.writer(file, delimiter=";")
        table.writerow(_HEADER)
        for count, one in enumerate(sentences(language, root), 1):  # noqa: B007
            original = _original(one, originals[one.entry])
            table.writerow(
                (one.file, one.key, _used(one, named), original, one.text, one.text),
            )
    return count


def _original(one: Sentence, originals: list[str]) -> str:
    """Of sentences those with the same slots; of the ways to say something, all."""
    alike = [each for each in originals if one.told and fields(each) == fields(one.text)]
    return " / ".join(alike or originals)


def _used(one: Sentence, named: Mapping[str, Set[str]]) -> str:
    """The modules that name the sentence, its table or its file; of other words, how they come."""
    if not one.told:
        marked = one.text.startswith(lexicon.TYPED) or _TYPED.search(f"{one.file} {one.key}")
        return "typed" if marked else "said and typed"
    name = f"{Path(one.file).stem}.{one.key.partition('[')[0]}"
    while name not in named and "." in name:
        name = name.rpartition(".")[0]
    return ", ".join(sorted(named.get(name, {"announce/words"})))


def _named_in_code(root: Path) -> Mapping[str, Set[str]]:
    """Each key, or beginning of one, that stands in code, and in which modules."""
    named = defaultdict(set)
    for room in _ROOMS:
        for path in (root / room).rglob("*.py"):
            name = path.relative_to(root).as_posix()
            for key in _KEY_IN_CODE.findall(path.read_text("utf-8")):
                if not name.startswith(LEXICONS):
                    named[key.rstrip(".")].add(name)
    return named


# --- Back -----------------------------------------------------------------------------------------


def read(language: str, path: Path, root: Path = ROOT) -> tuple[int, list[str]]:
    """Take the corrections of a table; how many, and why others are refused, with their lines.

    Raises ValueError if it is not such a table.
    """
    known = {(one.file, one.key): one for one in sentences(language, root)}
    forms = _forms(known.values())
    taken: dict[str, dict[str, str]] = defaultdict(dict)
    refused = []
    for line, row in _rows(path):
        one = known.get((row["file"], row["key"]))
        text = row["corrected"].strip()
        if one is not None and text in (one.text.strip(), row["before"].strip()):
            continue
        if why := "there is no such sentence" if one is None else _fault(one, row, forms):
            refused.append(f"line {line}, {row['key']}: {why}")
        else:
            taken[row["file"]][row["key"]] = text
    for name, corrections in taken.items():
        file = root / name
        file.write_text(corrected(file.read_text("utf-8"), corrections), "utf-8")
    return sum(map(len, taken.values())), refused


def _rows(path: Path) -> Iterator[tuple[int, dict[str, str]]]:
    """The rows with their lines; a program may have kept them with another sign between."""
    with path.open(encoding="utf-8-sig", newline="") as file:
        head = file.readline()
        sign = next((sign for sign in ";\t," if len(head.split(sign)) >= len(_HEADER)), ";")
        file.seek(0)
        table = csv.DictReader(file, delimiter=sign)
        if not {*_HEADER} <= {*(table.fieldnames or ())}:
            raise ValueError(f"{path} lacks the columns {', '.join(_HEADER)}")
        for row in table:
            yield table.line_num, {name: row[name] or "" for name in _HEADER}


def _fault(one: Sentence, row: Mapping[str, str], forms: Mapping[str, Set[str]]) -> str | None:
    """Why a correction cannot be taken."""
    text, before = row["corrected"].strip(), one.text
    if before.strip() != row["before"].strip():
        return f"it has changed since, into {before!r}"
    if not text or not text.isprintable():
        return "it is empty, or has more than one line"
    try:
        slots, wanted = _slots(text, one.told), _slots(before, one.told)
    except ValueError:
        return "a bracket is not closed"
    if slots != wanted:
        lost, new = " ".join((wanted - slots).elements()), " ".join((slots - wanted).elements())
        return f"the slots differ: lost {lost or 'nothing'}, new {new or 'nothing'}"
    strange = [
        form for name, form in _fields(text) if one.told and form and form not in forms[name]
    ]
    return f"there is no form {', '.join(strange)}" if strange else None


def _slots(text: str, told: bool) -> Counter[str]:
    """The slots of a sentence; its brackets only where people say it. Raises ValueError."""
    if told:
        return Counter({f"{{{name}}}": 1 for name, _ in _fields(text)})
    found, are_open = _SLOT.findall(text), [""]
    for sign in found:
        if sign in _CLOSES and are_open.pop() != _CLOSES[sign]:
            raise ValueError(text)
        are_open += [sign] * (sign in _CLOSES.values())
    if len(are_open) > 1 or len(re.findall(r"[{}<>]", text)) != 2 * sum(len(s) > 1 for s in found):
        raise ValueError(text)
    return Counter(found)


def _fields(text: str) -> Iterator[tuple[str, str]]:
    """The fields of a sentence that is told, and their forms. Raises ValueError."""
    return ((name, form or "") for _, name, form, _ in string.Formatter().parse(text) if name)


def _forms(known: Iterable[Sentence]) -> Mapping[str, Set[str]]:
    """The forms that the language's sentences ask of each field."""
    forms = defaultdict(set)
    for one in known:
        for name, form in _fields(one.text) if one.told else ():
            forms[name].add(form)
    return forms


def corrected(toml: str, corrections: Mapping[str, str]) -> str:
    """A TOML file with other strings under some keys, and all else as it is.

    Raises ValueError for a file whose strings are written in another way than ours.
    """
    keys = iter([key for key, _ in _strings(tomllib.loads(toml))])

    def other(token: re.Match[str]) -> str:
        if token["value"] is None:
            return token[0]
        text = corrections.get(next(keys, ""))
        return token[0] if text is None else json.dumps(text, ensure_ascii=False)

    made = _TOKEN.sub(other, toml)
    wanted = [(key, corrections.get(key, text)) for key, text in _strings(tomllib.loads(toml))]
    if [*_strings(tomllib.loads(made))] != wanted:
        raise ValueError("strings in an order or spelling that is not ours")
    return made


def main(args: list[str]) -> int:
    """Write the table, or read it back; 1 if a correction is refused."""
    options = argparse.ArgumentParser(prog="python -m tools.review", description=__doc__)
    options.add_argument("language", choices=lexicon.languages())
    options.add_argument("table", type=Path, nargs="?", help="a corrected table, to be read back")
    chosen = options.parse_args(args)
    if chosen.table is None:
        path = Path(f"{chosen.language}.csv")
        print(f"{path}: {write(chosen.language, path)} sentences and words.")
        return 0
    try:
        taken, refused = read(chosen.language, chosen.table)
    except (OSError, ValueError) as error:
        options.error(str(error))
    for each in refused:
        print(f"Refused: {each}.")
    print(f"Corrected: {taken}.")
    return 1 if refused else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
