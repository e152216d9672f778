# SPDX-License-Identifier: GPL-3.0-or-later
"""What players ask about the board and the moves, and what a competition leaves to them."""

import chess
import pytest
from games import positions
from hypothesis import given
from hypothesis import strategies as st
from scripted import only, play
from told import sentence

from rules.position import Position
from table.acts import answering
from table.events.answers import KINDS

MOVED = "1 white Eva vier\n2 white Uhr\n"
OPENED = MOVED + "3 black Felix fünf\n4 black Uhr\n"
CHECKED = OPENED + "5 white Dame Hektor fünf\n6 white Uhr\n"
COMPETITION = "set mode competition\n"


def told(script: str) -> list[str]:
    """The answer to the last line of a script."""
    text: str = only(play(script), "InfoGiven")[-1]["text"]
    return text.splitlines()


# Who is on the move.


@pytest.mark.parametrize("mode", ["", COMPETITION])
def test_who_is_on_the_move_is_told_to_all(mode: str) -> None:
    assert told(f"{mode}{MOVED}3 white wer ist am Zug") == ["Schwarz ist am Zug."]


@pytest.mark.article("1.3")
def test_1_3_after_an_announced_move_the_opponent_is_on_the_move() -> None:
    answer = told("set press hand\n1 white Eva vier\n2 white bin ich dran")
    assert answer == ["Schwarz ist am Zug. Die Uhr ist noch nicht gedrückt."]
    answer = told("set press 9\n1 white Eva vier\n2 white bin ich dran")
    assert answer == ["Schwarz ist am Zug."]  # it will be, by itself


def test_after_the_end_nobody_is_on_the_move() -> None:
    answer = told("1 white ich gebe auf\n2 white ja\n3 white wer ist am Zug")
    assert answer == [sentence("game.result.0-1")]


# Check.


@pytest.mark.parametrize("question", ["bin ich im Schach", "wer gibt Schach"])
def test_check_is_told_with_who_gives_it(question: str) -> None:
    assert told(f"{CHECKED}7 black {question}") == ["Schwarz steht im Schach: Dame Hektor fünf."]


def test_that_there_is_no_check_is_told_too() -> None:
    assert told(f"{OPENED}7 white bin ich im Schach") == ["Kein Schach."]


@pytest.mark.article("11.3.1")
@pytest.mark.parametrize(
    "question", ["bin ich im Schach", "was droht", "was darf der Springer", "Material"]
)
def test_11_3_1_a_competition_advises_nobody(question: str) -> None:
    """Told of a check, a player is spared the illegal move that leaves the king in it (7.5.5)."""
    refused = play(f"{COMPETITION}{CHECKED}7 black {question}")[-1]
    assert (refused["event"], refused["article"]) == ("Refused", "11.3.1")


def test_d_2_1_check_is_announced_in_training_only() -> None:
    for mode, words in (
        ("", "Dame David eins Hektor fünf, Schach"),
        (COMPETITION, "Dame David eins Hektor fünf"),
    ):
        assert only(play(mode + CHECKED), "MoveSpoken")[-1]["text"] == words


# Pieces.


@pytest.mark.parametrize(
    ("who", "question", "answer"),
    [
        ("black", "wo steht meine Dame", ["Schwarz: Dame David acht."]),
        ("black", "wo steht die gegnerische Dame", ["Weiß: Dame David eins."]),
        ("white", "wo steht die Dame des Gegners", ["Schwarz: Dame David acht."]),
        ("white", "wo steht die Dame von Weiß", ["Weiß: Dame David eins."]),
        ("white", "wo steht die Dame", ["Weiß: Dame David eins.", "Schwarz: Dame David acht."]),
        ("black", "meine Springer", ["Schwarz: Springer Bella acht und Gustav acht."]),
    ],
)
def test_mine_are_those_of_who_asks(who: str, question: str, answer: list[str]) -> None:
    assert told(f"{MOVED}3 {who} {question}") == answer


def test_at_a_shared_microphone_mine_are_those_of_the_side_on_the_move() -> None:
    assert told(f"{MOVED}3 table mein König") == ["Schwarz: König Eva acht."]


def test_the_board_is_told_rank_by_rank() -> None:
    lines = told(f"{MOVED}3 black Reihe für Reihe")
    assert lines[0].startswith("Reihe eins. Weiß: Turm Anna, Springer Bella, ")
    assert lines[2:5] == ["Reihe drei: leer.", "Reihe vier. Weiß: Bauer Eva.", "Reihe fünf: leer."]
    assert lines[-1].startswith("Reihe acht. Schwarz: Turm Anna, ")


def test_neighbours_of_one_kind_are_told_together() -> None:
    assert told("1 white Reihe zwei") == ["Reihe zwei. Weiß: Bauern Anna, Bella, Cesar, David, "
        "Eva, Felix, Gustav und Hektor."]  # fmt: skip
    fen = "4k3/8/8/8/8/8/PPBP3R/4K3 w - - 0 1"
    assert told(f"set fen {fen}\n1 white Reihe zwei") == [
        "Reihe zwei. Weiß: Bauern Anna und Bella, Läufer Cesar, Bauer David und Turm Hektor."
    ]


def test_a_rank_of_both_sides_is_told_side_by_side() -> None:
    lines = told("set fen 4k3/8/8/8/r2R4/8/8/4K3 w - - 0 1\n1 white Reihe für Reihe")
    assert lines[3:5] == ["Reihe vier. Weiß: Turm David.", "Schwarz: Turm Anna."]


@given(positions)
def test_every_man_is_told_once_rank_by_rank(position: Position) -> None:
    standing = [one for one in answering.ranks(position.board).facts if one.piece]
    assert {one.square: one.piece for one in standing} == position.board.piece_map()
    assert len(standing) == len(position.board.piece_map())


TAKEN = OPENED + "5 white Eva schlägt Felix fünf\n6 white Uhr\n"


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("welche Figuren fehlen", ["Schwarz fehlt: ein Bauer."]),
        ("was fehlt mir", ["Schwarz fehlt: ein Bauer."]),
        ("was fehlt dem Gegner", ["Weiß: keine Figur fehlt."]),
    ],
)
def test_what_is_missing_is_told(question: str, answer: list[str]) -> None:
    assert told(f"{TAKEN}7 black {question}") == answer


def test_nothing_is_missing_at_the_start() -> None:
    assert told("1 white welche Figuren fehlen") == ["Keine Figur fehlt."]


@given(positions, st.none() | st.booleans())
def test_what_stands_and_what_is_missing_make_the_start(
    position: Position, colour: bool | None
) -> None:
    """But for promoted pawns, which stand there as something else."""
    start = position.back_to(0).board
    gone = answering.missing_from(position.board, start, colour)
    assert gone.colour == colour
    missing = {(one.colour, one.kind): one.number for one in gone.facts}
    for side in chess.COLORS:
        for kind in KINDS[1:]:
            stood, stands = (len(board.pieces(kind, side)) for board in (start, position.board))
            wanted = 0 if colour not in (None, side) else max(0, stood - stands)
            assert missing.get((side, kind), 0) == wanted


# Moves.


def test_last_moves_are_moves_of_both() -> None:
    lines = told(f"{CHECKED}7 black letzte zwei Züge")
    assert [line.rpartition(":")[0] for line in lines] == ["Weiß, Zug eins", "", "Zwei"]
    assert told(f"{CHECKED}7 black letzte fünf Züge") == lines


def test_a_piece_that_is_asked_for_tells_its_squares() -> None:
    assert told("1 white was darf der Springer") == [
        "Springer Gustav eins: Hektor drei und Felix drei.",
        "Springer Bella eins: Cesar drei und Anna drei.",
    ]


@pytest.mark.article("D.2.6.1")
def test_d_2_6_1_moves_to_the_control_are_told_on_request() -> None:
    answer = told("set time 40/5400,1800\n1 white wie viele Züge noch bis zur Kontrolle")
    assert answer == ["Weiß: noch vierzig Züge bis zur Zeitkontrolle."]
