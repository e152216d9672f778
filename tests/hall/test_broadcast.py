# SPDX-License-Identifier: GPL-3.0-or-later
"""What the public sees of a round, and when."""

import io
from collections.abc import Iterator
from pathlib import Path

import chess.pgn
import pytest
from rounds import Table, after, paired

from hall.broadcast import AT_ONCE, PUBLIC, Delay, pgn
from hall.records import archives, of_round
from table.events.game import Role


def games(text: str) -> list[chess.pgn.Game]:
    source = io.StringIO(text)
    return [*iter(lambda: chess.pgn.read_game(source), None)]


def moves(game: chess.pgn.Game) -> list[str]:
    return [one.san() for one in game.mainline()]


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Path]:
    """Table 1 has made four plies, a minute each; table 2 is over after two; table 3 waits."""
    first = Table(tmp_path, 1, white_assistant="Zora").play("e4", "e5", "Sf3", "Sc6")
    second = Table(tmp_path, 2).play("d4", "d5").order("Weiß gewinnt", "ja")
    yield tmp_path
    first.close()
    second.close()


def live(hall: Path, delay: Delay = AT_ONCE, minutes: float = 60) -> list[chess.pgn.Game]:
    found, doubts = of_round(paired(), archives(hall))
    assert doubts == []
    return games(pgn(paired(), found, delay, after(minutes)))


def test_every_table_stands_in_the_file_with_what_was_played(hall: Path) -> None:
    one, two, three = live(hall)
    tags = ("Event", "Round", "Board", "White", "Black", "Result")
    told = [one.headers[tag] for tag in tags]
    assert told == ["Liga", "3", "1", "Adam, Ana", "Dolar, Dana", "*"]
    assert (one.headers["WhiteElo"], one.headers["BlackFideId"]) == ("2301", "4600045")
    assert one.headers["Date"] == "2026.11.28"
    assert moves(one) == ["e4", "e5", "Nf3", "Nc6"]
    assert all(move.clock() is not None for move in one.mainline())
    assert (moves(two), two.headers["Result"]) == (["d4", "d5"], "1-0")
    assert (moves(three), three.headers["White"], three.headers["Result"]) == (
        [], "Čech, Cilka", "*",
    )  # fmt: skip


@pytest.mark.parametrize(("minutes", "seen"), [(15, 0), (16, 1), (17.5, 2), (19, 4), (60, 4)])
def test_a_delay_in_minutes_holds_back_each_move(minutes: float, seen: int, hall: Path) -> None:
    one, *_ = live(hall, Delay(minutes=15), minutes)
    assert len(moves(one)) == seen


@pytest.mark.parametrize(("delay", "seen"), [(0, 4), (1, 2), (2, 0), (9, 0)])
def test_a_delay_in_moves_holds_back_the_last_of_each_player(
    delay: int, seen: int, hall: Path
) -> None:
    one, two, _ = live(hall, Delay(moves=delay))
    assert len(moves(one)) == seen
    assert (len(moves(two)), two.headers["Result"]) == (2, "1-0")  # it is over


def test_with_both_delays_both_hold(hall: Path) -> None:
    one, *_ = live(hall, Delay(minutes=15, moves=1), 17.5)
    assert len(moves(one)) == 2
    one, *_ = live(hall, Delay(minutes=15, moves=1), 16)
    assert len(moves(one)) == 1


def test_a_result_is_as_late_as_the_moves(hall: Path) -> None:
    _, two, _ = live(hall, Delay(minutes=15), 17.9)
    assert (len(moves(two)), two.headers["Result"]) == (2, "*")
    assert "Termination" not in two.headers
    _, two, _ = live(hall, Delay(minutes=15), 18.0)
    assert two.headers["Result"] == "*"
    _, two, _ = live(hall, Delay(minutes=15), 19)
    assert two.headers["Result"] == "1-0"


def test_the_public_sees_no_offers_no_remarks_and_no_assistants(tmp_path: Path) -> None:
    table = Table(tmp_path, 1, white_assistant="Zora")
    table.play("e4", "e5")
    table.order("biete Remis", "ja", who=Role.WHITE)
    assert table.session.state.offers or table.session.state.scoresheets.offers
    table.play("Sf3", "Sc6")
    table.order("Verwarnung Schwarz")
    table.close()
    found, _ = of_round(paired(), archives(tmp_path))
    text = pgn(paired(), found, AT_ONCE, after(99))
    for hidden in ("(=)", "Zora", "Verwarnung", "Laws", "Assistant"):
        assert hidden not in text
    told = {name for one in games(text) for name in one.headers}
    extra = {f"{side}{name}" for side in ("White", "Black") for name in ("Title", "Elo", "FideId")}
    assert told <= {*PUBLIC, *extra}


def test_a_move_that_was_taken_back_is_seen_no_more(tmp_path: Path) -> None:
    table = Table(tmp_path, 1).play("e4", "e5", "Sf3")
    table.order("Stellung zurück zwei Halbzüge", "ja")
    table.close()
    found, _ = of_round(paired(), archives(tmp_path))
    one, *_ = games(pgn(paired(), found, AT_ONCE, after(99)))
    assert len(moves(one)) == len(found[1].state.record) == len(found[1].made)
