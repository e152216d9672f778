# SPDX-License-Identifier: GPL-3.0-or-later
"""``docs/laws.md`` is up to date, and every rule has its proof or a reason for having none."""

import ast
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from docs import laws

TESTS = Path(__file__).parent
SCENARIO = "scenario:"

RULES = (TESTS / "laws.txt").read_text(encoding="utf-8").split()
"""Every rule of the Laws that has to be on the page; letters tell parts of an article apart."""

ROWS = laws.rows()


@cache
def functions(module: str) -> Counter[str]:
    """The functions of a test module, and how often each is defined."""
    tree = ast.parse((TESTS / f"{module}.py").read_text(encoding="utf-8"))
    return Counter(node.name for node in tree.body if isinstance(node, ast.FunctionDef))


def exists(test: str) -> bool:
    """Whether there is that scenario, or that function, once."""
    if test.startswith(SCENARIO):
        return (TESTS / "scenarios" / f"{test.removeprefix(SCENARIO)}.script").exists()
    module, _, name = test.partition(".")
    return name.startswith("test_") and functions(module)[name] == 1


def test_every_rule_is_there_in_its_order_and_nothing_else() -> None:
    assert list(ROWS) == RULES


@pytest.mark.parametrize("article", ROWS)
def test_a_rule_has_its_tests_or_a_reason(article: str) -> None:
    row = ROWS[article]
    assert row["rule"]
    said = row.keys() & {"tests", "none", "pending"}
    assert len(said) == 1, f"{article} needs tests, a reason for none, or to be pending"
    assert all(row[key] for key in said)
    for test in row.get("tests", ()):
        assert exists(test), f"{article} names a test that is not there: {test}"


@pytest.mark.parametrize(
    "file", sorted((TESTS / "scenarios").glob("*")), ids=lambda file: file.stem
)
def test_a_scenario_is_named_by_the_rules_it_proves(file: Path) -> None:
    if file.name == "README.md":
        return
    assert file.suffix == ".script"
    named = [file.stem.partition("_")[0]]
    for line in file.read_text(encoding="utf-8").splitlines():
        if line.startswith("# Articles:"):
            named += line.removeprefix("# Articles:").replace(",", " ").split()
    unknown = [name for name in named if not any(is_about(rule, name) for rule in RULES)]
    assert unknown == []
    proof = f"{SCENARIO}{file.stem}"
    left_out = [name for name in named if name in ROWS and proof not in ROWS[name].get("tests", ())]
    assert left_out == [], f"{proof} is not among the tests of {left_out}"


def is_about(rule: str, name: str) -> bool:
    """Whether an article is a rule, one above it, or one of a rule such as "12.9.1–12.9.9"."""
    first, _, last = rule.partition("–")
    chapter, _, number = name.rpartition(".")
    begin, end = first.rpartition("."), last.rpartition(".")
    among = chapter == begin[0] and number.isdecimal() and end[2].isdecimal()
    inside = among and int(begin[2]) <= int(number) <= int(end[2])
    return rule == name or rule.startswith((f"{name}.", f"{name}-")) or inside


def test_the_page_is_made_of_the_rows() -> None:
    assert laws.PAGE.read_text(encoding="utf-8") == laws.page(), "run: python -m docs.laws"
