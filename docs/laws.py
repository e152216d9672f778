# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes ``docs/laws.md`` of ``docs/laws.toml`` and of the tests: ``python -m docs.laws``.

The table holds each rule in a few words. Which tests prove a rule, the tests say themselves: a
function by ``@pytest.mark.article("9.2.1")``, a scenario by its file name and its comment
``# Articles: 7.5.1, 7.5.5-a``. The source is read, not run, so that this takes no time and needs
no device.
"""

import ast
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from docs import mutants

FOLDER = Path(__file__).parent
PAGE = FOLDER / "laws.md"
TESTS = FOLDER.parent / "tests"

ARTICLES = "# Articles:"

INTRODUCTION = """\
# The Laws, rule by rule

What Hektor does about each rule of the FIDE Laws of Chess and which tests prove it. Numbers are
those of the edition of 2018; `scenario:NAME` is a script in `tests/scenarios/`. Made by
`python -m docs.laws`; do not edit.

"Broken" says in how many ways the code was changed against the rule, one at a time, and how often
one of its own tests noticed: `python -m bench.mutants`. A rule that python-chess or the arbiter
keeps has none.
"""


@dataclass(frozen=True)
class Rule:
    """A rule in a few words, and why nothing can be tested where that is so."""

    text: str
    none: str | None = None


@dataclass(frozen=True)
class Part:
    """A part of the page: an article or an appendix, with its rules by their numbers."""

    title: str
    rules: dict[str, Rule]


@cache
def parts() -> list[Part]:
    """The parts of the page, from ``docs/laws.toml``."""
    table = tomllib.loads((FOLDER / "laws.toml").read_text(encoding="utf-8"))
    return [
        Part(part["title"], {number: _rule(row) for number, row in part["rules"].items()})
        for part in table["part"]
    ]


def _rule(row: str | dict[str, str]) -> Rule:
    return Rule(row) if isinstance(row, str) else Rule(row["rule"], row["none"])


def rules() -> dict[str, Rule]:
    """All rules by their numbers."""
    return {number: rule for part in parts() for number, rule in part.rules.items()}


@cache
def marked() -> dict[str, tuple[str, ...]]:
    """The articles of each test, in order; a test is ``room/module.test`` or ``scenario:NAME``."""
    functions = [
        (f"{module}.{name}", articles)
        for module, file in test_modules().items()
        for name, articles in _marks(file)
    ]
    scenarios = [
        (f"scenario:{file.stem}", tuple(scenario_articles(file)))
        for file in sorted((TESTS / "scenarios").glob("*.script"))
    ]
    return dict(sorted(functions) + scenarios)


def test_modules() -> dict[str, Path]:
    """The files of tests by what they are called here: ``rules/test_touch``."""
    files = sorted(TESTS.rglob("test_*.py"))
    return {file.relative_to(TESTS).with_suffix("").as_posix(): file for file in files}


def _marks(file: Path) -> Iterator[tuple[str, tuple[str, ...]]]:
    for node in ast.parse(file.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef):
            articles = tuple(
                ast.literal_eval(argument)
                for mark in node.decorator_list
                if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.article"
                for argument in mark.args
            )
            if articles:
                yield node.name, articles


def scenario_articles(file: Path) -> Iterator[str]:
    """The article that a scenario is named by, and those in its comment."""
    yield file.stem.partition("_")[0]
    for line in file.read_text(encoding="utf-8").splitlines():
        if line.startswith(ARTICLES):
            yield from line.removeprefix(ARTICLES).replace(",", " ").split()


@cache
def proofs() -> dict[str, list[str]]:
    """The tests of every rule."""
    tests = marked()
    return {
        number: [test for test, named in tests.items() if any(proves(one, number) for one in named)]
        for number in rules()
    }


def proves(article: str, rule: str) -> bool:
    """True if an article is a rule, or one of the several of a rule such as "12.9.1–12.9.9"."""
    first, _, last = rule.partition("–")
    chapter, _, number = article.rpartition(".")
    begin, end = first.rpartition("."), last.rpartition(".")
    among = chapter == begin[0] and number.isdecimal() and end[2].isdecimal()
    return article == rule or (among and int(begin[2]) <= int(number) <= int(end[2]))


def page() -> str:
    """The page as Markdown."""
    tests, broken = proofs(), mutants.counts()
    proven = sum(map(bool, tests.values()))
    without = sum(rule.none is not None for rule in rules().values())
    lines = [
        INTRODUCTION,
        f"{len(tests)} rules: {proven} proven, {without} with nothing to test. "
        f"{len(broken)} were broken, in {sum(tried for _, tried in broken.values())} ways: "
        f"{sum(noticed for noticed, _ in broken.values())} were noticed.",
        "",
    ]
    for part in parts():
        lines += [
            f"## {part.title}",
            "",
            "| article | rule | proof | broken |",
            "|---|---|---|---|",
        ]
        for number, rule in part.rules.items():
            proof = (
                f"none: {rule.none}"
                if rule.none
                else "<br>".join(map("`{}`".format, tests[number]))
            )
            noticed, tried = broken.get(number, (0, 0))
            count = f"{noticed} of {tried}" if tried else ""
            lines.append(f"| {number} | {rule.text} | {proof} | {count} |")
        lines.append("")
    return "\n".join(lines)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
