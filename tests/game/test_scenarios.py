# SPDX-License-Identifier: GPL-3.0-or-later
"""The scenarios of ``tests/scenarios``: timed inputs, and the events that the Laws want of them.

How they are written is told in ``tests/scenarios/README.md``.
"""

import json
import re
import shlex
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, get_args

import pytest

from lab.script import parse, run, to_json
from record.codec import EVENTS, INPUTS
from table import handle
from table.core.inputs import Input
from table.core.state import State
from table.core.step import Handled
from table.events import Event
from table.reception import BOARD

FOLDER = Path(__file__).parents[1] / "scenarios"
FILES = sorted(FOLDER.glob("*.script"))
SIGN = re.compile(r"#([>!])(.*)")
NAMES = {event.__name__ for event in get_args(Event)}
CONDITION = re.compile(r"([\w.]+)(~?=)(.*)", re.DOTALL)


@dataclass(frozen=True)
class Expectation:
    """An event that must come, after those expected above it; or (``never``) must not come."""

    line: int
    text: str
    name: str
    conditions: tuple[tuple[str, str, str], ...]
    never: bool

    def met_by(self, event: dict[str, Any]) -> bool:
        return event["event"] == self.name and all(
            holds(event, field, sign, value) for field, sign, value in self.conditions
        )


def expectations(text: str) -> list[Expectation]:
    """What a scenario expects, in the order in which it stands there."""
    found: list[Expectation] = []
    for number, line in enumerate(text.splitlines(), start=1):
        match = SIGN.search(line)
        if match is None:
            continue
        words = shlex.split(match[2])
        never = match[1] == "!"
        if never:
            assert words[0] == "no", f"line {number}: it is '#! no EventName'"
            words = words[1:]
        name, *rest = words
        assert name in NAMES, f"line {number}: there is no event {name}"
        conditions = [CONDITION.fullmatch(word) for word in rest]
        assert all(conditions), f"line {number}: a condition is field=value or field~=part"
        triples = tuple((one[1], one[2], one[3]) for one in conditions if one)
        found.append(Expectation(number, match[2].strip(), name, triples, never))
    return found


def holds(event: dict[str, Any], field: str, sign: str, wanted: str) -> bool:
    value: Any = event
    for part in field.split("."):
        if isinstance(value, list) and part.isdigit() and int(part) < len(value):
            value = value[int(part)]
        elif isinstance(value, dict) and part in value:
            value = value[part]
        else:
            return False
    if sign == "~=":
        return wanted in value if isinstance(value, str) else wanted in json.dumps(value)
    if isinstance(value, str):
        return value == wanted
    try:
        return bool(value == json.loads(wanted))
    except ValueError:
        return False


def unmet(expected: Iterable[Expectation], events: list[dict[str, Any]]) -> list[str]:
    """What is not as a scenario expects it, a line each."""
    wrong: list[str] = []
    since = 0
    for one in expected:
        if one.never:
            if any(one.met_by(event) for event in events):
                wrong.append(f"line {one.line}: it happens: {one.text}")
            continue
        place = next((i for i in range(since, len(events)) if one.met_by(events[i])), None)
        if place is None:
            wrong.append(f"line {one.line}: it does not happen, or not here: {one.text}")
        else:
            since = place + 1
    return wrong


def through_the_journal(state: State, given: Input, now: int) -> Handled:
    """The table, but for an input and with events that were written to a journal and read."""
    read = INPUTS.decode(json.loads(json.dumps(INPUTS.encode(given))))
    assert read == given
    after, events, request = handle.handle(state, read, now)
    assert events == tuple(EVENTS.decode(json.loads(to_json(EVENTS.encode(e)))) for e in events)
    return after, events, request


def check(name: str, text: str) -> None:
    expected = expectations(text)
    assert any(not one.never for one in expected), f"{name} expects nothing"
    events = list(run(parse(text), replace(BOARD, handle=through_the_journal)))
    wrong = unmet(expected, events)
    assert not wrong, "\n".join([name, *wrong, "what happened:", *map(to_json, events)])


@pytest.mark.article("X.10")
@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_scenario(file: Path) -> None:
    check(file.name, file.read_text(encoding="utf-8"))


def starting(*starts: str) -> list[Path]:
    return [file for file in FILES if file.name.startswith(starts)]


@pytest.mark.article("E.23-6")
@pytest.mark.parametrize("file", starting("D."), ids=lambda file: file.stem)
def test_e_23_6_appendix_d_is_the_same(file: Path) -> None:
    check(file.name, f"set edition 2023\n{file.read_text(encoding='utf-8')}")


@pytest.mark.article("E.05-12", "E.05-13")
@pytest.mark.parametrize("file", starting("8.", "9.1.2.1"), ids=lambda file: file.stem)
def test_e_05_12_13_sheets_and_offers_are_the_same(file: Path) -> None:
    check(file.name, f"set edition 2005\n{file.read_text(encoding='utf-8')}")


def test_a_scenario_can_fail() -> None:
    events = [{"event": "MoveSpoken", "t": 1.0, "san": "e4"}, {"event": "MoveMade", "t": 2.0}]
    in_order = expectations("#> MoveSpoken san=e4\n#> MoveMade t=2")
    assert unmet(in_order, events) == []
    assert len(unmet(in_order, events[::-1])) == 1
    assert len(unmet(expectations("#> MoveSpoken san=d4"), events)) == 1
    assert len(unmet(expectations("#! no MoveMade"), events)) == 1
    assert unmet(expectations("#! no MoveMade t=3\n#> MoveSpoken san~=e"), events) == []
