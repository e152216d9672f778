# SPDX-License-Identifier: GPL-3.0-or-later
"""FIDE's report files: what stands in their columns, and what comes back into them.

The columns are those of the Handbook (C.04, Annex 2: TRF16; TRF26 of September 2025), the names
invented. The shapes are those of real files: of FIDE's own samples and of lichess.
"""

from dataclasses import replace
from pathlib import Path

import pytest

from game.app.cli import main
from hall import rounds
from hall.rounds import trf
from hall.rounds.facts import OPEN, Bye, Code, TableResult, Trouble, codes_of, conditions, result_of
from rules.results import PLAYED, RESULTS


def player(number: int, name: str, *cells: str, points: str = "0.0", rating: int = 2000) -> str:
    """The line of a player; a cell is "  12 w 1"."""
    line = f"001 {number:>4} m  f {name:<33} {rating:>4} GER {number:>11} 1980/00/00 {points:>4}"
    line += f" {number:>4}"
    return line + "".join(f"  {cell:<8}" for cell in cells).rstrip()


OPEN_AIR = "\n".join(
    (
        "012 Freiluft-Open",
        "022 Bled",
        "032 SLO",
        "042 2026/11/27",
        "092 Individual: Swiss-System",
        "122 90'/40 + 30'/end + 30\"",
        "132".ljust(91) + "26/11/27  26/11/28  26/11/29",
        "142 3",
        "192 FIDE_DUTCH_2025",
        "222 40/5400+30:1800+30",
        "### ein Kommentar",
        "XXR 3",
        player(1, "Adam, Ana", "   4 w 1", "   2 b", points="1.0", rating=2300),
        player(2, "Bauer, Bruno", "   5 b 1", "   1 w", points="1.0"),
        player(3, "Čech, Cilka", "   6 w =", "0000 - H", points="1.0"),
        player(4, "Dolar, Dana", "   1 b 0", "   6 w", points="0.0"),
        player(5, "Egger, Emil", "   2 w 0", "0000 - U", points="1.0"),
        player(6, "Fink, Franz", "   3 b =", "   4 b", points="0.5"),
        "",
    )
)
"""Two rounds of three: the second is paired and not played."""


def test_the_round_that_waits_is_read_with_its_names_and_its_conditions() -> None:
    found = trf.read(OPEN_AIR)
    paired = found.round
    assert (paired.number, paired.event, paired.site) == (2, "Freiluft-Open", "Bled")
    assert (paired.date, paired.control) == ("2026-11-28", "40/5400+30,1800+30")
    assert [(one.table, one.white.name, one.black.name) for one in paired.pairings] == [
        (1, "Bauer, Bruno", "Adam, Ana"),
        (2, "Dolar, Dana", "Fink, Franz"),
    ]
    assert paired.byes == (
        Bye(replace(paired.byes[0].player, name="Čech, Cilka"), Code.HALF_POINT_BYE),
        Bye(replace(paired.byes[1].player, name="Egger, Emil"), Code.PAIRING_BYE),
    )
    assert (found.unread, found.counted) == ((), True)
    assert (paired.pairings[0].black.rating, paired.pairings[0].black.fide) == (2300, "1")


def test_an_earlier_round_has_its_results() -> None:
    pairings = trf.read(OPEN_AIR, 1).round.pairings
    assert [(one.white.number, one.black.number, one.result) for one in pairings] == [
        (1, 4, "1-0"),
        (5, 2, "0-1"),
        (3, 6, "1/2-1/2"),
    ]


def test_tables_go_by_scores_and_then_by_rank() -> None:
    """C.04.2: the higher ranked player's score, the sum of both, the starting rank."""
    lines = [
        player(1, "Null", "   5 w 0", "   2 b"),
        player(2, "Halb", "   6 w =", "   1 w"),
        player(3, "Ganz", "   7 w 1", "   8 b"),
        player(4, "Auch", "0000 - U", "   5 b"),
        player(5, "Noch", "   1 b 1", "   4 w"),
        player(6, "Frei", "   2 b =", "0000 - Z"),
        player(7, "Fern", "   3 b 0", "0000 - Z"),
        player(8, "Rest", "0000 - H", "   3 w"),
    ]
    found = trf.read("\n".join(["012 Reihe", *lines])).round
    assert [(one.white.name, one.black.name) for one in found.pairings] == [
        ("Noch", "Auch"),  # 1 and 1
        ("Rest", "Ganz"),  # 1 and 1/2
        ("Halb", "Null"),
    ]


@pytest.mark.parametrize("result", RESULTS)
def test_every_result_goes_into_the_file_and_comes_back(result: str) -> None:
    found = trf.read(OPEN_AIR)
    text = trf.filled(found, {1: TableResult(result, 40)})
    again = trf.read(text, 2)
    assert [one.result for one in again.round.pairings] == [result, OPEN]
    assert again.unread == ()
    assert result_of(*codes_of(result)) == result


def test_nothing_but_the_result_and_the_points_is_changed() -> None:
    text = OPEN_AIR.replace("\n", "\r\n")
    filled = trf.filled(trf.read(text), {1: TableResult("1/2-1/2", 40), 2: TableResult("+/-")})
    before, after = text.split("\r\n"), filled.split("\r\n")
    assert [one for one in zip(before, after, strict=True) if one[0] != one[1]] == [
        (before[12], player(1, "Adam, Ana", "   4 w 1", "   2 b =", points="1.5", rating=2300)),
        (before[13], player(2, "Bauer, Bruno", "   5 b 1", "   1 w =", points="1.5")),
        (before[15], player(4, "Dolar, Dana", "   1 b 0", "   6 w +", points="1.0")),
        (before[17], player(6, "Fink, Franz", "   3 b =", "   4 b -", points="0.5")),
    ]


def test_a_result_that_is_mended_takes_the_old_points_back() -> None:
    found = trf.read(trf.filled(trf.read(OPEN_AIR), {1: TableResult("1-0", 40)}), 2)
    text = trf.filled(found, {1: TableResult("0-1", 40)})
    assert player(1, "Adam, Ana", "   4 w 1", "   2 b 1", points="2.0", rating=2300) in text
    assert player(2, "Bauer, Bruno", "   5 b 1", "   1 w 0", points="1.0") in text


def test_points_follow_the_scoring_of_the_event() -> None:
    text = OPEN_AIR.replace("142 3", "142 3\n162  W 3.0    D 1.0    L 0.0")
    found = trf.read(text)
    assert conditions(found.round, found.round.pairings[0])["scoring"] == "3-1-0"
    assert " 4.0 " in trf.filled(found, {1: TableResult("1-0", 40)}).splitlines()[14]
    assert trf.read(f"{OPEN_AIR}XXS W=3 D=1\n").round.scoring == "3-1-0"


@pytest.mark.parametrize("result", PLAYED)
def test_a_game_of_less_than_one_move_is_not_rated(result: str) -> None:
    signs = {"1": "W", "=": "D", "0": "L"}
    assert codes_of(result, 1) == tuple(signs[one] for one in codes_of(result, 2))
    assert result_of(*codes_of(result, 0)) == result


def test_what_is_not_over_or_is_adjourned_stays_empty() -> None:
    found = trf.read(OPEN_AIR)
    assert trf.filled(found, {1: TableResult(OPEN, 77)}) == OPEN_AIR
    assert codes_of(OPEN) == (Code.NONE, Code.NONE)


def test_forfeits_without_colours_are_a_pairing() -> None:
    """As in FIDE's own sample of 2005: neither player has a colour."""
    lines = (player(1, "Weg", "   2 - -"), player(2, "Da", "   1 - +"))
    (pairing,) = trf.read("\n".join(lines)).round.pairings
    assert (pairing.white.name, pairing.result) == ("Weg", "-/+")


def test_lichess_leaves_the_opponent_of_a_bye_empty() -> None:
    lines = (
        player(1, "eins", "   2 w 1"),
        player(2, "zwei", "   1 b 0"),
        player(3, "drei", "       U"),
    )
    found = trf.read("\n".join(lines))
    assert [(one.player.name, one.code) for one in found.round.byes] == [("drei", Code.PAIRING_BYE)]
    assert found.unread == ()


@pytest.mark.parametrize(
    ("line", "trouble"),
    [
        ("Tisch 1: Adam gegen Bauer", Trouble.UNKNOWN),
        ("999 von einem anderen Programm", Trouble.UNKNOWN),
        ("001 zehn", Trouble.NUMBER),
        (player(1, "Adam, Ana"), Trouble.TWICE),
        (player(9, ""), Trouble.NAME),
        (player(9, "Gast", "   x w 1"), Trouble.OPPONENT),
        (player(9, "Gast", "   1 x 1"), Trouble.COLOUR),
        (player(9, "Gast", "   1 w 7"), Trouble.RESULT),
        (player(9, "Gast", "", "  77 w"), Trouble.OPPONENT),
        (player(9, "Gast", "", "   1 w"), Trouble.ALONE),
        (player(9, "Gast", "", "   9 w"), Trouble.ALONE),
        ("162 W 0.0    D 1.0", Trouble.SCORING),
    ],
)
def test_what_is_not_understood_is_told_with_its_line(line: str, trouble: Trouble) -> None:
    text = f"{OPEN_AIR}{line}\n"
    found = trf.read(text, 2)
    assert [(one.line, one.trouble) for one in found.unread] == [(19, trouble)]
    assert len(found.round.pairings) == 2


def test_a_time_control_that_no_clock_has_is_told() -> None:
    found = trf.read(OPEN_AIR.replace("40/5400+30:1800+30", "nach Absprache"))
    assert [(one.line, one.trouble) for one in found.unread] == [(10, Trouble.CONTROL)]
    assert found.round.control == ""
    armageddon = trf.read(OPEN_AIR.replace("40/5400+30:1800+30", "W300-B240")).round
    assert (armageddon.control, armageddon.black_control) == ("5", "4")


def test_results_that_do_not_fit_are_told() -> None:
    lines = (player(1, "Adam", "   2 w 1"), player(2, "Bauer", "   1 b 1"))
    found = trf.read("\n".join(lines))
    assert [(one.line, one.trouble) for one in found.unread] == [(1, Trouble.RESULT)]
    assert found.round.pairings[0].result == OPEN


def test_no_record_of_the_standard_is_called_unknown() -> None:
    """All of TRF26 and of the extensions that pairing programs agree on."""
    tags = "012 022 032 042 052 062 072 082 092 102 112 122 142 152 172 182 192 202 212 352 362 "
    tags += "013 240 250 260 299 300 310 320 330 801 802 XXR XXC XXZ XXP XXA BBU DAT"
    lines = [f"{tag} 1" for tag in tags.split()]
    assert trf.read("\n".join([*lines, "SLO    1      8000", "### Ende", ""])).unread == ()


def test_a_file_in_an_older_windows_code_is_read() -> None:
    found = rounds.read(OPEN_AIR.encode("cp1250"), language="sl")
    assert found is not None
    assert found.round.byes[0].player.name == "Čech, Cilka"


def test_what_is_no_file_of_pairings_is_none() -> None:
    assert rounds.read(b"") is None
    assert rounds.read(b"012 Ohne Spieler\n") is None
    assert rounds.read(b"\x00\xff\x00\xff") is None
    assert rounds.read(OPEN_AIR.encode(), 7) is None


# --- As other programs write it -------------------------------------------------------------------


def padded_by_bytes(line: str) -> str:
    """The line of a player, by a program that counts the bytes of UTF-8 and not the letters."""
    name = line[14:47].rstrip()
    return line[:14] + name.ljust(33 - len(name.encode()) + len(name)) + line[47:]


def test_a_name_that_was_padded_by_bytes_shifts_nothing() -> None:
    """Colours and results came out of the wrong columns."""
    shifted = "\n".join(
        padded_by_bytes(line) if line.startswith("001") else line for line in OPEN_AIR.split("\n")
    )
    found = trf.read(shifted)
    assert shifted != OPEN_AIR
    assert (found.round, found.unread) == (trf.read(OPEN_AIR).round, ())
    results = {1: TableResult("1-0", 40), 2: TableResult("0-1", 40)}
    filled = trf.filled(found, results)
    own = trf.filled(trf.read(OPEN_AIR), results)
    assert [padded_by_bytes(one) if one[:3] == "001" else one for one in own.split("\n")] == [
        *filled.split("\n")
    ]


def test_a_name_longer_than_its_columns_shifts_nothing() -> None:
    long = "Abendroth-Schwarzenberger, Maximiliane Antonia"
    text = OPEN_AIR.replace(f"{'Adam, Ana':<33}", long)
    found = trf.read(text)
    assert found.unread == ()
    assert found.round.pairings[0].black.name == long
    filled = trf.filled(found, {1: TableResult("1-0", 40)})
    own = trf.filled(trf.read(OPEN_AIR), {1: TableResult("1-0", 40)})
    assert filled == own.replace(f"{'Adam, Ana':<33}", long)


def test_a_line_that_fits_no_columns_is_told() -> None:
    line = player(9, "Gast", "   1 w 1").replace("1980/00/00", "1980")
    found = trf.read(f"{OPEN_AIR}{line}\n", 2)
    assert found.unread[-1].line == 19


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252", "cp1250"])
def test_a_file_returns_in_the_encoding_in_which_it_came(
    encoding: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = {"cp1252": "Jürgens, Käthe", "cp1250": "Čech, Živa"}.get(encoding, "Čech, Zoë")
    text = OPEN_AIR.replace(f"{'Čech, Cilka':<33}", f"{name:<33}")
    file, back = tmp_path / "round.trf", tmp_path / "back.trf"
    file.write_bytes(text.encode(encoding))
    language = "sl" if encoding == "cp1250" else "de"
    given = ["round", str(file), "--format", "trf", "--to", str(back), "--language", language]
    assert main(given) == 0
    assert back.read_bytes() == file.read_bytes()


ACCELERATED = "\n".join(
    (
        "012 Turbo",
        *(
            player(number, f"P{number}", f"{number + 1 - 2 * (1 - number % 2):>4} {side} {result}",
                f"{other:>4} {colour}")
            for number, side, result, other, colour in (
                (1, "w", "1", 3, "b"), (2, "b", "0", 4, "w"), (3, "w", "1", 1, "w"),
                (4, "b", "0", 2, "b"), (5, "w", "1", 7, "b"), (6, "b", "0", 8, "w"),
                (7, "w", "1", 5, "w"), (8, "b", "0", 6, "b"),
            )
        ),
    )
)  # fmt: skip


def virtual(*players: int) -> str:
    return "\n".join(f"XXA {number:>4}  1.0  1.0" for number in players)


@pytest.mark.parametrize(
    ("upper", "lower"),
    [
        (virtual(1, 2, 3, 4), virtual(5, 6, 7, 8)),
        ("250       1.0   1   2    1    4", "250       1.0   1   2    5    8"),
    ],
)
def test_points_that_are_given_for_the_pairing_order_the_tables(upper: str, lower: str) -> None:
    """Half of the players stand a point higher in the second round."""

    def order(*more: str) -> list[str]:
        return [
            one.white.name for one in trf.read("\n".join((ACCELERATED, *more)), 2).round.pairings
        ]

    assert order() == ["P3", "P7", "P2", "P6"]
    assert order(upper) == ["P3", "P2", "P7", "P6"]
    assert order(lower) == ["P7", "P3", "P6", "P2"]
