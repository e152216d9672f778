# SPDX-License-Identifier: GPL-3.0-or-later
"""Pairings as comma-separated values: the shapes of Swiss-Manager, chess-results and people."""

import csv
import io

import pytest

from hall import rounds
from hall.rounds import sheet, trf
from hall.rounds.facts import OPEN, Bye, Code, Pairing, Player, Round, TableResult, Trouble
from rules.results import RESULTS

RESULTS_SERVER = """\
Runde 3 am 2026/11/28 um 15:00
Br.;Nr.;;Name;Rtg;Pkt.;Ergebnis;Pkt.;;Name;Rtg;Nr.
1;5;FM;Egger Emil;2310;2;-;2;;Adam Ana;2280;1
2;2;;Bauer Bruno;2205;1½;½ - ½;1;WFM;Čech Cilka;2190;3
4;6;;Fink Franz;0;1;- - +;1;;Dolar Dana;2100;4
5;7;;Gast Gerda;0;0;1;;;spielfrei;;
"""


def test_the_table_of_swiss_manager_is_read() -> None:
    found = sheet.read(RESULTS_SERVER)
    assert found is not None
    paired = found.round
    assert (paired.number, paired.starts, found.unread) == (3, "2026-11-28T15:00", ())
    assert [(one.table, one.white.name, one.black.name, one.result) for one in paired.pairings] == [
        (1, "Egger Emil", "Adam Ana", OPEN),
        (2, "Bauer Bruno", "Čech Cilka", "1/2-1/2"),
        (4, "Fink Franz", "Dolar Dana", "-/+"),
    ]
    assert (paired.pairings[0].white.number, paired.pairings[0].black.number) == (5, 1)
    assert (paired.pairings[0].white.rating, paired.pairings[0].black.rating) == (2310, 2280)
    assert [(one.player.name, one.code) for one in paired.byes] == [
        ("Gast Gerda", Code.PAIRING_BYE)
    ]


@pytest.mark.parametrize(
    "head",
    ["Board,White,Black", "Tisch\tWeiß\tSchwarz", "table;white name;black name", "Miza,Beli,Črni",
     "Šachovnice;Bílý;Černý", "Tabla;Beli;Crni", "Tavolo;Bianco;Nero"],
)  # fmt: skip
def test_columns_have_names_in_many_languages(head: str) -> None:
    sign = next(one for one in ",;\t" if one in head)
    found = sheet.read(f"{head}\n12{sign}Anna{sign}Berta\n")
    assert found is not None
    (one,) = found.round.pairings
    assert (one.table, one.white.name, one.black.name) == (12, "Anna", "Berta")
    assert found.unread == ()


def test_a_table_tells_the_conditions_of_the_round() -> None:
    text = (
        "Event,Round,Date,Time,Default time,Time control,Board,White,Black\n"
        "Liga,4,28.11.2026,9:30,30,90+30,1,Anna,Berta\n"
        "Liga,3,14.11.2026,9:30,30,90+30,1,Berta,Anna\n"
    )
    found = sheet.read(text)
    assert found is not None
    paired = found.round
    assert (paired.number, paired.event, paired.starts) == (4, "Liga", "2026-11-28T09:30")
    assert (paired.default_time, paired.control) == (1800, "90+30")
    earlier = sheet.read(text, 3)
    assert earlier is not None
    assert [one.white.name for one in earlier.round.pairings] == ["Berta"]


@pytest.mark.parametrize(
    ("row", "trouble"),
    [
        ("x,Cilka,Dana,", Trouble.NUMBER),
        ("1,Cilka,Dana,", Trouble.TWICE),
        ("2,Cilka,,", Trouble.NAME),
        ("2,Cilka,Dana,2:5", Trouble.RESULT),
    ],
)
def test_what_is_not_understood_is_told_with_its_line(row: str, trouble: Trouble) -> None:
    found = sheet.read(f"Vereinsabend\nBoard,White,Black,Result\n1,Anna,Berta,1-0\n{row}\n")
    assert found is not None
    assert [(one.line, one.trouble) for one in found.unread] == [(1, Trouble.UNKNOWN), (4, trouble)]


def test_a_column_that_nobody_knows_is_told() -> None:
    found = sheet.read("Board,White,Black,Lieblingsfarbe\n1,Anna,Berta,rot\n")
    assert found is not None
    assert [(one.line, one.trouble) for one in found.unread] == [(1, Trouble.UNKNOWN)]


def test_what_names_no_two_players_is_no_table_of_pairings() -> None:
    assert sheet.read("Rank,Title,Username,Rating,Points\n1,GM,anna,2500,7.5\n") is None
    assert sheet.read("") is None
    assert rounds.read(b"1. e4 e5 2. Nf3 *\n") is None


@pytest.mark.parametrize("result", [*RESULTS, OPEN])
def test_results_go_out_and_come_back(result: str) -> None:
    found = sheet.read(RESULTS_SERVER)
    assert found is not None
    written = sheet.made(found.round, {1: TableResult(result, 60)})
    again = sheet.read(written)
    assert again is not None
    assert again.unread == ()
    told = [(one.table, one.white.name, one.result) for one in again.round.pairings]
    assert told[0] == (1, "Egger Emil", result)
    assert told[1:] == [(2, "Bauer Bruno", "1/2-1/2"), (4, "Fink Franz", "-/+")]
    assert [one.player.name for one in again.round.byes] == ["Gast Gerda"]
    assert again.round.number == 3


def test_a_round_that_went_out_as_a_table_is_the_same_round() -> None:
    """A file made of a TRF has event and date, too: by these the games of the round are found."""
    one, other = Player(1, "Adam, Ana", "FM", 2301, fide="4600045"), Player(2, "Dolar, Dana")
    bye = Bye(Player(3, "Egger, Emil"), Code.HALF_POINT_BYE)
    whole = Round(
        3, (Pairing(1, one, other, "1-0"),), (bye,), "Liga; Süd", "Olomouc", "2026-11-28", "15:00",
        "90+30", "60+30", "3-1-0", 1800,
    )  # fmt: skip
    again = sheet.read(sheet.made(whole, {}))
    assert again is not None
    assert (again.round, again.unread) == (whole, ())


def test_the_codes_of_trf_stand_in_the_table() -> None:
    found = sheet.read(RESULTS_SERVER)
    assert found is not None
    rows = [*csv.DictReader(io.StringIO(sheet.made(found.round, {1: TableResult("1-0", 1)})))]
    assert [(one["White code"], one["Black code"]) for one in rows] == [
        ("W", "L"),  # less than one move
        ("=", "="),
        ("-", "+"),
        ("U", ""),
    ]


def test_a_table_becomes_a_trf() -> None:
    found = sheet.read(RESULTS_SERVER)
    assert found is not None
    written = trf.made(found.round, {1: TableResult("1-0", 60)})
    again = trf.read(written, 3)
    assert again.unread == ()
    told = {(one.white.name, one.black.name, one.result) for one in again.round.pairings}
    assert told == {
        ("Egger Emil", "Adam Ana", "1-0"),
        ("Bauer Bruno", "Čech Cilka", "1/2-1/2"),
        ("Fink Franz", "Dolar Dana", "-/+"),
    }
    assert again.round.date == "2026-11-28"
    assert all(line.endswith("\r\n") for line in written.splitlines(keepends=True))


@pytest.mark.parametrize(
    ("points", "opponent", "code"),
    [
        ("1", "bye", Code.PAIRING_BYE), ("½", "bye", Code.HALF_POINT_BYE),
        ("0", "not paired", Code.ABSENT), ("", "not paired", Code.ABSENT),
        ("", "spielfrei", Code.PAIRING_BYE), ("½", "not paired", Code.HALF_POINT_BYE),
    ],
)  # fmt: skip
def test_a_bye_is_worth_what_the_table_says(points: str, opponent: str, code: Code) -> None:
    """All of them counted a point."""
    text = f"Bo.,Name,Result,Name\n1,Adam,1 - 0,Bauer\n2,Gast,{points},{opponent}\n"
    found = sheet.read(text)
    assert found is not None
    assert [(one.player.name, one.code) for one in found.round.byes] == [("Gast", code)]
