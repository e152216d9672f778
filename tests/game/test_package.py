# SPDX-License-Identifier: GPL-3.0-or-later
"""What is installed: the wheel, its pages, the locked versions, and the report of a fault."""

import re
import sys
import tomllib
from pathlib import Path

import pytest

from announce.text.settings import LANGUAGES
from game.app import entry
from game.app.cli import main
from game.app.commands import check
from game.app.commands.docs import PAGES, page, plain_lines

ROOT = Path(__file__).parents[2]
KINDS = ("toml", "tsv", "txt")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def locked(name: str) -> set[str]:
    """The packages of a file of locked versions."""
    text = (ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8")
    return set(re.findall(r"^([a-z0-9-]+)==", text, re.MULTILINE))


def test_every_requirement_is_locked_with_a_hash() -> None:
    wanted = {re.split(r"[<>=]", one)[0] for one in PROJECT["project"]["dependencies"]}
    extra = {
        re.split(r"[<>=]", one)[0] for one in PROJECT["project"]["optional-dependencies"]["dev"]
    }
    assert wanted <= locked("run")
    assert wanted | extra <= locked("dev")
    for name in ("build", "run", "dev"):
        text = (ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8")
        pins = [each for each in re.split(r"\n(?=\S)", text.strip()) if "==" in each]
        assert pins
        assert [pin for pin in pins if "--hash=sha256:" not in pin] == []
        assert "file:" not in text  # no place on the computer that made it


def test_every_requirement_has_both_bounds() -> None:
    for one in PROJECT["project"]["dependencies"]:
        assert re.fullmatch(r"[a-z0-9-]+>=[\d.]+,<[\d.]+(; sys_platform .*)?", one), one


def test_the_wheel_takes_every_room_with_its_types_and_tables() -> None:
    setuptools = PROJECT["tool"]["setuptools"]
    rooms = {pattern.rstrip("*") for pattern in setuptools["packages"]["find"]["include"]}
    source = {path.parent.name for path in ROOT.glob("*/__init__.py")}
    assert rooms == source - {"bench", "tools", "training", "docs"}
    assert [room for room in rooms if not (ROOT / room / "py.typed").exists()] == []
    taken = {"*": ["py.typed"], **setuptools["package-data"]}
    for room in rooms:
        patterns = [*taken.get(room, ()), *taken["*"]]
        kept = {path for pattern in patterns for path in (ROOT / room).glob(pattern)}
        tables = {path for kind in KINDS for path in (ROOT / room).rglob(f"*.{kind}")}
        assert tables <= kept, room


def test_the_wheel_takes_the_pages_of_every_language() -> None:
    files = PROJECT["tool"]["setuptools"]["data-files"]
    assert {Path(one).name for one in files} == set(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", PAGES)
def test_a_page_reads_as_plain_lines(name: str, language: str) -> None:
    lines = list(plain_lines(page(name, language)))
    assert len(lines) > 3
    assert not [line for line in lines if re.search(r"`|\]\(|^[#|]", line)]


def test_paragraphs_points_and_rows_become_lines() -> None:
    markdown = (
        "# Title\n\nOne paragraph\nof two lines with `code`.\n\n- a [point](there.md)\n"
        "  that goes on\n- **another**\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n![a picture](x.png)\n"
    )
    assert list(plain_lines(markdown)) == [
        "", "Title", "One paragraph of two lines with code.", "a point that goes on", "another",
        "a; b", "1; 2", "a picture",
    ]  # fmt: skip


def test_docs_prints_a_page_or_names_all(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["docs", "player", "--language", "de"]) == 0
    assert capsys.readouterr().out.startswith("Hektor für Spieler\n")
    assert main(["docs"]) == 0
    assert capsys.readouterr().out.count("\n") == len(PAGES)


def test_a_page_becomes_braille(capsys: pytest.CaptureFixture[str]) -> None:
    """A card of 32 cells by 25 lines, for an embosser."""
    for language in LANGUAGES:
        assert main(["docs", "card", "--brf", "--language", language]) == 0
        text = capsys.readouterr().out
        assert text.isascii()
        assert max(len(line) for line in text.splitlines()) <= 32
        assert "SPR+GER FELIX DREI" in text.upper() or "SPRINGER FELIX DREI" in text.upper()


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert re.fullmatch(r"Hektor \d+\.\d+\.\d+\n", capsys.readouterr().out)


def installed(folder: Path) -> Path:
    """A folder as pip leaves it."""
    for name in entry._PACKAGES:
        (folder / name).mkdir()
        (folder / name / "__init__.py").write_text(f"{entry._OURS}\n", encoding="utf-8")
    (folder / "hektor_chess-1.0.dist-info").mkdir()
    (folder / "chess-1.11.dist-info").mkdir()
    return folder


def test_packages_of_others_of_the_same_name_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    site = installed(tmp_path)
    assert entry.mixed(site) == []
    (site / "clock" / "__init__.py").write_text("import time\n", encoding="utf-8")
    assert entry.mixed(site) == ["clock"]
    (site / "rules-3.5.dist-info").mkdir()
    assert entry.mixed(site) == ["clock", "rules"]
    (site / "voice" / "__init__.py").unlink()  # as pip leaves it that has removed another's
    assert entry.mixed(site) == ["clock", "rules", "voice"]
    monkeypatch.setattr(entry, "mixed", lambda: ["rules"])
    assert entry.main() == 2
    assert "pipx install" in capsys.readouterr().err


def test_a_report_has_no_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import platformdirs  # noqa: PLC0415

    home = tmp_path / "Jana Nováková"
    home.mkdir()
    monkeypatch.setattr(Path, "home", lambda: home)
    monkeypatch.setattr(platformdirs, "user_log_path", lambda *_, **__: home)
    trace = (
        "Traceback (most recent call last):\n"
        '  File "C:\\Users\\Jana Nováková\\game\\loop.py", line 7, '
        f'in run\n  File "{home}/table/handle.py", line 12, in handle\nValueError: Anna Muster\n'
    )
    (home / "fault.txt").write_text(trace, encoding="utf-8")
    told = [*check.last_fault(), check.without_names(f"Archive: {home}/games.sqlite")]
    assert told == [
        "Last fault: ValueError", "  game\\loop.py, line 7, in run",
        "  table/handle.py, line 12, in handle", "Archive: ~/games.sqlite",
    ]  # fmt: skip
    assert sys.version.split()[0] in " ".join(check.surroundings())
