# SPDX-License-Identifier: GPL-3.0-or-later
"""What is written to the journal is read back as it was: every input and every event."""

import json
from types import NoneType
from typing import Any, get_args

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from record.codec import EVENTS, INPUTS
from table.core.conditions import Conditions
from table.core.inputs import Begin, Input, Said
from table.events import Event
from table.events.answers import About, Answer
from table.events.dialogue import InfoGiven
from table.events.game import Role
from voice.language.interpretation import Heard

st.register_type_strategy(
    chess.Move, st.sampled_from([chess.Move.from_uci(text) for text in ("e2e4", "a7a8q", "e1g1")])
)
st.register_type_strategy(chess.Piece, st.sampled_from("PNBRQKpnbrqk").map(chess.Piece.from_symbol))


def answers(about: About) -> st.SearchStrategy[Answer[object]]:
    kind = about.facts
    told = st.just(()) if kind is NoneType else st.lists(st.from_type(kind), max_size=3).map(tuple)
    return st.builds(Answer, st.just(about), told, st.none() | st.booleans())


st.register_type_strategy(Answer, lambda _: st.sampled_from(About).flatmap(answers))


@pytest.mark.parametrize("about", About)
@given(data=st.data())
@settings(max_examples=10, deadline=None)
def test_every_answer_comes_back(about: About, data: st.DataObject) -> None:
    event = InfoGiven(0, Role.WHITE, data.draw(answers(about)))
    read = there_and_back(EVENTS, event)
    assert read == event
    assert [type(one) for one in read.answer.facts] == [type(one) for one in event.answer.facts]


def there_and_back(records: Any, value: object) -> Any:
    return records.decode(json.loads(json.dumps(records.encode(value))))


@pytest.mark.parametrize("kind", get_args(Event), ids=lambda kind: kind.__name__)
@given(data=st.data())
@settings(max_examples=15, deadline=None)
def test_every_event_comes_back(kind: type, data: st.DataObject) -> None:
    event = data.draw(st.from_type(kind))
    assert there_and_back(EVENTS, event) == event


@pytest.mark.article("X.10")
@pytest.mark.parametrize("kind", (*get_args(Input), Conditions), ids=lambda kind: kind.__name__)
@given(data=st.data())
@settings(max_examples=25, deadline=None)
def test_every_input_comes_back(kind: type, data: st.DataObject) -> None:
    value = data.draw(st.from_type(kind))
    assert there_and_back(INPUTS, value) == value


def test_journal_knows_everything_that_can_happen() -> None:
    with pytest.raises(KeyError):
        EVENTS.encode(Begin())


def test_record_ends_with_its_name_as_ever() -> None:
    """The order of the fields is that of the class: the hash chain is over the text."""
    said = Said(Heard(chess.Move.from_uci("a7a8q"), "Anna acht Dame"), 5, Role.WHITE)
    assert json.dumps(INPUTS.encode(said)) == (
        '{"intent": {"move": "a7a8q", "text": "Anna acht Dame", "is": "Heard"}, "ended_at": 5, '
        '"who": "white", "heard": "", "typed": false, "sound": "", "is": "Said"}'
    )


SAID = {"is": "Said", "ended_at": 5}


@pytest.mark.parametrize(
    "damaged",
    [
        {},
        {"is": "Nothing"},
        {"is": "GameEnded"},
        {"is": ["Begin"]},
        {"is": "Hearing"},
        {"is": "Hearing", "on": True, "more": 1},
        [],
        [["is", "Begin"]],
        "Begin",
        None,
        SAID,
        SAID | {"intent": {}},
        SAID | {"intent": {"is": "Begin"}},
        SAID | {"intent": {"is": "Heard", "move": "e2e9", "text": ""}},
        SAID | {"intent": {"is": "Heard", "move": "e2e4"}},
        SAID | {"intent": "Heard"},
        SAID | {"intent": {"is": "NoMatch", "text": ""}, "who": "nobody"},
    ],
    ids=json.dumps,
)
def test_a_damaged_record_is_refused(damaged: Any) -> None:
    with pytest.raises(ValueError, match="damaged record"):
        INPUTS.decode(damaged)
