# SPDX-License-Identifier: GPL-3.0-or-later
"""What comes with Hektor: licences, advisories, and what of it is never used."""

import ast
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from tools import advisories, licences
from tools.locked import locked

ROOT = Path(__file__).parents[2]
PACKAGES = ("rules", "clock", "voice", "table", "announce", "game")
OF_VOSK = {"websockets", "requests", "urllib3"}


def test_page_of_the_licences_is_up_to_date() -> None:
    """``python -m tools.licences`` makes it anew."""
    assert licences.PAGE.read_text(encoding="utf-8") == licences.page()


def test_every_locked_package_has_a_licence_and_a_row() -> None:
    rows = licences.PAGE.read_text(encoding="utf-8")
    assert len(locked()) > 15
    for package in locked():
        assert f"| {package} | {licences.licence(package)} |" in rows
    assert set(licences.known()["reasons"]) <= set(locked())


def test_unknown_library_is_not_passed_over() -> None:
    with pytest.raises(LookupError, match="libnobody"):
        licences._library("libnobody.so.1")


def imported(file: Path) -> set[str]:
    """The packages that a module names to be imported, wherever it does."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {each.name for each in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            found.add(node.module or "")
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            found |= {node.value} & OF_VOSK  # import_module("requests")
    return {name.partition(".")[0] for name in found}


def test_nothing_of_ours_imports_what_comes_with_vosk_only(tmp_path: Path) -> None:
    files = [file for name in PACKAGES for file in (ROOT / name).rglob("*.py")]
    assert len(files) > 200
    puts_off = ROOT / "voice" / "hearing" / "engines.py"  # that Vosk loads it; needs it not
    guilty = {str(file): found for file in files if (found := imported(file) & OF_VOSK)}
    assert guilty == {str(puts_off): {"requests"}}
    (tmp_path / "guilty.py").write_text("def run():\n    from requests.adapters import Retry\n")
    assert imported(tmp_path / "guilty.py") == {"requests"}


# --- Advisories -----------------------------------------------------------------------------------


def advisory(package: str = "Chess", **affected: Any) -> dict[str, Any]:
    named = {"package": {"ecosystem": "PyPI", "name": package}, **affected}
    return {"id": "X-1", "summary": "It is broken.", "affected": [named]}


def between(*events: dict[str, str], kind: str = "ECOSYSTEM") -> dict[str, Any]:
    return {"ranges": [{"type": kind, "events": list(events)}]}


@pytest.mark.parametrize(
    ("given", "affected"),
    [
        (advisory(versions=["1.2.3"]), True),
        (advisory(versions=["1.2.4"]), False),
        (advisory("chess-board", versions=["1.2.3"]), False),
        (advisory(**between({"introduced": "0"})), True),
        (advisory(**between({"introduced": "0"}, {"fixed": "1.2.3"})), False),
        (advisory(**between({"introduced": "0"}, {"fixed": "1.10"})), True),
        (advisory(**between({"introduced": "1.2.3"}, {"last_affected": "1.2.3"})), True),
        (advisory(**between({"introduced": "0"}, {"last_affected": "1.2.2"})), False),
        (advisory(**between({"fixed": "1.1"}, {"introduced": "0"}, {"introduced": "1.2"})), True),
        (advisory(**between({"introduced": "0"}, kind="GIT")), False),
        ({**advisory(versions=["1.2.3"]), "withdrawn": "2026-01-01T00:00:00Z"}, False),
        ({"id": "X-2"}, False),
    ],
    ids=lambda given: json.dumps(given)[:60],
)
def test_which_versions_an_advisory_is_of(given: dict[str, Any], affected: bool) -> None:
    assert advisories.affects(given, "chess", "1.2.3") is affected


@pytest.mark.parametrize("form", ["file", "list", "folder", "zip"])
def test_advisories_of_locked_versions_are_told(
    tmp_path: Path, form: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = json.dumps(advisory(versions=locked()["chess"]))
    database = tmp_path / "database"
    if form == "folder":
        (database / "deeper").mkdir(parents=True)
        (database / "deeper" / "one.json").write_text(text)
    elif form == "zip":
        with zipfile.ZipFile(database, "w") as packed:
            packed.writestr("one.json", text)
    else:
        database.write_text(f"[{text}]" if form == "list" else text)
    monkeypatch.setattr("sys.argv", ["advisories", str(database)])
    assert advisories.main() == 1
    assert capsys.readouterr().out == f"chess {locked()['chess'][0]}: X-1 It is broken.\n"


@pytest.mark.parametrize(
    ("specs", "code"), [(["<1.0", ">=1.2,<2.0"], 1), (["<1.0"], 0), (["all of them"], 1)]
)
def test_database_of_safety_is_read(
    specs: list[str], code: int, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    database = tmp_path / "insecure_full.json"
    one = {"advisory": "It is\n broken.", "cve": "CVE-1", "specs": specs}
    database.write_text(json.dumps({"$meta": {"timestamp": 1}, "Chess": [one]}))
    monkeypatch.setattr("sys.argv", ["advisories", str(database)])
    assert advisories.main() == code
    version = locked()["chess"][0]
    told = f"None of the 1 advisories of {database} is of a locked version."
    said = f"chess {version}: CVE-1 It is broken." if code else told
    assert capsys.readouterr().out == f"{said}\n"


@pytest.mark.parametrize("text", [None, "{", "{}", "[]", '{"id": "X-2"}'])
def test_what_is_no_database_is_told(
    text: str | None,
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    if text is not None:
        (tmp_path / "none").write_text(text)
    monkeypatch.setattr("sys.argv", ["advisories", str(tmp_path / "none")])
    assert advisories.main() == 2
    assert capsys.readouterr().err.count("\n") == 1
