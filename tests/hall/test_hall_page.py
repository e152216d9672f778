# SPDX-License-Identifier: GPL-3.0-or-later
"""The page of a hall's desk: what it shows of hostile names, what it takes, and from whom."""

import json
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hall_page import ServedHall, served

from clock.clock import SECOND
from game.base.inbox import Part, TypedLine
from game.page.content import BadInput
from hall import served as content
from hall.page import parts
from hall.served import SignsIn
from table.events.game import Role


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[ServedHall]:
    with served(tmp_path, 2, "en") as made:
        yield made


def take(hall: ServedHall, name: str, given: Any) -> Any:
    return content.take(name, given, hall.server.site.newest(), 5)


@pytest.mark.parametrize(
    ("name", "given", "line"),
    [
        ("line", {"text": "table 1 pause"}, "table 1 pause"),
        ("order", {"tables": "1-2", "name": "pause", "values": {}}, "table 1-2: pause"),
        (
            "order",
            {"tables": "all", "name": "add_time", "values": {"minutes": "2", "colour": "black"}},
            "all: 2 minute black",
        ),
        ("take", {"table": 2}, "table 2: I come"),
        ("leave", {}, "sign off"),
    ],
)
def test_what_is_done_there_is_a_line_of_the_desk(
    hall: ServedHall, name: str, given: Any, line: str
) -> None:
    assert take(hall, name, given) == TypedLine(line, 5, Role.ARBITER)


def test_who_signs_in_is_an_arbiter_of_this_hall(hall: ServedHall) -> None:
    told = {"name": "Anna Schmidt", "passphrase": "a rook"}
    assert take(hall, "sign", told) == SignsIn("Anna Schmidt", "a rook")
    with pytest.raises(BadInput):
        take(hall, "sign", {**told, "name": "Nobody"})


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("line", {"text": ""}),
        ("line", {"text": "x" * 300}),
        ("line", {}),
        ("order", {"tables": "1 pause; 2", "name": "nonsense", "values": {}}),
        ("order", {"tables": "x", "name": "pause", "values": {}}),
        ("order", {"tables": "", "name": "pause", "values": {}}),
        ("order", {"tables": "1", "name": "add_time", "values": {}}),
        ("sign", {"name": "Anna Schmidt", "passphrase": "x" * 300}),
        ("say", {"who": "white", "text": "e4"}),
        ("press", {}),
    ],
)
def test_anything_else_is_refused(hall: ServedHall, name: str, given: Any) -> None:
    with pytest.raises(BadInput):
        take(hall, name, given)


def test_names_are_no_markup(hall: ServedHall) -> None:
    shown = hall.server.site.newest()
    html = content.page(shown, 0, Part.ASSISTANT, {})
    assert "<i>" not in html
    assert "Eva &lt;i&gt;Kos" in html


def test_nobody_comes_in_without_the_secret_of_the_address(hall: ServedHall) -> None:
    place = f"http://127.0.0.1:{hall.server.port}/"
    for address in (
        place,
        f"{place}wrong/",
        f"{place}wrong/events",
        f"{place}wrong/table?number=1",
    ):
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(address, timeout=60)
        assert refused.value.code == 404


def test_a_table_is_opened_by_its_number(hall: ServedHall) -> None:
    shown = hall.server.site.newest()
    found = content.fetch("table", shown, Part.ASSISTANT, {"number": ["1"]})
    assert found is not None
    told = json.loads(found.text)
    assert "Weber-Hohenfels 1, Anna" in told["opened-told"]
    assert "e4" in told["moves"] or "d4" in told["moves"]
    for wrong in ("9", "x", "", "1" * 9):
        with pytest.raises(ValueError):
            content.fetch("table", shown, Part.ASSISTANT, {"number": [wrong]})


def test_nothing_is_sent_while_only_time_passes(hall: ServedHall) -> None:
    """A running clock is told by the moment at which it would be zero."""
    before = hall.server.site.newest()
    for _ in range(5):
        hall.now += 2 * SECOND
        for number, table in hall.tables.items():
            table.seconds += 2
            hall.follow(number)
        hall.show()
    assert parts(hall.server.site.newest().view) == parts(before.view)
    hall.say(1, "Schiedsrichter", Role.WHITE)
    hall.show()
    after = parts(hall.server.site.newest().view)
    assert {name for name, html in after.items() if html != parts(before.view)[name]} == {
        "queue", "waiting", "table-1",
    }  # fmt: skip
