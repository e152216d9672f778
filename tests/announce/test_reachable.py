# SPDX-License-Identifier: GPL-3.0-or-later
"""No sentence lies in a lexicon that no code can tell."""

import ast
import re
import tomllib
from collections.abc import Iterator, Mapping
from enum import StrEnum
from functools import cache

import pytest

from announce.lexicon import languages
from docs import rooms
from rules.outcome import Termination
from study.events import StudyRefusal
from table.events.game import Penalty, Refusal

LEXICON = rooms.ROOT / "announce" / "lexicon"

TABLES = (
    "articles",  # by the number of the article
    "grammar",
    "moves",  # by the words of a move
    "program.reason",  # by the name of the system's error
    "study.nag",  # by the number of the sign
    "study.openings",
)
"""Tables that are read whole, or by keys that no code names."""

KINDS: Mapping[str, type[StrEnum]] = {
    "game.end": Termination,
    "game.penalty": Penalty,
    "game.refused": Refusal,
    "study.refused": StudyRefusal,
}
"""Tables whose keys are the members of one enumeration, besides those that the code spells out."""

PIECES = {"king", "queen", "rook", "bishop", "knight", "pawn", "white", "black"}  # by python-chess
FIELD = re.compile(r"\{[\w.]*\}")


def names_in(tree: ast.Module) -> Iterator[str]:
    """Whatever may be the last part of a key: names of members, of fields and of arguments."""
    for node in ast.walk(tree):
        if isinstance(node, ast.keyword) and node.arg:
            yield node.arg
        for one in node.body if isinstance(node, ast.ClassDef) else ():
            if isinstance(one, ast.AnnAssign):
                yield ast.unparse(one.target)
            elif isinstance(one, ast.Assign):
                yield ast.unparse(one.targets[0]).lower()


def texts_in(tree: ast.Module) -> Iterator[str]:
    """The texts of a module, each field in them as ``{}``; docstrings are none."""
    no_text = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            no_text |= {id(one) for one in node.values}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            parts = [one.value if isinstance(one, ast.Constant) else "{}" for one in node.values]
            yield "".join(map(str, parts)).replace("{}{}", "{}")
        elif isinstance(node, ast.Constant) and id(node) not in no_text:
            yield FIELD.sub("{}", str(node.value))


@cache
def told() -> tuple[frozenset[str], tuple[re.Pattern[str], ...]]:
    """The keys and parts of keys in the code, and the forms of those that it puts together."""
    texts = set(PIECES)
    for room in rooms.rooms():
        for path in (rooms.ROOT / room).rglob("*"):
            if path.suffix == ".py":
                tree = ast.parse(path.read_text(encoding="utf-8"))
                texts |= {*names_in(tree), *texts_in(tree)}
            elif path.suffix in (".html", ".js", ".css"):
                texts |= set(re.findall(r"\w+", path.read_text(encoding="utf-8")))
    forms = (one for one in texts if "{}" in one and re.search(r"[a-z]", FIELD.sub("", one)))
    patterns = ("(.+?)".join(map(re.escape, one.split("{}"))) for one in forms)
    return frozenset(texts), tuple(map(re.compile, patterns))


@cache
def is_told(key: str, depth: int = 0) -> bool:
    """True if the code has the key, or a form whose fields it may fill so."""
    texts, patterns = told()
    whole, _, detail = key.partition(": ")
    if key in texts or (detail and detail in texts and is_told(whole, depth)):
        return True
    first, bar, second = key.partition("_")
    if depth == 1 and bar and first in texts and f"_{second}" in texts:
        return True
    found = (one.fullmatch(key) for one in patterns) if depth < 3 else ()
    return any(
        match is not None and all(is_told(part, depth + 1) for part in match.groups())
        for match in found
    )


def keys(table: Mapping[str, object], above: str) -> Iterator[str]:
    for name, entry in table.items():
        key = f"{above}.{name}"
        if isinstance(entry, Mapping):
            yield from keys(entry, key)
        elif not key.startswith(tuple(f"{one}." for one in TABLES)):
            yield key


def unreachable(file: str, table: Mapping[str, object]) -> list[str]:
    """The keys of a file of a lexicon that no code tells."""
    left = [key for key in keys(table, file) if not is_told(key)]
    for place, kind in KINDS.items():
        members = {f"{place}.{member}" for member in kind}
        of_table = [key for key in keys(table, file) if key.startswith(f"{place}.")]
        left += [one for one in of_table if one not in members and one not in told()[0]]
    return sorted(set(left))


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("file", sorted(path.stem for path in (LEXICON / "en").glob("*.toml")))
def test_every_sentence_can_be_told(file: str, language: str) -> None:
    path = LEXICON / language / f"{file}.toml"
    table = tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    assert not unreachable(file, table)


@pytest.mark.parametrize(
    ("file", "table"),
    [
        ("game", {"refused": {"not repeated": ""}}),  # the word is there, as that of a note
        ("game", {"illegal": {"no such thing at all": ""}}),
        ("program", {"error": {"planted": ""}}),
        ("page", {"planted": ""}),
    ],
)
def test_a_sentence_that_nobody_tells_is_found(file: str, table: Mapping[str, object]) -> None:
    assert unreachable(file, table)
