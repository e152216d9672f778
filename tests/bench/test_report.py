# SPDX-License-Identifier: GPL-3.0-or-later
"""The page of measurements is made of the results, and says what was not measured."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from bench import report
from bench.results import read, summary
from bench.tables import LATENCIES, WAYS

FOLDER = Path(__file__).parents[2] / "docs" / "measurements"
RESULTS = {file.stem: read(file) for file in FOLDER.glob("*.json")}


def test_the_page_is_that_of_the_results() -> None:
    page = FOLDER.with_suffix(".md").read_text(encoding="utf-8")
    assert page == report.report(RESULTS), "run: python -m bench.report"


def test_every_result_is_in_the_page() -> None:
    page = FOLDER.with_suffix(".md").read_text(encoding="utf-8")
    assert [name for name, one in RESULTS.items() if f"{one.date}, {one.commit}" not in page] == []


def test_new_figure_changes_the_table() -> None:
    old = RESULTS["page"]
    figures = {**old.figures, "painted_ms": summary([411.0, 422.0, 433.0])}
    new = replace(old, load=1.5, figures=figures)
    page = report.report({**RESULTS, "page": new})
    assert "| typed move to the assistant's page | 422 ms | 422 ms | 433 ms | 3 |" in page
    assert "load 1.5" in page


def test_the_page_knows_every_benchmark() -> None:
    """Each that writes a result has its place, if only to say that it was not measured."""
    bench = Path(report.__file__).parent
    files = [*bench.glob("*.py"), *bench.glob("*/__main__.py")]
    writing = [file for file in files if "results.write(" in file.read_text("utf-8")]
    kept = {file.parent.name if file.stem == "__main__" else file.stem for file in writing}
    elsewhere = {of for _, of, _ in LATENCIES}
    assert kept <= report.PARTS.keys() | elsewhere
    assert report.MEASURED.keys() <= kept
    assert set(report.PLACE.findall(report.TEXT.read_text("utf-8"))) == report.PARTS.keys()


def test_what_was_not_measured_is_said_to_be_so() -> None:
    known = {name: one for name, one in RESULTS.items() if name != "conversation"}
    page = report.report(known)
    told = "Not measured yet: `python -m bench.conversation --json docs/measurements/"
    assert told in page


def test_one_benchmark_is_measured_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(FOLDER, tmp_path / "results")
    page = tmp_path / "page.md"
    given = ["--measure", "way", "--results", str(tmp_path / "results"), "--page", str(page)]
    monkeypatch.setattr("sys.argv", ["bench.report", *given])
    report.main()
    assert str(page) in capsys.readouterr().out
    assert read(tmp_path / "results" / "way.json").figures.keys() == WAYS.keys()
    assert page.read_text(encoding="utf-8").startswith("# Measurements")


def test_every_place_has_its_table() -> None:
    places = report.PLACE.findall(report.TEXT.read_text(encoding="utf-8"))
    assert sorted(places) == sorted(report.PARTS)
