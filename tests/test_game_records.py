# SPDX-License-Identifier: GPL-3.0-or-later
"""What is written to the journal is read back as it was: every input and every event."""

import json
from typing import Any

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import announce.events
import clock.events
import game.inputs
import rules.events
import voice.events
from game.codec import dataclasses_of
from game.records import EVENTS, INPUTS

st.register_type_strategy(
    chess.Move, st.sampled_from([chess.Move.from_uci(text) for text in ("e2e4", "a7a8q", "e1g1")])
)
st.register_type_strategy(chess.Piece, st.sampled_from("PNBRQKpnbrqk").map(chess.Piece.from_symbol))

MODULES = (announce.events, clock.events, rules.events, voice.events)


def there_and_back(records: Any, value: object) -> object:
    return records.decode(json.loads(json.dumps(records.encode(value))))


@pytest.mark.parametrize("kind", dataclasses_of(*MODULES), ids=lambda kind: kind.__name__)
@given(data=st.data())
@settings(max_examples=15, deadline=None)
def test_every_event_comes_back(kind: type, data: st.DataObject) -> None:
    event = data.draw(st.from_type(kind))
    assert there_and_back(EVENTS, event) == event


@pytest.mark.parametrize("kind", dataclasses_of(game.inputs), ids=lambda kind: kind.__name__)
@given(data=st.data())
@settings(max_examples=25, deadline=None)
def test_every_input_comes_back(kind: type, data: st.DataObject) -> None:
    value = data.draw(st.from_type(kind))
    assert there_and_back(INPUTS, value) == value


@pytest.mark.parametrize(
    "damaged",
    [{}, {"is": "Nothing"}, {"is": "Hearing"}, {"is": "Hearing", "on": True, "more": 1}],
)
def test_a_damaged_record_is_refused(damaged: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="damaged record"):
        INPUTS.decode(damaged)
