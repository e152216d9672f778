# SPDX-License-Identifier: GPL-3.0-or-later
"""The report on one incident: one page, made of the record, for the arbiter and the players."""

import re
from html.parser import HTMLParser
from pathlib import Path

import chess
import pytest
from halls import Played, order
from rounds import Table

from announce.lexicon import lexicon
from announce.text.settings import LANGUAGES
from game.app.cli import main
from record.incidents import incidents
from record.report import figures, report_of
from table.core.conditions import Mode


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """White says an illegal move and completes it; the arbiter gives Black two minutes."""
    made = Table(tmp_path, 1, mode=Mode.COMPETITION).play("e4", "e5")
    made.order("Läufer Felix eins schlägt Anna sechs", who=None)
    made.order("zwei Minuten für Schwarz", "ja")
    made.close()
    return made


def lines(table: Table, number: int, language: str = "en", **said: str) -> dict[str, list[str]]:
    report = report_of(table.archive, 1, number, language, **said)
    assert report is not None
    return {one.heading: [*one.lines] for one in report.sections}


def number_of(table: Table, wanted: str, capsys: pytest.CaptureFixture[str]) -> int:
    """The number under which the list has an incident."""
    assert main(["incident", "1", "--language", "en", "--archive", str(table.archive.path)]) == 0
    parts = re.split(r"^(\d+)\. ", capsys.readouterr().out, flags=re.MULTILINE)
    found = [int(at) for at, text in zip(parts[1::2], parts[2::2], strict=True) if wanted in text]
    return found[-1]


def test_the_page_has_all_that_a_ruling_needs(
    table: Table, capsys: pytest.CaptureFixture[str]
) -> None:
    told = lines(table, number_of(table, "two minutes", capsys))
    assert told["Game"][0] == "Game 1: Adam, Ana against Dolar, Dana."
    assert told["Game"][1] == "Liga, round 3, table 1"
    assert "2018" in told["Game"][2]
    assert told["Time"][0].startswith("2026-11-28, 15:0")
    assert told["Time"][1] == "After 1... e5."
    white = re.compile(r"White (\S+), Black (\S+)\.")
    before, after = (white.search(line) for line in told["Clocks"])
    assert before is not None
    assert after is not None
    assert before[1] == after[1]
    assert (before[2], after[2]) == ("1:30:00", "1:32:00")
    assert "King" in told["Position"][0] or "king" in told["Position"][0]
    assert told["Position"][1].startswith("rnbqkbnr/pppp1ppp/8/4p3/4P3")
    assert any("zwei Minuten für Schwarz" in line for line in told["What was said"])
    assert any("Hektor: " in line for line in told["What was said"])
    assert told["Incident and ruling"] == [
        "Black: clock set to one hour and thirty-two minutes.",
        "Article 12.5.",
    ]


def test_an_order_from_the_desk_of_a_hall_names_its_arbiter(tmp_path: Path) -> None:
    table = Played(tmp_path)
    table.play("e4", "e5")
    table.put(order("zwei Minuten für Schwarz", 17))
    report = report_of(table.archive, 1, 1, "en")
    assert report is not None
    told = {one.heading: one.lines for one in report.sections}
    assert any(
        line.endswith("Anna Schmidt at the desk: zwei Minuten für Schwarz")
        for line in told["What was said"]
    )


def test_an_answer_is_told_with_what_was_asked(tmp_path: Path) -> None:
    table = Played(tmp_path)
    table.play("e4", "e5")
    table.put(order("Ergebnis Remis", 17))
    table.put(order("ja", 18, state=table.session.state))
    found = [*incidents(table.archive, 1, "de")]
    assert [(one.said, one.asked != "") for one in found] == [("ja", True)]
    report = report_of(table.archive, 1, 1, "de")
    assert report is not None
    told = {one.heading: one.lines for one in report.sections}["Was gesagt wurde"]
    asked = found[0].asked
    assert "Remis" in asked or "remis" in asked
    assert any(line.endswith(f"Anna Schmidt am Pult: ja, auf die Frage: {asked}") for line in told)


@pytest.mark.parametrize(
    ("language", "told"),
    [("de", "Nach 1... Sc6."), ("en", "After 1... Nc6."), ("cs", "Po 1... Jc6."),
     ("sr", "Posle 1... Sc6."), ("sl", "Po 1... Sc6.")],
)  # fmt: skip
def test_a_move_has_the_letters_of_the_language(tmp_path: Path, language: str, told: str) -> None:
    table = Played(tmp_path)
    table.play("e4", "Nc6")
    table.put(order("zwei Minuten für Schwarz", 17))
    report = report_of(table.archive, 1, 1, language)
    assert report is not None
    assert told in report.sections[1].lines


def test_statements_stand_there_or_lines_for_a_pen(table: Table) -> None:
    report = report_of(table.archive, 1, 1, "en", white="I said Anna six.")
    assert report is not None
    by = {one.heading: one for one in report.sections}
    assert by["Statement of White"].lines == ("I said Anna six.",)
    assert (by["Statement of White"].blanks, by["Statement of Black"].blanks) == (0, 3)
    for name in ("the arbiter", "White", "Black"):
        assert by[f"Signature of {name}"].blanks == 1


def test_the_diagram_has_the_names_of_ranks_and_files() -> None:
    drawn = figures(chess.Board(), "en")
    assert drawn[0] == "8 r n b q k b n r"
    assert drawn[7] == "1 R N B Q K B N R"
    assert drawn[8] == "  a b c d e f g h"


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)

    def handle_data(self, data: str) -> None:
        self.text += data


def test_the_page_for_the_printer_is_whole_and_has_no_script(table: Table, tmp_path: Path) -> None:
    target = tmp_path / "report.html"
    given = ["incident", "1", "--report", "1", "--format", "html", "--to", str(target)]
    states = ["--white-states", "<script>alert(1)</script>"]
    assert main([*given, *states, "--archive", str(table.archive.path), "--language", "de"]) == 0
    page = _Page()
    page.feed(target.read_text(encoding="utf-8"))
    assert page.tags.count("h1") == 1
    assert "script" not in page.tags
    assert "<script>alert(1)</script>" in page.text
    assert "link" not in page.tags  # nothing is fetched
    assert "svg" in page.tags


@pytest.mark.parametrize("form", ["text", "html", "braille", "brf"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_written_in_every_form_and_language(
    form: str, language: str, table: Table, capsys: pytest.CaptureFixture[str]
) -> None:
    given = ["incident", "1", "--report", "1", "--format", form, "--language", language]
    assert main([*given, "--archive", str(table.archive.path)]) == 0
    told = capsys.readouterr().out
    title = lexicon(language).word("program.ruling.title")
    if form in ("text", "html"):
        assert title in told
        assert told.count("\n") < 80
    else:
        assert all(len(line) <= 32 for line in re.split(r"[\r\n\f]+", told))


def test_there_is_no_report_on_what_did_not_happen(
    table: Table, capsys: pytest.CaptureFixture[str]
) -> None:
    for number in ("0", "99"):
        given = ["incident", "1", "--report", number, "--archive", str(table.archive.path)]
        assert main([*given, "--language", "en"]) == 2
        assert f"no incident {number}" in capsys.readouterr().err
