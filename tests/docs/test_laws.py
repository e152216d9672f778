# SPDX-License-Identifier: GPL-3.0-or-later
"""``docs/laws.md`` is up to date, and every rule has its proof or a reason for having none."""

import ast
import re
from collections import Counter
from pathlib import Path

import pytest

from docs import laws

FOLDER = Path(__file__).parent
SCENARIOS = FOLDER.parent / "scenarios"

NUMBERS = (FOLDER / "laws.txt").read_text(encoding="utf-8").split()
"""Every rule of the Laws that has to be on the page; letters tell parts of an article apart."""

RULES = laws.rules()


def test_every_rule_is_there_in_order() -> None:
    assert list(RULES) == NUMBERS, "a rule is added in docs/laws.toml and in tests/docs/laws.txt"


@pytest.mark.parametrize("number", RULES)
def test_a_rule_has_tests_or_a_reason(number: str) -> None:
    rule = RULES[number]
    assert rule.text
    assert bool(laws.proofs()[number]) != bool(rule.none), (
        f"{number} needs a test or a reason for none"
    )


def test_a_test_names_articles_that_exist() -> None:
    """A scenario may be named by an article above several rules; a mark is the rule itself."""
    unknown = [
        (test, article)
        for test, articles in laws.marked().items()
        for article in articles
        if article not in RULES
        and not (test.startswith("scenario:") and any(is_about(rule, article) for rule in RULES))
    ]
    assert unknown == []


def is_about(rule: str, article: str) -> bool:
    """True if an article is a rule or one above it."""
    return rule.startswith((f"{article}.", f"{article}-")) or laws.proves(article, rule)


def test_no_name_stands_for_two_tests() -> None:
    """The second of two functions of one name would hide the first, and its proof."""
    for file in laws.test_modules().values():
        tree = ast.parse(file.read_text(encoding="utf-8"))
        names = Counter(node.name for node in tree.body if isinstance(node, ast.FunctionDef))
        assert [name for name, count in names.items() if count > 1] == []


def test_only_scenarios_lie_among_the_scenarios() -> None:
    others = {file.name for file in SCENARIOS.iterdir() if file.suffix != ".script"}
    assert others == {"README.md"}


def test_the_page_is_up_to_date() -> None:
    assert laws.PAGE.read_text(encoding="utf-8") == laws.page(), "run: python -m docs.laws"


def test_names_and_marks_agree() -> None:
    wrong = [
        f"{module}.{node.name}"
        for module, file in laws.test_modules().items()
        for node in ast.parse(file.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef)
        and (rule := named_by(node.name)) is not None
        and rule not in laws.marked().get(f"{module}.{node.name}", ())
    ]
    assert wrong == []


def named_by(test: str) -> str | None:
    """The rule whose number a name begins with: "test_d_2_8_…" is about D.2.8."""
    found = re.match(r"test_((?:[a-gix]+_)?\d+(?:_\d+)+)_", test)
    number = found[1].replace("_", ".").upper() if found else ""
    return number if number in RULES else None
