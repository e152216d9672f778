# SPDX-License-Identifier: GPL-3.0-or-later
"""``docs/laws.md`` is up to date, and every row has its proof or a reason for having none."""

import ast
import tomllib
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
DOCS = TESTS.parent / "docs"

ROWS = [
    (article, row)
    for part in tomllib.loads((DOCS / "laws.toml").read_text(encoding="utf-8"))["part"]
    for article, row in part["rows"].items()
]


def functions(module: str) -> set[str]:
    tree = ast.parse((TESTS / f"{module}.py").read_text(encoding="utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


@pytest.mark.parametrize(("article", "row"), ROWS, ids=[article for article, _ in ROWS])
def test_a_row_has_its_tests_or_a_reason(article: str, row: dict[str, object]) -> None:
    assert row["rule"]
    tests = row.get("tests")
    if tests is None:
        assert row["none"], f"{article} has neither a test nor a reason"
        return
    assert isinstance(tests, list)
    assert tests, f"{article} names no test"
    for test in tests:
        assert exists(test), f"{article} names a test that is not there: {test}"


def exists(test: str) -> bool:
    """Whether there is that function, or that scenario."""
    if test.startswith("scenario:"):
        return (TESTS / "scenarios" / f"{test.removeprefix('scenario:')}.script").exists()
    module, _, name = test.partition(".")
    return name in functions(module)


def test_no_article_stands_twice() -> None:
    articles = [article for article, _ in ROWS]
    assert len(articles) == len(set(articles))


def test_the_page_is_made_of_the_rows() -> None:
    page = (DOCS / "laws.md").read_text(encoding="utf-8")
    for article, row in ROWS:
        assert f"| {article} | {row['rule']} |" in page
        for test in row.get("tests", ()):
            assert f"`{test}`" in page
