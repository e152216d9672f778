# SPDX-License-Identifier: GPL-3.0-or-later
"""``hektor round``, and ``hektor play --pairings``: from the file to the table and back."""

import argparse
import re
import time
from pathlib import Path

import pytest
from rounds import PAIRINGS, Table, closed

from announce.errors import PlayerError
from game.app import cli, options
from game.app.cli import main
from hall import public
from hall.app import round as rounds
from hall.rounds import read, trf
from table.core.conditions import Conditions


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "runde3.csv"
    path.write_text(PAIRINGS, encoding="utf-8")
    return path


@pytest.fixture
def hall(tmp_path: Path) -> Path:
    """Table 1 is drawn, at table 2 they play, nobody has come to table 3."""
    folder = tmp_path / "tables"
    tables = (
        Table(folder, 1).play("e4", "e5").order("Ergebnis Remis", "ja"),
        Table(folder, 2).play("d4"),
    )
    closed(tables)
    return folder


def test_the_round_is_listed_table_by_table(
    file: Path, hall: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["round", str(file), "--tables", str(hall), "--language", "en"]) == 0
    told = capsys.readouterr()
    assert told.out.splitlines() == [
        "Liga, round 3.",
        "Start: 2026-11-28 15:00.",
        "Time control 90+30.",
        "Table 1: Adam, Ana against Dolar, Dana. The game is drawn.",
        "Table 2: Egger, Emil against Bauer, Bruno. Move 1.",
        "Table 3: Čech, Cilka against Fink, Franz.",
    ]
    assert told.err == ""


def test_what_was_not_understood_is_told_beside_the_list(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file.write_text(f"{PAIRINGS}Liga,3,,,,,x,,Gast,,,Gästin,\n", encoding="utf-8")
    assert main(["round", str(file), "--language", "de"]) == 0
    assert capsys.readouterr().err == "Zeile 5, keine Nummer: Liga;3;;;;;x;;Gast;;;Gästin;\n"


def test_results_go_from_the_tables_into_the_file_of_the_swiss_program(
    tmp_path: Path, file: Path, hall: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = tmp_path / "before.trf"
    found = read(PAIRINGS.encode())
    assert found is not None
    before.write_text(trf.made(found.round, {}), encoding="utf-8", newline="")
    after, table = tmp_path / "after.trf", tmp_path / "after.csv"
    for source, form, target in ((before, "trf", after), (file, "csv", table)):
        given = ["round", str(source), "--tables", str(hall), "--format", form, "--to", str(target)]
        assert main(given) == 0
    filled = [read(one.read_bytes(), 3) for one in (after, table)]
    for one in filled:
        assert one is not None
        assert one.unread == ()
        assert {pairing.white.name: pairing.result for pairing in one.round.pairings} == {
            "Adam, Ana": "1/2-1/2",
            "Egger, Emil": "*",
            "Čech, Cilka": "*",
        }


def test_the_live_file_is_for_a_web_server_too(file: Path, hall: Path, tmp_path: Path) -> None:
    target = tmp_path / "live.pgn"
    given = ["round", str(file), "--tables", str(hall), "--format", "pgn", "--to", str(target)]
    assert main([*given, "--delay", "15"]) == 0
    assert target.stat().st_mode & 0o777 == 0o644
    assert target.read_text(encoding="utf-8").count("[Event ") == 3


def test_the_public_page_is_a_folder_for_a_web_server(
    file: Path, hall: Path, tmp_path: Path
) -> None:
    target = tmp_path / "public"
    given = ["round", str(file), "--tables", str(hall), "--format", "page", "--to", str(target)]
    assert main([*given, "--language", "en"]) == 0
    names = {"index.html", "round.pgn", *public.FILES}
    assert {one.name for one in target.iterdir()} == names
    assert target.stat().st_mode & 0o777 == 0o755
    assert {one.stat().st_mode & 0o777 for one in target.iterdir()} == {0o644}
    html = (target / "index.html").read_text(encoding="utf-8")
    assert html.count("<article ") == 3
    assert "Liga, Round 3" in html
    assert "Finished: 1 of 3." in html
    asked = set(re.findall(r'(?:href|src)="([^"#]+)"', html))
    assert asked <= names  # nothing from elsewhere
    written = {one: one.stat().st_mtime_ns for one in target.iterdir()}
    assert main([*given, "--language", "en"]) == 0
    assert {one: one.stat().st_mtime_ns for one in target.iterdir()} == written


def test_a_page_that_is_started_anew_keeps_what_was_out_there(
    file: Path, hall: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "public"
    given = ["round", str(file), "--tables", str(hall), "--format", "page", "--to", str(target)]
    assert main(given) == 0
    out = (target / "round.pgn").read_bytes()
    assert b"1. d4" in out

    def stop(_: float) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(time, "sleep", stop)
    Table(hall, 3).play("c4").close()
    assert main([*given, "--live", "--delay", "15"]) == 130
    assert (target / "round.pgn").read_bytes() == out
    assert main([*given, "--live"]) == 130
    assert b"1. c4" in (target / "round.pgn").read_bytes()


def test_live_goes_on_until_it_is_stopped(
    file: Path, hall: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target, looks = tmp_path / "live.pgn", list[str]()

    def pause(_: float) -> None:
        looks.append(target.read_text(encoding="utf-8"))
        if len(looks) == 1:
            Table(hall, 3).play("c4").close()
        else:
            raise KeyboardInterrupt

    monkeypatch.setattr(time, "sleep", pause)
    given = ["round", str(file), "--tables", str(hall), "--format", "pgn", "--to", str(target)]
    assert main([*given, "--live"]) == 130
    assert ["1. c4" in one for one in looks] == [False, True]


@pytest.mark.parametrize(
    "given",
    [
        ("round", "nowhere.csv"),
        ("round", "{file}", "--round", "9"),
        ("round", "{file}", "--tables", "nowhere"),
        ("round", "{file}", "--live"),
        ("round", "{file}", "--format", "page"),
        ("round", "{file}", "--format", "trf", "--to", "x.trf", "--live"),
        ("round", "{file}", "--delay", "-1"),
        ("round", "{file}", "--to", "/nowhere/at/all.txt"),
        ("round", "{folder}"),
        ("play", "--pairings", "{file}"),
        ("play", "--pairings", "{file}", "--table", "7"),
        ("play", "--pairings", "{file}", "--table", "1", "--round", "drei"),
        ("play", "--pairings", "nowhere.csv", "--table", "1"),
    ],
)
def test_what_cannot_be_is_one_sentence(
    given: tuple[str, ...], file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    filled = [one.format(file=file, folder=file.parent) for one in given]
    assert main(filled) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert told.endswith(".\n")


def options_of(*given: str) -> argparse.Namespace:
    words = ["play", *given]
    parsed = cli.make_parser(words, with_beside=True).parse_args(words)
    parsed.words = tuple(words)
    return parsed


def agreed(file: Path, *given: str) -> Conditions:
    parsed = options_of("--pairings", str(file), *given)
    rounds.seat(parsed)
    return options.conditions(parsed)


def test_a_table_takes_its_pairing_by_number(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = agreed(file, "--table", "2", "--language", "en")
    assert (found.white, found.black, found.event, found.round) == (
        "Egger, Emil", "Bauer, Bruno", "Liga", "3",
    )  # fmt: skip
    assert (found.table, found.starts, found.time_control) == (2, "2026-11-28T15:00", "90+30")
    assert found.default_time == 1800
    assert capsys.readouterr().out == "Table 2: Egger, Emil against Bauer, Bruno.\n"


def test_the_command_line_counts_before_the_file(file: Path) -> None:
    found = agreed(file, "--table", "2", "--time", "15+10", "--default-time", "0", "--round", "3")
    assert (found.time_control, found.default_time, found.white) == ("15+10", 0, "Egger, Emil")


def test_the_file_counts_before_the_profile(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    profile = tmp_path / "profile.toml"
    profile.write_text('[play]\nwhite = "Ich"\ntime = "3"\nmode = "competition"\n', "utf-8")
    monkeypatch.setattr(options, "profile_path", lambda: profile)
    found = agreed(file, "--table", "1")
    assert (found.white, found.time_control, found.competes) == ("Adam, Ana", "90+30", True)


def test_without_a_table_nobody_is_seated(file: Path) -> None:
    with pytest.raises(PlayerError):
        rounds.seat(options_of("--pairings", str(file)))
