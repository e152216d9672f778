# SPDX-License-Identifier: GPL-3.0-or-later
"""An engine at the table has no hands: it touches nothing (4.3) and writes nothing down."""

from pathlib import Path

import pytest
from engine_table import Table, moved
from told import sentence

from game.base.inbox import SpeechDone, SpeechHeard
from table.core.conditions import Mode
from voice.language.transcript import HeardUtterance, Transcript


@pytest.mark.parametrize(
    "said",
    ["berührt Springer Bella acht", "assistent: berührt Springer Bella acht", "ich berichtige"],
)
def test_4_3_nobody_touches_for_it(tmp_path: Path, said: str) -> None:
    table = Table(tmp_path, None, None)
    table.say("e4", "")
    assert table.say(said) == [sentence("game.refused.not on move")]
    (turn,) = table.engine.turns
    table.run(moved(turn, "e7e5"))
    assert table.moves == ["e2e4", "e7e5"]


def test_4_3_nor_at_the_microphone(tmp_path: Path) -> None:
    table = Table(tmp_path, None)
    table.say("e4", "")
    words = "berührt springer bella acht"
    heard = HeardUtterance((Transcript(words, 1.0),), 0, 0, 0, False)
    assert table.run(SpeechHeard(heard)) == [sentence("game.refused.not on move")]
    assert table.session.state.hands.touched == ()
    assert table.session.state.hearing is None


def test_4_3_its_opponents_touches_bind_as_ever(tmp_path: Path) -> None:
    table = Table(tmp_path, None)
    table.say("")
    assert table.say("berührt Springer Gustav eins") == [
        sentence("game.touch.touched", colour="Weiß", piece="weißen Springer", square="Gustav eins")
    ]
    table.say("e4", "")
    assert table.moves == []


def test_i_1_1_engine_refuses_unsealable_move_once(tmp_path: Path) -> None:
    table = Table(tmp_path, None, mode=Mode.COMPETITION)
    table.say("e4", "", "schiedsrichter: Hängepartie")
    (turn,) = table.engine.turns
    refused = [sentence("game.refused.seal quietly")]
    assert table.run(moved(turn, "e7e5")) == refused
    assert table.run(SpeechDone(1), SpeechDone(2)) == []
    assert refused[0] in table.say("Unsinn")  # somebody did something: it is tried again
    assert table.moves == ["e2e4"]
